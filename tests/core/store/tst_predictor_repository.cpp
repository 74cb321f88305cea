// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/predictor_repository.h"
#include "tests/core/store/store_fixture.h"

using namespace millrace;
using namespace millrace::store;

class TestPredictorRepository : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void versionsAndRollBack()
    {
        TestStore store;
        PredictorRepository repository(store.database);
        QVERIFY(need(repository.versions()).empty());
        QVERIFY(!need(repository.inUse()));
        PredictorRecord record;
        record.made = Nanoseconds(1'790'000'000'000'000'000);
        record.samples = 40;
        record.dataSha256 = "ab";
        record.origin = "samples.json";
        const std::string first(100'000, 'x');
        const PredictorId one = need(repository.add(record, first));
        record.parent = one;
        record.samples = 41;
        const PredictorId two = need(repository.add(record, "second"));
        QCOMPARE(need(repository.inUse()), two);
        need(repository.use(one, Nanoseconds(1)));
        auto versions = need(repository.versions());
        QCOMPARE(versions.size(), std::size_t(2));
        QVERIFY(versions[0].isInUse && !versions[1].isInUse);
        QCOMPARE(versions[1].parent, one);
        QCOMPARE(versions[1].samples, std::int64_t(41));
        QCOMPARE(versions[0].made, record.made);
        QCOMPARE(need(repository.content(one)), first);
        QCOMPARE(need(repository.content(two)), std::string("second"));
        Database again = need(Database::openReadOnly(store.file));
        QVERIFY(PredictorRepository(again).versions().has_value());
        QCOMPARE(need(PredictorRepository(again).versions()), versions);
    }

    void unknownAndDamagedVersions()
    {
        TestStore store;
        PredictorRepository repository(store.database);
        const auto used = repository.use(PredictorId{7}, Nanoseconds(1));
        QVERIFY(!used && used.error().code == ErrorCode::NotFound);
        QVERIFY(!repository.content(PredictorId{7}));
        static_cast<void>(need(repository.add({}, "content")));
        runSql(store.file, "UPDATE predictors SET content = x'00'");
        const auto content = repository.content(PredictorId{1});
        QVERIFY(!content && content.error().code == ErrorCode::Corrupt);
    }
};

QTEST_APPLESS_MAIN(TestPredictorRepository)
#include "tst_predictor_repository.moc"

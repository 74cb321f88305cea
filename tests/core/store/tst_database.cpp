// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/store/byte_coding.h"
#include "core/store/predictor_repository.h"
#include "core/store/result_query.h"
#include "core/store/series_repository.h"
#include "core/store/writer_lock.h"
#include "tests/core/store/store_fixture.h"

#include <cmath>
#include <limits>
#include <sys/wait.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::store;

namespace {

std::filesystem::path source(const char* name)
{
    return std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "tests/core/store/fixtures" / name;
}

/// Runs `work` in a child process, which exits with what it returns.
template <typename Work>
int inChild(Work work)
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(work());
    int status = -1;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void write(const std::filesystem::path& file, std::string_view bytes)
{
    std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

class TestDatabase : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void createsAWholeStore()
    {
        TestStore store;
        QVERIFY(need(store.database.integrityCheck()).empty());
        QCOMPARE(askSql(store.file, "PRAGMA application_id"), std::int64_t(storeApplicationId));
        QCOMPARE(askSql(store.file, "PRAGMA user_version"), std::int64_t(builtInMigrations().back().version));
        QCOMPARE(askSql(store.file, "SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'wal'"), 1);
        QCOMPARE(askSql(store.file, "SELECT length(value) FROM store_info WHERE key = 'uuid'"), 36);
        const auto again = Database::create(store.file);
        QVERIFY(!again && again.error().code == ErrorCode::Locked);
    }

    void doesNotCreateOverAFile()
    {
        const auto folder = need(TemporaryFolder::make("mr-store"));
        const auto file = folder.path() / "thesis.txt";
        write(file, "my work");
        const auto created = Database::create(file);
        QVERIFY(!created && created.error().code == ErrorCode::AlreadyExists);
        QCOMPARE(need(readFile(file)), std::string("my work"));
        QCOMPARE(namesIn(folder.path()), std::vector<std::string>{"thesis.txt"});
    }

    void leavesNothingButTheStore()
    {
        const auto folder = need(TemporaryFolder::make("mr-store"));
        const auto file = folder.path() / "results with space & 100%.mrdb";
        need(Database::openOrCreate(file));
        need(Database::openOrCreate(file));
        QCOMPARE(namesIn(folder.path()), std::vector<std::string>{file.filename().string()});
    }

    void refusesWhatIsNoStore_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("{\"format\": \"millrace-project\"}");
        QTest::newRow("SQLite header, cut") << QByteArray("SQLite format 3\0", 16);
        QTest::newRow("zeros") << QByteArray(4096, '\0');
    }

    void refusesWhatIsNoStore()
    {
        QFETCH(QByteArray, bytes);
        const auto folder = need(TemporaryFolder::make("mr-store"));
        const auto file = folder.path() / "x.mrdb";
        write(file, {bytes.data(), static_cast<std::size_t>(bytes.size())});
        const std::string hash = hashOf(file);
        for (const auto& opened : {Database::open(file), Database::openReadOnly(file), Database::openOrCreate(file)}) {
            QVERIFY(!opened);
            QCOMPARE(opened.error().code, ErrorCode::Corrupt);
            QVERIFY(contains(opened.error().what, "x.mrdb"));
        }
        QCOMPARE(hashOf(file), hash);
        QCOMPARE(namesIn(folder.path()), std::vector<std::string>{"x.mrdb"});
    }

    void refusesOtherDatabases()
    {
        const auto folder = need(TemporaryFolder::make("mr-store"));
        const auto file = folder.path() / "photos.db";
        runSql(file, "CREATE TABLE photos (id INTEGER)");
        const std::string hash = hashOf(file);
        const auto opened = Database::open(file);
        QVERIFY(!opened && opened.error().code == ErrorCode::Corrupt);
        QVERIFY(contains(opened.error().what, "another program"));
        QCOMPARE(hashOf(file), hash);
        const auto missing = Database::open(folder.path() / "none.mrdb");
        QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
        const auto nowhere = Database::create(folder.path() / "no folder" / "x.mrdb");
        QVERIFY(!nowhere && contains(nowhere.error().what, "no folder/x.mrdb"));
    }

    void leavesANewerStoreUntouched()
    {
        const auto folder = need(TemporaryFolder::make("mr-store"));
        const auto file = folder.path() / "new.mrdb";
        need(Database::create(file));
        runSql(file, "PRAGMA user_version = 1234; PRAGMA journal_mode = DELETE");
        const std::string hash = hashOf(file);
        for (const auto& opened : {Database::open(file), Database::openReadOnly(file), Database::openOrCreate(file)}) {
            QVERIFY(!opened);
            QCOMPARE(opened.error().code, ErrorCode::NewerVersion);
            QVERIFY(contains(opened.error().what, "version 1234"));
            QVERIFY(contains(opened.error().what, "version " + std::to_string(builtInMigrations().back().version)));
        }
        QCOMPARE(hashOf(file), hash);
        QCOMPARE(namesIn(folder.path()), std::vector<std::string>{"new.mrdb"});
    }

    void findsTheVersionInTheLogToo()
    {
        // The header on disk is old as long as the write-ahead log was not copied into the file.
        TestStore store;
        const auto file = store.folder.path() / "copy.mrdb";
        runSql(store.file, "PRAGMA wal_checkpoint(TRUNCATE)");
        Database other = need(store.database.another());
        need(other.execute("PRAGMA user_version = 77"));
        std::filesystem::copy_file(store.file, file);
        std::filesystem::copy_file(store.file.string() + "-wal", file.string() + "-wal");
        const auto opened = Database::openReadOnly(file);
        QVERIFY(!opened && opened.error().code == ErrorCode::NewerVersion);
    }

    void migratesAVersion1Store()
    {
        const auto folder = need(TemporaryFolder::make("mr-store"));
        const auto file = folder.path() / "old.mrdb";
        runSql(file, need(readFile(source("version_1.sql"))));
        QCOMPARE(askSql(file, "PRAGMA user_version"), std::int64_t(1));
        Database database = need(Database::open(file));
        QVERIFY(need(database.integrityCheck()).empty());
        const SystemClock clock;
        RunRepository runs(database, clock);
        const auto campaigns = need(runs.campaigns());
        QCOMPARE(campaigns.size(), std::size_t(1));
        QCOMPARE(campaigns[0].gridName, std::string("strategies"));
        QCOMPARE(campaigns[0].seed, ~std::uint64_t(0));
        const auto all = need(runs.runs(campaigns[0].id));
        QCOMPARE(all.size(), std::size_t(2));
        QCOMPARE(all[0].state, RunState::Done);
        QCOMPARE(all[0].factors.size(), std::size_t(2));
        QCOMPARE(*all[0].factors[1].number, 0.01);
        QCOMPARE(need(runs.metrics(all[0].id)).at(0).value, 12.5);
        QCOMPARE(need(runs.snapshots(all[0].id)).at(0).json, std::string("{\"kernel\":\"6.1\"}"));
        SeriesRepository series(database);
        Issues issues;
        const auto record = need(series.find(all[0].id, "cpu", "node0"));
        QVERIFY(record && record->samples == 300);
        const auto read = need(series.read(record->id, issues));
        QVERIFY(issues.empty());
        for (std::size_t i = 0; i < 300; ++i) {
            QCOMPARE(read.times[i], 1'700'000'000'000'000'000 + static_cast<std::int64_t>(i * i) * 1000);
            QCOMPARE(read.values[i], static_cast<double>(i % 100) / 100);
        }
    }

    /// A store of an older version is read without a change to it.
    void readsAnOlderStoreAsItIs()
    {
        for (const auto& [version, name] :
             {std::pair(1, "version_1.sql"), std::pair(2, "version_2.sql"), std::pair(3, "version_3.sql")}) {
            const auto folder = need(TemporaryFolder::make("mr-store"));
            const auto file = folder.path() / "old.mrdb";
            runSql(file, need(readFile(source(name))));
            Database database = need(Database::openReadOnly(file));
            const SystemClock clock;
            RunRepository runs(database, clock);
            const auto all = need(runs.runs(need(runs.campaigns()).at(0).id));
            QCOMPARE(all.size(), std::size_t(2));
            QCOMPARE(all[0].simulation.empty(), version < 3);
            QCOMPARE(need(runs.latestCalibration()).empty(), version < 3);
            QVERIFY(need(PredictorRepository(database).versions()).empty());
            QCOMPARE(askSql(file, "PRAGMA user_version"), std::int64_t(version));
            Database again = need(database.another());
            QCOMPARE(need(RunRepository(again, clock).runs(all[0].campaign)).size(), std::size_t(2));
        }
    }

    void migratesForwardAndSavesACopy()
    {
        const auto folder = need(TemporaryFolder::make("mr-store"));
        const auto file = folder.path() / "a.mrdb";
        need(Database::create(file));
        std::vector<Migration> migrations(builtInMigrations().begin(), builtInMigrations().end());
        const int before = migrations.back().version;
        migrations.push_back({before + 1, "CREATE TABLE added (x INTEGER); INSERT INTO added VALUES (5)"});
        migrations.push_back({before + 2, "UPDATE added SET x = x + 1"});
        need(Database::open(file, migrations));
        QCOMPARE(askSql(file, "PRAGMA user_version"), std::int64_t(before + 2));
        QCOMPARE(askSql(file, "SELECT x FROM added"), std::int64_t(6));
        const std::string backup = "a.mrdb.v" + std::to_string(before) + "-backup";
        QCOMPARE(namesIn(folder.path()), (std::vector<std::string>{"a.mrdb", backup}));
        QCOMPARE(askSql(folder.path() / backup, "PRAGMA user_version"), std::int64_t(before));
        QCOMPARE(askSql(folder.path() / backup, "SELECT count(*) FROM sqlite_schema WHERE name = 'added'"), 0);
        need(Database::open(folder.path() / backup));
        const auto older = Database::open(file);
        QVERIFY(!older && older.error().code == ErrorCode::NewerVersion);
        QCOMPARE(namesIn(folder.path()), (std::vector<std::string>{"a.mrdb", backup}));
    }

    void aFailingMigrationChangesNothing()
    {
        const auto folder = need(TemporaryFolder::make("mr-store"));
        const auto file = folder.path() / "a.mrdb";
        need(Database::create(file));
        std::vector<Migration> migrations(builtInMigrations().begin(), builtInMigrations().end());
        const int before = migrations.back().version;
        migrations.push_back({before + 1, "CREATE TABLE added (x INTEGER)"});
        migrations.push_back({before + 2, "INSERT INTO added VALUES (1); INSERT INTO nowhere VALUES (1)"});
        const auto opened = Database::open(file, migrations);
        QVERIFY(!opened);
        QVERIFY(contains(opened.error().text(), "version " + std::to_string(before + 2)));
        // The first migration is committed, the second was rolled back completely.
        QCOMPARE(askSql(file, "PRAGMA user_version"), std::int64_t(before + 1));
        QCOMPARE(askSql(file, "SELECT count(*) FROM added"), std::int64_t(0));
    }

    void readOnlyOpeningDoesNotMigrateOrWrite()
    {
        TestStore store;
        Database reader = need(Database::openReadOnly(store.file));
        QVERIFY(reader.isReadOnly());
        const auto begun = reader.begin();
        QVERIFY(!begun && begun.error().code == ErrorCode::Denied);
        const auto executed = reader.execute("DELETE FROM runs");
        QVERIFY(!executed && executed.error().code == ErrorCode::Denied);
        RunRepository runs(reader, store.clock);
        QCOMPARE(need(runs.runs(store.campaign)).size(), std::size_t(1));
        Database second = need(reader.another());
        QVERIFY(second.isReadOnly());
    }

    void anOlderStoreIsNotReadAsItIs()
    {
        const auto folder = need(TemporaryFolder::make("mr-store"));
        const auto file = folder.path() / "old.mrdb";
        need(Database::create(file));
        runSql(file, "PRAGMA user_version = 0");
        const auto opened = Database::openReadOnly(file);
        QVERIFY(!opened && opened.error().code == ErrorCode::Unsupported);
        QVERIFY(contains(opened.error().what, "version 0"));
    }

    void aSecondProcessIsToldWhoWrites()
    {
        TestStore store;
        const std::string holder = "process " + std::to_string(::getpid()) + " on ";
        const int code = inChild([&] {
            const auto opened = Database::open(store.file);
            if (opened || opened.error().code != ErrorCode::Locked || !contains(opened.error().what, holder))
                return 1;
            auto reader = Database::openReadOnly(store.file);
            if (!reader)
                return 2;
            RunRepository runs(*reader, store.clock);
            return runs.runs(store.campaign).value_or({}).size() == 1 ? 0 : 3;
        });
        QCOMPARE(code, 0);
        QVERIFY(!Database::open(store.file));
        store.database = need(Database::create(store.folder.path() / "elsewhere.mrdb"));
        QVERIFY(Database::open(store.file));
    }

    void theLockEndsWithAKilledProcess()
    {
        const auto folder = need(TemporaryFolder::make("mr-store"));
        const auto file = folder.path() / "a.mrdb";
        need(Database::create(file));
        int ready[2];
        QCOMPARE(::pipe(ready), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            const Database database = need(Database::open(file));
            (void)!::write(ready[1], "x", 1);
            ::pause();
            ::_exit(0);
        }
        char letter = 0;
        QCOMPARE(::read(ready[0], &letter, 1), ssize_t(1));
        const auto locked = Database::open(file);
        QVERIFY(!locked && contains(locked.error().what, "process " + std::to_string(child) + " on "));
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        const auto opened = Database::open(file);
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        ::close(ready[0]);
        ::close(ready[1]);
    }

    void readersSeeWholeTransactionsWhileAnotherWrites()
    {
        TestStore store;
        Database reader = need(Database::openReadOnly(store.file));
        RunRepository readerRuns(reader, store.clock);
        auto transaction = need(store.database.begin());
        need(store.database.execute("UPDATE runs SET state = 'done'"));
        QCOMPARE(need(readerRuns.run(store.ids[0])).state, RunState::Planned);
        need(transaction.commit());
        QCOMPARE(need(readerRuns.run(store.ids[0])).state, RunState::Done);
    }

    void aReadTransactionSeesOneStateOfTheStore()
    {
        TestStore store;
        Database reader = need(Database::openReadOnly(store.file));
        RunRepository readerRuns(reader, store.clock);
        const auto stateThere = [&] { return need(readerRuns.run(store.ids[0])).state; };
        {
            const auto reading = need(reader.beginReading());
            QCOMPARE(stateThere(), RunState::Planned);
            need(store.database.execute("UPDATE runs SET state = 'done'"));
            QCOMPARE(need(ResultQuery(reader).all({})).front().run.state, RunState::Planned); // one inside
            QCOMPARE(stateThere(), RunState::Planned);
        }
        QCOMPARE(stateThere(), RunState::Done);
    }

    void aReadTransactionKeepsWhatIsWrittenInside()
    {
        TestStore store;
        {
            const auto reading = need(store.database.beginReading());
            auto transaction = need(store.database.begin());
            need(store.database.execute("UPDATE runs SET state = 'done'"));
            need(transaction.commit());
        }
        Database reader = need(Database::openReadOnly(store.file));
        QCOMPARE(need(RunRepository(reader, store.clock).run(store.ids[0])).state, RunState::Done);
    }

    void anUncommittedTransactionIsRolledBack()
    {
        TestStore store;
        {
            auto transaction = need(store.database.begin());
            need(store.database.execute("UPDATE runs SET state = 'done'"));
        }
        QCOMPARE(askSql(store.file, "SELECT count(*) FROM runs WHERE state = 'done'"), std::int64_t(0));
        need(need(store.database.begin()).commit());
    }

    void foreignKeysHold()
    {
        TestStore store;
        QVERIFY(!store.database.execute("INSERT INTO series (run_id, name, node, unit) VALUES (99, '', '', '')"));
        need(store.database.execute("DELETE FROM campaigns"));
        QCOMPARE(askSql(store.file, "SELECT count(*) FROM runs"), std::int64_t(0));
        QCOMPARE(askSql(store.file, "SELECT count(*) FROM journal"), std::int64_t(0));
    }

    void statementsBindAndRead()
    {
        TestStore store;
        Statement row = need(store.database.prepare("SELECT ?, ?, ?, ?, ?, ?, ?, ?"));
        const std::string text("a\0b", 3);
        const Bytes blob = {std::byte{0}, std::byte{255}};
        row.bindAll(nullptr, true, std::int64_t(-5), 0.1, text, std::span<const std::byte>(blob),
                    std::optional<double>(), std::numeric_limits<double>::quiet_NaN());
        QVERIFY(need(row.step()));
        QVERIFY(row.isNull(0));
        QCOMPARE(row.integer(1), std::int64_t(1));
        QCOMPARE(row.integer(2), std::int64_t(-5));
        QCOMPARE(row.real(3), 0.1);
        QCOMPARE(row.text(4), text);
        QVERIFY(std::equal(blob.begin(), blob.end(), row.blob(5).begin(), row.blob(5).end()));
        QVERIFY(row.isNull(6));
        QVERIFY(std::isnan(row.real(7)));
        QVERIFY(!need(row.step()));
        const auto wrong = store.database.prepare("SELECT nonsense");
        QVERIFY(!wrong && wrong.error().code == ErrorCode::Internal);
        Statement two = need(store.database.prepare("SELECT ?"));
        two.bindAll(1, 2);
        QVERIFY(!two.step());
    }

    void everyDamagedPageIsFound()
    {
        TestStore store(20);
        store.database = need(Database::create(store.folder.path() / "elsewhere.mrdb"));
        const std::string sound = need(readFile(store.file));
        const auto damaged = store.folder.path() / "damaged.mrdb";
        constexpr std::size_t page = 4096;
        QVERIFY(sound.size() > 20 * page);
        for (std::size_t at = page; at < sound.size(); at += page) {
            std::string bytes = sound;
            bytes.replace(at, 16, 16, '\xff');
            write(damaged, bytes);
            auto database = Database::openReadOnly(damaged);
            if (!database) {
                QCOMPARE(database.error().code, ErrorCode::Corrupt);
                continue;
            }
            (void)RunRepository(*database, store.clock).runs(store.campaign).has_value();
            const auto issues = database->integrityCheck();
            QVERIFY2(!issues || !issues->empty(), qPrintable(QString("page at %1").arg(at)));
        }
    }

    void randomDamageIsSurvived()
    {
        TestStore store(20);
        store.database = need(Database::create(store.folder.path() / "elsewhere.mrdb"));
        const std::string sound = need(readFile(store.file));
        const auto damaged = store.folder.path() / "damaged.mrdb";
        Random random(3);
        int refused = 0;
        for (int round = 0; round < 40; ++round) {
            std::string bytes = sound;
            for (int hit = 0; hit < 200; ++hit)
                bytes[random.below(bytes.size())] = static_cast<char>(random());
            write(damaged, bytes);
            auto database = Database::openReadOnly(damaged);
            const bool read = database && RunRepository(*database, store.clock).runs(store.campaign)
                && database->integrityCheck().value_or({Issue()}).empty();
            refused += read ? 0 : 1;
        }
        QCOMPARE(refused, 40);
    }

    void aCutStoreIsDamaged()
    {
        TestStore store(50);
        store.database = need(Database::create(store.folder.path() / "elsewhere.mrdb"));
        const std::string sound = need(readFile(store.file));
        const auto damaged = store.folder.path() / "damaged.mrdb";
        for (std::size_t size = 100; size < sound.size(); size += 4096) {
            write(damaged, std::string_view(sound).substr(0, size));
            auto database = Database::openReadOnly(damaged);
            QVERIFY(!database || !database->integrityCheck() || !database->integrityCheck()->empty());
        }
    }
};

QTEST_APPLESS_MAIN(TestDatabase)
#include "tst_database.moc"

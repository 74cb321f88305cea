// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/averaging_schedule.h"
#include "core/collective/compression.h"
#include "core/collective/reduce_kernel.h"

#include <QtTest/QtTest>
#include <cmath>
#include <numeric>
#include <random>

using namespace millrace;
using namespace millrace::collective;

class TestAveragingSchedule final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFragmentIsAveragedOnceInARound()
    {
        for (int localSteps = 1; localSteps <= 40; ++localSteps)
            for (int fragments = 1; fragments <= localSteps; ++fragments) {
                const AveragingSchedule schedule{localSteps, fragments, 0};
                QVERIFY(check(schedule));
                std::vector<std::int64_t> counts(static_cast<std::size_t>(fragments));
                std::int64_t last = 0;
                for (std::int64_t done = 1; done <= 3 * localSteps + 2; ++done) {
                    const std::int64_t next = schedule.nextFrom(done);
                    QVERIFY(next >= done && schedule.fragmentAfter(next));
                    QCOMPARE(next == done, schedule.fragmentAfter(done).has_value());
                    if (const auto fragment = schedule.fragmentAfter(done)) {
                        ++counts[static_cast<std::size_t>(*fragment)];
                        // Equal distances, so that an overlap fits between two.
                        QVERIFY(done - last >= localSteps / fragments);
                        last = done;
                    }
                    for (int fragment = 0; fragment < fragments; ++fragment)
                        QCOMPARE(schedule.averagings(done, fragment), counts[static_cast<std::size_t>(fragment)]);
                    QCOMPARE(schedule.averagings(done), std::accumulate(counts.begin(), counts.end(), std::int64_t(0)));
                }
                QCOMPARE(schedule.averagings(3 * localSteps), std::int64_t(3 * fragments));
            }
    }

    void aRoundEndsWithTheLastFragment()
    {
        const AveragingSchedule schedule{10, 2, 3};
        QVERIFY(!schedule.fragmentAfter(4));
        QCOMPARE(schedule.fragmentAfter(5), std::optional(0));
        QCOMPARE(schedule.fragmentAfter(10), std::optional(1));
        QCOMPARE(schedule.fragmentAfter(15), std::optional(0));
    }

    void numbersThatDoNotFitAreRefused_data()
    {
        QTest::addColumn<int>("localSteps");
        QTest::addColumn<int>("fragments");
        QTest::addColumn<int>("overlap");
        QTest::newRow("no steps") << 0 << 1 << 0;
        QTest::newRow("too many steps") << 1'000'001 << 1 << 0;
        QTest::newRow("no fragments") << 5 << 0 << 0;
        QTest::newRow("more fragments than steps") << 5 << 6 << 0;
        QTest::newRow("negative overlap") << 5 << 1 << -1;
        QTest::newRow("overlap as long as a round") << 5 << 1 << 5;
        QTest::newRow("overlap as long as a fragment's part") << 10 << 2 << 5;
        QTest::newRow("overlap of every step") << 1 << 1 << 1;
    }
    void numbersThatDoNotFitAreRefused()
    {
        QFETCH(int, localSteps);
        QFETCH(int, fragments);
        QFETCH(int, overlap);
        const auto result = check({localSteps, fragments, overlap});
        QVERIFY(!result);
        QVERIFY(result.error().code == ErrorCode::InvalidInput);
    }

    void fragmentsAreEqualParts()
    {
        const std::vector<std::size_t> tensors = {7, 1, 0, 12, 3};
        for (const int fragments : {1, 2, 5, 23}) {
            std::size_t next = 0;
            std::size_t elements = 0;
            for (int i = 0; i < fragments; ++i) {
                const Fragment fragment = fragmentOf(23, fragments, i);
                QCOMPARE(fragment.begin, next);
                next = fragment.end;
                const std::size_t size = fragment.end - fragment.begin;
                QVERIFY(size == 23u / static_cast<std::size_t>(fragments)
                        || size == 23u / static_cast<std::size_t>(fragments) + 1);
                const auto parts = tensorsWithin(tensors, fragment);
                QCOMPARE(std::reduce(parts.begin(), parts.end()), size);
                elements += size;
            }
            QCOMPARE(next, std::size_t(23));
            QCOMPARE(elements, std::size_t(23));
        }
        QCOMPARE(tensorsWithin(tensors, {5, 10}), (std::vector<std::size_t>{2, 1, 2}));
    }

    void meansAreWithinTheError_data()
    {
        QTest::addColumn<int>("compression");
        QTest::addColumn<int>("ranks");
        for (const Compression compression : {Compression::Float16, Compression::BFloat16, Compression::Int8})
            for (const int ranks : {1, 2, 3, 8, 32, mostInt8Ranks})
                QTest::addRow("%s, %d ranks", std::string(compressionName(compression)).c_str(), ranks)
                    << static_cast<int>(compression) << ranks;
    }
    /// The sums are what the ranks add up: of the type that is sent.
    void meansAreWithinTheError()
    {
        QFETCH(int, compression);
        QFETCH(int, ranks);
        constexpr std::size_t elements = 2000;
        std::mt19937_64 engine(static_cast<std::uint64_t>(ranks));
        std::uniform_real_distribution<float> value(-3, 3);
        const auto kind = static_cast<Compression>(compression);
        const std::size_t size = elementBytes(elementTypeOf(kind));
        const Quantizer quantizer{kind, ranks, 3};
        std::vector<double> exact(elements);
        std::vector<char> sum;
        for (int rank = 0; rank < ranks; ++rank) {
            std::vector<float> values(elements);
            std::ranges::generate(values, [&] { return value(engine); });
            values.front() = 3; // the sum of the largest values must fit
            for (std::size_t i = 0; i < elements; ++i)
                exact[i] += values[i] / static_cast<double>(ranks);
            std::vector<char> sent(elements * size);
            quantizer.compress(values, sent);
            if (rank == 0)
                sum = sent;
            else
                reduceFunction(Operator::Sum, elementTypeOf(kind))(sum.data(), sent.data(), elements);
        }
        std::vector<float> mean(elements);
        quantizer.expand(sum, mean);
        double worst = 0;
        for (std::size_t i = 0; i < elements; ++i)
            worst = std::max(worst, std::abs(static_cast<double>(mean[i]) - exact[i]));
        QVERIFY2(worst <= static_cast<double>(quantizer.largestError()),
                 qPrintable(QString("%1 > %2").arg(worst).arg(static_cast<double>(quantizer.largestError()))));
        // The bound is not an empty one: errors of few ranks hardly cancel out.
        QVERIFY(kind != Compression::Int8 || ranks > 8 || worst > 0.3 * static_cast<double>(quantizer.largestError()));
        QVERIFY(static_cast<double>(quantizer.largestError()) < 3);
    }

    void namesAreReadBack()
    {
        for (const std::string& name : compressionNames())
            QCOMPARE(std::string(compressionName(*parseCompression(name))), name);
        QVERIFY(!parseCompression("int4"));
    }
};

QTEST_APPLESS_MAIN(TestAveragingSchedule)
#include "tst_averaging_schedule.moc"

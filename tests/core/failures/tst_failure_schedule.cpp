// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/failures/failure_schedule.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::failures;
using namespace std::chrono_literals;

namespace {

std::vector<FailureSpec> specs(std::string_view text)
{
    auto parsed = parseFailures(text);
    if (!parsed)
        qFatal("%s", parsed.error().text().c_str());
    return *std::move(parsed);
}

/// All failures until then, of workers that are well again at once.
std::vector<Failure> failuresUntil(FailureSchedule& schedule, Nanoseconds end, int workers)
{
    const std::vector<bool> well(static_cast<std::size_t>(workers), true);
    std::vector<Failure> taken;
    while (const auto next = schedule.next()) {
        if (*next > end)
            break;
        if (auto failure = schedule.take(*next, well))
            taken.push_back(*failure);
    }
    return taken;
}

class TestFailureSchedule : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textsAreReadBack_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"kill(every=30s)", "kill(every=30s,repair=3s)", "kill(at=5s,repair=0)",
              "freeze(at=10s/25s,who=0/3,lasts=1s)", "partition(every=60s,seed=7)", "slow(at=4s,lasts=5s,factor=3.5)"})
            QTest::addRow("%s", text) << QString(text);
    }

    void textsAreReadBack()
    {
        QFETCH(QString, text);
        const auto parsed = specs(text.toStdString());
        QCOMPARE(parsed.size(), 1U);
        QCOMPARE(QString::fromStdString(parsed.front().text()), text);
        QVERIFY(specs(parsed.front().text()) == parsed);
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("kind") << "crash(every=3s)"
                              << "there is no failure \"crash\"";
        QTest::newRow("neither") << "kill"
                                 << "needs either every";
        QTest::newRow("both") << "kill(every=3s,at=4s)"
                              << "needs either every";
        QTest::newRow("duration") << "kill(every=soon)"
                                  << "every must be a duration such as 30s above zero";
        QTest::newRow("zero") << "kill(every=0s)"
                              << "every must be a duration";
        QTest::newRow("option") << "kill(every=3s,lasts=3s)"
                                << "kill has no option \"lasts\"";
        QTest::newRow("factor") << "slow(every=3s,factor=1)"
                                << "factor must be a number above 1";
        QTest::newRow("factor of a kill") << "kill(every=3s,factor=2)"
                                          << "has no option \"factor\"";
        QTest::newRow("who") << "kill(every=3s,who=-1)"
                             << "who must be ranks";
        QTest::newRow("parenthesis") << "kill(every=3s"
                                     << "lacks a closing parenthesis";
        QTest::newRow("second") << "kill(every=3s)+no"
                                << "there is no failure \"no\"";
    }

    void refusals()
    {
        QFETCH(QString, text);
        QFETCH(QString, sentence);
        const auto parsed = parseFailures(text.toStdString());
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, ErrorCode::InvalidInput);
        QVERIFY2(QString::fromStdString(parsed.error().text()).contains(sentence), parsed.error().text().c_str());
    }

    /// Exponential times between failures: mean and variance; uniform workers.
    void ratesAndWorkers()
    {
        constexpr int workers = 8;
        FailureSchedule schedule(specs("kill(every=30s)"), workers, 42);
        const auto taken = failuresUntil(schedule, 400'000s, workers);
        const auto count = static_cast<double>(taken.size());
        QVERIFY2(std::abs(count / (400'000.0 / 30) - 1) < 0.03, qPrintable(QString::number(count)));
        double squares = 0;
        std::vector<int> byWorker(workers, 0);
        Nanoseconds last{0};
        for (const Failure& failure : taken) {
            const double gap = std::chrono::duration<double>(failure.at - std::exchange(last, failure.at)).count();
            squares += gap * gap;
            ++byWorker[static_cast<std::size_t>(failure.worker)];
        }
        QVERIFY(std::abs(squares / count / (2 * 30.0 * 30.0) - 1) < 0.1); // E[x²] = 2 mean²
        for (const int each : byWorker)
            QVERIFY(std::abs(each / (count / workers) - 1) < 0.15);
    }

    void seedsGiveTheSame()
    {
        const auto of = [](std::uint64_t seed) {
            FailureSchedule schedule(specs("kill(every=10s)+freeze(every=20s,seed=3)"), 4, seed);
            std::vector<std::pair<Nanoseconds, int>> all;
            for (const Failure& failure : failuresUntil(schedule, 1000s, 4))
                all.emplace_back(failure.at, failure.worker);
            return all;
        };
        QVERIFY(of(1) == of(1));
        QVERIFY(of(1) != of(2));
    }

    void times()
    {
        FailureSchedule schedule(specs("freeze(at=9s/3s,who=2)"), 4, 1);
        const auto taken = failuresUntil(schedule, 100s, 4);
        QCOMPARE(taken.size(), 2U);
        QVERIFY(taken[0].at == 3s && taken[1].at == 9s);
        QCOMPARE(taken[0].worker, 2);
        QVERIFY(!schedule.next());
    }

    void theLastWorkerDoesNotFail()
    {
        FailureSchedule schedule(specs("kill(at=1s/2s/3s,who=0)"), 3, 1);
        QVERIFY(!schedule.take(500ms, {true, true, true})); // too early
        const auto first = schedule.take(1s, {true, true, true});
        QVERIFY(first && first->worker == 0);
        QVERIFY(!schedule.take(2s, {false, true, true})); // it is down already
        QVERIFY(!schedule.take(3s, {true, false, false}));
        QCOMPARE(schedule.leftOut(), 2);
        FailureSchedule anybody(specs("kill(at=1s)"), 3, 1);
        const auto next = anybody.take(1s, {false, true, true});
        QVERIFY(next && next->worker != 0);
    }
};

} // namespace

QTEST_GUILESS_MAIN(TestFailureSchedule)
#include "tst_failure_schedule.moc"

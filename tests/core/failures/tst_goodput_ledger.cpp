// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/failures/goodput_ledger.h"

#include <QtTest>
#include <cmath>
#include <numeric>
#include <random>

using namespace millrace;
using namespace millrace::failures;
using namespace std::chrono_literals;

namespace {

Nanoseconds sum(const GoodputLedger& ledger)
{
    return std::accumulate(ledger.parts.begin(), ledger.parts.end(), Nanoseconds(0));
}

class TestGoodputLedger : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A training whose account is made by hand: start-up 300 ms, ten steps of 100 ms of four workers, a kill 40 ms
    /// after a step, noticed 20 ms later, decided in 5, connected in 10, state in 15 ms, ten steps with three workers.
    void aKillByHand()
    {
        LedgerInput input;
        input.begin = 1000ms;
        Nanoseconds at = 1300ms;
        const auto step = [&](std::int64_t number, int workers) {
            input.steps.push_back({number, at, at + 100ms, 32.0 * workers, workers});
            at += 100ms;
        };
        for (int i = 0; i < 10; ++i)
            step(i, 4);
        input.failures = {at + 40ms};
        at += 40ms + 20ms + 5ms + 10ms + 15ms;
        input.changes = {{10, true, 5ms, 9ms, 15ms}, {10, true, 4ms, 10ms, 14ms}}; // as two members saw it
        for (int i = 10; i < 20; ++i)
            step(i, 3);
        const GoodputLedger ledger = goodputLedger(std::move(input));
        QVERIFY(ledger.total == at - 1000ms);
        QVERIFY(sum(ledger) == ledger.total);
        QVERIFY(ledger.of(LedgerPart::StartUp) == 300ms);
        QVERIFY(ledger.of(LedgerPart::Redone) == 40ms);
        QVERIFY(ledger.of(LedgerPart::Detect) == 20ms);
        QVERIFY(ledger.of(LedgerPart::Decide) == 5ms);
        QVERIFY(ledger.of(LedgerPart::Connect) == 10ms);
        QVERIFY(ledger.of(LedgerPart::State) == 15ms);
        QVERIFY(std::chrono::abs(ledger.of(LedgerPart::Productive) - (1000ms + 750ms)) < 1us);
        QVERIFY(std::chrono::abs(ledger.of(LedgerPart::Reduced) - 250ms) < 1us);
        QVERIFY(ledger.of(LedgerPart::Lost) == 0ms && ledger.of(LedgerPart::Other) == 0ms);
        QCOMPARE(ledger.recoveries.size(), 1U);
        QVERIFY(std::abs(ledger.recoveries.front() - 0.150) < 1e-9);
        QCOMPARE(ledger.lostSteps, 0);
    }

    /// The job dies in step 5, is started again one second later, and begins with step 0.
    void aRestartByHand()
    {
        LedgerInput input;
        input.begin = 0ms;
        Nanoseconds at = 200ms;
        const auto step = [&](std::int64_t number) {
            input.steps.push_back({number, at, at + 100ms, 64, 2});
            at += 100ms;
        };
        for (int i = 0; i < 5; ++i)
            step(i);
        input.failures = {at + 30ms};
        input.restarts = {at + 1030ms};
        at += 1030ms + 250ms;
        for (int i = 0; i < 8; ++i)
            step(i);
        const GoodputLedger ledger = goodputLedger(std::move(input));
        QVERIFY(sum(ledger) == ledger.total);
        QVERIFY(ledger.of(LedgerPart::Productive) == 800ms);
        QVERIFY(ledger.of(LedgerPart::Lost) == 500ms);
        QVERIFY(ledger.of(LedgerPart::Redone) == 30ms);
        QVERIFY(ledger.of(LedgerPart::Detect) == 1000ms);
        QVERIFY(ledger.of(LedgerPart::StartUp) == 450ms);
        QCOMPARE(ledger.lostSteps, 5);
    }

    void aFrozenWorkerReducesAStep()
    {
        LedgerInput input;
        for (int i = 0; i < 11; ++i)
            input.steps.push_back({i, 100ms * i, 100ms * (i + 1), 10, 2});
        input.steps.back().end += 900ms; // all wait for it
        const GoodputLedger ledger = goodputLedger(std::move(input));
        QVERIFY(ledger.of(LedgerPart::Productive) == 1100ms);
        QVERIFY(ledger.of(LedgerPart::Reduced) == 900ms);
    }

    void nothing()
    {
        const GoodputLedger ledger = goodputLedger({});
        QVERIFY(ledger.total == 0ms);
        QCOMPARE(ledger.share(LedgerPart::Productive), 0.0);
    }

    /// Whatever the lines say, the parts add up and none is negative.
    void itAlwaysAddsUp()
    {
        std::mt19937_64 random(11);
        const auto some = [&random](int most) {
            return static_cast<std::int64_t>(random() % static_cast<unsigned>(most));
        };
        for (int round = 0; round < 3000; ++round) {
            LedgerInput input;
            input.begin = Nanoseconds(some(1000));
            for (std::int64_t i = some(30); i > 0; --i) {
                const Nanoseconds begin(some(2000));
                input.steps.push_back({some(10), begin, begin + Nanoseconds(some(300) - 20),
                                       static_cast<double>(some(100)), static_cast<int>(some(4))});
            }
            for (std::int64_t i = some(5); i > 0; --i)
                input.changes.push_back(
                    {some(10), some(2) == 0, Nanoseconds(some(200)), Nanoseconds(some(200)), Nanoseconds(some(200))});
            for (std::int64_t i = some(5); i > 0; --i)
                input.failures.emplace_back(some(2500));
            for (std::int64_t i = some(3); i > 0; --i)
                input.restarts.emplace_back(some(2500));
            const GoodputLedger ledger = goodputLedger(std::move(input));
            QVERIFY(sum(ledger) == ledger.total);
            for (const Nanoseconds part : ledger.parts)
                QVERIFY(part >= 0ns);
        }
    }
};

} // namespace

QTEST_GUILESS_MAIN(TestGoodputLedger)
#include "tst_goodput_ledger.moc"

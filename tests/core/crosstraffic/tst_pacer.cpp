// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/pacer.h"

#include <QtTest>

#include <algorithm>
#include <functional>
#include <map>

using namespace millrace;
using namespace millrace::crosstraffic;
using namespace std::chrono_literals;

namespace {

/// Units by window of 1 ms when sending happens at the instant that `wake` makes of the due time.
struct Sent
{
    std::map<std::int64_t, int> windows;
    int units = 0;

    int largest() const
    {
        return std::max_element(windows.begin(), windows.end(), [](auto a, auto b) { return a.second < b.second; })
            ->second;
    }
};

Sent simulate(double rate, Nanoseconds duration, const std::function<Nanoseconds(Nanoseconds)>& wake)
{
    Pacer pacer(rate, 1448, 0ns);
    Sent sent;
    Nanoseconds now{0};
    while (true) {
        now = std::max(now, wake(std::max(now, pacer.due())));
        if (now >= duration)
            return sent;
        while (pacer.due() <= now) {
            pacer.sent(pacer.batch(), now);
            sent.units += pacer.batch();
            sent.windows[now / 1ms] += pacer.batch();
        }
    }
}

} // namespace

class TestPacer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void exactWithoutDisturbance()
    {
        for (const double rate : {1e6, 1e8, 5e8, 3e9}) {
            const Sent sent = simulate(rate, 2s, [](Nanoseconds due) { return due; });
            const double ideal = rate * 2 / (1448 * 8);
            const int batch = Pacer(rate, 1448, 0ns).batch();
            QVERIFY(std::abs(sent.units - ideal) <= batch + 1);
            QVERIFY(sent.largest() <= rate * 1e-3 / (1448 * 8) + 2 * batch);
        }
    }

    void oneBatchInFiftyMicroseconds()
    {
        QCOMPARE(Pacer(1e8, 1448, 0ns).batch(), 1);
        QCOMPARE(Pacer(5e8, 1448, 0ns).batch(), 3);
        QVERIFY(Pacer(1e15, 1448, 0ns).batch() <= 1000);
    }

    /// A stall of a virtual machine, as design/performance-facts.md saw them: 5 to 14 ms.
    void aStallIsCaughtUpWithoutABurst()
    {
        const Sent sent = simulate(1e8, 2s, [](Nanoseconds due) { return due > 500ms && due < 512ms ? 512ms : due; });
        QVERIFY(std::abs(sent.units - 2e8 / (1448 * 8)) <= 2);
        QVERIFY2(sent.largest() <= 10, qPrintable(QString::number(sent.largest())));
        int wrong = 0;
        for (std::int64_t i = 0; i < 2000; ++i) {
            const auto window = sent.windows.find(i);
            const int units = window == sent.windows.end() ? 0 : window->second;
            wrong += units < 8 || units > 9;
        }
        QVERIFY2(wrong <= 16, qPrintable(QString::number(wrong)));
    }

    void latenessOfTheTimerDoesNotLowerTheMean()
    {
        int i = 0;
        const Sent sent = simulate(1e8, 2s, [&i](Nanoseconds due) { return due + Nanoseconds(++i % 7 * 10'000); });
        QVERIFY(std::abs(sent.units - 2e8 / (1448 * 8)) <= 3);
    }

    /// Where a processor is free every 4 ms only, the mean is kept and the shape is not.
    void aStarvedSenderKeepsItsMean()
    {
        const Sent sent = simulate(1e8, 5s, [](Nanoseconds due) { return (due / 4ms + 1) * 4ms; });
        QVERIFY2(sent.units > 0.97 * 5e8 / (1448 * 8), qPrintable(QString::number(sent.units)));
        QVERIFY(sent.units <= 5e8 / (1448 * 8));
    }

    void oldDebtsAreForgotten()
    {
        const Sent sent =
            simulate(1e8, 20s, [](Nanoseconds due) { return due > 1s && due < 11s ? Nanoseconds(11s) : due; });
        QVERIFY(sent.units < 12.1 * 1e8 / (1448 * 8));
        QVERIFY(sent.units > 11.5 * 1e8 / (1448 * 8));
    }
};

QTEST_APPLESS_MAIN(TestPacer)
#include "tst_pacer.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/tcp_window.h"

#include <QtTest/QtTest>
#include <cmath>
#include <limits>

using namespace millrace::simulate;

namespace {

constexpr double rate = 1e7; // bytes per second
constexpr double roundTrip = 0.1; // s; 1e6 bytes fill the path
constexpr WindowLaw law{10'000, 0, 0.2};

bool near(double value, double expected)
{
    if (std::abs(value - expected) <= 1e-9)
        return true;
    qWarning("%.12g instead of %.12g", value, expected);
    return false;
}

} // namespace

class TestTcpWindow final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Windows of 10, 20 and 40 kB, a round trip each, then the last 30 kB.
    void aNewConnectionDoublesItsWindow()
    {
        TcpWindow window(law, rate, roundTrip, 1);
        QVERIFY(window.matters());
        QVERIFY(near(window.wait(100'000, 0), 0.3 + 0.003 - 0.01));
        window.rest(0.303);
        // The fourth window has 50 kB left; 50 more leave with the fifth.
        QVERIFY(near(window.wait(100'000, 0.31), 0.4 + 0.005 - 0.31 - 0.01));
    }

    void aMessageOfOneWindowWaitsForNothing()
    {
        TcpWindow window(law, rate, roundTrip, 1);
        QVERIFY(near(window.wait(10'000, 5), 0));
        // It was acknowledged, so there is room for two.
        QVERIFY(near(window.wait(20'000, 5.2), 0));
    }

    /// After seven windows, 1.27 MB together, the acknowledgements of the last one, 640 kB, come for more than half a
    /// round trip: HyStart ends slow start half a path later, at 1.14 MB, which fill it.
    void aFullPathWaitsNoMore()
    {
        TcpWindow window(law, rate, roundTrip, 1);
        QVERIFY(near(window.wait(1e8, 0), 0.7 - 0.127));
        window.rest(11);
        QVERIFY(near(window.wait(1e8, 11.2), 0));
    }

    void whatIsNotUsedUpDoesNotGrow()
    {
        TcpWindow window(law, rate, roundTrip, 1);
        for (int i = 0; i < 20; ++i) {
            QVERIFY(near(window.wait(40'000, i * 0.4), i == 0 ? 0.2 - 0.003 : 0));
            window.rest(i * 0.4 + 0.3);
        }
        QVERIFY(window.bytes() <= 80'000);
    }

    /// The window is larger than the path by a twentieth of what was sent since. That waits in the queue, so that the
    /// timeout is 0.2 s, a round trip of 0.1 s and 23 ms, and the last byte was sent 23 ms before it left: a pause of 1
    /// s halves the window three times.
    void aPauseHalvesTheWindow()
    {
        TcpWindow window(law, rate, roundTrip, 1);
        QVERIFY(window.wait(3e6, 0) > 0);
        window.rest(11);
        const double grown = 1'140'000 + 0.05 * (3e6 - 1'270'000);
        TcpWindow later = window;
        TcpWindow shorter = window;
        // 0.963 s are less than three timeouts.
        QVERIFY(near(shorter.wait(1e8, 11.94), 0.2 - 3 * grown / 4 / rate));
        QVERIFY(near(window.wait(1e8, 12), 0.3 - 7 * grown / 8 / rate));
        // As far back in time as a new operation begins.
        later.shift(12);
        QVERIFY(near(later.wait(1e8, 0), 0.3 - 7 * grown / 8 / rate));
        later.rest(11);
        QVERIFY(near(later.wait(1e8, 1e6), 0.7 - 0.127)); // to the first window, not below
    }

    /// 250 kB of buffers are in flight at most, of a path that holds 1 MB.
    void buffersLimitTheWindow()
    {
        TcpWindow window({10'000, 250'000, 0.2}, rate, roundTrip, 1, false, 200'000);
        QVERIFY(window.isBuffered());
        QVERIFY(!window.mayOverflow());
        // Windows of 10, 20 … 160 kB, three of 250, and 10 kB.
        QVERIFY(near(window.wait(310'000 + 750'000 + 10'000, 0), 0.8 + 0.001 - 0.107));
        window.rest(0.801);
        QVERIFY(near(window.wait(1'000'000, 1), 0.3 + 0.025 - 0.1));
        QVERIFY(near(window.bytes(), 250'000));
        QVERIFY(!TcpWindow({10'000, 1'250'000, 0.2}, rate, roundTrip, 1).isBuffered());
        QVERIFY(!TcpWindow({10'000, 250'000, 0.2}, rate, roundTrip, 8).isBuffered());
    }

    /// After each window the acknowledgements wait until as much has left the other way, which takes half a round trip
    /// more than the window itself.
    void trafficBothWays()
    {
        TcpWindow window(law, rate, roundTrip, 1);
        QVERIFY(window.wait(1e7, 0) > 0);
        window.rest(2);
        TcpWindow alone = window;
        QVERIFY(near(alone.wait(1e6, 2.1), 0));
        const double bytes = alone.bytes();
        QVERIFY(bytes > 1.2e6);
        TcpWindow both = window;
        QVERIFY(near(both.wait(bytes, 2.1, true), 0));
        both = window;
        QVERIFY(near(both.wait(bytes + 1, 2.1, true), roundTrip / 2));
        both = window;
        QVERIFY(near(both.wait(bytes * 2.05 + 1, 2.1, true), roundTrip));
        // In slow start it takes a round trip, either way.
        TcpWindow fresh(law, rate, roundTrip, 1);
        QVERIFY(near(fresh.wait(100'000, 0, true), 0.3 + 0.003 - 0.01));
    }

    void connectionsShareTheBytes()
    {
        TcpWindow window(law, rate, roundTrip, 10);
        QVERIFY(near(window.wait(1'000'000, 0), 0.3 + 0.03 - 0.1));
    }

    /// 200 kB of a queue overflow at 400 kB, of which 0.7 are left; CUBIC is back there after the cube root of
    /// 0.3 × 400 kB in segments ÷ 0.4.
    void aShortQueueOverflows()
    {
        TcpWindow window(law, rate, roundTrip, 1, false, 200'000);
        QVERIFY(window.mayOverflow());
        QVERIFY(std::isinf(window.limit()));
        // Windows of 10, 20 … 320 kB; the seventh would be 640.
        QVERIFY(near(window.wait(1e8, 0), 0.6 - 0.063));
        QVERIFY(near(window.bytes(), 280'000));
        QVERIFY(near(window.limit(), 2.8e6));
        window.grow(roundTrip, 1e8); // recovers
        QVERIFY(near(window.bytes(), 280'000));
        const double plateau = std::cbrt(0.3 * 400'000 / law.segmentBytes / 0.4);
        window.grow(plateau, 1e8);
        QVERIFY(std::abs(window.bytes() - 400'000) < 1);
        window.grow(plateau, 1e8);
        QVERIFY(std::abs(window.bytes() - 520'000) < 1);
        // What is not there to be sent does not fill it.
        window.grow(plateau, 530'000);
        QVERIFY(near(window.bytes(), 530'000));
        // Path and queue hold 1.2 MB.
        window.grow(3 * plateau, 1e8);
        QVERIFY(near(window.bytes(), 0.7 * 1.2e6));
        window.rest(19.9);
        QVERIFY(near(window.wait(1e8, 20), 0));
    }

    void aLongQueueDoesNot()
    {
        const TcpWindow window(law, rate, roundTrip, 1, false, 800'000);
        QVERIFY(!window.mayOverflow());
        const TcpWindow endless(law, rate, roundTrip, 1);
        QVERIFY(!endless.mayOverflow());
    }

    void shortPathsHaveNoWindow()
    {
        TcpWindow near1(law, rate, 0.001, 1);
        QVERIFY(!near1.matters());
        QVERIFY(near(near1.wait(1e9, 0), 0));
        TcpWindow unlimited(law, std::numeric_limits<double>::infinity(), roundTrip, 1);
        QVERIFY(near(unlimited.wait(1e9, 0), 0));
        TcpWindow without({}, rate, roundTrip, 1);
        QVERIFY(near(without.wait(1e9, 0), 0));
    }
};

QTEST_APPLESS_MAIN(TestTcpWindow)
#include "tst_tcp_window.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/clock.h"
#include "core/run/campaign_control.h"
#include "core/run/failure_signature.h"
#include "core/run/run_queue.h"

#include <QtTest>
#include <thread>

using namespace millrace;
using namespace millrace::run;
using namespace std::chrono_literals;

using Positions = std::vector<int>;

class TestCampaignControl : public QObject
{
    Q_OBJECT

    /// Waits on another thread, calls `act` after a while, and returns how long the waiting went on after that.
    template <typename Act>
    static Nanoseconds reaction(CampaignControl& control, std::stop_token stop, std::stop_token finish, Act act)
    {
        Nanoseconds end{0};
        std::jthread waiting([&] {
            control.waitWhilePaused(stop, finish);
            end = monotonicNow();
        });
        std::this_thread::sleep_for(30ms);
        const Nanoseconds begin = monotonicNow();
        act();
        waiting.join();
        return end - begin;
    }

private Q_SLOTS:
    void queueKeepsItsOrder()
    {
        RunQueue queue(Positions{1, 2, 3, 4, 5});
        queue.setOrder(Positions{5, 3, 3, 99, 1});
        QCOMPARE(queue.state().waiting, (Positions{5, 3, 1}));
        QCOMPARE(queue.state().heldBack, (Positions{2, 4}));
        QCOMPARE(*queue.takeNext(), 5);
        queue.setOrder(Positions{5, 4, 1}); // 5 has been begun; 4 comes back
        QCOMPARE(queue.state().waiting, (Positions{4, 1}));
        QCOMPARE(queue.state().heldBack, (Positions{2, 3}));
        queue.addNext(7);
        queue.addNext(8, 1);
        queue.addNext(9, 100);
        QCOMPARE(queue.state().waiting, (Positions{7, 8, 4, 1, 9}));
        QVERIFY(queue.remove(2) && queue.remove(7) && !queue.remove(7));
        QCOMPARE(queue.waitingCount(), 4);
        QCOMPARE(queue.heldBackCount(), 1);
    }

    void emptyQueue()
    {
        RunQueue queue(Positions{});
        QVERIFY(!queue.takeNext());
        queue.setOrder(Positions{1});
        QCOMPARE(queue.waitingCount(), 0);
    }

    void pausedWaitingEndsAtOnce()
    {
        CampaignControl control;
        std::stop_source stop, finish;
        control.pause();
        QVERIFY(control.isPaused());
        QVERIFY(reaction(control, stop.get_token(), finish.get_token(), [&] { control.resume(); }) < 100ms);
        control.pause();
        QVERIFY(reaction(control, stop.get_token(), finish.get_token(), [&] { control.retry(3); }) < 100ms);
        QCOMPARE(control.take().runs, (std::vector<CampaignControl::Request>{{true, 3}}));
        QVERIFY(reaction(control, stop.get_token(), finish.get_token(), [&] { control.setOrder({}); }) < 100ms);
        QVERIFY(control.take().order.has_value());
        QVERIFY(!control.take().order.has_value());
        QVERIFY(reaction(control, stop.get_token(), finish.get_token(), [&] { finish.request_stop(); }) < 100ms);
        std::stop_source another;
        QVERIFY(reaction(control, stop.get_token(), another.get_token(), [&] { stop.request_stop(); }) < 100ms);
        QVERIFY(control.isPaused());
    }

    void cancelReachesTheRunUnderWay()
    {
        CampaignControl control;
        std::stop_source first, second;
        control.cancelRun(2); // a moment before it begins
        control.cancelRun(3);
        control.beginRun(1, first);
        QVERIFY(!first.stop_requested());
        control.cancelRun(1);
        QVERIFY(first.stop_requested());
        control.endRun();
        control.beginRun(2, second);
        QVERIFY(second.stop_requested());
        control.endRun();
        QCOMPARE(control.take().runs, (std::vector<CampaignControl::Request>{{false, 3}}));
    }

    void equalFailuresHaveOneSignature()
    {
        const auto one = failureSignature("peer-failed", "worker 1 on node1 ended by signal 9 after 1.5 s.");
        QCOMPARE(one, failureSignature("peer-failed", "worker 12 on node3 ended by signal 9 after 20 s."));
        QVERIFY(one != failureSignature("timeout", "worker 1 on node1 ended by signal 9 after 1.5 s."));
        QVERIFY(one != failureSignature("peer-failed", "worker 1 on node1 ended by exit code 9 after 1.5 s."));
        QCOMPARE(failureSignature("x", ""), std::string("x "));
    }
};

QTEST_APPLESS_MAIN(TestCampaignControl)
#include "tst_campaign_control.moc"

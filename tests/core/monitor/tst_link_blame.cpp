// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/unknown.h"
#include "core/monitor/blame_queue.h"
#include "core/monitor/link_blame.h"
#include "core/monitor/step_gatherer.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace millrace;
using namespace millrace::monitor;

namespace {

constexpr Nanoseconds onset = std::chrono::seconds(20);

/// 40 s of a ring (or of everybody with everybody) with a sight every 100 ms; `load` changes those after the onset.
LinkBlame watched(int ranks, bool ring, const std::function<void(LinkSample&)>& load)
{
    LinkBlame blame;
    for (int tick = 0; tick < 400; ++tick)
        for (int from = 0; from < ranks; ++from)
            for (int to = 0; to < ranks; ++to) {
                const bool used = ring ? to == (from + 1) % ranks : to != from;
                if (!used)
                    continue;
                const double jitter = 1 + 0.05 * ((tick * 7 + from * 3 + to) % 5 - 2);
                LinkSample sight{
                    tick * Nanoseconds(std::chrono::milliseconds(100)), from, to, 1e6, 4e-4 * jitter, 0, 8e8};
                if (sight.wall >= onset)
                    load(sight);
                blame.take(sight);
            }
    return blame;
}

/// Interfaces of the same time: 3 links of 80 Mbit/s in each direction and 2 % of headers; `load` adds to those after
/// the onset.
void watchNodes(LinkBlame& blame, int ranks, const std::function<void(NodeSight&)>& load)
{
    for (int tick = 0; tick < 400; ++tick)
        for (int rank = 0; rank < ranks; ++rank) {
            NodeSight sight{
                tick * Nanoseconds(std::chrono::milliseconds(100)), rank, 0.1, 2.45e8, 2.45e8, unknown, unknown};
            if (sight.wall >= onset)
                load(sight);
            blame.take(sight);
        }
}

/// Whatever is queued in front of node 2, of both directions.
void queueAtNode2(LinkSample& sight)
{
    if (sight.to == 2 || sight.from == 2)
        sight.roundTrip *= 3;
}

IterationEvent eventOf(int rank, std::int64_t iteration, double seconds = 1)
{
    IterationEvent event;
    event.origin.rank = rank;
    constexpr std::int64_t farthest = 1'000'000'000;
    event.origin.wall =
        std::chrono::seconds(std::clamp(iteration, -farthest, farthest)) + std::chrono::milliseconds(rank);
    event.iteration = iteration;
    event.duration = Nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
    return event;
}

} // namespace

class TestLinkBlame : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatComesInToANode()
    {
        for (const bool ring : {true, false}) {
            const Blame blame = watched(4, ring, [](LinkSample& sight) {
                                    if (sight.to == 2) { // data queue, and are lost
                                        sight.roundTrip *= 5;
                                        sight.retransmissions = 3;
                                        sight.deliveryRate /= 3;
                                    } else if (sight.from == 2) {
                                        sight.roundTrip *= 5; // acknowledgements queue
                                    }
                                }).blame(onset);
            QVERIFY(blame.link.has_value());
            QCOMPARE(blame.link->second, 2);
            QCOMPARE(blame.link->first, ring ? 1 : -1);
            QVERIFY(!blame.why.empty());
        }
    }

    void whatGoesOutOfANode()
    {
        const Blame blame = watched(4, false, [](LinkSample& sight) {
                                if (sight.from == 1 || sight.to == 1)
                                    sight.roundTrip *= 4;
                                if (sight.from == 1)
                                    sight.retransmissions = 2;
                            }).blame(onset);
        QVERIFY(blame.link.has_value());
        QCOMPARE(*blame.link, (std::pair{1, -1}));
        QCOMPARE(blame.workers, std::vector<int>{1});
    }

    void oneWayAlone()
    {
        const Blame blame = watched(4, false, [](LinkSample& sight) {
                                if (sight.from == 0 && sight.to == 3)
                                    sight.roundTrip *= 6;
                            }).blame(onset);
        QVERIFY(blame.link.has_value());
        QCOMPARE(*blame.link, (std::pair{0, 3}));
    }

    void withoutDirectionTheNodeAlone()
    {
        const Blame blame = watched(4, false, [](LinkSample& sight) {
                                if (sight.from == 1 || sight.to == 1)
                                    sight.roundTrip *= 4;
                            }).blame(onset);
        QVERIFY(!blame.link);
        QCOMPARE(blame.workers, std::vector<int>{1});
    }

    void framesOfOthersTellTheDirection()
    {
        LinkBlame in = watched(4, false, queueAtNode2);
        watchNodes(in, 4, [](NodeSight& sight) { sight.received += sight.rank == 2 ? 1.4e8 : 0; });
        const Blame into = in.blame(onset);
        QCOMPARE(into.cause, Cause::Load);
        QCOMPARE(*into.link, (std::pair{-1, 2}));
        // The alarm comes 20 s after the onset, when most of the time before it is no longer remembered sight by sight.
        QVERIFY(std::abs(into.since - 1.45e8) < 1e6); // 5 Mbit/s of it headers
        QVERIFY(std::abs(into.before - 5e6) < 1e6);
        LinkBlame out = watched(4, false, queueAtNode2);
        watchNodes(out, 4, [](NodeSight& sight) { sight.sent += sight.rank == 2 ? 1.4e8 : 0; });
        QCOMPARE(*out.blame(onset).link, (std::pair{2, -1}));
        LinkBlame between = watched(4, false, queueAtNode2);
        watchNodes(between, 4, [](NodeSight& sight) {
            (sight.rank == 1 ? sight.sent : sight.received) += sight.rank == 1 || sight.rank == 2 ? 1.4e8 : 0;
        });
        QCOMPARE(*between.blame(onset).link, (std::pair{1, 2}));
    }

    /// Frames that delay nobody are no cause, and neither are those that are everywhere.
    void framesAloneAreNoLoad()
    {
        LinkBlame harmless = watched(4, false, [](LinkSample&) {});
        watchNodes(harmless, 4, [](NodeSight& sight) { sight.received += sight.rank == 2 ? 1.4e8 : 0; });
        QCOMPARE(harmless.blame(onset).cause, Cause::Unknown);
        LinkBlame everywhere = watched(4, false, queueAtNode2);
        watchNodes(everywhere, 4, [](NodeSight& sight) { sight.received += 1.4e8; });
        QCOMPARE(everywhere.blame(onset).cause, Cause::RoundTrips);
        QVERIFY(!everywhere.blame(onset).link);
    }

    /// What decides is losses, though round trips fell: the sentence speaks of losses.
    void shorterRoundTripsAreNoReason()
    {
        const Blame blame = watched(4, true, [](LinkSample& sight) {
                                if (sight.to == 1) {
                                    sight.roundTrip *= 0.8;
                                    sight.retransmissions = 10;
                                }
                            }).blame(onset);
        QCOMPARE(blame.cause, Cause::Losses);
        QCOMPARE(*blame.link, (std::pair{0, 1}));
        QVERIFY2(blame.why.find("round trips") == std::string::npos, blame.why.c_str());
        QVERIFY(std::abs(blame.since - 10 * 1448 / (1e6 + 10 * 1448)) < 1e-9);
        const Blame faster = watched(4, true, [](LinkSample& sight) {
                                 if (sight.to == 1)
                                     sight.roundTrip *= 0.5;
                             }).blame(onset);
        QCOMPARE(faster.cause, Cause::Unknown);
    }

    /// An alarm of a quick detector comes before the counters that tell its cause.
    void anAlarmWaitsForItsCounters()
    {
        BlameQueue queue(2);
        Alarm alarm;
        alarm.wall = onset;
        alarm.onsetWall = onset;
        Alarm over;
        over.over = true;
        const auto at = [](int tenths) {
            LinkSample sight;
            sight.wall = onset + tenths * Nanoseconds(std::chrono::milliseconds(100));
            sight.to = 1;
            return sight;
        };
        queue.take(at(0));
        queue.add("ewma", alarm);
        queue.add("ewma", over);
        QVERIFY(queue.due().empty());
        queue.take(at(14));
        QVERIFY(queue.due().empty());
        queue.take(at(15));
        const auto due = queue.due();
        QCOMPARE(due.size(), std::size_t(2));
        QVERIFY(!due[0].alarm.over && due[1].alarm.over);
        queue.add("cusum", alarm);
        QCOMPARE(queue.rest().size(), std::size_t(1));
        // Without counters, and without counters that go on, nothing is waited for.
        BlameQueue blind(2);
        blind.add("ewma", alarm);
        QCOMPARE(blind.due().size(), std::size_t(1));
        blind.take(at(0));
        blind.add("ewma", alarm);
        QVERIFY(blind.due().empty());
        StepSight step;
        step.wall = onset + 2 * BlameQueue::settling;
        blind.take(step);
        QCOMPARE(blind.due().size(), std::size_t(1));
    }

    void thinEvidenceNamesNobody()
    {
        QVERIFY(!watched(4, false, [](LinkSample&) {}).blame(onset).link);
        const Blame everybody = watched(4, false, [](LinkSample& sight) { sight.roundTrip *= 4; }).blame(onset);
        QVERIFY(!everybody.link && everybody.workers.empty());
        const Blame unseen = watched(4, false, [](LinkSample& sight) { sight.roundTrip = unknown; }).blame(onset);
        QVERIFY(!unseen.link && unseen.workers.empty());
        QVERIFY(!LinkBlame().blame(onset).link);
        QVERIFY(!watched(2, true, [](LinkSample& sight) { sight.roundTrip *= 4; }).blame(onset).link);
    }

    void iterationsArePutTogether()
    {
        StepGatherer gatherer(3);
        QVERIFY(gatherer.take(eventOf(0, 0, 1)).empty());
        QVERIFY(gatherer.take(eventOf(2, 0, 3)).empty());
        QVERIFY(gatherer.take(eventOf(0, 1)).empty());
        const auto steps = gatherer.take(eventOf(1, 0, 2));
        QCOMPARE(steps.size(), std::size_t(1));
        QCOMPARE(steps[0].iteration, std::int64_t(0));
        QCOMPARE(steps[0].duration, (std::vector<double>{1, 2, 3}));
        QCOMPARE(steps[0].wall, Nanoseconds(std::chrono::milliseconds(2)));
        IterationEvent warmup = eventOf(1, 1);
        warmup.warmup = true;
        QVERIFY(gatherer.take(warmup).empty());
        QCOMPARE(gatherer.rest().size(), std::size_t(1));
    }

    void missingRanksAreNotWaitedForLong()
    {
        StepGatherer gatherer(2);
        std::size_t out = 0;
        for (int i = 0; i < 100; ++i) {
            for (const StepSight& step : gatherer.take(eventOf(0, i))) {
                QCOMPARE(step.iteration, static_cast<std::int64_t>(out));
                QVERIFY(std::isnan(step.duration[1]));
                ++out;
            }
            if (i == 15)
                QCOMPARE(out, std::size_t(0));
        }
        QCOMPARE(out, std::size_t(100)); // from the fourth on nobody waits
        QVERIFY(gatherer.take(eventOf(1, 99)).empty()); // too late
        QCOMPARE(gatherer.late(), std::int64_t(1));
        QVERIFY(gatherer.take(eventOf(0, 100)).empty()); // rank 1 is there again
        QCOMPARE(gatherer.take(eventOf(1, 100)).size(), std::size_t(1));
    }

    void strangeNumbersAreThrownAway()
    {
        StepGatherer gatherer(2);
        for (const std::int64_t iteration :
             {std::numeric_limits<std::int64_t>::min(), std::int64_t(-1), std::numeric_limits<std::int64_t>::max()})
            QVERIFY(gatherer.take(eventOf(0, iteration)).empty());
        QVERIFY(gatherer.take(eventOf(7, 0)).empty());
        for (int i = 0; i < 2000; ++i) // jumps far apart do not pile up
            (void)gatherer.take(eventOf(0, std::int64_t(i) * 1'000'000));
        QVERIFY(gatherer.rest().size() <= StepGatherer::mostOpen);
        QVERIFY(gatherer.take(eventOf(0, 0)).empty()); // a new session
        QCOMPARE(gatherer.take(eventOf(1, 0)).size(), std::size_t(1));
    }
};

QTEST_APPLESS_MAIN(TestLinkBlame)
#include "tst_link_blame.moc"

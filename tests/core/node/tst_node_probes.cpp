// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/probe_handlers.h"
#include "tests/core/node/node_bed.h"

#include <QtTest>
#include <csignal>

using namespace millrace;
using namespace millrace::agent;
using namespace millrace::node;
using namespace std::chrono_literals;

class TestNodeProbes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { ::signal(SIGPIPE, SIG_IGN); }

    void allMeasureWhatAResponderAnswers()
    {
        NodeBed bed(registerProbeHandlers);
        const auto there = bed.node->startResponder({"127.0.0.1", 0}, soon());
        QVERIFY2(there, there ? "" : there.error().text().c_str());
        QCOMPARE(there->address, std::string("127.0.0.1"));
        QVERIFY(there->port != 0);

        probe::DelaySpec delay;
        delay.responder = *there;
        delay.packets = 5;
        delay.spacing = 1ms;
        const auto delays = bed.node->probeDelay(delay, soon());
        QVERIFY2(delays, delays ? "" : delays.error().text().c_str());
        QCOMPARE(delays->sent, 5);
        QCOMPARE(delays->roundTrips.size() + static_cast<std::size_t>(delays->lost), std::size_t(5));
        QVERIFY(delays->roundTrip.minimum > 0ns && delays->roundTrip.minimum <= delays->roundTrip.median);

        probe::LossSpec loss;
        loss.responder = *there;
        loss.packets = 100;
        const auto losses = bed.node->probeLoss(loss, soon());
        QVERIFY2(losses, losses ? "" : losses.error().text().c_str());
        QCOMPARE(losses->sent, 100U);
        QVERIFY(losses->received > 0 && losses->received <= 100);

        probe::RateSpec rate;
        rate.responder = *there;
        rate.bitsPerSecond = 20e6;
        rate.duration = 50ms;
        rate.frameBytes = 1000;
        const auto rates = bed.node->probeRate(rate, soon());
        QVERIFY2(rates, rates ? "" : rates.error().text().c_str());
        QCOMPARE(rates->frameBytes, 1000);
        QVERIFY(rates->received > 0 && rates->achievedBitsPerSecond > 0);
        QVERIFY(bed.node->stopResponder(*there, soon()));
    }

    void aStoppedResponderAnswersNoMore()
    {
        NodeBed bed(registerProbeHandlers);
        const auto there = bed.node->startResponder({"127.0.0.1", 0}, soon());
        QVERIFY(!bed.node->startResponder(*there, soon())); // its port is taken
        QVERIFY(bed.node->stopResponder(*there, soon()));
        const auto again = bed.node->stopResponder(*there, soon());
        QCOMPARE(again.error().code, ErrorCode::NotFound);
        QCOMPARE(again.error().text(), "no responder listens on " + endpointText(*there));
        probe::DelaySpec delay;
        delay.responder = *there;
        delay.packets = 2;
        delay.spacing = 1ms;
        delay.patience = 20ms;
        const auto report = bed.node->probeDelay(delay, soon());
        QVERIFY(!report || report->lost == 2);
    }

    void refusals()
    {
        NodeBed bed(registerProbeHandlers);
        QVERIFY(!bed.node->startResponder({"192.0.2.1", 0}, soon())); // an address of nobody
        QVERIFY(!bed.node->startResponder({"not an address", 0}, soon()));
        for (const char* method : {"probe.responder.start", "probe.responder.stop", "probe.delay", "probe.loss",
                                   "probe.rate", "probe.drain.start", "probe.drain.stop", "probe.tcp_rate"})
            QVERIFY2(!bed.request(method, {{"address", 5}}), method);
    }

    /// What is acknowledged is counted, with the headers of its frames; the rates themselves are held against emulated
    /// links (tst_network_command).
    void connectionsShareARate()
    {
        NodeBed bed(registerProbeHandlers);
        const auto there = bed.node->startDrain({"127.0.0.1", 0}, soon());
        QVERIFY2(there, there ? "" : there.error().text().c_str());
        probe::TcpRateSpec spec;
        spec.drain = *there;
        spec.streams = 40;
        spec.warmUp = 20ms;
        spec.duration = 100ms;
        const auto report = bed.node->probeTcpRate(spec, soon());
        QVERIFY2(report, report ? "" : report.error().text().c_str());
        QVERIFY(report->acknowledgedBytes > 0 && report->elapsed >= 100ms && report->roundTrip > 0ns);
        QVERIFY(!report->congestionControl.empty());
        const double payload =
            8e9 * static_cast<double>(report->acknowledgedBytes) / static_cast<double>(report->elapsed.count());
        const double withHeaders = report->bitsPerSecond / payload;
        QVERIFY2(withHeaders > 1.0005 && withHeaders < 1.05, std::to_string(withHeaders).c_str()); // MTU 65 536 … 1 500
        spec.streams = 0;
        QCOMPARE(bed.node->probeTcpRate(spec, soon()).error().code, ErrorCode::InvalidInput);
        spec.streams = 1;
        QVERIFY(bed.node->stopDrain(*there, soon()));
        QCOMPARE(bed.node->stopDrain(*there, soon()).error().text(), "no drain listens on " + endpointText(*there));
        spec.patience = 50ms;
        QVERIFY(!bed.node->probeTcpRate(spec, soon()));
    }

    /// A drain that ends while it is sent to.
    void aBrokenConnection()
    {
        NodeBed bed(registerProbeHandlers);
        const auto there = bed.node->startDrain({"127.0.0.1", 0}, soon());
        probe::TcpRateSpec spec;
        spec.drain = *there;
        spec.streams = 3;
        spec.duration = 20s;
        std::jthread later([&] {
            std::this_thread::sleep_for(100ms);
            (void)bed.node->stopDrain(*there, soon());
        });
        const auto report = bed.node->probeTcpRate(spec, deadlineIn(30s));
        QCOMPARE(report.error().code, ErrorCode::Unreachable);
        QVERIFY(report.error().text().find("broke") != std::string::npos);
    }

    void aProbeCanBeCancelled()
    {
        NodeBed bed(registerProbeHandlers);
        const auto there = bed.node->startResponder({"127.0.0.1", 0}, soon());
        probe::DelaySpec delay;
        delay.responder = *there;
        delay.packets = 1000;
        delay.spacing = 100ms;
        std::stop_source stop;
        std::jthread later([&] {
            std::this_thread::sleep_for(30ms);
            stop.request_stop();
        });
        const auto report = bed.node->probeDelay(delay, soon(), JobContext{stop.get_token(), {}});
        QCOMPARE(report.error().code, ErrorCode::Cancelled);
        const auto drain = bed.node->startDrain({"127.0.0.1", 0}, soon());
        std::stop_source second;
        std::jthread soonAfter([&] {
            std::this_thread::sleep_for(30ms);
            second.request_stop();
        });
        const auto rate = bed.node->probeTcpRate({*drain}, soon(), JobContext{second.get_token(), {}});
        QCOMPARE(rate.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestNodeProbes)
#include "tst_node_probes.moc"

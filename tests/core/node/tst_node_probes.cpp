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
        for (const char* method :
             {"probe.responder.start", "probe.responder.stop", "probe.delay", "probe.loss", "probe.rate"})
            QVERIFY2(!bed.request(method, {{"address", 5}}), method);
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
    }
};

QTEST_GUILESS_MAIN(TestNodeProbes)
#include "tst_node_probes.moc"

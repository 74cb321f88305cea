// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/base/statistics.h"
#include "core/probe/prober.h"
#include "core/probe/responder.h"
#include "core/probe/udp_socket.h"

#include <QtTest>
#include <atomic>
#include <limits>
#include <map>
#include <thread>

using namespace millrace;
using namespace millrace::probe;
using namespace std::chrono_literals;

namespace {

/// A path with known properties between prober and responder: a UDP relay that delays and drops on the way there.
class Relay
{
public:
    Relay(const Endpoint& responder, Nanoseconds delay, double loss)
        : m_front(*UdpSocket::bindTo({"127.0.0.1", 0})), m_back(*UdpSocket::connectTo(responder)), m_delay(delay),
          m_loss(loss), m_thread([this](const std::stop_token& stop) { run(stop); })
    {
    }
    Endpoint endpoint() const { return *localEndpoint(m_front.fd()); }
    std::atomic<std::uint32_t> dropped = 0; ///< packets of trains
    std::atomic<std::int64_t> shortestStay = std::numeric_limits<std::int64_t>::max(); ///< ns from arrival to sending

private:
    void run(const std::stop_token& stop)
    {
        Random random(11);
        std::multimap<Nanoseconds, Arrival> waiting;
        std::vector<Arrival> arrivals;
        sockaddr_in prober{};
        while (!stop.stop_requested()) {
            arrivals.clear();
            (void)m_front.receive(arrivals);
            for (const Arrival& arrival : arrivals) {
                prober = arrival.from;
                if (arrival.packet.kind == PacketKind::Train && random.uniform() < m_loss)
                    ++dropped;
                else
                    waiting.emplace(monotonicNow() + m_delay, arrival);
            }
            while (!waiting.empty() && waiting.begin()->first <= monotonicNow()) {
                const Arrival& arrival = waiting.begin()->second;
                (void)m_back.send(arrival.packet, arrival.length);
                shortestStay = std::min<std::int64_t>(shortestStay, (wallNow() - arrival.time).count());
                waiting.erase(waiting.begin());
            }
            arrivals.clear();
            (void)m_back.receive(arrivals);
            for (const Arrival& arrival : arrivals)
                (void)m_front.send(arrival.packet, arrival.length, &prober);
            std::this_thread::sleep_for(20us);
        }
    }

    UdpSocket m_front;
    UdpSocket m_back;
    const Nanoseconds m_delay;
    const double m_loss;
    std::jthread m_thread;
};

std::unique_ptr<Responder> startResponder()
{
    return *Responder::start({"127.0.0.1", 0});
}

std::string text(const RateReport& report)
{
    return "offered " + std::to_string(report.offeredBitsPerSecond) + " achieved "
        + std::to_string(report.achievedBitsPerSecond) + " sent " + std::to_string(report.sent) + " received "
        + std::to_string(report.received);
}

} // namespace

class TestProbe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void delayOfLoopback()
    {
        const auto responder = startResponder();
        const auto report = measureDelay({responder->endpoint(), 50, 1ms, 64, 2s});
        QVERIFY2(report, report ? "" : report.error().text().c_str());
        QCOMPARE(report->sent, 50);
        QCOMPARE(report->lost, 0);
        QCOMPARE(report->roundTrips.size(), std::size_t(50));
        QVERIFY(report->roundTrip.minimum > Nanoseconds(0));
        QVERIFY(report->roundTrip.minimum <= report->roundTrip.median
                && report->roundTrip.median <= report->roundTrip.p99);
        QVERIFY(report->roundTrip.minimum < 5ms);
        QVERIFY(report->forward.minimum > Nanoseconds(0) && report->forward.minimum < report->roundTrip.p99);
    }

    void aKnownDelayIsMeasured()
    {
        const auto responder = startResponder();
        const Relay relay(responder->endpoint(), 20ms, 0);
        const auto report = measureDelay({relay.endpoint(), 30, 3ms, 200, 2s});
        QVERIFY(report);
        QCOMPARE(report->lost, 0);
        // The packet that stayed shortest is not the one that was on the way shortest when other programs hold us up.
        const Nanoseconds stay(relay.shortestStay);
        QVERIFY(stay >= 20ms);
        const std::string numbers =
            std::to_string(stay.count()) + " " + std::to_string(report->roundTrip.minimum.count());
        QVERIFY2(report->roundTrip.minimum >= 20ms && report->roundTrip.minimum < stay + 5ms, numbers.c_str());
        QVERIFY(report->forward.minimum >= 20ms && report->forward.minimum <= report->roundTrip.minimum);
    }

    void lossOfLoopbackIsNone()
    {
        const auto responder = startResponder();
        const auto report = measureLoss({responder->endpoint(), 2000, 20'000, 64, 3s});
        QVERIFY(report);
        QVERIFY((*report == LossReport{2000, 2000, 0, 0}));
    }

    void aKnownLossIsMeasuredToThePacket()
    {
        const auto responder = startResponder();
        Relay relay(responder->endpoint(), 1ms, 0.05);
        const auto report = measureLoss({relay.endpoint(), 4000, 20'000, 64, 3s});
        QVERIFY(report);
        QCOMPARE(report->sent, 4000u);
        QCOMPARE(report->received, 4000u - relay.dropped);
        QVERIFY(binomialInterval(report->sent - report->received, report->sent, 0.999).contains(0.05));
    }

    void aLostTrainIsAllLoss()
    {
        const auto responder = startResponder();
        const Relay relay(responder->endpoint(), 0ms, 1.0);
        const auto report = measureLoss({relay.endpoint(), 100, 10'000, 64, 3s});
        QVERIFY(report);
        QVERIFY((*report == LossReport{100, 0, 0, 0}));
    }

    void paceIsKept()
    {
        const auto responder = startResponder();
        const Nanoseconds before = monotonicNow();
        QVERIFY(measureLoss({responder->endpoint(), 200, 1000, 64, 3s}));
        const Nanoseconds taken = monotonicNow() - before;
        QVERIFY2(taken >= 199ms && taken < 900ms, std::to_string(taken.count()).c_str());
    }

    void rateIsThatOfTheOffer()
    {
        const auto responder = startResponder();
        const auto report = measureRate({responder->endpoint(), 50e6, 300ms, 1514, 3s});
        QVERIFY(report);
        QCOMPARE(report->frameBytes, 1514);
        QCOMPARE(report->sent, std::uint32_t(std::ceil(50e6 * 0.3 / (8 * 1514))));
        QCOMPARE(report->received, report->sent);
        QVERIFY2(std::abs(report->offeredBitsPerSecond / 50e6 - 1) < 0.03, text(*report).c_str());
        QVERIFY2(std::abs(report->achievedBitsPerSecond / 50e6 - 1) < 0.03, text(*report).c_str());
    }

    void frameSizeFollowsThePath()
    {
        const auto responder = startResponder();
        const auto report = measureRate({responder->endpoint(), 1e9, 20ms, 0, 3s});
        QVERIFY(report);
        QCOMPARE(report->frameBytes, 65'535 + 14); // the loopback interface's MTU is the largest packet there is
        QCOMPARE(report->received, report->sent);
    }

    void nobodyThereIsUnreachable()
    {
        Endpoint dead;
        {
            dead = startResponder()->endpoint();
        }
        const Nanoseconds before = monotonicNow();
        const auto report = measureDelay({dead, 5, 1ms, 64, 300ms});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Unreachable);
        QVERIFY(monotonicNow() - before < 1s);
    }

    void cancellationIsQuick()
    {
        const auto responder = startResponder();
        std::stop_source source;
        std::jthread canceller([&] {
            std::this_thread::sleep_for(100ms);
            source.request_stop();
        });
        const Nanoseconds before = monotonicNow();
        const auto report = measureLoss({responder->endpoint(), 100'000, 1000, 64, 3s}, {source.get_token(), {}});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Cancelled);
        QVERIFY(monotonicNow() - before < 1s);
    }

    void nonsenseIsRefused()
    {
        const Endpoint there{"127.0.0.1", 9};
        QCOMPARE(measureDelay({there, 0, 1ms, 64, 1s}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(measureDelay({there, 1, 1ms, 8, 1s}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(measureDelay({{"nowhere", 9}, 1, 1ms, 64, 1s}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(measureLoss({there, 0, 1000, 64, 1s}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(measureLoss({there, maximumTrain + 1, 1000, 64, 1s}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(measureLoss({there, 10, 0, 64, 1s}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(measureRate({there, 0, 100ms, 1514, 1s}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(measureRate({there, 1e6, 100ms, 60, 1s}).error().code, ErrorCode::InvalidInput);
        QVERIFY(!Responder::start({"300.0.0.1", 0}));
    }

    void strangePacketsAreIgnored()
    {
        const auto responder = startResponder();
        auto socket = UdpSocket::connectTo(responder->endpoint());
        QCOMPARE(::write(socket->fd(), "short", 5), ssize_t(5));
        const std::vector<char> zeros(200);
        QCOMPARE(::write(socket->fd(), zeros.data(), zeros.size()), ssize_t(200));
        Packet odd;
        odd.kind = static_cast<PacketKind>(77);
        QVERIFY(*socket->send(odd, 64));
        QVERIFY(measureDelay({responder->endpoint(), 3, 1ms, 64, 1s}));
        std::vector<Arrival> arrivals;
        QVERIFY(socket->receive(arrivals));
        QVERIFY(arrivals.empty());
    }
};

QTEST_APPLESS_MAIN(TestProbe)
#include "tst_probe.moc"

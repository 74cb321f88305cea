// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/crosstraffic/running_receiver.h"

#include "core/crosstraffic/traffic_socket.h"
#include "core/crosstraffic/traffic_wire.h"

#include <array>
#include <atomic>
#include <functional>
#include <netinet/in.h>
#include <poll.h>

using namespace millrace;
using namespace millrace::crosstraffic;
using namespace std::chrono_literals;

namespace {

/// Proxy between sender and receiver that drops or swaps data datagrams by a rule. Its own counts are the ground
/// truth.
class Between
{
public:
    enum class Fate
    {
        Pass,
        Lose,
        Swap ///< with the next one
    };

    Between(std::uint16_t receiver, std::function<Fate(std::uint64_t)> rule) : m_rule(std::move(rule))
    {
        m_front = bound();
        m_back = bound();
        const auto to = socketAddress("127.0.0.1", receiver);
        ::connect(m_back.get(), to->get(), to->length);
        m_thread = std::jthread([this](const std::stop_token& stop) {
            while (!stop.stop_requested())
                step();
        });
    }
    std::uint16_t port() const
    {
        SocketAddress address;
        address.length = sizeof address.storage;
        ::getsockname(m_front.get(), reinterpret_cast<sockaddr*>(&address.storage), &address.length);
        return address.port();
    }
    std::uint64_t lost() const { return m_lost; }
    /// Without those behind the last datagram that went through.
    std::uint64_t lostOnTheWay() const { return m_lostOnTheWay; }
    std::uint64_t swapped() const { return m_swapped; }
    std::uint64_t bytes() const { return m_bytes; }

private:
    static UniqueFd bound()
    {
        UniqueFd fd(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0));
        const auto any = socketAddress("127.0.0.1", 0);
        ::bind(fd.get(), any->get(), any->length);
        return fd;
    }
    void step()
    {
        std::array<pollfd, 2> entries{{{m_front.get(), POLLIN, 0}, {m_back.get(), POLLIN, 0}}};
        ::poll(entries.data(), entries.size(), 10);
        std::array<unsigned char, 65536> buffer;
        m_from.length = sizeof m_from.storage;
        const auto count = ::recvfrom(m_front.get(), buffer.data(), buffer.size(), 0,
                                      reinterpret_cast<sockaddr*>(&m_from.storage), &m_from.length);
        if (count > 0)
            pass({buffer.begin(), buffer.begin() + count});
        if (const auto back = ::recv(m_back.get(), buffer.data(), buffer.size(), 0); back > 0)
            ::sendto(m_front.get(), buffer.data(), static_cast<std::size_t>(back), 0, m_from.get(), m_from.length);
    }
    void pass(const std::vector<unsigned char>& datagram)
    {
        const auto head = decodeDatagram(datagram);
        const bool data = head && head->kind == DatagramHead::Kind::Data;
        const Fate fate = data ? m_rule(head->sequence) : Fate::Pass;
        if (fate == Fate::Lose) {
            ++m_lost;
            return;
        }
        if (data) {
            m_bytes += datagram.size();
            m_lostOnTheWay = m_lost.load();
        }
        if (fate == Fate::Swap && m_held.empty()) {
            m_held = datagram;
            ++m_swapped;
            return;
        }
        // The last datagram has no next one to be swapped with: it goes before the end of the flow.
        if (!data && !m_held.empty()) {
            --m_swapped;
            release();
        }
        ::send(m_back.get(), datagram.data(), datagram.size(), 0);
        release();
    }

    void release()
    {
        if (!m_held.empty())
            ::send(m_back.get(), m_held.data(), m_held.size(), 0);
        m_held.clear();
    }

    std::function<Fate(std::uint64_t)> m_rule;
    UniqueFd m_front;
    UniqueFd m_back;
    SocketAddress m_from;
    std::vector<unsigned char> m_held;
    std::atomic<std::uint64_t> m_lost = 0;
    std::atomic<std::uint64_t> m_lostOnTheWay = 0;
    std::atomic<std::uint64_t> m_swapped = 0;
    std::atomic<std::uint64_t> m_bytes = 0;
    std::jthread m_thread;
};

} // namespace

class TestTrafficUdp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void exactBytes()
    {
        RunningReceiver receiver;
        TrafficOrder order = orderTo(receiver.port(), Transport::Udp);
        order.flowBitsPerSecond = 50e6;
        // Whole datagrams, one datagram, less than a head, and a rest.
        order.flows = {{0ns, 14'480, 0, 0}, {1ms, 1448, 0, 0}, {2ms, 10, 0, 0}, {3ms, 100'000, 0, 0}};
        Lines said;
        const auto records = runSender(order, {}, said.sink(), {});
        receiver.stop();
        QVERIFY(records && records->size() == 4);
        for (const FlowRecord& record : *records) {
            QCOMPARE(record.end, FlowEnd::Completed);
            QCOMPARE(record.ackedBytes, record.bytes);
            QCOMPARE(record.datagramsLost, std::uint64_t(0));
        }
        // 100 kB at 50 Mbit/s; the last datagram begins after those in front of it.
        const double expected = 99'912 * 8 / 50e6;
        QVERIFY(std::abs(std::chrono::duration<double>((*records)[3].completion).count() / expected - 1) < 0.5);
        QCOMPARE(receiver.lines.sum("traffic-rate", "received_bytes"), 14'480.0 + 1448 + 32 + 100'000);
    }

    void lossIsTheReceiversTruth()
    {
        RunningReceiver receiver;
        Between between(receiver.port(), [](std::uint64_t sequence) {
            return sequence % 10 == 3 ? Between::Fate::Lose
                : sequence % 10 == 7  ? Between::Fate::Swap
                                      : Between::Fate::Pass;
        });
        TrafficOrder order = orderTo(between.port(), Transport::Udp);
        order.flowBitsPerSecond = 10e6;
        order.flows = {{0ns, 0, 0, 0}};
        Lines said;
        const auto records = runSender(order, {}, said.sink(), {});
        receiver.stop();
        QVERIFY(records && records->size() == 1);
        const FlowRecord& record = records->front();
        QCOMPARE(record.end, FlowEnd::Completed);
        QVERIFY(between.lost() > 10);
        QCOMPARE(record.datagramsLost, between.lost());
        QCOMPARE(record.datagramsReordered, between.swapped());
        QCOMPARE(record.ackedBytes, between.bytes());
        // The receiver's own account does not know of losses behind the last datagram that it saw.
        QCOMPARE(receiver.lines.sum("traffic-end", "lost"), static_cast<double>(between.lostOnTheWay()));
        // Rates that were reported while the flow was active.
        QVERIFY(said.sum("traffic-rate", "acked_bytes") > 0);
    }

    void theLastDatagramIsLost()
    {
        RunningReceiver receiver;
        Between between(receiver.port(), [](std::uint64_t sequence) {
            return sequence >= 8 ? Between::Fate::Lose : Between::Fate::Pass;
        });
        TrafficOrder order = orderTo(between.port(), Transport::Udp);
        order.flowBitsPerSecond = 50e6;
        order.flows = {{0ns, 14'480, 0, 0}};
        Lines said;
        const auto records = runSender(order, {}, said.sink(), {});
        QVERIFY(records && records->size() == 1);
        QCOMPARE(records->front().datagramsLost, std::uint64_t(2));
        QCOMPARE(records->front().ackedBytes, std::uint64_t(8 * 1448));
    }

    void nobodyListens()
    {
        TrafficOrder order = orderTo(0, Transport::Udp);
        {
            RunningReceiver receiver;
            order.targets[0].port = receiver.port();
        }
        order.flowBitsPerSecond = 10e6;
        order.flows = {{0ns, 0, 0, 0}};
        Lines said;
        const auto records = runSender(order, {}, said.sink(), {});
        QVERIFY(records && records->size() == 1);
        QCOMPARE(records->front().end, FlowEnd::Failed);
        QCOMPARE(records->front().error, std::string("Connection refused"));
    }

    void nobodyAnswers()
    {
        const UniqueFd silent(::socket(AF_INET, SOCK_DGRAM, 0));
        auto address = socketAddress("127.0.0.1", 0);
        QCOMPARE(::bind(silent.get(), address->get(), address->length), 0);
        QCOMPARE(::getsockname(silent.get(), reinterpret_cast<sockaddr*>(&address->storage), &address->length), 0);
        TrafficOrder order = orderTo(address->port(), Transport::Udp);
        order.flowBitsPerSecond = 10e6;
        order.drain = 200ms;
        order.flows = {{0ns, 5000, 0, 0}};
        Lines said;
        const auto records = runSender(order, {}, said.sink(), {});
        QVERIFY(records && records->size() == 1);
        QCOMPARE(records->front().end, FlowEnd::Failed);
        QCOMPARE(records->front().error, std::string("the receiver did not report what it got"));
    }

    void asFastAsItGoes()
    {
        RunningReceiver receiver;
        TrafficOrder order = orderTo(receiver.port(), Transport::Udp);
        order.flows = {{0ns, 0, 0, 0}};
        Lines said;
        const auto records = runSender(order, {}, said.sink(), {});
        receiver.stop();
        QVERIFY(records && records->size() == 1);
        const FlowRecord& record = records->front();
        QCOMPARE(record.end, FlowEnd::Completed);
        const double sent = said.sum("traffic-end", "sent_bytes");
        QCOMPARE(sent, static_cast<double>(record.ackedBytes + record.datagramsLost * 1448));
        QCOMPARE(receiver.lines.sum("traffic-end", "received_bytes"), static_cast<double>(record.ackedBytes));
        qInfo("%.2f Gbit/s sent, %.2f received", sent * 8 / 0.3e9, static_cast<double>(record.ackedBytes) * 8 / 0.3e9);
    }

    void hostileDatagrams()
    {
        RunningReceiver receiver;
        const UniqueFd fd(::socket(AF_INET, SOCK_DGRAM, 0));
        const auto to = socketAddress("127.0.0.1", receiver.port());
        QCOMPARE(::connect(fd.get(), to->get(), to->length), 0);
        const auto send = [&](const std::vector<unsigned char>& bytes) {
            QCOMPARE(::send(fd.get(), bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
        };
        send({});
        send(std::vector<unsigned char>(31, 'M'));
        send(std::vector<unsigned char>(60'000, 0xff));
        std::vector<unsigned char> data(100);
        encode(DatagramHead{DatagramHead::Kind::Report, 1, 1, 0, 0ns}, data.data());
        send(data);
        // A number near the end of all numbers is counted as it is, and does not make anything grow.
        encode(DatagramHead{DatagramHead::Kind::Data, 1, 1, ~std::uint64_t(0), 0ns}, data.data());
        send(data);
        encode(DatagramHead{DatagramHead::Kind::End, 1, 1, ~std::uint64_t(0), 0ns}, data.data());
        send(data);
        for (std::uint32_t i = 0; i < 70'000; ++i) {
            encode(DatagramHead{DatagramHead::Kind::Data, 2, i, 0, 0ns}, data.data());
            send(data);
        }
        std::this_thread::sleep_for(200ms);
        receiver.stop();
        QVERIFY(receiver.result);
        QVERIFY(receiver.lines.sum("traffic-end", "refused") >= 3);
        // The one that said its end may have been forgotten before the others came.
        QVERIFY(receiver.lines.sum("traffic-end", "flows") <= 65'536 + 1);
    }
};

QTEST_GUILESS_MAIN(TestTrafficUdp)
#include "tst_traffic_udp.moc"

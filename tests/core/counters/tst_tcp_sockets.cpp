// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/socket.h"
#include "core/counters/tcp_sockets.h"

#include <QtTest>
#include <linux/inet_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace millrace;
using namespace millrace::counters;
using namespace std::chrono_literals;

namespace {

/// A connection on the loopback interface, blocking.
struct Connection
{
    explicit Connection(const std::string& congestionControl = {})
    {
        auto listener = listenTcp({"127.0.0.1", 0});
        endpoint = *localEndpoint(listener->get());
        one = *connectTcp(endpoint, deadlineIn(5s), congestionControl);
        other = *acceptTcp(listener->get(), deadlineIn(5s));
    }
    /// From `one` to `other`.
    void transfer(std::size_t bytes)
    {
        std::jthread reader([&] {
            std::vector<char> buffer(1 << 16);
            for (std::size_t left = bytes; left > 0;) {
                (void)waitReady(other.get(), POLLIN, deadlineIn(5s));
                const ssize_t got = ::read(other.get(), buffer.data(), std::min(left, buffer.size()));
                left -= got > 0 ? std::size_t(got) : 0;
            }
        });
        const std::vector<char> data(1 << 16, 'd');
        for (std::size_t left = bytes; left > 0;) {
            (void)waitReady(one.get(), POLLOUT, deadlineIn(5s));
            const ssize_t put = ::write(one.get(), data.data(), std::min(left, data.size()));
            left -= put > 0 ? std::size_t(put) : 0;
        }
    }

    Endpoint endpoint;
    UniqueFd one;
    UniqueFd other;
};

/// The kernel's TCP_INFO of one socket by getsockopt: the independent source.
tcp_info infoOf(const UniqueFd& socket)
{
    tcp_info info{};
    socklen_t length = sizeof info;
    ::getsockopt(socket.get(), IPPROTO_TCP, TCP_INFO, &info, &length);
    return info;
}

std::vector<PeerTcp> readAll(TcpSocketReader& reader, std::uint16_t port)
{
    std::vector<PeerTcp> peers;
    const auto result = reader.read({port, port}, peers, deadlineIn(5s));
    if (!result)
        qWarning("%s", result.error().text().c_str());
    return peers;
}

/// A message as the kernel would send it for an IPv4 socket.
std::vector<std::byte> kernelMessage()
{
    inet_diag_msg head{};
    head.idiag_family = AF_INET;
    head.id.idiag_sport = htons(10'000);
    head.id.idiag_dport = htons(40'000);
    head.id.idiag_dst[0] = htonl(0x0a4d0002);
    std::vector<std::byte> bytes(sizeof head + 4 + sizeof(tcp_info) + 4 + 8);
    std::memcpy(bytes.data(), &head, sizeof head);
    tcp_info info{};
    info.tcpi_rtt = 1500;
    info.tcpi_snd_cwnd = 10;
    const std::uint16_t first[2] = {4 + sizeof info, INET_DIAG_INFO};
    const std::uint16_t second[2] = {4 + 6, INET_DIAG_CONG};
    std::byte* at = bytes.data() + sizeof head;
    std::memcpy(at, first, 4);
    std::memcpy(at + 4, &info, sizeof info);
    std::memcpy(at + 4 + sizeof info, second, 4);
    std::memcpy(at + 8 + sizeof info, "cubic", 6);
    return bytes;
}

} // namespace

class TestTcpSockets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheSockets()
    {
        auto reader = TcpSocketReader::open();
        QVERIFY2(reader, reader ? "" : reader.error().text().c_str());
        Connection connection;
        connection.transfer(3'000'000);
        QTest::qWait(50); // the last acknowledgement
        const auto peers = readAll(*reader, connection.endpoint.port);
        QCOMPARE(peers.size(), std::size_t(1));
        const PeerTcp& peer = peers.front();
        QCOMPARE(peer.address, std::string("127.0.0.1"));
        QCOMPARE(peer.sockets, 2u);
        QCOMPARE(peer.receivedBytes, std::uint64_t(3'000'000));
        QVERIFY(peer.ackedBytes >= 3'000'000 && peer.ackedBytes <= 3'000'002);
        QVERIFY(peer.sentBytes >= 3'000'000);
        const tcp_info one = infoOf(connection.one);
        const tcp_info other = infoOf(connection.other);
        QCOMPARE(peer.minimumRtt, Nanoseconds(std::chrono::microseconds(std::min(one.tcpi_rtt, other.tcpi_rtt))));
        QCOMPARE(peer.maximumRtt, Nanoseconds(std::chrono::microseconds(std::max(one.tcpi_rtt, other.tcpi_rtt))));
        QCOMPARE(peer.meanRtt, Nanoseconds(std::chrono::microseconds(one.tcpi_rtt + other.tcpi_rtt)) / 2);
        QCOMPARE(peer.meanWindow, (one.tcpi_snd_cwnd + other.tcpi_snd_cwnd) / 2.0);
        QCOMPARE(peer.retransmissions, std::uint64_t(one.tcpi_total_retrans + other.tcpi_total_retrans));
        QCOMPARE(peer.unackedSegments, std::uint64_t(0));
        QVERIFY(peer.deliveryRate > 1e6);
        QCOMPARE(peer.congestionControl, *congestionControlOf(connection.one.get()));
    }

    void laterReadingsSeeWhatHasHappened()
    {
        auto reader = TcpSocketReader::open();
        Connection connection;
        // The first reading lists, the others ask for the known sockets.
        QCOMPARE(readAll(*reader, connection.endpoint.port).front().receivedBytes, std::uint64_t(0));
        std::uint64_t expected = 0;
        for (int i = 0; i < 5; ++i) {
            connection.transfer(100'000);
            expected += 100'000;
            const auto peers = readAll(*reader, connection.endpoint.port);
            QCOMPARE(peers.size(), std::size_t(1));
            QCOMPARE(peers.front().sockets, 2u);
            QCOMPARE(peers.front().receivedBytes, expected);
        }
    }

    void newAndClosedSocketsAreNoticed()
    {
        auto reader = TcpSocketReader::open();
        const auto sockets = [&](const PortRange& ports) {
            std::vector<PeerTcp> peers;
            if (!reader->read(ports, peers, deadlineIn(5s)))
                return -1;
            return peers.empty() ? 0 : int(peers.front().sockets);
        };
        Connection first;
        const PortRange ports{first.endpoint.port, first.endpoint.port};
        QCOMPARE(sockets(ports), 2);
        // A second pair on the same port, made after the list.
        UniqueFd late;
        UniqueFd accepted;
        {
            const int again = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
            const int on = 1;
            ::setsockopt(again, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
            const UniqueFd listener(again);
            sockaddr_in address{};
            address.sin_family = AF_INET;
            address.sin_port = htons(first.endpoint.port);
            address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            QCOMPARE(::bind(again, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
            QCOMPARE(::listen(again, 5), 0);
            late = *connectTcp(first.endpoint, deadlineIn(5s));
            accepted = *acceptTcp(again, deadlineIn(5s));
        }
        QTRY_COMPARE_WITH_TIMEOUT(sockets(ports), 4, 1000);
        late.reset();
        accepted.reset();
        QTRY_VERIFY_WITH_TIMEOUT(sockets(ports) < 4, 1000);
    }

    void filtersByPort()
    {
        auto reader = TcpSocketReader::open();
        Connection one;
        Connection two;
        QCOMPARE(readAll(*reader, one.endpoint.port).front().sockets, 2u);
        QCOMPARE(readAll(*reader, two.endpoint.port).front().sockets, 2u);
        std::vector<PeerTcp> peers;
        QVERIFY(reader->read({1, 1}, peers, deadlineIn(5s)));
        QVERIFY(peers.empty());
    }

    void differentAlgorithmsAreNamed()
    {
        auto reader = TcpSocketReader::open();
        Connection connection("reno");
        QVERIFY(::setsockopt(connection.other.get(), IPPROTO_TCP, TCP_CONGESTION, "bbr", 3) == 0
                || ::setsockopt(connection.other.get(), IPPROTO_TCP, TCP_CONGESTION, "cubic", 5) == 0);
        const std::string other = *congestionControlOf(connection.other.get());
        const auto peers = readAll(*reader, connection.endpoint.port);
        const std::string& named = peers.front().congestionControl;
        QVERIFY2(named == "reno," + other || named == other + ",reno", named.c_str());
    }

    void readsIpv6()
    {
        const UniqueFd listener(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in6 address{};
        address.sin6_family = AF_INET6;
        address.sin6_addr = in6addr_loopback;
        if (!listener || ::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
            QSKIP("no IPv6 here");
        socklen_t length = sizeof address;
        ::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &length);
        ::listen(listener.get(), 1);
        const UniqueFd one(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
        QCOMPARE(::connect(one.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        const UniqueFd other(::accept(listener.get(), nullptr, nullptr));
        QCOMPARE(::write(one.get(), "hello", 5), ssize_t(5));
        auto reader = TcpSocketReader::open();
        const std::uint16_t port = ntohs(address.sin6_port);
        for (int i = 0; i < 2; ++i) { // a list, then one by one
            const auto peers = readAll(*reader, port);
            QCOMPARE(peers.size(), std::size_t(1));
            QCOMPARE(peers.front().address, std::string("::1"));
            QCOMPARE(peers.front().sockets, 2u);
            QCOMPARE(peers.front().receivedBytes, std::uint64_t(5));
        }
    }

    void manySocketsAreListed()
    {
        auto reader = TcpSocketReader::open();
        auto listener = listenTcp({"127.0.0.1", 0}, 200);
        const Endpoint endpoint = *localEndpoint(listener->get());
        std::vector<UniqueFd> sockets;
        for (int i = 0; i < 100; ++i) {
            sockets.push_back(*connectTcp(endpoint, deadlineIn(5s)));
            sockets.push_back(*acceptTcp(listener->get(), deadlineIn(5s)));
        }
        for (int i = 0; i < 3; ++i)
            QCOMPARE(readAll(*reader, endpoint.port).front().sockets, 200u);
    }

    void parsesAMessage()
    {
        const auto socket = parseSocket(kernelMessage());
        QVERIFY(socket);
        QCOMPARE(socket->localPort, std::uint16_t(10'000));
        QCOMPARE(socket->remotePort, std::uint16_t(40'000));
        QVERIFY(socket->hasNumbers);
        QCOMPARE(socket->numbers.meanRtt, Nanoseconds(1'500'000));
        QCOMPARE(socket->numbers.meanWindow, 10.0);
        QCOMPARE(socket->numbers.congestionControl, std::string("cubic"));
    }

    void everyTruncationAndFlipIsHandled()
    {
        const auto message = kernelMessage();
        for (std::size_t length = 0; length < message.size(); ++length) {
            // A copy of this very length, so that a read beyond it is noticed.
            const std::vector<std::byte> cut(message.begin(), message.begin() + std::ptrdiff_t(length));
            const auto socket = parseSocket(cut);
            if (length < sizeof(inet_diag_msg))
                QVERIFY(!socket);
        }
        for (std::size_t bit = 0; bit < 8 * message.size(); ++bit) {
            auto damaged = message;
            damaged[bit / 8] ^= std::byte(1 << (bit % 8));
            (void)parseSocket(damaged);
        }
    }
};

QTEST_APPLESS_MAIN(TestTcpSockets)
#include "tst_tcp_sockets.moc"

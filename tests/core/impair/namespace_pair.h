// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/local_host.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/impair/execute.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <stdexcept>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace millrace::impair {

/// A node of its own: a network namespace that lives as long as this.
class NodeNamespace
{
public:
    NodeNamespace()
        : m_process(*ChildProcess::start({{"unshare", "--net", "sh", "-c", "echo; exec sleep 600"}, {}, {}}))
    {
        char byte = 0;
        (void)::read(m_process.output.get(), &byte, 1);
    }
    [[nodiscard]] pid_t pid() const { return m_process.pid(); }
    [[nodiscard]] std::vector<std::string> prefix() const
    {
        return {"nsenter", fmt::format("--net=/proc/{}/ns/net", pid()), "--"};
    }
    /// What a shell line prints there, both outputs.
    std::string operator()(const std::string& line) const
    {
        LocalHost host("node", prefix());
        const auto output = host.run({{"sh", "-c", line + " 2>&1"}, {}, {}}, deadlineIn(std::chrono::seconds(20)));
        return output ? output->out : output.error().text();
    }
    [[nodiscard]] Execute execute() const
    {
        return [prefix = prefix()](const Command& command) {
            LocalHost host("node", prefix);
            return host.run(command, deadlineIn(std::chrono::seconds(20)));
        };
    }
    /// A UDP or TCP socket of this node.
    [[nodiscard]] UniqueFd socket(int type) const
    {
        int fd = -1;
        std::thread([&] {
            const UniqueFd space(::open(fmt::format("/proc/{}/ns/net", pid()).c_str(), O_RDONLY | O_CLOEXEC));
            if (::setns(space.get(), CLONE_NEWNET) == 0)
                fd = ::socket(AF_INET, type | SOCK_CLOEXEC, 0);
        }).join();
        return UniqueFd(fd);
    }

private:
    ChildProcess m_process;
};

/// Two nodes and a veth pair: e0 of the first is 10.9.0.1, e0 of the second 10.9.0.2 to 10.9.0.9.
struct NamespacePair
{
    NamespacePair()
    {
        first(fmt::format("ip link set lo up; ip link add e0 type veth peer name e0 netns {}; ip link set e0 up; "
                          "ip addr add 10.9.0.1/24 dev e0; ip -6 addr add fd09::1/64 dev e0 nodad",
                          second.pid()));
        second("ip link set lo up; ip link set e0 up; ip -6 addr add fd09::2/64 dev e0 nodad; "
               "for i in 2 3 4 5 6 7 8 9; do ip addr add 10.9.0.$i/24 dev e0; done");
    }
    NodeNamespace first;
    NodeNamespace second;
};

inline sockaddr_in socketAddress(const std::string& address, std::uint16_t port)
{
    sockaddr_in all{};
    all.sin_family = AF_INET;
    all.sin_port = htons(port);
    ::inet_pton(AF_INET, address.c_str(), &all.sin_addr);
    return all;
}

/// A UDP sender on the first node and a receiver on the second.
class UdpPath
{
public:
    UdpPath(const NamespacePair& pair, const std::string& address, std::uint16_t port,
            const std::string& from = "10.9.0.1")
        : m_to(socketAddress(address, port)), m_send(pair.first.socket(SOCK_DGRAM)),
          m_receive(pair.second.socket(SOCK_DGRAM))
    {
        const int buffer = 8 << 20;
        ::setsockopt(m_receive.get(), SOL_SOCKET, SO_RCVBUFFORCE, &buffer, sizeof buffer);
        if (::bind(m_receive.get(), reinterpret_cast<const sockaddr*>(&m_to), sizeof m_to) != 0)
            throw std::runtime_error("bind");
        const sockaddr_in own = socketAddress(from, 0);
        if (::bind(m_send.get(), reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0)
            throw std::runtime_error("bind of the sender");
    }
    bool send(std::size_t bytes)
    {
        return ::sendto(m_send.get(), m_bytes.data(), bytes, 0, reinterpret_cast<const sockaddr*>(&m_to), sizeof m_to)
            >= 0;
    }
    /// Packets that have arrived by now; adds their bytes.
    std::size_t receive(std::uint64_t* bytes = nullptr)
    {
        std::size_t count = 0;
        for (;;) {
            const ssize_t got = ::recv(m_receive.get(), m_sink.data(), m_sink.size(), MSG_DONTWAIT);
            if (got < 0)
                return count;
            ++count;
            if (bytes != nullptr)
                *bytes += static_cast<std::uint64_t>(got);
        }
    }
    /// How many of `count` packets got lost.
    std::size_t lost(std::size_t count)
    {
        std::size_t arrived = 0;
        for (std::size_t i = 0; i < count; ++i) {
            (void)send(64);
            if (i % 64 == 63)
                arrived += receive();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        return count - arrived - receive();
    }
    /// Bits of Ethernet frames in a second that arrive while packets are sent as fast as can be.
    double rate(std::size_t payload, Nanoseconds time)
    {
        std::uint64_t bytes = 0;
        std::size_t packets = 0;
        std::jthread sender([&](const std::stop_token& stop) {
            while (!stop.stop_requested())
                (void)send(payload);
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        (void)receive();
        const Nanoseconds from = monotonicNow();
        while (monotonicNow() - from < time) {
            packets += receive(&bytes);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        const double seconds = std::chrono::duration<double>(monotonicNow() - from).count();
        return static_cast<double>(bytes + 42 * packets) * 8 / seconds;
    }

private:
    sockaddr_in m_to;
    UniqueFd m_send;
    UniqueFd m_receive;
    std::vector<char> m_bytes = std::vector<char>(65'000);
    std::vector<char> m_sink = std::vector<char>(65'536);
};

} // namespace millrace::impair

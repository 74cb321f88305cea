// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/probe/tcp_drain.h"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <vector>

namespace millrace::probe {

namespace {

constexpr std::size_t discardedAtOnce = 1 << 20;
constexpr int longestWait = 1000; // ms
constexpr int waitForDescriptors = 100; // ms, when this process has none left
constexpr int backlog = 4096;

class ListeningDrain final : public TcpDrain
{
public:
    ListeningDrain(UniqueFd listener, Endpoint endpoint)
        : m_listener(std::move(listener)), m_endpoint(std::move(endpoint)),
          m_thread([this](const std::stop_token& stop) { run(stop); })
    {
    }
    ~ListeningDrain() override
    {
        m_thread.request_stop();
        m_wake.notify();
    }
    ListeningDrain(const ListeningDrain&) = delete;
    ListeningDrain& operator=(const ListeningDrain&) = delete;
    Endpoint endpoint() const override { return m_endpoint; }

private:
    void run(const std::stop_token& stop)
    {
        std::vector<pollfd> entries;
        while (!stop.stop_requested()) {
            entries.assign({{m_wake.fd(), POLLIN, 0}, {m_isFull ? -1 : m_listener.get(), POLLIN, 0}});
            for (const UniqueFd& connection : m_connections)
                entries.push_back({connection.get(), POLLIN, 0});
            ::poll(entries.data(), entries.size(), m_isFull ? waitForDescriptors : longestWait);
            m_isFull = false;
            for (std::size_t i = 0; i < m_connections.size(); ++i)
                if (entries[i + 2].revents != 0 && !discard(m_connections[i].get()))
                    m_connections[i].reset();
            std::erase_if(m_connections, [](const UniqueFd& connection) { return !connection; });
            if (entries[1].revents != 0)
                acceptAll();
        }
    }

    /// False when the connection has ended.
    static bool discard(int connection)
    {
        // MSG_TRUNC: the kernel throws the bytes away without a copy (tcp(7)).
        const ssize_t taken = ::recv(connection, nullptr, discardedAtOnce, MSG_TRUNC);
        return taken > 0 || (taken < 0 && (errno == EAGAIN || errno == EINTR));
    }

    void acceptAll()
    {
        while (true) {
            UniqueFd connection(::accept4(m_listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
            if (!connection) {
                m_isFull = errno == EMFILE || errno == ENFILE;
                return;
            }
            m_connections.push_back(std::move(connection));
        }
    }

    UniqueFd m_listener;
    const Endpoint m_endpoint;
    std::vector<UniqueFd> m_connections;
    bool m_isFull = false; ///< no descriptor was left for the next connection
    WakeUp m_wake;
    std::jthread m_thread;
};

} // namespace

Result<std::unique_ptr<TcpDrain>> TcpDrain::start(const Endpoint& address)
{
    MR_TRY(listener, listenTcp(address, backlog));
    MR_TRY(bound, localEndpoint(listener.get()));
    return std::unique_ptr<TcpDrain>(std::make_unique<ListeningDrain>(std::move(listener), bound));
}

} // namespace millrace::probe

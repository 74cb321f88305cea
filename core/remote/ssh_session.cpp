// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/ssh_session.h"

#include "core/remote/handshake.h"
#include "core/remote/server_socket.h"
#include "core/remote/session_loop.h"
#include "core/remote/ssh_options.h"

#include <algorithm>
#include <fmt/format.h>
#include <libssh/libssh.h>
#include <random>

namespace millrace::remote {

namespace {

using namespace std::chrono_literals;

/// A server with too many unauthenticated connections (MaxStartups) drops some before its identification.
constexpr int connectAttempts = 5;

void pauseBefore(int attempt, const std::stop_token& stop)
{
    std::minstd_rand random(static_cast<unsigned int>(monotonicNow().count()));
    const auto until = deadlineIn(100ms * (1 << attempt) + std::chrono::milliseconds(random() % 200));
    while (!stop.stop_requested() && timeLeft(until).count() > 0)
        std::this_thread::sleep_for(std::min<Nanoseconds>(timeLeft(until), 50ms));
}

} // namespace

/// State shared by connect() and the thread until the session is ready.
struct SshSession::Start
{
    Prompts& prompts;
    std::shared_ptr<KeyRing> keys;
    Deadline deadline;
    std::mutex mutex;
    std::condition_variable changed;
    std::optional<Result<void>> result;

    void settle(Result<void> how)
    {
        const std::lock_guard lock(mutex);
        result = std::move(how);
        changed.notify_all();
    }
};

/// Transport below the session; must live as long.
struct SshSession::Transport
{
    ProxyProcess proxy;
    std::shared_ptr<RemoteChannel> tunnel;
};

SshSession::SshSession(SshTarget target, std::shared_ptr<SshSession> via, SessionOptions options)
    : m_target(std::move(target)), m_via(std::move(via)), m_options(options)
{
}

SshSession::~SshSession()
{
    m_thread.request_stop();
    m_door->wake().notify();
    if (m_thread.joinable())
        m_thread.join();
}

Result<std::shared_ptr<SshSession>> SshSession::connect(SshTarget target, std::shared_ptr<SshSession> via,
                                                        const SessionOptions& options, Prompts& prompts,
                                                        std::shared_ptr<KeyRing> keys, Deadline deadline,
                                                        const JobContext& job)
{
    if (target.connectTimeout.count() > 0)
        deadline = std::min(deadline, deadlineIn(target.connectTimeout));
    const std::shared_ptr<SshSession> session(new SshSession(std::move(target), std::move(via), options));
    const auto start = std::make_shared<Start>(prompts, std::move(keys), deadline);
    session->m_thread =
        std::jthread([self = session.get(), start](const std::stop_token& stop) { self->work(stop, start); });
    std::unique_lock lock(start->mutex);
    while (!start->result) {
        start->changed.wait_for(lock, 20ms);
        if (job.cancelled())
            session->m_thread.request_stop();
    }
    const Result<void> result = *start->result;
    lock.unlock();
    if (!result)
        return within("connecting to " + session->m_target.destination, result.error());
    return session;
}

std::shared_ptr<RemoteChannel> SshSession::open(ChannelSpec spec)
{
    auto channel = std::make_shared<RemoteChannel>(m_door, std::move(spec));
    if (!m_door->touch(channel))
        channel->finish(*m_door->closed());
    return channel;
}

Result<SshSession::Tunnel> SshSession::openTunnel(const std::string& host, std::uint16_t port)
{
    MR_TRY(ends, makeSocketPair());
    ChannelSpec spec;
    spec.kind = ChannelKind::Tunnel;
    spec.host = host;
    spec.port = port;
    auto channel = std::make_shared<RemoteChannel>(m_door, std::move(spec), std::move(ends.theirs));
    if (!m_door->touch(channel))
        return *m_door->closed();
    return Tunnel{std::move(ends.ours), std::move(channel)};
}

Result<int> SshSession::openTransport(const std::stop_token& stop, Deadline deadline, Transport& transport)
{
    if (m_via) {
        MR_TRY(tunnel, m_via->openTunnel(m_target.host, m_target.port));
        transport.tunnel = std::move(tunnel.channel);
        return tunnel.socket.release();
    }
    if (!m_target.proxyCommand.empty()) {
        MR_TRY(process, ProxyProcess::start(m_target.proxyCommand));
        transport.proxy = std::move(process);
        return transport.proxy.fd.release();
    }
    MR_TRY(fd, connectToServer(m_target, deadline, stop));
    return fd.release();
}

Result<SessionHandle> SshSession::attempt(const std::stop_token& stop, Start& start, Transport& transport)
{
    std::vector<std::filesystem::path> files = m_target.userKnownHosts;
    files.insert(files.end(), m_target.globalKnownHosts.begin(), m_target.globalKnownHosts.end());
    MR_TRY(known, knownKeysIn(files, m_target.keyName()));
    MR_TRY(fd, openTransport(stop, start.deadline, transport));
    MR_TRY(session, makeSession(m_target, known, fd));
    Handshake handshake(session.get(), m_target, start.prompts, *start.keys, start.deadline, stop);
    if (auto done = handshake.exchangeKeys(); !done) {
        // The jump host has the better reason for the end of the tunnel.
        if (transport.tunnel) {
            const auto ended = transport.tunnel->wait(deadlineIn(50ms));
            if (ended && !*ended)
                return ended->error();
        }
        Error error = std::move(done).error();
        if (!m_target.proxyCommand.empty() && !m_via)
            error.context.push_back("through the ProxyCommand \"" + m_target.proxyCommand + "\"");
        else if (handshake.turnedAway() && error.code == ErrorCode::Unreachable)
            error.context.emplace_back("turned away");
        return error;
    }
    MR_CHECK(handshake.checkServer(known));
    MR_CHECK(handshake.logIn());
    return session;
}

Result<SessionHandle> SshSession::makeReady(const std::stop_token& stop, Start& start, Transport& transport)
{
    for (int i = 1;; ++i) {
        auto session = attempt(stop, start, transport);
        if (session)
            return session;
        Error error = std::move(session).error();
        const bool turnedAway = !error.context.empty() && error.context.back() == "turned away";
        if (turnedAway)
            error.context.pop_back();
        if (!turnedAway || i == connectAttempts || stop.stop_requested() || timeLeft(start.deadline).count() == 0)
            return error;
        pauseBefore(i, stop);
    }
}

void SshSession::work(const std::stop_token& stop, std::shared_ptr<Start> start)
{
    Transport transport;
    auto session = makeReady(stop, *start, transport);
    if (!session) {
        m_door->close(session.error());
        start->settle(std::move(session).error());
        return;
    }
    SessionLoop loop(*std::move(session), *m_door, m_target, m_options);
    start->settle({});
    start.reset();
    const Error reason = loop.run(stop);
    m_door->close(reason);
    loop.close(reason);
}

} // namespace millrace::remote

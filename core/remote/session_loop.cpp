// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/session_loop.h"

#include <algorithm>
#include <fmt/format.h>
#include <libssh/libssh.h>

namespace millrace::remote {

namespace {

using namespace std::chrono_literals;

constexpr int longestWait = 500; ///< ms
constexpr Nanoseconds refusalPause = 50ms;
constexpr Nanoseconds longestRefusal = 2s;

} // namespace

SessionLoop::SessionLoop(SessionHandle session, SessionDoor& door, const SshTarget& target,
                         const SessionOptions& options)
    : m_session(std::move(session)), m_event(ssh_event_new()), m_door(door), m_target(target), m_options(options),
      m_counter(std::make_unique<ssh_counter_struct>()), m_limit(std::max<std::size_t>(1, options.channels))
{
    ssh_event_add_session(m_event.get(), m_session.get());
    ssh_set_counters(m_session.get(), m_counter.get(), nullptr);
    m_heard = m_turn = monotonicNow();
}

SessionLoop::~SessionLoop()
{
    m_channels.clear();
    ssh_event_remove_session(m_event.get(), m_session.get());
}

std::uint64_t SessionLoop::received() const
{
    return m_counter->in_bytes;
}

Error SessionLoop::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        admit();
        stepAll();
        removeDone();
        if (!anyReady())
            wait();
        if (auto error = pump())
            return std::move(*error);
        if (auto error = watch())
            return std::move(*error);
    }
    return fail(ErrorCode::Cancelled, fmt::format("The connection to {} was closed.", m_target.destination));
}

void SessionLoop::close(const Error& reason)
{
    admit();
    for (const auto& channel : m_channels)
        channel->fail(reason);
    m_channels.clear();
    if (ssh_is_connected(m_session.get()) != 0)
        ssh_disconnect(m_session.get());
}

void SessionLoop::admit()
{
    for (auto& shared : m_door.take()) {
        const auto known =
            std::ranges::find_if(m_channels, [&](const auto& channel) { return channel->shared() == shared; });
        if (known != m_channels.end())
            (*known)->touch();
        else if (!shared->isFinished())
            m_channels.push_back(
                std::make_unique<LiveChannel>(m_session.get(), m_target.destination, std::move(shared)));
    }
}

std::size_t SessionLoop::openCommands() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_channels, [](const auto& channel) {
        return !channel->isTunnel() && channel->stage() != LiveChannel::Stage::Waiting
            && channel->stage() != LiveChannel::Stage::Done;
    }));
}

void SessionLoop::step(LiveChannel& channel)
{
    channel.step(m_plainShell);
    if (channel.mark() && !m_plainShell)
        m_plainShell = isPlainShell(channel.mark()->shell);
    if (!channel.takeRefusal())
        return;
    // Servers limit the commands on one connection (MaxSessions); the others wait. A server counts a command that ended
    // until it has reaped the process, so a refusal without open commands may be over soon.
    const std::size_t others = openCommands();
    if (others > 0) {
        m_limit = std::min(m_limit, others);
        return;
    }
    const Nanoseconds now = monotonicNow();
    m_retry = now + refusalPause;
    if (now - channel.firstRefusal() >= longestRefusal)
        channel.fail(
            fail(ErrorCode::Denied,
                 fmt::format("{} opens no channel for commands ({}).", m_target.destination, channel.refusal())));
}

void SessionLoop::stepAll()
{
    const bool socketFree = (ssh_get_status(m_session.get()) & SSH_WRITE_PENDING) == 0;
    // A kill appends a channel during this loop.
    for (auto it = m_channels.begin(); it != m_channels.end(); ++it) {
        LiveChannel& channel = **it;
        kill(channel);
        if (channel.stage() == LiveChannel::Stage::Waiting) {
            const bool isKill = channel.shared()->spec().kind == ChannelKind::PlainCommand;
            if (channel.isTunnel() || isKill || (openCommands() < m_limit && monotonicNow() >= m_retry))
                step(channel);
        } else if (channel.wantsStep(socketFree)) {
            step(channel);
        }
    }
}

void SessionLoop::kill(LiveChannel& channel)
{
    const auto wanted = channel.takeKill();
    if (!wanted)
        return;
    ChannelSpec spec;
    spec.kind = ChannelKind::PlainCommand;
    spec.text = killText(wanted->process, wanted->atOnce);
    // Only the loop uses this channel; the door is for users.
    m_channels.push_back(std::make_unique<LiveChannel>(m_session.get(), m_target.destination,
                                                       std::make_shared<RemoteChannel>(nullptr, std::move(spec))));
}

void SessionLoop::removeDone()
{
    std::erase_if(m_channels, [](const auto& channel) { return channel->stage() == LiveChannel::Stage::Done; });
}

bool SessionLoop::anyReady() const
{
    // Channels being opened are retried after input only.
    return std::ranges::any_of(m_channels, [](const auto& channel) {
        return channel->stage() == LiveChannel::Stage::Running && channel->wantsStep(false);
    });
}

void SessionLoop::wait()
{
    m_polled.clear();
    const bool pending = (ssh_get_poll_flags(m_session.get()) & SSH_WRITE_PENDING) != 0;
    m_polled.push_back({ssh_get_fd(m_session.get()), static_cast<short>(POLLIN | (pending ? POLLOUT : 0)), 0});
    m_polled.push_back({m_door.wake().fd(), POLLIN, 0});
    for (const auto& channel : m_channels) {
        if (channel->tunnelFd() >= 0)
            m_polled.push_back({channel->tunnelFd(), channel->tunnelEvents(), 0});
    }
    const Nanoseconds pause = std::max(m_retry - monotonicNow(), Nanoseconds(0)); // at most refusalPause
    const int limit = pause > 0ns ? static_cast<int>(pause / 1ms) + 1 : longestWait;
    if (::poll(m_polled.data(), m_polled.size(), limit) <= 0)
        return;
    if (m_polled[1].revents != 0)
        m_door.wake().drain();
    std::size_t entry = 2;
    for (const auto& channel : m_channels) {
        if (channel->tunnelFd() >= 0 && entry < m_polled.size() && m_polled[entry++].revents != 0)
            channel->touch();
    }
}

std::optional<Error> SessionLoop::pump()
{
    // libssh reads 4 KiB at a time; a few rounds save polls.
    for (int round = 0; round < 64; ++round) {
        const std::uint64_t before = received();
        if (ssh_event_dopoll(m_event.get(), 0) == SSH_ERROR)
            break;
        if (received() == before)
            break;
    }
    const int status = ssh_get_status(m_session.get());
    if (ssh_is_connected(m_session.get()) != 0 && (status & (SSH_CLOSED | SSH_CLOSED_ERROR)) == 0)
        return std::nullopt;
    return fail(ErrorCode::Unreachable,
                fmt::format("The connection to {} ({}) was lost: {}.", m_target.destination, addressText(m_target),
                            lastError(m_session.get())));
}

void SessionLoop::ping()
{
    // libssh has no keep-alive request. This one names a non-existing forwarding; any reply shows that the server is
    // alive.
    m_pinging = ssh_channel_cancel_forward(m_session.get(), "127.0.0.1", 1) == SSH_AGAIN;
}

std::optional<Error> SessionLoop::watch()
{
    const Nanoseconds now = monotonicNow();
    // If this program itself was stopped for a while, silence is no evidence.
    if (now - m_turn > Nanoseconds(longestWait * 1'000'000LL) + 1s)
        m_heard += now - m_turn;
    m_turn = now;
    if (received() != m_heardBytes) {
        m_heardBytes = received();
        m_heard = now;
        if (m_pinging)
            ping();
    }
    if (!m_pinging && now - m_heard > m_options.pingAfter)
        ping();
    if (!m_pinging || now - m_heard < m_options.silence)
        return std::nullopt;
    return fail(ErrorCode::Unreachable,
                fmt::format("{} ({}) has not answered for {} s: the machine is down, or the network between is cut.",
                            m_target.destination, addressText(m_target),
                            std::chrono::duration_cast<std::chrono::seconds>(now - m_heard).count()));
}

} // namespace millrace::remote

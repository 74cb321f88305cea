// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/live_channel.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace millrace::remote {

namespace {

constexpr std::size_t headLimit = 64 << 10;
constexpr std::size_t tunnelLimit = 256 << 10;
constexpr std::size_t pieceLimit = 128 << 10;

} // namespace

/// The channel's callbacks; libssh keeps pointers to them until the channel is freed.
struct LiveChannel::Callbacks
{
    ssh_channel_callbacks_struct table{};
};

struct ChannelCallbacks
{
    static LiveChannel& self(void* data) { return *static_cast<LiveChannel*>(data); }

    static int onData(ssh_session, ssh_channel, void* bytes, uint32_t length, int isError, void* data)
    {
        LiveChannel& channel = self(data);
        const std::string_view text(static_cast<const char*>(bytes), length);
        if (isError != 0) {
            channel.m_shared->addErrors(text);
            return static_cast<int>(length);
        }
        const std::size_t taken = channel.deliver(text, false);
        channel.m_leftover = taken < length;
        // The step asks for room once more, so that whoever reads the output wakes this loop when there is some: these
        // bytes may have been the last that the window allows.
        channel.m_dirty = channel.m_dirty || channel.m_leftover;
        return static_cast<int>(taken);
    }
    static void onEof(ssh_session, ssh_channel, void* data)
    {
        self(data).m_remoteEnded = true;
        self(data).m_dirty = true;
    }
    static void onClose(ssh_session, ssh_channel, void* data)
    {
        self(data).m_closed = true;
        self(data).m_dirty = true;
    }
    static void onExitStatus(ssh_session, ssh_channel, int status, void* data)
    {
        self(data).m_status = ExitStatus{status, 0};
    }
    static void onExitSignal(ssh_session, ssh_channel, const char* name, int, const char*, const char*, void* data)
    {
        const int number = signalByName(name != nullptr ? name : "");
        self(data).m_status = number != 0 ? ExitStatus{0, number} : ExitStatus{255, 0};
    }
};

int signalByName(std::string_view name) noexcept
{
    for (int number = 1; number < NSIG; ++number) {
        const char* known = ::sigabbrev_np(number);
        if (known != nullptr && name == known)
            return number;
    }
    return 0;
}

LiveChannel::LiveChannel(ssh_session_struct* session, std::string serverName, std::shared_ptr<RemoteChannel> shared)
    : m_session(session), m_server(std::move(serverName)), m_shared(std::move(shared)),
      m_callbacks(std::make_unique<Callbacks>())
{
    ssh_channel_callbacks_struct& table = m_callbacks->table;
    ssh_callbacks_init(&table);
    table.userdata = this;
    table.channel_data_function = ChannelCallbacks::onData;
    table.channel_eof_function = ChannelCallbacks::onEof;
    table.channel_close_function = ChannelCallbacks::onClose;
    table.channel_exit_status_function = ChannelCallbacks::onExitStatus;
    table.channel_exit_signal_function = ChannelCallbacks::onExitSignal;
}

LiveChannel::~LiveChannel()
{
    if (m_channel)
        ssh_remove_channel_callbacks(m_channel.get(), &m_callbacks->table);
}

void LiveChannel::fail(Error error)
{
    m_shared->finish(std::move(error));
    m_stage = Stage::Done;
}

void LiveChannel::step(bool plainShell)
{
    m_dirty = false;
    m_blocked = false;
    m_starved = false;
    if (m_stage == Stage::Waiting)
        begin();
    if (m_stage == Stage::Opening)
        open();
    if (m_stage == Stage::Requesting)
        request(plainShell);
    if (m_stage == Stage::Running)
        run();
}

void LiveChannel::begin()
{
    m_channel.reset(ssh_channel_new(m_session));
    if (!m_channel)
        return fail(millrace::fail(ErrorCode::Internal, "libssh cannot create a channel."));
    ssh_set_channel_callbacks(m_channel.get(), &m_callbacks->table);
    if (isTunnel() && !m_tunnel)
        m_tunnel = m_shared->takeTunnel();
    m_stage = Stage::Opening;
}

void LiveChannel::open()
{
    const ChannelSpec& spec = m_shared->spec();
    const int result = isTunnel()
        ? ssh_channel_open_forward(m_channel.get(), spec.host.c_str(), spec.port, "127.0.0.1", 0)
        : ssh_channel_open_session(m_channel.get());
    if (result == SSH_AGAIN)
        return;
    if (result == SSH_OK) {
        m_stage = Stage::Requesting;
        return;
    }
    m_refusal = lastError(m_session);
    if (isTunnel())
        return fail(
            millrace::fail(ErrorCode::Unreachable,
                           fmt::format("{} cannot reach {} port {} ({}).", m_server, spec.host, spec.port, m_refusal)));
    ssh_remove_channel_callbacks(m_channel.get(), &m_callbacks->table);
    m_channel.reset();
    m_stage = Stage::Waiting;
    m_refused = true;
    if (!m_firstRefusal)
        m_firstRefusal = monotonicNow();
}

void LiveChannel::request(bool plainShell)
{
    const ChannelSpec& spec = m_shared->spec();
    int result = SSH_OK;
    if (spec.kind == ChannelKind::Subsystem) {
        result = ssh_channel_request_subsystem(m_channel.get(), spec.text.c_str());
    } else if (spec.kind == ChannelKind::PlainCommand) {
        result = ssh_channel_request_exec(m_channel.get(), spec.text.c_str());
    } else if (spec.kind == ChannelKind::Command) {
        // The text is ignored after the first call: libssh waits for the reply.
        const auto text = remoteText(spec.command, plainShell);
        if (!text)
            return fail(text.error());
        result = ssh_channel_request_exec(m_channel.get(), text->c_str());
    }
    if (result == SSH_AGAIN)
        return;
    if (result != SSH_OK)
        return fail(
            millrace::fail(spec.kind == ChannelKind::Subsystem ? ErrorCode::Unsupported : ErrorCode::Denied,
                           fmt::format("{} refuses to {} ({}).", m_server,
                                       spec.kind == ChannelKind::Subsystem ? "start " + spec.text : "run commands",
                                       lastError(m_session))));
    m_stage = Stage::Running;
}

void LiveChannel::run()
{
    if (m_tunnel)
        writeTunnel();
    if (m_leftover)
        drain();
    if (m_tunnel)
        readTunnel();
    if (!m_closed)
        writeInput();
    conclude();
}

void LiveChannel::drain()
{
    std::array<char, 32 << 10> buffer;
    while (m_leftover) {
        const std::size_t room =
            m_tunnel ? tunnelLimit - std::min(tunnelLimit, m_toTunnel.size()) : m_shared->outputRoom();
        if (room == 0)
            return;
        const auto wanted = static_cast<uint32_t>(std::min(room, buffer.size()));
        const int got = ssh_channel_read_nonblocking(m_channel.get(), buffer.data(), wanted, 0);
        if (got <= 0) {
            m_leftover = false;
            return;
        }
        // More may have arrived in the meantime and filled the buffer; accept the bytes nevertheless.
        deliver({buffer.data(), static_cast<std::size_t>(got)}, true);
    }
}

std::size_t LiveChannel::deliver(std::string_view bytes, bool whole)
{
    if (m_tunnel || isTunnel()) {
        const std::size_t room = tunnelLimit - std::min(tunnelLimit, m_toTunnel.size());
        const std::string_view taken = whole ? bytes : bytes.substr(0, room);
        m_toTunnel.append(taken);
        m_dirty = true;
        return m_tunnel ? taken.size() : bytes.size();
    }
    if (m_shared->spec().kind == ChannelKind::Command && !m_mark) {
        deliverMarked(bytes);
        return bytes.size();
    }
    const std::size_t room = m_shared->outputRoom();
    const std::string_view taken = whole ? bytes : bytes.substr(0, room);
    if (!taken.empty())
        m_shared->addOutput(taken);
    return taken.size();
}

void LiveChannel::deliverMarked(std::string_view bytes)
{
    m_head.append(bytes);
    m_mark = takeStartMark(m_head);
    if (!m_mark) {
        if (m_head.size() > headLimit)
            m_head.erase(0, m_head.size() - headLimit);
        return;
    }
    m_dirty = true;
    if (!m_head.empty())
        m_shared->addOutput(std::exchange(m_head, {}));
}

bool LiveChannel::send(std::string& pending)
{
    while (!pending.empty()) {
        if ((ssh_get_status(m_session) & SSH_WRITE_PENDING) != 0) {
            m_blocked = true;
            return false;
        }
        const std::size_t window = ssh_channel_window_size(m_channel.get());
        if (window == 0) {
            m_starved = true;
            return false;
        }
        const auto count = static_cast<uint32_t>(std::min({pending.size(), window, pieceLimit}));
        const int written = ssh_channel_write(m_channel.get(), pending.data(), count);
        if (written <= 0) {
            m_blocked = true;
            return false;
        }
        pending.erase(0, static_cast<std::size_t>(written));
    }
    return true;
}

void LiveChannel::writeInput()
{
    if (isTunnel())
        return;
    for (;;) {
        if (m_pending.empty())
            m_shared->takeInput(m_pending, pieceLimit);
        if (m_pending.empty())
            break;
        if (!send(m_pending))
            return;
    }
    if (!m_endSent && m_shared->inputEnded() && !m_shared->hasInput()) {
        ssh_channel_send_eof(m_channel.get());
        m_endSent = true;
    }
}

void LiveChannel::readTunnel()
{
    for (int i = 0; i < 8 && !m_endSent && !m_closed; ++i) {
        if (!m_pending.empty() && !send(m_pending))
            return;
        std::array<char, 32 << 10> buffer;
        const ssize_t got = ::recv(m_tunnel.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (got < 0)
            return;
        if (got == 0) {
            ssh_channel_send_eof(m_channel.get());
            m_endSent = true;
            // No user is left at our end: close both directions together.
            m_remoteEnded = true;
            m_closed = true;
            return;
        }
        m_pending.assign(buffer.data(), static_cast<std::size_t>(got));
    }
    m_dirty = !m_endSent;
}

void LiveChannel::writeTunnel()
{
    while (!m_toTunnel.empty()) {
        const ssize_t sent = ::send(m_tunnel.get(), m_toTunnel.data(), m_toTunnel.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            m_toTunnel.clear();
        if (sent <= 0)
            return;
        m_toTunnel.erase(0, static_cast<std::size_t>(sent));
    }
}

short LiveChannel::tunnelEvents() const
{
    short events = 0;
    if (!m_toTunnel.empty())
        events |= POLLOUT;
    if (!m_endSent && m_pending.empty())
        events |= POLLIN;
    return events;
}

bool LiveChannel::wantsStep(bool socketFree) const
{
    // libssh does not report every change of the window.
    return m_dirty || (m_blocked && socketFree) || (m_starved && ssh_channel_window_size(m_channel.get()) > 0)
        || m_stage == Stage::Opening || m_stage == Stage::Requesting || (m_giveUp && timeLeft(*m_giveUp).count() == 0);
}

std::optional<LiveChannel::Kill> LiveChannel::takeKill()
{
    const Ending wanted = m_shared->ending();
    if (wanted <= m_killed || m_stage == Stage::Done)
        return std::nullopt;
    if (m_stage == Stage::Waiting) {
        fail(millrace::fail(ErrorCode::Cancelled, "The command was given up before it began."));
        return std::nullopt;
    }
    const bool isCommand = m_shared->spec().kind == ChannelKind::Command;
    if (isCommand && (m_stage != Stage::Running || !m_mark)) {
        // The PID is in its first line.
        if (!m_giveUp)
            m_giveUp = deadlineIn(std::chrono::seconds(5));
        return std::nullopt;
    }
    m_killed = wanted;
    m_giveUp = deadlineIn(std::chrono::seconds(wanted == Ending::AtOnce || !isCommand ? 2 : 5));
    if (!isCommand) {
        ssh_channel_close(m_channel.get());
        return std::nullopt;
    }
    return Kill{m_mark->process, wanted == Ending::AtOnce};
}

Result<ExitStatus> LiveChannel::outcome() const
{
    const ChannelKind kind = m_shared->spec().kind;
    if (kind == ChannelKind::Command && !m_mark && m_killed == Ending::None)
        return millrace::fail(ErrorCode::Unsupported,
                              fmt::format("{} does not run commands for this user; it prints: {}", m_server,
                                          trim(m_head + " " + m_shared->errorText())));
    if (m_status)
        return *m_status;
    if (kind == ChannelKind::Tunnel || kind == ChannelKind::Subsystem)
        return ExitStatus{};
    if (m_killed != Ending::None)
        return ExitStatus{0, SIGKILL};
    return millrace::fail(ErrorCode::PeerFailed,
                          fmt::format("{} ended a command without telling its exit code.", m_server));
}

void LiveChannel::conclude()
{
    if (m_giveUp && timeLeft(*m_giveUp).count() == 0) {
        m_leftover = false;
        m_closed = true;
        m_killed = std::max(m_killed, Ending::Politely);
    }
    if (m_remoteEnded && !m_leftover && m_toTunnel.empty()) {
        if (m_tunnel)
            ::shutdown(m_tunnel.get(), SHUT_WR);
        m_shared->endOutput();
    }
    if (!m_closed || m_leftover || (!m_toTunnel.empty() && !m_endSent))
        return;
    ssh_channel_close(m_channel.get());
    m_shared->finish(outcome());
    m_stage = Stage::Done;
}

} // namespace millrace::remote

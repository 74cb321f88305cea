// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/remote/remote_channel.h"
#include "core/remote/remote_text.h"
#include "core/remote/ssh_handle.h"

#include <functional>

namespace millrace::remote {

/// RemoteChannel on the side of the session's thread: opens it, moves bytes, detects its end. Never blocks.
class LiveChannel
{
public:
    LiveChannel(ssh_session_struct* session, std::string serverName, std::shared_ptr<RemoteChannel> shared);
    LiveChannel(const LiveChannel&) = delete;
    LiveChannel& operator=(const LiveChannel&) = delete;
    ~LiveChannel();

    enum class Stage
    {
        Waiting, ///< not yet opened
        Opening,
        Requesting,
        Running,
        Done
    };
    [[nodiscard]] Stage stage() const noexcept { return m_stage; }
    [[nodiscard]] const std::shared_ptr<RemoteChannel>& shared() const noexcept { return m_shared; }
    [[nodiscard]] bool isTunnel() const noexcept { return m_shared->spec().kind == ChannelKind::Tunnel; }

    /// Proceeds without blocking. `plainShell`: see remoteText(). Leaves Waiting.
    void step(bool plainShell);
    /// Returns true once after the server refused to open one more channel; the channel is Waiting again.
    [[nodiscard]] bool takeRefusal() noexcept { return std::exchange(m_refused, false); }
    [[nodiscard]] const std::string& refusal() const noexcept { return m_refusal; }
    /// Returns when the server first refused it (monotonicNow()).
    [[nodiscard]] Nanoseconds firstRefusal() const noexcept { return m_firstRefusal.value_or(Nanoseconds(0)); }
    void fail(Error error);

    /// Whether an event occurred, or progress is possible, since the last step().
    [[nodiscard]] bool wantsStep(bool socketFree) const;
    void touch() noexcept { m_dirty = true; }
    /// Returns the descriptor of a running tunnel and its poll events, or -1.
    [[nodiscard]] int tunnelFd() const noexcept { return m_stage == Stage::Running ? m_tunnel.get() : -1; }
    [[nodiscard]] short tunnelEvents() const;

    /// Kill to send to the process now, at most once of each kind; process 0: unknown.
    struct Kill
    {
        pid_t process = 0;
        bool atOnce = false;
    };
    [[nodiscard]] std::optional<Kill> takeKill();
    [[nodiscard]] const std::optional<StartMark>& mark() const noexcept { return m_mark; }

private:
    friend struct ChannelCallbacks;
    struct Callbacks;

    void begin();
    void open();
    void request(bool plainShell);
    void run();
    void writeInput();
    void readTunnel();
    void writeTunnel();
    void drain();
    /// Passes on as much as fits, or all; returns how much.
    std::size_t deliver(std::string_view bytes, bool whole);
    void deliverMarked(std::string_view bytes);
    void conclude();
    [[nodiscard]] Result<ExitStatus> outcome() const;
    [[nodiscard]] bool send(std::string& pending);

    ssh_session_struct* m_session;
    const std::string m_server;
    const std::shared_ptr<RemoteChannel> m_shared;
    std::unique_ptr<Callbacks> m_callbacks;
    ChannelHandle m_channel;
    Stage m_stage = Stage::Waiting;
    bool m_dirty = false;
    bool m_blocked = false; ///< more to write once the socket is writable
    bool m_starved = false; ///< more to write once the server's window opens
    bool m_refused = false;
    std::string m_refusal;
    std::optional<Nanoseconds> m_firstRefusal;
    bool m_leftover = false; ///< libssh holds bytes that did not fit
    bool m_remoteEnded = false;
    bool m_closed = false;
    bool m_endSent = false;
    std::optional<ExitStatus> m_status;
    std::optional<StartMark> m_mark;
    std::string m_head; ///< output before the mark
    std::string m_pending; ///< accepted from the user, not yet written
    Ending m_killed = Ending::None;
    std::optional<Deadline> m_giveUp; ///< for a killed process whose channel stays open
    UniqueFd m_tunnel;
    std::string m_toTunnel;
};

/// Returns 9 for "KILL"; 0 for an unknown name.
[[nodiscard]] int signalByName(std::string_view name) noexcept;

} // namespace millrace::remote

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/host.h"
#include "core/base/process.h"
#include "core/base/unique_fd.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace millrace::remote {

class RemoteChannel;

/// Wakes the thread of a session for a channel. Any thread.
class SessionDoor
{
public:
    /// Returns false once the session has ended.
    bool touch(std::shared_ptr<RemoteChannel> channel);
    [[nodiscard]] std::vector<std::shared_ptr<RemoteChannel>> take();
    [[nodiscard]] const WakeUp& wake() const noexcept { return m_wake; }
    /// Refuses further channels; earlier ones are still processed.
    void close(Error reason);
    [[nodiscard]] std::optional<Error> closed() const;

private:
    mutable std::mutex m_mutex;
    std::vector<std::shared_ptr<RemoteChannel>> m_touched;
    std::optional<Error> m_closed;
    WakeUp m_wake;
};

enum class ChannelKind
{
    Command, ///< text for the login shell; starts with the mark of remoteText()
    PlainCommand, ///< without the mark
    Subsystem, ///< text is the name of the subsystem
    Tunnel ///< TCP connection from the server to host:port, joined to a local socket
};

struct ChannelSpec
{
    ChannelKind kind = ChannelKind::Command;
    Command command; ///< of kind Command
    std::string text; ///< of PlainCommand and Subsystem
    std::string host; ///< of Tunnel
    std::uint16_t port = 0;
    std::size_t errorLimit = 64 << 10; ///< size of the kept end of stderr
};

/// How to end a killed process.
enum class Ending
{
    None,
    Politely, ///< SIGTERM, after 2 s SIGKILL
    AtOnce
};

/// One channel, shared by its user and its session's thread: bounded buffers in both directions, and its exit status.
class RemoteChannel : public std::enable_shared_from_this<RemoteChannel>
{
public:
    static constexpr std::size_t outputLimit = 2 << 20;
    static constexpr std::size_t inputLimit = 512 << 10;

    /// `tunnel` is the far end of the socket of a Tunnel.
    RemoteChannel(std::shared_ptr<SessionDoor> door, ChannelSpec spec, UniqueFd tunnel = {});

    // For the user; see ByteStream and HostStream.
    [[nodiscard]] Result<std::size_t> read(std::span<std::byte> into, Deadline deadline);
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes, Deadline deadline);
    /// Accepts as much as fits now, and everything once the reader is gone; returns how much.
    std::size_t offer(std::string_view bytes);
    void closeWrite();
    [[nodiscard]] std::string errorText();
    void end(Ending how);
    /// Waits until the channel is closed: the process has ended and its output was read. Nothing at the deadline.
    [[nodiscard]] std::optional<Result<ExitStatus>> wait(Deadline deadline);
    /// Waits until there is something to read, or it is closed; then returns true.
    bool waitForOutput(Deadline deadline);

    // For the session's thread.
    [[nodiscard]] const ChannelSpec& spec() const noexcept { return m_spec; }
    [[nodiscard]] UniqueFd takeTunnel() noexcept { return std::move(m_tunnel); }
    [[nodiscard]] std::size_t outputRoom();
    void addOutput(std::string_view bytes);
    void addErrors(std::string_view bytes);
    void endOutput();
    /// Moves up to `limit` bytes of input to `into`.
    void takeInput(std::string& into, std::size_t limit);
    [[nodiscard]] bool hasInput();
    [[nodiscard]] bool inputEnded();
    [[nodiscard]] Ending ending();
    void finish(Result<ExitStatus> how);
    [[nodiscard]] bool isFinished();

private:
    [[nodiscard]] std::string_view unread() const { return std::string_view(m_output).substr(m_outputRead); }

    const std::shared_ptr<SessionDoor> m_door;
    const ChannelSpec m_spec;
    UniqueFd m_tunnel;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::string m_output;
    std::size_t m_outputRead = 0;
    bool m_outputFull = false; ///< because of it the thread stopped reading
    bool m_outputEnded = false;
    std::string m_errors;
    std::string m_input;
    bool m_inputEnded = false;
    Ending m_ending = Ending::None;
    std::optional<Result<ExitStatus>> m_finished;
};

/// RemoteChannel as the stream of a process. Destruction ends the process: end of input, SIGTERM, SIGKILL.
class RemoteStream final : public HostStream
{
public:
    explicit RemoteStream(std::shared_ptr<RemoteChannel> channel) : m_channel(std::move(channel)) { }
    RemoteStream(const RemoteStream&) = delete;
    RemoteStream& operator=(const RemoteStream&) = delete;
    ~RemoteStream() override;
    [[nodiscard]] Result<std::size_t> read(std::span<std::byte> into, Deadline deadline) override
    {
        return m_channel->read(into, deadline);
    }
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes, Deadline deadline) override
    {
        return m_channel->write(bytes, deadline);
    }
    void closeWrite() override { m_channel->closeWrite(); }
    [[nodiscard]] std::string errorTail() override { return m_channel->errorText(); }
    void kill() override { m_channel->end(Ending::AtOnce); }

private:
    std::shared_ptr<RemoteChannel> m_channel;
};

} // namespace millrace::remote

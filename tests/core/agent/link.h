// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/agent_client.h"
#include "core/agent/agent_server.h"
#include "core/agent/frame.h"

#include <array>
#include <mutex>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace millrace::agent {

/// The client's end of a socket pair as a started process.
class SocketHostStream final : public HostStream
{
public:
    explicit SocketHostStream(int fd) : m_stream(UniqueFd(fd), UniqueFd(::dup(fd))), m_fd(fd) { }

    Result<std::size_t> read(std::span<std::byte> into, Deadline deadline) override
    {
        return m_stream.read(into, deadline);
    }
    Result<void> write(std::span<const std::byte> bytes, Deadline deadline) override
    {
        return m_stream.write(bytes, deadline);
    }
    void closeWrite() override { ::shutdown(m_fd, SHUT_WR); }
    std::string errorTail() override { return tail; }
    void kill() override { ::shutdown(m_fd, SHUT_RDWR); }

    std::string tail = "the last words";

private:
    FdStream m_stream;
    int m_fd;
};

/// Both ends of a connection: the agent's as a stream or raw, the controller's ready for AgentClient.
struct Link
{
    Link()
    {
        std::array<int, 2> fds{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) != 0)
            std::abort();
        agentFd = fds[0];
        agentSide = std::make_unique<FdStream>(UniqueFd(fds[0]), UniqueFd(::dup(fds[0])));
        controllerSide = std::make_unique<SocketHostStream>(fds[1]);
    }

    int agentFd = -1; ///< owned by agentSide
    std::unique_ptr<FdStream> agentSide;
    std::unique_ptr<SocketHostStream> controllerSide;
};

/// A server on its end of a link, in a thread.
class ServedLink : public Link
{
public:
    explicit ServedLink(ServerOptions options = {"1.2.3", deadManTime}) : server(*agentSide, std::move(options)) { }
    ~ServedLink() { stop(); }

    void serve()
    {
        m_thread = std::jthread([this](const std::stop_token& stop) {
            result = server.serve(stop);
            ::shutdown(agentFd, SHUT_RDWR); // as the end of the program would
        });
    }
    void stop()
    {
        m_thread.request_stop();
        join();
    }
    void join()
    {
        if (m_thread.joinable())
            m_thread.join();
    }

    AgentServer server;
    Result<void> result;

private:
    std::jthread m_thread;
};

/// A controller that is written by hand: raw frames out, messages in.
class RawController
{
public:
    explicit RawController(HostStream& stream) : m_stream(stream) { }

    void sendBytes(std::string_view bytes)
    {
        (void)m_stream.write(std::as_bytes(std::span(bytes)), deadlineIn(std::chrono::seconds(5)));
    }
    void send(std::int64_t id, const std::string& method, const Json& params = Json::object())
    {
        sendBytes(toFrame(toText(Request{id, method, params})));
    }
    void hello() { send(1, "hello", {{"protocol", protocolVersion}, {"version", "9"}}); }

    /// The next message; an error at the end of the stream or after 30 s.
    Result<Message> receive()
    {
        for (;;) {
            MR_TRY(payload, m_frames.next());
            if (payload)
                return parseMessage(*payload);
            std::array<std::byte, 4096> buffer;
            MR_TRY(got, m_stream.read(buffer, deadlineIn(std::chrono::seconds(30))));
            if (got == 0)
                return fail(ErrorCode::Unreachable, "end of stream");
            m_frames.feed(std::span(buffer).first(got));
        }
    }
    /// The next message as a reply with this id.
    Result<Json> reply(std::int64_t id)
    {
        MR_TRY(message, receive());
        auto* reply = std::get_if<Reply>(&message);
        if (reply == nullptr || reply->id != id)
            return fail(ErrorCode::Protocol, "another message came");
        return reply->result;
    }

private:
    HostStream& m_stream;
    FrameReader m_frames;
};

} // namespace millrace::agent

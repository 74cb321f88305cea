// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/message.h"
#include "core/agent/protocol.h"
#include "core/base/byte_stream.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace millrace::agent {

/// Answers a request. Runs on a worker thread that lives as long as the server (so a child process started here with
/// PR_SET_PDEATHSIG survives). The job is cancelled when the client cancels the request and when the server closes.
using Handler = std::function<Result<Json>(const Json& params, const JobContext& job)>;

struct ServerOptions
{
    std::string version; ///< of the program, for the handshake
    Nanoseconds deadMan = deadManTime;
};

/// Node's side of the protocol: reads requests from a stream and answers each by its handler, up to 16 in parallel.
/// `hello`, `ping` and `cancel` are answered by the server itself, at once, even while handlers are busy.
class AgentServer
{
public:
    AgentServer(ByteStream& stream, ServerOptions options);
    ~AgentServer();
    AgentServer(const AgentServer&) = delete;
    AgentServer& operator=(const AgentServer&) = delete;

    /// Registers the only handler of a method. Before serve().
    void handle(std::string method, Handler handler);
    /// Registers a function for the shutdown; they run in reverse order after all handlers have returned, on the thread
    /// of serve(). From any thread, handlers included.
    void onClose(std::function<void()> undo);
    /// Sends {"event": "…", …} from any thread. Blocks while 8 MiB are queued. Discarded once the server closes.
    void send(const Json& event);
    /// Returns the queued bytes.
    [[nodiscard]] std::size_t waitingBytes() const;

    /// Serves until the stream ends (success), the client breaks the protocol or is silent for the dead-man time (an
    /// Error), or `stop` is requested (Cancelled). Then cancels the handlers and runs the onClose functions.
    [[nodiscard]] Result<void> serve(const std::stop_token& stop);

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace millrace::agent

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/message.h"
#include "core/agent/protocol.h"
#include "core/base/clock.h"
#include "core/base/host.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <functional>
#include <memory>
#include <string>

namespace millrace::agent {

struct ClientOptions
{
    std::string name; ///< of the node, for messages
    std::string version; ///< of this program
    Nanoseconds ping = pingInterval;
    Nanoseconds lost = lostAfter;
    /// Called for each event, on the reader's thread, in order. Must return quickly and must not call the client.
    std::function<void(const Event&)> onEvent;
    /// Called at most once, on a thread of the client: the agent ended, broke the protocol or does not answer any more.
    /// Not called after close(). Must not destroy the client.
    std::function<void(const Error&)> onLost;
};

/// Agent's identity from the handshake.
struct AgentIdentity
{
    std::string version;
    std::int64_t pid = 0;
    std::string hostname;
};

/// Controller's side of the protocol. All functions may be called from any thread, but not from the callbacks. The
/// program must ignore SIGPIPE, which writing to a dead agent raises.
class AgentClient
{
public:
    /// Performs the handshake on the stream of a started agent. Unsupported with both versions if they differ;
    /// Unreachable with the end of its stderr if it ended instead.
    [[nodiscard]] static Result<std::unique_ptr<AgentClient>> connect(std::unique_ptr<HostStream> stream,
                                                                      ClientOptions options, Deadline deadline);
    /// Closes.
    ~AgentClient();
    AgentClient(const AgentClient&) = delete;
    AgentClient& operator=(const AgentClient&) = delete;

    /// Returns the agent's reply, or the error: its own Error; Timeout at the deadline and Cancelled, both of which
    /// cancel the request at the agent; Unreachable when the agent is lost.
    [[nodiscard]] Result<Json> request(const std::string& method, const Json& params, Deadline deadline,
                                       const JobContext& job = {});
    [[nodiscard]] const AgentIdentity& identity() const noexcept;
    /// Round trip of the latest answered heartbeat; 0 before the first.
    [[nodiscard]] Nanoseconds roundTrip() const noexcept;
    [[nodiscard]] bool isLost() const;
    /// Shuts the agent down: closes its input, waits until it has restored everything (until the deadline; then
    /// Timeout, and it is killed).
    [[nodiscard]] Result<void> close(Deadline deadline);

private:
    AgentClient();
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace millrace::agent

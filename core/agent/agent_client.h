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
    /// Each event, on the reader's thread, in order. Must be quick and must not call the client.
    std::function<void(const Event&)> onEvent;
    /// At most once, on a thread of the client: the agent ended, broke the protocol or does not answer any more. Not
    /// called after close(). Must not destroy the client.
    std::function<void(const Error&)> onLost;
};

/// What the agent said about itself in the handshake.
struct AgentIdentity
{
    std::string version;
    std::int64_t pid = 0;
    std::string hostname;
};

/// The controller's side of the protocol. All functions may be called from any thread, but not from the callbacks. The
/// program must ignore SIGPIPE, which writing to a dead agent raises.
class AgentClient
{
public:
    /// Takes the stream of a started agent and shakes hands. Unsupported with both versions when they do not fit;
    /// Unreachable with the end of its standard error when it ended instead.
    [[nodiscard]] static Result<std::unique_ptr<AgentClient>> connect(std::unique_ptr<HostStream> stream,
                                                                      ClientOptions options, Deadline deadline);
    /// Closes.
    ~AgentClient();
    AgentClient(const AgentClient&) = delete;
    AgentClient& operator=(const AgentClient&) = delete;

    /// The reply of the agent, or why there is none: its own Error; Timeout at the deadline and Cancelled, after both
    /// of which the agent is told to give up; Unreachable when the agent is lost.
    [[nodiscard]] Result<Json> request(const std::string& method, const Json& params, Deadline deadline,
                                       const JobContext& job = {});
    [[nodiscard]] const AgentIdentity& identity() const noexcept;
    /// Round trip of the latest answered heart-beat; 0 before the first.
    [[nodiscard]] Nanoseconds roundTrip() const noexcept;
    [[nodiscard]] bool isLost() const;
    /// Ends the agent in order: closes its input, waits until it has put everything back (until the deadline; Timeout
    /// then, and it is killed).
    [[nodiscard]] Result<void> close(Deadline deadline);

private:
    AgentClient();
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace millrace::agent

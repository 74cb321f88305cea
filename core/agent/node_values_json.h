// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"

namespace millrace::agent {

/// The values of node_values.h as they stand in requests, replies and events. Reading gives Protocol, with the name of
/// what was read, when something is missing or of another type. Times are integers in nanoseconds, their names end in
/// _ns.

template <typename T, typename Read>
[[nodiscard]] Result<T> readJson(const char* what, Read read)
{
    try {
        return Result<T>(read());
    } catch (const Json::exception& exception) {
        return fail(ErrorCode::Protocol, std::string("the agent's ") + what + " cannot be read: " + exception.what());
    }
}

/// A member that holds nanoseconds; throws Json::exception where it is missing or of another type.
[[nodiscard]] Nanoseconds timeAt(const Json& json, const char* key);

[[nodiscard]] Json toJson(const Command& command);
[[nodiscard]] Result<Command> parseCommand(const Json& json);

[[nodiscard]] Json toJson(const StartedProcess& started);
[[nodiscard]] Result<StartedProcess> parseStartedProcess(const Json& json);

[[nodiscard]] Json toJson(const ExitStatus& status);
[[nodiscard]] Result<ExitStatus> parseExitStatus(const Json& json);

/// {"event": "process.line", "process": 1, "stream": "out" or "err", "text": "…", "mono_ns": …, "wall_ns": …}
[[nodiscard]] Json toJson(const ProcessLine& line);
[[nodiscard]] Result<ProcessLine> parseProcessLine(const Json& json);

/// {"event": "process.exit", "process": 1, "exit_code": 0, "signal": 0, "cpu_ns": …, "peak_resident_bytes": …, …}
[[nodiscard]] Json toJson(const ProcessExit& exit);
[[nodiscard]] Result<ProcessExit> parseProcessExit(const Json& json);

[[nodiscard]] Json toJson(const SamplingSpec& spec);
[[nodiscard]] Result<SamplingSpec> parseSamplingSpec(const Json& json);

/// {"mono_ns", "wall_ns",
///  "interfaces": {"eth0": [received bytes, packets, errors, dropped, sent bytes, packets, errors, dropped]},
///  "tcp": {"10.77.0.2": [sockets, acked, received, sent, retransmitted bytes, retransmissions, unacked segments,
///          minimum, mean, maximum rtt, mean window, delivery rate, "cubic"]},
///  "processes": {"1": [cpu_ns, resident bytes, processes]}, "machine": [user, system, idle, steal], "memory": bytes}
[[nodiscard]] Json toJson(const Sample& sample);
[[nodiscard]] Result<Sample> parseSample(const Json& json);

/// {"event": "sample", "sampling": 1, "missed": 0, "samples": […]}
[[nodiscard]] Json toJson(const SampleBatch& batch);
[[nodiscard]] Result<SampleBatch> parseSampleBatch(const Json& json);

[[nodiscard]] Json toJson(const SamplingEnd& end);
[[nodiscard]] Result<SamplingEnd> parseSamplingEnd(const Json& json);

[[nodiscard]] Json toJson(const AgentHealth& health);
[[nodiscard]] Result<AgentHealth> parseAgentHealth(const Json& json);

} // namespace millrace::agent

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/iteration_event.h"
#include "core/policy/decision.h"

#include <cstdint>
#include <optional>
#include <string>

namespace millrace::monitor {

/// Named metric: "gradient-noise-scale", "gradient-variance", "all-reduce-throughput" (bytes per second; its limit is
/// the threshold of interference), "all-reduce-throughput-trace" (the same, listed again at the end),
/// "reference-throughput", "votes", "global-steps-per-second", "samples-per-second" (of this worker), "cluster-size"
/// (iteration: version of the cluster), "sync-offset", "tensors".
struct MetricEvent
{
    EventOrigin origin;
    std::string name;
    double value = 0; ///< may be infinite or NaN, as printed
    std::optional<double> limit; ///< threshold it is compared with
    std::optional<std::int64_t> iteration;

    bool operator==(const MetricEvent&) const = default;
};

/// Change of the communication strategy: "reference", "consensus", then "switch".
struct SwitchEvent
{
    EventOrigin origin;
    std::string stage;

    bool operator==(const SwitchEvent&) const = default;
};

struct ResizeEvent
{
    EventOrigin origin;
    int from = 0;
    int to = 0;
    std::optional<Nanoseconds> duration;
    bool summary = false; ///< repeated in a list at the end: do not count again
    int rankBefore = -1; ///< of the reporting worker; -1: not reported
    int rankAfter = -1;
    /// Of the elastic worker only.
    struct Phases
    {
        std::uint64_t version = 0; ///< of the new members
        std::string cause; ///< "start", "join", "leave", "replace", "failure"
        std::int64_t step = 0; ///< first one with the new members, warm-up included
        std::int64_t redone = 0; ///< steps that were begun and are repeated
        Nanoseconds detect{0}; ///< of a failure: since the last finished step
        Nanoseconds decide{0}; ///< until the new members were known
        Nanoseconds connect{0};
        Nanoseconds state{0}; ///< until all members had the state
        Nanoseconds firstStep{0};

        bool operator==(const Phases&) const = default;
    };
    std::optional<Phases> phases;

    bool operator==(const ResizeEvent&) const = default;
};

/// A worker noticed the failure of another, and the training goes on.
struct NoticedEvent
{
    EventOrigin origin;
    std::string code; ///< an errorCodeName
    std::string what;
    std::vector<int> peers; ///< their ranks among the members of that time

    bool operator==(const NoticedEvent&) const = default;
};

/// What a policy has changed after a step.
struct DecisionEvent
{
    EventOrigin origin;
    std::int64_t step = 0; ///< finished before it, warm-up included
    policy::Decision decision;

    bool operator==(const DecisionEvent&) const = default;
};

/// A setting of the run ("np", "KUNGFU_SELF_SPEC"), from the preamble.
struct SettingEvent
{
    EventOrigin origin;
    std::string group;
    std::string name;
    std::string value;

    bool operator==(const SettingEvent&) const = default;
};

enum class MessageLevel
{
    Debug,
    Information,
    Warning,
    Error
};

/// Line of the framework's own log without a more specific event.
struct MessageEvent
{
    EventOrigin origin;
    MessageLevel level = MessageLevel::Information;
    std::string text;

    bool operator==(const MessageEvent&) const = default;
};

} // namespace millrace::monitor

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <string>
#include <string_view>

namespace millrace::store {

/// One number measured in a run.
struct Metric
{
    std::string name;
    std::string subject; ///< node ("node0") or rank ("rank 2"); empty: the whole run
    double value = 0;
    std::string unit;
    std::string how; ///< formula or source: "mean of step_ns after warm-up"

    bool operator==(const Metric&) const = default;
};

enum class Verdict
{
    Pass,
    Fail,
    Unknown
};
[[nodiscard]] std::string_view verdictName(Verdict verdict) noexcept;

/// Comparison of a requested and an achieved condition of a run.
struct GateResult
{
    std::string name; ///< "delay", "rate", "loss", …
    std::string subject; ///< "node0→node1"
    double requested = 0;
    double achieved = 0; ///< NaN: could not be measured
    double low = 0; ///< accepted interval
    double high = 0;
    std::string unit;
    Verdict verdict = Verdict::Unknown;
    std::string sentence;

    bool operator==(const GateResult&) const = default;
};

/// The environment of a node, as the agent reported it.
struct Snapshot
{
    std::string node; ///< empty: the controller
    std::string json;

    bool operator==(const Snapshot&) const = default;
};

/// Event during a run.
struct Event
{
    Nanoseconds wall{0};
    Nanoseconds monotonic{0};
    std::string kind; ///< name of an EventKind; that of an Issue, where one was counted
    std::string node;
    std::string text;
    std::string json; ///< details; may be empty

    bool operator==(const Event&) const = default;
};

/// Line printed by a process of a run.
struct LogLine
{
    Nanoseconds wall{0};
    std::string node;
    std::string process; ///< "worker 0"
    std::string stream; ///< "stdout" or "stderr"
    std::string text;

    bool operator==(const LogLine&) const = default;
};

} // namespace millrace::store

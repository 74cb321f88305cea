// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::failures {

enum class FailureKind
{
    Kill, ///< SIGKILL to the worker and all its processes
    Freeze, ///< SIGSTOP, later SIGCONT
    Partition, ///< its node sends nothing; of emulated nodes
    Slow, ///< stopped for a share of the time
};
/// "kill", "freeze", "partition", "slow"
[[nodiscard]] std::string_view failureName(FailureKind kind) noexcept;

/// Failures of one kind, as a user wrote them: "kill(every=30s,repair=3s)", "freeze(at=10s/25s,who=2,lasts=1s)".
struct FailureSpec
{
    FailureKind kind = FailureKind::Kill;
    Nanoseconds every{0}; ///< mean time between failures of the job, exponentially distributed; 0: at fixed times
    std::vector<Nanoseconds> at; ///< since the training began; ascending
    std::vector<int> who; ///< workers, by rank; empty: all
    /// Duration; of a kill, until the worker is started again, and 0: it is not.
    Nanoseconds lasts = std::chrono::seconds(2);
    double factor = 2; ///< of Slow: how many times as long its work takes
    std::uint64_t seed = 1; ///< together with the run's

    [[nodiscard]] std::string text() const;
    bool operator==(const FailureSpec&) const = default;
};

/// Kinds joined with '+', or "none". InvalidInput names the part and what is possible.
[[nodiscard]] Result<std::vector<FailureSpec>> parseFailures(std::string_view text);

} // namespace millrace::failures

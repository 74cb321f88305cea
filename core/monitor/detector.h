// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace::monitor {

/// Values reported by all workers for one measured iteration, by rank; NaN where a rank reported none.
struct StepSight
{
    std::int64_t iteration = 0;
    Nanoseconds wall{0}; ///< end of the step of the last worker
    Nanoseconds monotonic{0};
    std::vector<double> duration; ///< s
    std::vector<double> compute; ///< s
    std::vector<double> communication; ///< s
    std::vector<double> bytes; ///< payload of the all-reduce
};

/// Load of the path from one worker to another during an interval, from the sender's kernel TCP counters.
struct LinkSample
{
    Nanoseconds wall{0};
    int from = 0; ///< ranks
    int to = 0;
    double bytes = 0; ///< acknowledged in the interval
    double roundTrip = 0; ///< s, mean; NaN: not known
    double retransmissions = 0;
    double deliveryRate = 0; ///< bit/s; NaN: not known
};

/// Activity of a node during an interval, from the counters of its interface and its worker. NaN: not known.
struct NodeSight
{
    Nanoseconds wall{0}; ///< end of the interval
    int rank = 0; ///< the first one on this node
    double span = 0; ///< s
    double received = 0; ///< bit/s of frames, of the workload and of other traffic
    double sent = 0;
    double waiting = 0; ///< mean number of the worker's threads that were runnable without a processor
    double stopped = 0; ///< share of the interval in which a signal had stopped the worker
};

/// Cause of a slow-down, as far as the evidence supports one.
enum class Cause
{
    Unknown,
    Computing, ///< a worker's own computation takes longer
    Stopped, ///< a worker is repeatedly stopped by a signal
    Starved, ///< a worker waits for a processor
    Load, ///< foreign traffic into or out of a node
    Losses, ///< segment loss on a path
    RoundTrips ///< queueing, whatever its origin
};
/// Returns "losses", "stopped", …; the name in stores.
[[nodiscard]] std::string_view causeName(Cause cause) noexcept;
[[nodiscard]] Cause parseCause(std::string_view name) noexcept;

/// Begin, growth or end of a slow-down.
struct Alarm
{
    bool over = false; ///< true: back to the reference
    bool worse = false; ///< true: the active alarm has grown; `size` is all of it, `onset` when it grew
    std::int64_t raised = 0; ///< iteration of the decision
    std::int64_t onset = 0; ///< estimated first iteration
    Nanoseconds wall{0}; ///< of `raised`
    Nanoseconds onsetWall{0};
    double size = 0; ///< relative: 0.1 when steps are 10 % longer; NaN: not estimated
    double confidence = 0; ///< 0 to 1, as the detector defines it; NaN: not estimated
    std::vector<int> workers; ///< ranks that are slow themselves
    std::optional<std::pair<int, int>> link; ///< blamed ranks (from, to); -1: any
    Cause cause = Cause::Unknown;
    /// Quantity behind the cause, before the onset and since: seconds of computing, waiting or a round trip (per
    /// iteration), share of the time or of the bytes, or bit/s. 0 without a cause.
    double causeBefore = 0;
    double causeSince = 0;
    std::string sentence; ///< for display

    bool operator==(const Alarm&) const = default;
};

/// Watches the iterations of one job. Fed in order; one thread.
class Detector
{
public:
    virtual ~Detector() = default;
    [[nodiscard]] virtual std::string_view name() const noexcept = 0; ///< one of detectorNames()
    /// Takes the iteration that has just ended.
    [[nodiscard]] virtual std::optional<Alarm> take(const StepSight& step) = 0;
    /// Takes the link counters of an interval; may be ignored.
    virtual void take(const LinkSample&) { }
    /// Excludes the next iterations: known checkpoints, pauses and changes of the job.
    virtual void excuse(int /*iterations*/) { }
};

/// "change-point" (the default), "kungfu", "kungfu-step-time", "ewma", "cusum", "page-hinkley".
[[nodiscard]] std::vector<std::string_view> detectorNames();
inline constexpr std::string_view defaultDetector = "change-point";
/// Returns nullptr for an unknown name.
[[nodiscard]] std::unique_ptr<Detector> makeDetector(std::string_view name, int ranks);

} // namespace millrace::monitor

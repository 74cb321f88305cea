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

/// What all workers told about one measured iteration. Values are by rank; NaN where a rank did not tell.
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

/// How busy the way from one worker to another was during a stretch, from the kernel's TCP counters of the sender.
struct LinkSight
{
    Nanoseconds wall{0};
    int from = 0; ///< ranks
    int to = 0;
    double bytes = 0; ///< acknowledged in the stretch
    double roundTrip = 0; ///< s, mean; NaN: not known
    double retransmissions = 0;
    double deliveryRate = 0; ///< bit/s; NaN: not known
};

/// What a node did during a stretch, from the counters of its interface and of its worker. NaN: not known.
struct NodeSight
{
    Nanoseconds wall{0}; ///< end of the stretch
    int rank = 0; ///< the first one on this node
    double span = 0; ///< s
    double received = 0; ///< bit/s of frames, of the workload and of others
    double sent = 0;
    double waiting = 0; ///< processors' worth of time that the worker was ready to run and had none
    double stopped = 0; ///< share of the stretch in which a signal had stopped the worker
};

/// Why a job got slower, as far as the evidence goes.
enum class Cause
{
    Unknown,
    Computing, ///< a worker's own computing takes longer
    Stopped, ///< a worker is stopped by a signal again and again
    Starved, ///< a worker waits for a processor
    Load, ///< traffic of others into or out of a node
    Losses, ///< segments are lost on a way
    RoundTrips ///< queues, of whatever origin
};
/// "losses", "stopped", …; the name in stores.
[[nodiscard]] std::string_view causeName(Cause cause) noexcept;
[[nodiscard]] Cause parseCause(std::string_view name) noexcept;

/// Something slows the job down, more than before, or no longer.
struct Alarm
{
    bool over = false; ///< true: back to the reference
    bool worse = false; ///< true: the alarm that stands has grown; `size` is all of it, `onset` when the rest came
    std::int64_t raised = 0; ///< iteration at which it was decided
    std::int64_t onset = 0; ///< iteration since which it is believed to hold
    Nanoseconds wall{0}; ///< of `raised`
    Nanoseconds onsetWall{0};
    double size = 0; ///< relative: 0.1 when steps are 10 % longer; NaN: not estimated
    double confidence = 0; ///< 0 to 1, as the detector defines it; NaN: it has none
    std::vector<int> workers; ///< ranks that see it themselves
    std::optional<std::pair<int, int>> link; ///< ranks (from, to) that it is blamed on; -1: any
    Cause cause = Cause::Unknown;
    /// What the cause is told by, before the onset and since: seconds of computing, waiting or a round trip (in an
    /// iteration), share of the time or of the bytes, or bit/s. 0 without a cause.
    double causeBefore = 0;
    double causeSince = 0;
    std::string sentence; ///< for people

    bool operator==(const Alarm&) const = default;
};

/// Watches the iterations of one job. Fed in order; one thread.
class Detector
{
public:
    virtual ~Detector() = default;
    [[nodiscard]] virtual std::string_view name() const noexcept = 0; ///< one of detectorNames()
    /// The iteration that has just ended.
    [[nodiscard]] virtual std::optional<Alarm> take(const StepSight& step) = 0;
    /// What the links did meanwhile; may be ignored.
    virtual void take(const LinkSight&) { }
    /// Checkpoints, pauses and changes of the job that are known: the next iterations do not count.
    virtual void excuse(int /*iterations*/) { }
};

/// "change-point" (the default), "kungfu", "kungfu-step-time", "ewma", "cusum", "page-hinkley".
[[nodiscard]] std::vector<std::string_view> detectorNames();
inline constexpr std::string_view defaultDetector = "change-point";
/// nullptr for a name that there is not.
[[nodiscard]] std::unique_ptr<Detector> makeDetector(std::string_view name, int ranks);

} // namespace millrace::monitor

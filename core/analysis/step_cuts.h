// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/rate_bins.h"
#include "core/base/job.h"

#include <vector>

namespace millrace::analysis {

/// Traffic without a silent bin.
struct Pulse
{
    std::int64_t begin = 0; ///< nanoseconds since the epoch
    std::int64_t end = 0;
    double bytes = 0;
    std::uint64_t packets = 0;
};

/// In order of time. Bins below `quiet` bytes count as silent: acknowledgements, heartbeats.
[[nodiscard]] std::vector<Pulse> pulsesOf(const BinnedSeries& series, double quiet);

/// Pulses grouped into steps of equal volume.
struct VolumeCuts
{
    double volume = 0; ///< bytes of a step; 0: nothing was found
    double silence = 0; ///< nanoseconds: typical silence between steps
    double cost = 1; ///< share of the bytes that do not match, plus the silences on the wrong side; lower is better
    double contrast = 0; ///< relative advantage of the cost over other volumes: about 0 for traffic without steps
    double separation = 0; ///< share of the cuts among as many of the longest silences
    double shortest = 0; ///< nanoseconds: the shortest silence that is a cut
    std::vector<Pulse> steps; ///< without the silences between them
};

/// Cuts pulses into steps. In synchronous training each step moves the same volume, whatever its duration: so the cuts
/// are the silences with about the same number of bytes between them, preferably long ones. The volume is the one that
/// matches best, of all from a thousandth to a quarter of the bytes. For a given volume the cuts are optimal (dynamic
/// programming). A pulse larger than a step is not split. Fewer than four pulses have no cuts. Ends early, without a
/// result, when the job is cancelled.
[[nodiscard]] VolumeCuts cutByVolume(const std::vector<Pulse>& pulses, const JobContext& job = {});

} // namespace millrace::analysis

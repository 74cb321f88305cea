// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/crosstraffic/traffic_profile.h"
#include "core/crosstraffic/volume_fit.h"

#include <cstdint>
#include <string>
#include <vector>

namespace millrace::crosstraffic {

inline constexpr double maximumFlows = 5e6; ///< of a schedule
/// TCP flows that a source can begin per second: measured on two cores that also run the receiver.
inline constexpr std::size_t flowsPerSecond = 10'000;

/// One flow of the load.
struct Flow
{
    Nanoseconds start{0}; ///< from the beginning of the load
    std::uint64_t bytes = 0; ///< 0: until the load ends
    int source = 0; ///< positions in FlowSchedule::sources and ::destinations
    int destination = 0;

    bool operator==(const Flow&) const = default;
};

/// All flows of a load, by start; times never decrease.
struct FlowSchedule
{
    std::vector<std::string> sources; ///< node names
    std::vector<std::string> destinations;
    std::vector<Flow> flows;
    Nanoseconds duration{0};
    double flowBitsPerSecond = 0; ///< pacing rate of every flow; 0: not paced
    /// Defects of the load, as sentences with figures: of an as-published pattern, of sizes changed by the exact
    /// volume, of more flows than a source can begin.
    std::vector<std::string> flaws;
    std::vector<VolumeFit> volumes; ///< by source; empty: the volume is random, or unlimited

    [[nodiscard]] std::uint64_t bytes() const noexcept;
    bool operator==(const FlowSchedule&) const = default;
};

/// Makes the flows. Pure: the same profile and seed give the same schedule, whose duration is the loaded phase. Reads
/// the profile's files. Names only participating nodes. A Stream, and a profile with `slowdown`, has one endless flow
/// for each stream of each pair. With exactVolume the bytes of each source are rate × time to the byte (published
/// patterns excepted). InvalidInput for a profile with errors, or with more than 5 million flows.
[[nodiscard]] Result<FlowSchedule> makeSchedule(const TrafficProfile& profile, std::uint64_t seed);

/// Returns the remark of a load file: profile, seed, and the volume fit of this source.
[[nodiscard]] std::string loadRemark(const TrafficProfile& profile, std::uint64_t seed, const FlowSchedule& schedule,
                                     std::size_t source);

/// Requested load over time: rate, and the burst indicator of Flumen Equi's scripts.
struct SchedulePreview
{
    Nanoseconds bin{0};
    std::vector<double> bitsPerSecond; ///< each flow's bytes count in the bin in which it begins, endless flows at
                                       ///< their pace; NaN without a pace
    std::vector<double> burstIndicator; ///< by bin: flows that begin less than `burstGap` before the next one, divided
                                        ///< by the largest such count
    Nanoseconds burstGap = std::chrono::microseconds(800);
    double meanBitsPerSecond = 0;
    double peakBitsPerSecond = 0; ///< largest bin
    double gapVariation = 0; ///< coefficient of variation of the gaps; NaN for fewer than two
    double meanFlowBytes = 0; ///< NaN without a flow that ends
    std::vector<std::pair<double, double>> sizeTail; ///< (bytes, share of flows at least that large), ascending,
                                                     ///< at most 500
};
/// Chooses bins so that there are at most `maximumBins`, at least 1 ms wide.
[[nodiscard]] SchedulePreview previewOf(const FlowSchedule& schedule, std::size_t maximumBins = 2000);

} // namespace millrace::crosstraffic

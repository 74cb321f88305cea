// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/issue.h"
#include "core/crosstraffic/size_distribution.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace millrace::crosstraffic {

inline constexpr double maximumRate = 1e12; ///< bit/s of a load

/// When flows begin.
enum class Pattern
{
    Deterministic, ///< equal gaps
    Exponential, ///< Poisson process
    LogNormal, ///< gaps with `gapVariation`
    OnOff, ///< Poisson process at `peak` × rate while on, nothing while off
    Burst, ///< `burstShare` of each period's bytes at its beginning, in `burstWidth`
    Trace, ///< times, sizes and destinations from `file`: a load file, or on/off stretches of a measured job
    Stream, ///< `streams` connections of each source that last as long as the load
    PublishedConsistent, ///< study B, B3.3: whole-number Poisson gaps, nearly periodic
    PublishedBurst, ///< study B, B3.3, generator 5: two flows a burst, times that may run backwards
    PublishedPoisson ///< study B, B3.3: exponential gaps, flows of one size
};

enum class Transport
{
    Tcp,
    Udp ///< datagrams with sequence numbers, paced
};

/// Who sends to whom.
enum class Matrix
{
    One, ///< first source to first destination
    Many, ///< each source to all destinations, in rounds whose order is left to chance
    Incast, ///< all sources to the first destination, beginning together
    AllToAll ///< each of the nodes (sources and destinations) to each other one, in such rounds
};

/// Which sizes flows have.
struct SizeSpec
{
    std::string name = "web-search-study"; ///< a name of SizeDistribution, "fixed" or "file"
    std::uint64_t fixedBytes = 10'000'000;
    std::filesystem::path file; ///< of `unitBytes`
    double unitBytes = 1460;
    double scale = 1; ///< all sizes times this: on a network of 1/50 of the rate, 0.02 gives the same times
    Convention convention = Convention::Step;

    bool operator==(const SizeSpec&) const = default;
};

/// The stretches of a run with cross traffic, one after another. They begin when every worker has ended its first
/// measured step; the workload is ended after the last.
struct Phases
{
    Nanoseconds baseline = std::chrono::seconds(10);
    Nanoseconds loaded = std::chrono::seconds(20);
    Nanoseconds recovery = std::chrono::seconds(10);
    Nanoseconds onsetSpread{0}; ///< the load begins up to this much later, by chance and the run's seed

    bool operator==(const Phases&) const = default;
};

/// Traffic beside the workload, as a user asks for it. A value of the project file.
struct TrafficProfile
{
    std::string name;
    Pattern pattern = Pattern::Exponential;
    /// Payload that each source offers in the loaded phase; of a Stream 0: as much as goes through; of a Trace 0: as
    /// recorded, else its sizes are scaled.
    double bitsPerSecond = 0;
    /// Instead of a rate: chosen at the onset so that the steps of the baseline become this share longer (0.1: 10 %),
    /// from their measured communication time and the rate of the destination's interface. A Stream over UDP.
    double slowdown = 0;
    SizeSpec sizes;
    bool exactVolume = true; ///< the sizes are drawn so that their sum is rate × time
    double gapVariation = 1; ///< of LogNormal: standard deviation of the gaps over their mean
    Nanoseconds onTime = std::chrono::milliseconds(100); ///< of OnOff: mean, exponential
    Nanoseconds offTime = std::chrono::milliseconds(100);
    Nanoseconds burstPeriod = std::chrono::milliseconds(10); ///< of Burst
    Nanoseconds burstWidth = std::chrono::milliseconds(1);
    double burstShare = 0.3;
    int streams = 1; ///< of Stream, from each source to each of its destinations
    std::filesystem::path file; ///< of Trace
    Transport transport = Transport::Tcp;
    Matrix matrix = Matrix::One;
    std::vector<std::string> sources; ///< node names; need not be nodes with workers
    std::vector<std::string> destinations;
    int dscp = 0; ///< 0 to 63
    std::string congestionControl; ///< empty: the cluster's
    double flowBitsPerSecond = 0; ///< each flow is paced to this; 0: not paced. Of UDP: 0 means the profile's rate
    int datagramBytes = 1448; ///< payload of a UDP datagram
    Phases phases;

    bool operator==(const TrafficProfile&) const = default;
};

/// Every problem at once, `where` relative to the profile: "sources", "sizes.file", "phases.loaded".
[[nodiscard]] Issues validate(const TrafficProfile& profile);
/// "exponential", "as-published-burst": the word in project files and tables.
[[nodiscard]] std::string_view patternName(Pattern pattern) noexcept;
[[nodiscard]] std::vector<Pattern> allPatterns();
[[nodiscard]] std::string_view matrixName(Matrix matrix) noexcept; ///< "one", "many", "incast", "all-to-all"
[[nodiscard]] std::string_view transportName(Transport transport) noexcept; ///< "tcp", "udp"
/// The distribution of a profile's sizes. Reads its file.
[[nodiscard]] Result<SizeDistribution> sizesOf(const SizeSpec& sizes);
/// One line for people: "exponential, 40 Mbit/s of web-search-study, tcp, source → w0".
[[nodiscard]] std::string describe(const TrafficProfile& profile);

} // namespace millrace::crosstraffic

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/field.h"
#include "core/base/text_marks.h"
#include "core/crosstraffic/size_distribution.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace millrace::crosstraffic {

inline constexpr double maximumRate = 1e12; ///< bit/s of a load

/// Start times of flows.
enum class Pattern
{
    Deterministic, ///< equal gaps
    Exponential, ///< Poisson process
    LogNormal, ///< gaps with `gapVariation`
    OnOff, ///< Poisson process at `peak` × rate while on, nothing while off
    Burst, ///< `burstShare` of each period's bytes at its beginning, in `burstWidth`
    Trace, ///< times, sizes and destinations from `file`: a load file, or on/off periods of a measured job
    Stream, ///< `streams` connections of each source for the whole load
    PublishedConsistent, ///< Flumen Equi's generate_load_consist.py: whole-number Poisson gaps, nearly periodic
    PublishedBurst, ///< Flumen Equi's generate_load_burst.py, generator 5: two flows a burst, times may decrease
    PublishedPoisson ///< Flumen Equi's generate_load_poisson.py: exponential gaps, flows of one size
};

enum class Transport
{
    Tcp,
    Udp ///< datagrams with sequence numbers, paced
};

/// Pairs of sources and destinations.
enum class Matrix
{
    One, ///< first source to first destination
    Many, ///< each source to all destinations, in rounds of random order
    Incast, ///< all sources to the first destination, starting together
    AllToAll ///< each of the nodes (sources and destinations) to each other one, in such rounds
};

/// Distribution of flow sizes.
struct SizeSpec
{
    std::string name = "web-search-study"; ///< a name of SizeDistribution, "fixed" or "file"
    std::uint64_t fixedBytes = 10'000'000;
    std::filesystem::path file; ///< of `unitBytes`
    double unitBytes = 1460;
    double scale = 1; ///< factor on all sizes: 0.02 on a network of 1/50 of the rate gives the same times
    Convention convention = Convention::Step;

    bool operator==(const SizeSpec&) const = default;
};

inline constexpr std::array<std::string_view, 2> conventionNames = {"step", "interpolated"};

/// "convention" of sizes, which is written where it is not the usual one of their name.
void readConvention(JsonFields& fields, std::string_view key, SizeSpec& sizes);
void writeConvention(const SizeSpec& sizes, std::string_view key, Json& json);

inline constexpr std::array sizeFields = {
    field("name", &SizeSpec::name),
    field("bytes", &SizeSpec::fixedBytes, Quantity::Size, {1},
          MR_TEXT("millrace::ui::TrafficForm", "Size of each flow")),
    field("file", &SizeSpec::file, MR_TEXT("millrace::ui::TrafficForm", "File of sizes")),
    field("unit_bytes", &SizeSpec::unitBytes, Quantity::Number, {0, 1e12, true},
          MR_TEXT("millrace::ui::TrafficForm", "Its unit, bytes")),
    field("scale", &SizeSpec::scale, Quantity::Number, {1e-9, 1e9},
          MR_TEXT("millrace::ui::TrafficForm", "All sizes times")),
    field("convention", FieldPart<SizeSpec>{readConvention, writeConvention},
          MR_TEXT("millrace::ui::TrafficForm", "Which occur")),
};

/// The stretches of a run with cross traffic, one after another. They begin when every worker has ended its first
/// measured step; the workload is ended after the last.
struct Phases
{
    Nanoseconds baseline = std::chrono::seconds(10);
    Nanoseconds loaded = std::chrono::seconds(20);
    Nanoseconds recovery = std::chrono::seconds(10);
    Nanoseconds onsetSpread{0}; ///< maximum of the random delay of the load, by the run's seed

    bool operator==(const Phases&) const = default;
};

inline constexpr double longestPhase = 8.64e13 * 365; ///< ns

inline constexpr std::array phaseFields = {
    field("baseline", &Phases::baseline, Quantity::Duration, {0, longestPhase},
          MR_TEXT("millrace::ui::TrafficForm", "Baseline")),
    field("loaded", &Phases::loaded, Quantity::Duration, {1, 8.64e13 * 7},
          MR_TEXT("millrace::ui::TrafficForm", "With the traffic")),
    field("recovery", &Phases::recovery, Quantity::Duration, {0, longestPhase},
          MR_TEXT("millrace::ui::TrafficForm", "Recovery")),
    field("onset_spread", &Phases::onsetSpread, Quantity::Duration, {0, longestPhase},
          MR_TEXT("millrace::ui::TrafficForm", "Onset later by up to")),
};

/// Load besides the workload, as a user asks for it. A value of the project file.
struct TrafficProfile
{
    std::string name;
    Pattern pattern = Pattern::Exponential;
    /// Payload offered by each source in the loaded phase; of a Stream 0: unlimited; of a Trace 0: as recorded, else
    /// its sizes are scaled.
    double bitsPerSecond = 0;
    /// Target instead of a rate: chosen at the onset so that the steps of the baseline become longer by this share
    /// (0.1: 10 %), from their measured communication time and the rate of the destination's interface. A Stream over
    /// UDP.
    double slowdown = 0;
    SizeSpec sizes;
    bool exactVolume = true; ///< the sum of the drawn sizes is rate × time
    double gapVariation = 1; ///< of LogNormal: coefficient of variation of the gaps
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
    double flowBitsPerSecond = 0; ///< pacing rate of each flow; 0: not paced. Of UDP: 0 means the profile's rate
    int datagramBytes = 1448; ///< payload of a UDP datagram
    Phases phases;

    bool operator==(const TrafficProfile&) const = default;
};

template <Pattern... patterns>
[[nodiscard]] constexpr bool isPattern(const TrafficProfile& profile) noexcept
{
    return ((profile.pattern == patterns) || ...);
}
template <Transport transport>
[[nodiscard]] constexpr bool isTransport(const TrafficProfile& profile) noexcept
{
    return profile.transport == transport;
}
/// Whether the sizes of flows are drawn by a pattern of our own.
[[nodiscard]] constexpr bool drawsSizes(const TrafficProfile& profile) noexcept
{
    return profile.pattern < Pattern::Trace;
}

inline constexpr std::array<std::string_view, 10> patternNames = {
    "deterministic",           "exponential",        "log-normal",          "on-off", "burst", "trace", "stream",
    "as-published-consistent", "as-published-burst", "as-published-poisson"};
inline constexpr std::array<std::string_view, 2> transportNames = {"tcp", "udp"};
inline constexpr std::array<std::string_view, 4> matrixNames = {"one", "many", "incast", "all-to-all"};

/// The objects of a profile in JSON; see traffic_profile_json.cpp.
struct TrafficParts
{
    static void readSizes(JsonFields& fields, std::string_view key, TrafficProfile& profile);
    static void writeSizes(const TrafficProfile& profile, std::string_view key, Json& json);
    static void readPhases(JsonFields& fields, std::string_view key, TrafficProfile& profile);
    static void writePhases(const TrafficProfile& profile, std::string_view key, Json& json);
};

/// All fields of a profile. A new one is a member above and its line here.
inline constexpr std::array trafficFields = {
    field("name", &TrafficProfile::name, MR_TEXT("millrace::ui::TrafficForm", "Name"), {.always = true}),
    field("pattern", fieldChoice<&TrafficProfile::pattern>(patternNames),
          MR_TEXT("millrace::ui::TrafficForm", "Pattern"), {.always = true}),
    field("rate", &TrafficProfile::bitsPerSecond, Quantity::Rate, {0, maximumRate},
          MR_TEXT("millrace::ui::TrafficForm", "Rate of each source"),
          {.unset = MR_TEXT("millrace::ui::TrafficForm", "for example 40Mbit")}),
    field("slowdown", &TrafficProfile::slowdown, Quantity::Fraction, {0, 1},
          MR_TEXT("millrace::ui::TrafficForm", "Or steps longer by"),
          {.unset = MR_TEXT("millrace::ui::TrafficForm", "for example 10%; needs UDP"),
           .applies = isPattern<Pattern::Stream>}),
    field("sizes", FieldPart<TrafficProfile>{TrafficParts::readSizes, TrafficParts::writeSizes},
          MR_TEXT("millrace::ui::TrafficForm", "Sizes")),
    field("exact_volume", &TrafficProfile::exactVolume, MR_TEXT("millrace::ui::TrafficForm", "Exact volume"),
          {.applies = drawsSizes}),
    field("gap_variation", &TrafficProfile::gapVariation, Quantity::Number, {0, 100, true},
          MR_TEXT("millrace::ui::TrafficForm", "Variation of the gaps"), {.applies = isPattern<Pattern::LogNormal>}),
    field("on_time", &TrafficProfile::onTime, Quantity::Duration, {1, longestPhase},
          MR_TEXT("millrace::ui::TrafficForm", "Mean time on"), {.applies = isPattern<Pattern::OnOff>}),
    field("off_time", &TrafficProfile::offTime, Quantity::Duration, {0, longestPhase},
          MR_TEXT("millrace::ui::TrafficForm", "Mean time off"), {.applies = isPattern<Pattern::OnOff>}),
    field("burst_period", &TrafficProfile::burstPeriod, Quantity::Duration, {1, longestPhase},
          MR_TEXT("millrace::ui::TrafficForm", "Period of the bursts"), {.applies = isPattern<Pattern::Burst>}),
    field("burst_width", &TrafficProfile::burstWidth, Quantity::Duration, {1, longestPhase},
          MR_TEXT("millrace::ui::TrafficForm", "Width of a burst"),
          {.applies = isPattern<Pattern::Burst, Pattern::PublishedBurst>}),
    field("burst_share", &TrafficProfile::burstShare, Quantity::Fraction, {0, 1},
          MR_TEXT("millrace::ui::TrafficForm", "Share in the burst"), {.applies = isPattern<Pattern::Burst>}),
    field("streams", &TrafficProfile::streams, Quantity::Count, {1, 1024},
          MR_TEXT("millrace::ui::TrafficForm", "Streams of each pair"), {.applies = isPattern<Pattern::Stream>}),
    field("file", &TrafficProfile::file, MR_TEXT("millrace::ui::TrafficForm", "Trace file"),
          {.applies = isPattern<Pattern::Trace>}),
    field("transport", fieldChoice<&TrafficProfile::transport>(transportNames),
          MR_TEXT("millrace::ui::TrafficForm", "Protocol")),
    field("matrix", fieldChoice<&TrafficProfile::matrix>(matrixNames), MR_TEXT("millrace::ui::TrafficForm", "Matrix")),
    field("sources", &TrafficProfile::sources, MR_TEXT("millrace::ui::TrafficForm", "Sources"), {.always = true}),
    field("destinations", &TrafficProfile::destinations, MR_TEXT("millrace::ui::TrafficForm", "Destinations"),
          {.always = true}),
    field("dscp", &TrafficProfile::dscp, Quantity::Count, {0, 63}, MR_TEXT("millrace::ui::TrafficForm", "DSCP")),
    field("congestion_control", &TrafficProfile::congestionControl,
          MR_TEXT("millrace::ui::TrafficForm", "Congestion control"),
          {.unset = MR_TEXT("millrace::ui::TrafficForm", "the cluster's"), .applies = isTransport<Transport::Tcp>}),
    field("flow_rate", &TrafficProfile::flowBitsPerSecond, Quantity::Rate, {0, maximumRate},
          MR_TEXT("millrace::ui::TrafficForm", "Rate of a flow"),
          {.unset = MR_TEXT("millrace::ui::TrafficForm", "not paced")}),
    field("datagram_bytes", &TrafficProfile::datagramBytes, Quantity::Size, {32, 65507},
          MR_TEXT("millrace::ui::TrafficForm", "Payload of a datagram"), {.applies = isTransport<Transport::Udp>}),
    field("phases", FieldPart<TrafficProfile>{TrafficParts::readPhases, TrafficParts::writePhases}),
};

/// Every problem at once, `where` relative to the profile: "sources", "sizes.file", "phases.loaded".
[[nodiscard]] Issues validate(const TrafficProfile& profile);
/// Returns "exponential", "as-published-burst": the name in project files and tables.
[[nodiscard]] std::string_view patternName(Pattern pattern) noexcept;
[[nodiscard]] std::vector<Pattern> allPatterns();
[[nodiscard]] std::string_view matrixName(Matrix matrix) noexcept; ///< "one", "many", "incast", "all-to-all"
[[nodiscard]] std::string_view transportName(Transport transport) noexcept; ///< "tcp", "udp"
/// Returns the distribution of a profile's sizes. Reads its file.
[[nodiscard]] Result<SizeDistribution> sizesOf(const SizeSpec& sizes);
/// Returns one line for display: "exponential, 40 Mbit/s of web-search-study, tcp, source → w0".
[[nodiscard]] std::string describe(const TrafficProfile& profile);

} // namespace millrace::crosstraffic

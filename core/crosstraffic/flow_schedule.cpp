// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/flow_schedule.h"

#include "core/base/file_io.h"
#include "core/crosstraffic/arrival_process.h"
#include "core/crosstraffic/burst_pattern.h"
#include "core/crosstraffic/on_off_trace.h"
#include "core/crosstraffic/published_patterns.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <optional>

namespace millrace::crosstraffic {

namespace {

constexpr Nanoseconds traceGrain = std::chrono::milliseconds(10);
constexpr std::size_t largestSizes = std::size_t(64) << 20;

bool isEndless(const TrafficProfile& profile)
{
    return profile.pattern == Pattern::Stream || profile.slowdown > 0;
}

/// Destinations by source, as positions.
struct Ways
{
    std::vector<std::string> sources;
    std::vector<std::string> destinations;
    std::vector<std::vector<int>> to; ///< by source
};

Ways waysOf(const TrafficProfile& profile)
{
    Ways ways{profile.sources, profile.destinations, {}};
    if (profile.matrix == Matrix::One)
        ways.sources.resize(1);
    if (profile.matrix == Matrix::Incast || (profile.matrix == Matrix::One && profile.pattern != Pattern::Trace))
        ways.destinations.resize(1);
    if (profile.matrix == Matrix::AllToAll) {
        for (const std::string& name : profile.destinations)
            if (std::ranges::find(ways.sources, name) == ways.sources.end())
                ways.sources.push_back(name);
        ways.destinations = ways.sources;
    }
    for (const std::string& source : ways.sources) {
        auto& to = ways.to.emplace_back();
        for (std::size_t i = 0; i < ways.destinations.size(); ++i)
            if (ways.destinations[i] != source)
                to.push_back(static_cast<int>(i));
    }
    return ways;
}

/// Assigns destinations in rounds over all of them, each round in a random order.
void assignDestinations(std::vector<Flow>& flows, std::vector<int> to, Random& random)
{
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (i % to.size() == 0 && to.size() > 1)
            shuffle(to, random);
        flows[i].destination = to[i % to.size()];
    }
}

struct SourceLoad
{
    std::vector<Flow> flows;
    std::vector<std::string> flaws;
    std::optional<VolumeFit> volume;
};

Result<SourceLoad> publishedSource(const TrafficProfile& profile, Random& random)
{
    MR_TRY(published, publishedLoad(profile, random));
    SourceLoad load{{}, std::move(published.flaws), {}};
    for (const LoadFlow& flow : published.flows) {
        const std::int64_t start = std::max<std::int64_t>(flow.microseconds, 0);
        load.flows.push_back({std::chrono::microseconds(start), flow.bytes, 0, flow.destination});
    }
    std::ranges::stable_sort(load.flows, {}, &Flow::start);
    return load;
}

Result<void> checkExtent(const TrafficProfile& profile, double meanBytes)
{
    const double volume = profile.bitsPerSecond * static_cast<double>(profile.phases.loaded.count()) / 8e9;
    double flows = volume / meanBytes;
    if (profile.pattern == Pattern::Burst)
        flows = expectedBurstFlows(profile, meanBytes);
    const double onOff = static_cast<double>(profile.onTime.count()) + static_cast<double>(profile.offTime.count());
    if (profile.pattern == Pattern::OnOff && static_cast<double>(profile.phases.loaded.count()) / onOff > maximumFlows)
        return fail(ErrorCode::InvalidInput,
                    "the loaded phase has more than 5 million on and off times; make them "
                    "longer");
    if (flows <= maximumFlows)
        return {};
    return fail(ErrorCode::InvalidInput,
                fmt::format("this load has {:.3g} flows of each source, more than 5 million; make the flows larger, or "
                            "the rate or the loaded phase smaller",
                            flows));
}

Result<SourceLoad> ownLoad(const TrafficProfile& profile, double phase, Random& times, Random& random)
{
    MR_TRY(sizes, sizesOf(profile.sizes));
    MR_CHECK(checkExtent(profile, sizes.mean()));
    SourceLoad load;
    VolumeFit fit;
    if (profile.pattern == Pattern::Burst) {
        load.flows = burstFlows(profile, sizes, random, fit);
        if (profile.exactVolume)
            load.volume = fit;
        return load;
    }
    const std::uint64_t total = volumeOf(profile.bitsPerSecond, profile.phases.loaded);
    const auto volume = static_cast<double>(total);
    const double expected = profile.exactVolume ? flowsFor(sizes, volume) : volume / sizes.mean();
    const auto starts = arrivalTimes(profile, expected, phase, times);
    std::vector<std::uint64_t> bytes;
    if (profile.exactVolume) {
        bytes = exactSizes(sizes, starts.size(), total, random, fit);
        load.volume = fit;
    } else {
        for (std::size_t i = 0; i < starts.size(); ++i)
            bytes.push_back(sizes.draw(random));
    }
    for (std::size_t i = 0; i < bytes.size(); ++i)
        load.flows.push_back({starts[i], bytes[i], 0, 0});
    return load;
}

/// Repeats the trace in pieces of 10 ms until the load ends.
Result<SourceLoad> replayOnOff(const OnOffTrace& trace, Nanoseconds duration)
{
    const auto pieces = static_cast<double>(duration / traceGrain) + static_cast<double>(trace.steps.size());
    if (pieces + static_cast<double>(duration / trace.length) * static_cast<double>(trace.steps.size()) > maximumFlows)
        return fail(ErrorCode::InvalidInput,
                    "replaying this trace takes more than 5 million flows; make the loaded "
                    "phase shorter");
    SourceLoad load;
    for (Nanoseconds lap{0}; lap < duration; lap += trace.length)
        for (std::size_t i = 0; i < trace.steps.size(); ++i) {
            const auto& step = trace.steps[i];
            const Nanoseconds end = lap + (i + 1 < trace.steps.size() ? trace.steps[i + 1].at : trace.length);
            for (Nanoseconds at = lap + step.at; at < std::min(end, duration); at += traceGrain)
                if (const auto bytes = volumeOf(step.bitsPerSecond, std::min({traceGrain, end - at, duration - at})))
                    load.flows.push_back({at, bytes, 0, 0});
        }
    return load;
}

Result<SourceLoad> replayLoadFile(std::string_view text, std::size_t destinations, bool incast)
{
    MR_TRY(flows, parseLoadFile(text));
    if (static_cast<double>(flows.size()) > maximumFlows)
        return fail(ErrorCode::InvalidInput, "the load file has more than 5 million flows; cut it into several");
    SourceLoad load;
    std::int64_t latest = std::numeric_limits<std::int64_t>::min();
    std::size_t backwards = 0;
    for (const LoadFlow& flow : flows) {
        if (!incast && static_cast<std::size_t>(flow.destination) >= destinations)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("the load file sends to destination {}, the profile has {} (counted from 0); name "
                                    "more destinations, or set the matrix to \"incast\"",
                                    flow.destination, destinations));
        backwards += flow.microseconds < latest;
        latest = flow.microseconds;
        const auto start = std::chrono::microseconds(std::max<std::int64_t>(flow.microseconds, 0));
        load.flows.push_back({start, flow.bytes, 0, incast ? 0 : flow.destination});
    }
    std::ranges::stable_sort(load.flows, {}, &Flow::start);
    if (backwards > 0)
        load.flaws.push_back(fmt::format("the load file's times run backwards {} times; the flows are sorted before "
                                         "they are sent",
                                         backwards));
    return load;
}

Result<SourceLoad> traceLoad(const TrafficProfile& profile, const std::string& text, const Ways& ways,
                             std::size_t source, Random& random)
{
    const bool onOff = looksLikeOnOff(text);
    SourceLoad load;
    if (onOff) {
        MR_TRY(trace, parseOnOff(text));
        MR_TRY(replayed, replayOnOff(trace, profile.phases.loaded));
        load = std::move(replayed);
        assignDestinations(load.flows, ways.to[source], random);
    } else {
        MR_TRY(replayed, replayLoadFile(text, ways.destinations.size(), profile.matrix == Matrix::Incast));
        load = std::move(replayed);
    }
    std::erase_if(load.flows, [&](const Flow& flow) { return flow.start >= profile.phases.loaded; });
    if (!(profile.bitsPerSecond > 0))
        return load;
    std::vector<std::uint64_t> bytes;
    for (const Flow& flow : load.flows)
        bytes.push_back(flow.bytes);
    const double recorded = std::accumulate(bytes.begin(), bytes.end(), 0.0);
    const std::uint64_t total = volumeOf(profile.bitsPerSecond, profile.phases.loaded);
    scaleTo(bytes, total);
    load.volume = VolumeFit{recorded > 0 ? static_cast<double>(total) / recorded : 1, bytes.size(), 0, 0};
    load.flows.resize(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i)
        load.flows[i].bytes = bytes[i];
    return load;
}

double paceOf(const TrafficProfile& profile, const Ways& ways)
{
    const auto pairs = static_cast<double>(profile.streams) * static_cast<double>(ways.to.front().size());
    const bool stream = isEndless(profile) && profile.bitsPerSecond > 0 && profile.slowdown == 0;
    const double share = stream ? profile.bitsPerSecond / pairs : 0;
    if (profile.flowBitsPerSecond > 0)
        return share > 0 ? std::min(share, profile.flowBitsPerSecond) : profile.flowBitsPerSecond;
    if (stream)
        return share;
    return profile.transport == Transport::Udp && !isEndless(profile) ? profile.bitsPerSecond : 0;
}

std::vector<Flow> endlessFlows(const TrafficProfile& profile, const std::vector<int>& to)
{
    std::vector<Flow> flows;
    for (const int destination : to)
        for (int i = 0; i < profile.streams; ++i)
            flows.push_back({Nanoseconds(0), 0, 0, destination});
    return flows;
}

Result<SourceLoad> loadOf(const TrafficProfile& profile, const std::string& trace, const Ways& ways, std::size_t source,
                          std::uint64_t seed)
{
    Random random(mixSeed(seed + source));
    const std::vector<int>& to = ways.to[source];
    if (isEndless(profile))
        return SourceLoad{endlessFlows(profile, to), {}, {}};
    if (profile.pattern == Pattern::Trace)
        return traceLoad(profile, trace, ways, source, random);
    const bool incast = profile.matrix == Matrix::Incast;
    Random times(mixSeed(incast ? seed : mixSeed(seed + source)));
    const double phase = incast ? 0 : static_cast<double>(source) / static_cast<double>(ways.sources.size());
    const bool published = isPublished(profile.pattern);
    MR_TRY(load,
           published ? publishedSource(profile, incast ? times : random) : ownLoad(profile, phase, times, random));
    assignDestinations(load.flows, to, random);
    return load;
}

/// Returns the maximum number of flows of one source that begin within a second.
std::size_t busiestSecond(const FlowSchedule& schedule, int source)
{
    std::vector<Nanoseconds> starts;
    for (const Flow& flow : schedule.flows)
        if (flow.source == source)
            starts.push_back(flow.start);
    std::size_t most = 0;
    for (std::size_t first = 0, last = 0; last < starts.size(); ++last) {
        while (starts[last] - starts[first] >= std::chrono::seconds(1))
            ++first;
        most = std::max(most, last - first + 1);
    }
    return most;
}

/// Describes the defects of the drawn flows.
void nameFlaws(const TrafficProfile& profile, FlowSchedule& schedule)
{
    // A trace with a rate is scaled on request of the profile.
    if (std::string flaw = fitFlaw(schedule.volumes, profile.sizes.name);
        !flaw.empty() && profile.pattern != Pattern::Trace)
        schedule.flaws.push_back(std::move(flaw));
    if (profile.transport != Transport::Tcp)
        return;
    for (std::size_t source = 0; source < schedule.sources.size(); ++source)
        if (const std::size_t most = busiestSecond(schedule, static_cast<int>(source)); most > flowsPerSecond)
            schedule.flaws.push_back(fmt::format(
                "{} begins up to {} TCP flows in a second, more than the about {} that a sender can open, so flows "
                "start late or not at all: lower the rate, make the flows larger, or use more sources",
                schedule.sources[source], most, flowsPerSecond));
}

Result<void> checkProfile(const TrafficProfile& profile)
{
    for (const Issue& issue : validate(profile))
        if (issue.severity == Severity::Error && issue.kind != "name")
            return fail(ErrorCode::InvalidInput, fmt::format("{}: {}", issue.where, issue.example));
    return {};
}

Result<SizeDistribution> wholeSizes(const SizeSpec& sizes)
{
    if (sizes.name == "fixed")
        return SizeDistribution::fixed(static_cast<double>(sizes.fixedBytes));
    if (sizes.name != "file")
        return SizeDistribution::named(sizes.name, sizes.convention);
    MR_TRY(text, readFile(sizes.file, largestSizes));
    auto parsed = SizeDistribution::parse(text, sizes.unitBytes, sizes.convention);
    if (!parsed)
        return within("reading the sizes of " + sizes.file.string(), std::move(parsed).error());
    return parsed;
}

} // namespace

Result<SizeDistribution> sizesOf(const SizeSpec& sizes)
{
    auto whole = wholeSizes(sizes);
    if (!whole || sizes.scale == 1)
        return whole;
    return SizeDistribution::parse(whole->text(1), sizes.scale, whole->convention());
}

std::string loadRemark(const TrafficProfile& profile, std::uint64_t seed, const FlowSchedule& schedule,
                       std::size_t source)
{
    std::string text = fmt::format("{}, seed {}", describe(profile), seed);
    if (source < schedule.volumes.size())
        text += ", exact volume: " + fitText(schedule.volumes[source]);
    return text;
}

Result<FlowSchedule> makeSchedule(const TrafficProfile& profile, std::uint64_t seed)
{
    MR_CHECK(checkProfile(profile));
    const Ways ways = waysOf(profile);
    std::string trace;
    if (profile.pattern == Pattern::Trace) {
        MR_TRY(text, readFile(profile.file));
        trace = std::move(text);
    }
    FlowSchedule schedule{ways.sources, ways.destinations, {}, profile.phases.loaded, paceOf(profile, ways), {}, {}};
    for (std::size_t source = 0; source < ways.sources.size(); ++source) {
        auto load = loadOf(profile, trace, ways, source, seed);
        if (!load)
            return profile.pattern == Pattern::Trace ? within("replaying " + profile.file.string(), load.error())
                                                     : load.error();
        for (Flow& flow : load->flows)
            flow.source = static_cast<int>(source);
        schedule.flows.insert(schedule.flows.end(), load->flows.begin(), load->flows.end());
        if (load->volume)
            schedule.volumes.push_back(*load->volume);
        for (std::string& flaw : load->flaws)
            schedule.flaws.push_back(ways.sources.size() == 1 ? std::move(flaw)
                                                              : fmt::format("{}: {}", ways.sources[source], flaw));
        if (static_cast<double>(schedule.flows.size()) > maximumFlows)
            return fail(ErrorCode::InvalidInput,
                        "this load has more than 5 million flows; make the flows larger, or "
                        "the rate, the loaded phase or the number of sources smaller");
    }
    std::ranges::stable_sort(schedule.flows, {}, &Flow::start);
    nameFlaws(profile, schedule);
    return schedule;
}

} // namespace millrace::crosstraffic

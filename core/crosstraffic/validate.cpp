// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/field_value.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/crosstraffic/published_patterns.h"
#include "core/crosstraffic/traffic_profile.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace millrace::crosstraffic {

namespace {

constexpr int ethernetPayload = 1472;
constexpr int largestDatagram = 65'507;

class Validator
{
public:
    explicit Validator(const TrafficProfile& profile) : m_profile(profile) { }

    Issues run()
    {
        if (trim(m_profile.name).empty())
            error("name", "name", "a profile needs a name; grids refer to it");
        else if (m_profile.name == "none")
            error("name", "name", "\"none\" means no cross traffic; call the profile something else");
        numbers(trafficFields, m_profile, "");
        numbers(phaseFields, m_profile.phases, "phases.");
        checkRate();
        checkSizes();
        checkPattern();
        checkSlowdown();
        checkNodes();
        checkPackets();
        checkPhases();
        return std::move(m_issues);
    }

private:
    void add(Severity severity, const char* kind, const char* where, std::string what)
    {
        m_issues.push_back({kind, severity, 1, std::move(what), where});
    }
    void error(const char* kind, const char* where, std::string what)
    {
        add(Severity::Error, kind, where, std::move(what));
    }

    /// The numbers of an object that are outside of their range.
    template <typename Struct>
    void numbers(FieldList<Struct> fields, const Struct& object, const std::string& prefix)
    {
        for (Issue& issue : checkFields(fields, object, "")) {
            issue.kind = issue.where;
            issue.where.insert(0, prefix);
            m_issues.push_back(std::move(issue));
        }
    }

    void checkRate()
    {
        const double rate = m_profile.bitsPerSecond;
        const bool mayBeZero =
            m_profile.pattern == Pattern::Stream || m_profile.pattern == Pattern::Trace || m_profile.slowdown > 0;
        if (rate == 0 && !mayBeZero)
            error("rate", "rate", "the rate is 0; say how much each source sends, for example 40Mbit");
        else if (rate == 0 && m_profile.pattern == Pattern::Stream && m_profile.transport == Transport::Udp
                 && m_profile.slowdown == 0)
            add(Severity::Warning, "rate", "rate",
                "UDP does not slow down for others: without a rate it sends as fast as the source can");
    }

    void checkSizes()
    {
        const Pattern pattern = m_profile.pattern;
        if (pattern == Pattern::Stream || pattern == Pattern::Trace || m_profile.slowdown > 0)
            return;
        SizeSpec asPublished;
        asPublished.scale = m_profile.sizes.scale;
        const bool study = m_profile.sizes == asPublished;
        if ((pattern == Pattern::PublishedConsistent || pattern == Pattern::PublishedBurst) && !study)
            add(Severity::Warning, "sizes", "sizes",
                fmt::format("{} has the study's sizes; those of the profile are not used", patternName(pattern)));
        numbers(sizeFields, m_profile.sizes, "sizes.");
        if (!isPublished(pattern))
            checkSizeNames();
    }

    void checkSizeNames()
    {
        const SizeSpec& sizes = m_profile.sizes;
        if (sizes.name == "file") {
            if (sizes.file.empty())
                error("sizes", "sizes.file", "name the file with the distribution of sizes");
            return;
        }
        std::vector<std::string> known = {"fixed", "file"};
        for (const std::string_view name : SizeDistribution::names())
            known.emplace_back(name);
        if (std::ranges::find(known, sizes.name) != known.end())
            return;
        const std::string near = nearest(sizes.name, known);
        error("sizes", "sizes.name",
              fmt::format("unknown flow sizes \"{}\"; {}", sizes.name,
                          near.empty() ? fmt::format("available: {}", join(known, ", "))
                                       : fmt::format("did you mean \"{}\"?", near)));
    }

    void checkPattern()
    {
        switch (m_profile.pattern) {
        case Pattern::OnOff: checkOnOff(); break;
        case Pattern::Burst:
        case Pattern::PublishedBurst: checkBurst(); break;
        case Pattern::Trace:
            if (m_profile.file.empty())
                error("file", "file", "name the load file, or the CSV of on and off stretches, that is to be replayed");
            break;
        default: break;
        }
    }

    void checkOnOff()
    {
        if (m_profile.onTime > m_profile.phases.loaded / 10 - m_profile.offTime)
            add(Severity::Note, "on-off", "phases.loaded",
                "the loaded phase has fewer than ten on and off times; the shares of a run depend on chance");
    }

    void checkBurst()
    {
        const bool published = m_profile.pattern == Pattern::PublishedBurst;
        if (published) {
            if (m_profile.burstWidth > m_profile.phases.loaded / 10)
                error("burst", "burst_width", "ten times the burst's width is longer than the loaded phase");
            return;
        }
        if (m_profile.burstPeriod <= m_profile.burstWidth)
            error("burst", "burst_width",
                  fmt::format("a burst of {} does not fit into a period of {}; make it shorter",
                              durationText(m_profile.burstWidth), durationText(m_profile.burstPeriod)));
        if (m_profile.burstPeriod > m_profile.phases.loaded)
            error("burst", "burst_period", "a period is longer than the loaded phase");
    }

    void checkSlowdown()
    {
        if (m_profile.slowdown == 0)
            return;
        if (m_profile.pattern != Pattern::Stream || m_profile.transport != Transport::Udp)
            error(
                "slowdown", "slowdown",
                "a slowdown is made by a stream over UDP; set the pattern to \"stream\" and the transport to \"udp\"");
        if (m_profile.bitsPerSecond > 0)
            add(Severity::Warning, "slowdown", "rate", "the slowdown decides the rate; this rate is not used");
    }

    void checkNames(const char* where, const std::vector<std::string>& names)
    {
        if (names.empty())
            error("nodes", where, fmt::format("{} has no node; name at least one", where));
        std::set<std::string> seen;
        for (const std::string& name : names)
            if (trim(name).empty())
                error("nodes", where, fmt::format("{} has a node without a name", where));
            else if (!seen.insert(name).second)
                error("nodes", where, fmt::format("{} names \"{}\" twice", where, name));
    }

    void checkNodes()
    {
        checkNames("sources", m_profile.sources);
        checkNames("destinations", m_profile.destinations);
        const auto& from = m_profile.sources;
        const auto& to = m_profile.destinations;
        if (from.empty() || to.empty())
            return;
        const bool one = m_profile.matrix == Matrix::One;
        if (one && from.front() == to.front())
            error("nodes", "destinations", fmt::format("\"{}\" would send to itself", from.front()));
        else if (m_profile.matrix == Matrix::Incast && std::ranges::find(from, to.front()) != from.end())
            error("nodes", "sources", fmt::format("\"{}\" would send to itself", to.front()));
        else if (to.size() == 1 && m_profile.matrix == Matrix::Many
                 && std::ranges::find(from, to.front()) != from.end())
            error("nodes", "destinations", fmt::format("\"{}\" would send to itself", to.front()));
        else if (m_profile.matrix == Matrix::AllToAll && from.size() == 1 && from == to)
            error("nodes", "destinations", "all-to-all needs at least two nodes");
        if (one && (from.size() > 1 || (to.size() > 1 && m_profile.pattern != Pattern::Trace)))
            add(Severity::Note, "nodes", "matrix",
                "only the first source and the first destination are used; set the matrix to \"many\" for all");
    }

    void checkPackets()
    {
        if (m_profile.transport == Transport::Udp && !m_profile.congestionControl.empty())
            add(Severity::Warning, "congestion-control", "congestion_control", "UDP has no congestion control");
        if (m_profile.transport != Transport::Udp)
            return;
        if (m_profile.datagramBytes > ethernetPayload && m_profile.datagramBytes <= largestDatagram)
            add(Severity::Note, "datagram", "datagram_bytes",
                fmt::format("datagrams of {} bytes are cut into fragments where the MTU is 1500; up to {} stay whole",
                            m_profile.datagramBytes, ethernetPayload));
    }

    void checkPhases()
    {
        const Phases& phases = m_profile.phases;
        if (m_profile.slowdown > 0 && phases.baseline == Nanoseconds(0))
            error("phases", "phases.baseline", "a slowdown is measured against the baseline; give it for example 10s");
    }

    const TrafficProfile& m_profile;
    Issues m_issues;
};

} // namespace

Issues validate(const TrafficProfile& profile)
{
    return Validator(profile).run();
}

} // namespace millrace::crosstraffic

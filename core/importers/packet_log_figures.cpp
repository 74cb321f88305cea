// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/packet_log_figures.h"

#include "core/importers/tcpdump_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::importers {

namespace known = analysis::known;

namespace {

constexpr std::size_t mostHosts = 65'536;

void append(analysis::PublishedFigures& all, analysis::PublishedFigures figures, const std::string& subject)
{
    for (analysis::PublishedFigure& figure : figures) {
        if (!subject.empty())
            figure.subject = subject;
        all.push_back(std::move(figure));
    }
}

/// Several logs on one axis, as far as they have packets.
void addSynced(std::span<const PacketLogFigures> logs, std::size_t window, PublishedAnalysis& result)
{
    std::vector<std::vector<analysis::LoggedPacket>> together;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < logs.size(); ++i)
        if (!logs[i].log().empty()) {
            together.push_back(logs[i].log());
            names.push_back(result.files[i].file.filename().string());
        }
    const auto synced = analysis::syncedRates(together, window);
    for (std::size_t i = 0; synced && i < synced->size(); ++i) {
        analysis::PublishedFigures figures = (*synced)[i].figures;
        for (analysis::PublishedFigure& figure : figures)
            figure.name = "synced." + figure.name;
        append(result.rates, std::move(figures), names[i]);
    }
}

/// The least delays of all flows, added up: below 0 where sender and receiver are mistaken for each other.
double sumOfLeast(const analysis::DelayResult& delays)
{
    double sum = 0;
    for (const analysis::FlowDelay& flow : delays.flows)
        if (flow.rightPairs > 0)
            sum += flow.rightMinimum;
    return sum;
}

/// Which log is of which host, where a log between two hosts alone does not say: the way that makes packets arrive
/// after they were sent.
class LogHosts
{
public:
    explicit LogHosts(std::span<const PacketLogFigures> logs)
    {
        for (const PacketLogFigures& log : logs)
            if (auto hosts = log.hosts(); !hosts.empty() && m_logs.size() < mostLogs) {
                m_logs.push_back({analysis::noName, log.sequenced()});
                m_candidates.push_back(std::move(hosts));
            }
    }
    [[nodiscard]] analysis::DelayResult best()
    {
        tryFrom(0);
        return std::move(m_best);
    }

private:
    static constexpr std::size_t mostLogs = 6;

    void tryFrom(std::size_t place)
    {
        if (place == m_logs.size()) {
            analysis::DelayResult delays = analysis::packetDelays(m_logs);
            const double sum = sumOfLeast(delays);
            if (m_best.figures.empty() || sum > m_sum) {
                m_best = std::move(delays);
                m_sum = sum;
            }
            return;
        }
        for (const std::uint32_t host : m_candidates[place]) {
            const auto before = std::span(m_logs).first(place);
            if (std::ranges::find(before, host, &analysis::HostLog::host) != before.end())
                continue;
            m_logs[place].host = host;
            tryFrom(place + 1);
        }
    }

    std::vector<analysis::HostLog> m_logs;
    std::vector<std::vector<std::uint32_t>> m_candidates;
    analysis::DelayResult m_best;
    double m_sum = 0;
};

void addDelays(std::span<const PacketLogFigures> logs, const analysis::NameBook& names, PublishedAnalysis& result)
{
    analysis::DelayResult delays = LogHosts(logs).best();
    const bool matched = std::ranges::any_of(
        delays.flows, [](const analysis::FlowDelay& flow) { return flow.pairs > 0 || flow.rightPairs > 0; });
    if (!matched)
        return; // one-sided captures: no packet was seen at both ends
    append(result.rates, std::move(delays.figures), {});
    result.delays = std::move(delays.flows);
    for (std::uint32_t id = 0; id < names.size(); ++id)
        result.hosts.push_back(names.name(id));
}

} // namespace

void PacketLogFigures::add(std::span<const analysis::PublishedPacket> packets)
{
    for (const analysis::PublishedPacket& packet : packets) {
        if (packet.has(known::addresses)) {
            ++m_withAddresses;
            for (const std::uint32_t host : {packet.source, packet.destination})
                if (m_hosts.size() < mostHosts || m_hosts.contains(host))
                    ++m_hosts[host];
        }
        if (!packet.has(known::payloadBytes))
            continue;
        const analysis::LoggedPacket logged = loggedPacket(packet);
        m_windows.add(logged);
        if (logged.ipv4)
            m_seconds.add(logged);
        if (m_log.size() >= m_most) {
            ++m_beyond;
            continue;
        }
        m_log.push_back(logged);
        if (packet.protocol == 6)
            m_sequenced.push_back(packet);
    }
}

std::vector<std::uint32_t> PacketLogFigures::hosts() const
{
    std::vector<std::uint32_t> hosts;
    for (const auto& [host, packets] : m_hosts)
        if (packets == m_withAddresses && m_withAddresses > 0)
            hosts.push_back(host);
    std::ranges::sort(hosts);
    return hosts;
}

void addLogFigures(std::span<const PacketLogFigures> logs, const analysis::NameBook& names, std::size_t window,
                   PublishedAnalysis& result)
{
    for (std::size_t i = 0; i < logs.size(); ++i) {
        if (logs[i].log().empty())
            continue;
        const std::string file = result.files[i].file.filename().string();
        append(result.rates, logs[i].windows().figures(), file);
        append(result.rates, logs[i].seconds().figures(), file);
        if (const auto bursts = analysis::burstWindows(logs[i].log(), window, analysis::packetBurstGap)) {
            analysis::PublishedFigures figures = bursts->figures;
            figures.front().name = "bursts.rate";
            append(result.rates, std::move(figures), file);
        }
        if (logs[i].beyond() > 0)
            countIssue(result.files[i].issues,
                       {"packets-beyond", Severity::Note, static_cast<std::int64_t>(logs[i].beyond()),
                        "packets that bursts, synchronised rates and delays leave out", file});
    }
    if (logs.size() > 1)
        addSynced(logs, window, result);
    if (logs.size() > 1)
        addDelays(logs, names, result);
}

} // namespace millrace::importers

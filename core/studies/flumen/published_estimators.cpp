// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/flumen/published_estimators.h"

#include "core/report/safe_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::studies::flumen {

namespace known = importers::known;

namespace {

constexpr std::size_t mostCountedHosts = 65'536;

void append(report::PublishedFigures& all, report::PublishedFigures figures, const std::string& subject)
{
    for (report::PublishedFigure& figure : figures) {
        if (!subject.empty())
            figure.subject = subject;
        all.push_back(std::move(figure));
    }
}

/// Sum of the minimum delays of all flows: negative where sender and receiver are swapped.
double sumOfLeast(const DelayResult& delays)
{
    double sum = 0;
    for (const FlowDelay& flow : delays.flows)
        if (flow.rightPairs > 0)
            sum += flow.rightMinimum;
    return sum;
}

/// Assigns logs to hosts where a log between only two hosts is ambiguous: such that packets arrive after they were
/// sent.
class LogHosts
{
public:
    explicit LogHosts(std::span<const PacketLogFigures> logs)
    {
        for (const PacketLogFigures& log : logs)
            if (auto hosts = log.hosts(); !hosts.empty() && m_logs.size() < mostLogs) {
                m_logs.push_back({importers::noName, log.sequenced()});
                m_candidates.push_back(std::move(hosts));
            }
    }
    [[nodiscard]] DelayResult best()
    {
        tryFrom(0);
        return std::move(m_best);
    }

private:
    static constexpr std::size_t mostLogs = 6;

    void tryFrom(std::size_t place)
    {
        if (place == m_logs.size()) {
            DelayResult delays = packetDelays(m_logs);
            const double sum = sumOfLeast(delays);
            if (m_best.figures.empty() || sum > m_sum) {
                m_best = std::move(delays);
                m_sum = sum;
            }
            return;
        }
        for (const std::uint32_t host : m_candidates[place]) {
            const auto before = std::span(m_logs).first(place);
            if (std::ranges::find(before, host, &HostLog::host) != before.end())
                continue;
            m_logs[place].host = host;
            tryFrom(place + 1);
        }
    }

    std::vector<HostLog> m_logs;
    std::vector<std::vector<std::uint32_t>> m_candidates;
    DelayResult m_best;
    double m_sum = 0;
};

Json delaysJson(const std::vector<FlowDelay>& delays, const importers::NameBook& names)
{
    const auto known = [](double value) { return value == value ? Json(value) : Json(); };
    const auto host = [&](std::uint32_t id) { return report::validUtf8(names.name(id)); };
    Json flows = Json::array();
    for (const FlowDelay& flow : delays)
        flows.push_back({{"source", host(flow.source)},
                         {"destination", host(flow.destination)},
                         {"source_port", flow.sourcePort},
                         {"destination_port", flow.destinationPort},
                         {"published_pairs", flow.pairs},
                         {"published_retransmits", flow.retransmits},
                         {"published_unmatched", flow.unmatched + flow.beforeFirst},
                         {"published_adds_up", flow.addsUp()},
                         {"published_mean", known(flow.mean)},
                         {"right_pairs", flow.rightPairs},
                         {"right_mean", known(flow.rightMean)},
                         {"right_minimum", known(flow.rightMinimum)},
                         {"clock_offset", known(flow.clockOffset)}});
    return flows;
}

} // namespace

void PacketLogFigures::add(std::span<const importers::PacketRecord> packets)
{
    for (const importers::PacketRecord& packet : packets) {
        if (packet.has(known::addresses)) {
            ++m_withAddresses;
            for (const std::uint32_t host : {packet.source, packet.destination})
                if (m_hosts.size() < mostCountedHosts || m_hosts.contains(host))
                    ++m_hosts[host];
        }
        if (!packet.has(known::payloadBytes))
            continue;
        const LoggedPacket logged = loggedPacket(packet);
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

LoggedPacket loggedPacket(const importers::PacketRecord& packet) noexcept
{
    return {packet.time, packet.payloadBytes, packet.has(known::ipv4),
            packet.has(known::wireBytes) ? packet.wireBytes : 0};
}

void LogEstimators::addOfFile(std::size_t file, std::span<const importers::PacketRecord> packets)
{
    while (m_logs.size() <= file)
        m_logs.emplace_back(m_options.skip, m_options.window, m_options.mostPackets);
    m_logs[file].add(packets);
}

/// Several logs on one axis, if they have packets.
void LogEstimators::addSynced(const std::vector<PublishedFile>& files)
{
    std::vector<std::vector<LoggedPacket>> together;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < m_logs.size(); ++i)
        if (!m_logs[i].log().empty()) {
            together.push_back(m_logs[i].log());
            names.push_back(files[i].file.filename().string());
        }
    const auto synced = syncedRates(together, m_options.window);
    for (std::size_t i = 0; synced && i < synced->size(); ++i) {
        report::PublishedFigures of = (*synced)[i].figures;
        for (report::PublishedFigure& figure : of)
            figure.name = "synced." + figure.name;
        append(figures, std::move(of), names[i]);
    }
}

void LogEstimators::addDelays()
{
    DelayResult found = LogHosts(m_logs).best();
    const bool matched =
        std::ranges::any_of(found.flows, [](const FlowDelay& flow) { return flow.pairs > 0 || flow.rightPairs > 0; });
    if (!matched)
        return; // one-sided captures: no packet was seen at both ends
    append(figures, std::move(found.figures), {});
    delays = std::move(found.flows);
}

Result<void> LogEstimators::finish(const PublishedRequest&, std::vector<PublishedFile>& files, const JobContext&)
{
    for (std::size_t i = 0; i < m_logs.size(); ++i) {
        if (m_logs[i].log().empty())
            continue;
        const std::string file = files[i].file.filename().string();
        append(figures, m_logs[i].windows().figures(), file);
        append(figures, m_logs[i].seconds().figures(), file);
        if (const auto bursts = burstWindows(m_logs[i].log(), m_options.window, packetBurstGap)) {
            report::PublishedFigures of = bursts->figures;
            of.front().name = "bursts.rate";
            append(figures, std::move(of), file);
        }
        if (m_logs[i].beyond() > 0)
            countIssue(files[i].issues,
                       {"packets-beyond", Severity::Note, static_cast<std::int64_t>(m_logs[i].beyond()),
                        "packets that bursts, synchronised rates and delays leave out", file});
    }
    if (m_logs.size() > 1) {
        addSynced(files);
        addDelays();
    }
    return {};
}

PublishedSection LogEstimators::section() const
{
    return {"Cross-traffic study", "cross_traffic_study", figures, {{"delays", delaysJson(delays, m_names)}}};
}

} // namespace millrace::studies::flumen

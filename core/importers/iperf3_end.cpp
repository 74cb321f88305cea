// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/iperf3_end.h"

#include "core/base/statistics.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace millrace::importers {

namespace {

constexpr double mostLate = 0.005; ///< share of the bytes
constexpr int mostStreams = 512; ///< that get their own series

double numberOr(const LooseJson* json, const char* key)
{
    return json == nullptr ? unknown : numberOf(*json, key).value_or(unknown);
}

} // namespace

Iperf3Totals::Iperf3Totals(const LooseJson&, const LooseJson& test)
    : m_reverse(numberOf(test, "reverse").value_or(0) > 0)
{
}

void Iperf3Totals::add(bool sent, double bytes, double end)
{
    m_bytes[sent] += bytes;
    m_seen[sent] = true;
    m_lastEnd = std::max(m_lastEnd, end);
}

std::string Iperf3Totals::streamName(bool sent, double socket)
{
    const auto key = std::pair(sent, socket);
    auto known = m_streams.find(key);
    if (known == m_streams.end()) {
        if (m_count[sent] == mostStreams)
            return {};
        known = m_streams.emplace(key, ++m_count[sent]).first;
    }
    return fmt::format("{} {}", directionName(sent), known->second);
}

std::string Iperf3Totals::direction() const
{
    if (m_seen[0] && m_seen[1])
        return "both";
    if (m_seen[0] || m_seen[1])
        return directionName(m_seen[1]);
    return {};
}

double Iperf3Totals::streams() const noexcept
{
    return std::max(m_count[0], m_count[1]);
}

const LooseJson* Iperf3Totals::sumOf(const LooseJson& end, bool sent, bool atSender) const
{
    // With --bidir the plain members are those of the client's sending direction.
    const bool isReverse = m_seen[0] && m_seen[1] ? !sent : false;
    const LooseJson* sum = memberOf(end,
                                    atSender ? (isReverse ? "sum_sent_bidir_reverse" : "sum_sent")
                                             : (isReverse ? "sum_received_bidir_reverse" : "sum_received"));
    // Versions before 3.11 have a single sum for UDP: the sender's packets with the receiver's losses.
    return sum == nullptr && atSender ? memberOf(end, isReverse ? "sum_bidir_reverse" : "sum") : sum;
}

void Iperf3Totals::addDirection(ToolRun& run, const LooseJson& end, bool sent, const std::string& place) const
{
    const std::string name = directionName(sent);
    const LooseJson* sender = sumOf(end, sent, true);
    const LooseJson* receiver = sumOf(end, sent, false);
    run.addMetric("rate", name, numberOr(receiver, "bits_per_second"), "bit/s",
                  "payload that arrived ÷ time at the receiver, as iperf3 sums it up");
    run.addMetric("rate_sender", name, numberOr(sender, "bits_per_second"), "bit/s",
                  "payload that was sent ÷ time at the sender, as iperf3 sums it up");
    if (m_lastEnd > 0)
        run.addMetric("rate_intervals", name, m_bytes[sent] * 8 / m_lastEnd, "bit/s",
                      "bytes of all intervals ÷ end of the last one");
    run.addMetric("sent", name, numberOr(sender, "bytes"), "B", "payload that was sent, as iperf3 sums it up");
    run.addMetric("received", name, numberOr(receiver, "bytes"), "B", "payload that arrived, as iperf3 sums it up");
    run.addMetric("retransmissions", name, numberOr(sender, "retransmits"), "segments", "as iperf3 sums them up");
    // Before 3.11 these are in the single sum of UDP.
    const LooseJson* quality = receiver == nullptr ? sender : receiver;
    run.addMetric("jitter", name, numberOr(quality, "jitter_ms") / 1e3, "s", "as reported by iperf3 at the end");
    run.addMetric("loss", name, numberOr(quality, "lost_percent") / 100, "", "lost packets ÷ packets of the test");
    const LooseJson* local = sent ? sender : receiver;
    const double told = numberOr(local, "bytes");
    // Data that arrive after the last interval are only in the sum.
    if (std::isfinite(told) && std::abs(told - m_bytes[sent]) > 1 + mostLate * told)
        run.issues.push_back(
            {"sums-differ", Severity::Warning, 1,
             fmt::format("iperf3 sums {:.0f} B up for what was {}, its intervals {:.0f} B", told, name, m_bytes[sent]),
             place});
}

void Iperf3Totals::addRtt(ToolRun& run, const LooseJson& end) const
{
    const LooseJson* streams = memberOf(end, "streams");
    std::vector<double> means, minima, maxima;
    if (streams != nullptr && streams->is_array())
        for (const LooseJson& stream : *streams) {
            const LooseJson* sender = memberOf(stream, "sender");
            const double mean = numberOr(sender, "mean_rtt");
            if (!(mean > 0))
                continue;
            means.push_back(mean * 1e-6);
            minima.push_back(numberOr(sender, "min_rtt") * 1e-6);
            maxima.push_back(numberOr(sender, "max_rtt") * 1e-6);
        }
    if (means.empty())
        return;
    run.addMetric("rtt", {}, mean(means), "s", "mean over the streams of iperf3's mean_rtt");
    run.addMetric("rtt_min", {}, std::ranges::min(minima), "s", "smallest of the streams' min_rtt");
    run.addMetric("rtt_max", {}, std::ranges::max(maxima), "s", "largest of the streams' max_rtt");
}

void Iperf3Totals::addMetrics(ToolRun& run, const LooseJson& end, const std::string& place) const
{
    for (const bool sent : {true, false})
        if (m_seen[sent])
            addDirection(run, end, sent, place);
    double all = 0;
    for (const ToolRun::Metric& metric : run.metrics)
        all += metric.name == "rate" ? metric.value : 0;
    if (std::ranges::find(run.metrics, std::string("rate"), &ToolRun::Metric::name) != run.metrics.end())
        run.addMetric("rate", {}, all, "bit/s", "payload that arrived ÷ time at the receiver; sum of both directions");
    addRtt(run, end);
    if (const LooseJson* cpu = memberOf(end, "cpu_utilization_percent"); cpu != nullptr) {
        run.addMetric("cpu_local", {}, numberOr(cpu, "host_total") / 100, "cores", "of the iperf3 that wrote the file");
        run.addMetric("cpu_remote", {}, numberOr(cpu, "remote_total") / 100, "cores", "of the other iperf3");
    }
}

} // namespace millrace::importers

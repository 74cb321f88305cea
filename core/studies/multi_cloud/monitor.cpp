// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/multi_cloud/monitor.h"

#include "core/base/statistics.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::multi_cloud {

namespace {

constexpr double leastCertainty = 0.2;
constexpr int mostPeers = 4096;
constexpr double mostRate = 1e9; ///< samples/s
constexpr double contradiction = 100; ///< factor relative to samples ÷ seconds

double at(const std::vector<double>& values, std::size_t row)
{
    return row < values.size() ? values[row] : unknown;
}

/// The fewest peers between two rows while samples of the epoch still arrive.
double fewestPeers(const std::vector<double>& peers, std::size_t begin, std::size_t end)
{
    double fewest = unknown;
    for (std::size_t row = begin; row < std::min(end, peers.size()); ++row)
        if (!std::isnan(peers[row]) && !(peers[row] >= fewest))
            fewest = peers[row];
    return fewest;
}

/// A rate that no swarm reaches, or that the samples and seconds of the same row contradict.
bool isBadRate(const MonitorEpoch& epoch)
{
    if (!(epoch.rate >= 0 && epoch.rate < mostRate))
        return !std::isnan(epoch.rate);
    const double counted = epoch.samples / epoch.seconds;
    return epoch.rate > 0 && counted > 0 && epoch.rate > contradiction * counted;
}

/// An epoch without samples, or with fewer peers than at its start, does not measure the swarm.
void flag(MonitorEpoch& epoch, double peersBefore)
{
    if (isBadRate(epoch))
        epoch.flaw = "bad-rate";
    else if (!(epoch.rate > 0))
        epoch.flaw = "zero-epoch";
    else if (epoch.peers < peersBefore)
        epoch.flaw = "peers-left";
}

double samplesOf(const MonitorEpoch& epoch)
{
    return std::isnan(epoch.samples) ? epoch.rate * epoch.seconds : epoch.samples;
}

template <typename Add>
void eachValidEpoch(const std::vector<MonitorEpoch>& epochs, Add add)
{
    for (std::size_t i = 1; i < epochs.size(); ++i)
        if (epochs[i].flaw.empty() && epochs[i].seconds > 0)
            add(epochs[i]);
}

/// Samples since the epoch began, as a host counted them itself, at each second.
class HostCounter
{
public:
    explicit HostCounter(const WandbLog& log) : m_steps(log.steps)
    {
        double base = 0;
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            if (i > 0 && m_steps[i].epoch > m_steps[i - 1].epoch)
                base = m_steps[i].samples;
            m_samples.push_back(m_steps[i].samples - base);
        }
    }
    /// NaN outside the log and in another epoch.
    [[nodiscard]] double samplesAt(double time, double epoch)
    {
        while (m_next < m_steps.size() && m_steps[m_next].timestamp <= time)
            ++m_next;
        if (m_next == 0 || m_next == m_steps.size() || m_steps[m_next - 1].epoch != epoch)
            return unknown;
        return m_samples[m_next - 1];
    }

private:
    const std::vector<WandbStep>& m_steps;
    std::vector<double> m_samples;
    std::size_t m_next = 0;
};

/// The mean difference of the counters of a peer and a host; NaN: they never ran at the same time.
double distance(const WandbLog& monitor, int peer, const WandbLog& host)
{
    const auto& times = monitor.column("_timestamp");
    const auto& samples = monitor.column(fmt::format("04_peers/peer_{}_samples_accumulated", peer));
    const auto& epochs = monitor.column(fmt::format("04_peers/peer_{}_epoch", peer));
    HostCounter counter(host);
    std::vector<double> differences;
    for (std::size_t row = 0; row < std::min({times.size(), samples.size(), epochs.size()}); ++row) {
        const double own = counter.samplesAt(times[row], epochs[row]);
        // A peer publishes only now and then: only the row in which its counter changes has a fresh value.
        const bool fresh = row > 0 && samples[row] != samples[row - 1];
        if (fresh && !std::isnan(own) && !std::isnan(samples[row]))
            differences.push_back(own - samples[row]);
    }
    if (differences.size() < 10)
        return unknown;
    // The monitor sees counters with a common delay: only the variation of the difference matters.
    const double middle = median(differences);
    double sum = 0;
    for (const double difference : differences)
        sum += std::abs(difference - middle);
    return sum / static_cast<double>(differences.size()) + std::abs(middle) / 4;
}

PeerMatch bestOf(int peer, const std::vector<HostLog>& hosts, const std::vector<double>& errors)
{
    PeerMatch match{peer, {}, unknown, 0};
    double next = unknown;
    for (std::size_t host = 0; host < hosts.size(); ++host) {
        if (std::isnan(errors[host]))
            continue;
        if (!(errors[host] >= match.error)) {
            next = match.error;
            match.error = errors[host];
            match.host = hosts[host].host;
        } else if (!(errors[host] >= next))
            next = errors[host];
    }
    if (match.host.empty())
        return match;
    match.sure = std::isnan(next) ? 1 : (next > 0 ? 1 - match.error / next : 0);
    return match;
}

} // namespace

double MonitorValues::rate() const
{
    double samples = 0;
    double seconds = 0;
    eachValidEpoch(epochs, [&](const MonitorEpoch& epoch) {
        samples += samplesOf(epoch);
        seconds += epoch.seconds;
    });
    return seconds > 0 ? samples / seconds : unknown;
}

double MonitorValues::epochSeconds() const
{
    std::vector<double> seconds;
    eachValidEpoch(epochs, [&](const MonitorEpoch& epoch) { seconds.push_back(epoch.seconds); });
    return seconds.empty() ? unknown : mean(seconds);
}

MonitorValues monitorValues(const WandbLog& log)
{
    MonitorValues values;
    const auto& rates = log.column("03_hivemind/epoch_based_sps");
    const auto& peers = log.column("03_hivemind/num_peers");
    std::size_t begin = 0;
    for (std::size_t row = 0; row < rates.size(); ++row) {
        if (std::isnan(rates[row]))
            continue;
        MonitorEpoch epoch{row,
                           log.lines[row],
                           at(log.column("_timestamp"), row),
                           at(log.column("03_hivemind/global_epoch"), row),
                           at(log.column("03_hivemind/epoch_s"), row),
                           rates[row],
                           at(log.column("03_hivemind/per_epoch_training_samples"), row),
                           fewestPeers(peers, begin, row),
                           {}};
        flag(epoch, begin == 0 ? unknown : at(peers, begin));
        values.epochs.push_back(epoch);
        begin = row;
    }
    if (values.epochs.size() > 1) {
        std::vector<double> published; // the study's mean includes the other invalid epochs
        for (std::size_t i = 1; i < values.epochs.size(); ++i)
            if (values.epochs[i].flaw != "bad-rate")
                published.push_back(values.epochs[i].rate);
        if (!published.empty())
            values.publishedRate = mean(published);
        const auto& local = log.column("03_hivemind/optimistic_total_samples_per_second");
        std::vector<double> between;
        for (std::size_t row = values.epochs.front().row; row < std::min(values.epochs.back().row, local.size()); ++row)
            if (std::isnan(rates[row]) && !std::isnan(local[row]))
                between.push_back(local[row]);
        if (!between.empty())
            values.publishedLocalRate = mean(between);
    }
    while (values.peers < mostPeers && !log.column(fmt::format("04_peers/peer_{}_epoch", values.peers + 1)).empty())
        ++values.peers;
    return values;
}

std::vector<PeerMatch> matchPeers(const WandbLog& monitor, const std::vector<HostLog>& hosts)
{
    std::vector<PeerMatch> matches;
    for (int peer = 0; peer < mostPeers; ++peer) {
        if (monitor.column(fmt::format("04_peers/peer_{}_samples_accumulated", peer)).empty()) {
            if (peer > 0)
                break;
            continue;
        }
        std::vector<double> errors;
        for (const HostLog& host : hosts)
            errors.push_back(distance(monitor, peer, *host.log));
        matches.push_back(bestOf(peer, hosts, errors));
    }
    // A host is one peer: of two candidates the more certain one keeps it.
    for (PeerMatch& match : matches)
        if (match.sure < leastCertainty || std::ranges::any_of(matches, [&](const PeerMatch& other) {
                return &other != &match && other.host == match.host && other.sure > match.sure;
            }))
            match.host.clear();
    return matches;
}

} // namespace millrace::studies::multi_cloud

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/training_gauges.h"

#include "core/base/seconds.h"

#include <fmt/format.h>

namespace millrace::trainer {

using exposition::Family;
using exposition::metricName;

void TrainingGauges::setMembers(int workers)
{
    const std::lock_guard lock(m_mutex);
    m_workers = workers;
}

void TrainingGauges::take(const StepReport& step)
{
    const std::lock_guard lock(m_mutex);
    ++m_steps;
    m_samples += step.samples;
    m_last = step;
}

void TrainingGauges::take(const PeerReport& report, const policy::Setting& setting)
{
    const std::lock_guard lock(m_mutex);
    for (std::size_t at = 0; at < report.peers.size(); ++at) {
        Peer& peer = m_peers[report.peers[at]];
        peer.sent += static_cast<double>(report.sent[at]);
        peer.received += static_cast<double>(report.received[at]);
        peer.waited += seconds(report.waited[at]);
    }
    m_report = report;
    m_setting = setting;
}

void TrainingGauges::take(const policy::Decision& decision)
{
    const std::lock_guard lock(m_mutex);
    ++m_decisions[decision.policy];
}

void TrainingGauges::take(const ResizeReport& report)
{
    const std::lock_guard lock(m_mutex);
    m_workers = report.to;
    m_resizes += report.from > 0 ? 1 : 0;
}

void TrainingGauges::take(std::string_view name, double value)
{
    const std::lock_guard lock(m_mutex);
    m_statistics[std::string(name)] = value;
}

Family TrainingGauges::one(std::string_view name, std::string_view unit, std::string_view type, std::string help,
                           double value) const
{
    return {metricName(name, unit), type, std::move(help), {{{{"rank", m_rank}}, value}}};
}

std::vector<Family> TrainingGauges::families() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<Family> families{
        one("steps_total", "", "counter", "Finished steps, warm-up included.", m_steps),
        one("samples_total", "", "counter", "Samples of the finished steps of this worker.", m_samples),
        one("workers", "", "gauge", "Workers that train together.", m_workers),
        one("resizes_total", "", "counter", "Changes of the members that this worker took part in.", m_resizes)};
    if (m_steps > 0) {
        families.push_back(one("batch", "samples", "gauge", "Samples per worker and step.", m_last.samples));
        families.push_back(one("step_time", "s", "gauge", "The last step.", seconds(m_last.total)));
        families.push_back(
            one("step_communication", "s", "gauge", "The all-reduce of the last step.", seconds(m_last.communication)));
        families.push_back(
            one("step_compute", "s", "gauge", "The computation of the last step.", seconds(m_last.compute)));
    }
    for (const auto& [name, value] : m_statistics)
        families.push_back(one(name, "", "gauge", "Statistic of the gradients.", value));
    Family decisions{metricName("decisions_total", ""), "counter", "Changes that policies have decided.", {}};
    for (const auto& [policy, count] : m_decisions)
        decisions.samples.push_back({{{"rank", m_rank}, {"policy", policy}}, count});
    families.push_back(std::move(decisions));

    Family sent{metricName("peer_sent_bytes_total", ""), "counter", "Payload of all-reduces sent to a peer.", {}};
    Family received{metricName("peer_received_bytes_total", ""), "counter", "Payload received from a peer.", {}};
    Family waited{metricName("peer_waiting_seconds_total", ""),
                  "counter",
                  "Time in which nothing could be moved until data, or room for data, came from a peer.",
                  {}};
    for (const auto& [number, peer] : m_peers) {
        const exposition::Labels labels{{"rank", m_rank}, {"peer", std::to_string(number)}};
        sent.samples.push_back({labels, peer.sent});
        received.samples.push_back({labels, peer.received});
        waited.samples.push_back({labels, peer.waited});
    }
    Family pairs{metricName("all_reduce_rate", "B/s"),
                 "gauge",
                 "Payload on a graph pair of the strategy, divided by the time from the start of an all-reduce to its "
                 "last chunk there; in the last report.",
                 {}};
    for (std::size_t pair = 0; pair < m_report.pairBytes.size(); ++pair)
        if (m_report.pairTime[pair] > Nanoseconds(0))
            pairs.samples.push_back({{{"rank", m_rank},
                                      {"strategy", std::string(collective::strategyName(m_setting.strategy))},
                                      {"root", std::to_string(m_setting.root)},
                                      {"pair", std::to_string(pair)}},
                                     static_cast<double>(m_report.pairBytes[pair]) / seconds(m_report.pairTime[pair])});
    for (Family* family : {&sent, &received, &waited, &pairs})
        families.push_back(std::move(*family));
    return families;
}

} // namespace millrace::trainer

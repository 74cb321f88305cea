// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/iteration_samples.h"

#include "core/base/seconds.h"
#include "core/store/printed_series.h"
#include "core/store/series_subject.h"

#include <algorithm>
#include <cmath>

namespace millrace::run {

namespace series = store::series;

std::optional<double> TotalThroughput::add(std::string_view worker, double value)
{
    std::optional<double> total;
    const auto sum = [this] {
        double all = 0;
        for (const auto& [name, rate] : m_reported)
            all += rate;
        return all;
    };
    if (m_reported.find(worker) != m_reported.end()) {
        // The first round ends when a worker begins the second: only then is their number known.
        m_workers = std::max(m_workers, m_reported.size());
        total = sum();
        m_reported.clear();
    }
    m_reported.emplace(worker, value);
    if (m_workers > 0 && m_reported.size() == m_workers) {
        total = sum();
        m_reported.clear();
    }
    return total;
}

void TotalThroughput::setWorkers(std::size_t workers)
{
    if (workers != m_workers)
        m_reported.clear();
    m_workers = workers;
}

std::vector<IterationSample> IterationSamples::take(const monitor::IterationEvent& event)
{
    std::vector<IterationSample> samples;
    const std::string subject = store::rankSubject(event.origin.rank);
    const auto add = [&](const store::SeriesKind& kind, double value) { samples.push_back({&kind, subject, value}); };
    std::optional<double> throughput;
    if (event.duration) {
        add(series::stepTime, seconds(*event.duration));
        if (event.samples && event.duration->count() > 0)
            throughput = static_cast<double>(*event.samples) / seconds(*event.duration);
    } else
        throughput = event.samplesPerSecond;
    if (event.communication)
        add(series::stepCommunication, seconds(*event.communication));
    if (event.loss)
        add(series::trainingLoss, *event.loss);
    if (event.compute)
        add(series::stepCompute, seconds(*event.compute));
    if (throughput) {
        add(series::throughput, *throughput);
        if (event.hasMembers())
            m_total.setWorkers(static_cast<std::size_t>(*event.workers));
        if (const auto total = m_total.add(subject, *throughput))
            samples.push_back({&series::throughput, {}, *total});
    }
    return samples;
}

std::vector<IterationSample> peerSamples(const monitor::PeersEvent& event)
{
    constexpr double bitsPerByte = 8;
    std::vector<IterationSample> samples;
    const int self = event.origin.rank;
    const double interval = seconds(event.interval);
    const auto rate = [&](std::uint64_t bytes) { return bitsPerByte * static_cast<double>(bytes) / interval; };
    const auto strategy = collective::parseStrategy(event.strategy);
    if (event.leads && strategy && event.payload > 0 && event.communication > Nanoseconds(0))
        samples.push_back({&series::strategyRate,
                           policy::Decision{policy::Change::Strategy, *strategy, event.root}.text(),
                           bitsPerByte * static_cast<double>(event.payload) / seconds(event.communication)});
    for (const auto& peer : event.peers) {
        const std::string towards = store::pairSubject(self, peer.worker);
        samples.push_back({&series::peerSent, towards, rate(peer.sent)});
        samples.push_back({&series::peerReceived, store::pairSubject(peer.worker, self), rate(peer.received)});
        samples.push_back({&series::peerWaiting, towards, seconds(peer.waited) / interval});
    }
    return samples;
}

std::optional<IterationSample> takePrinted(const monitor::MetricEvent& event, const std::string& speaker,
                                           WorkloadRecord& record)
{
    const store::PrintedSeries* kind = store::findPrintedSeries(event.name);
    if (kind == nullptr || !std::isfinite(event.value))
        return std::nullopt;
    const std::string subject = kind->ofJob ? std::string()
        : event.origin.rank >= 0            ? store::rankSubject(event.origin.rank)
                                            : speaker;
    const double value = event.value * kind->factor;
    if (kind->last != nullptr)
        record.lastPrinted[kind->last->name][subject] = value;
    return IterationSample{&kind->series, subject, value};
}

} // namespace millrace::run

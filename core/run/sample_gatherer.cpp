// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/sample_gatherer.h"

#include "core/run/experiment_interface.h"

#include <algorithm>
#include <atomic>

namespace millrace::run {

SampleGatherer::SampleGatherer(const RunPlan& plan, Testbed& testbed, Recorder& recorder, InterferenceWatch& watch,
                               WorkloadRecord& record)
    : m_plan(plan), m_testbed(testbed), m_recorder(recorder), m_watch(watch), m_record(record), m_links(plan.network),
      m_nodes(plan.network)
{
    const auto nodes = static_cast<std::size_t>(testbed.nodeCount());
    record.firstSamples.resize(nodes);
    record.lastSamples.resize(nodes);
    record.sent.resize(nodes);
    record.processors.resize(nodes);
    record.retransmittedBytes.resize(nodes);
    m_samplings.resize(nodes);
}

Result<void> SampleGatherer::start()
{
    return m_testbed.forAll([this](int node) -> Result<void> {
        auto sampling = m_testbed.node(node).startSampling(m_plan.sampling, deadlineIn(callTime));
        if (!sampling)
            return within("sampling the counters of " + m_plan.network.node(node).name, std::move(sampling).error());
        m_samplings[static_cast<std::size_t>(node)] = *sampling;
        return {};
    });
}

bool SampleGatherer::allNodesSampled() const noexcept
{
    return std::ranges::none_of(m_record.firstSamples, [](const auto& sample) { return sample.interfaces.empty(); });
}

Result<void> SampleGatherer::take(int node, const agent::SampleBatch& batch, ProcessGroup& processes)
{
    const RunNode& where = m_plan.network.node(node);
    MR_CHECK(m_recorder.samples(where, batch));
    const std::vector<monitor::LinkSample> links = m_links.take(node, batch);
    m_watch.take(links);
    const auto workers =
        m_nodes.take(node, batch, [&](agent::ProcessId process) { return processes.find(node, process) != nullptr; });
    m_watch.take(workers);
    if (m_plan.traffic) {
        for (const monitor::LinkSample& link : links)
            MR_CHECK(m_recorder.link(link));
        for (const monitor::NodeSight& worker : workers)
            MR_CHECK(m_recorder.worker(where.name, worker));
    }
    for (const agent::Sample& sample : batch.samples)
        keep(static_cast<std::size_t>(node), sample);
    return {};
}

void SampleGatherer::keep(std::size_t node, const agent::Sample& sample)
{
    if (m_record.firstSamples[node].interfaces.empty())
        m_record.firstSamples[node] = sample;
    m_record.lastSamples[node] = sample;
    m_record.processors[node].take(sample);
    std::uint64_t retransmitted = 0;
    for (const counters::PeerTcp& peer : sample.peers)
        retransmitted += peer.retransmittedBytes;
    auto& highest = m_record.retransmittedBytes[node];
    highest = std::max(highest, retransmitted);
    if (const auto* counters = experimentInterface(sample, m_plan.network.nodes[node].interface))
        m_record.sent[node].push_back({sample.wall, static_cast<double>(counters->sentBytes),
                                       static_cast<double>(counters->sentPackets), static_cast<double>(highest)});
}

Result<void> SampleGatherer::stop()
{
    std::atomic<std::int64_t> missed = 0;
    Result<void> all = m_testbed.forAll([this, &missed](int node) -> Result<void> {
        const agent::SamplingId sampling = m_samplings[static_cast<std::size_t>(node)];
        if (!sampling)
            return {};
        auto end = m_testbed.node(node).stopSampling(sampling, deadlineIn(callTime));
        if (!end)
            return within("ending the sampling on " + m_plan.network.node(node).name, std::move(end).error());
        missed += end->missed;
        return {};
    });
    m_record.samplesMissed += missed;
    return all;
}

} // namespace millrace::run

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/interference_watch.h"
#include "core/run/node_sights.h"
#include "core/run/process_group.h"
#include "core/run/recorder.h"
#include "core/run/workload_record.h"

#include <vector>

namespace millrace::run {

/// Samples the counters of all nodes while a workload runs: into the record, as series, and to the detectors. One
/// thread.
class SampleGatherer
{
public:
    /// All must outlive it. Sizes the parts of the record that it fills.
    SampleGatherer(const RunPlan& plan, Testbed& testbed, Recorder& recorder, InterferenceWatch& watch,
                   WorkloadRecord& record);

    /// On all nodes at once.
    [[nodiscard]] Result<void> start();
    /// Whether every node has given a sample.
    [[nodiscard]] bool allNodesSampled() const noexcept;
    /// `processes`: those that count as workers of the node.
    [[nodiscard]] Result<void> take(int node, const agent::SampleBatch& batch, ProcessGroup& processes);
    /// Takes last samples, whose batches are among the testbed's events when this returns.
    [[nodiscard]] Result<void> stop();

private:
    void keep(std::size_t node, const agent::Sample& sample);

    const RunPlan& m_plan;
    Testbed& m_testbed;
    Recorder& m_recorder;
    InterferenceWatch& m_watch;
    WorkloadRecord& m_record;
    std::vector<agent::SamplingId> m_samplings; ///< by node
    LinkSamples m_links;
    NodeSights m_nodes;
};

} // namespace millrace::run

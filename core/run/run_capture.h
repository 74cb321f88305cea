// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic_pass.h"
#include "core/run/recorder.h"
#include "core/run/testbed.h"
#include "core/store/artefact_repository.h"

#include <optional>
#include <string>
#include <vector>

namespace millrace::run {

/// Records the packets of one run on all of its nodes, and stores the recordings: the files in the store's artefact
/// folder, one artefact per node in the store. Nodes that share this machine's files write them to their final place;
/// from others they are fetched in blocks. One thread.
class RunCapture
{
public:
    /// The arguments must outlive it.
    RunCapture(const RunPlan& plan, Testbed& testbed, Recorder& recorder, store::ArtefactRepository& artefacts,
               store::RunId run);

    /// Starts on all nodes in parallel. If one fails, the others are ended by finish().
    [[nodiscard]] Result<void> start();
    /// Ends the recordings on every node, then collects and stores as much as possible: a problem of one node is
    /// reported for that one. A second call does nothing. A cancelled job skips the analysis. Errors are those of the
    /// store.
    [[nodiscard]] Result<void> finish(const JobContext& job);
    /// One gate per node: whether all packets were recorded.
    [[nodiscard]] const std::vector<store::GateResult>& gates() const noexcept { return m_gates; }
    /// Returns the analysis of all nodes together; once, after finish(). Empty if nothing was analysed.
    [[nodiscard]] analysis::TrafficSummary takeTraffic() { return analysis::mergeTraffic(std::move(m_summaries)); }

private:
    struct Node
    {
        agent::CaptureId id; ///< none: it could not be started
        bool shared = true; ///< its file is on this machine
        capture::CaptureStatus status;
        std::optional<Error> error;
    };

    [[nodiscard]] capture::CaptureSpec specOf(int node, bool shared) const;
    [[nodiscard]] Result<void> startOn(int node);
    void stopOn(int node);
    [[nodiscard]] store::Artefact accountOf(int node) const;
    [[nodiscard]] Result<store::Artefact> collect(int node, const JobContext& job);
    [[nodiscard]] Result<std::filesystem::path> fetch(int node, std::size_t file, const std::string& ending,
                                                      const JobContext& job);
    [[nodiscard]] Result<analysis::TrafficSummary> analyse(int node, std::filesystem::path& file,
                                                           const JobContext& job);
    [[nodiscard]] Result<void> record(int node);
    [[nodiscard]] const std::string& nodeName(int node) const;

    const RunPlan& m_plan;
    Testbed& m_testbed;
    Recorder& m_recorder;
    store::ArtefactRepository& m_artefacts;
    store::RunId m_run;
    std::vector<Node> m_nodes;
    bool m_running = false;
    std::vector<store::GateResult> m_gates;
    std::vector<analysis::TrafficSummary> m_summaries;
};

} // namespace millrace::run

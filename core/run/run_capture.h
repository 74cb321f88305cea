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

/// Records the packets of one run on all of its nodes, and stores what was recorded: the files in the folder beside the
/// store, one artefact of each node in it. Nodes that share this machine's files write them where they will stay; from
/// others they are fetched in blocks. One thread.
class RunCapture
{
public:
    /// All must outlive it.
    RunCapture(const RunPlan& plan, Testbed& testbed, Recorder& recorder, store::ArtefactRepository& artefacts,
               store::RunId run);

    /// On every node at once. When one cannot, those that could are ended by finish().
    [[nodiscard]] Result<void> start();
    /// Ends the recordings on every node, then collects and stores, as far as it can: what is wrong with one node is
    /// said about that one. Again: nothing. A cancelled job leaves the analysis out. Errors are those of the store.
    [[nodiscard]] Result<void> finish(const JobContext& job);
    /// One for each node: whether all packets were recorded.
    [[nodiscard]] const std::vector<store::GateResult>& gates() const noexcept { return m_gates; }
    /// What was found in the recordings, all nodes together; once, after finish(). Empty where nothing was analysed.
    [[nodiscard]] analysis::TrafficSummary takeTraffic() { return analysis::mergeTraffic(std::move(m_summaries)); }

private:
    struct Node
    {
        agent::CaptureId id; ///< none: it could not be started
        bool shared = true; ///< its file lies on this machine
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

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_capture.h"

#include "core/analysis/summary_codec.h"
#include "core/analysis/traffic_pass.h"
#include "core/base/atomic_file.h"
#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/run/gate.h"
#include "core/store/event_kinds.h"

#include <algorithm>
#include <fmt/format.h>
#include <future>

namespace millrace::run {

namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds captureStartTime = 15s;
constexpr Nanoseconds captureStopTime = 20s;
constexpr Nanoseconds blockTime = 60s;
constexpr Nanoseconds analysisTime = 30min;
constexpr std::uint64_t blockBytes = std::uint64_t(4) << 20;
/// Memory for packets waiting to be written, on all nodes of this machine together.
constexpr std::uint64_t allBuffers = std::uint64_t(256) << 20;
constexpr std::uint64_t leastBuffer = std::uint64_t(4) << 20;

std::string notesText(const Issues& notes)
{
    if (notes.empty())
        return {};
    Json list = Json::array();
    for (const Issue& note : notes)
        list.push_back({{"kind", note.kind}, {"count", note.count}, {"text", note.example}});
    return list.dump();
}

void removeFile(const std::filesystem::path& file)
{
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
}

} // namespace

RunCapture::RunCapture(const RunPlan& plan, Testbed& testbed, Recorder& recorder, store::ArtefactRepository& artefacts,
                       store::RunId run)
    : m_plan(plan), m_testbed(testbed), m_recorder(recorder), m_artefacts(artefacts), m_run(run),
      m_nodes(static_cast<std::size_t>(testbed.nodeCount()))
{
}

const std::string& RunCapture::nodeName(int node) const
{
    return m_plan.network.node(node).name;
}

capture::CaptureSpec RunCapture::specOf(int node, bool shared) const
{
    const grid::CaptureSettings& settings = m_plan.capture;
    capture::CaptureSpec spec;
    spec.interface =
        settings.interface == grid::CaptureSettings().interface ? m_plan.network.node(node).interface : settings.interface;
    spec.filter = settings.filter;
    spec.snapLength = static_cast<std::uint32_t>(settings.snapLength);
    spec.direction = static_cast<capture::CaptureDirection>(settings.direction);
    spec.maximumBytes = settings.maximumBytes;
    spec.kernelBuffer = std::clamp(allBuffers / m_nodes.size(), leastBuffer, spec.kernelBuffer);
    if (shared)
        spec.file = m_plan.captureFolder / fmt::format("{}-{}.pcap", m_run.value, node);
    return spec;
}

Result<void> RunCapture::startOn(int node)
{
    Node& each = m_nodes[static_cast<std::size_t>(node)];
    agent::Node& agent = m_testbed.node(node);
    each.shared = m_plan.emulation.has_value();
    auto id = agent.startCapture(specOf(node, each.shared), deadlineIn(captureStartTime));
    if (!id && each.shared && id.error().code == ErrorCode::NotFound) {
        // The store's folder may not exist on the node.
        if (auto own = agent.startCapture(specOf(node, false), deadlineIn(captureStartTime)); own) {
            each.shared = false;
            id = std::move(own);
        }
    }
    if (!id)
        return within("recording on " + nodeName(node), std::move(id).error());
    each.id = *id;
    return {};
}

Result<void> RunCapture::start()
{
    m_running = true;
    std::vector<std::future<Result<void>>> starts;
    for (int node = 0; node < m_testbed.nodeCount(); ++node)
        starts.push_back(std::async(std::launch::async, [this, node] { return startOn(node); }));
    Result<void> all;
    for (auto& each : starts)
        if (auto started = each.get(); !started && all)
            all = std::move(started);
    MR_CHECK(std::move(all));
    return m_recorder.event(store::events::captureStart, {},
                            fmt::format("recording packets on {} nodes", m_nodes.size()));
}

void RunCapture::stopOn(int node)
{
    Node& each = m_nodes[static_cast<std::size_t>(node)];
    auto status = m_testbed.node(node).stopCapture(each.id, deadlineIn(captureStopTime));
    if (status)
        each.status = *std::move(status);
    else
        each.error = within("ending the recording on " + nodeName(node), std::move(status).error());
}

Result<void> RunCapture::finish(const JobContext& job)
{
    if (!std::exchange(m_running, false))
        return {};
    std::vector<std::future<void>> stops;
    for (int node = 0; node < m_testbed.nodeCount(); ++node)
        if (m_nodes[static_cast<std::size_t>(node)].id)
            stops.push_back(std::async(std::launch::async, [this, node] { stopOn(node); }));
    for (auto& each : stops)
        each.get();
    std::vector<store::Artefact> artefacts;
    for (int node = 0; node < m_testbed.nodeCount(); ++node) {
        Node& each = m_nodes[static_cast<std::size_t>(node)];
        if (!each.id)
            continue;
        auto artefact = each.error ? Result<store::Artefact>(*each.error) : collect(node, job);
        if (artefact)
            artefacts.push_back(*std::move(artefact));
        else
            each.error = std::move(artefact).error();
    }
    MR_CHECK(m_artefacts.save(m_run, artefacts));
    for (int node = 0; node < m_testbed.nodeCount(); ++node)
        if (m_nodes[static_cast<std::size_t>(node)].id)
            MR_CHECK(record(node));
    return {};
}

Result<void> RunCapture::record(int node)
{
    const Node& each = m_nodes[static_cast<std::size_t>(node)];
    const capture::CaptureStatus& status = each.status;
    const std::string reason = each.error ? each.error->text() : status.reason;
    m_gates.push_back(captureVerdict(nodeName(node), status.counts.received,
                                     status.counts.droppedByKernel + status.counts.droppedByInterface.value_or(0),
                                     reason));
    if (!reason.empty())
        MR_CHECK(m_recorder.event(store::events::captureWarning, nodeName(node), reason));
    for (const Issue& note : status.notes)
        MR_CHECK(m_recorder.event(store::events::captureWarning, nodeName(node), note.example));
    return m_recorder.event(store::events::captureStop, nodeName(node),
                            fmt::format("{} packets recorded", status.counts.writtenPackets));
}

/// Fetches a file of a node that does not share this machine's files.
Result<std::filesystem::path> RunCapture::fetch(int node, std::size_t file, const std::string& ending,
                                                const JobContext& job)
{
    const Node& each = m_nodes[static_cast<std::size_t>(node)];
    const std::filesystem::path place = m_plan.captureFolder / fmt::format("{}-{}{}", m_run.value, node, ending);
    if (file < each.status.files.size()) {
        auto fetched = m_testbed.fetch(node, each.status.files[file].string(), place, job);
        if (fetched)
            return place;
        if (fetched.error().code != ErrorCode::Unsupported)
            return within("fetching the recording of " + nodeName(node), std::move(fetched).error());
    }
    MR_TRY(target, AtomicFile::create(place));
    for (std::uint64_t offset = 0;;) {
        auto block = m_testbed.node(node).readCapture(each.id, file, offset, blockBytes, deadlineIn(blockTime));
        if (!block)
            return within("fetching the recording of " + nodeName(node), std::move(block).error());
        if (block->bytes.empty())
            break;
        MR_CHECK(target.write(block->bytes));
        offset += block->bytes.size();
    }
    MR_CHECK(target.commit());
    return place;
}

/// Analyses on the node if the settings say so, else here; fetches `file` if necessary.
Result<analysis::TrafficSummary> RunCapture::analyse(int node, std::filesystem::path& file, const JobContext& job)
{
    const Node& each = m_nodes[static_cast<std::size_t>(node)];
    if (m_plan.capture.analyseOnNode) {
        MR_TRY(number, m_testbed.node(node).analyseCapture(each.id, deadlineIn(analysisTime), job));
        MR_TRY(result, fetch(node, number, ".summary", job));
        auto bytes = readFile(result, std::size_t(1) << 30);
        removeFile(result);
        if (!bytes)
            return std::move(bytes).error();
        return analysis::decodeSummary(*bytes);
    }
    if (file.empty()) {
        MR_TRY(fetched, fetch(node, 0, ".pcap", job));
        file = std::move(fetched);
    }
    return analysis::analyseCapture(file, {}, job);
}

/// Returns the artefact without its file and its analysis.
store::Artefact RunCapture::accountOf(int node) const
{
    const capture::CaptureStatus& status = m_nodes[static_cast<std::size_t>(node)].status;
    const grid::CaptureSettings& settings = m_plan.capture;
    store::Artefact artefact;
    artefact.node = nodeName(node);
    artefact.bytes = status.counts.writtenBytes;
    artefact.packets = status.counts.writtenPackets;
    artefact.received = status.counts.received;
    artefact.droppedByKernel = status.counts.droppedByKernel;
    artefact.droppedByInterface = status.counts.droppedByInterface;
    artefact.wireBytes = status.counts.wireBytes;
    artefact.interface = status.interface;
    artefact.filter = settings.filter;
    artefact.direction = grid::captureDirectionName(settings.direction);
    artefact.snapLength = settings.snapLength;
    artefact.start = status.start;
    artefact.stop = status.stop;
    artefact.reason = status.reason;
    artefact.notes = notesText(status.notes);
    return artefact;
}

Result<store::Artefact> RunCapture::collect(int node, const JobContext& job)
{
    const Node& each = m_nodes[static_cast<std::size_t>(node)];
    const capture::CaptureStatus& status = each.status;
    if (status.files.empty())
        return fail(ErrorCode::Io, status.reason.empty() ? "the recording has no file" : status.reason);
    const grid::CaptureSettings& settings = m_plan.capture;
    store::Artefact artefact = accountOf(node);
    std::filesystem::path file = each.shared ? status.files.front() : std::filesystem::path();
    auto summary = analyse(node, file, job);
    if (summary) {
        if (!settings.keepFiles || settings.analyseOnNode)
            artefact.summary = analysis::encodeSummary(*summary);
        m_summaries.push_back(*std::move(summary));
    } else {
        MR_CHECK(m_recorder.event(store::events::captureWarning, artefact.node,
                                  "the recording was not analysed: " + summary.error().text()));
    }
    if (settings.keepFiles) {
        if (file.empty()) {
            MR_TRY(fetched, fetch(node, 0, ".pcap", job));
            file = std::move(fetched);
        }
        MR_TRY(adopted, m_artefacts.folder().adopt(file));
        artefact.sha256 = adopted.sha256;
        artefact.bytes = adopted.bytes;
    } else if (!file.empty()) {
        removeFile(file);
    }
    (void)m_testbed.node(node).removeCapture(each.id, deadlineIn(captureStopTime)); // whatever is left there
    return artefact;
}

} // namespace millrace::run

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/capture_handlers.h"

#include "core/agent/capture_json.h"
#include "core/agent/capture_methods.h"
#include "core/analysis/summary_codec.h"
#include "core/analysis/traffic_pass.h"
#include "core/base/file_io.h"
#include "core/base/wire.h"
#include "core/capture/live_capture.h"
#include "core/node/file_block.h"
#include "core/node/interface_facts.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <mutex>

namespace millrace::node {

namespace {

using agent::Json;

constexpr std::size_t mostCaptures = 16;

/// Returns the first interface that is up with an IPv4 address, else the first that is up.
Result<std::string> experimentInterface()
{
    std::string any;
    for (const InterfaceFacts& facts : interfaceFacts()) {
        if (!facts.isUp || facts.name == "lo")
            continue;
        if (std::ranges::any_of(facts.addresses, isIpv4WithPrefix))
            return facts.name;
        any = any.empty() ? facts.name : any;
    }
    if (any.empty())
        return fail(ErrorCode::NotFound, "this node has no active interface other than the loopback; name one");
    return any;
}

/// Writes the analysis of a capture's files to their folder.
Result<std::filesystem::path> analyse(const std::vector<std::filesystem::path>& files, const JobContext& job)
{
    std::vector<analysis::TrafficSummary> summaries;
    for (const auto& file : files) {
        analysis::AnalysisRequest request;
        request.threads = 1;
        MR_TRY(summary, analysis::analyseCapture(file, request, job));
        summaries.push_back(std::move(summary));
    }
    const std::filesystem::path result = files.front().string() + ".summary";
    MR_CHECK(writeFileAtomically(result,
                                 analysis::encodeSummary(summaries.size() == 1
                                                             ? summaries.front()
                                                             : analysis::mergeTraffic(std::move(summaries)))));
    return result;
}

/// Recordings of this agent. From any thread.
class Captures
{
public:
    explicit Captures(std::shared_ptr<WorkFolder> work) : m_work(std::move(work)) { }

    Result<Json> start(const Json& params, const JobContext&)
    {
        MR_TRY(spec, agent::fromJson<capture::CaptureSpec>(params.at("spec")));
        if (spec.interface.empty()) {
            MR_TRY(interface, experimentInterface());
            spec.interface = std::move(interface);
        }
        const std::lock_guard lock(m_mutex);
        if (m_captures.size() >= mostCaptures)
            return fail(ErrorCode::InvalidInput, fmt::format("an agent has {} captures at most", mostCaptures));
        if (spec.file.empty()) {
            MR_TRY(folder, m_work->open());
            spec.file = folder / fmt::format("capture-{}.pcap", m_nextId);
        }
        MR_TRY(capture, capture::LiveCapture::start(spec));
        const auto status = capture->status();
        m_captures[m_nextId].capture = std::move(capture);
        return Json{{"capture", m_nextId++}, {"status", agent::toJson(status)}};
    }

    Result<Json> status(const Json& params, const JobContext&)
    {
        MR_TRY(capture, find(params));
        return Json{{"status", agent::toJson(capture->status())}};
    }

    Result<Json> stop(const Json& params, const JobContext&)
    {
        MR_TRY(capture, find(params));
        return Json{{"status", agent::toJson(capture->stop())}};
    }

    Result<Json> analyse(const Json& params, const JobContext& job)
    {
        MR_TRY(capture, find(params));
        MR_TRY(files, filesOf(*capture, params));
        if (files.size() > capture->status().files.size())
            return Json{{"file", files.size() - 1}};
        if (files.empty())
            return fail(ErrorCode::NotFound, "the capture has no file");
        MR_TRY(result, node::analyse(files, job));
        const std::lock_guard lock(m_mutex);
        const auto found = m_captures.find(wholeNumber<std::int64_t>(params.at("capture")));
        if (found != m_captures.end())
            found->second.summary = result;
        return Json{{"file", files.size()}};
    }

    Result<Json> read(const Json& params, const JobContext&)
    {
        MR_TRY(capture, find(params));
        MR_TRY(files, filesOf(*capture, params));
        const auto file = wholeNumber<std::size_t>(params.at("file"));
        if (file >= files.size())
            return fail(ErrorCode::NotFound, fmt::format("the capture has {} files", files.size()));
        MR_TRY(block,
               readBlock(files[file], wholeNumber<std::uint64_t>(params.at("offset")),
                         wholeNumber<std::uint64_t>(params.at("bytes"))));
        return agent::toJson(block);
    }

    Result<Json> remove(const Json& params, const JobContext&)
    {
        MR_TRY(capture, find(params));
        capture->stop();
        MR_TRY(files, filesOf(*capture, params));
        for (const auto& file : files) {
            std::error_code ignored;
            std::filesystem::remove(file, ignored);
        }
        const std::lock_guard lock(m_mutex);
        m_captures.erase(wholeNumber<std::int64_t>(params.at("capture")));
        return Json::object();
    }

    void stopAll()
    {
        const std::lock_guard lock(m_mutex);
        m_captures.clear();
    }

private:
    using Pointer = std::shared_ptr<capture::LiveCapture>;

    Result<Pointer> find(const Json& params)
    {
        const auto id = wholeNumber<std::int64_t>(params.at("capture"));
        const std::lock_guard lock(m_mutex);
        const auto found = m_captures.find(id);
        if (found == m_captures.end())
            return fail(ErrorCode::NotFound, fmt::format("this agent has no capture {}", id));
        return found->second.capture;
    }

    /// Returns the files of a stopped capture, followed by its analysis.
    Result<std::vector<std::filesystem::path>> filesOf(const capture::LiveCapture& capture, const Json& params)
    {
        const capture::CaptureStatus status = capture.status();
        if (status.running)
            return fail(ErrorCode::InvalidInput, "the capture still runs; stop it before its file is read");
        std::vector<std::filesystem::path> files = status.files;
        const std::lock_guard lock(m_mutex);
        const auto found = m_captures.find(wholeNumber<std::int64_t>(params.at("capture")));
        if (found != m_captures.end() && !found->second.summary.empty())
            files.push_back(found->second.summary);
        return files;
    }

    struct Entry
    {
        Pointer capture;
        std::filesystem::path summary; ///< empty: not analysed
    };

    const std::shared_ptr<WorkFolder> m_work;
    std::mutex m_mutex;
    std::int64_t m_nextId = 1;
    std::map<std::int64_t, Entry> m_captures;
};

} // namespace

void registerCaptureHandlers(agent::AgentServer& server, const std::shared_ptr<WorkFolder>& work)
{
    agent::registerCaptures(server, std::make_shared<Captures>(work));
}

} // namespace millrace::node

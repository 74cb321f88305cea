// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/capture_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace millrace::analysis {

namespace {

Result<std::vector<std::filesystem::path>> capturesIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
        std::error_code ignored;
        if (entry.is_regular_file(ignored) && hasCaptureName(entry.path()))
            files.push_back(entry.path());
    }
    if (failed)
        return fail(ErrorCode::Io, fmt::format("the folder {} cannot be read: {}", folder.string(), failed.message()));
    if (files.empty())
        return fail(
            ErrorCode::NotFound,
            fmt::format(
                "no capture in folder {}; expected names ending in .pcap, .pcapng or .cap, or these plus .gz or .zst",
                folder.string()));
    std::sort(files.begin(), files.end());
    return files;
}

/// The progress of several files as one.
class SharedProgress
{
public:
    SharedProgress(std::span<const std::filesystem::path> files, const JobContext& job)
        : m_job(job), m_done(files.size())
    {
        for (const std::filesystem::path& file : files) {
            std::error_code failed;
            const auto size = std::filesystem::file_size(file, failed);
            m_total += failed ? 0 : static_cast<long long>(size);
        }
    }
    JobContext contextOf(std::size_t file, std::stop_token stop)
    {
        return {std::move(stop), [this, file](long long done, long long, std::string_view step) {
                    const std::lock_guard lock(m_mutex);
                    m_sum += done - m_done[file];
                    m_done[file] = done;
                    m_job.progress(m_sum, m_total, step);
                }};
    }

private:
    const JobContext& m_job;
    std::mutex m_mutex;
    std::vector<long long> m_done;
    long long m_sum = 0;
    long long m_total = 0;
};

} // namespace

bool hasCaptureName(const std::filesystem::path& file)
{
    std::filesystem::path name = file.filename();
    if (name.extension() == ".gz" || name.extension() == ".zst")
        name = name.stem();
    const std::string extension = name.extension().string();
    return extension == ".pcap" || extension == ".pcapng" || extension == ".cap";
}

Result<std::vector<std::filesystem::path>> captureFiles(std::span<const std::filesystem::path> inputs)
{
    std::vector<std::filesystem::path> files;
    for (const std::filesystem::path& input : inputs) {
        std::error_code ignored;
        if (!std::filesystem::is_directory(input, ignored)) {
            files.push_back(input);
            continue;
        }
        MR_TRY(more, capturesIn(input));
        files.insert(files.end(), more.begin(), more.end());
    }
    return files;
}

Result<std::vector<TrafficSummary>> analyseCaptures(std::span<const std::filesystem::path> files,
                                                    const AnalysisRequest& request, const TraceCache* cache,
                                                    const JobContext& job, std::span<const ClockCorrection> clocks)
{
    const auto workers = std::min(files.size(), static_cast<std::size_t>(std::max(1, request.threads)));
    AnalysisRequest each = request;
    each.onPartial = {};
    if (files.size() > 1)
        each.threads = std::max(1, request.threads / static_cast<int>(std::max<std::size_t>(workers, 1)));
    std::stop_source stop;
    const std::stop_callback forward(job.stop, [&stop] { stop.request_stop(); });
    SharedProgress progress(files, job);
    std::vector<std::optional<Result<TrafficSummary>>> results(files.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < files.size(); i = next++) {
            const JobContext one = progress.contextOf(i, stop.get_token());
            AnalysisRequest own = each;
            if (i < clocks.size())
                own.clock = clocks[i];
            results[i] = cache ? analyseCached(files[i], own, *cache, one) : analyseCapture(files[i], own, one);
            if (!*results[i])
                stop.request_stop();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < workers; ++i)
            threads.emplace_back(work);
        work();
    }
    std::vector<TrafficSummary> summaries;
    const Error* failure = nullptr;
    for (auto& result : results) {
        if (*result)
            summaries.push_back(std::move(**result));
        else if (!failure || failure->code == ErrorCode::Cancelled)
            failure = &result->error();
    }
    if (failure)
        return *failure;
    return summaries;
}

} // namespace millrace::analysis

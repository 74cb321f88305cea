// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/trace_cache.h"

#include "core/analysis/summary_codec.h"
#include "core/base/file_io.h"
#include "core/base/unique_fd.h"
#include "core/base/version.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace millrace::analysis {

namespace {

constexpr std::uint64_t sampleBlocks = 64;
constexpr std::uint64_t sampleBytes = 4096;
constexpr std::size_t largestEntry = std::size_t{512} << 20;

Result<std::string> contentSample(int fd, std::uint64_t size)
{
    std::string sample;
    std::string block(sampleBytes, '\0');
    for (std::uint64_t i = 0; i < sampleBlocks; ++i) {
        const std::uint64_t at = size <= sampleBytes ? 0 : (size - sampleBytes) / (sampleBlocks - 1) * i;
        const ssize_t count = ::pread(fd, block.data(), block.size(), static_cast<off_t>(at));
        if (count < 0)
            return failErrno("the capture cannot be read");
        sample.append(block, 0, static_cast<std::size_t>(count));
        if (size <= sampleBytes)
            break;
    }
    return sample;
}

} // namespace

Result<std::string> traceKey(const std::filesystem::path& file, const AnalysisRequest& request)
{
    const UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status
    {
    };
    if (!fd || ::fstat(fd.get(), &status) != 0)
        return failErrno("the capture " + file.string() + " cannot be opened");
    MR_TRY(sample, contentSample(fd.get(), static_cast<std::uint64_t>(status.st_size)));
    const TrafficOptions& options = request.traffic;
    return sha256(fmt::format("{}\n{} {}.{}\n{}\n{} {} {} {} {} {} {} {} {} {}\n{} {} {}\n", programVersion,
                              status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec, request.filter,
                              options.binWidth, options.burstGap, options.idleTimeout, options.splitConnections,
                              options.order, options.tunnels, options.duplicates, options.maxFlows, options.maxBins,
                              options.maxBursts, request.clock.offset, request.clock.drift, request.clock.reference)
                  + sample);
}

TraceCache::TraceCache(std::filesystem::path folder, std::uint64_t most) : m_folder(std::move(folder)), m_most(most) { }

std::filesystem::path TraceCache::standardFolder()
{
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/')
        return std::filesystem::path(cache) / "millrace" / "traces";
    const char* home = std::getenv("HOME");
    return std::filesystem::path(home && *home ? home : "/tmp") / ".cache" / "millrace" / "traces";
}

std::filesystem::path TraceCache::fileOf(const std::string& key) const
{
    return m_folder / (key + ".traffic");
}

Result<TrafficSummary> TraceCache::load(const std::string& key) const
{
    MR_TRY(bytes, readFile(fileOf(key), largestEntry));
    auto summary = decodeSummary(bytes);
    std::error_code ignored;
    if (!summary) {
        std::filesystem::remove(fileOf(key), ignored);
        return fail(ErrorCode::NotFound, summary.error().what);
    }
    std::filesystem::last_write_time(fileOf(key), std::filesystem::file_time_type::clock::now(), ignored);
    return summary;
}

Result<void> TraceCache::save(const std::string& key, const TrafficSummary& summary) const
{
    std::error_code failed;
    std::filesystem::create_directories(m_folder, failed);
    if (failed)
        return fail(ErrorCode::Io,
                    fmt::format("the folder {} cannot be made: {}", m_folder.string(), failed.message()));
    const std::string bytes = encodeSummary(summary);
    if (bytes.size() > largestEntry || bytes.size() > m_most)
        return {};
    MR_CHECK(writeFileAtomically(fileOf(key), bytes));
    prune();
    return {};
}

void TraceCache::prune() const
{
    struct Entry
    {
        std::filesystem::file_time_type used;
        std::uint64_t bytes;
        std::filesystem::path file;
    };
    std::vector<Entry> entries;
    std::uint64_t total = 0;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(m_folder, ignored)) {
        if (entry.path().extension() != ".traffic")
            continue;
        entries.push_back({entry.last_write_time(ignored), entry.file_size(ignored), entry.path()});
        total += entries.back().bytes;
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
    for (const Entry& entry : entries) {
        if (total <= m_most)
            return;
        std::filesystem::remove(entry.file, ignored);
        total -= entry.bytes;
    }
}

Result<TrafficSummary> analyseCached(const std::filesystem::path& file, const AnalysisRequest& request,
                                     const TraceCache& cache, const JobContext& job)
{
    const Result<std::string> key =
        file == "-" ? fail(ErrorCode::Unsupported, "a pipe has no key") : traceKey(file, request);
    if (key) {
        if (auto known = cache.load(*key)) {
            for (TraceSource& source : known->sources)
                source.file = file.string();
            return known;
        }
    }
    MR_TRY(summary, analyseCapture(file, request, job));
    if (key) {
        if (const Result<void> saved = cache.save(*key, summary); !saved)
            summary.issues.push_back({"not-kept", Severity::Note, 1,
                                      "the analysis could not be kept for the next time: " + saved.error().text(), ""});
    }
    return summary;
}

} // namespace millrace::analysis

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/study_import.h"

#include "core/base/clock.h"
#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/studies/imported_runs.h"
#include "core/studies/study_selection.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <thread>

namespace millrace::studies {

namespace {

constexpr std::size_t mostMappingBytes = std::size_t(16) << 20;
constexpr std::size_t readAhead = 8; ///< runs that wait to be stored

/// Runs that threads read ahead, returned in order.
class ReadAhead
{
public:
    ReadAhead(const StudySource& source, const std::function<bool(std::string_view)>& known, unsigned threads,
              const JobContext& job)
        : m_source(source), m_known(known), m_job(job), m_results(source.entries().size())
    {
        for (unsigned i = 0; i < threads; ++i)
            m_threads.emplace_back([this] { work(); });
    }
    ~ReadAhead()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_stopped = true;
        }
        m_changed.notify_all();
    }
    [[nodiscard]] Result<ImportedRun> take(std::size_t entry)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_results[entry].has_value(); });
        Result<ImportedRun> result = *std::move(m_results[entry]);
        m_results[entry].reset();
        m_taken = entry + 1;
        m_changed.notify_all();
        return result;
    }

private:
    void work()
    {
        for (;;) {
            std::size_t entry = 0;
            {
                std::unique_lock lock(m_mutex);
                m_changed.wait(
                    lock, [this] { return m_stopped || m_next == m_results.size() || m_next < m_taken + readAhead; });
                if (m_stopped || m_next == m_results.size())
                    return;
                entry = m_next++;
            }
            Result<ImportedRun> result = m_source.read(entry, m_known, {m_job.stop, {}});
            const std::lock_guard lock(m_mutex);
            m_results[entry] = std::move(result);
            m_changed.notify_all();
        }
    }

    const StudySource& m_source;
    const std::function<bool(std::string_view)>& m_known;
    const JobContext& m_job;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::optional<Result<ImportedRun>>> m_results;
    std::size_t m_next = 0;
    std::size_t m_taken = 0;
    bool m_stopped = false;
    std::vector<std::jthread> m_threads; ///< the last member, so that the threads end before the others are destroyed
};

StudyImportedRun summaryOf(const ImportedRun& run)
{
    StudyImportedRun summary;
    summary.name = run.name;
    summary.files = run.files.size();
    summary.metrics = run.metrics.size();
    summary.series = run.series.size();
    summary.issues = run.issues;
    for (const SourceFile& file : run.files) {
        summary.bytes += file.bytes;
        for (const Issue& issue : file.issues)
            countIssue(summary.issues, issue);
    }
    return summary;
}

/// The changes of an import of one folder to the store.
class StoringImport
{
public:
    StoringImport(const StudySource& source, std::optional<ImportedRuns>& runs) : m_source(source), m_runs(runs) { }

    Result<StudyImportedRun> take(ImportedRun run, std::size_t entry)
    {
        StudyImportedRun summary = summaryOf(run);
        if (!m_runs)
            return summary;
        if (const auto known = m_runs->find(run.key)) {
            summary.fate = RunFate::AlreadyThere;
            summary.run = *known;
            MR_CHECK(m_runs->keep(*known));
            return summary;
        }
        giveIdentity(run, entry);
        if (!isWorthStoring(run, summary)) {
            summary.fate = RunFate::LeftOut;
            return summary;
        }
        MR_TRY(id, m_runs->save(run));
        summary.fate = RunFate::Stored;
        summary.run = id;
        return summary;
    }

private:
    /// A run of files without study names is identified by its path.
    void giveIdentity(ImportedRun& run, std::size_t entry) const
    {
        const auto& files = m_source.entries()[entry].files;
        std::error_code ignored;
        for (std::size_t i = 0; i < run.files.size(); ++i)
            if (run.files[i].location.empty() && i < files.size() && run.files.size() == files.size())
                run.files[i].location = std::filesystem::weakly_canonical(files[i], ignored).string();
        if (run.identity.empty() && !files.empty())
            run.identity =
                fmt::format("{}\n{}", std::filesystem::weakly_canonical(files.front(), ignored).string(), run.name);
    }

    [[nodiscard]] bool isWorthStoring(const ImportedRun& run, StudyImportedRun& summary) const
    {
        if (!run.hasContent()) {
            countIssue(summary.issues,
                       {"nothing-usable", Severity::Warning, 1,
                        "none of its files can be used, so the run is not stored", run.name});
            m_runs->noteUnused(run);
            return false;
        }
        const std::vector<std::string> lost = m_runs->lostFiles(run);
        if (lost.empty())
            return true;
        countIssue(summary.issues,
                   {"part-not-there", Severity::Warning, 1,
                    fmt::format("the stored run also has {} ({} files), which no longer exist, so the run was kept "
                                "unchanged; import all of its files together",
                                lost.front(), lost.size()),
                    run.name});
        return false;
    }

    const StudySource& m_source;
    std::optional<ImportedRuns>& m_runs;
};

/// Opens the source with the stored files and mapping of the study, and the stored runs.
Result<std::unique_ptr<StudySource>> openWithEarlier(const StudyImportRequest& request, store::Database* database,
                                                     std::optional<ImportedRuns>& runs, const JobContext& job)
{
    StudyOptions options = request.options;
    const StudyInfo* info = findStudy(request.study);
    if (database != nullptr && info != nullptr) {
        std::error_code ignored;
        const auto folder = std::filesystem::weakly_canonical(request.folder, ignored);
        MR_TRY(opened, ImportedRuns::open(*database, std::string(info->name), folder, info->isOneSet));
        runs.emplace(std::move(opened));
        if (info->isOneSet) {
            options.earlier = runs->earlierFiles();
            options.ownMapping = runs->mapping();
        }
    }
    MR_TRY(source, openStudy(request.study, request.folder, options, job));
    if (runs && info->isOneSet && !options.mapping.empty()) {
        MR_TRY(text, readFile(options.mapping, mostMappingBytes));
        MR_CHECK(runs->setMapping(std::move(text)));
    }
    return source;
}

} // namespace

std::string_view fateName(RunFate fate) noexcept
{
    static constexpr std::array<std::string_view, 4> names = {"read", "stored", "already-there", "left-out"};
    return names[static_cast<std::size_t>(fate)];
}

Result<StudyImportOutcome> importStudy(const StudyImportRequest& request, store::Database* database,
                                       const std::function<void(const StudyImportedRun&)>& onRun, const JobContext& job)
{
    const SystemClock clock;
    const Nanoseconds begin = clock.monotonic();
    std::optional<ImportedRuns> runs;
    MR_TRY(source, openWithEarlier(request, database, runs, job));
    StudyImportOutcome outcome;
    outcome.issues = source->issues();
    std::uint64_t total = 0;
    for (const StudySource::Entry& entry : source->entries())
        total += entry.isEarlier ? 0 : entry.bytes;

    // The reading threads ask what was stored before: only this thread sees what is stored in the meantime.
    const std::optional<ImportedRuns> before = runs;
    const std::function<bool(std::string_view)> known = [&before](std::string_view key) {
        return before && before->find(key).has_value();
    };
    const unsigned threads = request.threads > 0 ? request.threads : std::max(1U, std::thread::hardware_concurrency());
    ReadAhead reading(*source, known, threads, job);
    StoringImport storing(*source, runs);
    std::set<std::filesystem::path> files; // some files hold several runs
    for (std::size_t entry = 0; entry < source->entries().size(); ++entry) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled,
                        "the import was cancelled; what was stored is kept, repeat it to continue");
        job.progress(static_cast<long long>(outcome.bytes), static_cast<long long>(total),
                     source->entries()[entry].name);
        MR_TRY(run, reading.take(entry));
        MR_TRY(summary, storing.take(std::move(run), entry));
        const bool isNews = !source->entries()[entry].isEarlier || summary.fate == RunFate::Stored;
        if (isNews)
            outcome.runs.push_back(std::move(summary));
        if (isNews) {
            outcome.bytes += source->entries()[entry].bytes;
            files.insert(source->entries()[entry].files.begin(), source->entries()[entry].files.end());
            outcome.files = files.size();
        }
        if (onRun && !source->entries()[entry].isEarlier)
            onRun(outcome.runs.back());
    }
    if (runs) {
        MR_CHECK(runs->finish());
        outcome.campaign = runs->campaign();
        outcome.superseded = runs->superseded();
    }
    outcome.seconds = std::chrono::duration<double>(clock.monotonic() - begin).count();
    return outcome;
}

std::string studyOf(const store::CampaignRecord& campaign)
{
    const Json spec = Json::parse(campaign.specJson, nullptr, false);
    if (!spec.is_object() || !spec.contains("imported") || !spec["imported"].is_object())
        return {};
    const Json& imported = spec["imported"];
    const std::string study =
        imported.contains("study") && imported["study"].is_string() ? imported["study"].get<std::string>() : "";
    for (const Study& each : studies())
        if (!study.empty() && each.formerName == study)
            return std::string(each.name);
    return study;
}

Result<std::vector<StoredStudy>> storedStudies(store::Database& database)
{
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    MR_TRY(campaigns, repository.campaigns());
    std::vector<StoredStudy> stored;
    for (const store::CampaignRecord& campaign : campaigns) {
        const std::string study = studyOf(campaign);
        if (study.empty())
            continue;
        MR_TRY(runs, store::ResultQuery(database).count(countedRuns({campaign.id})));
        if (runs == 0)
            continue;
        const auto known = std::ranges::find(stored, study, &StoredStudy::study);
        if (known == stored.end() || study == "files") {
            stored.push_back({study, campaign.uuid, campaign.projectPath, runs});
            continue;
        }
        known->campaign.clear();
        known->runs += runs;
    }
    return stored;
}

} // namespace millrace::studies

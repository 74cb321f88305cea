// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/import_session.h"

#include <chrono>

namespace millrace::ui {

using namespace std::chrono_literals;

struct ImportSession::Arrived
{
    std::mutex mutex;
    std::vector<studies::StudyImportedRun> runs;
    qlonglong done = 0;
    qlonglong total = 0;
    bool changed = false;
};

namespace {

struct ImportWork
{
    ImportSession::Calls calls;
    std::vector<std::filesystem::path> paths;
    std::string study;
    studies::StudyOptions options;
    std::filesystem::path store;
    std::uint64_t total = 0;
};

void addIssues(ImportEnd& end, const Issues& issues)
{
    for (const Issue& issue : issues)
        countIssue(end.issues, issue);
}

/// Each path after the other into one store. A failure ends it; stored runs are kept.
template <typename OnRun, typename OnBytes>
ImportEnd importAll(const ImportWork& work, const std::stop_token& stop, const OnRun& onRun, const OnBytes& onBytes)
{
    ImportEnd end;
    const auto begin = std::chrono::steady_clock::now();
    auto database = store::Database::openOrCreate(work.store);
    if (!database) {
        end.error = database.error();
        return end;
    }
    long long before = 0;
    for (const std::filesystem::path& path : work.paths) {
        const JobContext job{stop, [&](long long done, long long, std::string_view) { onBytes(before + done); }};
        const auto told = [&](const studies::StudyImportedRun& run) {
            ++(run.fate == studies::RunFate::AlreadyThere  ? end.known
                   : run.fate == studies::RunFate::LeftOut ? end.leftOut
                                                           : end.stored);
            end.files += run.files;
            end.bytes += run.bytes;
            addIssues(end, run.issues);
            onRun(run);
        };
        const auto outcome = work.calls.import({work.study, path, work.options, 0}, *database, told, job);
        if (!outcome) {
            end.error = outcome.error();
            break;
        }
        addIssues(end, outcome->issues);
        before += static_cast<long long>(outcome->bytes);
    }
    end.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return end;
}

Result<ImportScan> scanAll(const std::vector<std::filesystem::path>& paths, std::string study,
                           const studies::StudyOptions& options, const JobContext& job)
{
    ImportScan scan;
    if (study.empty() && !paths.empty()) {
        MR_TRY(found, studies::recogniseStudies(paths.front(), job));
        study = found.empty() ? std::string() : std::string(found.front());
        for (std::size_t i = 1; i < found.size(); ++i)
            scan.issues.push_back({"other-study", Severity::Note, 1,
                                   "the folder also contains \"" + std::string(studies::findStudy(found[i])->title)
                                       + "\"; choose it as the study to import it too",
                                   paths.front().filename().string()});
    }
    if (study.empty())
        return fail(
            ErrorCode::NotFound,
            "no study and no measurement of a known tool was found there; choose another folder, or select the study");
    scan.study = study;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        MR_TRY(source, studies::openStudy(study, paths[i], options, job));
        for (const studies::StudySource::Entry& entry : source->entries()) {
            scan.entries.push_back(entry);
            scan.sources.push_back(i);
            scan.bytes += entry.bytes;
        }
        for (const Issue& issue : source->issues())
            countIssue(scan.issues, issue);
    }
    return scan;
}

} // namespace

ImportSession::Calls coreImportCalls()
{
    return {scanAll,
            [](const studies::StudyImportRequest& request, store::Database& database,
               const std::function<void(const studies::StudyImportedRun&)>& onRun,
               const JobContext& job) { return studies::importStudy(request, &database, onRun, job); }};
}

ImportSession::ImportSession(Calls calls, QObject* parent) : QObject(parent), m_calls(std::move(calls))
{
    m_beat.setInterval(150ms);
    connect(&m_beat, &QTimer::timeout, this, &ImportSession::takeArrived);
}

ImportSession::~ImportSession()
{
    m_stop.request_stop();
}

void ImportSession::scan(std::vector<std::filesystem::path> paths, const std::string& study,
                         const studies::StudyOptions& options)
{
    m_paths = std::move(paths);
    m_scan.reset();
    m_scanJob.start([scan = m_calls.scan, paths = m_paths, study,
                     options](const JobContext& job) { return scan(paths, study, options, job); },
                    [this](Result<ImportScan> found) {
                        if (found)
                            m_scan = std::move(*found);
                        Q_EMIT scanEnded(found ? std::nullopt : std::optional(found.error()));
                    });
}

void ImportSession::import(const std::filesystem::path& store, const studies::StudyOptions& options)
{
    if (!m_scan || isImporting())
        return;
    m_stop = std::stop_source();
    m_arrived = std::make_shared<Arrived>();
    m_arrived->total = static_cast<qlonglong>(m_scan->bytes);
    m_beat.start();
    const ImportWork work{m_calls, m_paths, m_scan->study, options, store, m_scan->bytes};
    m_importJob.start(
        [work, arrived = m_arrived, stop = m_stop](const JobContext& job) {
            // Unlike in the runner, cancelling keeps the result: the counts are shown.
            std::stop_source both = stop;
            const std::stop_callback destroyed(job.stop, [&both] { both.request_stop(); });
            return importAll(
                work, both.get_token(),
                [&](const studies::StudyImportedRun& run) {
                    const std::lock_guard lock(arrived->mutex);
                    arrived->runs.push_back(run);
                },
                [&](long long done) {
                    const std::lock_guard lock(arrived->mutex);
                    arrived->done = done;
                    arrived->changed = true;
                });
        },
        [this](const ImportEnd& end) {
            m_beat.stop();
            takeArrived();
            Q_EMIT ended(end);
        });
}

void ImportSession::cancelImport()
{
    m_stop.request_stop();
}

void ImportSession::takeArrived()
{
    std::vector<studies::StudyImportedRun> runs;
    qlonglong done = 0, total = 0;
    bool changed = false;
    {
        const std::lock_guard lock(m_arrived->mutex);
        runs.swap(m_arrived->runs);
        done = m_arrived->done;
        total = m_arrived->total;
        changed = std::exchange(m_arrived->changed, false);
    }
    if (!runs.empty())
        Q_EMIT runsImported(runs);
    if (changed)
        Q_EMIT progressed(done, total);
}

} // namespace millrace::ui

#include "moc_import_session.cpp"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/study_import.h"
#include "ui/base/job_runner.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace millrace::ui {

/// What a folder, or a set of files, holds of a study, before anything is read whole.
struct ImportScan
{
    std::string study; ///< empty: nothing was recognised
    std::vector<studies::StudySource::Entry> entries;
    std::vector<std::size_t> sources; ///< of each entry: which of the paths it is of
    Issues issues;
    std::uint64_t bytes = 0;
};

/// What an import did, also one that was cancelled or failed.
struct ImportEnd
{
    std::optional<Error> error; ///< Cancelled, or what stopped it; what was stored before stays
    std::size_t stored = 0;
    std::size_t known = 0; ///< that the store had already
    std::size_t leftOut = 0; ///< of which nothing can be used; issues say why
    std::size_t files = 0;
    std::uint64_t bytes = 0;
    Issues issues; ///< of folders, runs and files together
    double seconds = 0;
};

/// Looks into folders and imports them, on pool threads; runs are told as they are stored, a few times a second.
class ImportSession : public QObject
{
    Q_OBJECT
public:
    /// Does the work of the two; replaced in tests. Called on a pool thread.
    struct Calls
    {
        std::function<Result<ImportScan>(const std::vector<std::filesystem::path>&, const std::string& study,
                                         const studies::StudyOptions&, const JobContext&)>
            scan;
        std::function<Result<studies::StudyImportOutcome>(const studies::StudyImportRequest&, store::Database&,
                                                          const std::function<void(const studies::StudyImportedRun&)>&,
                                                          const JobContext&)>
            import;
    };

    explicit ImportSession(Calls calls, QObject* parent = nullptr);
    ~ImportSession() override;

    /// `study` empty: what the content says. Starting again cancels the scan before.
    void scan(std::vector<std::filesystem::path> paths, const std::string& study, const studies::StudyOptions& options);
    /// Imports what was scanned last into this store, which is made where it is not there.
    void import(const std::filesystem::path& store, const studies::StudyOptions& options);
    /// The import ends soon, with ended(); what is stored stays.
    void cancelImport();
    [[nodiscard]] bool isScanning() const { return m_scanJob.isRunning(); }
    [[nodiscard]] bool isImporting() const { return m_importJob.isRunning(); }
    [[nodiscard]] const std::optional<ImportScan>& scanned() const noexcept { return m_scan; }

Q_SIGNALS:
    void scanEnded(const std::optional<millrace::Error>& error);
    /// Runs that have come since the last time, in the order of the entries.
    void runsImported(const std::vector<millrace::studies::StudyImportedRun>& runs);
    void progressed(qlonglong bytes, qlonglong total);
    void ended(const millrace::ui::ImportEnd& end);

private:
    struct Arrived; ///< what the importing thread leaves for this one
    void takeArrived();

    Calls m_calls;
    std::vector<std::filesystem::path> m_paths;
    std::optional<ImportScan> m_scan;
    std::shared_ptr<Arrived> m_arrived;
    std::stop_source m_stop;
    QTimer m_beat;
    JobRunner m_scanJob;
    JobRunner m_importJob;
};

/// The calls of core.
[[nodiscard]] ImportSession::Calls coreImportCalls();

} // namespace millrace::ui

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

/// What a folder, or a set of files, contains of a study; no file is read completely.
struct ImportScan
{
    std::string study; ///< empty: nothing was recognised
    std::vector<studies::StudySource::Entry> entries;
    std::vector<std::size_t> sources; ///< index of the path of each entry
    Issues issues;
    std::uint64_t bytes = 0;
};

/// Result of an import, also if it was cancelled or failed.
struct ImportEnd
{
    std::optional<Error> error; ///< Cancelled, or the error; runs stored before are kept
    std::size_t stored = 0;
    std::size_t known = 0; ///< already in the store
    std::size_t leftOut = 0; ///< without usable content; see issues
    std::size_t files = 0;
    std::uint64_t bytes = 0;
    Issues issues; ///< of folders, runs and files together
    double seconds = 0;
};

/// Scans folders and imports them, on pool threads; stored runs are reported a few times a second.
class ImportSession : public QObject
{
    Q_OBJECT
public:
    /// Does the work of both; replaced in tests. Called on a pool thread.
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

    /// `study` empty: detected by content. Starting again cancels the previous scan.
    void scan(std::vector<std::filesystem::path> paths, const std::string& study, const studies::StudyOptions& options);
    /// Imports the last scanned entries into this store, which is created if it does not exist.
    void import(const std::filesystem::path& store, const studies::StudyOptions& options);
    /// The import ends soon, with ended(); stored runs are kept.
    void cancelImport();
    [[nodiscard]] bool isScanning() const { return m_scanJob.isRunning(); }
    [[nodiscard]] bool isImporting() const { return m_importJob.isRunning(); }
    [[nodiscard]] const std::optional<ImportScan>& scanned() const noexcept { return m_scan; }

Q_SIGNALS:
    void scanEnded(const std::optional<millrace::Error>& error);
    /// New runs since the last call, in the order of the entries.
    void runsImported(const std::vector<millrace::studies::StudyImportedRun>& runs);
    void progressed(qlonglong bytes, qlonglong total);
    void ended(const millrace::ui::ImportEnd& end);

private:
    struct Arrived; ///< passed from the importing thread to this one
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

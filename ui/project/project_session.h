// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/edit/autosave_file.h"
#include "ui/edit/autosave_journal.h"
#include "ui/edit/project_editor.h"
#include "ui/project/project_source.h"

#include <QFileSystemWatcher>

#include <optional>

namespace millrace::ui {

/// Changes that an earlier process did not come to save.
struct RecoveryOffer
{
    JournalEntry entry;
    project::Project project;
    std::vector<std::string> parts; ///< names of what differs from the file
};

/// A project while it is open: reading, the lock, edits, their journal, saving, and what others do to the file
/// meanwhile. Files are touched in jobs only.
class ProjectSession : public QObject
{
    Q_OBJECT
public:
    explicit ProjectSession(Settings& settings, QObject* parent = nullptr);
    ~ProjectSession() override;

    [[nodiscard]] ProjectEditor& editor() noexcept { return m_editor; }
    [[nodiscard]] bool isLoaded() const noexcept { return m_source.has_value(); }
    [[nodiscard]] bool isModified() const noexcept { return m_modified; }
    [[nodiscard]] const QString& file() const noexcept { return m_file; }
    [[nodiscard]] std::filesystem::path store() const;
    /// Whether the store was there when it was last looked for: at reading and saving, and by lookForStore().
    [[nodiscard]] bool hasStore() const noexcept { return m_hasStore; }
    /// Why the lock is not ours; empty if it is.
    [[nodiscard]] const std::optional<Error>& lockProblem() const noexcept { return m_lockProblem; }
    [[nodiscard]] bool isReadOnlyFile() const noexcept { return m_readOnly; }
    [[nodiscard]] bool isChangedOnDisk() const noexcept { return m_changedOnDisk; }
    [[nodiscard]] const std::vector<RecoveryOffer>& offers() const noexcept { return m_offers; }

    /// Reads a file, again if need be. What was edited stays: then only isChangedOnDisk() may come of it.
    void open(const QString& file);
    /// A project that has no file yet; `recovered` is set for one that was never saved before a crash.
    void openText(std::string text, const QString& suggestedName, std::optional<JournalEntry> recovered = {});
    /// Takes what is on disk, as one edit that can be undone.
    void takeFromDisk();
    /// The next save overwrites what is on disk.
    void keepMine();
    void retryLock();
    void lookForStore();
    /// To `file`, or with an empty one to the present file. Ends in saved() or failed().
    void save(const QString& file);
    /// The first of offers().
    void recover();
    void discardOffer();

Q_SIGNALS:
    void loaded();
    void saved();
    void failed(const millrace::Error& error);
    void noticed(const QString& sentence);
    /// isModified(), the lock, the offers or what is on disk have changed.
    void stateChanged();

private:
    struct Read;
    struct Saved;
    static Result<Read> read(const std::filesystem::path& file, const std::filesystem::path& journals,
                             const launch::Frameworks& frameworks, bool withLock);
    static Result<Saved> write(const ProjectSource& source, const project::Project& project,
                               const std::filesystem::path& file, const std::string& expected, bool needsLock);
    void take(Read result);
    void setSource(ProjectSource source);
    void takeSaved(const QString& file, std::shared_ptr<const project::Project> project, Result<Saved> result);
    void edited();
    void watch();
    void lookAtDisk();
    void removeJournal(const std::filesystem::path& journal);

    Settings& m_settings;
    ProjectEditor m_editor;
    AutosaveJournal m_journal;
    JobRunner m_reading;
    JobRunner m_saving;
    JobRunner m_looking;
    JobRunner m_locking;
    JobRunner m_storing;
    std::optional<QString> m_nextSave; ///< requested while one was in progress
    QFileSystemWatcher m_watcher;
    QTimer m_lookDelay;
    QString m_file;
    std::optional<ProjectSource> m_source;
    std::shared_ptr<const project::Project> m_saved; ///< nullptr: no file holds what is edited
    std::shared_ptr<project::ProjectLock> m_lock;
    std::optional<Error> m_lockProblem;
    std::vector<RecoveryOffer> m_offers;
    std::vector<std::filesystem::path> m_recovered; ///< journals to be removed once our own is written
    bool m_modified = false;
    bool m_readOnly = false;
    bool m_hasStore = false;
    bool m_changedOnDisk = false;
    bool m_takeOver = false;
};

} // namespace millrace::ui

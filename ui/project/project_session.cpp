// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/project_session.h"

#include "core/project/project_file.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"

#include <QFileInfo>
#include <QThreadPool>
#include <QUndoStack>

namespace millrace::ui {
namespace {

constexpr std::string_view programName = "millrace";

bool isFile(const std::filesystem::path& file)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(file, ignored);
}

std::vector<RecoveryOffer> offersFor(const std::filesystem::path& folder, const std::filesystem::path& file,
                                     const project::Project& current)
{
    std::vector<RecoveryOffer> offers;
    for (JournalEntry& entry : abandonedJournals(folder, file.string())) {
        const auto source = ProjectSource::parse(entry.text, file, current.frameworks);
        if (source && !(source->project() == current)) {
            offers.push_back({std::move(entry), source->project(), differingParts(current, source->project())});
            continue;
        }
        std::error_code ignored;
        if (source) // all of it is in the file
            std::filesystem::remove(entry.journal, ignored);
    }
    return offers;
}

} // namespace

struct ProjectSession::Read
{
    ProjectSource source;
    std::shared_ptr<project::ProjectLock> lock;
    std::optional<Error> lockProblem;
    bool lockTried = false;
    bool readOnly = false;
    bool hasStore = false;
    std::vector<RecoveryOffer> offers;
};

struct ProjectSession::Saved
{
    ProjectSource source;
    std::shared_ptr<project::ProjectLock> lock;
    bool hasStore = false;
};

ProjectSession::ProjectSession(Settings& settings, QObject* parent)
    : QObject(parent), m_settings(settings), m_journal(AutosaveJournal::folder(settings))
{
    m_lookDelay.setSingleShot(true);
    m_lookDelay.setInterval(std::chrono::milliseconds(300));
    connect(&m_editor, &ProjectEditor::changed, this, &ProjectSession::edited);
    connect(&m_journal, &AutosaveJournal::failed, this, &ProjectSession::noticed);
    connect(&m_journal, &AutosaveJournal::written, this, [this] {
        for (const std::filesystem::path& journal : std::exchange(m_recovered, {}))
            removeJournal(journal);
    });
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_lookDelay, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_lookDelay, qOverload<>(&QTimer::start));
    connect(&m_lookDelay, &QTimer::timeout, this, &ProjectSession::lookAtDisk);
}

ProjectSession::~ProjectSession() = default;

std::filesystem::path ProjectSession::store() const
{
    return project::storePath(m_editor.project(), toPath(m_file));
}

Result<ProjectSession::Read> ProjectSession::read(const std::filesystem::path& file,
                                                  const std::filesystem::path& journals,
                                                  const launch::Frameworks& frameworks, bool withLock)
{
    MR_TRY(source, ProjectSource::open(file, frameworks));
    Read result{std::move(source), {}, {}, withLock, isReadOnly(file), false, {}};
    result.hasStore = isFile(project::storePath(result.source.project(), file));
    result.offers = offersFor(journals, file, result.source.project());
    if (!withLock)
        return result;
    if (auto lock = project::ProjectLock::take(file, std::string(programName)))
        result.lock = std::make_shared<project::ProjectLock>(*std::move(lock));
    else
        result.lockProblem = lock.error();
    return result;
}

void ProjectSession::open(const QString& file)
{
    if (m_source && m_modified) {
        lookAtDisk();
        Q_EMIT loaded();
        return;
    }
    m_file = file;
    m_reading.start([path = toPath(file), journals = AutosaveJournal::folder(m_settings),
                     frameworks = m_settings.frameworks(),
                     withLock = !m_lock](const JobContext&) { return read(path, journals, frameworks, withLock); },
                    [this](Result<Read> result) {
                        if (result)
                            take(*std::move(result));
                        else
                            Q_EMIT failed(result.error());
                    });
}

void ProjectSession::take(Read result)
{
    const bool first = !m_source;
    if (!first && m_modified) { // edited while it was read
        lookAtDisk();
        Q_EMIT loaded();
        return;
    }
    setSource(std::move(result.source));
    m_readOnly = result.readOnly;
    m_hasStore = result.hasStore;
    m_offers = std::move(result.offers);
    m_changedOnDisk = false;
    m_takeOver = false;
    if (result.lockTried) {
        m_lock = std::move(result.lock);
        m_lockProblem = std::move(result.lockProblem);
    }
    m_journal.setDocument(m_file, {});
    if (first) {
        m_saved = std::make_shared<const project::Project>(m_source->project());
        m_editor.reset(*m_saved);
    } else {
        m_saved = std::make_shared<const project::Project>(m_source->project());
        m_editor.apply(tr("Read the file again"), *m_saved);
    }
    m_saved = m_editor.snapshot();
    m_editor.undoStack()->setClean();
    edited();
    watch();
    Q_EMIT loaded();
    Q_EMIT stateChanged();
}

void ProjectSession::setSource(ProjectSource source)
{
    m_source = std::move(source);
    m_editor.setCheck([source = *m_source](const project::Project& project) { return source.problemsOf(project); });
}

void ProjectSession::openText(std::string text, const QString& suggestedName, std::optional<JournalEntry> recovered)
{
    const bool isRecovery = recovered.has_value();
    if (isRecovery)
        m_recovered.push_back(recovered->journal);
    m_journal.setDocument({}, suggestedName);
    m_reading.start([text = std::move(text), frameworks = m_settings.frameworks()](
                        const JobContext&) { return ProjectSource::parse(text, {}, frameworks); },
                    [this, isRecovery](Result<ProjectSource> source) {
                        if (!source) {
                            Q_EMIT failed(source.error());
                            return;
                        }
                        setSource(*std::move(source));
                        m_saved.reset();
                        m_editor.reset(m_source->project());
                        if (!isRecovery)
                            m_saved = m_editor.snapshot();
                        edited();
                        Q_EMIT loaded();
                        Q_EMIT stateChanged();
                    });
}

void ProjectSession::edited()
{
    if (!m_source)
        return;
    const bool modified = !m_saved || (m_editor.snapshot() != m_saved && !(m_editor.project() == *m_saved));
    if (modified)
        m_journal.noteChange([source = *m_source, project = m_editor.snapshot()]() -> Result<std::string> {
            return source.textOf(*project);
        });
    else
        m_journal.clear();
    if (std::exchange(m_modified, modified) != modified)
        Q_EMIT stateChanged();
}

Result<ProjectSession::Saved> ProjectSession::write(const ProjectSource& source, const project::Project& project,
                                                    const std::filesystem::path& file, const std::string& expected,
                                                    bool needsLock)
{
    std::shared_ptr<project::ProjectLock> lock;
    if (needsLock) {
        auto taken = project::ProjectLock::take(file, std::string(programName));
        if (!taken)
            return within("saving the project", std::move(taken).error());
        lock = std::make_shared<project::ProjectLock>(*std::move(taken));
    }
    if (const std::string there = fingerprintOf(file); !expected.empty() && !there.empty() && there != expected)
        return fail(ErrorCode::AlreadyExists,
                    file.string()
                        + " was changed by another program after it was read. Read it again, keep your version, or "
                          "save under another name.");
    MR_TRY(saved, source.save(project, file));
    const bool hasStore = isFile(project::storePath(project, file));
    return Saved{std::move(saved), std::move(lock), hasStore};
}

void ProjectSession::save(const QString& file)
{
    const QString target = file.isEmpty() ? m_file : file;
    if (!m_source || target.isEmpty())
        return;
    if (m_saving.isRunning()) {
        m_nextSave = target;
        return;
    }
    const bool elsewhere = target != m_file;
    const std::string expected = elsewhere || m_takeOver ? std::string() : m_source->fingerprint();
    m_saving.start(
        [=, source = *m_source, project = m_editor.snapshot(), needsLock = elsewhere || !m_lock](const JobContext&) {
            return std::pair(project, write(source, *project, toPath(target), expected, needsLock));
        },
        [this, target](std::pair<std::shared_ptr<const project::Project>, Result<Saved>> result) {
            takeSaved(target, std::move(result.first), std::move(result.second));
            if (const auto next = std::exchange(m_nextSave, std::nullopt))
                save(*next);
        });
}

void ProjectSession::takeSaved(const QString& file, std::shared_ptr<const project::Project> project,
                               Result<Saved> result)
{
    if (!result) {
        lookAtDisk();
        Q_EMIT failed(result.error());
        return;
    }
    Saved done = *std::move(result);
    setSource(std::move(done.source));
    if (done.lock)
        m_lock = std::move(done.lock);
    m_lockProblem.reset();
    m_saved = std::move(project);
    m_file = file;
    m_hasStore = done.hasStore;
    m_readOnly = m_changedOnDisk = m_takeOver = false;
    if (m_editor.snapshot() == m_saved)
        m_editor.undoStack()->setClean();
    m_journal.setDocument(m_file, {});
    m_modified = false;
    edited();
    watch();
    Q_EMIT saved();
    Q_EMIT stateChanged();
}

void ProjectSession::watch()
{
    if (!m_watcher.files().isEmpty())
        m_watcher.removePaths(m_watcher.files());
    if (!m_watcher.directories().isEmpty())
        m_watcher.removePaths(m_watcher.directories());
    if (!m_file.isEmpty())
        m_watcher.addPaths({m_file, QFileInfo(m_file).absolutePath()});
}

void ProjectSession::lookAtDisk()
{
    if (m_file.isEmpty() || m_saving.isRunning())
        return;
    m_looking.start([path = toPath(m_file)](const JobContext&) { return fingerprintOf(path); },
                    [this](const std::string& there) {
                        if (m_saving.isRunning() || !m_source)
                            return;
                        const bool changed = !there.empty() && there != m_source->fingerprint() && !m_takeOver;
                        if (!m_watcher.files().contains(m_file))
                            m_watcher.addPath(m_file); // it was replaced
                        if (std::exchange(m_changedOnDisk, changed) != changed)
                            Q_EMIT stateChanged();
                    });
}

void ProjectSession::takeFromDisk()
{
    m_saved = m_editor.snapshot(); // given up, but for undo
    m_modified = false;
    open(m_file);
}

void ProjectSession::keepMine()
{
    m_takeOver = true;
    m_changedOnDisk = false;
    Q_EMIT stateChanged();
}

void ProjectSession::retryLock()
{
    m_locking.start(
        [path = toPath(m_file)](const JobContext&) {
            auto lock = project::ProjectLock::take(path, std::string(programName));
            std::shared_ptr<project::ProjectLock> taken;
            std::optional<Error> problem;
            if (lock)
                taken = std::make_shared<project::ProjectLock>(*std::move(lock));
            else
                problem = lock.error();
            return std::pair(taken, problem);
        },
        [this](std::pair<std::shared_ptr<project::ProjectLock>, std::optional<Error>> result) {
            m_lock = std::move(result.first);
            m_lockProblem = std::move(result.second);
            Q_EMIT stateChanged();
            lookAtDisk();
        });
}

void ProjectSession::lookForStore()
{
    m_storing.start([store = store()](const JobContext&) { return isFile(store); },
                    [this](bool there) {
                        if (std::exchange(m_hasStore, there) != there)
                            Q_EMIT stateChanged();
                    });
}

void ProjectSession::recover()
{
    if (m_offers.empty())
        return;
    RecoveryOffer offer = std::move(m_offers.front());
    m_offers.erase(m_offers.begin());
    m_recovered.push_back(offer.entry.journal);
    m_editor.apply(tr("Recover unsaved changes"), std::move(offer.project));
    if (!m_modified) // nothing that our journal would have to keep
        for (const std::filesystem::path& journal : std::exchange(m_recovered, {}))
            removeJournal(journal);
    Q_EMIT stateChanged();
}

void ProjectSession::discardOffer()
{
    if (m_offers.empty())
        return;
    removeJournal(m_offers.front().entry.journal);
    m_offers.erase(m_offers.begin());
    Q_EMIT stateChanged();
}

void ProjectSession::removeJournal(const std::filesystem::path& journal)
{
    QThreadPool::globalInstance()->start([journal] {
        std::error_code ignored;
        std::filesystem::remove(journal, ignored);
    });
}

} // namespace millrace::ui

#include "moc_project_session.cpp"

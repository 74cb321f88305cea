// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/page_opener.h"

#include "core/base/file_io.h"
#include "core/project/project_file.h"
#include "core/project/templates.h"
#include "core/project/trusted_projects.h"
#include "ui/base/document_page.h"
#include "ui/base/error_banner.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"
#include "ui/interference/report_page.h"
#include "ui/interference/report_sources.h"
#include "ui/main/file_kind.h"
#include "ui/main/file_tabs.h"
#include "ui/predict/predictor_page.h"
#include "ui/project/project_page.h"
#include "ui/results/result_page.h"
#include "ui/run/replay_page.h"
#include "ui/studies/study_import_dialog.h"
#include "ui/studies/study_page.h"
#include "ui/trace/trace_page.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QStandardPaths>

#include <algorithm>

namespace millrace::ui {
namespace {

/// A project without clusters, workloads and grids.
const std::string_view emptyProject = R"({
  "format": "millrace-project",
  "version": 1,
  "name": ""
}
)";

QStringList textsOf(const QJsonValue& value)
{
    QStringList texts;
    for (const QJsonValue& each : value.toArray())
        texts.append(each.toString());
    return texts;
}

} // namespace

PageOpener::PageOpener(Settings& settings, FileTabs& tabs, ErrorBanner& banner, QWidget* window)
    : QObject(window), m_settings(settings), m_tabs(tabs), m_banner(banner), m_window(window)
{
}

void PageOpener::openFile(const QString& file)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    if (DocumentPage* page = m_tabs.find({path})) {
        m_tabs.setCurrentPage(page);
        if (!page->isModified())
            page->reload();
    } else if (DocumentPage* fresh = makePage(path)) {
        if (auto* project = qobject_cast<ProjectPage*>(fresh)) {
            const auto openStore = [this, project] {
                if (project->hasStore())
                    openBeside(project->storeFile(), false);
            };
            connect(project, &DocumentPage::loaded, this, openStore, Qt::SingleShotConnection);
        }
        add(fresh, true);
    }
}

void PageOpener::openFiles(const QStringList& files)
{
    QStringList captures;
    for (const QString& file : files) {
        if (QFileInfo(file).isDir()) {
            const QString folder = QFileInfo(file).absoluteFilePath();
            const auto found = capturesIn(toPath(folder));
            if (!found)
                openFolder(folder, found.error());
            else
                for (const auto& one : *found)
                    captures.append(pathText(one));
            continue;
        }
        const auto kind = fileKind(toPath(file));
        if (kind && *kind == FileKind::Capture)
            captures.append(QFileInfo(file).absoluteFilePath());
        else
            openFile(file);
    }
    captures.removeDuplicates();
    if (!captures.isEmpty())
        openCaptures(captures);
}

void PageOpener::openFolder(const QString& folder, const Error& otherwise)
{
    m_recognition.start(
        [path = toPath(folder)](const JobContext& job) -> std::optional<std::string_view> {
            const auto study = studies::recogniseStudy(path, job);
            return study ? *study : std::nullopt;
        },
        [this, folder, otherwise](const std::optional<std::string_view>& study) {
            if (study)
                importStudy({folder});
            else
                reportUnopened(folder, otherwise);
        });
}

void PageOpener::openBeside(const QString& file, bool toFront)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    if (DocumentPage* page = m_tabs.find({path})) {
        if (toFront)
            m_tabs.setCurrentPage(page);
        page->reload();
    } else if (DocumentPage* fresh = makePage(path)) {
        add(fresh, toFront);
    }
}

DocumentPage* PageOpener::makePage(const QString& file)
{
    const auto kind = fileKind(toPath(file));
    if (!kind) {
        m_settings.removeRecentFile(file);
        reportUnopened(file, kind.error());
        return nullptr;
    }
    switch (*kind) {
    case FileKind::Store: return makeResultPage(file);
    case FileKind::Capture: return new TracePage({file}, m_settings, m_window);
    case FileKind::Predictor: return makePredictorPage({}, file).release();
    case FileKind::Project: break;
    }
    return new ProjectPage(file, m_settings, m_window);
}

DocumentPage* PageOpener::makeResultPage(const QString& file)
{
    auto* results = new ResultPage(file, m_settings, m_window);
    // Captures of a run are named after it.
    const QString store = QFileInfo(file).completeBaseName();
    connect(results, &ResultPage::traceRequested, this, [this, store](const QStringList& files, const QString& title) {
        openCaptures(files, title.isEmpty() ? title : tr("%1 · %2").arg(title, store));
    });
    connect(results, &ResultPage::replayRequested, this, &PageOpener::openReplay);
    connect(results, &ResultPage::reportRequested, this,
            [this](const QString& kind, const ReportSubject& subject) { openReport(kind, subject); });
    connect(results, &ResultPage::studiesRequested, this, [this](const QString& of) { openStudies(of); });
    connect(results, &ResultPage::predictorRequested, this, [this](const QString& of) { openPredictor(of); });
    return results;
}

DocumentPage* PageOpener::openCaptures(const QStringList& files, const QString& title, bool toFront)
{
    if (DocumentPage* page = m_tabs.find(files)) {
        if (toFront)
            m_tabs.setCurrentPage(page);
        page->reload();
        return page;
    }
    auto* page = new TracePage(files, m_settings, m_window);
    page->setTitle(title);
    add(page, toFront);
    return page;
}

void PageOpener::openReplay(const QString& store, store::RunId run, int number, const QString& label)
{
    openOrShow(std::make_unique<ReplayPage>(store, run, number, label, m_settings, m_window));
}

DocumentPage* PageOpener::openReport(const QString& kind, const ReportSubject& subject, bool toFront)
{
    auto page = makeReportPage(kind, subject, m_settings, m_window);
    return page ? openOrShow(std::move(page), toFront) : nullptr;
}

DocumentPage* PageOpener::openStudies(const QString& store, bool toFront)
{
    const QString path = QFileInfo(store).absoluteFilePath();
    const QString recipes =
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recipes");
    auto page = std::make_unique<StudyPage>(path, storeReader(toPath(path), {toPath(recipes)}), m_settings, m_window);
    connect(page.get(), &StudyPage::runRequested, this, &PageOpener::showRunOf);
    connect(page.get(), &StudyPage::storeRequested, this, [this](const QString& file) { openBeside(file, true); });
    connect(page.get(), &StudyPage::importRequested, this, [this] { importStudy(); });
    m_settings.addRecentFile(path);
    return openOrShow(std::move(page), toFront);
}

std::unique_ptr<DocumentPage> PageOpener::makePredictorPage(const QString& store, const QString& file)
{
    const auto projects = [&tabs = m_tabs] {
        std::vector<OfferedProject> open;
        for (DocumentPage* page : tabs.pages())
            if (auto* project = qobject_cast<ProjectPage*>(page); project != nullptr && project->hasContent())
                open.push_back({project->title(), project->session().editor().snapshot()});
        return open;
    };
    auto page =
        std::make_unique<PredictorPage>(PredictorSource{toPath(store), toPath(file)}, projects, m_settings, m_window);
    connect(page.get(), &PredictorPage::predictorRequested, this, &PageOpener::openFile);
    return page;
}

DocumentPage* PageOpener::openPredictor(const QString& store, bool toFront)
{
    const QString path = store.isEmpty() ? QString() : QFileInfo(store).absoluteFilePath();
    return openOrShow(makePredictorPage(path, {}), toFront);
}

void PageOpener::showRunOf(const QString& store, store::RunId run)
{
    openBeside(store, true);
    auto* page = qobject_cast<ResultPage*>(m_tabs.find({store}));
    if (page == nullptr)
        return;
    // openBeside() reads the store again in any case.
    connect(
        page, &DocumentPage::loaded, page, [page, run] { page->showRun(run); }, Qt::SingleShotConnection);
}

DocumentPage* PageOpener::openOrShow(std::unique_ptr<DocumentPage> page, bool toFront)
{
    DocumentPage* shown = m_tabs.find(page->files());
    if (shown == nullptr) {
        shown = page.release();
        add(shown, toFront);
    } else if (toFront) {
        m_tabs.setCurrentPage(shown);
    }
    return shown;
}

DocumentPage* PageOpener::openBookmark(const QJsonObject& bookmark)
{
    const QString kind = bookmark.value(QStringLiteral("kind")).toString();
    const QStringList files = textsOf(bookmark.value(QStringLiteral("files")));
    if (kind == QLatin1String("file") && !files.isEmpty()) {
        DocumentPage* page = m_tabs.find(files);
        if (page == nullptr && (page = makePage(files.front())) != nullptr)
            add(page, false);
        return page;
    }
    for (const QString& file : files) {
        if (const QFileInfo info(file); !info.isFile()) {
            reportUnopened(file, fail(ErrorCode::NotFound, file.toStdString() + " no longer exists."));
            return nullptr;
        }
    }
    if (kind == QLatin1String("captures") && !files.isEmpty())
        return openCaptures(files, bookmark.value(QStringLiteral("title")).toString(), false);
    const QString store = bookmark.value(QStringLiteral("store")).toString();
    if (store.isEmpty())
        return nullptr;
    if (!QFileInfo(store).isFile()) {
        reportUnopened(store, fail(ErrorCode::NotFound, store.toStdString() + " no longer exists."));
        return nullptr;
    }
    if (kind == QLatin1String("studies"))
        return openStudies(store, false);
    if (kind == QLatin1String("predictor"))
        return openPredictor(store, false);
    const auto subject = subjectOf(bookmark);
    return subject ? openReport(kind, *subject, false) : nullptr;
}

void PageOpener::importStudy(const QStringList& paths, const QString& study)
{
    auto* dialog = new StudyImportDialog(m_settings, coreImportCalls(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &StudyImportDialog::openRequested, this, [this](const QString& store) { openStudies(store); });
    if (!study.isEmpty())
        dialog->setStudy(study);
    if (!paths.isEmpty())
        dialog->setSource(paths, study);
    dialog->open();
}

void PageOpener::openJournal(const JournalEntry& entry)
{
    add(ProjectPage::fromJournal(entry, m_settings, m_window), true);
}

void PageOpener::add(DocumentPage* page, bool toFront)
{
    connect(page, &DocumentPage::openRequested, this, [this](const QString& name) { openBeside(name, true); });
    if (const auto* project = qobject_cast<ProjectPage*>(page))
        connect(project, &ProjectPage::runRequested, this, &PageOpener::showRunOf);
    Q_EMIT made(page, toFront);
    page->reload();
}

/// Returns "quickstart.millrace", or "quickstart-2.millrace" while an unsaved project has that name.
QString PageOpener::freeName(const QString& name) const
{
    const QList<DocumentPage*> all = m_tabs.pages();
    for (int number = 1;; ++number) {
        const QString file =
            number == 1 ? name + QStringLiteral(".millrace") : QStringLiteral("%1-%2.millrace").arg(name).arg(number);
        if (std::ranges::none_of(
                all, [&](const DocumentPage* page) { return page->file().isEmpty() && page->title() == file; }))
            return file;
    }
}

void PageOpener::newProject(const QString& templateName)
{
    std::string_view text = emptyProject;
    QString name = tr("Untitled");
    if (!templateName.isEmpty()) {
        const auto found = project::findTemplate(templateName.toStdString());
        if (!found) {
            m_banner.showError(found.error(), templateName);
            return;
        }
        text = found->text;
        name = templateName;
    }
    add(ProjectPage::fromText(std::string(text), freeName(name), m_settings, m_window), true);
}

void PageOpener::runTemplate(const QString& templateName)
{
    const auto found = project::findTemplate(templateName.toStdString());
    if (!found) {
        m_banner.showError(found.error(), templateName);
        return;
    }
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)
                      + QStringLiteral("/Millrace"));
    const QString file = folder.absoluteFilePath(templateName + QStringLiteral(".millrace"));
    if (!folder.mkpath(QStringLiteral("."))) {
        m_banner.showError(fail(ErrorCode::Denied, "the folder cannot be made; save a new project elsewhere instead"),
                           folder.path());
        return;
    }
    if (!QFileInfo::exists(file)) {
        if (const auto written = writeFileAtomically(toPath(file), found->text); !written) {
            m_banner.showError(written.error(), file);
            return;
        }
        if (const auto made = project::ProjectFile::open(toPath(file), m_settings.frameworks()))
            (void)project::TrustedProjects::ofUser().add(
                project::runningParts(made->project, toPath(file).parent_path()), toPath(file));
    }
    openFile(file);
    auto* page = qobject_cast<ProjectPage*>(m_tabs.find({file}));
    if (!page)
        return;
    if (page->hasContent())
        page->startCampaign();
    else
        connect(page, &DocumentPage::loaded, page, &ProjectPage::startCampaign, Qt::SingleShotConnection);
}

void PageOpener::reportUnopened(const QString& file, const Error& error)
{
    m_banner.showError(error, QFileInfo(file).fileName(), file);
    Q_EMIT failed(file, error);
}

} // namespace millrace::ui

#include "moc_page_opener.cpp"

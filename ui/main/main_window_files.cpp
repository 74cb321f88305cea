// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/project/project_file.h"
#include "core/project/templates.h"
#include "core/project/trusted_projects.h"
#include "ui/base/error_banner.h"
#include "ui/base/file_dialog.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"
#include "ui/interference/report_sources.h"
#include "ui/main/file_kind.h"
#include "ui/main/file_tabs.h"
#include "ui/main/main_window.h"
#include "ui/project/project_page.h"
#include "ui/results/result_page.h"
#include "ui/run/replay_page.h"
#include "ui/studies/study_import_dialog.h"
#include "ui/studies/study_page.h"
#include "ui/trace/trace_page.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace millrace::ui {
namespace {

/// A project without clusters, workloads and grids.
const std::string_view emptyProject = R"({
  "format": "millrace-project",
  "version": 1,
  "name": ""
}
)";

} // namespace

void MainWindow::chooseFile()
{
    QFileDialog* dialog = makeFileDialog(this, &m_settings, QStringLiteral("open"), tr("Open"));
    if (const DocumentPage* page = currentPage(); page && !page->file().isEmpty())
        dialog->setDirectory(QFileInfo(page->file()).absolutePath());
    dialog->setObjectName(QStringLiteral("openDialog"));
    dialog->setFileMode(QFileDialog::ExistingFiles);
    const QString captures = QStringLiteral("*.pcap *.pcapng *.cap *.pcap.gz *.pcapng.gz *.pcap.zst *.pcapng.zst");
    dialog->setNameFilters(
        {tr("Projects, result stores, captures (%1)").arg(QStringLiteral("*.millrace *.mrdb ") + captures),
         tr("Projects and result stores (*.millrace *.mrdb)"), tr("Captures (%1)").arg(captures), tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, this, &MainWindow::openFiles);
    dialog->open();
}

void MainWindow::openFiles(const QStringList& files)
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

void MainWindow::openFolder(const QString& folder, const Error& otherwise)
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

void MainWindow::importStudy(const QStringList& paths, const QString& study)
{
    auto* dialog = new StudyImportDialog(m_settings, coreImportCalls(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &StudyImportDialog::openRequested, this, [this](const QString& store) { openStudies(store); });
    if (!study.isEmpty())
        dialog->setStudy(study);
    if (!paths.isEmpty())
        dialog->setSource(paths, study);
    dialog->open();
}

DocumentPage* MainWindow::openStudies(const QString& store, bool toFront)
{
    const QString path = QFileInfo(store).absoluteFilePath();
    const QString recipes =
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recipes");
    auto page = std::make_unique<StudyPage>(path, storeReader(toPath(path), {toPath(recipes)}), m_settings, this);
    connect(page.get(), &StudyPage::runRequested, this, &MainWindow::showRunOf);
    connect(page.get(), &StudyPage::storeRequested, this, [this](const QString& file) { openBeside(file, true); });
    connect(page.get(), &StudyPage::importRequested, this, [this] { importStudy(); });
    m_settings.addRecentFile(path);
    return openOrShow(std::move(page), toFront);
}

void MainWindow::showRunOf(const QString& store, store::RunId run)
{
    openBeside(store, true);
    auto* page = qobject_cast<ResultPage*>(findPage({store}));
    if (page == nullptr)
        return;
    // openBeside() reads the store again in any case.
    connect(
        page, &DocumentPage::loaded, page, [page, run] { page->showRun(run); }, Qt::SingleShotConnection);
}

DocumentPage* MainWindow::openCaptures(const QStringList& files, const QString& title, bool toFront)
{
    if (DocumentPage* page = findPage(files)) {
        if (toFront)
            m_tabs->setCurrentPage(page);
        page->reload();
        return page;
    }
    auto* page = new TracePage(files, m_settings, this);
    page->setTitle(title);
    addPage(page, toFront);
    return page;
}

void MainWindow::openReplay(const QString& store, store::RunId run, int number, const QString& label)
{
    openOrShow(std::make_unique<ReplayPage>(store, run, number, label, m_settings, this));
}

DocumentPage* MainWindow::openResponse(const ReportSubject& subject, bool toFront)
{
    return openOrShow(std::make_unique<ResponsePage>(subject, storedResponse(subject), m_settings, this), toFront);
}

DocumentPage* MainWindow::openScore(const ReportSubject& subject, bool toFront)
{
    return openOrShow(
        std::make_unique<ScorePage>(subject, storedScores(subject), detectorsToChoose(), m_settings, this), toFront);
}

DocumentPage* MainWindow::openOrShow(std::unique_ptr<DocumentPage> page, bool toFront)
{
    DocumentPage* shown = findPage(page->files());
    if (shown == nullptr) {
        shown = page.release();
        addPage(shown, toFront);
    } else if (toFront) {
        m_tabs->setCurrentPage(shown);
    }
    return shown;
}

void MainWindow::chooseFileFor(DocumentPage* page, std::function<void(const QString&)> then)
{
    QFileDialog* dialog =
        makeFileDialog(this, &m_settings, QStringLiteral("project"), tr("Save %1 as").arg(page->title()));
    if (!page->file().isEmpty())
        dialog->setDirectory(QFileInfo(page->file()).absolutePath());
    dialog->setObjectName(QStringLiteral("saveDialog"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("millrace"));
    dialog->setNameFilter(tr("Projects (*.millrace)"));
    QString name = page->title();
    if (!name.endsWith(QLatin1String(".millrace")))
        name += QLatin1String(".millrace");
    dialog->selectFile(name);
    connect(dialog, &QDialog::finished, this, [dialog, then = std::move(then)](int result) {
        then(result == QDialog::Accepted ? dialog->selectedFiles().value(0) : QString());
    });
    dialog->open();
}

void MainWindow::savePage(DocumentPage* page, bool askForFile, std::function<void(bool)> then)
{
    if (askForFile || page->file().isEmpty()) {
        const QPointer<DocumentPage> kept(page);
        chooseFileFor(page, [this, kept, then = std::move(then)](const QString& file) {
            if (kept && !file.isEmpty())
                saveTo(kept, file, then);
            else if (then)
                then(false);
        });
        return;
    }
    saveTo(page, {}, std::move(then));
}

void MainWindow::saveTo(DocumentPage* page, const QString& file, std::function<void(bool)> then)
{
    // Either signal may arrive; the first one decides.
    auto* watch = new QObject(page);
    const auto decide = [watch, then = std::move(then)](bool saved) {
        watch->deleteLater();
        watch->disconnect();
        if (then)
            then(saved);
    };
    connect(page, &DocumentPage::failed, watch, [decide, page, watch](const Error&) {
        page->disconnect(watch);
        decide(false);
    });
    connect(page, &DocumentPage::stateChanged, watch, [this, decide, page, watch] {
        if (page->isModified() || page->file().isEmpty())
            return;
        page->disconnect(watch);
        m_banner->clear(page->files().front());
        m_settings.addRecentFile(page->file());
        decide(true);
    });
    if (file.isEmpty())
        page->save();
    else
        page->saveAs(file);
}

/// Returns "quickstart.millrace", or "quickstart-2.millrace" while an unsaved project has that name.
QString MainWindow::freeName(const QString& name) const
{
    const QList<DocumentPage*> all = pages();
    for (int number = 1;; ++number) {
        const QString file =
            number == 1 ? name + QStringLiteral(".millrace") : QStringLiteral("%1-%2.millrace").arg(name).arg(number);
        if (std::ranges::none_of(
                all, [&](const DocumentPage* page) { return page->file().isEmpty() && page->title() == file; }))
            return file;
    }
}

void MainWindow::newProject(const QString& templateName)
{
    std::string_view text = emptyProject;
    QString name = tr("Untitled");
    if (!templateName.isEmpty()) {
        const auto found = project::findTemplate(templateName.toStdString());
        if (!found) {
            m_banner->showError(found.error(), templateName);
            return;
        }
        text = found->text;
        name = templateName;
    }
    addPage(ProjectPage::fromText(std::string(text), freeName(name), m_settings, this), true);
}

void MainWindow::runTemplate(const QString& templateName)
{
    const auto found = project::findTemplate(templateName.toStdString());
    if (!found) {
        m_banner->showError(found.error(), templateName);
        return;
    }
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)
                      + QStringLiteral("/Millrace"));
    const QString file = folder.absoluteFilePath(templateName + QStringLiteral(".millrace"));
    if (!folder.mkpath(QStringLiteral("."))) {
        m_banner->showError(fail(ErrorCode::Denied, "the folder cannot be made; save a new project elsewhere instead"),
                            folder.path());
        return;
    }
    if (!QFileInfo::exists(file)) {
        if (const auto written = writeFileAtomically(toPath(file), found->text); !written) {
            m_banner->showError(written.error(), file);
            return;
        }
        if (const auto made = project::ProjectFile::open(toPath(file), m_settings.frameworks()))
            (void)project::TrustedProjects::ofUser().add(
                project::runningParts(made->project, toPath(file).parent_path()), toPath(file));
    }
    openFile(file);
    auto* page = qobject_cast<ProjectPage*>(findPage({file}));
    if (!page)
        return;
    if (page->hasContent())
        page->startCampaign();
    else
        connect(page, &DocumentPage::loaded, page, &ProjectPage::startCampaign, Qt::SingleShotConnection);
}

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "core/store/records.h"
#include "ui/base/job_runner.h"

#include <QJsonObject>
#include <QWidget>

#include <memory>

namespace millrace::ui {

class DocumentPage;
class ErrorBanner;
class FileTabs;
struct JournalEntry;
struct ReportSubject;
class Settings;

/// Makes the pages of files and of what they contain: projects, stores, captures, reports, studies, replays. A page
/// that is open already is raised instead.
class PageOpener : public QObject
{
    Q_OBJECT
public:
    /// `window` is the parent of pages and dialogs.
    PageOpener(Settings& settings, FileTabs& tabs, ErrorBanner& banner, QWidget* window);

    /// See MainWindow::openFile().
    void openFile(const QString& file);
    /// See MainWindow::openFiles().
    void openFiles(const QStringList& files);
    /// As openFile(), but without the store of a project.
    void openBeside(const QString& file, bool toFront);
    /// Opens captures on one page; the default title is that of the files.
    DocumentPage* openCaptures(const QStringList& files, const QString& title = {}, bool toFront = true);
    /// Opens figures and audit of the studies in a store.
    DocumentPage* openStudies(const QString& store, bool toFront = true);
    /// Opens predictors of a store, or without one (empty) those of no file yet.
    DocumentPage* openPredictor(const QString& store, bool toFront = true);
    /// Shows the run in the results browser.
    void showRunOf(const QString& store, store::RunId run);
    /// Opens what DocumentPage::bookmark() describes. Returns nullptr if it cannot be opened; the message has the
    /// reason.
    DocumentPage* openBookmark(const QJsonObject& bookmark);
    /// See MainWindow::newProject().
    void newProject(const QString& templateName);
    /// An unsaved project of a program that ended unexpectedly.
    void openJournal(const JournalEntry& entry);
    /// See MainWindow::runTemplate().
    void runTemplate(const QString& templateName);
    /// See MainWindow::importStudy().
    void importStudy(const QStringList& paths = {}, const QString& study = {});
    void reportUnopened(const QString& file, const Error& error);

Q_SIGNALS:
    /// Emitted for each new page; the receiver shows it in a tab.
    void made(millrace::ui::DocumentPage* page, bool toFront);
    void failed(const QString& file, const millrace::Error& error);

private:
    /// Checks, in the background, whether a folder without a capture has a study, and offers the import; else shows
    /// `otherwise`.
    void openFolder(const QString& folder, const Error& otherwise);
    /// `kind`: as for makeReportPage(); null for another one.
    DocumentPage* openReport(const QString& kind, const ReportSubject& subject, bool toFront = true);
    void openReplay(const QString& store, store::RunId run, int number, const QString& label);
    /// Shows the existing page of the same content, if any, else this one.
    DocumentPage* openOrShow(std::unique_ptr<DocumentPage> page, bool toFront = true);
    [[nodiscard]] DocumentPage* makePage(const QString& file);
    [[nodiscard]] DocumentPage* makeResultPage(const QString& file);
    /// One of the two, or none.
    [[nodiscard]] std::unique_ptr<DocumentPage> makePredictorPage(const QString& store, const QString& file);
    void add(DocumentPage* page, bool toFront);
    [[nodiscard]] QString freeName(const QString& name) const;

    Settings& m_settings;
    FileTabs& m_tabs;
    ErrorBanner& m_banner;
    QWidget* m_window;
    JobRunner m_recognition;
};

} // namespace millrace::ui

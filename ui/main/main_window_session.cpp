// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/document_page.h"
#include "ui/base/error_banner.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"
#include "ui/edit/autosave_file.h"
#include "ui/interference/report_page.h"
#include "ui/main/file_tabs.h"
#include "ui/main/main_window.h"
#include "ui/main/start_page.h"
#include "ui/project/project_page.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

// Records open files on change in a journal, like edits: its process shows whether it was closed. Closing a window
// saves the same text in the settings.

namespace millrace::ui {
namespace {

const QString sessionKey = QStringLiteral("session");
const QString kindKey = QStringLiteral("kind");
/// State to restore once the page is loaded.
constexpr const char* restoreProperty = "millraceRestore";

struct Abandoned
{
    std::vector<JournalEntry> sessions;
    std::vector<JournalEntry> edits;
};

QJsonObject sessionOf(const QByteArray& text)
{
    return QJsonDocument::fromJson(text).object();
}

QStringList textsOf(const QJsonValue& value)
{
    QStringList texts;
    for (const QJsonValue& each : value.toArray())
        texts.append(each.toString());
    return texts;
}

void removeFiles(const std::vector<JournalEntry>& entries)
{
    for (const JournalEntry& entry : entries) {
        std::error_code ignored;
        std::filesystem::remove(entry.journal, ignored);
    }
}

void restoreWhenLoaded(DocumentPage* page, const QJsonObject& shown)
{
    if (shown.isEmpty())
        return;
    page->setProperty(restoreProperty, shown);
    QObject::connect(
        page, &DocumentPage::loaded, page,
        [page, shown] {
            page->setProperty(restoreProperty, QVariant());
            page->restore(shown);
        },
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
}

} // namespace

std::filesystem::path MainWindow::sessionFolder(const Settings& settings)
{
    return AutosaveJournal::folder(settings) / "session";
}

QByteArray MainWindow::sessionText() const
{
    QJsonArray open;
    int front = -1;
    for (int place = 0; place < m_tabs->count(); ++place) {
        const auto* page = qobject_cast<DocumentPage*>(m_tabs->page(place));
        QJsonObject entry = page != nullptr ? page->bookmark() : QJsonObject();
        if (entry.isEmpty())
            continue;
        const QVariant waiting = page->property(restoreProperty);
        entry.insert(QStringLiteral("shown"), waiting.isValid() ? waiting.toJsonObject() : page->shown());
        if (place == m_tabs->currentIndex())
            front = static_cast<int>(open.size());
        open.append(entry);
    }
    const QJsonObject session{{QStringLiteral("pages"), open},
                              {QStringLiteral("front"), front},
                              {QStringLiteral("start"), m_tabs->contains(m_start)},
                              {QStringLiteral("after_crash"), m_afterCrash}};
    return QJsonDocument(session).toJson(QJsonDocument::Compact);
}

int MainWindow::openSession(const QByteArray& text)
{
    const QJsonObject session = sessionOf(text);
    const QJsonArray open = session.value(QStringLiteral("pages")).toArray();
    const int front = session.value(QStringLiteral("front")).toInt(-1);
    QPointer<DocumentPage> inFront;
    int opened = 0;
    for (int i = 0; i < open.size(); ++i) {
        const QJsonObject entry = open.at(i).toObject();
        DocumentPage* page = openBookmark(entry);
        if (page == nullptr)
            continue;
        ++opened;
        restoreWhenLoaded(page, entry.value(QStringLiteral("shown")).toObject());
        if (i == front)
            inFront = page;
    }
    if (inFront)
        m_tabs->setCurrentPage(inFront);
    if (opened > 0 && !session.value(QStringLiteral("start")).toBool(true))
        m_tabs->takePage(m_start);
    updateFrame();
    return opened;
}

DocumentPage* MainWindow::openBookmark(const QJsonObject& bookmark)
{
    const QString kind = bookmark.value(kindKey).toString();
    const QStringList files = textsOf(bookmark.value(QStringLiteral("files")));
    if (kind == QLatin1String("file") && !files.isEmpty()) {
        DocumentPage* page = findPage(files);
        if (page == nullptr && (page = makePage(files.front())) != nullptr)
            addPage(page, false);
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
    const auto subject = subjectOf(bookmark);
    if (!subject)
        return nullptr;
    if (kind == QLatin1String("response"))
        return openResponse(*subject, false);
    return kind == QLatin1String("score") ? openScore(*subject, false) : nullptr;
}

void MainWindow::keepSession()
{
    m_settings.setValue(sessionKey, sessionText());
}

void MainWindow::openLastFiles()
{
    openSession(m_settings.value(sessionKey, {}).toByteArray());
}

void MainWindow::noteSession()
{
    const QByteArray text = sessionText();
    if (text == m_notedSession)
        return;
    m_notedSession = text;
    m_session.noteChange([text]() -> Result<std::string> { return text.toStdString(); });
}

void MainWindow::resume(bool reopen)
{
    m_recovery.start(
        [sessions = sessionFolder(m_settings), edits = AutosaveJournal::folder(m_settings)](const JobContext&) {
            return Abandoned{abandonedJournals(sessions), abandonedJournals(edits)};
        },
        [this, reopen](const Abandoned& found) {
            if (!found.sessions.empty())
                takeCrashes(found.sessions, reopen);
            else if (reopen)
                openLastFiles();
            takeEdits(found.edits);
        });
}

/// Latest first. A session restored after a crash is only offered: one of its files may be the cause.
void MainWindow::takeCrashes(const std::vector<JournalEntry>& sessions, bool reopen)
{
    const QString when = formatInstant(std::chrono::nanoseconds(sessions.front().time), QLocale());
    bool again = false;
    int count = 0;
    for (const JournalEntry& entry : sessions) {
        const QJsonObject session = sessionOf(QByteArray::fromStdString(entry.text));
        again = again || session.value(QStringLiteral("after_crash")).toBool();
        count += static_cast<int>(session.value(QStringLiteral("pages")).toArray().size());
    }
    const auto open = [this, sessions] {
        m_afterCrash = true;
        for (auto entry = sessions.rbegin(); entry != sessions.rend(); ++entry)
            openSession(QByteArray::fromStdString(entry->text));
    };
    const QString about = QStringLiteral("session");
    if (count == 0) {
        m_banner->showNotice(tr("Millrace ended unexpectedly after %1. No file was open.").arg(when), about);
    } else if (reopen && !again) {
        open();
        m_banner->showNotice(
            tr("Millrace ended unexpectedly after %1. What was open (%n page(s)) has been opened again.", nullptr,
               count)
                .arg(when),
            about);
    } else {
        MessageBar* bar = m_banner->showNotice(
            tr("Millrace ended unexpectedly after %1 with %n open page(s).", nullptr, count).arg(when), about);
        bar->addButton(tr("Open them again"), [this, open, about] {
            open();
            m_banner->clear(about);
        });
    }
    noteSession();
    removeFiles(sessions);
}

void MainWindow::takeEdits(const std::vector<JournalEntry>& entries)
{
    // Explicitly requested pages stay in front of restored ones.
    QWidget* const front = m_tabs->currentPage();
    for (const JournalEntry& entry : entries) {
        const QString file = toQString(entry.file);
        if (entry.file.empty())
            addPage(ProjectPage::fromJournal(entry, m_settings, this), true);
        else if (QFileInfo::exists(file) && findPage({file}) == nullptr)
            openFile(file);
    }
    if (front != m_start)
        m_tabs->setCurrentPage(front);
}

} // namespace millrace::ui

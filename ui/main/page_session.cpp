// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/page_session.h"

#include "ui/base/document_page.h"
#include "ui/base/error_banner.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"
#include "ui/main/file_tabs.h"
#include "ui/main/page_opener.h"
#include "ui/main/start_page.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>

#include <ranges>

namespace millrace::ui {
namespace {

const QString sessionKey = QStringLiteral("session");
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

std::filesystem::path folderOf(const Settings& settings)
{
    return AutosaveJournal::folder(settings) / "session";
}

} // namespace

PageSession::PageSession(Settings& settings, FileTabs& tabs, StartPage& start, PageOpener& opener, ErrorBanner& banner,
                         QObject* parent)
    : QObject(parent), m_settings(settings), m_tabs(tabs), m_start(start), m_opener(opener), m_banner(banner),
      m_journal(folderOf(settings))
{
}

QByteArray PageSession::text() const
{
    QJsonArray open;
    int front = -1;
    for (int place = 0; place < m_tabs.count(); ++place) {
        const auto* page = qobject_cast<DocumentPage*>(m_tabs.page(place));
        QJsonObject entry = page != nullptr ? page->bookmark() : QJsonObject();
        if (entry.isEmpty())
            continue;
        const QVariant waiting = page->property(restoreProperty);
        entry.insert(QStringLiteral("shown"), waiting.isValid() ? waiting.toJsonObject() : page->shown());
        if (place == m_tabs.currentIndex())
            front = static_cast<int>(open.size());
        open.append(entry);
    }
    const QJsonObject session{{QStringLiteral("pages"), open},
                              {QStringLiteral("front"), front},
                              {QStringLiteral("start"), m_tabs.contains(&m_start)},
                              {QStringLiteral("after_crash"), m_afterCrash}};
    return QJsonDocument(session).toJson(QJsonDocument::Compact);
}

void PageSession::open(const QByteArray& text)
{
    const QJsonObject session = sessionOf(text);
    const QJsonArray open = session.value(QStringLiteral("pages")).toArray();
    const int front = session.value(QStringLiteral("front")).toInt(-1);
    QPointer<DocumentPage> inFront;
    int opened = 0;
    for (int i = 0; i < open.size(); ++i) {
        const QJsonObject entry = open.at(i).toObject();
        DocumentPage* page = m_opener.openBookmark(entry);
        if (page == nullptr)
            continue;
        ++opened;
        restoreWhenLoaded(page, entry.value(QStringLiteral("shown")).toObject());
        if (i == front)
            inFront = page;
    }
    if (inFront)
        m_tabs.setCurrentPage(inFront);
    if (opened > 0 && !session.value(QStringLiteral("start")).toBool(true))
        m_tabs.takePage(&m_start);
    Q_EMIT restored();
}

void PageSession::keep()
{
    m_settings.setValue(sessionKey, text());
}

void PageSession::openLast()
{
    open(m_settings.value(sessionKey, {}).toByteArray());
}

void PageSession::note()
{
    const QByteArray now = text();
    if (now == m_noted)
        return;
    m_noted = now;
    m_journal.noteChange([now]() -> Result<std::string> { return now.toStdString(); });
}

void PageSession::resume(bool reopen)
{
    m_recovery.start(
        [sessions = folderOf(m_settings), edits = AutosaveJournal::folder(m_settings)](const JobContext&) {
            return Abandoned{abandonedJournals(sessions), abandonedJournals(edits)};
        },
        [this, reopen](const Abandoned& found) {
            if (!found.sessions.empty())
                takeCrashes(found.sessions, reopen);
            else if (reopen)
                openLast();
            takeEdits(found.edits);
        });
}

/// Latest first. A session restored after a crash is only offered: one of its files may be the cause.
void PageSession::takeCrashes(const std::vector<JournalEntry>& sessions, bool reopen)
{
    const QString when = formatInstant(std::chrono::nanoseconds(sessions.front().time), QLocale());
    bool again = false;
    int count = 0;
    for (const JournalEntry& entry : sessions) {
        const QJsonObject session = sessionOf(QByteArray::fromStdString(entry.text));
        again = again || session.value(QStringLiteral("after_crash")).toBool();
        count += static_cast<int>(session.value(QStringLiteral("pages")).toArray().size());
    }
    const auto reopenAll = [this, sessions] {
        m_afterCrash = true;
        for (const JournalEntry& entry : std::views::reverse(sessions))
            open(QByteArray::fromStdString(entry.text));
    };
    const QString about = QStringLiteral("session");
    if (count == 0) {
        m_banner.showNotice(tr("Millrace ended unexpectedly after %1. No file was open.").arg(when), about);
    } else if (reopen && !again) {
        reopenAll();
        m_banner.showNotice(
            tr("Millrace ended unexpectedly after %1. What was open (%n page(s)) has been opened again.", nullptr,
               count)
                .arg(when),
            about);
    } else {
        MessageBar* bar = m_banner.showNotice(
            tr("Millrace ended unexpectedly after %1 with %n open page(s).", nullptr, count).arg(when), about);
        bar->addButton(tr("Open them again"), [this, reopenAll, about] {
            reopenAll();
            m_banner.clear(about);
        });
    }
    note();
    removeFiles(sessions);
}

void PageSession::takeEdits(const std::vector<JournalEntry>& entries)
{
    // Explicitly requested pages stay in front of restored ones.
    QWidget* const front = m_tabs.currentPage();
    for (const JournalEntry& entry : entries) {
        const QString file = toQString(entry.file);
        if (entry.file.empty())
            m_opener.openJournal(entry);
        else if (QFileInfo::exists(file) && m_tabs.find({file}) == nullptr)
            m_opener.openFile(file);
    }
    if (front != &m_start)
        m_tabs.setCurrentPage(front);
}

} // namespace millrace::ui

#include "moc_page_session.cpp"

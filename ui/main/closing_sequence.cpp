// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main/closing_sequence.h"

#include "ui/base/document_page.h"
#include "ui/base/message_box.h"
#include "ui/main/main_window.h"

#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>

#include <utility>

namespace millrace::ui {

ClosingSequence::ClosingSequence(MainWindow& window, const QList<DocumentPage*>& pages, std::function<void()> closed)
    : QObject(&window), m_window(window), m_closed(std::move(closed))
{
    for (DocumentPage* page : pages)
        m_pages.append(page);
}

void ClosingSequence::start()
{
    askAboutActivities();
}

QList<DocumentPage*> ClosingSequence::pages() const
{
    QList<DocumentPage*> all;
    for (const QPointer<DocumentPage>& page : m_pages) {
        if (page)
            all.append(page);
    }
    return all;
}

QList<DocumentPage*> ClosingSequence::modifiedPages() const
{
    QList<DocumentPage*> modified;
    for (DocumentPage* page : pages()) {
        if (page->isModified())
            modified.append(page);
    }
    return modified;
}

QStringList ClosingSequence::activities() const
{
    QStringList all;
    for (const DocumentPage* page : pages())
        all += page->activities();
    return all;
}

void ClosingSequence::askAboutActivities()
{
    const QStringList all = activities();
    if (all.isEmpty()) {
        askAboutEdits();
        return;
    }
    auto* box = new QMessageBox(QMessageBox::Question, tr("Work is going on"), all.join(QLatin1Char('\n')),
                                QMessageBox::NoButton, &m_window);
    box->setObjectName(QStringLiteral("activityQuestion"));
    box->setInformativeText(tr("Stopping cancels the current run and restores every node. Finished runs stay in the "
                               "result store, and a campaign can be resumed at any time."));
    QPushButton* stop = box->addButton(tr("&Stop and close"), QMessageBox::AcceptRole);
    stop->setObjectName(QStringLiteral("stopAndClose"));
    QPushButton* keep = box->addButton(tr("&Keep open"), QMessageBox::RejectRole);
    box->setDefaultButton(keep);
    box->setEscapeButton(keep);
    connect(box, &QMessageBox::finished, this, [this, box, stop] {
        if (box->clickedButton() == stop)
            awaitIdle();
        else
            abandon();
    });
    openMessageBox(box);
}

void ClosingSequence::awaitIdle()
{
    m_window.statusBar()->showMessage(tr("Stopping; nodes are being restored…"));
    for (DocumentPage* page : pages()) {
        connect(page, &DocumentPage::idle, this, &ClosingSequence::proceedWhenIdle, Qt::QueuedConnection);
        page->stopActivities();
    }
    proceedWhenIdle();
}

/// May also be called late, by events queued before the last page became idle.
void ClosingSequence::proceedWhenIdle()
{
    if (m_isIdle || !activities().isEmpty())
        return;
    m_isIdle = true;
    m_window.statusBar()->clearMessage();
    askAboutEdits();
}

void ClosingSequence::askAboutEdits()
{
    const QList<DocumentPage*> modified = modifiedPages();
    if (modified.isEmpty()) {
        finish();
        return;
    }
    QStringList names;
    for (const DocumentPage* page : modified)
        names.append(page->title());
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Edits are not saved"),
        tr("Save the edits of %1?", nullptr, static_cast<int>(names.size())).arg(names.join(QStringLiteral(", "))),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    box->setObjectName(QStringLiteral("saveQuestion"));
    box->setDefaultButton(QMessageBox::Save);
    connect(box, &QMessageBox::finished, this, [this](int answer) {
        if (answer == QMessageBox::Save)
            saveNext();
        else if (answer == QMessageBox::Discard)
            finish();
        else
            abandon();
    });
    openMessageBox(box);
}

void ClosingSequence::saveNext()
{
    const QList<DocumentPage*> modified = modifiedPages();
    if (modified.isEmpty()) {
        finish();
        return;
    }
    const QPointer<ClosingSequence> self(this);
    m_window.savePage(modified.front(), false, [self](bool saved) {
        if (!self)
            return;
        if (saved)
            self->saveNext();
        else
            self->abandon();
    });
}

void ClosingSequence::finish()
{
    const std::function<void()> closed = std::exchange(m_closed, {});
    deleteLater();
    if (closed)
        closed();
}

void ClosingSequence::abandon()
{
    deleteLater();
    Q_EMIT abandoned();
}

} // namespace millrace::ui

#include "moc_closing_sequence.cpp"

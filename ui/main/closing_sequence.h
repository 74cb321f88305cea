// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

#include <functional>

namespace millrace::ui {

class DocumentPage;
class MainWindow;

/// Closes pages step by step without blocking: reports running activities and stops them on request; asks about unsaved
/// edits; then closes. Deletes itself at the end in any case.
class ClosingSequence : public QObject
{
    Q_OBJECT
public:
    /// Calls `closed` when nothing prevents closing any more.
    ClosingSequence(MainWindow& window, const QList<DocumentPage*>& pages, std::function<void()> closed);

    void start();

Q_SIGNALS:
    /// Emitted when the user stays, or a file could not be saved.
    void abandoned();

private:
    void askAboutActivities();
    void awaitIdle();
    void proceedWhenIdle();
    void askAboutEdits();
    void saveNext();
    void finish();
    void abandon();
    [[nodiscard]] QList<DocumentPage*> pages() const;
    [[nodiscard]] QList<DocumentPage*> modifiedPages() const;
    [[nodiscard]] QStringList activities() const;

    MainWindow& m_window;
    QList<QPointer<DocumentPage>> m_pages;
    std::function<void()> m_closed;
    bool m_isIdle = false;
};

} // namespace millrace::ui

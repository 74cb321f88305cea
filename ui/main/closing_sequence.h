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

/// Closing pages, one step after the other and without blocking: say what goes on in them and stop it if the user wants
/// that; ask about edits that are not saved; then close. Deletes itself at the end, whichever it is.
class ClosingSequence : public QObject
{
    Q_OBJECT
public:
    /// `closed` runs when nothing stands in the way any more.
    ClosingSequence(MainWindow& window, const QList<DocumentPage*>& pages, std::function<void()> closed);

    void start();

Q_SIGNALS:
    /// The user stays, or a file could not be saved.
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

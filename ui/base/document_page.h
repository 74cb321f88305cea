// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"

#include <QJsonObject>
#include <QStringList>
#include <QWidget>

class QUndoStack;

namespace millrace::ui {

/// A page that shows one file, read off the GUI thread. What it shows stays while the file is read again.
class DocumentPage : public QWidget
{
    Q_OBJECT
public:
    explicit DocumentPage(QString file, QWidget* parent = nullptr) : QWidget(parent), m_file(std::move(file)) { }

    /// Absolute path; empty for a document that has not been saved yet.
    [[nodiscard]] const QString& file() const noexcept { return m_file; }
    /// All files that it shows; file() is the first. Identifies the page: those computed from a store have a name here
    /// that is no file's.
    [[nodiscard]] virtual QStringList files() const { return {m_file}; }
    /// Those for the list of recent files: what a user would open by hand, nothing that belongs to a store.
    [[nodiscard]] virtual QStringList recentFiles() const { return m_file.isEmpty() ? QStringList() : files(); }
    /// What opens this page again in a later session: "kind" and what that kind needs, see PageOpener::openBookmark().
    /// Empty: nothing does.
    [[nodiscard]] virtual QJsonObject bookmark() const;
    /// What is chosen on the page (a tab, a filter, a run), and back again once it is loaded.
    [[nodiscard]] virtual QJsonObject shown() const { return {}; }
    virtual void restore(const QJsonObject& /*shown*/) { }
    /// What the tab says: the file's name, unless a page knows better.
    [[nodiscard]] virtual QString title() const;
    /// Reads the file, again if need be. Ends in loaded() or failed().
    virtual void reload() = 0;
    /// Whether a file has been read so far.
    [[nodiscard]] virtual bool hasContent() const = 0;

    /// nullptr where nothing can be edited.
    [[nodiscard]] virtual QUndoStack* undoStack() const { return nullptr; }
    /// Whether closing the page would lose something.
    [[nodiscard]] virtual bool isModified() const { return false; }
    /// Writes to file(); the error says why not. Only where undoStack() is there or isModified().
    virtual void save() { }
    virtual void saveAs(const QString&) { }
    /// The files that it is saved to: "Projects (*.millrace)".
    [[nodiscard]] virtual QString savedFiles() const { return {}; }
    /// Sentences that say what goes on and would end with the page: "The quickstart campaign is running: 3 of 20."
    [[nodiscard]] virtual QStringList activities() const { return {}; }
    /// Asks everything in activities() to end cleanly; idle() follows.
    virtual void stopActivities() { }
    /// Name of the page of the manual that F1 shows: "grids".
    [[nodiscard]] virtual QString helpPage() const { return QStringLiteral("index"); }
    /// Puts the keyboard into the search line of the page, if it has one.
    virtual void find() { }

Q_SIGNALS:
    void loaded();
    void failed(const millrace::Error& error);
    /// One sentence that is no failure: "Saved."
    void noticed(const QString& sentence);
    /// The page requests that another file is opened too.
    void openRequested(const QString& file);
    /// title(), file(), isModified() or activities() have changed.
    void stateChanged();
    /// activities() has become empty.
    void idle();

protected:
    void setFile(const QString& file) { m_file = file; }

private:
    QString m_file;
};

} // namespace millrace::ui

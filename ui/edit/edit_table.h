// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

#include <functional>

class QAction;
class QBoxLayout;
class QLabel;
class QToolBar;

namespace millrace::ui {

class CellWalk;
class EditDelegate;
class EditTableModel;
class Settings;
class SentenceLabel;
class TableView;

/// A table of an EditTableModel with its editing controls: a row of buttons, keys (Insert, Delete, Alt+Up, Alt+Down,
/// copy, cut, paste), and a line with the problem of the current cell or the result of a paste.
class EditTable : public QWidget
{
    Q_OBJECT
public:
    /// `name` is the table's object name and the settings key of its columns; `rowWord` is the name of a row on the
    /// buttons: "node".
    EditTable(EditTableModel& model, Settings& settings, const QString& name, const QString& rowWord,
              QWidget* parent = nullptr);

    [[nodiscard]] TableView* view() const noexcept { return m_view; }
    [[nodiscard]] QToolBar* toolBar() const noexcept { return m_toolBar; }
    [[nodiscard]] QList<int> selectedRows() const;
    void selectRows(const QList<int>& rows);
    /// Instead of the usual delegate, for one column.
    void setDelegate(int column, EditDelegate* delegate);
    /// Moves the focus to a cell.
    void showCell(const QModelIndex& cell);
    void paste();
    void copy() const;

Q_SIGNALS:
    void selectionChanged(const QList<int>& rows);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QAction* addAction(const QString& iconName, const QString& text, const QKeySequence& key,
                       const std::function<void()>& run);
    void makeActions(const QString& rowWord);
    void connectDelegate(EditDelegate* delegate);
    void showMenu(const QPoint& position);
    void say(const QString& sentence);
    void updateState();
    /// The message for the current cell.
    [[nodiscard]] QString currentProblem() const;

    EditTableModel& m_model;
    TableView* m_view;
    QToolBar* m_toolBar;
    QLabel* m_sign;
    SentenceLabel* m_line;
    CellWalk* m_walk;
    QString m_said;
    QList<QAction*> m_needSelection;
};

} // namespace millrace::ui

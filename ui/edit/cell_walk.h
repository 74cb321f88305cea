// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStyledItemDelegate>

#include <functional>
#include <optional>

class QKeyEvent;
class QModelIndex;
class QTableView;

namespace millrace::ui {

/// Moves through the editable cells of a table as in a spreadsheet: Tab and Shift+Tab along the rows, Enter and
/// Shift+Enter along a column. After the last cell, Tab at the end of an edit adds a row, and so does Enter between
/// edits; otherwise Tab leaves the table. Ctrl+Tab leaves it from any cell.
class CellWalk : public QObject
{
    Q_OBJECT
public:
    enum class Step
    {
        Next,
        Previous,
        Down,
        Up
    };

    /// `addRow` adds one at the end.
    CellWalk(QTableView* view, std::function<void()> addRow);

    /// The step of a key; none for keys with another meaning.
    [[nodiscard]] static std::optional<Step> stepOf(const QKeyEvent& key);
    /// `edited`: the step ends the edit of the current cell. False: there is no cell in this direction.
    bool walk(Step step, bool edited);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QModelIndex neighbour(Step step) const;
    [[nodiscard]] bool addRowFor(Step step, bool edited);
    void leave();

    QTableView* m_view;
    std::function<void()> m_addRow;
    bool m_leaving = false;
};

/// Passes on the keys of a CellWalk that end an edit.
class WalkingDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

Q_SIGNALS:
    /// A key ended the edit and moves to another cell.
    void walked(CellWalk::Step step);

protected:
    bool eventFilter(QObject* editor, QEvent* event) override;
};

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "ui/edit/project_editor.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace millrace::ui {

/// Result of a paste, for one message.
struct PasteOutcome
{
    int rows = 0;
    int refused = 0; ///< cells with invalid text; they are marked
    int outside = 0; ///< cells beyond the last column
};

/// A list of a project as a table of texts with editing, pasting, adding and moving rows; each change is one undoable
/// edit. Invalid text stays in its cell as a draft, marked with the reason, and is not written to the project.
class EditTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role
    {
        SortRole = Qt::UserRole,
        ProblemRole, ///< why the cell is invalid; empty if valid
        PlaceholderRole, ///< meaning of an empty cell
        SuggestionsRole, ///< completions
        ListRole, ///< whether the cell has several of them, separated by commas
    };

    EditTableModel(ProjectEditor& editor, QStringList headings, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    /// Why this text is invalid for the cell; empty if valid. Changes nothing.
    [[nodiscard]] QString check(const QModelIndex& index, const QString& text) const;
    /// Pastes a block of cells at a position; missing rows are appended. If the first line has headings, they select
    /// the columns. One undoable edit.
    PasteOutcome paste(const QModelIndex& topLeft, const QString& text);
    /// Cells as a block for paste().
    [[nodiscard]] QString copyText(const QModelIndexList& cells) const;
    /// Clears these cells where an empty value is valid, as one edit.
    void clearCells(const QModelIndexList& cells);

    /// Each returns the affected rows after the change.
    QList<int> addRow(int before);
    QList<int> duplicateRows(const QList<int>& rows);
    QList<int> shiftRows(const QList<int>& rows, int step);
    void removeRowList(const QList<int>& rows);

    /// Cells with text that is not in the project.
    [[nodiscard]] int draftCount() const noexcept { return static_cast<int>(m_drafts.size()); }
    [[nodiscard]] bool isDraft(const QModelIndex& index) const;
    /// The path of a cell's field in the project, and back; -1 where there is none.
    [[nodiscard]] virtual std::string field(int row, int column) const = 0;
    [[nodiscard]] QModelIndex cellOf(std::string_view where) const;
    [[nodiscard]] ProjectEditor& editor() const noexcept { return m_editor; }

Q_SIGNALS:
    void problemsChanged();

protected:
    /// The texts of one row of the project; the list as long as the table.
    [[nodiscard]] virtual std::vector<QStringList> readRows(const project::Project& project) const = 0;
    [[nodiscard]] virtual Result<void> writeCell(project::Project& project, int row, int column,
                                                 const QString& text) const = 0;
    /// Problems that follow from the rows' values alone, `where` from the top; for check() while typing.
    [[nodiscard]] virtual Issues quickCheck(const project::Project& project) const = 0;
    virtual void insertInto(project::Project& project, int row) const = 0;
    virtual void duplicateIn(project::Project& project, int row) const = 0; ///< the copy follows the row
    virtual void removeFrom(project::Project& project, int row) const = 0;
    virtual void moveIn(project::Project& project, int from, int to) const = 0;
    /// "Add %n node(s)" and so on, for the undo list.
    enum class Change
    {
        Edit,
        Paste,
        Add,
        Duplicate,
        Move,
        Remove
    };
    [[nodiscard]] virtual QString changeText(Change change, int count) const = 0;
    /// The headings, where they depend on the project.
    [[nodiscard]] virtual QStringList headingsFor(const project::Project&) const { return m_headings; }
    [[nodiscard]] virtual bool isNumeric(int) const { return false; }
    [[nodiscard]] virtual bool isSwitch(int) const { return false; } ///< "yes" or "no", shown as a check box
    [[nodiscard]] virtual QString placeholder(int, int) const { return {}; }
    [[nodiscard]] virtual QStringList suggestions(int, int) const { return {}; }
    [[nodiscard]] virtual bool isList(int) const { return false; }
    [[nodiscard]] virtual QVariant sortValue(int row, int column) const { return text(row, column); }
    [[nodiscard]] const QString& text(int row, int column) const;
    /// Reloads everything: another list of the project is shown.
    void reread();
    /// The texts that a check box represents.
    [[nodiscard]] static QString switchText(bool on);
    [[nodiscard]] static Result<bool> parseSwitch(const QString& text);

private:
    struct Draft
    {
        QString text;
        QString reason;
    };
    using Place = std::pair<int, int>;

    void sync();
    void readMarks();
    /// Writes drafts of this row that are valid in the changed project, for example after a change of another cell; the
    /// others get their new reason.
    void retryDrafts(project::Project& project, int row);
    void shiftDrafts(const std::vector<QStringList>& before, int prefix, int suffix, int growth);
    [[nodiscard]] QString problemOf(int row, int column) const;
    [[nodiscard]] QString refusal(const project::Project& project, int row, int column) const;

    ProjectEditor& m_editor;
    QStringList m_headings;
    std::vector<QStringList> m_rows;
    std::map<Place, Draft> m_drafts;
    std::map<Place, QString> m_marks; ///< problems()
};

} // namespace millrace::ui

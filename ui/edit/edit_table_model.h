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

/// What a paste did, for one sentence.
struct PasteOutcome
{
    int rows = 0;
    int refused = 0; ///< cells whose text cannot be used; they are marked
    int outside = 0; ///< cells that lay beyond the last column
};

/// A list of a project as a table of texts that can be edited, pasted into, grown and ordered; each change is one
/// undoable edit. Text that cannot be used stays in its cell as a draft, marked with the reason, and does not get into
/// the project.
class EditTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role
    {
        SortRole = Qt::UserRole,
        ProblemRole, ///< why the cell cannot be as it is; empty if it can
        PlaceholderRole, ///< what an empty cell means
        SuggestionsRole, ///< texts to complete to
        ListRole, ///< whether the cell holds several of them, with commas between
    };

    EditTableModel(ProjectEditor& editor, QStringList headings, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    /// Why this text cannot stand in the cell; empty if it can. Changes nothing.
    [[nodiscard]] QString check(const QModelIndex& index, const QString& text) const;
    /// Puts a block of cells at a place; rows that are missing are appended. A first line that holds headings says
    /// which columns follow. One undoable edit.
    PasteOutcome paste(const QModelIndex& topLeft, const QString& text);
    /// Cells as a block that paste() takes.
    [[nodiscard]] QString copyText(const QModelIndexList& cells) const;
    /// Empties these cells where that is a value, as one edit.
    void clearCells(const QModelIndexList& cells);

    /// Each returns the rows that are concerned afterwards.
    QList<int> addRow(int before);
    QList<int> duplicateRows(const QList<int>& rows);
    QList<int> moveRows(const QList<int>& rows, int step);
    void removeRowList(const QList<int>& rows);

    /// Cells with text that is not in the project.
    [[nodiscard]] int draftCount() const noexcept { return static_cast<int>(m_drafts.size()); }
    [[nodiscard]] bool isDraft(const QModelIndex& index) const;
    /// The field of a cell from the top of the project, and back; -1 where there is none.
    [[nodiscard]] virtual std::string field(int row, int column) const = 0;
    [[nodiscard]] QModelIndex cellOf(std::string_view where) const;
    [[nodiscard]] ProjectEditor& editor() const noexcept { return m_editor; }

Q_SIGNALS:
    void problemsChanged();

protected:
    /// The texts of one row as they stand in the project; the list as long as the table.
    [[nodiscard]] virtual std::vector<QStringList> readRows(const project::Project& project) const = 0;
    [[nodiscard]] virtual Result<void> writeCell(project::Project& project, int row, int column,
                                                 const QString& text) const = 0;
    /// What the rows' values alone say about a project, `where` from the top; for check() while typing.
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
    /// Reads everything anew: another list of the project is shown.
    void reread();
    /// The texts that a check box stands for.
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
    /// Drafts of this row that can be used in the changed project, as they may be after another cell has changed, go
    /// into it; the others get their new reason.
    void retryDrafts(project::Project& project, int row);
    void shiftDrafts(const std::vector<QStringList>& before, int prefix, int suffix, int growth);
    [[nodiscard]] QString problemOf(int row, int column) const;
    [[nodiscard]] QString refusal(const project::Project& project, int row, int column) const;

    ProjectEditor& m_editor;
    QStringList m_headings;
    std::vector<QStringList> m_rows;
    std::map<Place, Draft> m_drafts;
    std::map<Place, QString> m_marks; ///< what problems() says
};

} // namespace millrace::ui

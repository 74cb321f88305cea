// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include <functional>
#include <vector>

namespace millrace::ui {

/// Rows of editable texts with checks: invalid cells are marked with the reason.
class TextGridModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role
    {
        SortRole = Qt::UserRole,
        ProblemRole
    };
    /// Why the cell is invalid, one sentence; empty if valid.
    using Check = std::function<QString(const std::vector<QStringList>& rows, std::size_t row, int column)>;

    TextGridModel(QStringList headings, Check check, QObject* parent = nullptr);

    /// The first `fixed` rows can be edited, but not be removed.
    void setRows(std::vector<QStringList> rows, std::size_t fixed = 0);
    [[nodiscard]] const std::vector<QStringList>& rows() const noexcept { return m_rows; }
    /// Returns its place.
    int addRow();
    /// False: one of them is fixed, so none is removed.
    bool removeRowList(QList<int> rows);
    [[nodiscard]] QString problem(int row, int column) const;
    [[nodiscard]] int problemCount() const noexcept { return m_problems; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

Q_SIGNALS:
    void edited();

private:
    void checkAll();

    QStringList m_headings;
    Check m_check;
    std::vector<QStringList> m_rows;
    std::vector<QStringList> m_marks; ///< problems, as long as the rows
    std::size_t m_fixed = 0;
    int m_problems = 0;
};

} // namespace millrace::ui

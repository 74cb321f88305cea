// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/network_matrix.h"
#include "ui/edit/project_editor.h"

#include <QAbstractTableModel>

namespace millrace::ui {

/// The conditions between all pairs of nodes of a cluster: a row for each node that sends, a column for each that
/// receives. Writing a cell makes a link for the pair.
class PairMatrixModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum class Value
    {
        Rate,
        RoundTrip,
        Loss
    };
    /// Larger clusters are not shown.
    static constexpr std::size_t mostNodes = 128;

    explicit PairMatrixModel(ProjectEditor& editor, QObject* parent = nullptr);

    /// The position of the cluster in the project.
    void setIndex(std::size_t index);
    void setValue(Value value);
    [[nodiscard]] Value value() const noexcept { return m_value; }
    /// Whether the cluster has more nodes than are shown.
    [[nodiscard]] bool isTooLarge() const noexcept { return m_tooLarge; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& text, int role) override;

Q_SIGNALS:
    /// Why a text was not taken.
    void refused(const QString& sentence);

private:
    void refresh();
    [[nodiscard]] const cluster::PairEntry* entry(const QModelIndex& index) const;
    /// NaN: not known.
    [[nodiscard]] double number(const cluster::PairEntry& entry) const;
    /// `written`: as in a project, with all digits.
    [[nodiscard]] QString text(const cluster::PairEntry& entry, bool written) const;

    ProjectEditor& m_editor;
    std::size_t m_index = 0;
    Value m_value = Value::Rate;
    bool m_tooLarge = false;
    std::vector<std::string> m_nodes;
    cluster::NetworkMatrix m_matrix; ///< row by row, without the diagonal
    double m_low = 0; ///< of the numbers that are known
    double m_high = 0;
};

} // namespace millrace::ui

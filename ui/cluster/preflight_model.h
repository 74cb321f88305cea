// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/cluster.h"
#include "core/cluster/preflight_judge.h"
#include "ui/base/detail_view.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace millrace::ui {

/// The lights of a cluster: a row for each node and, where comparing them showed something, one for all together; a
/// column for each topic. Each light is a letter on a coloured ground.
class PreflightModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    explicit PreflightModel(QObject* parent = nullptr);

    /// A row for each node, nothing known yet. `waiting`: their answers are on the way.
    void begin(const cluster::Cluster& cluster, bool waiting);
    /// No more answers come.
    void end();
    void setFindings(std::size_t node, std::vector<cluster::Finding> findings);
    /// What holds for the nodes together.
    void setShared(std::vector<cluster::Finding> findings);
    /// Nodes that are settled.
    [[nodiscard]] int settledCount() const;
    [[nodiscard]] int nodeCount() const noexcept { return m_nodeCount; }
    /// Nodes by their worst light.
    [[nodiscard]] int countOf(cluster::Light light) const;
    /// Everything about a row, the topic of the column first; empty where nothing is known.
    [[nodiscard]] Details details(const QModelIndex& index) const;
    /// The letter of a light and its word, in the user's language.
    [[nodiscard]] static QString letter(cluster::Light light);
    [[nodiscard]] static QString word(cluster::Light light);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        QString name;
        QString destination;
        std::optional<std::vector<cluster::Finding>> findings;
    };
    [[nodiscard]] const Row* rowAt(int row) const;
    [[nodiscard]] std::optional<cluster::Light> lightAt(const Row& row, int column) const;

    std::vector<Row> m_rows;
    int m_nodeCount = 0;
    bool m_waiting = false;
};

/// "disk" as people call it.
[[nodiscard]] QString topicText(std::string_view topic);

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/list_table_model.h"

namespace millrace::ui {

/// The nodes of one cluster. Rate, queue, address and name are those of the first interface. Emulated clusters have no
/// hosts, remote ones no rates.
class NodeModel : public ListTableModel<cluster::Node>
{
    Q_OBJECT
public:
    /// The first five are the columns of an emulated cluster.
    enum Column
    {
        NameColumn,
        ZoneColumn,
        SlotsColumn,
        RateColumn,
        QueueColumn,
        HostColumn,
        AddressColumn,
        InterfaceColumn,
        ProviderColumn,
        RegionColumn,
        MachineColumn,
        SpotColumn
    };

    /// Of the columns that only plans and prices use.
    [[nodiscard]] static QStringList rentalHeadings();

    explicit NodeModel(ProjectEditor& editor, QObject* parent = nullptr);

    /// The position of the cluster in the project.
    void setIndex(std::size_t index);
    [[nodiscard]] std::string field(int row, int column) const override;

protected:
    [[nodiscard]] std::vector<cluster::Node>* rows(project::Project& project) const override;
    [[nodiscard]] cluster::Node newRow(const std::vector<cluster::Node>& rows, int row) const override;
    [[nodiscard]] cluster::Node copyOf(const std::vector<cluster::Node>& rows, int row) const override;
    [[nodiscard]] QStringList cells(const cluster::Node& node) const override;
    [[nodiscard]] Result<void> writeCell(project::Project& project, int row, int column,
                                         const QString& text) const override;
    [[nodiscard]] Issues quickCheck(const project::Project& project) const override;
    [[nodiscard]] QString changeText(Change change, int count) const override;
    [[nodiscard]] QStringList headingsFor(const project::Project& project) const override;
    [[nodiscard]] bool isNumeric(int column) const override;
    [[nodiscard]] QString placeholder(int row, int column) const override;
    [[nodiscard]] QStringList suggestions(int row, int column) const override;
    [[nodiscard]] QVariant sortValue(int row, int column) const override;

private:
    [[nodiscard]] bool isRemote(const project::Project& project) const;
    [[nodiscard]] Column columnAt(int position) const;

    std::size_t m_index = 0;
};

} // namespace millrace::ui

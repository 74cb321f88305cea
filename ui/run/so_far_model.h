// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAbstractTableModel>
#include <QLocale>
#include <QStringList>

#include <vector>

namespace millrace::ui {

class CampaignModel;

/// Cells of a campaign in the order of the plan, each with the mean of its valid runs and the 95 % confidence interval
/// of that mean, so far. Done runs count, warm-up runs do not: as in the results.
class SoFarModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// The columns of the factors are before these.
    enum Column
    {
        RunsColumn,
        StepTimeColumn,
        ThroughputColumn,
        ColumnCount
    };
    static constexpr int SortRole = Qt::UserRole; ///< the mean, or the text of a level

    explicit SoFarModel(CampaignModel& campaign, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Cell
    {
        QStringList levels;
        int planned = 0; ///< all runs but warm-up and unneeded ones
        std::vector<double> stepTimes; ///< seconds, by position
        std::vector<double> throughputs; ///< samples/s

        bool operator==(const Cell&) const = default;
    };
    void refresh();
    [[nodiscard]] QString meanText(const std::vector<double>& values, const char* unit) const;

    CampaignModel& m_campaign;
    QLocale m_locale;
    QStringList m_factors;
    std::vector<Cell> m_cells;
};

} // namespace millrace::ui

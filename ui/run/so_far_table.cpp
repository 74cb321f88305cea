// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/so_far_table.h"

#include "ui/run/so_far_model.h"

namespace millrace::ui {

SoFarTable::SoFarTable(CampaignModel& campaign, Settings& settings, QWidget* parent)
    : TableView(settings, QStringLiteral("soFarTable"), parent)
{
    setAccessibleName(tr("Results so far"));
    setEmptyText(tr("Mean and confidence interval of every cell are listed here."));
    setModel(new SoFarModel(campaign, this));
    connect(model(), &QAbstractItemModel::modelReset, this, &TableView::fitColumns);
}

} // namespace millrace::ui

#include "moc_so_far_table.cpp"

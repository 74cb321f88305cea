// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/table_view.h"

namespace millrace::ui {

class CampaignModel;

/// Mean and confidence interval of every cell of a campaign, so far.
class SoFarTable : public TableView
{
    Q_OBJECT
public:
    SoFarTable(CampaignModel& campaign, Settings& settings, QWidget* parent);
};

} // namespace millrace::ui

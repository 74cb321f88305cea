// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/run/campaign_model.h"

#include <QCoreApplication>

namespace millrace::ui {

class CampaignSession;
struct SessionOutcome;

/// The state and the result of a campaign as text.
class CampaignText
{
    Q_DECLARE_TR_FUNCTIONS(millrace::ui::CampaignText)
public:
    /// Returns what there is of a grid's campaign, and what starting would make: `chosen` runs.
    [[nodiscard]] static QString standing(const CampaignSnapshot& snapshot, const CampaignModel::Counts& counts,
                                          int chosen);
    /// Returns the state of an active campaign; `secondsLeft` is NaN when unknown.
    [[nodiscard]] static QString progress(const CampaignSession& session, const CampaignModel::Counts& counts,
                                          double secondsSoFar, double secondsLeft);
    [[nodiscard]] static QString outcome(const SessionOutcome& outcome);
};

} // namespace millrace::ui

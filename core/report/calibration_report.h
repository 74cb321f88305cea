// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"
#include "core/report/figure_spec.h"
#include "core/report/table.h"
#include "core/simulate/fit.h"

#include <span>
#include <vector>

namespace millrace::report {

/// How wrong a calibration of the simulation is: predicted and measured times of cells that it has not seen.
struct CalibrationReport
{
    std::vector<Table> tables; ///< the score; the error by factor and level; every cell
    std::vector<FigureSpec> figures; ///< predicted over measured
};

/// `samples` are those of the fit.
[[nodiscard]] CalibrationReport calibrationReport(std::span<const simulate::Sample> samples, const simulate::Fit& fit);

/// What the simulation said of steps before they were measured, for the runs that have it (metric step_simulated): the
/// error by factor and level, a figure, and how often levels that differ as measured were in the same order as
/// simulated. Empty if no run has.
[[nodiscard]] CalibrationReport simulatedStepReport(const CampaignData& data);

} // namespace millrace::report

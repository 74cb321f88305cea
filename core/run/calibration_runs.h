// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/json_fields.h"
#include "core/launch/frameworks.h"
#include "core/project/project.h"
#include "core/run/run_observer.h"
#include "core/simulate/fit.h"
#include "core/store/database.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace millrace::run {

inline constexpr int fewestCalibrationNodes = 4;
inline constexpr int mostCalibrationNodes = 8;

/// A project of one grid of short runs on at most `nodes` emulated nodes, chosen so that what a calibration does not
/// know differs between them: strategies that share NICs and such that do not, few and many messages, short and long
/// delays, low and high rates up to what only the processors limit, some with loss. About a minute.
[[nodiscard]] project::Project calibrationProject(int nodes);

/// The measured cells of a store that a simulation knows how to predict: of each the median, over its runs, of the
/// median all-reduce time of the measured steps. Runs whose computing varies are left out: they wait for each other.
[[nodiscard]] Result<std::vector<simulate::Sample>>
calibrationSamples(store::Database& database, const launch::Frameworks& frameworks, const JobContext& job = {});

/// Measures that project on this machine, into the store. Cancelled when the user ends it.
[[nodiscard]] Result<void> measureCalibration(store::Database& database, int nodes, RunObserver& observer,
                                              const JobContext& job);

/// What the measured runs of a store say about the simulation.
struct CalibrationScore
{
    std::vector<simulate::Sample> samples;
    simulate::Fit fit; ///< with the present date, and this machine
};
[[nodiscard]] Result<CalibrationScore> scoreCalibration(store::Database& database, const launch::Frameworks& frameworks,
                                                        const JobContext& job = {});

/// This machine, for the calibration: host name, processors, kernel.
[[nodiscard]] std::string machineText();

/// The calibration in use, the last one of the store; nothing: there is none. Protocol for one that cannot be read.
[[nodiscard]] Result<std::optional<simulate::Calibration>> storedCalibration(store::Database& database);
/// That of a store file; nothing as well where there is no such file.
[[nodiscard]] Result<std::optional<simulate::Calibration>> calibrationIn(const std::filesystem::path& file);
[[nodiscard]] Result<void> saveCalibration(store::Database& database, const simulate::Calibration& calibration);
[[nodiscard]] Json toJson(const simulate::Calibration& calibration);

} // namespace millrace::run

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/headless/signals.h"
#include "core/base/error.h"
#include "core/base/job.h"
#include "core/launch/frameworks.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <string>

namespace millrace::headless {

/// Options of all commands.
struct Environment
{
    const Signals& signals;
    bool json = false; ///< results as JSON on stdout
    bool quiet = false; ///< no progress
    launch::Frameworks frameworks = {}; ///< with those that the user described

    [[nodiscard]] JobContext job() const { return {signals.stop(), {}}; }
};

/// Adds a subcommand with its options; the returned function executes it and returns the exit code.
using CommandBody = std::function<int(const Environment&)>;
CommandBody addRunCommand(CLI::App& app);
CommandBody addCheckCommand(CLI::App& app);
CommandBody addExportCommand(CLI::App& app);
CommandBody addReportCommand(CLI::App& app);
CommandBody addFigureCommand(CLI::App& app);
CommandBody addCompareCommand(CLI::App& app);
CommandBody addImportCommand(CLI::App& app);
CommandBody addAuditCommand(CLI::App& app);
CommandBody addFrameworksCommand(CLI::App& app);
CommandBody addTemplatesCommand(CLI::App& app);
CommandBody addAnalyzeCommand(CLI::App& app);
CommandBody addReplayCommand(CLI::App& app);
CommandBody addPolicyCommand(CLI::App& app);
CommandBody addHostsCommand(CLI::App& app);
CommandBody addExecCommand(CLI::App& app);
CommandBody addScoreCommand(CLI::App& app);
CommandBody addCalibrateCommand(CLI::App& app);
CommandBody addNetworkCommand(CLI::App& app);
CommandBody addOperationsCommand(CLI::App& app);
CommandBody addPricesCommand(CLI::App& app);
CommandBody addPlanCommand(CLI::App& app);
CommandBody addWaitsCommand(CLI::App& app);
CommandBody addTrafficCommand(CLI::App& app);
CommandBody addResponseCommand(CLI::App& app);
CommandBody addCompatibilityCommand(CLI::App& app);
CommandBody addTrainCommand(CLI::App& app);
CommandBody addPredictCommand(CLI::App& app);

/// Prints "millrace-cli: the error" to stderr and returns its exit code.
int complain(const Error& error);

} // namespace millrace::headless

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"
#include "core/emulate/emulation_spec.h"
#include "core/failures/failure_spec.h"
#include "core/grid/grid_spec.h"
#include "core/launch/launch_plan.h"
#include "core/project/effective.h"
#include "core/run/network_plan.h"
#include "core/run/simulation_plan.h"
#include "core/run/traffic_forecast.h"
#include "core/run/traffic_plan.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace millrace::run {

/// Measurement between two nodes before the workload starts.
struct ProbePlan
{
    int from = 0; ///< positions in NetworkPlan::nodes
    int to = 0;
    bool delay = false;
    bool loss = false;
    bool rate = false;
    bool brief = false; ///< a few echoes only

    bool operator==(const ProbePlan&) const = default;
};

/// What a run on rented machines costs, by the prices of its project; see Spending.
struct RunPrice
{
    double hourly = 0; ///< $ of all nodes
    double perByte = 0; ///< $ of the dearest pair
    std::string origin; ///< dates and sources of the prices

    /// NaN: a price, the time or the bytes are not known. Bytes that cost nothing need not be known.
    [[nodiscard]] double dollars(double seconds, double bytes) const noexcept
    {
        return hourly * seconds / 3600 + (perByte == 0 ? 0 : bytes * perByte);
    }
    bool operator==(const RunPrice&) const = default;
};

/// One run, ready for execution: a plain value that can be printed, compared and tested.
struct RunPlan
{
    std::string label; ///< "strategy=RING loss=1%"
    std::uint64_t seed = 0;
    project::EffectiveSettings settings;
    NetworkPlan network;
    std::optional<emulate::EmulationSpec> emulation; ///< of an emulated cluster
    std::optional<RunPrice> price; ///< filled in at execution, if all prices are known
    std::optional<double> simulatedStep; ///< s, see predictStep; filled in at execution
    std::optional<SimulationPlan> simulation; ///< of a simulated one: nothing is started, and `network` has no paths
    launch::LaunchPlan launch;
    agent::SamplingSpec sampling;
    std::vector<ProbePlan> probes;
    bool spotCheck = false; ///< only some of the probes: an earlier run measured all of this network, see SpotChecks
    TrafficForecast forecast;
    std::vector<failures::FailureSpec> failures; ///< of workers
    std::optional<TrafficPlan> traffic; ///< in addition to the workload
    grid::GateTolerances gate;
    grid::CaptureSettings capture;
    std::filesystem::path captureFolder; ///< folder of the recordings; filled in at execution
    std::filesystem::path programs; ///< the folder of millrace-agent and millrace-worker

    /// Null: none.
    [[nodiscard]] const TrafficPlan* crossTraffic() const noexcept { return traffic ? &*traffic : nullptr; }
    bool operator==(const RunPlan&) const = default;
};

struct RunPlanRequest
{
    std::string id; ///< names the emulation: letters, digits, '-'
    std::string label;
    std::uint64_t seed = 1;
    project::EffectiveSettings settings;
    grid::GateTolerances gate;
    std::filesystem::path programs;
    grid::CaptureSettings capture;
    FoundNetworks found = {}; ///< of a remote cluster, once it is connected
    std::optional<simulate::Calibration> calibration = {}; ///< of a simulated one
};

/// Plans without side effects. Unsupported for what this version does not support, with a sentence that names it.
[[nodiscard]] Result<RunPlan> makeRunPlan(const RunPlanRequest& request);
/// Whether makeRunPlan can plan this; without the forecast of the workload's traffic, which takes most of its time.
[[nodiscard]] Result<void> checkRunPlan(const RunPlanRequest& request);
/// Checks that what the plan starts exists, as far as that is known here: NotFound for a program, InvalidInput for an
/// environment variable.
[[nodiscard]] Result<void> checkRunStart(const RunPlanRequest& request);

/// Returns the steps of a plan, one line each, for a dry run.
[[nodiscard]] std::string planText(const RunPlan& plan);

} // namespace millrace::run

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/field.h"
#include "core/base/text_marks.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace millrace::launch {

class Frameworks;

/// Training job of all workers.
struct Workload
{
    std::string name;
    std::string framework = "builtin"; ///< a name in Frameworks
    std::string backend; ///< empty: the framework's first one
    std::string model = "resnet50";
    int batch = 32; ///< samples per worker and step
    std::string strategy; ///< of the all-reduce; empty: the framework's first one
    std::string optimizer = "sgd";
    int steps = 20; ///< measured ones
    int warmupSteps = 2; ///< before them, not measured
    std::optional<std::chrono::nanoseconds> computeTime; ///< of one step; absent: from the model and deviceFlops
    double deviceFlops = 0; ///< floating-point operations per second of the simulated device; 0: the worker's default
    double computeJitter = 0; ///< relative standard deviation of the compute time
    int verifyEvery = 5; ///< steps between checksums across ranks; 0: never
    std::chrono::nanoseconds deadline{10'000'000'000}; ///< of every wait for another rank
    std::vector<std::string> command; ///< framework "command", or the training script and its arguments for the others
    std::filesystem::path folder; ///< working directory of the command; empty: the run's folder
    std::string operations; ///< framework "operations": text of a GOAL file, see core/operations/goal_text.h
    std::string failures = "none"; ///< of workers, see core/failures/failure_spec.h
    std::map<std::string, std::string> extras; ///< further options by name, passed on unchanged

    bool operator==(const Workload&) const = default;
};

/// "extras" of a workload in JSON, with numbers and booleans as their texts.
void readExtras(JsonFields& fields, std::string_view key, Workload& workload);
void writeExtras(const Workload& workload, std::string_view key, Json& json);

/// All fields of a workload. A new one is a member above and its line here.
inline constexpr std::array workloadFields = {
    field("name", &Workload::name, MR_TEXT("millrace::ui::WorkloadForm", "&Name"),
          {.manual = "referenced by grids", .always = true}),
    field("framework", &Workload::framework, MR_TEXT("millrace::ui::WorkloadForm", "F&ramework"),
          {.manual = "or ", .example = "builtin", .setup = "{}", .always = true}),
    field("backend", &Workload::backend, MR_TEXT("millrace::ui::WorkloadForm", "Bac&kend"),
          {.example = "gloo", .setup = "{}"}),
    field("model", &Workload::model, MR_TEXT("millrace::ui::WorkloadForm", "&Model"),
          {.manual = "built-in: ", .example = "resnet50", .setup = "{}", .always = true}),
    field("batch", &Workload::batch, Quantity::Count, {1, 1e6},
          MR_TEXT("millrace::ui::WorkloadForm", "&Batch per worker"),
          {.manual = "samples per worker and step",
           .example = "32",
           .setup = "{} samples per worker and step",
           .always = true}),
    field("strategy", &Workload::strategy, MR_TEXT("millrace::ui::WorkloadForm", "&Strategy"),
          {.manual = "see ", .example = "RING", .setup = "{}"}),
    field("optimizer", &Workload::optimizer, MR_TEXT("millrace::ui::WorkloadForm", "&Optimizer"), {.example = "sgd"}),
    field("steps", &Workload::steps, Quantity::Count, {1, 1e8},
          MR_TEXT("millrace::ui::WorkloadForm", "Measured s&teps"),
          {.manual = "measured steps", .example = "20", .setup = "{} measured", .always = true}),
    field("warmup_steps", &Workload::warmupSteps, Quantity::Count, {0, 1e8},
          MR_TEXT("millrace::ui::WorkloadForm", "&Warm-up steps"),
          {.manual = "before them, not measured", .example = "2"}),
    field("compute_time", &Workload::computeTime, Quantity::Duration, {},
          MR_TEXT("millrace::ui::WorkloadForm", "&Compute time of a step"),
          {.manual = "of one step",
           .unset = MR_TEXT("millrace::ui::WorkloadForm", "from the model and the device"),
           .replaces = "device_flops",
           .example = "10ms or 250us",
           .setup = "{} per step"}),
    field("device_flops", &Workload::deviceFlops, Quantity::Number, {0, 1e24},
          MR_TEXT("millrace::ui::WorkloadForm", "&Device, FLOP/s"),
          {.manual = "floating-point operations per second of the simulated device",
           .unset = MR_TEXT("millrace::ui::WorkloadForm", "8.4e12, what a V100 sustains"),
           .replaces = "compute_time",
           .example = "1e13"}),
    field("compute_jitter", &Workload::computeJitter, Quantity::Fraction, {0, 0.3},
          MR_TEXT("millrace::ui::WorkloadForm", "&Jitter of the compute time"),
          {.manual = "standard deviation of the compute time, relative to it; at most 0.3",
           .example = "10% or 0.1",
           .setup = "{}"}),
    field("verify_every", &Workload::verifyEvery, Quantity::Count, {0, 2147483647},
          MR_TEXT("millrace::ui::WorkloadForm", "Verif&y every so many steps"),
          {.manual = "steps between comparisons of the sums across ranks; 0: never",
           .example = "5",
           .setup = "every {} steps"}),
    field("deadline", &Workload::deadline, Quantity::Duration, {1e6, 8.64e13 * 365},
          MR_TEXT("millrace::ui::WorkloadForm", "Deadl&ine of every wait"),
          {.manual = "longest wait for another rank", .example = "10s", .setup = "{} for every wait"}),
    field("failures", &Workload::failures, MR_TEXT("millrace::ui::WorkloadForm", "Fail&ures of workers"),
          {.manual = "failures of workers that the run makes", .example = "kill(every=30s,repair=3s)", .setup = "{}"}),
    field("operations", &Workload::operations, MR_TEXT("millrace::ui::WorkloadForm", "Opera&tions"),
          {.manual = "of every rank, as GOAL text", .example = "num_ranks 2 …"}),
    field("command", &Workload::command, MR_TEXT("millrace::ui::WorkloadForm", "Comm&and"),
          {.manual = "program and arguments", .setup = "{}"}),
    field("folder", &Workload::folder, MR_TEXT("millrace::ui::WorkloadForm", "Fo&lder"),
          {.manual = "where the command runs", .unset = MR_TEXT("millrace::ui::WorkloadForm", "the run's own folder")}),
    field("extras", FieldPart<Workload>{readExtras, writeExtras},
          MR_TEXT("millrace::ui::WorkloadForm", "F&urther options"), {.manual = "further options by name"}),
};

/// Every problem at once, `where` relative to the workload: "batch", "strategy".
[[nodiscard]] Issues validate(const Workload& workload, const Frameworks& frameworks);

} // namespace millrace::launch

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/command.h"
#include "core/base/result.h"
#include "core/launch/workload.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace millrace::launch {

/// A node for starting processes.
struct PlacedNode
{
    std::string name;
    std::string address; ///< IPv4, on the experiment's network
    int slots = 1;

    bool operator==(const PlacedNode&) const = default;
};

struct LaunchRequest
{
    Workload workload;
    std::vector<PlacedNode> nodes; ///< in rank order: node by node, slot by slot, as KungFu
    std::uint64_t seed = 1;
    std::string congestionControl; ///< empty: the system's default
    std::filesystem::path programs; ///< the folder of millrace-worker on the nodes
};

/// Effect of the end of a process on the run.
enum class Purpose
{
    Work, ///< the run ends when all of these have ended
    Service ///< serves the others, for example a parameter server or a monitor; stopped after the work has ended
};

/// File placed in the run's folder before anything is started.
struct PlacedFile
{
    std::string node; ///< empty: on every node
    std::string path; ///< below the run's folder, for example "workloads/pytorch_ddp.py"
    std::string content; ///< with placeholders as in commands, if `filled`
    bool executable = false;
    bool filled = false;

    bool operator==(const PlacedFile&) const = default;
};

/// Process to start. In argv, environment and folder of its command, {run} is the run's folder on that node, {programs}
/// the folder of millrace-worker there and {interface} the node's network interface; expanded at the start.
struct ProcessPlan
{
    std::string node;
    std::string label; ///< "worker 0"
    int rank = 0; ///< -1: a launcher or service, whose lines name the rank
    Command command;
    Purpose purpose = Purpose::Work;
    std::string parser; ///< a name of monitor::logParserNames(); empty: the framework's
    /// Process that must have printed a line containing this text before the start; empty label: at once.
    std::string waitForLabel;
    std::string waitForText;

    bool operator==(const ProcessPlan&) const = default;
};

/// Pattern of lines in a framework's output; as monitor::PatternSpec.
struct LogPattern
{
    std::string pattern; ///< "step {step:d} took {seconds:f} s"
    std::string event = "step";
    std::string metric = {};
    std::string unit = {};
    double factor = 1;

    bool operator==(const LogPattern&) const = default;
};

/// Processes and files of one run on its nodes; a plain value.
struct LaunchPlan
{
    std::vector<PlacedFile> files;
    std::vector<ProcessPlan> processes; ///< in start order
    std::vector<std::string> peers; ///< "10.77.0.1:10000", by rank
    std::uint16_t firstPort = 0; ///< port range of the workload's connections; at least one end of each
    std::uint16_t lastPort = 0;
    std::vector<LogPattern> lines; ///< of a framework described in a file: patterns of its output
    bool tellsSteps = true; ///< the number of steps is passed on: {steps} is in its command or files
    int batch = 0; ///< samples of one worker in one step …
    std::int64_t globalBatch = 0; ///< … and of all workers

    bool operator==(const LaunchPlan&) const = default;
};

/// Plans without side effects. Unsupported for a framework without an adapter, naming those with one; InvalidInput with
/// all problems found by check().
[[nodiscard]] Result<LaunchPlan> planLaunch(const LaunchRequest& request, const Frameworks& frameworks);

} // namespace millrace::launch

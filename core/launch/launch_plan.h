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

/// A node as far as starting processes on it goes.
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
    std::vector<PlacedNode> nodes; ///< their order gives the ranks: node by node, slot by slot (study C, 2.4)
    std::uint64_t seed = 1;
    std::string congestionControl; ///< empty: the system's default
    std::filesystem::path programs; ///< the folder of millrace-worker on the nodes
};

/// What the end of a process means for the run.
enum class Purpose
{
    Work, ///< the run ends when all of these have ended
    Service ///< serves the others, for example a parameter server or a monitor; is stopped when the work has ended
};

/// A file that lies in the run's folder before anything is started.
struct PlacedFile
{
    std::string node; ///< empty: on every node
    std::string path; ///< below the run's folder, for example "workloads/pytorch_ddp.py"
    std::string content; ///< placeholders as in commands, where `filled`
    bool executable = false;
    bool filled = false;

    bool operator==(const PlacedFile&) const = default;
};

/// In argv, environment and folder of a command, {run} stands for the run's folder on that node, {programs} for the
/// folder of millrace-worker there and {interface} for the node's network interface; they are filled in where the
/// process is started.
struct ProcessPlan
{
    std::string node;
    std::string label; ///< "worker 0"
    int rank = 0; ///< -1: a launcher or service, whose lines say which rank they are of
    Command command;
    Purpose purpose = Purpose::Work;
    std::string parser; ///< a name of monitor::logParserNames(); empty: the framework's
    /// Started only after that process printed a line which contains this text; empty label: at once.
    std::string waitForLabel;
    std::string waitForText;

    bool operator==(const ProcessPlan&) const = default;
};

/// A line of a framework's output that says something; as monitor::PatternSpec.
struct LogPattern
{
    std::string pattern; ///< "step {step:d} took {seconds:f} s"
    std::string event = "step";
    std::string metric = {};
    std::string unit = {};
    double factor = 1;

    bool operator==(const LogPattern&) const = default;
};

/// Everything that is started on the nodes for one run; a plain value.
struct LaunchPlan
{
    std::vector<PlacedFile> files;
    std::vector<ProcessPlan> processes; ///< in the order in which they are started
    std::vector<std::string> peers; ///< "10.77.0.1:10000", by rank
    std::uint16_t firstPort = 0; ///< the range that the workload's connections use; at least one end of each
    std::uint16_t lastPort = 0;
    std::vector<LogPattern> lines; ///< of a framework described in a file: how its output is read
    bool tellsSteps = true; ///< the program is told how many steps to make: {steps} is in its command or files
    int batch = 0; ///< samples of one worker in one step …
    std::int64_t globalBatch = 0; ///< … and of all workers

    bool operator==(const LaunchPlan&) const = default;
};

/// Plans without touching anything. Unsupported for a framework that has no adapter, naming those that have;
/// InvalidInput with all the problems that check() finds.
[[nodiscard]] Result<LaunchPlan> planLaunch(const LaunchRequest& request);

} // namespace millrace::launch

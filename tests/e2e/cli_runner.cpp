// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/cli_runner.h"

#include "core/base/text.h"
#include "core/emulate/ability.h"

#include <algorithm>
#include <csignal>
#include <dirent.h>
#include <fmt/format.h>
#include <set>
#include <thread>

using namespace millrace;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace e2e {

fs::path program(const std::string& name)
{
    const char* folder = std::getenv("MR_BIN");
    return fs::path(folder != nullptr ? folder : "bin") / name;
}

std::string whyNoTorch()
{
    constexpr const char* look = "import importlib.util as u, sys; sys.exit(not all(map(u.find_spec, sys.argv[1:])))";
    const auto asked = millrace::runCommand({{pythonOfTorch, "-c", look, "torch", "torchvision"}, {}, {}},
                                            millrace::deadlineIn(std::chrono::seconds(60)));
    return asked && asked->succeeded() ? std::string()
                                       : "PyTorch (python3-torch, python3-torchvision) is not installed";
}

std::string whyNotHere()
{
    const auto ability = emulate::emulationAbility();
    return ability.kind == emulate::AbilityKind::None ? ability.reason : std::string();
}

bool Finished::wasTooBusy() const
{
    const std::string said = out + err;
    return code == 5
        && (said.find("machine was too busy") != std::string::npos
            || said.find("had no processor") != std::string::npos);
}

QByteArray Finished::text() const
{
    constexpr qsizetype room = 850; // Qt Test truncates longer ones, and the reason of a failure is at the end
    std::string tables = out;
    replaceAll(tables, "─", "");
    QByteArray said = QByteArray::fromStdString(err + tables).simplified();
    said.replace(" – ", " ");
    return "exit " + QByteArray::number(code) + '\n' + said.right(room);
}

namespace {

Finished finished(const fs::path& folder, std::vector<std::string> argv,
                  std::vector<std::pair<std::string, std::string>> environment, int seconds)
{
    const auto output =
        runCommand({std::move(argv), std::move(environment), folder}, deadlineIn(std::chrono::seconds(seconds)));
    if (!output)
        return {-1, {}, output.error().text()};
    return {output->signal != 0 ? 128 + output->signal : output->exitCode, output->out, output->err};
}

} // namespace

std::vector<std::string> trusting(std::vector<std::string> arguments)
{
    const bool starts = !arguments.empty()
        && (arguments.front() == "run"
            || (arguments.front() == "check" && std::ranges::count(arguments, "--nodes") > 0));
    if (starts && std::ranges::count(arguments, "--trust") == 0)
        arguments.emplace_back("--trust");
    return arguments;
}

Finished cli(const fs::path& folder, std::vector<std::string> arguments, int seconds)
{
    arguments = trusting(std::move(arguments));
    arguments.insert(arguments.begin(), program("millrace-cli").string());
    return finished(folder, std::move(arguments), {}, seconds);
}

Finished strangerCli(const fs::path& folder, std::vector<std::string> arguments,
                     std::vector<std::pair<std::string, std::string>> environment, int seconds)
{
    arguments.insert(arguments.begin(), {"setsid", "--wait", program("millrace-cli").string()});
    return finished(folder, std::move(arguments), std::move(environment), seconds);
}

ChildProcess startCli(const fs::path& folder, std::vector<std::string> arguments)
{
    std::vector<std::string> shell = {"/bin/sh", "-c", "exec \"$@\" 2>cli.log >cli.out", "sh",
                                      program("millrace-cli").string()};
    arguments = trusting(std::move(arguments));
    shell.insert(shell.end(), arguments.begin(), arguments.end());
    auto process = ChildProcess::start({shell, {}, folder});
    return *std::move(process);
}

std::vector<int> pidsOf(const std::vector<std::string>& words)
{
    std::vector<int> pids;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const auto pid = parseInteger(entry.path().filename().string());
        if (!pid)
            continue;
        auto line = readFile(entry.path() / "cmdline");
        if (!line)
            continue;
        std::ranges::replace(*line, '\0', ' ');
        if (std::ranges::all_of(words, [&](const std::string& word) { return line->find(word) != std::string::npos; }))
            pids.push_back(static_cast<int>(*pid));
    }
    return pids;
}

namespace {

constexpr const char* markName = "MILLRACE_TEST_FOOTPRINT";

/// Whatever this process starts from now on, and whatever that starts, has the mark in its environment.
const std::string& ownMark()
{
    static const std::string mark = [] {
        const std::string value = fmt::format("{}-{}", ::getpid(), wallNow().count());
        ::setenv(markName, value.c_str(), 1);
        return fmt::format("{}={}", markName, value);
    }();
    return mark;
}

/// From the beginning, so that no other test program takes what this one starts for its own.
[[maybe_unused]] const std::string& markedFromTheBeginning = ownMark();

std::string networkOf(const fs::path& process)
{
    std::error_code ignored;
    return fs::read_symlink(process / "ns" / "net", ignored).string();
}

enum class Mark
{
    None,
    Own,
    OfAnother, ///< test program
};

Mark markOf(const fs::path& process)
{
    const std::string environment = readFile(process / "environ").value_or("");
    if (environment.find(ownMark()) != std::string::npos)
        return Mark::Own;
    return environment.find(fmt::format("{}=", markName)) != std::string::npos ? Mark::OfAnother : Mark::None;
}

/// Network namespaces of marked processes, now and before: what ssh or Slurm start in one of them has lost the mark.
/// The kernel may give their numbers to those of another test later.
std::set<std::string>& ownNetworks()
{
    static std::set<std::string> networks;
    return networks;
}

} // namespace

std::vector<std::string> footprint()
{
    struct Running
    {
        std::string pid;
        std::string network;
        Mark mark = Mark::None;
    };
    std::vector<Running> running;
    const std::string here = networkOf("/proc/self");
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const std::string pid = entry.path().filename().string();
        const std::string network = networkOf(entry.path());
        if (!parseInteger(pid) || network.empty())
            continue;
        const Mark mark = markOf(entry.path());
        if (mark == Mark::Own && network != here)
            ownNetworks().insert(network);
        if (mark == Mark::OfAnother)
            ownNetworks().erase(network);
        running.push_back({pid, network, mark});
    }
    std::set<std::string> all;
    for (const Running& each : running) {
        const bool inOwnNetwork = each.mark != Mark::OfAnother && ownNetworks().contains(each.network);
        if (inOwnNetwork)
            all.insert("namespace " + each.network);
        const std::string line = readFile("/proc/" + each.pid + "/cmdline").value_or("");
        for (const char* name : {"millrace-cli", "millrace-agent", "millrace-worker"})
            if ((each.mark == Mark::Own || inOwnNetwork) && line.find(name) != std::string::npos)
                all.insert(fmt::format("process {} {}", name, each.pid));
    }
    return {all.begin(), all.end()};
}

std::vector<int> ownPidsOf(const std::vector<std::string>& words)
{
    (void)footprint(); // learns the networks
    std::vector<int> pids = pidsOf(words);
    std::erase_if(pids, [](int pid) {
        const fs::path process = "/proc/" + std::to_string(pid);
        const Mark mark = markOf(process);
        return mark == Mark::OfAnother || (mark == Mark::None && !ownNetworks().contains(networkOf(process)));
    });
    return pids;
}

std::string leftSince(const std::vector<std::string>& before, int seconds)
{
    std::string left;
    for (const Deadline end = deadlineIn(std::chrono::seconds(seconds));;) {
        std::vector<std::string> more;
        const auto now = footprint();
        std::ranges::set_difference(now, before, std::back_inserter(more));
        left = join(more, ", ");
        if (left.empty() || timeLeft(end) == 0ns)
            return left;
        std::this_thread::sleep_for(100ms);
    }
}

std::string projectText(const SmallProject& project)
{
    return fmt::format(R"({{
  "format": "millrace-project",
  "version": 1,
  "name": "small",
  "clusters": [
    {{"name": "lab", "nodes": {}, "mode": "{}", "links": [{}]}}
  ],
  "workloads": [
    {{"name": "job", "framework": "builtin", "model": "{}", "batch": 8, "steps": {}, "warmup_steps": 1,
     "compute_time": "{}", "deadline": "{}"}}
  ],
  "grids": [
    {{"name": "grid", "cluster": "lab", "workload": "job", "repetitions": {}, "gate": {{"enabled": {}}},{}
     "factors": [{{"name": "strategy", "levels": {}}}{}]}}
  ]
}}
)",
                       project.nodes, project.mode, project.link, project.model, project.steps, project.computeTime,
                       project.deadline, project.repetitions, project.gate,
                       project.capture.empty() ? "" : " \"capture\": " + project.capture + ",", project.strategies,
                       project.extraFactors);
}

} // namespace e2e

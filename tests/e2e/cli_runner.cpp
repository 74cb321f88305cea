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

std::string whyNotHere()
{
    const auto ability = emulate::emulationAbility();
    return ability.kind == emulate::AbilityKind::None ? ability.reason : std::string();
}

QByteArray Finished::text() const
{
    constexpr qsizetype room = 850; // Qt Test cuts longer ones, and why something failed stands at the end
    std::string tables = out;
    replaceAll(tables, "─", "");
    QByteArray said = QByteArray::fromStdString(err + tables).simplified();
    said.replace(" – ", " ");
    return "exit " + QByteArray::number(code) + '\n' + said.right(room);
}

Finished cli(const fs::path& folder, std::vector<std::string> arguments, int seconds)
{
    arguments.insert(arguments.begin(), program("millrace-cli").string());
    const auto output = runCommand({arguments, {}, folder}, deadlineIn(std::chrono::seconds(seconds)));
    if (!output)
        return {-1, {}, output.error().text()};
    return {output->signal != 0 ? 128 + output->signal : output->exitCode, output->out, output->err};
}

ChildProcess startCli(const fs::path& folder, std::vector<std::string> arguments)
{
    std::vector<std::string> shell = {"/bin/sh", "-c", "exec \"$@\" 2>cli.log >cli.out", "sh",
                                      program("millrace-cli").string()};
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

std::vector<std::string> footprint()
{
    std::vector<std::string> all;
    for (const char* name : {"millrace-cli", "millrace-agent", "millrace-worker"})
        for (const int pid : pidsOf({program(name).string()}))
            all.push_back(fmt::format("process {} {}", name, pid));
    std::set<std::string> namespaces;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const auto net = fs::read_symlink(entry.path() / "ns" / "net", ignored);
        if (!net.empty())
            namespaces.insert("namespace " + net.string());
    }
    all.insert(all.end(), namespaces.begin(), namespaces.end());
    for (const auto& entry : fs::directory_iterator("/sys/class/net", ignored))
        all.push_back("interface " + entry.path().filename().string());
    std::ranges::sort(all);
    return all;
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

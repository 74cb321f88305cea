// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/launch_text.h"

#include "core/base/file_io.h"
#include "core/base/units.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::launch {

namespace {

std::string processText(const ProcessPlan& process)
{
    std::string text = fmt::format("start {} on {}{}", process.label, process.node,
                                   process.purpose == Purpose::Service ? ", a service" : "");
    if (!process.waitForLabel.empty())
        text += fmt::format(", after {} has printed \"{}\"", process.waitForLabel, process.waitForText);
    text += ":\n";
    if (!process.command.folder.empty())
        text += fmt::format("  cd {}\n", process.command.folder.string());
    Command command = process.command;
    command.folder.clear();
    for (const auto& [name, value] : command.environment)
        text += fmt::format("  {}={}\n", name, value);
    command.environment.clear();
    return text + "  " + commandText(command) + "\n";
}

} // namespace

std::string contentHash(const PlacedFile& file)
{
    return sha256(file.content);
}

std::string launchText(const LaunchPlan& plan)
{
    std::string text;
    if (plan.globalBatch > 0)
        text += fmt::format("batch: {} samples a worker, {} in all\n", plan.batch, plan.globalBatch);
    if (plan.lastPort > 0)
        text += fmt::format("ports: {} to {}\n", plan.firstPort, plan.lastPort);
    for (const PlacedFile& file : plan.files)
        text += fmt::format("put {{run}}/{} on {}: {} bytes, SHA-256 {}\n", file.path,
                            file.node.empty() ? "every node" : file.node, file.content.size(), contentHash(file));
    for (const ProcessPlan& process : plan.processes)
        text += processText(process);
    return text;
}

std::string trafficText(const CollectiveTraffic& traffic)
{
    std::string sent;
    const auto& each = traffic.sentByNode;
    if (std::ranges::all_of(each, [&](double bytes) { return bytes == each.front(); })) {
        sent = each.empty() ? "nothing" : humanSize(each.front()) + " by every node";
    } else {
        for (std::size_t i = 0; i < each.size(); ++i)
            sent += (i == 0 ? "" : ", ") + humanSize(each[i]);
        sent += " by the nodes in turn";
    }
    std::string text = fmt::format("S = {} a worker and step; sent to other nodes in a step: {}; {}; {}",
                                   humanSize(traffic.gradientBytes), sent, traffic.formula, traffic.source);
    if (!traffic.beside.empty())
        text += "; not counted: " + traffic.beside;
    return text;
}

} // namespace millrace::launch

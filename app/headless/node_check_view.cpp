// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/node_check_view.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace millrace::headless {

namespace {

using cluster::Light;

std::string painted(Light light, std::string text, bool colours)
{
    static constexpr const char* codes[] = {"32", "36", "33", "31"};
    return colours ? fmt::format("\033[{}m{}\033[0m", codes[static_cast<std::size_t>(light)], text) : text;
}

char letterOf(Light light)
{
    return "g?YR"[static_cast<std::size_t>(light)];
}

std::string cell(const std::string& topic, std::optional<Light> light, bool colours)
{
    const std::size_t before = (topic.size() - 1) / 2;
    const std::string letter = light ? painted(*light, std::string(1, letterOf(*light)), colours) : "-";
    return std::string(before, ' ') + letter + std::string(topic.size() - before - 1, ' ') + "  ";
}

/// Returns the topics with findings, in the order of the table.
std::vector<std::string> columnsOf(const run::ClusterCheck& check)
{
    std::vector<std::string> columns;
    const auto isTopic = [](const std::vector<cluster::Finding>& findings, const std::string& topic) {
        return std::ranges::find(findings, topic, &cluster::Finding::topic) != findings.end();
    };
    for (const std::string& topic : cluster::preflightTopics())
        if (isTopic(check.across, topic)
            || std::ranges::any_of(check.nodes, [&](const auto& node) { return isTopic(node.findings, topic); }))
            columns.push_back(topic);
    return columns;
}

std::string row(const std::string& name, std::size_t width, const std::vector<cluster::Finding>& findings,
                const std::vector<std::string>& columns, bool colours)
{
    std::string text = fmt::format("{:<{}}  ", name, width);
    for (const std::string& topic : columns) {
        const bool said = std::ranges::find(findings, topic, &cluster::Finding::topic) != findings.end();
        text += cell(topic, said ? std::optional(cluster::lightOf(findings, topic)) : std::nullopt, colours);
    }
    return text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
}

std::string sentences(const std::string& name, const std::vector<cluster::Finding>& findings, bool colours)
{
    std::string text;
    for (const cluster::Finding& finding : findings)
        if (finding.light != Light::Green)
            text += fmt::format(
                "{} {}, {}: {}{}{}\n", painted(finding.light, std::string(1, letterOf(finding.light)), colours), name,
                finding.topic, finding.sentence, finding.remedy.empty() ? "" : "\n    ", finding.remedy);
    return text;
}

} // namespace

std::string nodeCheckText(const run::ClusterCheck& check, bool colours)
{
    const std::string all = "all together";
    const auto columns = columnsOf(check);
    std::size_t width = all.size();
    for (const run::CheckedNode& node : check.nodes)
        width = std::max(width, node.name.size());
    std::string text = fmt::format("{:<{}}  ", "NODE", width);
    for (const std::string& topic : columns)
        text += topic + "  ";
    text = text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
    for (const run::CheckedNode& node : check.nodes)
        text += row(node.name, width, node.findings, columns, colours);
    if (check.nodes.size() > 1)
        text += row(all, width, check.across, columns, colours);
    text += "g good, ? not known, Y the figures may suffer, R the run is not possible\n";
    for (const run::CheckedNode& node : check.nodes)
        text += sentences(node.name, node.findings, colours);
    return text + sentences(all, check.across, colours);
}

bool wantsColours()
{
    const auto set = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    if (set("NO_COLOR"))
        return false;
    const char* terminal = std::getenv("TERM");
    if (set("CLICOLOR_FORCE"))
        return true;
    return ::isatty(STDOUT_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

} // namespace millrace::headless

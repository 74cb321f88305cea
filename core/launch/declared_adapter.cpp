// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/declared_framework.h"

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/launch/script_adapter.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>

namespace millrace::launch {

namespace {

constexpr std::size_t largestFile = std::size_t(1) << 20;

class DeclaredAdapter final : public FrameworkAdapter
{
public:
    explicit DeclaredAdapter(DeclaredFramework framework)
        : FrameworkAdapter(framework.traits), m_framework(std::move(framework))
    {
    }

    [[nodiscard]] Issues check(const Workload& workload, std::span<const PlacedNode> nodes) const override;
    [[nodiscard]] Result<LaunchPlan> plan(const LaunchRequest& request) const override;
    [[nodiscard]] std::optional<CollectiveTraffic> traffic(const Workload& workload,
                                                           std::span<const PlacedNode> nodes) const override;

private:
    [[nodiscard]] bool tellsSteps() const;
    void noteSteps(Issues& issues) const;
    [[nodiscard]] Placeholders values(const LaunchRequest& request, const RankPlace& place) const;
    [[nodiscard]] ProcessPlan process(const DeclaredProcess& declared, const LaunchRequest& request,
                                      const RankPlace& place) const;

    DeclaredFramework m_framework;
};

bool isStartedAt(Per per, const RankPlace& place)
{
    return per == Per::Rank || (per == Per::Node && place.local == 0) || place.rank == 0;
}

/// Whether a command, an environment or a filled file contains {steps}.
bool DeclaredAdapter::tellsSteps() const
{
    const auto names = [](const std::string& text) { return text.find("{steps}") != std::string::npos; };
    return std::ranges::any_of(m_framework.processes,
                               [&](const DeclaredProcess& process) {
                                   return std::ranges::any_of(process.command, names)
                                       || std::ranges::any_of(process.environment, names,
                                                              &std::pair<std::string, std::string>::second);
                               })
        || std::ranges::any_of(m_framework.files,
                               [&](const PlacedFile& file) { return file.filled && names(file.content); });
}

/// Notes measurements that are less complete than usual.
void DeclaredAdapter::noteSteps(Issues& issues) const
{
    if (m_framework.lines.empty())
        return;
    const auto is = [](std::string_view event) {
        return [event](const LogPattern& line) { return line.event == event; };
    };
    const auto hasTime = [](const LogPattern& line) {
        return std::ranges::any_of(std::array{"{seconds:", "{milliseconds:", "{samples_per_second:"},
                                   [&](const char* field) { return line.pattern.find(field) != std::string::npos; });
    };
    const auto note = [&](std::string sentence) {
        issues.push_back({"measured", Severity::Note, 1, std::move(sentence), "framework"});
    };
    const auto step = std::ranges::find_if(m_framework.lines, is("step"));
    if (step == m_framework.lines.end())
        note(fmt::format("no pattern of {} is a step, so there will be no step times and no throughput; measured are "
                         "the traffic and the processor time{}",
                         traits().name,
                         std::ranges::any_of(m_framework.lines, is("result")) ? ", and the results that it prints"
                                                                              : ""));
    else if (!hasTime(*step))
        note(fmt::format("the step lines of {} have no time: a step is timed from the previous step's line to its own, "
                         "and the first one has no time",
                         traits().name));
}

Issues DeclaredAdapter::check(const Workload& workload, std::span<const PlacedNode>) const
{
    Issues issues;
    noteSteps(issues);
    for (const auto& [name, value] : sortExtras(workload).named)
        if (!m_framework.defaults.contains(name))
            issues.push_back({"workload", Severity::Warning, 1,
                              fmt::format("the option \"{}\" has no effect on {}", name, traits().name),
                              "extras." + name});
    return issues;
}

Placeholders DeclaredAdapter::values(const LaunchRequest& request, const RankPlace& place) const
{
    const auto port = static_cast<std::uint16_t>(m_framework.port);
    Placeholders values = commonPlaceholders(request, peerAddresses(request.nodes, port));
    addPlace(values, request, place, port);
    for (const auto& [name, value] : m_framework.defaults)
        values.emplace(name, value);
    return values;
}

ProcessPlan DeclaredAdapter::process(const DeclaredProcess& declared, const LaunchRequest& request,
                                     const RankPlace& place) const
{
    const Placeholders places = values(request, place);
    const SortedExtras extras = sortExtras(request.workload);
    ProcessPlan process;
    process.node = request.nodes[static_cast<std::size_t>(place.node)].name;
    process.label = filled(declared.label, places);
    process.rank = declared.per == Per::Rank ? place.rank : -1;
    process.purpose = declared.purpose;
    process.parser = m_framework.parser.empty() && m_framework.lines.empty() ? "command" : m_framework.parser;
    for (const std::string& word : declared.command)
        if (word == "{command}")
            for (const std::string& each : request.workload.command)
                process.command.argv.push_back(filled(each, places));
        else if (word == "{options}")
            process.command.argv.insert(process.command.argv.end(), extras.options.begin(), extras.options.end());
        else
            process.command.argv.push_back(filled(word, places));
    for (const auto& [name, value] : declared.environment)
        process.command.environment.emplace_back(name, filled(value, places));
    for (const auto& [name, value] : extras.environment) {
        std::erase_if(process.command.environment,
                      [&name = name](const auto& variable) { return variable.first == name; });
        process.command.environment.emplace_back(name, value);
    }
    process.command.folder = filled(declared.folder, places);
    return process;
}

Result<LaunchPlan> DeclaredAdapter::plan(const LaunchRequest& request) const
{
    const auto port = static_cast<std::uint16_t>(m_framework.port);
    LaunchPlan plan;
    plan.firstPort = port;
    plan.lastPort =
        m_framework.lastPort > 0 ? static_cast<std::uint16_t>(m_framework.lastPort) : lastPort(request.nodes, port);
    plan.peers = peerAddresses(request.nodes, port);
    plan.lines = m_framework.lines;
    plan.tellsSteps = tellsSteps();
    for (const PlacedFile& file : m_framework.files) {
        plan.files.push_back(file);
        if (file.filled)
            plan.files.back().content = filled(file.content, values(request, {}));
    }
    std::string waitForLabel, waitForText;
    for (const DeclaredProcess& declared : m_framework.processes) {
        for (const RankPlace& place : placeRanks(request.nodes)) {
            if (!isStartedAt(declared.per, place))
                continue;
            ProcessPlan started = process(declared, request, place);
            started.waitForLabel = waitForLabel;
            started.waitForText = waitForText;
            plan.processes.push_back(std::move(started));
        }
        if (!declared.ready.empty()) {
            waitForLabel = plan.processes.back().label;
            waitForText = declared.ready;
        }
    }
    return plan;
}

std::optional<CollectiveTraffic> DeclaredAdapter::traffic(const Workload& workload,
                                                          std::span<const PlacedNode> nodes) const
{
    const auto declared = m_framework.parameters.find(workload.model);
    Workload plain = workload;
    plain.command.clear();
    const auto bytes = declared != m_framework.parameters.end()
        ? std::optional(4.0 * static_cast<double>(declared->second))
        : gradientBytes(plain, ModelFamily::Torchvision);
    if (!bytes || m_framework.traffic.empty())
        return std::nullopt;
    if (m_framework.traffic == "ring")
        return ringTraffic(*bytes, nodes);
    if (m_framework.traffic == "butterfly")
        return butterflyTraffic(*bytes, 1, nodes);
    std::vector<int> servers(nodes.size());
    servers.front() = 1;
    return parameterServerTraffic(*bytes, nodes, servers);
}

Issues loadFile(const std::filesystem::path& file, Frameworks& frameworks)
{
    Issues issues;
    const auto text = readFile(file, largestFile);
    if (!text) {
        issues.push_back({"framework", Severity::Error, 1, text.error().what, ""});
    } else {
        DeclaredFramework framework = readFramework(*text, file, issues);
        if (!hasErrors(issues))
            if (const auto added = frameworks.add(makeDeclaredAdapter(std::move(framework))); !added)
                issues.push_back({"framework", Severity::Error, 1, added.error().what, "name"});
    }
    for (Issue& issue : issues)
        issue.where = issue.where.empty() ? file.string() : file.string() + ": " + issue.where;
    return issues;
}

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

} // namespace

std::shared_ptr<const FrameworkAdapter> makeDeclaredAdapter(DeclaredFramework framework)
{
    return std::make_shared<DeclaredAdapter>(std::move(framework));
}

std::vector<std::filesystem::path> frameworkFolders()
{
    std::vector<std::filesystem::path> folders;
    if (const std::string given = variable("MILLRACE_FRAMEWORKS"); !given.empty()) {
        for (const std::string_view folder : split(given, ':'))
            if (!folder.empty())
                folders.emplace_back(folder);
        return folders;
    }
    const std::filesystem::path configuration = variable("XDG_CONFIG_HOME");
    const std::filesystem::path home = variable("HOME");
    if (configuration.is_absolute())
        folders.push_back(configuration / "millrace" / "frameworks");
    else if (home.is_absolute())
        folders.push_back(home / ".config" / "millrace" / "frameworks");
    return folders;
}

Issues loadFrameworks(const std::vector<std::filesystem::path>& folders, Frameworks& frameworks)
{
    Issues issues;
    for (const std::filesystem::path& folder : folders) {
        std::vector<std::filesystem::path> files;
        std::error_code ignored;
        for (std::filesystem::directory_iterator it(folder, ignored), end; it != end; it.increment(ignored))
            if (it->path().extension() == ".json")
                files.push_back(it->path());
        std::ranges::sort(files);
        for (const std::filesystem::path& file : files)
            for (Issue& issue : loadFile(file, frameworks))
                issues.push_back(std::move(issue));
    }
    return issues;
}

} // namespace millrace::launch

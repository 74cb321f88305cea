// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/running_parts.h"

#include "core/base/command.h"
#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/cluster/cluster_json.h"
#include "core/launch/frameworks.h"
#include "core/launch/placement.h"
#include "core/launch/secrets.h"
#include "core/launch/workload_json.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <unistd.h>

namespace millrace::project {

namespace {

using cluster::Cluster;
using cluster::ClusterKind;
using launch::Workload;

/// Numeric settings of a workload, harmless whatever their value.
constexpr std::array harmlessMembers = {"name",           "batch",        "steps",
                                        "warmup_steps",   "compute_time", "device_flops",
                                        "compute_jitter", "verify_every", "deadline"};
/// Options of frameworks that name a program or a folder.
constexpr std::array programOptions = {"python", "program", "data"};

/// Returns one line, without terminal control characters.
std::string shown(std::string_view text)
{
    std::string quoted = Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
    constexpr std::size_t longest = 400;
    return quoted.size() > longest ? quoted.substr(0, longest) + "…" : quoted;
}

std::string shownWords(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + shown(word);
    return text;
}

/// Whether a value is one plain word: not a path, not an option, nothing special to a shell.
bool isPlain(std::string_view value)
{
    return std::ranges::all_of(value,
                               [](char c) {
                                   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                                       || c == '_' || c == '.' || c == ',' || c == ':' || c == '-' || c == '+';
                               })
        && !value.starts_with('-');
}

bool namesProgram(const std::string& option, const std::string& value)
{
    return option.starts_with('-') || option.find(':') != std::string::npos || !isPlain(value)
        || std::ranges::find(programOptions, option) != programOptions.end();
}

class Lister
{
public:
    Lister(const Project& project, std::filesystem::path folder) : m_project(project), m_folder(std::move(folder)) { }

    RunningParts list()
    {
        // Checking the nodes is enough to start their command.
        for (const Cluster& cluster : m_project.clusters)
            if (!cluster.access.command.empty())
                nodes(cluster);
        for (const grid::GridSpec& grid : m_project.grids) {
            const Cluster* cluster = findCluster(m_project, grid.cluster);
            const Workload* workload = findWorkload(m_project, grid.workload);
            if (cluster == nullptr || workload == nullptr)
                continue;
            nodes(*cluster);
            work(*workload, grid, *cluster);
            factors(grid);
        }
        results();
        m_parts.digest = sha256(m_digested.dump(-1, ' ', false, Json::error_handler_t::replace));
        return std::move(m_parts);
    }

private:
    void say(std::string sentence)
    {
        if (std::ranges::find(m_parts.sentences, sentence) == m_parts.sentences.end())
            m_parts.sentences.push_back(std::move(sentence));
    }

    static std::string whom(const Cluster& cluster)
    {
        if (cluster.kind == ClusterKind::Remote)
            return fmt::format("on the nodes of \"{}\", as the user who is logged in there", cluster.name);
        return ::geteuid() == 0 ? "on this machine, as root" : "on this machine, as you";
    }

    void nodes(const Cluster& cluster)
    {
        if (cluster.kind != ClusterKind::Remote)
            return;
        Json json = cluster::toJson(cluster);
        m_digested.push_back({"nodes", json["nodes"], json["access"]});
        std::vector<std::string> names;
        for (const cluster::Node& node : cluster.nodes)
            if (!node.host.empty())
                names.push_back(shown(node.host));
        if (!cluster.access.command.empty())
            say(fmt::format("starts {} on this machine, {}, to reach {}, and changes delay, loss and rate there",
                            shownWords(cluster.access.command), ::geteuid() == 0 ? "as root" : "as you",
                            join(names, ", ")));
        else if (!names.empty())
            say(fmt::format("logs in to {} by ssh, with your keys, and changes delay, loss and rate there",
                            join(names, ", ")));
        const cluster::Access& access = cluster.access;
        if (!access.folder.empty())
            say(fmt::format("writes programs and results of runs to the folder {} of the nodes", shown(access.folder)));
        if (access.slurm)
            say(fmt::format("asks Slurm for {} nodes on {}{}{}",
                            std::max<std::size_t>(cluster.nodes.size(), static_cast<std::size_t>(access.slurm->nodes)),
                            access.slurm->login.empty() ? "this machine" : shown(access.slurm->login),
                            access.slurm->options.empty() ? "" : ", with ", shownWords(access.slurm->options)));
    }

    void work(const Workload& workload, const grid::GridSpec& grid, const Cluster& cluster)
    {
        Json json = launch::toJson(workload);
        for (const char* member : harmlessMembers)
            json.erase(member);
        m_digested.push_back({"workload", std::move(json), cluster.kind == ClusterKind::Remote});
        if (!workload.command.empty())
            say(fmt::format("starts {} {}", shownWords(workload.command), whom(cluster)));
        if (!workload.folder.empty())
            say(fmt::format("works in the folder {} {}", shown(workload.folder.string()), whom(cluster)));
        for (const auto& [name, value] : workload.extras)
            option(name, value);
        std::set<std::string> names = {workload.framework};
        if (const grid::Factor* factor = grid::findFactor(grid, "framework"))
            for (const grid::Level& level : factor->levels)
                names.insert(level.text);
        for (const std::string& name : names)
            if (const launch::FrameworkTraits* traits = m_project.frameworks.find(name);
                traits && !traits->file.empty())
                say(fmt::format("starts your framework {} ({}) {}", shown(name), traits->file.string(), whom(cluster)));
    }

    void option(const std::string& name, const std::string& value)
    {
        if (!namesProgram(name, value))
            return;
        constexpr std::string_view environment = "env:";
        if (!name.starts_with(environment))
            say(fmt::format("hands the option {} = {} to the programs", shown(name), shown(value)));
        else if (const std::string_view secret = launch::secretName(value); !secret.empty())
            say(fmt::format("passes your environment variable {} to the programs", shown(secret)));
        else
            say(fmt::format("sets {} = {} in the environment of the programs",
                            shown(std::string_view(name).substr(environment.size())), shown(value)));
    }

    /// A user-defined factor is an option of the workload; textual ones choose frameworks, backends and models.
    void factors(const grid::GridSpec& grid)
    {
        for (const grid::Factor& factor : grid.factors) {
            if (!factor.own && factor.name != "framework")
                continue;
            Json levels = Json::array();
            for (const grid::Level& level : factor.levels) {
                levels.push_back(level.text);
                if (factor.own)
                    option(factor.name, level.text);
            }
            m_digested.push_back({"factor", factor.name, std::move(levels)});
        }
    }

    void results()
    {
        if (m_project.store.empty())
            return;
        const std::filesystem::path store = m_project.store.lexically_normal();
        const std::filesystem::path place = store.lexically_proximate(m_folder.lexically_normal());
        const bool outside = place.is_absolute() || place.begin() == place.end() || *place.begin() == "..";
        m_digested.push_back({"store", place.generic_string()});
        if (outside)
            say(fmt::format("writes results to {}, and a folder and a report next to it", shown(store.string())));
    }

    const Project& m_project;
    std::filesystem::path m_folder;
    Json m_digested = Json::array();
    RunningParts m_parts;
};

} // namespace

RunningParts runningParts(const Project& project, const std::filesystem::path& folder)
{
    std::error_code ignored;
    return Lister(project, std::filesystem::absolute(folder.empty() ? "." : folder, ignored)).list();
}

} // namespace millrace::project

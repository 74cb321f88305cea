// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/exit_code.h"
#include "core/base/text.h"
#include "core/cluster/cluster_json.h"
#include "core/hosts/host_list.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <iostream>
#include <iterator>
#include <memory>

namespace millrace::headless {

namespace {

struct HostsOptions
{
    std::string file;
    std::string list;
    std::string kind;
    std::string group;
    std::string name;
    bool asCluster = false;
};

Result<hosts::HostList> readList(const HostsOptions& options)
{
    const auto format = hosts::parseHostFormat(options.kind);
    if (!options.list.empty())
        return hosts::readHosts(options.list, format);
    if (options.file == "-")
        return hosts::readHosts(std::string(std::istreambuf_iterator<char>(std::cin), {}), format);
    if (!options.file.empty())
        return hosts::readHostFile(options.file, format);
    const char* home = std::getenv("HOME");
    return hosts::readHostFile(std::filesystem::path(home == nullptr ? "/" : home) / ".ssh/config",
                               hosts::HostFormat::SshConfig);
}

Json hostJson(const hosts::HostEntry& host)
{
    Json json = {{"name", host.name}, {"destination", hosts::sshDestination(host)}, {"slots", host.slots}};
    if (host.maximumSlots != 0)
        json["maximum_slots"] = host.maximumSlots;
    if (!host.nicAddress.empty())
        json["nic_address"] = host.nicAddress;
    if (!host.proxyJump.empty())
        json["proxy_jump"] = host.proxyJump;
    if (host.isJump)
        json["is_jump"] = true;
    if (!host.identityFile.empty())
        json["identity_file"] = host.identityFile;
    json["groups"] = host.groups;
    return json;
}

Json listJson(const hosts::HostList& list)
{
    Json json = {{"kind", hosts::hostFormatName(list.format)}, {"hosts", Json::array()}, {"issues", Json::array()}};
    for (const hosts::HostEntry& host : list.hosts)
        json["hosts"].push_back(hostJson(host));
    for (const Issue& issue : list.issues)
        json["issues"].push_back(issueText(issue));
    return json;
}

void printTable(const hosts::HostList& list)
{
    std::size_t name = 4;
    std::size_t destination = 11;
    for (const hosts::HostEntry& host : list.hosts) {
        name = std::max(name, host.name.size());
        destination = std::max(destination, hosts::sshDestination(host).size());
    }
    fmt::print("{:<{}}  {:<{}}  {:>5}  {}\n", "HOST", name, "REACHED BY", destination, "SLOTS", "GROUPS");
    for (const hosts::HostEntry& host : list.hosts)
        fmt::print("{:<{}}  {:<{}}  {:>5}  {}\n", host.name, name, hosts::sshDestination(host), destination, host.slots,
                   host.groups.empty() ? "-" : join(host.groups, ", "));
}

std::string clusterName(const HostsOptions& options)
{
    if (!options.name.empty())
        return options.name;
    if (!options.group.empty())
        return options.group;
    const std::string stem = std::filesystem::path(options.file).stem().string();
    return stem.empty() || stem == "-" ? "hosts" : stem;
}

Result<int> execute(const HostsOptions& options, const Environment& environment)
{
    MR_TRY(list, readList(options));
    if (!options.group.empty())
        MR_CHECK(hosts::selectGroup(list, options.group));
    if (options.asCluster)
        std::erase_if(list.hosts, [](const hosts::HostEntry& host) { return host.isJump; });
    if (options.asCluster)
        fmt::print("{}\n", cluster::toJson(hosts::toCluster(list, clusterName(options))).dump(2));
    else if (environment.json)
        fmt::print("{}\n", listJson(list).dump(2, ' ', false, Json::error_handler_t::replace));
    else if (!list.hosts.empty())
        printTable(list);
    if (!environment.json || options.asCluster)
        for (const Issue& issue : list.issues)
            fmt::print(stderr, "millrace-cli: {}\n", issueText(issue));
    return list.hosts.empty() || hasErrors(list.issues) ? BadInput : Success;
}

} // namespace

CommandBody addHostsCommand(CLI::App& app)
{
    auto options = std::make_shared<HostsOptions>();
    CLI::App* command =
        app.add_subcommand("hosts", "List the hosts of an ssh configuration, an inventory or a host file");
    auto* file = command->add_option("FILE", options->file, "The file, - for standard input; default: ~/.ssh/config");
    command->add_option("-H,--list", options->list, "A list: ip:slots[:public],… of KungFu or node[01-04] of Slurm")
        ->excludes(file);
    command->add_option("--kind", options->kind, "Format of the list (default: detected)")
        ->check(CLI::IsMember(hosts::hostFormatNames()));
    command->add_option("--group", options->group, "Only the hosts of this group");
    command->add_flag("--as-cluster", options->asCluster, "Print a cluster for a project file");
    command->add_option("--name", options->name, "The cluster's name");
    return [options](const Environment& environment) -> int {
        const auto code = execute(*options, environment);
        if (code)
            return *code;
        const int complaint = complain(code.error());
        return code.error().code == ErrorCode::InvalidInput && options->list.empty() ? int(BadInput) : complaint;
    };
}

} // namespace millrace::headless

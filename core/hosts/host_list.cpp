// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/hosts/host_list.h"

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/cluster/ssh_destination.h"
#include "core/hosts/host_readers.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace millrace::hosts {

namespace {

constexpr std::size_t maximumText = std::size_t(8) << 20;
constexpr std::size_t maximumNodeName = 63;

Result<HostList> readAs(HostFormat format, std::string_view text, const IncludeReader& includes, bool ownSshConfig)
{
    switch (format) {
    case HostFormat::SshConfig: return readSshConfig(text, includes, ownSshConfig);
    case HostFormat::AnsibleIni: return readAnsibleIni(text);
    case HostFormat::AnsibleYaml: return readAnsibleYaml(text);
    case HostFormat::MpiFile: return readMpiFile(text);
    case HostFormat::KungFuFile: return readKungFuFile(text);
    case HostFormat::KungFuList: return readKungFuList(text);
    case HostFormat::SlurmList: return readSlurmList(text);
    }
    return fail(ErrorCode::Internal, "a format of host lists without a reader");
}

/// Returns a unique name of letters, digits, '-', '.' and '_'.
std::string nodeName(std::string_view host, std::set<std::string>& taken)
{
    std::string name(host.substr(0, maximumNodeName));
    for (char& c : name) {
        const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'
            || c == '.' || c == '_';
        if (!fits)
            c = '-';
    }
    const std::string base = name;
    for (int number = 2; !taken.insert(name).second; ++number) {
        const std::string suffix = fmt::format("-{}", number);
        name = base.substr(0, maximumNodeName - suffix.size()) + suffix;
    }
    return name;
}

/// A node has only a destination for ssh; all other settings belong in the user's ssh configuration.
void sayWhatIsDropped(const HostEntry& host, Issues& issues)
{
    if (!host.identityFile.empty())
        countIssue(issues,
                   {"identity-file",
                    Severity::Note,
                    1,
                    fmt::format("{} has its own key file, {}; put it as IdentityFile into your ssh configuration",
                                host.name, host.identityFile),
                    {}});
    if (!host.proxyJump.empty())
        countIssue(issues,
                   {"proxy-jump",
                    Severity::Warning,
                    1,
                    fmt::format("{} is reached through {}, which a node cannot say; write it as ProxyJump for {} into "
                                "your ssh configuration",
                                host.name, host.proxyJump, host.address.empty() ? host.name : host.address),
                    {}});
}

void setZones(cluster::Cluster& cluster, const HostList& list)
{
    std::set<std::string> zones;
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i)
        zones.insert(list.hosts[i].groups.empty() ? std::string() : list.hosts[i].groups.front());
    if (zones.size() < 2)
        return;
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i) {
        const auto& groups = list.hosts[i].groups;
        const auto zone = std::ranges::find_if(
            groups, [&](const std::string& group) { return group != "*" && !findNode(cluster, group); });
        if (zone != groups.end())
            cluster.nodes[i].zone = *zone;
    }
}

} // namespace

Result<HostList> readHosts(std::string_view text, std::optional<HostFormat> format, const IncludeReader& includes,
                           bool ownSshConfig)
{
    if (text.size() > maximumText)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("a list of hosts of {} bytes is too long; at most {}", text.size(), maximumText));
    if (text.find('\0') != std::string_view::npos)
        return fail(ErrorCode::InvalidInput, "not a list of hosts: it contains zero bytes");
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    MR_TRY(list, readAs(format.value_or(sniffHostFormat(text)), text, includes, ownSshConfig));
    for (const HostEntry& host : list.hosts)
        sayWhatIsDropped(host, list.issues);
    if (list.hosts.empty())
        list.issues.push_back({"no-hosts",
                               Severity::Warning,
                               1,
                               fmt::format("no host was found, read as {}", hostFormatName(list.format)),
                               {}});
    return list;
}

Result<void> selectGroup(HostList& list, std::string_view group)
{
    std::set<std::string> known;
    for (const HostEntry& host : list.hosts)
        known.insert(host.groups.begin(), host.groups.end());
    if (!known.contains(std::string(group)))
        return fail(ErrorCode::NotFound,
                    fmt::format("the list has no group \"{}\"; {}", group,
                                known.empty() ? "it has no groups"
                                              : "its groups are " + join({known.begin(), known.end()}, ", ")));
    std::erase_if(list.hosts, [&](const HostEntry& host) { return std::ranges::count(host.groups, group) == 0; });
    return {};
}

std::string sshDestination(const HostEntry& host)
{
    std::string address = host.address.empty() ? host.name : host.address;
    if (host.port != 0)
        address =
            fmt::format("{}:{}", address.find(':') == std::string::npos ? address : "[" + address + "]", host.port);
    return host.user.empty() ? address : host.user + "@" + address;
}

cluster::Cluster toCluster(HostList& list, std::string name)
{
    cluster::Cluster cluster;
    cluster.name = std::move(name);
    cluster.kind = cluster::ClusterKind::Remote;
    std::set<std::string> taken;
    for (const HostEntry& host : list.hosts) {
        if (cluster.nodes.size() == std::size_t(maximumNodes)) {
            countIssue(
                list.issues,
                {"too-many-nodes",
                 Severity::Error,
                 1,
                 fmt::format("a cluster has at most {} nodes; those from {} on are left out", maximumNodes, host.name),
                 {}});
            continue;
        }
        cluster::Node node;
        node.host = sshDestination(host);
        if (!cluster::isSshDestination(node.host)) {
            countIssue(list.issues,
                       {"host-name",
                        Severity::Warning,
                        1,
                        fmt::format("'{}' is not a place that ssh could reach, and is left out", node.host),
                        {}});
            continue;
        }
        node.name = nodeName(host.name, taken);
        node.slots = host.slots;
        node.nics = {cluster::Nic{"", host.nicAddress, 0, 0}};
        cluster.nodes.push_back(std::move(node));
    }
    setZones(cluster, list);
    return cluster;
}

} // namespace millrace::hosts

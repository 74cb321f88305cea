// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/field_value.h"
#include "core/base/socket.h"
#include "core/base/text.h"
#include "core/cluster/access_command.h"
#include "core/cluster/cluster.h"
#include "core/cluster/slurm_options.h"
#include "core/cluster/ssh_destination.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace millrace::cluster {

namespace {

constexpr std::size_t maximumEmulatedNodes = 250;
constexpr std::size_t maximumNicName = 15;

class Validator
{
public:
    explicit Validator(const Cluster& cluster) : m_cluster(cluster) { }

    Issues run()
    {
        checkCluster();
        for (std::size_t i = 0; i < m_cluster.nodes.size(); ++i)
            checkNode(m_cluster.nodes[i], fmt::format("nodes[{}]", i));
        for (std::size_t i = 0; i < m_cluster.links.size(); ++i)
            checkLink(m_cluster.links[i], fmt::format("links[{}]", i));
        if (m_cluster.bottleneck)
            checkBottleneck(*m_cluster.bottleneck);
        checkAccess(m_cluster.access);
        if (m_issues.empty())
            checkPairs();
        return std::move(m_issues);
    }

private:
    void add(std::string kind, std::string where, std::string what)
    {
        m_issues.push_back({std::move(kind), Severity::Error, 1, std::move(what), std::move(where)});
    }

    /// The numbers of an object that are outside of their range; its problems are of the field's kind.
    template <typename Struct>
    void numbers(FieldList<Struct> fields, const Struct& object, const std::string& prefix)
    {
        for (const Issue& issue : checkFields(fields, object, ""))
            add(issue.where, prefix + issue.where, issue.example);
    }

    void checkCluster()
    {
        if (m_cluster.nodes.empty())
            add("no-nodes", "nodes", "a cluster needs at least one node");
        else if (std::ranges::all_of(m_cluster.nodes, [](const Node& node) { return node.slots == 0; }))
            add("slots", "nodes", "no node has a slot for a worker; give one of them 1 slot or more");
        if (m_cluster.kind == ClusterKind::Remote && m_cluster.nodes.size() > std::size_t(maximumNodes))
            add("too-many-nodes", "nodes",
                fmt::format("{} nodes are requested; a remote cluster has at most {}", m_cluster.nodes.size(),
                            maximumNodes));
        if (m_cluster.kind == ClusterKind::Emulated && m_cluster.nodes.size() > maximumEmulatedNodes)
            add("too-many-nodes", "nodes",
                fmt::format("{} nodes are requested; an emulated cluster has at most {}", m_cluster.nodes.size(),
                            maximumEmulatedNodes));
        numbers(clusterFields, m_cluster, "");
        const std::string& name = m_cluster.congestionControl;
        const bool plain = std::ranges::all_of(
            name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-'; });
        if (name.empty() || name.size() > 15 || !plain)
            add("congestion-control", "congestion_control",
                fmt::format("'{}' is not the name of a congestion control; use for example cubic, bbr or reno", name));
    }

    void checkNode(const Node& node, const std::string& where)
    {
        checkNodeName(node.name, where + ".name");
        if (node.zone == "*")
            add("zone-name", where + ".zone", "'*' means every node and cannot name a zone");
        if (!node.zone.empty() && findNode(m_cluster, node.zone))
            add("zone-name", where + ".zone",
                fmt::format(
                    "'{}' is the name of both a zone and a node; rename one, because links refer to them by name",
                    node.zone));
        numbers(nodeFields, node, where + ".");
        if (m_cluster.kind == ClusterKind::Remote && node.host.empty() && !m_cluster.access.slurm)
            add("no-host", where + ".host", "a remote node needs an ssh alias or an address");
        else if (m_cluster.kind == ClusterKind::Remote && !node.host.empty())
            checkHost(node.host, where + ".host");
        checkNics(node, where + ".nics");
    }

    void checkHost(const std::string& text, const std::string& where)
    {
        if (m_cluster.access.command.empty())
            checkDestination(text, where);
        else if (const std::string why = whyNoCommandHost(text); !why.empty())
            add("host-name", where, why);
    }

    /// Shows only the printable letters of the text.
    void checkDestination(const std::string& text, const std::string& where)
    {
        if (isSshDestination(trim(text)))
            return;
        std::string shown = text.substr(0, 80);
        std::ranges::replace_if(
            shown, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; }, '?');
        add("host-name", where,
            fmt::format("'{}' is not a place that ssh could reach; write an alias of your ssh configuration, user@host "
                        "or user@host:port",
                        shown));
    }

    void checkNodeName(const std::string& name, const std::string& where)
    {
        const bool plain = std::ranges::all_of(name, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.'
                || c == '_';
        });
        if (name.empty() || name.size() > 63 || !plain)
            add("node-name", where,
                fmt::format("'{}' cannot be a host name; use 1 to 63 letters, digits, '-', '.' or '_'", name));
        else if (!m_names.insert(name).second)
            add("duplicate-node", where, fmt::format("two nodes are named '{}'", name));
    }

    void checkNics(const Node& node, const std::string& where)
    {
        if (node.nics.empty())
            add("no-nic", where, "a node needs at least one NIC");
        if (m_cluster.kind != ClusterKind::Remote && node.nics.size() > 1)
            add("many-nics", where,
                fmt::format("{} NICs; a node that is not remote has exactly one", node.nics.size()));
        for (std::size_t i = 0; i < node.nics.size(); ++i) {
            const std::string nic = fmt::format("{}[{}]", where, i);
            checkNicNames(node.nics[i], nic);
            numbers(nicFields, node.nics[i], nic + ".");
            checkQueue(node.nics[i].queueBytes, nic + ".queue");
        }
    }

    void checkNicNames(const Nic& nic, const std::string& where)
    {
        if (!nic.address.empty() && !isIpv4(nic.address))
            add("nic-address", where + ".address",
                fmt::format("'{}' is not an IPv4 address; use for example 10.0.0.1, or none to detect it",
                            nic.address));
        const bool plain = std::ranges::none_of(nic.name, [](char c) { return c <= ' ' || c == '/' || c == 127; });
        if (nic.name.size() > maximumNicName || !plain || (m_cluster.kind == ClusterKind::Emulated && nic.name.empty()))
            add("nic-name", where + ".name",
                fmt::format("'{}' cannot be the name of a NIC; use 1 to {} letters and digits", nic.name,
                            maximumNicName));
    }

    void checkAccess(const Access& access)
    {
        if (!access.folder.empty() && access.folder.front() != '/')
            add("folder", "access.folder",
                fmt::format("'{}' must be an absolute path, because a node has no folder to start from",
                            access.folder));
        if (std::ranges::any_of(access.folder, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; }))
            add("folder", "access.folder",
                "the name of the folder contains a control character, such as a newline; remove it");
        if (const std::string why = whyNoAccessCommand(access.command); !why.empty())
            add("access-command", "access.command", why);
        if (!access.slurm)
            return;
        if (!access.command.empty())
            add("access-command", "access.command", "nodes of Slurm are reached by srun; leave out command or slurm");
        numbers(slurmFields, *access.slurm, "access.slurm.");
        const auto listed = static_cast<int>(m_cluster.nodes.size());
        if (access.slurm->nodes != 0 && access.slurm->nodes < listed)
            add("slurm-nodes", "access.slurm.nodes",
                fmt::format(
                    "{} nodes are requested from Slurm, but the cluster lists {}; use 0 to request as many as it lists",
                    access.slurm->nodes, listed));
        if (access.slurm->time < std::chrono::minutes(1))
            add("slurm-time", "access.slurm.time", "Slurm counts in minutes; use at least 1min");
        for (std::size_t i = 0; i < access.slurm->options.size(); ++i)
            if (const std::string why = whyNoSlurmOption(access.slurm->options[i]); !why.empty())
                add("slurm-option", fmt::format("access.slurm.options[{}]", i), why);
    }

    void checkLink(const Link& link, const std::string& where)
    {
        checkPattern(link.from, where + ".from");
        checkPattern(link.to, where + ".to");
        const LinkSettings& settings = link.settings;
        numbers(linkFields, settings, where + ".");
        checkQueue(settings.queueBytes.value_or(0), where + ".queue");
    }

    void checkBottleneck(const Bottleneck& bottleneck)
    {
        checkPattern(bottleneck.from, "bottleneck.from");
        checkPattern(bottleneck.to, "bottleneck.to");
        numbers(bottleneckFields, bottleneck, "bottleneck.");
        checkQueue(bottleneck.queueBytes, "bottleneck.queue");
    }

    void checkPattern(const std::string& pattern, const std::string& where)
    {
        const bool known = pattern == "*" || std::ranges::any_of(m_cluster.nodes, [&](const Node& node) {
                               return node.name == pattern || (!node.zone.empty() && node.zone == pattern);
                           });
        if (!known)
            add("unknown-node", where, fmt::format("'{}' is not a node, a zone of this cluster or '*'", pattern));
    }

    void checkQueue(std::uint64_t bytes, const std::string& where)
    {
        const auto frame = static_cast<std::uint64_t>(std::max(m_cluster.mtu, 0)) + 14;
        if (bytes > 0 && bytes < frame)
            add("queue", where,
                fmt::format(
                    "a queue of {} bytes is smaller than one frame of {}; increase it, or use 0 for the default", bytes,
                    frame));
    }

    void checkPairs()
    {
        for (const Node& from : m_cluster.nodes) {
            for (const Node& to : m_cluster.nodes) {
                const PathSettings path = pathBetween(m_cluster, from, to);
                if (&from != &to && path.jitter > path.delay) {
                    add("jitter", "links",
                        fmt::format("from {} to {} the jitter is larger than the delay; lower it or raise the delay",
                                    from.name, to.name));
                    return;
                }
            }
        }
    }

    const Cluster& m_cluster;
    Issues m_issues;
    std::set<std::string> m_names;
};

} // namespace

Issues validate(const Cluster& cluster)
{
    return Validator(cluster).run();
}

} // namespace millrace::cluster

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster_json.h"

#include "core/base/units.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::cluster {

namespace {

constexpr int maximumSlots = 65'536;
const std::vector<std::string> kindNames = {"emulated", "remote"};
const std::vector<std::string> modeNames = {"automatic", "fast", "packet"};
const std::vector<std::string> backendNames = {"automatic", "switch", "netem"};
const std::vector<std::string> rightsNames = {"automatic", "sudo", "none"};
const std::vector<std::string> agentNames = {"automatic", "always", "never"};

template <typename Enumeration>
void readChoice(JsonFields& fields, const char* key, Enumeration& value, const std::vector<std::string>& names)
{
    auto position = static_cast<std::size_t>(value);
    fields.choice(key, position, names);
    value = static_cast<Enumeration>(position);
}

/// Calls `read` for every item of a list, at most maximumNodes.
template <typename Read>
void readList(JsonFields& fields, const char* key, Read read)
{
    const Json* list = fields.array(key);
    if (!list)
        return;
    if (list->size() > maximumNodes)
        fields.problem(key, fmt::format("has {} items, more than {}", list->size(), maximumNodes));
    for (std::size_t i = 0; i < std::min<std::size_t>(list->size(), maximumNodes); ++i)
        read((*list)[i], fmt::format("{}[{}]", fields.pathOf(key), i));
}

Nic readNic(const Json& json, const std::string& path, Issues& issues)
{
    Nic nic;
    JsonFields fields(json, path, issues);
    fields.text("name", nic.name);
    fields.text("address", nic.address);
    fields.rate("rate", nic.bitsPerSecond);
    fields.size("queue", nic.queueBytes);
    fields.reportUnknown();
    return nic;
}

Node readNode(const Json& json, const std::string& path, Issues& issues)
{
    Node node;
    JsonFields fields(json, path, issues);
    fields.text("name", node.name);
    fields.text("zone", node.zone);
    fields.text("host", node.host);
    fields.integer("slots", node.slots, 0, maximumSlots);
    if (fields.find("nics"))
        node.nics.clear();
    readList(fields, "nics",
             [&](const Json& item, const std::string& where) { node.nics.push_back(readNic(item, where, issues)); });
    fields.reportUnknown();
    return node;
}

std::vector<Node> numberedNodes(int count)
{
    std::vector<Node> nodes(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < nodes.size(); ++i)
        nodes[i].name = fmt::format("node{}", i);
    return nodes;
}

/// "nic_rate" of a cluster: of every NIC that has no rate of its own. Written back at each NIC.
void readNicRate(JsonFields& fields, Cluster& cluster)
{
    double rate = 0;
    fields.rate("nic_rate", rate);
    for (Node& node : cluster.nodes)
        for (Nic& nic : node.nics)
            if (nic.bitsPerSecond == 0)
                nic.bitsPerSecond = rate;
}

template <typename T, typename Read>
void readOptional(JsonFields& fields, const char* key, std::optional<T>& value, Read read)
{
    if (!fields.find(key))
        return;
    T present{};
    (fields.*read)(key, present);
    value = present;
}

Link readLink(const Json& json, const std::string& path, Issues& issues)
{
    Link link;
    JsonFields fields(json, path, issues);
    fields.text("from", link.from);
    fields.text("to", link.to);
    fields.boolean("both_ways", link.bothWays);
    readOptional(fields, "rate", link.settings.bitsPerSecond, &JsonFields::rate);
    readOptional(fields, "delay", link.settings.delay, &JsonFields::duration);
    readOptional(fields, "jitter", link.settings.jitter, &JsonFields::duration);
    readOptional(fields, "loss", link.settings.loss, &JsonFields::fraction);
    readOptional(fields, "queue", link.settings.queueBytes, &JsonFields::size);
    fields.reportUnknown();
    return link;
}

Bottleneck readBottleneck(const Json& json, const std::string& path, Issues& issues)
{
    Bottleneck bottleneck;
    JsonFields fields(json, path, issues);
    fields.text("from", bottleneck.from);
    fields.text("to", bottleneck.to);
    fields.boolean("both_ways", bottleneck.bothWays);
    fields.rate("rate", bottleneck.bitsPerSecond);
    fields.size("queue", bottleneck.queueBytes);
    fields.reportUnknown();
    return bottleneck;
}

SlurmAccess readSlurm(const Json& json, const std::string& path, Issues& issues)
{
    SlurmAccess slurm;
    JsonFields fields(json, path, issues);
    fields.text("login", slurm.login);
    fields.integer("nodes", slurm.nodes, 0, maximumNodes);
    fields.text("partition", slurm.partition);
    fields.text("account", slurm.account);
    std::chrono::nanoseconds time = slurm.time;
    fields.duration("time", time);
    slurm.time = std::chrono::ceil<std::chrono::seconds>(time);
    fields.texts("options", slurm.options);
    fields.reportUnknown();
    return slurm;
}

Access readAccess(const Json& json, const std::string& path, Issues& issues)
{
    Access access;
    JsonFields fields(json, path, issues);
    readChoice(fields, "rights", access.rights, rightsNames);
    readChoice(fields, "agent", access.agent, agentNames);
    fields.text("folder", access.folder);
    fields.texts("command", access.command);
    if (const Json* slurm = fields.object("slurm"))
        access.slurm = readSlurm(*slurm, fields.pathOf("slurm"), issues);
    fields.reportUnknown();
    return access;
}

Json slurmJson(const SlurmAccess& slurm)
{
    const SlurmAccess usual;
    Json json = Json::object();
    if (!slurm.login.empty())
        json["login"] = slurm.login;
    if (slurm.nodes != usual.nodes)
        json["nodes"] = slurm.nodes;
    if (!slurm.partition.empty())
        json["partition"] = slurm.partition;
    if (!slurm.account.empty())
        json["account"] = slurm.account;
    if (slurm.time != usual.time)
        json["time"] = durationText(slurm.time);
    if (!slurm.options.empty())
        json["options"] = slurm.options;
    return json;
}

Json accessJson(const Access& access)
{
    Json json = Json::object();
    if (access.rights != Rights::Automatic)
        json["rights"] = rightsNames[static_cast<std::size_t>(access.rights)];
    if (access.agent != AgentUse::Automatic)
        json["agent"] = agentNames[static_cast<std::size_t>(access.agent)];
    if (!access.folder.empty())
        json["folder"] = access.folder;
    if (!access.command.empty())
        json["command"] = access.command;
    if (access.slurm)
        json["slurm"] = slurmJson(*access.slurm);
    return json;
}

Json nicJson(const Nic& nic)
{
    Json json = {{"name", nic.name}};
    if (!nic.address.empty())
        json["address"] = nic.address;
    if (nic.bitsPerSecond != 0)
        json["rate"] = rateText(nic.bitsPerSecond);
    if (nic.queueBytes != 0)
        json["queue"] = sizeText(nic.queueBytes);
    return json;
}

Json nodeJson(const Node& node)
{
    Json json = {{"name", node.name}};
    if (!node.zone.empty())
        json["zone"] = node.zone;
    if (!node.host.empty())
        json["host"] = node.host;
    if (node.slots != 1)
        json["slots"] = node.slots;
    if (node.nics != Node{}.nics) {
        json["nics"] = Json::array();
        for (const Nic& nic : node.nics)
            json["nics"].push_back(nicJson(nic));
    }
    return json;
}

Json ends(const std::string& from, const std::string& to, bool bothWays)
{
    Json json = Json::object();
    if (from != "*" || to != "*") {
        json["from"] = from;
        json["to"] = to;
    }
    if (!bothWays)
        json["both_ways"] = false;
    return json;
}

Json linkJson(const Link& link)
{
    Json json = ends(link.from, link.to, link.bothWays);
    const LinkSettings& settings = link.settings;
    if (settings.bitsPerSecond)
        json["rate"] = rateText(*settings.bitsPerSecond);
    if (settings.delay)
        json["delay"] = durationText(*settings.delay);
    if (settings.jitter)
        json["jitter"] = durationText(*settings.jitter);
    if (settings.loss)
        json["loss"] = fractionText(*settings.loss);
    if (settings.queueBytes)
        json["queue"] = sizeText(*settings.queueBytes);
    return json;
}

Json bottleneckJson(const Bottleneck& bottleneck)
{
    Json json = ends(bottleneck.from, bottleneck.to, bottleneck.bothWays);
    json["rate"] = rateText(bottleneck.bitsPerSecond);
    if (bottleneck.queueBytes != 0)
        json["queue"] = sizeText(bottleneck.queueBytes);
    return json;
}

} // namespace

Cluster readCluster(const Json& json, const std::string& path, Issues& issues)
{
    Cluster cluster;
    JsonFields fields(json, path, issues);
    fields.text("name", cluster.name);
    readChoice(fields, "kind", cluster.kind, kindNames);
    if (const Json* nodes = fields.find("nodes"); nodes && nodes->is_number()) {
        int count = 0;
        fields.integer("nodes", count, 1, maximumNodes);
        cluster.nodes = numberedNodes(count);
    } else {
        readList(fields, "nodes", [&](const Json& item, const std::string& where) {
            cluster.nodes.push_back(readNode(item, where, issues));
        });
    }
    readNicRate(fields, cluster);
    readList(fields, "links", [&](const Json& item, const std::string& where) {
        cluster.links.push_back(readLink(item, where, issues));
    });
    if (const Json* bottleneck = fields.object("bottleneck"))
        cluster.bottleneck = readBottleneck(*bottleneck, fields.pathOf("bottleneck"), issues);
    fields.text("congestion_control", cluster.congestionControl);
    fields.integer("mtu", cluster.mtu, 0, 65'535);
    readChoice(fields, "mode", cluster.mode, modeNames);
    readChoice(fields, "backend", cluster.backend, backendNames);
    if (const Json* access = fields.object("access"))
        cluster.access = readAccess(*access, fields.pathOf("access"), issues);
    fields.reportUnknown();
    return cluster;
}

Json toJson(const Cluster& cluster)
{
    const Cluster usual;
    Json json = {{"name", cluster.name}};
    if (cluster.kind != usual.kind)
        json["kind"] = kindNames[static_cast<std::size_t>(cluster.kind)];
    json["nodes"] = Json::array();
    for (const Node& node : cluster.nodes)
        json["nodes"].push_back(nodeJson(node));
    for (const Link& link : cluster.links)
        json["links"].push_back(linkJson(link));
    if (cluster.bottleneck)
        json["bottleneck"] = bottleneckJson(*cluster.bottleneck);
    if (cluster.congestionControl != usual.congestionControl)
        json["congestion_control"] = cluster.congestionControl;
    if (cluster.mtu != usual.mtu)
        json["mtu"] = cluster.mtu;
    if (cluster.mode != usual.mode)
        json["mode"] = modeNames[static_cast<std::size_t>(cluster.mode)];
    if (cluster.backend != usual.backend)
        json["backend"] = backendNames[static_cast<std::size_t>(cluster.backend)];
    if (cluster.access != usual.access)
        json["access"] = accessJson(cluster.access);
    return json;
}

std::string_view switchModeName(SwitchMode mode) noexcept
{
    return modeNames[static_cast<std::size_t>(mode)];
}

std::optional<SwitchMode> parseSwitchMode(std::string_view text) noexcept
{
    const auto found = std::ranges::find(modeNames, text);
    if (found == modeNames.end())
        return std::nullopt;
    return static_cast<SwitchMode>(found - modeNames.begin());
}

} // namespace millrace::cluster

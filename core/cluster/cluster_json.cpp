// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster_json.h"

#include "core/base/field_json.h"
#include "core/base/units.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::cluster {

namespace {

/// Calls `read` for every item of a list, at most maximumSimulatedNodes.
template <typename Read>
void readList(JsonFields& fields, std::string_view key, Read read)
{
    const Json* list = fields.array(key);
    if (!list)
        return;
    if (list->size() > maximumSimulatedNodes)
        fields.problem(key, fmt::format("has {} items, more than {}", list->size(), maximumSimulatedNodes));
    for (std::size_t i = 0; i < std::min<std::size_t>(list->size(), maximumSimulatedNodes); ++i)
        read((*list)[i], fmt::format("{}[{}]", fields.pathOf(key), i));
}

template <typename Struct>
Struct readItem(const Json& json, const std::string& path, Issues& issues, FieldList<Struct> list)
{
    Struct item;
    JsonFields fields(json, path, issues);
    readFields(fields, list, item);
    fields.reportUnknown();
    return item;
}

template <typename Struct>
Json itemJson(FieldList<Struct> list, const Struct& item)
{
    Json json = Json::object();
    writeFields(json, list, item);
    return json;
}

std::vector<Node> numberedNodes(int count)
{
    std::vector<Node> nodes(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < nodes.size(); ++i)
        nodes[i].name = fmt::format("node{}", i);
    return nodes;
}

/// Reads "nic_rate" of a cluster: the default of all NICs. Written back at each NIC.
void readNicRate(JsonFields& fields, Cluster& cluster)
{
    double rate = 0;
    fields.rate("nic_rate", rate);
    for (Node& node : cluster.nodes)
        for (Nic& nic : node.nics)
            if (nic.bitsPerSecond == 0)
                nic.bitsPerSecond = rate;
}

/// The pairs that a link or a bottleneck is for.
template <typename Rule>
void readEnds(JsonFields& fields, Rule& rule)
{
    fields.text("from", rule.from);
    fields.text("to", rule.to);
    fields.boolean("both_ways", rule.bothWays);
}

Link readLink(const Json& json, const std::string& path, Issues& issues)
{
    Link link;
    JsonFields fields(json, path, issues);
    readEnds(fields, link);
    readFields(fields, linkFields, link.settings);
    fields.text("note", link.note);
    fields.reportUnknown();
    return link;
}

template <typename Rule>
Json endsJson(const Rule& rule)
{
    Json json = Json::object();
    if (rule.from != "*" || rule.to != "*") {
        json["from"] = rule.from;
        json["to"] = rule.to;
    }
    if (!rule.bothWays)
        json["both_ways"] = false;
    return json;
}

} // namespace

void readNics(JsonFields& fields, std::string_view key, Node& node)
{
    if (fields.find(key))
        node.nics.clear();
    readList(fields, key, [&](const Json& item, const std::string& where) {
        node.nics.push_back(readItem<Nic>(item, where, fields.issues(), nicFields));
    });
}

void writeNics(const Node& node, std::string_view key, Json& json)
{
    if (node.nics == Node{}.nics)
        return;
    Json& list = json[std::string(key)] = Json::array();
    for (const Nic& nic : node.nics)
        list.push_back(itemJson(nicFields, nic));
}

void readSlurmTime(JsonFields& fields, std::string_view key, SlurmAccess& slurm)
{
    std::chrono::nanoseconds time = slurm.time;
    fields.duration(key, time);
    slurm.time = std::chrono::ceil<std::chrono::seconds>(time);
}

void writeSlurmTime(const SlurmAccess& slurm, std::string_view key, Json& json)
{
    if (slurm.time != SlurmAccess{}.time)
        json[std::string(key)] = durationText(slurm.time);
}

void readSlurm(JsonFields& fields, std::string_view key, Access& access)
{
    if (fields.object(key) != nullptr)
        readObject(fields, key, slurmFields, access.slurm.emplace());
}

void writeSlurm(const Access& access, std::string_view key, Json& json)
{
    if (access.slurm)
        json[std::string(key)] = itemJson(slurmFields, *access.slurm);
}

void ClusterParts::readNodes(JsonFields& fields, std::string_view key, Cluster& cluster)
{
    if (const Json* nodes = fields.find(key); nodes && nodes->is_number()) {
        int count = 0;
        fields.integer(key, count, 1, maximumSimulatedNodes);
        cluster.nodes = numberedNodes(count);
    } else {
        readList(fields, key, [&](const Json& item, const std::string& where) {
            cluster.nodes.push_back(readItem<Node>(item, where, fields.issues(), nodeFields));
        });
    }
    readNicRate(fields, cluster);
}

void ClusterParts::writeNodes(const Cluster& cluster, std::string_view key, Json& json)
{
    Json& list = json[std::string(key)] = Json::array();
    for (const Node& node : cluster.nodes)
        list.push_back(itemJson(nodeFields, node));
}

void ClusterParts::readLinks(JsonFields& fields, std::string_view key, Cluster& cluster)
{
    readList(fields, key, [&](const Json& item, const std::string& where) {
        cluster.links.push_back(readLink(item, where, fields.issues()));
    });
}

void ClusterParts::writeLinks(const Cluster& cluster, std::string_view key, Json& json)
{
    for (const Link& link : cluster.links) {
        Json item = endsJson(link);
        writeFields(item, linkFields, link.settings);
        if (!link.note.empty())
            item["note"] = link.note;
        json[std::string(key)].push_back(std::move(item));
    }
}

void ClusterParts::readBottleneck(JsonFields& fields, std::string_view key, Cluster& cluster)
{
    const Json* json = fields.object(key);
    if (json == nullptr)
        return;
    JsonFields inside(*json, fields.pathOf(key), fields.issues());
    Bottleneck& bottleneck = cluster.bottleneck.emplace();
    readEnds(inside, bottleneck);
    readFields(inside, bottleneckFields, bottleneck);
    inside.reportUnknown();
}

void ClusterParts::writeBottleneck(const Cluster& cluster, std::string_view key, Json& json)
{
    if (!cluster.bottleneck)
        return;
    Json inside = endsJson(*cluster.bottleneck);
    writeFields(inside, bottleneckFields, *cluster.bottleneck);
    json[std::string(key)] = std::move(inside);
}

void ClusterParts::readAccess(JsonFields& fields, std::string_view key, Cluster& cluster)
{
    readObject(fields, key, accessFields, cluster.access);
}

void ClusterParts::writeAccess(const Cluster& cluster, std::string_view key, Json& json)
{
    writeObject(json, key, accessFields, cluster.access);
}

Cluster readCluster(const Json& json, const std::string& path, Issues& issues)
{
    return readItem<Cluster>(json, path, issues, clusterFields);
}

Json toJson(const Cluster& cluster)
{
    return itemJson(clusterFields, cluster);
}

std::string_view switchModeName(SwitchMode mode) noexcept
{
    return switchModeNames[static_cast<std::size_t>(mode)];
}

} // namespace millrace::cluster

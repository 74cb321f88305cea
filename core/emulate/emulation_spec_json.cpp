// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/emulate/emulation_spec.h"
#include "core/emulate/field_reader.h"

#include <charconv>
#include <fmt/format.h>

namespace millrace::emulate {

namespace {

const char* modeName(cluster::SwitchMode mode)
{
    return mode == cluster::SwitchMode::Packet ? "packet" : "fast";
}

const char* backendName(cluster::EmulationBackend backend)
{
    return backend == cluster::EmulationBackend::Netem ? "netem" : "switch";
}

void addPath(Json& json, const cluster::PathSettings& path)
{
    json["bits_per_second"] = path.bitsPerSecond;
    json["delay_ns"] = path.delay.count();
    json["jitter_ns"] = path.jitter.count();
    json["loss"] = path.loss;
    json["queue_bytes"] = path.queueBytes;
}

void readPath(FieldReader& reader, cluster::PathSettings& path)
{
    reader.optional("bits_per_second", path.bitsPerSecond);
    reader.optional("delay_ns", path.delay);
    reader.optional("jitter_ns", path.jitter);
    reader.optional("loss", path.loss);
    reader.optional("queue_bytes", path.queueBytes);
}

bool parseMac(const std::string& text, MacAddress& mac)
{
    const auto parts = split(text, ':');
    if (parts.size() != mac.size())
        return false;
    for (std::size_t i = 0; i < mac.size(); ++i) {
        const char* end = parts[i].data() + parts[i].size();
        const auto [stop, error] = std::from_chars(parts[i].data(), end, mac[i], 16);
        if (error != std::errc() || stop != end)
            return false;
    }
    return true;
}

Result<NodeSpec> parseNode(const Json& json, const std::string& where)
{
    NodeSpec node;
    FieldReader reader(json, where);
    std::string mac;
    reader.required("name", node.name);
    reader.required("address", node.address);
    reader.required("mac", mac);
    reader.optional("nic_bits_per_second", node.nicBitsPerSecond);
    reader.optional("nic_queue_bytes", node.nicQueueBytes);
    MR_CHECK(reader.result());
    if (!parseMac(mac, node.mac))
        return fail(ErrorCode::InvalidInput, where + ".mac must be six bytes like 02:4d:52:00:00:01");
    return node;
}

Result<PathUpdate> parsePath(const Json& json, const EmulationSpec& spec, const std::string& where)
{
    PathUpdate update;
    FieldReader reader(json, where);
    reader.required("from", update.from);
    reader.required("to", update.to);
    MR_CHECK(reader.result());
    const int count = static_cast<int>(spec.nodes.size());
    if (update.from < 0 || update.to < 0 || update.from >= count || update.to >= count || update.from == update.to)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} names {} → {}, which is not a pair of nodes", where, update.from, update.to));
    update.path = spec.path(update.from, update.to);
    readPath(reader, update.path);
    MR_CHECK(reader.result());
    if (update.path.bitsPerSecond > 0 && update.path.queueBytes == 0)
        update.path.queueBytes = cluster::defaultQueueBytes(update.path.bitsPerSecond);
    return update;
}

Result<SharedPortSpec> parseSharedPort(const Json& json, const std::string& where)
{
    SharedPortSpec port;
    FieldReader reader(json, where);
    reader.required("bits_per_second", port.bitsPerSecond);
    reader.required("queue_bytes", port.queueBytes);
    reader.each("pairs", [&](const Json& pair, const std::string& place) -> Result<void> {
        if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_integer() || !pair[1].is_number_integer())
            return fail(ErrorCode::InvalidInput, place + " must be two indices of nodes");
        port.pairs.emplace_back(pair[0].get<int>(), pair[1].get<int>());
        return {};
    });
    MR_CHECK(reader.result());
    return port;
}

void readChoices(FieldReader& reader, EmulationSpec& spec)
{
    std::string mode = modeName(spec.mode);
    std::string backend = backendName(spec.backend);
    reader.optional("mode", mode);
    reader.optional("backend", backend);
    if (mode != "fast" && mode != "packet")
        reader.refuse("mode", "must be fast or packet, not '" + mode + "'");
    if (backend != "switch" && backend != "netem")
        reader.refuse("backend", "must be switch or netem, not '" + backend + "'");
    spec.mode = mode == "packet" ? cluster::SwitchMode::Packet : cluster::SwitchMode::Fast;
    spec.backend = backend == "netem" ? cluster::EmulationBackend::Netem : cluster::EmulationBackend::Switch;
}

void readScalars(FieldReader& reader, EmulationSpec& spec)
{
    reader.required("id", spec.id);
    reader.optional("network", spec.network);
    reader.optional("mtu", spec.mtu);
    reader.optional("congestion_control", spec.congestionControl);
    reader.optional("seed", spec.seed);
    reader.optional("memory_limit_bytes", spec.memoryLimitBytes);
    reader.optional("segmentation_offload", spec.segmentationOffload);
    reader.optional("shared_folders", spec.sharedFolders);
    readChoices(reader, spec);
}

Json nodesJson(const EmulationSpec& spec)
{
    Json nodes = Json::array();
    for (const NodeSpec& node : spec.nodes) {
        nodes.push_back({{"name", node.name},
                         {"address", node.address},
                         {"mac", macText(node.mac)},
                         {"nic_bits_per_second", node.nicBitsPerSecond},
                         {"nic_queue_bytes", node.nicQueueBytes}});
    }
    return nodes;
}

Json pathsJson(const EmulationSpec& spec)
{
    Json paths = Json::array();
    const int count = static_cast<int>(spec.nodes.size());
    for (int from = 0; from < count; ++from) {
        for (int to = 0; to < count; ++to) {
            if (spec.path(from, to) != cluster::PathSettings{})
                paths.push_back(toJson(PathUpdate{from, to, spec.path(from, to)}));
        }
    }
    return paths;
}

Json sharedPortsJson(const EmulationSpec& spec)
{
    Json ports = Json::array();
    for (const SharedPortSpec& port : spec.sharedPorts) {
        Json pairs = Json::array();
        for (const auto& [from, to] : port.pairs)
            pairs.push_back(Json::array({from, to}));
        ports.push_back(
            {{"bits_per_second", port.bitsPerSecond}, {"queue_bytes", port.queueBytes}, {"pairs", std::move(pairs)}});
    }
    return ports;
}

} // namespace

Json toJson(const EmulationSpec& spec)
{
    return {{"id", spec.id},
            {"network", spec.network},
            {"mtu", spec.mtu},
            {"mode", modeName(spec.mode)},
            {"segmentation_offload", spec.segmentationOffload},
            {"backend", backendName(spec.backend)},
            {"congestion_control", spec.congestionControl},
            {"seed", spec.seed},
            {"memory_limit_bytes", spec.memoryLimitBytes},
            {"shared_folders", spec.sharedFolders},
            {"nodes", nodesJson(spec)},
            {"paths", pathsJson(spec)},
            {"shared_ports", sharedPortsJson(spec)}};
}

Result<EmulationSpec> parseEmulationSpec(const Json& json)
{
    EmulationSpec spec;
    FieldReader reader(json, "spec");
    readScalars(reader, spec);
    reader.each("nodes", [&](const Json& element, const std::string& where) -> Result<void> {
        MR_TRY(node, parseNode(element, where));
        spec.nodes.push_back(std::move(node));
        return {};
    });
    MR_CHECK(reader.result());
    if (spec.nodes.empty() || spec.nodes.size() > static_cast<std::size_t>(maximumNodes))
        return fail(ErrorCode::InvalidInput, fmt::format("spec.nodes must be 1 to {}", maximumNodes));
    spec.paths.resize(spec.nodes.size() * spec.nodes.size());
    reader.each("paths", [&](const Json& element, const std::string& where) -> Result<void> {
        MR_TRY(update, parsePath(element, spec, where));
        spec.path(update.from, update.to) = update.path;
        return {};
    });
    if (json.is_object() && json.contains("shared_ports")) {
        reader.each("shared_ports", [&](const Json& element, const std::string& where) -> Result<void> {
            MR_TRY(port, parseSharedPort(element, where));
            spec.sharedPorts.push_back(std::move(port));
            return {};
        });
    }
    MR_CHECK(reader.result());
    if (auto checked = checkEmulationSpec(spec); !checked)
        return within("reading the emulation's specification", std::move(checked).error());
    return spec;
}

Json toJson(const PathUpdate& update)
{
    Json json{{"from", update.from}, {"to", update.to}};
    addPath(json, update.path);
    return json;
}

Result<PathUpdate> parsePathUpdate(const Json& json, const EmulationSpec& spec)
{
    MR_TRY(update, parsePath(json, spec, "path"));
    EmulationSpec changed = spec;
    changed.path(update.from, update.to) = update.path;
    MR_CHECK(checkEmulationSpec(changed));
    return update;
}

} // namespace millrace::emulate

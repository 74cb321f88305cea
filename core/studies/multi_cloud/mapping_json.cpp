// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/base/unknown.h"
#include "core/studies/multi_cloud/mapping.h"

#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::multi_cloud {

namespace {

constexpr double large = 1e30;

void read(JsonFields& fields, MappedRun& run)
{
    fields.text("run", run.run);
    fields.text("experiment", run.experiment);
    fields.text("experiment_d", run.experimentD);
    fields.text("set", run.set);
    fields.text("task", run.task);
    fields.text("model", run.model);
    fields.text("gpu", run.gpu);
    fields.number("gpus", run.gpus, 0, 1e6);
    fields.number("target_batch", run.targetBatch, 0, 1e12);
    fields.text("providers", run.providers);
    fields.text("regions", run.regions);
    fields.text("note", run.note);
    if (run.run.empty())
        fields.problem("run", "the name of the run is missing, for example \"hivemind-77\"");
}

void read(JsonFields& fields, HostRule& rule)
{
    fields.texts("runs", rule.runs);
    fields.texts("hosts", rule.hosts);
    fields.text("region", rule.region);
    fields.text("provider", rule.provider);
    fields.text("gpu", rule.gpu);
    if (rule.hosts.empty())
        fields.problem("hosts", "the hosts are missing, for example [\"gc-t4-*\"]");
}

void read(JsonFields& fields, MappedPeer& peer)
{
    fields.text("run", peer.run);
    fields.integer("peer", peer.peer, 0, 1'000'000);
    fields.text("host", peer.host);
    if (peer.run.empty() || peer.host.empty())
        fields.problem(peer.run.empty() ? "run" : "host", "it is missing");
}

void read(JsonFields& fields, MappedModel& model)
{
    fields.text("model", model.model);
    fields.number("parameters", model.parameters, 0, large);
    fields.number("flops_per_sample", model.flopsPerSample, 0, large);
    fields.number("batch", model.batch, 0, large);
}

struct GpuPeak
{
    std::string gpu;
    double peak = 0;
};

void read(JsonFields& fields, GpuPeak& gpu)
{
    fields.text("gpu", gpu.gpu);
    fields.number("peak_flops", gpu.peak, 0, large);
}

void price(JsonFields& fields, std::string_view key, std::optional<double>& value)
{
    double number = unknown;
    fields.number(key, number, 0, 1e9);
    if (!std::isnan(number))
        value = number;
}

void read(JsonFields& fields, MachinePrice& machine)
{
    fields.text("provider", machine.provider);
    fields.text("gpu", machine.gpu);
    fields.text("region", machine.region);
    price(fields, "spot", machine.spot);
    price(fields, "on_demand", machine.onDemand);
    fields.text("date", machine.date);
    fields.text("source", machine.source);
}

void read(JsonFields& fields, EgressPrice& egress)
{
    fields.text("provider", egress.provider);
    fields.number("zone", egress.zone, 0, 1e9);
    if (const Json* inside = fields.object("inside"))
        for (const auto& [region, value] : inside->items()) {
            if (value.is_number() && value.get<double>() >= 0 && value.get<double>() < 1e9)
                egress.inside[region] = value.get<double>();
            else
                fields.problem("inside", fmt::format("the price of {} is not a number from 0", region));
        }
    fields.number("continents", egress.continents, 0, 1e9);
    fields.number("oceania", egress.oceania, 0, 1e9);
    fields.text("date", egress.date);
    fields.text("source", egress.source);
}

void read(JsonFields& fields, PublishedShares& shares)
{
    fields.texts("runs", shares.runs);
    fields.texts("providers", shares.providers);
    fields.number("internal", shares.internal, 0, 1);
    fields.number("inside_us", shares.insideUs, 0, 1);
    fields.number("continents", shares.continents, 0, 1);
    fields.number("oceania", shares.oceania, 0, 1);
    fields.boolean("each", shares.each);
    fields.text("date", shares.date);
}

void read(JsonFields& fields, PublishedCost& cost)
{
    fields.text("run", cost.run);
    fields.text("provider", cost.provider);
    fields.number("vms", cost.vms, 0, 1e9);
    fields.number("vm", cost.vm, 0, 1e9);
    fields.number("traffic", cost.traffic, 0, 1e9);
    fields.number("throughput", cost.throughput, 0, large);
}

template <typename Entry>
void readList(JsonFields& fields, const char* key, std::vector<Entry>& entries, Issues& issues)
{
    const Json* list = fields.array(key);
    if (list == nullptr)
        return;
    for (std::size_t i = 0; i < list->size(); ++i) {
        JsonFields entry((*list)[i], fmt::format("{}[{}]", key, i), issues);
        Entry value;
        read(entry, value);
        entry.reportUnknown();
        entries.push_back(std::move(value));
    }
}

// Members without content are left out.
void put(Json& object, const char* key, const std::string& value)
{
    if (!value.empty())
        object[key] = value;
}
void put(Json& object, const char* key, double value)
{
    if (value > 0 && value == std::floor(value) && value < 1e15)
        object[key] = static_cast<std::int64_t>(value);
    else if (value != 0)
        object[key] = value;
}
void put(Json& object, const char* key, const std::vector<std::string>& values)
{
    if (!values.empty())
        object[key] = values;
}

Json jsonOf(const MappedRun& run)
{
    Json json = Json::object();
    put(json, "run", run.run);
    put(json, "experiment", run.experiment);
    put(json, "experiment_d", run.experimentD);
    put(json, "set", run.set);
    put(json, "task", run.task);
    put(json, "model", run.model);
    put(json, "gpu", run.gpu);
    put(json, "gpus", run.gpus);
    put(json, "target_batch", run.targetBatch);
    put(json, "providers", run.providers);
    put(json, "regions", run.regions);
    put(json, "note", run.note);
    return json;
}

Json jsonOf(const HostRule& rule)
{
    Json json = Json::object();
    put(json, "runs", rule.runs);
    put(json, "hosts", rule.hosts);
    put(json, "provider", rule.provider);
    put(json, "region", rule.region);
    put(json, "gpu", rule.gpu);
    return json;
}

Json jsonOf(const MappedPeer& peer)
{
    return {{"run", peer.run}, {"peer", peer.peer}, {"host", peer.host}};
}

Json jsonOf(const MappedModel& model)
{
    Json json = Json::object();
    put(json, "model", model.model);
    put(json, "parameters", model.parameters);
    put(json, "flops_per_sample", model.flopsPerSample);
    put(json, "batch", model.batch);
    return json;
}

Json jsonOf(const GpuPeak& gpu)
{
    return {{"gpu", gpu.gpu}, {"peak_flops", gpu.peak}};
}

Json jsonOf(const MachinePrice& machine)
{
    Json json = Json::object();
    put(json, "provider", machine.provider);
    put(json, "gpu", machine.gpu);
    put(json, "region", machine.region);
    if (machine.spot)
        json["spot"] = *machine.spot;
    if (machine.onDemand)
        json["on_demand"] = *machine.onDemand;
    put(json, "date", machine.date);
    put(json, "source", machine.source);
    return json;
}

Json jsonOf(const EgressPrice& egress)
{
    return {{"provider", egress.provider},     {"zone", egress.zone},       {"inside", Json(egress.inside)},
            {"continents", egress.continents}, {"oceania", egress.oceania}, {"date", egress.date},
            {"source", egress.source}};
}

Json jsonOf(const PublishedShares& shares)
{
    Json json{{"runs", shares.runs},          {"providers", shares.providers},   {"internal", shares.internal},
              {"inside_us", shares.insideUs}, {"continents", shares.continents}, {"oceania", shares.oceania}};
    if (shares.each)
        json["each"] = true;
    json["date"] = shares.date;
    return json;
}

Json jsonOf(const PublishedCost& cost)
{
    return {{"run", cost.run}, {"provider", cost.provider}, {"vms", cost.vms},
            {"vm", cost.vm},   {"traffic", cost.traffic},   {"throughput", cost.throughput}};
}

template <typename Entry>
void writeList(std::string& text, const char* key, const std::vector<Entry>& entries)
{
    text += fmt::format("  \"{}\": [", key);
    for (std::size_t i = 0; i < entries.size(); ++i)
        text +=
            (i == 0 ? "\n    " : ",\n    ") + jsonOf(entries[i]).dump(-1, ' ', false, Json::error_handler_t::replace);
    text += entries.empty() ? "],\n" : "\n  ],\n";
}

} // namespace

Result<MultiCloudMapping> parseMultiCloudMapping(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return fail(ErrorCode::InvalidInput, "a mapping is one JSON object with runs, hosts and peers; this is none");
    Issues issues;
    MultiCloudMapping mapping;
    JsonFields fields(json, "", issues);
    int version = 1;
    std::string study = "multi-cloud";
    fields.integer("mapping", version, 1, 1);
    fields.text("study", study);
    if (study != "multi-cloud")
        fields.problem("study", fmt::format("this is a mapping of {}, not of multi-cloud", study));
    readList(fields, "runs", mapping.runs, issues);
    fields.texts("published_runs", mapping.published);
    readList(fields, "hosts", mapping.hosts, issues);
    readList(fields, "peers", mapping.peers, issues);
    readList(fields, "models", mapping.models, issues);
    std::vector<GpuPeak> peaks;
    readList(fields, "gpus", peaks, issues);
    for (const auto& [gpu, peak] : peaks)
        mapping.gpuPeaks[gpu] = peak;
    readList(fields, "vm_prices", mapping.machines, issues);
    readList(fields, "egress_prices", mapping.egress, issues);
    readList(fields, "published_shares", mapping.shares, issues);
    readList(fields, "published_costs", mapping.costs, issues);
    if (const Json* storage = fields.object("storage_egress")) {
        JsonFields entry(*storage, "storage_egress", issues);
        entry.number("egress", mapping.storageEgress, 0, 1e9);
        entry.text("date", mapping.storageDate);
        entry.text("source", mapping.storageSource);
    }
    fields.reportUnknown();
    for (const Issue& issue : issues)
        if (issue.severity != Severity::Note)
            return fail(ErrorCode::InvalidInput, issueText(issue));
    return mapping;
}

std::string writeMultiCloudMapping(const MultiCloudMapping& mapping)
{
    std::string text = "{\n  \"mapping\": 1,\n  \"study\": \"multi-cloud\",\n";
    writeList(text, "runs", mapping.runs);
    if (!mapping.published.empty())
        text += fmt::format("  \"published_runs\": {},\n", Json(mapping.published).dump());
    writeList(text, "hosts", mapping.hosts);
    writeList(text, "peers", mapping.peers);
    writeList(text, "models", mapping.models);
    std::vector<GpuPeak> peaks;
    for (const auto& [gpu, peak] : mapping.gpuPeaks)
        peaks.push_back({gpu, peak});
    writeList(text, "gpus", peaks);
    writeList(text, "vm_prices", mapping.machines);
    writeList(text, "egress_prices", mapping.egress);
    writeList(text, "published_shares", mapping.shares);
    writeList(text, "published_costs", mapping.costs);
    const Json storage{
        {"egress", mapping.storageEgress}, {"date", mapping.storageDate}, {"source", mapping.storageSource}};
    return text + "  \"storage_egress\": " + storage.dump() + "\n}\n";
}

} // namespace millrace::studies::multi_cloud

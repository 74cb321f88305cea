// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/report/setup_tables.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::report {

namespace {

/// A value of a snapshot, and the nodes that reported it.
struct Fact
{
    std::string key; ///< "cpu.model"
    std::string value;
    std::vector<std::string> nodes;
};

std::string scalarText(const Json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Calls `add` for every scalar inside; lists of scalars become one value.
void flatten(const Json& json, const std::string& key, const std::function<void(const std::string&, std::string)>& add)
{
    const auto isScalar = [](const Json& each) { return !each.is_structured(); };
    if (json.is_object()) {
        for (const auto& [name, value] : json.items())
            flatten(value, key.empty() ? name : key + "." + name, add);
    } else if (json.is_array() && !std::ranges::all_of(json, isScalar)) {
        for (std::size_t i = 0; i < json.size(); ++i)
            flatten(json[i], fmt::format("{}[{}]", key, i), add);
    } else if (json.is_array()) {
        std::vector<std::string> values;
        for (const Json& each : json)
            values.push_back(scalarText(each));
        add(key, join(values, ", "));
    } else if (!json.is_null()) {
        add(key, scalarText(json));
    }
}

void collect(std::vector<Fact>& facts, const store::Snapshot& snapshot)
{
    const Json json = Json::parse(snapshot.json, nullptr, false);
    if (json.is_discarded())
        return;
    flatten(json, {}, [&](const std::string& key, std::string value) {
        const auto known =
            std::ranges::find_if(facts, [&](const Fact& fact) { return fact.key == key && fact.value == value; });
        if (known != facts.end()) {
            known->nodes.push_back(snapshot.node);
            return;
        }
        // Values of one key are adjacent.
        const auto last = std::ranges::find(facts.rbegin(), facts.rend(), key, &Fact::key);
        facts.insert(last == facts.rend() ? facts.end() : last.base(), {key, std::move(value), {snapshot.node}});
    });
}

struct BriefKey
{
    std::string_view key;
    std::string_view label;
};

constexpr std::array briefKeys = {BriefKey{"distribution", "system"},
                                  BriefKey{"kernel", "kernel"},
                                  BriefKey{"architecture", "architecture"},
                                  BriefKey{"cpu.model", "processor"},
                                  BriefKey{"cpu.count", "processors"},
                                  BriefKey{"memory_bytes", "memory"},
                                  BriefKey{"clock_source", "clock source"},
                                  BriefKey{"congestion_control.available", "congestion controls available"}};
constexpr std::array emulationKeys = {BriefKey{"backend", "emulated by"}, BriefKey{"mode", "frames"},
                                      BriefKey{"mtu", "MTU"}, BriefKey{"congestion_control", "congestion control"},
                                      BriefKey{"network", "network"}};

std::string emulationText(std::string_view key, const std::string& value)
{
    if (key == "mode")
        return value == "packet" ? "single packets (mode packet)" : "up to 64 KiB at once (mode fast)";
    if (key == "backend")
        return value == "switch" ? "Millrace's user-space switch" : "kernel netem";
    return value;
}

void addBrief(Table& table, const std::vector<Fact>& facts, std::size_t nodes)
{
    for (const BriefKey& brief : briefKeys)
        for (const Fact& fact : facts)
            if (fact.key == brief.key) {
                const auto bytes = parseDouble(fact.value);
                const std::string value = brief.key == "memory_bytes" && bytes ? humanSize(*bytes) : fact.value;
                const std::string where = fact.nodes.size() == nodes ? "" : " (" + join(fact.nodes, ", ") + ")";
                table.rows.push_back({std::string(brief.label) + where, value});
            }
}

std::string whereText(const Fact& fact, std::size_t nodes)
{
    return fact.nodes.size() == nodes && nodes > 1 ? fmt::format("all {} nodes", nodes) : join(fact.nodes, ", ");
}

Environment makeTables(const store::RunRecord& run, const std::vector<store::Snapshot>& snapshots)
{
    Environment environment;
    Table& brief = environment.brief;
    brief.title = "Machine and emulation";
    brief.columns = {{"what"}, {"value"}};
    Table& full = environment.full;
    full.title = fmt::format("Everything that was recorded, run {}", run.position);
    full.columns = {{"key"}, {"value"}, {"where"}};
    std::vector<Fact> facts;
    std::size_t nodes = 0;
    for (const store::Snapshot& snapshot : snapshots)
        if (!snapshot.node.empty()) {
            collect(facts, snapshot);
            ++nodes;
        }
    addBrief(brief, facts, nodes);
    for (const Fact& fact : facts)
        full.rows.push_back({fact.key, fact.value, whereText(fact, nodes)});
    brief.notes.push_back(fmt::format("The machine as found for run {}.", run.position));
    return environment;
}

/// How the cells were emulated; cells may differ, as loss requires single packets.
Result<void> addEmulation(Table& brief, store::RunRepository& repository, const CampaignData& data)
{
    constexpr std::size_t mostCells = 60;
    std::vector<Fact> facts;
    std::size_t cells = 0;
    for (const CellRuns& cell : data.cells) {
        if (cells == mostCells)
            break;
        const std::size_t row = cell.rows.empty() ? cell.example : cell.rows.front();
        MR_TRY(snapshots, repository.snapshots(data.rows[row].run.id));
        for (const store::Snapshot& snapshot : snapshots)
            if (snapshot.node.empty()) {
                collect(facts, snapshot);
                ++cells;
            }
    }
    for (const BriefKey& key : emulationKeys)
        for (const Fact& fact : facts)
            if (fact.key == key.key) {
                const std::string where =
                    fact.nodes.size() == cells ? "" : fmt::format(" ({} of {} cells)", fact.nodes.size(), cells);
                brief.rows.push_back({std::string(key.label), emulationText(key.key, fact.value) + where});
            }
    return {};
}

} // namespace

Result<Environment> environmentTables(store::Database& database, const CampaignData& data)
{
    constexpr int mostTries = 50; // runs that failed before their snapshot
    SystemClock clock;
    store::RunRepository repository(database, clock);
    int tries = 0;
    for (const store::ResultRow& row : data.rows) {
        if (row.run.state == store::RunState::Planned || ++tries > mostTries)
            continue;
        MR_TRY(snapshots, repository.snapshots(row.run.id));
        if (snapshots.empty())
            continue;
        Environment environment = makeTables(row.run, snapshots);
        MR_CHECK(addEmulation(environment.brief, repository, data));
        return environment;
    }
    Environment none;
    none.brief.title = "Machine and emulation";
    none.brief.columns = {{"what"}, {"value"}};
    none.brief.notes = {"No run has recorded its environment."};
    return none;
}

} // namespace millrace::report

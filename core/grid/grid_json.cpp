// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/grid_json.h"

#include "core/base/units.h"

#include <fmt/format.h>

namespace millrace::grid {

namespace {

const std::vector<std::string> orderNames = {"randomised-blocks", "as-listed", "shuffled"};

Result<Level> readLevel(Quantity quantity, const Json& json, std::string_view name)
{
    const bool text = quantity == Quantity::Text;
    if (json.is_string() && quantity != Quantity::Boolean)
        return parseLevel(quantity, json.get_ref<const std::string&>(), name);
    if (json.is_boolean() && quantity == Quantity::Boolean)
        return booleanLevel(json.get<bool>());
    if (json.is_number() && !text && quantity != Quantity::Boolean)
        return parseLevel(quantity, json.dump(), name);
    if (text)
        return fail(ErrorCode::InvalidInput, fmt::format("{} is not a text; write it in quotes", briefJson(json)));
    return fail(ErrorCode::InvalidInput, fmt::format("{} is not {}", briefJson(json), quantityWord(quantity)));
}

/// Levels of own factors are what JSON says they are.
Quantity quantityOfJson(const Json& json)
{
    return json.is_number() ? Quantity::Number : json.is_boolean() ? Quantity::Boolean : Quantity::Text;
}

Quantity expectedQuantity(const Factor& factor, const Json& json)
{
    const KnownFactor* known = findKnownFactor(factor.name);
    return known && !factor.own ? known->quantity : quantityOfJson(json);
}

Factor readFactor(const Json& json, const std::string& path, Issues& issues)
{
    Factor factor;
    JsonFields fields(json, path, issues);
    fields.text("name", factor.name);
    fields.boolean("own", factor.own);
    fields.text("unit", factor.unit);
    if (const Json* levels = fields.array("levels"))
        for (std::size_t i = 0; i < levels->size(); ++i) {
            const Json& value = (*levels)[i];
            if (auto level = readLevel(expectedQuantity(factor, value), value, factor.name))
                factor.levels.push_back(*std::move(level));
            else
                fields.problem(fmt::format("levels[{}]", i), level.error().what);
        }
    if (const Json* former = fields.find("former_level")) {
        if (auto level = readLevel(expectedQuantity(factor, *former), *former, factor.name))
            factor.formerLevel = *std::move(level);
        else
            fields.problem("former_level", level.error().what);
    }
    fields.reportUnknown();
    return factor;
}

Condition readCondition(const Json& json, const std::string& path, Issues& issues)
{
    if (json.is_string())
        return {json.get<std::string>(), {}};
    Condition condition;
    JsonFields fields(json, path, issues);
    fields.text("expression", condition.expression);
    fields.text("reason", condition.reason);
    fields.reportUnknown();
    return condition;
}

void readAssignment(const Json& levels, const GridSpec& grid, Exclusion& exclusion, JsonFields& fields)
{
    for (const auto& [name, value] : levels.items()) {
        const Factor* factor = findFactor(grid, name);
        exclusion.assignment.emplace_back(name, std::vector<Level>{});
        const Json list = value.is_array() ? value : Json::array({value});
        for (const Json& item : list) {
            auto level = readLevel(factor ? quantityOf(*factor) : quantityOfJson(item), item, name);
            if (level)
                exclusion.assignment.back().second.push_back(*std::move(level));
            else
                fields.problem(fmt::format("levels.{}", name), level.error().what);
        }
    }
}

Exclusion readExclusion(const Json& json, const GridSpec& grid, const std::string& path, Issues& issues)
{
    Exclusion exclusion;
    if (json.is_string()) {
        exclusion.expression = json.get<std::string>();
        return exclusion;
    }
    JsonFields fields(json, path, issues);
    fields.text("expression", exclusion.expression);
    fields.text("reason", exclusion.reason);
    if (const Json* levels = fields.object("levels"))
        readAssignment(*levels, grid, exclusion, fields);
    fields.reportUnknown();
    return exclusion;
}

StopRule readStopRule(const Json& json, const std::string& path, Issues& issues)
{
    StopRule rule;
    JsonFields fields(json, path, issues);
    fields.text("metric", rule.metric);
    fields.fraction("half_width", rule.halfWidth);
    fields.integer("at_least", rule.atLeast, 2, 100'000);
    fields.integer("at_most", rule.atMost, 2, 100'000);
    fields.reportUnknown();
    return rule;
}

GateTolerances readGate(const Json& json, const std::string& path, Issues& issues)
{
    GateTolerances gate;
    JsonFields fields(json, path, issues);
    fields.boolean("enabled", gate.enabled);
    fields.fraction("delay", gate.delay);
    fields.duration("delay_floor", gate.delayFloor);
    fields.fraction("rate", gate.rate);
    fields.fraction("loss_confidence", gate.lossConfidence);
    fields.fraction("traffic", gate.traffic);
    fields.duration("lateness", gate.lateness);
    fields.reportUnknown();
    return gate;
}

Json factorJson(const Factor& factor)
{
    Json json = {{"name", factor.name}};
    if (factor.own)
        json["own"] = true;
    if (!factor.unit.empty())
        json["unit"] = factor.unit;
    json["levels"] = Json::array();
    for (const Level& level : factor.levels)
        json["levels"].push_back(toJson(level));
    if (factor.formerLevel)
        json["former_level"] = toJson(*factor.formerLevel);
    return json;
}

Json exclusionJson(const Exclusion& exclusion)
{
    Json json = Json::object();
    if (!exclusion.expression.empty())
        json["expression"] = exclusion.expression;
    for (const auto& [name, levels] : exclusion.assignment) {
        Json list = Json::array();
        for (const Level& level : levels)
            list.push_back(toJson(level));
        json["levels"][name] = list.size() == 1 ? list[0] : list;
    }
    if (!exclusion.reason.empty())
        json["reason"] = exclusion.reason;
    return json;
}

Json gateJson(const GateTolerances& gate)
{
    const GateTolerances usual;
    Json json = Json::object();
    if (gate.enabled != usual.enabled)
        json["enabled"] = gate.enabled;
    if (gate.delay != usual.delay)
        json["delay"] = fractionText(gate.delay);
    if (gate.delayFloor != usual.delayFloor)
        json["delay_floor"] = durationText(gate.delayFloor);
    if (gate.rate != usual.rate)
        json["rate"] = fractionText(gate.rate);
    if (gate.lossConfidence != usual.lossConfidence)
        json["loss_confidence"] = fractionText(gate.lossConfidence);
    if (gate.traffic != usual.traffic)
        json["traffic"] = fractionText(gate.traffic);
    if (gate.lateness != usual.lateness)
        json["lateness"] = durationText(gate.lateness);
    return json;
}

void addRules(const GridSpec& grid, Json& json)
{
    for (const Condition& condition : grid.conditions) {
        json["conditions"].push_back({{"expression", condition.expression}});
        if (!condition.reason.empty())
            json["conditions"].back()["reason"] = condition.reason;
    }
    for (const Exclusion& exclusion : grid.exclusions)
        json["exclusions"].push_back(exclusionJson(exclusion));
}

} // namespace

GridSpec readGrid(const Json& json, const std::string& path, Issues& issues)
{
    GridSpec grid;
    JsonFields fields(json, path, issues);
    fields.text("name", grid.name);
    fields.text("cluster", grid.cluster);
    fields.text("workload", grid.workload);
    const auto each = [&](const char* key, auto read) {
        if (const Json* list = fields.array(key))
            for (std::size_t i = 0; i < list->size(); ++i)
                read((*list)[i], fmt::format("{}[{}]", fields.pathOf(key), i));
    };
    each("factors",
         [&](const Json& item, const std::string& where) { grid.factors.push_back(readFactor(item, where, issues)); });
    each("conditions", [&](const Json& item, const std::string& where) {
        grid.conditions.push_back(readCondition(item, where, issues));
    });
    each("exclusions", [&](const Json& item, const std::string& where) {
        grid.exclusions.push_back(readExclusion(item, grid, where, issues));
    });
    fields.integer("repetitions", grid.repetitions, 1, 100'000);
    fields.unsigned64("seed", grid.seed);
    fields.boolean("paired_seeds", grid.pairedSeeds);
    auto order = static_cast<std::size_t>(grid.order);
    fields.choice("order", order, orderNames);
    grid.order = static_cast<Order>(order);
    fields.integer("warmup_runs", grid.warmupRuns, 0, 10'000);
    if (const Json* rule = fields.object("stop_rule"))
        grid.stopRule = readStopRule(*rule, fields.pathOf("stop_rule"), issues);
    if (const Json* gate = fields.object("gate"))
        grid.gate = readGate(*gate, fields.pathOf("gate"), issues);
    if (const Json* capture = fields.object("capture"))
        grid.capture = readCapture(*capture, fields.pathOf("capture"), issues);
    fields.reportUnknown();
    return grid;
}

Json toJson(const Level& level)
{
    if (const bool* boolean = std::get_if<bool>(&level.value))
        return *boolean;
    // Plain numbers stay numbers; what has a unit is written with it.
    if (const double* number = std::get_if<double>(&level.value)) {
        const bool whole = *number == std::floor(*number) && std::abs(*number) < 9e15;
        if (whole && fmt::format("{}", static_cast<std::int64_t>(*number)) == level.text)
            return static_cast<std::int64_t>(*number);
        if (numberLevel(Quantity::Number, *number).text == level.text)
            return *number;
    }
    return level.text;
}

Json toJson(const GridSpec& grid)
{
    const GridSpec usual;
    Json json = {{"name", grid.name}, {"cluster", grid.cluster}, {"workload", grid.workload}};
    json["factors"] = Json::array();
    for (const Factor& factor : grid.factors)
        json["factors"].push_back(factorJson(factor));
    addRules(grid, json);
    if (grid.repetitions != usual.repetitions)
        json["repetitions"] = grid.repetitions;
    if (grid.seed != usual.seed)
        json["seed"] = grid.seed;
    if (grid.pairedSeeds)
        json["paired_seeds"] = true;
    if (grid.order != usual.order)
        json["order"] = orderNames[static_cast<std::size_t>(grid.order)];
    if (grid.warmupRuns != 0)
        json["warmup_runs"] = grid.warmupRuns;
    if (grid.stopRule)
        json["stop_rule"] = {{"metric", grid.stopRule->metric},
                             {"half_width", fractionText(grid.stopRule->halfWidth)},
                             {"at_least", grid.stopRule->atLeast},
                             {"at_most", grid.stopRule->atMost}};
    if (Json gate = gateJson(grid.gate); !gate.empty())
        json["gate"] = std::move(gate);
    if (Json capture = toJson(grid.capture); !capture.empty())
        json["capture"] = std::move(capture);
    return json;
}

} // namespace millrace::grid

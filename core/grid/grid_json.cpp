// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/grid_json.h"

#include "core/base/field_json.h"

#include <fmt/format.h>

namespace millrace::grid {

namespace {

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

/// Levels of user-defined factors have their JSON type.
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

/// Calls `read` with every item of a list and its place.
template <typename Read>
void readEach(JsonFields& fields, std::string_view key, Read read)
{
    if (const Json* list = fields.array(key))
        for (std::size_t i = 0; i < list->size(); ++i)
            read((*list)[i], fmt::format("{}[{}]", fields.pathOf(key), i));
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

} // namespace

void GridParts::readFactors(JsonFields& fields, std::string_view key, GridSpec& grid)
{
    readEach(fields, key, [&](const Json& item, const std::string& where) {
        grid.factors.push_back(readFactor(item, where, fields.issues()));
    });
}

void GridParts::writeFactors(const GridSpec& grid, std::string_view key, Json& json)
{
    Json& list = json[std::string(key)] = Json::array();
    for (const Factor& factor : grid.factors)
        list.push_back(factorJson(factor));
}

void GridParts::readConditions(JsonFields& fields, std::string_view key, GridSpec& grid)
{
    readEach(fields, key, [&](const Json& item, const std::string& where) {
        grid.conditions.push_back(readCondition(item, where, fields.issues()));
    });
}

void GridParts::writeConditions(const GridSpec& grid, std::string_view key, Json& json)
{
    for (const Condition& condition : grid.conditions) {
        Json& list = json[std::string(key)];
        list.push_back({{"expression", condition.expression}});
        if (!condition.reason.empty())
            list.back()["reason"] = condition.reason;
    }
}

void GridParts::readExclusions(JsonFields& fields, std::string_view key, GridSpec& grid)
{
    readEach(fields, key, [&](const Json& item, const std::string& where) {
        grid.exclusions.push_back(readExclusion(item, grid, where, fields.issues()));
    });
}

void GridParts::writeExclusions(const GridSpec& grid, std::string_view key, Json& json)
{
    for (const Exclusion& exclusion : grid.exclusions)
        json[std::string(key)].push_back(exclusionJson(exclusion));
}

void GridParts::readStopRule(JsonFields& fields, std::string_view key, GridSpec& grid)
{
    if (StopRule rule; fields.object(key) != nullptr) {
        readObject(fields, key, stopRuleFields, rule);
        grid.stopRule = rule;
    }
}

void GridParts::writeStopRule(const GridSpec& grid, std::string_view key, Json& json)
{
    if (grid.stopRule)
        writeObject(json, key, stopRuleFields, *grid.stopRule);
}

void GridParts::readGate(JsonFields& fields, std::string_view key, GridSpec& grid)
{
    readObject(fields, key, gateFields, grid.gate);
}

void GridParts::writeGate(const GridSpec& grid, std::string_view key, Json& json)
{
    writeObject(json, key, gateFields, grid.gate);
}

void GridParts::readCapture(JsonFields& fields, std::string_view key, GridSpec& grid)
{
    readObject(fields, key, captureFields, grid.capture);
}

void GridParts::writeCapture(const GridSpec& grid, std::string_view key, Json& json)
{
    writeObject(json, key, captureFields, grid.capture);
}

GridSpec readGrid(const Json& json, const std::string& path, Issues& issues)
{
    GridSpec grid;
    JsonFields fields(json, path, issues);
    readFields(fields, gridFields, grid);
    fields.reportUnknown();
    return grid;
}

Json toJson(const Level& level)
{
    if (const bool* boolean = std::get_if<bool>(&level.value))
        return *boolean;
    // Plain numbers stay numbers; quantities are written with a unit.
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
    Json json = Json::object();
    writeFields(json, gridFields, grid);
    return json;
}

} // namespace millrace::grid

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/wall_zone.h"
#include "core/base/json_fields.h"
#include "core/importers/table_mapping.h"
#include "core/importers/table_units.h"
#include "core/monitor/log_line.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::importers {

namespace {

const std::vector<std::string> timeKinds = {"relative", "epoch", "text"};
const std::vector<std::string> reductions = {"mean", "median", "min", "max", "sum", "first", "last", "p99"};
constexpr std::size_t mostColumns = 10'000;

void readTime(const Json& object, const std::string& path, TableMapping& mapping, Issues& issues)
{
    JsonFields fields(object, path, issues);
    TableMapping::Time time;
    std::size_t kind = 0;
    fields.text("column", time.column);
    fields.choice("kind", kind, timeKinds);
    time.kind = static_cast<TableTime>(kind);
    fields.text("unit", time.unit);
    fields.text("zone", time.zone);
    if (time.column.empty())
        fields.problem("column", "name the column of the time");
    if (const auto unit = storeUnitOf(time.unit); !unit || unit->unit != "s")
        fields.problem("unit", "must be s, ms, us, ns, min or h");
    if (const auto zone = analysis::WallZone::parse(time.zone); !zone)
        fields.problem("zone", zone.error().what);
    fields.reportUnknown();
    mapping.time = std::move(time);
}

void readValues(const Json& list, const std::string& path, bool metrics, std::vector<TableMapping::Value>& values,
                Issues& issues)
{
    for (std::size_t i = 0; i < std::min(list.size(), mostColumns); ++i) {
        JsonFields fields(list[i], fmt::format("{}[{}]", path, i), issues);
        TableMapping::Value value;
        fields.text("column", value.column);
        value.name = value.column;
        fields.text("name", value.name);
        fields.text("unit", value.unit);
        fields.number("factor", value.factor, -1e30, 1e30);
        fields.text("node", value.node);
        if (metrics) {
            std::size_t reduce = 0;
            fields.choice("reduce", reduce, reductions);
            value.reduce = reductions[reduce];
        }
        if (value.column.empty())
            fields.problem("column", "name the column");
        fields.reportUnknown();
        values.push_back(std::move(value));
    }
}

void readFactors(const Json& list, const std::string& path, std::vector<TableMapping::Factor>& factors, Issues& issues)
{
    for (std::size_t i = 0; i < std::min(list.size(), mostColumns); ++i) {
        JsonFields fields(list[i], fmt::format("{}[{}]", path, i), issues);
        TableMapping::Factor factor;
        fields.text("column", factor.column);
        factor.name = factor.column;
        fields.text("name", factor.name);
        fields.text("unit", factor.unit);
        if (factor.column.empty())
            fields.problem("column", "name the column");
        fields.reportUnknown();
        factors.push_back(std::move(factor));
    }
}

TableMapping readMapping(const Json& object, const std::string& path, Issues& issues)
{
    TableMapping mapping;
    JsonFields fields(object, path, issues);
    if (const Json* time = fields.object("time"))
        readTime(*time, fields.pathOf("time"), mapping, issues);
    if (const Json* list = fields.array("series"))
        readValues(*list, fields.pathOf("series"), false, mapping.series, issues);
    if (const Json* list = fields.array("metrics"))
        readValues(*list, fields.pathOf("metrics"), true, mapping.metrics, issues);
    if (const Json* list = fields.array("factors"))
        readFactors(*list, fields.pathOf("factors"), mapping.factors, issues);
    fields.text("node", mapping.node);
    fields.text("run", mapping.run);
    std::string delimiter;
    fields.text("delimiter", delimiter);
    if (delimiter.size() > 1)
        fields.problem("delimiter", "must be one character");
    else if (!delimiter.empty())
        mapping.delimiter = delimiter.front();
    fields.boolean("header", mapping.header);
    fields.reportUnknown();
    return mapping;
}

Json valuesJson(const std::vector<TableMapping::Value>& values, bool metrics)
{
    Json list = Json::array();
    for (const TableMapping::Value& value : values) {
        Json json{{"column", value.column}, {"name", value.name}, {"unit", value.unit}, {"factor", value.factor}};
        if (!value.node.empty())
            json["node"] = value.node;
        if (metrics)
            json["reduce"] = value.reduce;
        list.push_back(std::move(json));
    }
    return list;
}

} // namespace

Result<std::vector<TableMapping>> parseTableMappings(std::string_view json, const std::string& name)
{
    const Json document = Json::parse(json, nullptr, false, true);
    if (!document.is_object())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} is not a JSON object that maps the columns of a table", name));
    std::vector<TableMapping> mappings;
    Issues issues;
    if (document.contains("mappings")) {
        JsonFields fields(document, {}, issues);
        if (const Json* list = fields.array("mappings"))
            for (std::size_t i = 0; i < std::min(list->size(), mostColumns); ++i)
                mappings.push_back(readMapping((*list)[i], fmt::format("mappings[{}]", i), issues));
        fields.reportUnknown();
    } else {
        mappings.push_back(readMapping(document, {}, issues));
    }
    for (const Issue& issue : issues)
        if (issue.severity != Severity::Note)
            return fail(ErrorCode::InvalidInput, fmt::format("{}: {}: {}", name, issue.where, issue.example));
    if (mappings.empty())
        return fail(ErrorCode::InvalidInput, fmt::format("{} has no mapping", name));
    return mappings;
}

std::string mappingJson(const TableMapping& mapping)
{
    Json json = Json::object();
    if (mapping.time)
        json["time"] = {{"column", mapping.time->column},
                        {"kind", timeKinds[static_cast<std::size_t>(mapping.time->kind)]},
                        {"unit", mapping.time->unit},
                        {"zone", mapping.time->zone}};
    json["series"] = valuesJson(mapping.series, false);
    json["metrics"] = valuesJson(mapping.metrics, true);
    Json factors = Json::array();
    for (const TableMapping::Factor& factor : mapping.factors)
        factors.push_back({{"column", factor.column}, {"name", factor.name}, {"unit", factor.unit}});
    json["factors"] = std::move(factors);
    json["node"] = mapping.node;
    json["run"] = mapping.run;
    if (mapping.delimiter != 0)
        json["delimiter"] = std::string(1, mapping.delimiter);
    json["header"] = mapping.header;
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

} // namespace millrace::importers

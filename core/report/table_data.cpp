// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/report/safe_text.h"
#include "core/report/table_writers.h"

#include <cmath>

namespace millrace::report {

namespace {

std::string csvCell(const Cell& cell)
{
    if (isUnknown(cell))
        return {};
    if (const double* number = std::get_if<double>(&cell))
        return shortest(*number);
    if (const Quantity* quantity = std::get_if<Quantity>(&cell))
        return shortest(quantity->value);
    return csvField(std::get<std::string>(cell));
}

Json jsonNumber(double value)
{
    if (!std::isfinite(value))
        return nullptr;
    const bool whole = value == std::floor(value) && std::abs(value) < 9e15;
    return whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

Json jsonCell(const Cell& cell)
{
    if (const double* number = std::get_if<double>(&cell))
        return jsonNumber(*number);
    if (const Quantity* quantity = std::get_if<Quantity>(&cell))
        return jsonNumber(quantity->value);
    if (const std::string* text = std::get_if<std::string>(&cell))
        return validUtf8(*text);
    return nullptr;
}

} // namespace

std::string csvField(std::string_view text)
{
    std::string valid = validUtf8(text);
    const bool plain = valid.find_first_of(",\"\r\n") == std::string::npos;
    const bool edges = !valid.empty() && (valid.front() == ' ' || valid.back() == ' ');
    if (plain && !edges)
        return valid;
    std::string quoted = "\"";
    for (const char c : valid) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

namespace {

std::string csvRecord(std::size_t size, auto field)
{
    std::string line;
    for (std::size_t i = 0; i < size; ++i) {
        line += i == 0 ? "" : ",";
        line += field(i);
    }
    return line + "\r\n";
}

} // namespace

std::string csvHeader(const Table& table)
{
    return csvRecord(table.columns.size(), [&table](std::size_t i) {
        const Column& column = table.columns[i];
        return csvField(column.unit.empty() ? column.name : column.name + " (" + column.unit + ")");
    });
}

std::string csvLine(const std::vector<Cell>& row)
{
    return csvRecord(row.size(), [&row](std::size_t i) { return csvCell(row[i]); });
}

std::string toCsv(const Table& table)
{
    std::string csv = csvHeader(table);
    for (const auto& row : table.rows)
        csv += csvLine(row);
    return csv;
}

Json toJson(const std::vector<Cell>& row)
{
    Json cells = Json::array();
    for (const Cell& cell : row)
        cells.push_back(jsonCell(cell));
    return cells;
}

Json toJson(const Table& table)
{
    Json json{{"title", validUtf8(table.title)}, {"columns", Json::array()}, {"rows", Json::array()}};
    for (const Column& column : table.columns)
        json["columns"].push_back(
            {{"name", validUtf8(column.name)}, {"unit", validUtf8(column.unit)}, {"how", validUtf8(column.how)}});
    for (const auto& row : table.rows)
        json["rows"].push_back(toJson(row));
    json["notes"] = Json::array();
    for (const std::string& note : table.notes)
        json["notes"].push_back(validUtf8(note));
    return json;
}

} // namespace millrace::report

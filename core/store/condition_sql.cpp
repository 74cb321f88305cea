// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/condition_sql.h"

#include <fmt/format.h>

namespace millrace::store {

namespace {

using Operator = RunCondition::Operator;

std::string escapeLike(std::string_view text)
{
    std::string escaped;
    for (const char c : text) {
        if (c == '%' || c == '_' || c == '\\')
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

/// Searches the visible columns of a run list: texts of errors and ids would match by accident.
SqlPiece containsSql(const std::string& text)
{
    const std::string inside = '%' + escapeLike(text) + '%';
    return {"(r.state LIKE ? ESCAPE '\\' OR EXISTS (SELECT 1 FROM run_factors f WHERE f.run_id = r.id AND f.level LIKE "
            "? ESCAPE '\\'))",
            {inside, inside}};
}

std::string_view signOf(Operator op)
{
    switch (op) {
    case Operator::Less: return "<";
    case Operator::LessEqual: return "<=";
    case Operator::Greater: return ">";
    case Operator::GreaterEqual: return ">=";
    default: return "=";
    }
}

/// Columns of runs by their names in filters.
std::string_view numberColumn(std::string_view name)
{
    if (name == campaignField)
        return "r.campaign_id";
    if (name == runField)
        return "r.position";
    if (name == "repetition")
        return "r.repetition";
    if (name == "attempt")
        return "r.attempt";
    if (name == "block")
        return "r.block";
    if (name == "duration")
        return "r.duration_ns * 1e-9";
    return {};
}

bool isYes(const std::string& text)
{
    return text == "yes" || text == "true" || text == "1";
}

SqlPiece textColumnSql(const RunCondition& condition)
{
    const std::string& text = condition.text;
    const std::string inside = '%' + escapeLike(text) + '%', first = escapeLike(text) + '%';
    if (condition.name == "state")
        return {"r.state = ? COLLATE NOCASE", {text}};
    if (condition.name == "error")
        return {"(r.error_code = ? OR r.error_text LIKE ? ESCAPE '\\')", {text, inside}};
    if (condition.name == "reason")
        return {"r.exclusion_reason LIKE ? ESCAPE '\\'", {inside}};
    if (condition.name == "grid")
        return {"r.campaign_id IN (SELECT c.id FROM campaigns c WHERE c.grid_name = ? COLLATE NOCASE)", {text}};
    if (condition.name == campaignIdField)
        return {"r.campaign_id IN (SELECT c.id FROM campaigns c WHERE c.uuid LIKE ? ESCAPE '\\')", {first}};
    if (condition.name == "cell")
        return {"r.cell LIKE ? ESCAPE '\\'", {first}};
    if (condition.name == runIdField)
        return {"r.uuid LIKE ? ESCAPE '\\'", {first}};
    if (condition.name == originField)
        return {"CASE r.simulation WHEN '' THEN 'measured' ELSE 'simulated' END = ? COLLATE NOCASE", {text}};
    if (condition.name == "excluded" || condition.name == "warmup")
        return {fmt::format("r.{} = ?", condition.name), {std::int64_t(isYes(text) ? 1 : 0)}};
    return {};
}

/// Times are stored in ns or s; filters compare seconds.
SqlPiece namedSql(const RunCondition& condition)
{
    const std::string_view sign = signOf(condition.op);
    const bool equal = sign == "=";
    std::string factor, metric;
    std::vector<SqlPiece::Value> values = {condition.name};
    if (equal) {
        factor = "f.level = ? COLLATE NOCASE";
        values.emplace_back(condition.text);
    }
    if (condition.number) {
        // A typed value with few digits equals the stored one with all digits.
        const std::string compare = equal ? "abs({0} - ?) <= 1e-9 * abs({0})" : "{0} " + std::string(sign) + " ?";
        const auto scaled = [](std::string_view column, std::string_view unit) {
            return fmt::format("({} * CASE {} WHEN 'ns' THEN 1e-9 ELSE 1 END)", column, unit);
        };
        if (equal)
            factor += " OR ";
        factor += fmt::format(fmt::runtime(compare), scaled("f.number", "f.unit"));
        values.emplace_back(*condition.number);
        metric = fmt::format(fmt::runtime(compare), scaled("m.value", "m.unit"));
    }
    SqlPiece piece{
        fmt::format("(EXISTS (SELECT 1 FROM run_factors f WHERE f.run_id = r.id AND f.name = ? AND ({}))", factor),
        std::move(values)};
    if (!metric.empty()) {
        piece.sql += fmt::format(" OR EXISTS (SELECT 1 FROM metrics m WHERE m.run_id = r.id AND m.name = ? "
                                 "AND m.subject = '' AND {})",
                                 metric);
        piece.values.emplace_back(condition.name);
        piece.values.emplace_back(*condition.number);
    }
    piece.sql += ")";
    return piece;
}

SqlPiece positiveSql(const RunCondition& condition)
{
    if (condition.op == Operator::Contains || condition.op == Operator::Lacks)
        return containsSql(condition.text);
    if (const std::string_view column = numberColumn(condition.name); !column.empty() && condition.number)
        return {fmt::format("coalesce({} {} ?, 0)", column, signOf(condition.op)), {*condition.number}};
    if (SqlPiece piece = textColumnSql(condition); !piece.sql.empty())
        return piece;
    return namedSql(condition);
}

} // namespace

SqlPiece conditionSql(const RunCondition& condition)
{
    SqlPiece piece = positiveSql(condition);
    for (const RunCondition& alternative : condition.alternatives) {
        const SqlPiece other = positiveSql(alternative);
        piece.sql += " OR " + other.sql;
        piece.values.insert(piece.values.end(), other.values.begin(), other.values.end());
    }
    if (!condition.alternatives.empty())
        piece.sql = "(" + piece.sql + ")";
    if (condition.op == Operator::Lacks || condition.op == Operator::NotEqual)
        piece.sql = "NOT " + piece.sql;
    return piece;
}

} // namespace millrace::store

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/studies/claim.h"
#include "core/studies/shipped_claims.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

namespace millrace::studies {

namespace {

constexpr double largestNumber = 1e18;
constexpr std::array<std::string_view, 5> reductions = {"mean", "sum", "min", "max", "count"};

/// "[factor=level,factor=level]" at the beginning of `text`, which is cut off.
Result<std::vector<std::pair<std::string, std::string>>> takeLevels(std::string_view& text)
{
    std::vector<std::pair<std::string, std::string>> levels;
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos)
        return fail(ErrorCode::InvalidInput, "a filter of runs has no closing bracket");
    for (const std::string_view part : split(text.substr(1, end - 1), ',')) {
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos || equals == 0)
            return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" is not like factor=level", part));
        levels.emplace_back(trim(part.substr(0, equals)), trim(part.substr(equals + 1)));
    }
    text.remove_prefix(end + 1);
    return levels;
}

Result<ClaimValue> parseValue(std::string_view text)
{
    ClaimValue value;
    if (text.starts_with('[')) {
        MR_TRY(levels, takeLevels(text));
        value.levels = std::move(levels);
    }
    const auto parts = split(text, ':');
    if (parts.size() < 2 || parts.size() > 4 || parts[1].empty() || parts[0].empty() != !value.levels.empty())
        return fail(ErrorCode::InvalidInput, "a value is not like run:metric:subject:reduce");
    value.run = parts[0];
    value.metric = parts[1];
    if (parts.size() > 2)
        value.subject = parts[2];
    if (parts.size() > 3)
        value.reduce = parts[3];
    if (std::ranges::find(reductions, value.reduce) == reductions.end())
        return fail(ErrorCode::InvalidInput, fmt::format("unknown reduction \"{}\"", value.reduce));
    return value;
}

void readValues(JsonFields& fields, ClaimSpec& spec)
{
    const Json* values = fields.object("values");
    if (values == nullptr)
        return;
    for (const auto& [name, reference] : values->items()) {
        const auto value = reference.is_string()
            ? parseValue(reference.get<std::string>())
            : Result<ClaimValue>(fail(ErrorCode::InvalidInput, "a value is a text like run:metric"));
        if (value)
            spec.values.emplace(name, *value);
        else
            fields.problem("values", fmt::format("{}: {}", name, value.error().text()));
    }
}

ClaimSpec readClaim(const Json& json, const std::string& path, Issues& issues)
{
    ClaimSpec spec;
    JsonFields fields(json, path, issues);
    if (!fields.isObject()) {
        issues.push_back({"field", Severity::Error, 1, "a claim is an object", path});
        return spec;
    }
    fields.text("name", spec.name);
    fields.text("text", spec.text);
    fields.text("source", spec.source);
    fields.text("unit", spec.unit);
    fields.number("stated", spec.stated, -largestNumber, largestNumber);
    fields.number("tolerance", spec.tolerance, 0, largestNumber);
    fields.text("computed", spec.computed);
    fields.text("measured", spec.measured);
    fields.text("remark", spec.remark);
    readValues(fields, spec);
    fields.reportUnknown();
    if (spec.name.empty() || spec.text.empty() || spec.computed.empty() || spec.stated != spec.stated)
        fields.problem("name", "a claim needs name, text, stated and computed");
    return spec;
}

} // namespace

Result<std::vector<ClaimSpec>> parseClaims(std::string_view json, std::string_view file)
{
    const Json document = Json::parse(json, nullptr, false);
    if (!document.is_object() || !document.contains("claims") || !document["claims"].is_array())
        return fail(ErrorCode::InvalidInput, fmt::format("{} is not a JSON object with a list \"claims\"", file));
    Issues issues;
    std::vector<ClaimSpec> claims;
    std::set<std::string> names;
    for (const Json& each : document["claims"]) {
        const std::string path = fmt::format("claims[{}]", claims.size());
        claims.push_back(readClaim(each, path, issues));
        if (!names.insert(claims.back().name).second)
            issues.push_back(
                {"field", Severity::Error, 1, fmt::format("duplicate name \"{}\"", claims.back().name), path});
    }
    for (const Issue& issue : issues)
        if (issue.severity != Severity::Note)
            return fail(ErrorCode::InvalidInput, fmt::format("{}: {}", file, issueText(issue)));
    return claims;
}

Result<std::vector<ClaimSpec>> claimsOf(std::string_view study)
{
    for (const EmbeddedText& shipped : shippedClaims())
        if (shipped.name == fmt::format("{}.json", study))
            return parseClaims(shipped.text, fmt::format("claims of {}", study));
    return std::vector<ClaimSpec>();
}

} // namespace millrace::studies

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/level.h"

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/cluster/cluster.h"
#include "core/launch/workload.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace millrace::grid {

namespace {

template <typename Struct>
void addFields(std::vector<KnownFactor>& factors, std::span<const Field<Struct>> fields)
{
    for (const Field<Struct>& field : fields)
        if (!field.options.example.empty())
            factors.push_back({factorName(field), field.quantity, field.options.example});
}

std::vector<KnownFactor> makeFactors()
{
    std::vector<KnownFactor> factors;
    addFields<launch::Workload>(factors, launch::workloadFields);
    addFields<cluster::LinkSettings>(factors, cluster::linkFields);
    addFields<cluster::Nic>(factors, cluster::nicFields);
    addFields<cluster::Bottleneck>(factors, cluster::bottleneckFields);
    addFields<cluster::Cluster>(factors, cluster::clusterFields);
    factors.insert(factors.end(),
                   {{"workers", Quantity::Count, "4"},
                    {"cross_traffic", Quantity::Text, "none"},
                    {"cross_rate", Quantity::Rate, "100Mbit or 1Gbit"},
                    {"cross_slowdown", Quantity::Fraction, "10% or 0.1"}});
    return factors;
}

/// Rounds, since 0.7 % is 0.7 × 0.01 = 0.006999999999999999 and must be the same level as 0.007.
double rounded(double value)
{
    return parseDouble(fmt::format("{:.14g}", value)).value_or(value);
}

std::string_view exampleFor(Quantity quantity, std::string_view name)
{
    if (const KnownFactor* known = findKnownFactor(name))
        return known->example;
    switch (quantity) {
    case Quantity::Number: return "12.5";
    case Quantity::Count: return "8";
    case Quantity::Fraction: return "1% or 0.01";
    case Quantity::Duration: return "10ms";
    case Quantity::Rate: return "1Gbit";
    case Quantity::Size: return "64KiB";
    case Quantity::Boolean: return "true or false";
    case Quantity::Text: break;
    }
    return "a text";
}

} // namespace

double Level::number() const noexcept
{
    const double* number = std::get_if<double>(&value);
    return number ? *number : 0;
}

Level numberLevel(Quantity quantity, double value)
{
    value += 0.0; // -0 becomes 0
    if (quantity == Quantity::Fraction || quantity == Quantity::Rate)
        value = rounded(value);
    return {value,
            quantity == Quantity::Fraction ? fmt::format("{:.14g}%", value * 100) : quantityText(quantity, value)};
}

Level textLevel(std::string text)
{
    return {text, text};
}

Level booleanLevel(bool value)
{
    return {value, value ? "true" : "false"};
}

Result<Level> parseLevel(Quantity quantity, std::string_view text, std::string_view name)
{
    const std::string_view body = trim(text);
    if (quantity == Quantity::Text)
        return textLevel(std::string(text));
    if (quantity == Quantity::Boolean && (body == "true" || body == "false"))
        return booleanLevel(body == "true");
    if (quantity != Quantity::Boolean)
        if (const auto number = parseQuantity(quantity, body); number && std::isfinite(*number))
            return numberLevel(quantity, *number);
    std::string words(name);
    std::ranges::replace(words, '_', ' ');
    const bool vowel = !words.empty() && std::string_view("aeiou").find(words.front()) != std::string_view::npos;
    return fail(ErrorCode::InvalidInput,
                fmt::format("{} is not {} {}; write {}", briefJson(Json(text)), vowel ? "an" : "a", words,
                            exampleFor(quantity, name)));
}

std::span<const KnownFactor> knownFactors() noexcept
{
    static const std::vector<KnownFactor> factors = makeFactors();
    return factors;
}

const KnownFactor* findKnownFactor(std::string_view name) noexcept
{
    const std::span<const KnownFactor> factors = knownFactors();
    const auto found = std::ranges::find(factors, name, &KnownFactor::name);
    return found == factors.end() ? nullptr : &*found;
}

} // namespace millrace::grid

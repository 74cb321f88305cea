// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/depth.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace millrace::graphs {

namespace {

constexpr int maxFixedLayers = 1000;

struct DepthRule
{
    std::string_view name;
    double (*value)(double nodes);
};

constexpr std::array<DepthRule, 10> depthRules{{
    {"N", [](double n) { return n; }},
    {"Nover2", [](double n) { return n / 2; }},
    {"Nover3", [](double n) { return n / 3; }},
    {"4log2N", [](double n) { return 4 * std::log2(n); }},
    {"3log2N", [](double n) { return 3 * std::log2(n); }},
    {"2log2N", [](double n) { return 2 * std::log2(n); }},
    {"log2N", [](double n) { return std::log2(n); }},
    {"3sqrtN", [](double n) { return 3 * std::sqrt(n); }},
    {"log10N", [](double n) { return std::log10(n); }},
    {"log30N", [](double n) { return n > 1 ? std::log(35.0) / std::log(n) : 0.0; }},
}};

int fixedLayers(std::string_view text)
{
    int layers = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), layers);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && layers <= maxFixedLayers ? layers : -1;
}

} // namespace

Result<Depth> parseDepth(std::string_view text)
{
    const bool known = std::ranges::any_of(depthRules, [text](const DepthRule& rule) { return rule.name == text; });
    if (known || fixedLayers(text) >= 0)
        return Depth{std::string(text)};
    return fail(ErrorCode::InvalidInput,
                fmt::format("unknown depth \"{}\"; use a number from 0 to {}, or a rule such as Nover2 or log2N", text,
                            maxFixedLayers));
}

int layersFor(const Depth& depth, int nodes)
{
    for (const auto& [name, value] : depthRules)
        if (name == depth.rule)
            return std::max(1, static_cast<int>(value(nodes)));
    return std::max(1, fixedLayers(depth.rule));
}

} // namespace millrace::graphs

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exposition/metrics_text.h"

#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::exposition {
namespace {

std::string escaped(std::string_view text, bool quotes)
{
    std::string result;
    for (const char character : text) {
        if (character == '\\')
            result += "\\\\";
        else if (character == '\n')
            result += "\\n";
        else if (character == '"' && quotes)
            result += "\\\"";
        else
            result += character;
    }
    return result;
}

std::string numberText(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "+Inf" : "-Inf";
    return fmt::format("{}", value);
}

std::string labelsText(const Labels& labels)
{
    std::string text;
    for (const auto& [name, value] : labels)
        text += fmt::format("{}{}=\"{}\"", text.empty() ? "" : ",", name, escaped(value, true));
    return text.empty() ? text : "{" + text + "}";
}

bool isPart(char character) noexcept
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9');
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> unitNames{
    {{"bit/s", "bits_per_second"}, {"B/s", "bytes_per_second"}, {"B", "bytes"}, {"s", "seconds"}}};

} // namespace

std::string metricsText(const std::vector<Family>& families)
{
    std::string text;
    for (const Family& family : families) {
        if (family.samples.empty())
            continue;
        text += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", family.name, escaped(family.help, false), family.type);
        for (const Sample& sample : family.samples)
            text += fmt::format("{}{} {}\n", family.name, labelsText(sample.labels), numberText(sample.value));
    }
    return text;
}

std::string metricName(std::string_view name, std::string_view unit)
{
    std::string written(unit);
    for (const auto& [symbol, word] : unitNames)
        if (unit == symbol)
            written = word;
    if (const std::size_t per = written.find("/s"); per != written.npos && per + 2 == written.size())
        written.replace(per, 2, " per second");
    std::string result = "millrace_";
    result += name;
    if (!written.empty())
        result += "_" + written;
    for (char& character : result)
        character = isPart(character) ? character : '_';
    return result;
}

} // namespace millrace::exposition

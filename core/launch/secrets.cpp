// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/secrets.h"

#include "core/base/text.h"
#include "core/launch/placement.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>

namespace millrace::launch {

namespace {

constexpr std::size_t shortestSecret = 4; // a shorter one would be masked inside of numbers and words

bool isVariableName(std::string_view name) noexcept
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !name.empty() && isLetter(name.front())
        && std::ranges::all_of(name, [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

bool looksSecret(std::string_view name)
{
    constexpr std::array<std::string_view, 6> words = {"KEY", "TOKEN", "PASSWORD", "PASSWD", "SECRET", "CREDENTIAL"};
    std::string upper(name);
    std::ranges::transform(upper, upper.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return std::ranges::any_of(words, [&](std::string_view word) { return upper.find(word) != std::string::npos; });
}

} // namespace

std::string_view secretName(std::string_view value) noexcept
{
    if (!value.starts_with('$'))
        return {};
    std::string_view name = value.substr(1);
    if (name.starts_with('{') && name.ends_with('}'))
        name = name.substr(1, name.size() - 2);
    return isVariableName(name) ? name : std::string_view();
}

Secrets::Lookup Secrets::environmentLookup()
{
    return [](const std::string& name) -> std::optional<std::string> {
        const char* value = std::getenv(name.c_str());
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
    };
}

Result<Secrets> Secrets::of(const LaunchPlan& plan, const Lookup& lookup)
{
    Secrets secrets;
    for (const ProcessPlan& process : plan.processes)
        for (const auto& [variable, value] : process.command.environment) {
            const std::string name(secretName(value));
            if (name.empty() || secrets.m_values.contains(name))
                continue;
            auto found = lookup(name);
            if (!found)
                return fail(ErrorCode::InvalidInput,
                            fmt::format("\"env:{}\" is taken from the environment variable {}, which is not set; set "
                                        "it before the run",
                                        variable, name));
            if (found->size() < shortestSecret)
                return fail(ErrorCode::InvalidInput,
                            fmt::format("the value of {} has fewer than {} characters and could be confused with other "
                                        "text of a log; write it out as \"env:{}\"",
                                        name, shortestSecret, variable));
            secrets.m_values.emplace(name, *std::move(found));
        }
    return secrets;
}

Command Secrets::resolved(Command command) const
{
    for (auto& [variable, value] : command.environment)
        if (const auto found = m_values.find(secretName(value)); found != m_values.end())
            value = found->second;
    return command;
}

void Secrets::mask(std::string& text) const
{
    for (const auto& [name, value] : m_values) {
        replaceAll(text, value, "[" + name + "]");
        if (value.find('\n') == std::string::npos)
            continue;
        for (const std::string_view line : split(value, '\n')) // a log has separate lines
            if (line.size() >= shortestSecret)
                replaceAll(text, line, "[" + name + "]");
    }
}

void checkSecrets(const Workload& workload, Issues& issues)
{
    for (const auto& [name, value] : sortExtras(workload).environment)
        if (looksSecret(name) && !value.empty() && secretName(value).empty())
            issues.push_back(
                {"secret", Severity::Warning, 1,
                 fmt::format("the value of {0} looks like a secret and would be written to the project, the store and "
                             "the report; use \"${0}\" to take it from your environment when a run starts",
                             name),
                 "extras.env:" + name});
}

} // namespace millrace::launch

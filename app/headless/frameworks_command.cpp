// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/exit_code.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/launch/frameworks.h"

#include <fmt/format.h>

namespace millrace::headless {

namespace {

Json frameworkJson(const launch::FrameworkTraits& traits)
{
    return {{"name", traits.name},
            {"summary", traits.summary},
            {"backends", traits.backends},
            {"strategies", traits.strategies},
            {"models", traits.models},
            {"optimizers", traits.optimizers},
            {"options", traits.options},
            {"needs_command", traits.needsCommand},
            {"takes_command", traits.takesCommand},
            {"file", traits.file.empty() ? Json() : Json(traits.file.string())}};
}

void print(const launch::FrameworkTraits& traits)
{
    fmt::print("{:<16} {}\n", traits.name, traits.summary);
    const auto list = [](const char* what, const std::vector<std::string>& values) {
        if (!values.empty())
            fmt::print("{:<16} {}: {}\n", "", what, join(values, ", "));
    };
    list("backends", traits.backends);
    list("strategies", traits.strategies);
    list("options", traits.options);
    if (!traits.file.empty())
        fmt::print("{:<16} described in {}\n", "", traits.file.string());
}

} // namespace

CommandBody addFrameworksCommand(CLI::App& app)
{
    app.add_subcommand("frameworks", "List the frameworks that can be started, your own among them");
    return [](const Environment& environment) {
        Json list = Json::array();
        for (const launch::FrameworkTraits& traits : environment.frameworks.all())
            list.push_back(frameworkJson(traits));
        if (environment.json)
            fmt::print("{}\n", list.dump(2));
        else
            for (const launch::FrameworkTraits& traits : environment.frameworks.all())
                print(traits);
        return int(Success);
    };
}

} // namespace millrace::headless

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/exit_code.h"
#include "core/base/json_fields.h"
#include "core/project/templates.h"

#include <fmt/format.h>

namespace millrace::headless {

CommandBody addTemplatesCommand(CLI::App& app)
{
    app.add_subcommand("templates", "List the projects to start from");
    return [](const Environment& environment) {
        Json list = Json::array();
        for (const project::Template& each : project::templates())
            list.push_back({{"name", each.name}, {"title", each.title}, {"summary", each.summary}});
        if (environment.json)
            fmt::print("{}\n", list.dump(2));
        else
            for (const project::Template& each : project::templates())
                fmt::print("{:<20} {}\n", each.name, each.summary);
        return int(Success);
    };
}

} // namespace millrace::headless

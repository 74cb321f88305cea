// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/migrate.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::project {

std::span<const Migration> migrations() noexcept
{
    return {}; // version 1 is the first
}

Result<bool> migrate(Json& project, int target, std::span<const Migration> steps)
{
    if (!project.is_object() || !project.contains("format") || project["format"] != "millrace-project")
        return fail(ErrorCode::InvalidInput,
                    "this is not a Millrace project; its first member must be \"format\": \"millrace-project\"");
    if (!project.contains("version") || !project["version"].is_number_integer() || project["version"] < 1)
        return fail(ErrorCode::InvalidInput, "\"version\" must be a whole number from 1");
    if (project["version"] > target)
        return fail(ErrorCode::NewerVersion,
                    fmt::format("this project has version {} of the format, and this program reads versions up to {}; "
                                "open it with a newer Millrace",
                                briefJson(project["version"]), target));
    const int from = project["version"].get<int>();
    for (int version = from; version < target; ++version) {
        const auto step = std::ranges::find(steps, version, &Migration::from);
        if (step == steps.end())
            return fail(
                ErrorCode::Unsupported,
                fmt::format("projects of version {} can no longer be read; open it with an older Millrace", version));
        if (auto done = step->apply(project); !done)
            return within(fmt::format("bringing it from version {} to {}", version, version + 1),
                          std::move(done).error());
        project["version"] = version + 1;
    }
    return from < target;
}

} // namespace millrace::project

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
    const Json version = project.contains("version") ? project["version"] : Json();
    if (!version.is_number_integer() || (!version.is_number_unsigned() && version.get<std::int64_t>() < 1)
        || version == 0)
        return fail(ErrorCode::InvalidInput, "\"version\" must be a whole number from 1");
    if (version.get<std::uint64_t>() > static_cast<std::uint64_t>(target))
        return fail(ErrorCode::NewerVersion,
                    fmt::format("this project has version {} of the format, and this program reads versions up to {}; "
                                "open it with a newer Millrace",
                                briefJson(version), target));
    const int from = version.get<int>();
    for (int number = from; number < target; ++number) {
        const auto step = std::ranges::find(steps, number, &Migration::from);
        if (step == steps.end())
            return fail(
                ErrorCode::Unsupported,
                fmt::format("projects of version {} can no longer be read; open it with an older Millrace", number));
        if (auto done = step->apply(project); !done)
            return within(fmt::format("bringing it from version {} to {}", number, number + 1),
                          std::move(done).error());
        project["version"] = number + 1;
    }
    return from < target;
}

} // namespace millrace::project

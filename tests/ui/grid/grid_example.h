// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project_file.h"
#include "core/project/templates.h"

#include <string_view>

namespace millrace::test {

inline project::Project templateProject(std::string_view name)
{
    const auto found = project::findTemplate(name);
    return project::ProjectFile::parse(found->text, std::string(name) + ".millrace")->project;
}

} // namespace millrace::test

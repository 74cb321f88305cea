// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/project/project.h"

#include <filesystem>

namespace millrace::project {

/// Parses as much as possible; paths become absolute, relative to `folder`. Problems have the field from the top of the
/// file.
[[nodiscard]] Project readProject(const Json& json, const std::filesystem::path& folder, Issues& issues);
/// Writes format and version too; paths relative to `folder`.
[[nodiscard]] Json toJson(const Project& project, const std::filesystem::path& folder);

} // namespace millrace::project

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/project/project.h"

#include <filesystem>

namespace millrace::project {

/// Reads what can be read; paths become absolute, `folder` being where the relative ones start. Problems have the field
/// from the top of the file.
[[nodiscard]] Project readProject(const Json& json, const std::filesystem::path& folder, Issues& issues);
/// With format and version; paths relative to `folder`.
[[nodiscard]] Json toJson(const Project& project, const std::filesystem::path& folder);

} // namespace millrace::project

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/base/result.h"

#include <span>

namespace millrace::project {

/// One step from a version of the project format to the next, working on the JSON, so that old structures need not be
/// kept as types.
struct Migration
{
    int from = 0;
    Result<void> (*apply)(Json& project) = nullptr;
};

/// The steps that this program knows, ascending.
[[nodiscard]] std::span<const Migration> migrations() noexcept;
/// Checks "format" and "version" and brings the project to `target`, step by step. Returns whether anything was done.
/// Fails with NewerVersion, naming both versions, on a project of a newer program.
[[nodiscard]] Result<bool> migrate(Json& project, int target, std::span<const Migration> steps);

} // namespace millrace::project

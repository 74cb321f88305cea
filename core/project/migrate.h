// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/base/result.h"

#include <span>

namespace millrace::project {

/// Migration from one version of the project format to the next, on the JSON, so that old structures need not be kept
/// as types.
struct Migration
{
    int from = 0;
    Result<void> (*apply)(Json& project) = nullptr;
};

/// Returns the known steps, ascending.
[[nodiscard]] std::span<const Migration> migrations() noexcept;
/// Checks "format" and "version" and migrates the project to `target`, step by step. Returns whether anything was
/// changed. Fails with NewerVersion, naming both versions, on a project of a newer program.
[[nodiscard]] Result<bool> migrate(Json& project, int target, std::span<const Migration> steps);

} // namespace millrace::project

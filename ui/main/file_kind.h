// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace millrace::ui {

enum class FileKind
{
    Project,
    Store
};

/// Tells by the first bytes, not by the name. Fails when the file cannot be read or is neither.
[[nodiscard]] Result<FileKind> fileKind(const std::filesystem::path& file);

} // namespace millrace::ui

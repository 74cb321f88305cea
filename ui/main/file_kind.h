// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <vector>

namespace millrace::ui {

enum class FileKind
{
    Project,
    Store,
    Capture ///< pcap or pcapng, or something compressed by gzip or zstd
};

/// Tells by the first bytes, not by the name. Fails when the file cannot be read or is neither.
[[nodiscard]] Result<FileKind> fileKind(const std::filesystem::path& file);
/// The captures in a folder, not in those below it, by name. NotFound when there is none.
[[nodiscard]] Result<std::vector<std::filesystem::path>> capturesIn(const std::filesystem::path& folder);

} // namespace millrace::ui

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
    Predictor, ///< saved by millrace-cli train or by the page of predictors
    Capture ///< pcap or pcapng, or a file compressed by gzip or zstd
};

/// Detects the kind by the first bytes, not by the name. Fails if the file is unreadable or of neither kind.
[[nodiscard]] Result<FileKind> fileKind(const std::filesystem::path& file);
/// Returns the captures in a folder, not in subfolders, by name. NotFound if there is none.
[[nodiscard]] Result<std::vector<std::filesystem::path>> capturesIn(const std::filesystem::path& folder);

} // namespace millrace::ui

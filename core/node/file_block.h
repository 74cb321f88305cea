// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/capture_json.h"

#include <filesystem>

namespace millrace::node {

/// Returns a block of a file, 8 MiB at most; empty at and after its end.
[[nodiscard]] Result<agent::FileBlock> readBlock(const std::filesystem::path& file, std::uint64_t offset,
                                                 std::uint64_t bytes);

} // namespace millrace::node

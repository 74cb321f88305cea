// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/operations/operations.h"

#include <filesystem>
#include <vector>

namespace millrace::operations {

/// Reads one GOAL file, or the Chakra traces NAME.0.et, NAME.1.et, … of all ranks in any order. The error names the
/// file. The result has passed check().
[[nodiscard]] Result<Operations> readOperationFiles(const std::vector<std::filesystem::path>& files);

/// Writes PREFIX.0.et, PREFIX.1.et, …
[[nodiscard]] Result<void> writeChakra(const Operations& operations, const std::filesystem::path& prefix);

} // namespace millrace::operations

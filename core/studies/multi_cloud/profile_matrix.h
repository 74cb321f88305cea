// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/network_matrix.h"

#include <filesystem>

namespace millrace::studies::multi_cloud {

/// Whether a file is a network profile of the study, by its first line.
[[nodiscard]] bool isProfile(const std::filesystem::path& file);

/// The pairs of a network profile: mean rate and mean round trip of each.
[[nodiscard]] Result<cluster::NetworkMatrix> profileMatrix(const std::filesystem::path& file);

} // namespace millrace::studies::multi_cloud

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace millrace::cluster {

/// Limit of hosts of any reader, and of one Slurm range.
inline constexpr std::size_t maximumHosts = 65'536;
inline constexpr std::size_t maximumName = 255; ///< letters of a host's name

/// Expands Slurm's hostlist: "node[01-04,07],gpu[1-2]n[1-2]" gives node01 … node04, node07, gpu1n1, gpu1n2, gpu2n1,
/// gpu2n2. Numbers keep their zeros; order and duplicates stay. Same as `scontrol show hostnames`.
[[nodiscard]] Result<std::vector<std::string>> expandHostlist(std::string_view text);

} // namespace millrace::cluster

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::cluster {

/// As many hosts as any reader gives, and as many as Slurm lets one range have.
inline constexpr std::size_t maximumHosts = 65'536;
inline constexpr std::size_t maximumName = 255; ///< letters of a host's name

/// Slurm's short form of many names: "node[01-04,07],gpu[1-2]n[1-2]" gives node01 … node04, node07, gpu1n1, gpu1n2,
/// gpu2n1, gpu2n2. Numbers keep their zeros; order and duplicates stay. What `scontrol show hostnames` prints.
[[nodiscard]] Result<std::vector<std::string>> expandHostlist(std::string_view text);
/// The other way round: neighbours in the list whose names differ by the number at their end only are joined, so that
/// expanding gives the same list in the same order. InvalidInput for a name with brackets, commas or blanks.
[[nodiscard]] Result<std::string> compressHostlist(std::span<const std::string> hosts);

} // namespace millrace::cluster

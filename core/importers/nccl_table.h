// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::importers {

/// One half of a row: out of place, or in place.
struct NcclHalf
{
    double microseconds = unknown;
    double algorithm = unknown; ///< GB/s
    double bus = unknown; ///< GB/s
    std::optional<double> wrong; ///< values; absent: not checked
};

struct NcclRow
{
    double size = 0; ///< B
    double count = 0; ///< elements
    std::string type;
    std::string operation; ///< "sum"; "none" or empty: none
    std::optional<int> root;
    std::vector<NcclHalf> halves;
    std::uint64_t line = 0;
};

/// Content above, in and below a table of nccl-tests.
struct NcclTable
{
    std::string collective; ///< "all_reduce"
    std::optional<double> threads, gpus, least, most, factor, increment; ///< of the line "# nThread 1 nGpus 8 …"
    struct Rank
    {
        std::string host;
        std::int64_t pid = 0;
    };
    std::map<int, Rank> ranks;
    std::vector<NcclRow> rows;
    std::optional<double> average; ///< GB/s, as printed
    std::uint64_t line = 0; ///< where it begins
};

/// Bytes of an element; none for an unknown type.
[[nodiscard]] std::optional<double> ncclTypeBytes(std::string_view type) noexcept;
/// Parses a row, with its columns as `header` names them ("size", "count", "type", "redop", "root", "time", …); without
/// a header by their number.
[[nodiscard]] std::optional<NcclRow> parseNcclRow(std::string_view line, const std::vector<std::string>& header);
/// Whether a line begins like a row.
[[nodiscard]] bool beginsNcclRow(std::string_view line);

} // namespace millrace::importers

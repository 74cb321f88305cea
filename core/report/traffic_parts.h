// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/seconds.h"
#include "core/base/unknown.h"
#include "core/report/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace millrace::report {

/// Shared code of the tables of captures.

inline double number(std::uint64_t value)
{
    return static_cast<double>(value);
}

/// The `most` with most bytes, largest first; 0: all, unchanged.
template <typename Row, typename Bytes>
void keepLargest(std::vector<Row>& rows, std::size_t most, Table& table, Bytes bytes)
{
    if (most == 0)
        return;
    std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return bytes(a) > bytes(b); });
    if (rows.size() <= most)
        return;
    table.notes.push_back(fmt::format("The {} with most bytes of {}.", most, rows.size()));
    rows.resize(most);
}

inline double rateOf(std::uint64_t bytes, std::int64_t duration)
{
    return duration > 0 ? number(bytes) * 8 / seconds(duration) : unknown;
}

} // namespace millrace::report

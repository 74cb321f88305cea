// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace millrace::analysis {

/// The visible rows of a table with up to 2^32 - 1 rows, in the order in which they are shown.
using RowOrder = std::vector<std::uint32_t>;

enum class SortDirection
{
    Ascending,
    Descending
};

/// All rows of a table in their original order.
[[nodiscard]] RowOrder allRows(std::size_t rows);

/// A number whose unsigned order is the order of `value`; NaN comes after everything, -0 equals 0.
template <typename T>
requires std::integral<T> || std::floating_point<T>
[[nodiscard]] constexpr std::uint64_t orderedBits(T value) noexcept
{
    constexpr std::uint64_t sign = std::uint64_t(1) << 63;
    if constexpr (std::unsigned_integral<T>) {
        return value;
    } else if constexpr (std::integral<T>) {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) ^ sign;
    } else {
        if (value != value)
            return ~std::uint64_t(0);
        const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(value) + 0.0);
        return (bits & sign) != 0 ? ~bits : bits | sign;
    }
}

namespace row_order {
/// Rows processed between two checks for cancellation.
constexpr std::size_t block = 4096;

struct Entry
{
    std::uint64_t key = 0;
    std::uint32_t row = 0;
};
/// Stable least-significant-digit radix sort by ascending key; `entries` is unordered after a cancel.
[[nodiscard]] Result<void> sortEntries(std::vector<Entry>& entries, const JobContext& job);
[[nodiscard]] RowOrder rowsOf(const std::vector<Entry>& entries);
[[nodiscard]] Error cancelled();

/// Calls body(from, to) for one block after the other; false when the job was cancelled.
template <typename Body>
[[nodiscard]] bool inBlocks(std::size_t count, const JobContext& job, Body&& body)
{
    for (std::size_t from = 0; from < count; from += block) {
        if (job.cancelled())
            return false;
        body(from, std::min(count, from + block));
    }
    return !job.cancelled();
}
} // namespace row_order

/// Sorts by the number that key(row) returns, an integer or a double. Stable in both directions: rows with equal keys
/// keep the order of `order`, so a table sorted by one column and then by another is sorted by both. NaN, which means
/// unknown, is last in both directions. The only failure is Cancelled.
template <typename Key>
[[nodiscard]] Result<RowOrder> sortRows(const RowOrder& order, Key key, SortDirection direction,
                                        const JobContext& job = {})
{
    using Number = std::remove_cvref_t<std::invoke_result_t<Key, std::uint32_t>>;
    const std::uint64_t flip = direction == SortDirection::Descending ? ~std::uint64_t(0) : 0;
    std::vector<row_order::Entry> entries(order.size());
    const bool finished = row_order::inBlocks(order.size(), job, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            const Number value = key(order[i]);
            const bool isUnknown = value != value;
            entries[i] = {isUnknown ? ~std::uint64_t(0) : orderedBits(value) ^ flip, order[i]};
        }
        job.progress(static_cast<long long>(to), static_cast<long long>(order.size()), "reading keys");
    });
    if (!finished)
        return row_order::cancelled();
    MR_CHECK(row_order::sortEntries(entries, job));
    return row_order::rowsOf(entries);
}

/// The same by text in byte order; for UTF-8 that is the order of code points. The views must stay valid until this
/// returns.
[[nodiscard]] Result<RowOrder> sortRowsByText(const RowOrder& order,
                                              const std::function<std::string_view(std::uint32_t row)>& text,
                                              SortDirection direction, const JobContext& job = {});

/// The rows for which keep(row) holds, in the order of `order`. The only failure is Cancelled.
template <typename Predicate>
[[nodiscard]] Result<RowOrder> filterRows(const RowOrder& order, Predicate keep, const JobContext& job = {})
{
    RowOrder kept;
    const bool finished = row_order::inBlocks(order.size(), job, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            if (keep(order[i]))
                kept.push_back(order[i]);
        }
        job.progress(static_cast<long long>(to), static_cast<long long>(order.size()), "filtering");
    });
    if (!finished)
        return row_order::cancelled();
    return kept;
}

} // namespace millrace::analysis

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/row_order.h"

#include <array>
#include <cassert>
#include <limits>
#include <numeric>
#include <span>

namespace millrace::analysis {

namespace {

using row_order::Entry;

constexpr int digits = 8;
constexpr std::size_t buckets = 256;
using Histogram = std::array<std::size_t, buckets>;

constexpr std::size_t digitOf(std::uint64_t key, int digit)
{
    return (key >> (8 * digit)) & 0xff;
}

bool countDigits(std::span<const Entry> entries, std::array<Histogram, digits>& counts, const JobContext& job)
{
    return row_order::inBlocks(entries.size(), job, [&](std::size_t from, std::size_t to) {
        for (const Entry& entry : entries.subspan(from, to - from)) {
            for (int digit = 0; digit < digits; ++digit)
                ++counts[static_cast<std::size_t>(digit)][digitOf(entry.key, digit)];
        }
    });
}

/// Sorts into `entries`, with `spare` of the same size as scratch space.
bool radixSort(std::span<Entry> entries, std::span<Entry> spare, const JobContext& job)
{
    std::array<Histogram, digits> counts{};
    if (!countDigits(entries, counts, job))
        return false;
    std::span<Entry> source = entries;
    std::span<Entry> target = spare;
    for (int digit = 0; digit < digits; ++digit) {
        Histogram& places = counts[static_cast<std::size_t>(digit)];
        if (std::ranges::find(places, entries.size()) != places.end())
            continue;
        std::exclusive_scan(places.begin(), places.end(), places.begin(), std::size_t(0));
        const bool finished = row_order::inBlocks(source.size(), job, [&](std::size_t from, std::size_t to) {
            for (const Entry& entry : source.subspan(from, to - from))
                target[places[digitOf(entry.key, digit)]++] = entry;
        });
        if (!finished)
            return false;
        job.progress(digit + 1, digits, "sorting");
        std::swap(source, target);
    }
    if (source.data() != entries.data())
        std::ranges::copy(source, entries.begin());
    return true;
}

/// Texts are sorted like numbers, seven bytes at a time: the key holds these bytes and, in its last byte, how many of
/// them there are, or `more` when the text goes on. Rows that agree so far and go on form a group, which is sorted by
/// its next seven bytes.
constexpr std::size_t blockStride = 7;
constexpr std::uint64_t more = blockStride + 1;

std::uint64_t textKey(std::string_view text, std::size_t depth)
{
    const std::string_view rest = text.substr(std::min(depth, text.size()));
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < blockStride; ++i)
        key = (key << 8) | (i < rest.size() ? static_cast<unsigned char>(rest[i]) : 0u);
    return (key << 8) | std::min<std::uint64_t>(rest.size(), more);
}

struct Group
{
    std::size_t from = 0;
    std::size_t to = 0;
    std::size_t depth = 0; ///< bytes in which all its texts agree
};

class TextSorter
{
public:
    TextSorter(const RowOrder& order, SortDirection direction)
        : m_order(order), m_descending(direction == SortDirection::Descending), m_texts(order.size()),
          m_entries(order.size()), m_spare(order.size())
    {
    }

    /// The `row` of an entry is its position in m_order until rows() translates it.
    Result<RowOrder> run(const std::function<std::string_view(std::uint32_t)>& text, const JobContext& job)
    {
        const bool gathered = row_order::inBlocks(m_order.size(), job, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) {
                m_texts[i] = text(m_order[i]);
                m_entries[i].row = static_cast<std::uint32_t>(i);
            }
        });
        m_groups.push_back({0, m_order.size(), 0});
        while (gathered && !m_groups.empty()) {
            const Group group = m_groups.back();
            m_groups.pop_back();
            if (!sortGroup(group, job))
                return row_order::cancelled();
        }
        if (!gathered)
            return row_order::cancelled();
        return rows();
    }

private:
    static constexpr std::size_t small = 64;

    [[nodiscard]] bool sortGroup(const Group& group, const JobContext& job)
    {
        const std::span entries = std::span(m_entries).subspan(group.from, group.to - group.from);
        if (entries.size() <= small) {
            if (job.cancelled())
                return false;
            sortFew(entries, group.depth);
            return true;
        }
        const std::uint64_t flip = m_descending ? ~std::uint64_t(0) : 0;
        const bool keyed = row_order::inBlocks(entries.size(), job, [&](std::size_t from, std::size_t to) {
            for (Entry& entry : entries.subspan(from, to - from))
                entry.key = textKey(m_texts[entry.row], group.depth) ^ flip;
        });
        if (!keyed || !radixSort(entries, std::span(m_spare).first(entries.size()), job))
            return false;
        addGroups(group, flip);
        return true;
    }

    void sortFew(std::span<Entry> entries, std::size_t depth)
    {
        const auto rest = [&](const Entry& entry) {
            const std::string_view text = m_texts[entry.row];
            return text.substr(std::min(depth, text.size()));
        };
        std::ranges::stable_sort(entries, [&](const Entry& a, const Entry& b) {
            return m_descending ? rest(a) > rest(b) : rest(a) < rest(b);
        });
    }

    void addGroups(const Group& group, std::uint64_t flip)
    {
        for (std::size_t from = group.from; from < group.to;) {
            const std::uint64_t key = m_entries[from].key;
            bool sameText = true;
            std::size_t to = from;
            for (; to < group.to && m_entries[to].key == key; ++to) {
                const std::string_view text = m_texts[m_entries[to].row];
                const std::string_view first = m_texts[m_entries[from].row];
                sameText = sameText && text.data() == first.data() && text.size() == first.size();
            }
            if (((key ^ flip) & 0xff) == more && to - from > 1 && !sameText)
                m_groups.push_back({from, to, group.depth + blockStride});
            from = to;
        }
    }

    [[nodiscard]] RowOrder rows() const
    {
        RowOrder sorted(m_entries.size());
        std::ranges::transform(m_entries, sorted.begin(), [&](const Entry& entry) { return m_order[entry.row]; });
        return sorted;
    }

    const RowOrder& m_order;
    bool m_descending;
    std::vector<std::string_view> m_texts;
    std::vector<Entry> m_entries;
    std::vector<Entry> m_spare;
    std::vector<Group> m_groups;
};

} // namespace

RowOrder allRows(std::size_t rows)
{
    assert(rows <= std::numeric_limits<std::uint32_t>::max());
    RowOrder order(rows);
    std::iota(order.begin(), order.end(), 0u);
    return order;
}

Result<RowOrder> sortRowsByText(const RowOrder& order, const std::function<std::string_view(std::uint32_t row)>& text,
                                SortDirection direction, const JobContext& job)
{
    return TextSorter(order, direction).run(text, job);
}

namespace row_order {

Result<void> sortEntries(std::vector<Entry>& entries, const JobContext& job)
{
    std::vector<Entry> spare(entries.size());
    if (!radixSort(entries, spare, job))
        return cancelled();
    return {};
}

RowOrder rowsOf(const std::vector<Entry>& entries)
{
    RowOrder order(entries.size());
    std::ranges::transform(entries, order.begin(), &Entry::row);
    return order;
}

Error cancelled()
{
    return fail(ErrorCode::Cancelled, "the rows were not put in order: cancelled");
}

} // namespace row_order

} // namespace millrace::analysis

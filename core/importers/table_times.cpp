// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/table_times.h"

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/importers/table_units.h"
#include "core/importers/text_time.h"

#include <cmath>
#include <string>

namespace millrace::importers {

namespace {
constexpr double latestTime = 9e18; ///< ns
}

std::optional<std::int64_t> parseTableTime(std::string_view text, const analysis::WallZone& zone)
{
    // 2023-04-06_14-36-08
    if (text.size() < 16 || text[4] != '-' || text[7] != '-')
        return std::nullopt;
    std::string rfc(text);
    if (rfc[10] != ' ' && rfc[10] != '_' && rfc[10] != 'T' && rfc[10] != 't')
        return std::nullopt;
    rfc[10] = 'T';
    for (const std::size_t colon : {std::size_t(13), std::size_t(16)}) {
        if (colon == 16 && rfc.size() == 16)
            rfc += ":00";
        if (rfc[colon] == '-')
            rfc[colon] = ':';
    }
    const bool hasZone = rfc.ends_with('Z') || rfc.find_first_of("+-", 19) != rfc.npos;
    if (hasZone && rfc.size() > 5 && (rfc[rfc.size() - 5] == '+' || rfc[rfc.size() - 5] == '-'))
        rfc.insert(rfc.size() - 2, 1, ':'); // +0200
    const auto time = parseRfc3339(hasZone ? rfc : rfc + "Z");
    if (!time || std::abs(static_cast<double>(time->count())) > latestTime)
        return std::nullopt;
    return hasZone ? time->count() : zone.utcOf(time->count());
}

TableTimes::TableTimes(const CsvTable& table, const TableMapping& mapping) : m_table(table)
{
    if (!mapping.time)
        return;
    m_column = table.column(mapping.time->column);
    m_kind = mapping.time->kind;
    const auto unit = storeUnitOf(mapping.time->unit);
    m_factor = unit && unit->unit == "s" ? unit->factor * 1e9 : 1e9;
    if (auto zone = analysis::WallZone::parse(mapping.time->zone))
        m_zone = *std::move(zone);
}

std::string_view TableTimes::textAt(std::size_t row) const
{
    return m_column ? m_table.text(row, *m_column) : std::string_view();
}

std::optional<std::int64_t> TableTimes::at(std::size_t row) const
{
    if (!m_column)
        return static_cast<std::int64_t>(row) * 1'000'000'000;
    const std::string_view text = textAt(row);
    if (m_kind == TableTime::Text)
        return parseTableTime(text, m_zone);
    if (m_kind == TableTime::Epoch && m_factor == 1e9)
        if (const auto exact = parseEpoch(text))
            return exact;
    const auto value = parseDouble(text);
    if (!value || !(std::abs(*value * m_factor) < latestTime))
        return std::nullopt;
    return static_cast<std::int64_t>(std::llround(*value * m_factor));
}

} // namespace millrace::importers

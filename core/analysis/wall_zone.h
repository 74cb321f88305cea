// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace millrace::analysis {

/// The wall clock of a place, by built-in rules instead of those of this machine, so that figures are the same on every
/// machine: a fixed offset, or the summer time of the European Union (since 1996) or of the United States (since 2007).
class WallZone
{
public:
    /// UTC.
    WallZone() = default;
    /// "UTC", "+02:00", "-0330", "CET", "Europe/Berlin", "Europe/London", "America/New_York", … InvalidInput lists the
    /// known names.
    [[nodiscard]] static Result<WallZone> parse(std::string_view name);
    /// Central European time with its summer time.
    [[nodiscard]] static WallZone centralEurope();

    /// Nanoseconds to add to a time in UTC to get the wall clock.
    [[nodiscard]] std::int64_t offsetAt(std::int64_t utc) const noexcept;
    /// The instant of a wall clock's time; the earlier one in the hour that occurs twice.
    [[nodiscard]] std::int64_t utcOf(std::int64_t wall) const noexcept;
    /// "CEST"; "+03" where the zone has no abbreviation.
    [[nodiscard]] std::string abbreviationAt(std::int64_t utc) const;
    [[nodiscard]] const std::string& name() const noexcept { return m_name; }

private:
    enum class Rule : std::uint8_t
    {
        Fixed,
        Europe,
        UnitedStates
    };
    struct Known;

    [[nodiscard]] bool isSummer(std::int64_t utc) const noexcept;

    std::string m_name = "UTC";
    std::int64_t m_standard = 0; ///< nanoseconds east of UTC
    Rule m_rule = Rule::Fixed;
    std::string m_letters = "UTC";
    std::string m_summerLetters;
};

/// Nanoseconds from 1970 to a calendar date and time of day in UTC; the year from 1678 to 2261.
[[nodiscard]] std::int64_t civilTime(int year, unsigned month, unsigned day, std::int64_t nanosecondsOfDay) noexcept;

} // namespace millrace::analysis

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/plan/estimate.h"

#include <cstdint>
#include <map>
#include <span>

namespace millrace::plan {

/// Past runs that were made with the same settings.
struct PastGroup
{
    std::vector<std::uint32_t> settings; ///< see PastGroups::numbersOf, ascending
    std::vector<const PastRun*> runs;
};

/// Past runs by their settings, so that a planned cell finds the nearest ones without looking at every run. The history
/// must outlive it.
class PastGroups
{
public:
    explicit PastGroups(const History& history);

    /// Exactly these settings; nullptr: none.
    [[nodiscard]] const PastGroup* same(const Settings& settings) const;
    /// Those that share what must agree and differ in the fewest other settings.
    [[nodiscard]] std::vector<const PastGroup*> nearest(const Settings& settings) const;

private:
    using Key = std::vector<std::uint32_t>;
    [[nodiscard]] static std::string pairText(const std::pair<std::string, std::string>& setting);
    /// A number for each name with its value; values that no past run has share the number 0.
    [[nodiscard]] Key numbersOf(const Settings& settings, bool onlyMustAgree) const;

    std::map<std::string, std::uint32_t> m_numbers;
    std::map<Key, PastGroup> m_groups;
    std::map<Key, std::vector<const PastGroup*>> m_comparable; ///< by what must agree
};

} // namespace millrace::plan

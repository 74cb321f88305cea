// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/plan/estimate.h"

#include <cstdint>
#include <map>
#include <span>

namespace millrace::plan {

/// Past runs with the same settings.
struct HistoryGroup
{
    std::vector<std::uint32_t> settings; ///< see HistoryIndex::numbersOf, ascending
    std::vector<const PastRun*> runs;
};

/// Index of past runs by their settings, so that the nearest ones of a planned cell are found without a search over all
/// runs. The history must outlive it.
class HistoryIndex
{
public:
    explicit HistoryIndex(const History& history);

    /// Returns the group with exactly these settings, or nullptr.
    [[nodiscard]] const HistoryGroup* same(const Settings& settings) const;
    /// Returns those that share the settings that must agree and differ in the fewest others.
    [[nodiscard]] std::vector<const HistoryGroup*> nearest(const Settings& settings) const;

private:
    using Key = std::vector<std::uint32_t>;
    [[nodiscard]] static std::string pairText(const std::pair<std::string, std::string>& setting);
    /// Numbers each name with its value; values of no past run share the number 0.
    [[nodiscard]] Key numbersOf(const Settings& settings, bool onlyMustAgree) const;

    std::map<std::string, std::uint32_t> m_numbers;
    std::map<Key, HistoryGroup> m_groups;
    std::map<Key, std::vector<const HistoryGroup*>> m_comparable; ///< by the settings that must agree
};

} // namespace millrace::plan

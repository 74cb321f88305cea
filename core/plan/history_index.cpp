// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/history_index.h"

#include <algorithm>
#include <limits>

namespace millrace::plan {

HistoryIndex::HistoryIndex(const History& history)
{
    for (const PastRun& run : history.runs) {
        for (const auto& setting : run.settings)
            m_numbers.try_emplace(pairText(setting), static_cast<std::uint32_t>(m_numbers.size() + 1));
        const Key key = numbersOf(run.settings, false);
        HistoryGroup& group = m_groups[key];
        if (group.runs.empty()) {
            group.settings = key;
            m_comparable[numbersOf(run.settings, true)].push_back(&group);
        }
        group.runs.push_back(&run);
    }
}

std::string HistoryIndex::pairText(const std::pair<std::string, std::string>& setting)
{
    return setting.first + '\n' + setting.second;
}

HistoryIndex::Key HistoryIndex::numbersOf(const Settings& settings, bool onlyMustAgree) const
{
    Key numbers;
    numbers.reserve(settings.size());
    for (const auto& setting : settings) {
        if (onlyMustAgree && !mustAgree(setting.first))
            continue;
        const auto found = m_numbers.find(pairText(setting));
        numbers.push_back(found == m_numbers.end() ? 0 : found->second);
    }
    std::ranges::sort(numbers);
    return numbers;
}

const HistoryGroup* HistoryIndex::same(const Settings& settings) const
{
    const auto found = m_groups.find(numbersOf(settings, false));
    return found == m_groups.end() ? nullptr : &found->second;
}

std::vector<const HistoryGroup*> HistoryIndex::nearest(const Settings& settings) const
{
    const auto comparable = m_comparable.find(numbersOf(settings, true));
    if (comparable == m_comparable.end())
        return {};
    const Key numbers = numbersOf(settings, false);
    std::vector<const HistoryGroup*> best;
    std::size_t most = 0;
    for (const HistoryGroup* group : comparable->second) {
        std::size_t shared = 0;
        for (std::size_t i = 0, j = 0; i < numbers.size() && j < group->settings.size();) {
            shared += numbers[i] == group->settings[j];
            const bool forward = numbers[i] <= group->settings[j];
            j += numbers[i] >= group->settings[j];
            i += forward;
        }
        if (shared > most || best.empty()) {
            best.clear();
            most = shared;
        }
        if (shared == most)
            best.push_back(group);
    }
    return best;
}

} // namespace millrace::plan

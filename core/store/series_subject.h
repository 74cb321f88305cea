// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/text.h"

#include <optional>
#include <string>
#include <string_view>

namespace millrace::store {

inline constexpr int mostSubjectRanks = 1 << 20;

/// Subject of a series about one worker: "rank 0".
[[nodiscard]] inline std::string rankSubject(int rank)
{
    return "rank " + std::to_string(rank);
}
/// Of one about a worker and another: "rank 0→rank 1".
[[nodiscard]] inline std::string pairSubject(int from, int to)
{
    return rankSubject(from) + "→" + rankSubject(to);
}

/// What a subject says: nothing for a node and for the whole job.
struct SubjectRanks
{
    int rank = 0;
    std::optional<int> peer = {};

    bool operator==(const SubjectRanks&) const = default;
};
[[nodiscard]] inline std::optional<SubjectRanks> parseSubject(std::string_view subject)
{
    constexpr std::string_view word = "rank ";
    constexpr std::string_view arrow = "→";
    const auto rankOf = [&](std::string_view text) -> std::optional<int> {
        if (!text.starts_with(word))
            return std::nullopt;
        const auto number = parseInteger(text.substr(word.size()));
        return number && *number >= 0 && *number < mostSubjectRanks ? std::optional(static_cast<int>(*number))
                                                                    : std::nullopt;
    };
    const std::size_t at = subject.find(arrow);
    const auto rank = rankOf(subject.substr(0, at));
    if (!rank || at == subject.npos)
        return rank ? std::optional(SubjectRanks{*rank}) : std::nullopt;
    const auto peer = rankOf(subject.substr(at + arrow.size()));
    return peer ? std::optional(SubjectRanks{*rank, peer}) : std::nullopt;
}

} // namespace millrace::store

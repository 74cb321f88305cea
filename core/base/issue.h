// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace millrace {

enum class Severity
{
    Note,
    Warning,
    Error
};

/// Damage of one kind inside data, counted: "7 unknown lines, the first at line 17: …". Or one problem of a
/// specification, where `where` is the field ("clusters[0].nodes[2].name").
struct Issue
{
    std::string kind; ///< stable lower-case name, for example "unknown-line"
    Severity severity = Severity::Warning;
    std::int64_t count = 1;
    std::string example; ///< the first occurrence, or the sentence that explains the problem
    std::string where; ///< file, line or field

    bool operator==(const Issue&) const = default;
};

using Issues = std::vector<Issue>;

/// Counts an occurrence: raises the count of the entry of this kind, or appends it with the example.
void countIssue(Issues& issues, const Issue& issue);
[[nodiscard]] bool hasErrors(const Issues& issues) noexcept;
/// "where: example (7 times)".
[[nodiscard]] std::string issueText(const Issue& issue);

} // namespace millrace

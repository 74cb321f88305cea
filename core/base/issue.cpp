// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/issue.h"

#include <algorithm>

namespace millrace {

void countIssue(Issues& issues, const Issue& issue)
{
    const auto it = std::ranges::find(issues, issue.kind, &Issue::kind);
    if (it == issues.end())
        issues.push_back(issue);
    else
        it->count += issue.count;
}

bool hasErrors(const Issues& issues) noexcept
{
    return std::ranges::any_of(issues, [](const Issue& issue) { return issue.severity == Severity::Error; });
}

std::string issueText(const Issue& issue)
{
    std::string text = issue.where.empty() ? issue.example : issue.where + ": " + issue.example;
    if (issue.count > 1)
        text += " (" + std::to_string(issue.count) + " times)";
    return text;
}

} // namespace millrace

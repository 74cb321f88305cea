// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/finding.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies {

Finding makeFinding(std::string name, std::string title, Severity severity)
{
    Finding finding;
    finding.name = std::move(name);
    finding.title = std::move(title);
    finding.severity = severity;
    return finding;
}

void addEvidence(Finding& finding, const AuditedRun& run, std::string node, std::string file, std::uint64_t line,
                 std::string text)
{
    ++finding.evidenceCount;
    if (finding.evidence.size() < Finding::listedEvidence)
        finding.evidence.push_back({run.id, run.name, std::move(node), std::move(file), line, std::move(text)});
}

void addFinding(Audit& audit, Finding finding)
{
    if (finding.evidenceCount > 0)
        audit.findings.push_back(std::move(finding));
}

void sortFindings(std::vector<Finding>& findings)
{
    std::ranges::stable_sort(findings, [](const Finding& a, const Finding& b) {
        return a.severity != b.severity ? a.severity > b.severity : a.evidenceCount > b.evidenceCount;
    });
}

void addIssueEvidence(Finding& finding, const AuditRuns& runs, std::string_view kind)
{
    const auto add = [&](const AuditedRun& run, const std::string& file, const Issue& issue) {
        if (issue.kind != kind)
            return;
        addEvidence(finding, run, {}, file, lineOf(issue.where),
                    issue.count > 1 ? fmt::format("{} ({} times)", issue.example, issue.count) : issue.example);
        finding.evidenceCount += static_cast<std::size_t>(std::max<std::int64_t>(issue.count, 1)) - 1;
    };
    for (const AuditedRun& run : runs.runs()) {
        for (const AuditedFile& file : run.files)
            for (const Issue& issue : file.issues)
                add(run, file.path, issue);
        for (const Issue& issue : run.issues)
            add(run, run.files.size() == 1 ? run.files.front().path : std::string(), issue);
    }
}

std::uint64_t lineOf(std::string_view where) noexcept
{
    const auto numberAt = [where](std::size_t position) {
        std::uint64_t number = 0;
        for (std::size_t i = position; i < where.size() && i < position + 12 && where[i] >= '0' && where[i] <= '9'; ++i)
            number = number * 10 + static_cast<std::uint64_t>(where[i] - '0');
        return number;
    };
    constexpr std::string_view word = "line ";
    if (const std::size_t at = where.rfind(word); at != std::string_view::npos)
        if (const std::uint64_t line = numberAt(at + word.size()); line > 0)
            return line;
    const std::size_t colon = where.rfind(':');
    return colon == std::string_view::npos ? 0 : numberAt(colon + 1);
}

void Range::add(double value) noexcept
{
    if (!std::isfinite(value))
        return;
    least = count == 0 ? value : std::min(least, value);
    most = count == 0 ? value : std::max(most, value);
    ++count;
}

std::string rangeText(const Range& range, int decimals, double factor)
{
    if (range.count == 0)
        return "–";
    const std::string least = fmt::format("{:.{}f}", range.least * factor, decimals);
    const std::string most = fmt::format("{:.{}f}", range.most * factor, decimals);
    return least == most ? least : least + " to " + most;
}

std::string countText(std::size_t count, std::string_view singular)
{
    return fmt::format("{} {}{}", count, singular, count == 1 ? "" : "s");
}

} // namespace millrace::studies

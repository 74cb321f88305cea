// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/replay/replay_table.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::replay {
namespace {

const char* word(Agreement agreement)
{
    switch (agreement) {
    case Agreement::Same: return "yes";
    case Agreement::Different: return "no";
    case Agreement::NotCompared: break;
    }
    return "";
}

} // namespace

report::Table comparisonTable(const ReplayReport& report)
{
    report::Table table;
    table.title = fmt::format("Replay of {}", report.title);
    const bool compared = std::ranges::any_of(report.rows, [](const ReplayRow& row) { return !row.stored.empty(); });
    if (compared)
        table.columns = {{"what", "What"}, {"stored", "Stored then"}, {"now", "Found now"}, {"same", "Same"}};
    else
        table.columns = {{"what", "What"}, {"now", "Found"}};
    std::vector<ReplayRow> rows = report.rows;
    std::ranges::stable_partition(rows, [](const ReplayRow& row) { return row.agreement == Agreement::Different; });
    for (const ReplayRow& row : rows)
        if (compared)
            table.rows.push_back({row.what, row.stored, row.now, std::string(word(row.agreement))});
        else
            table.rows.push_back({row.what, row.now});
    table.notes = report.notes;
    table.notes.push_back(fmt::format("Read as output of {}: {} lines, {} events, {} unknown, {} damaged.",
                                      report.framework.empty() ? "nothing" : report.framework, report.counts.read,
                                      report.counts.events, report.counts.unknown, report.counts.damaged));
    for (const Issue& issue : report.issues)
        table.notes.push_back(fmt::format("{}: {}", issue.kind, issueText(issue)));
    return table;
}

} // namespace millrace::replay

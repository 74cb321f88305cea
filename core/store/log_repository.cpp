// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/log_repository.h"

#include "core/store/log_codec.h"

#include <fmt/format.h>

namespace millrace::store {

namespace {

constexpr std::int64_t mostLinesLookedAt = 1'000'000;

bool matches(const LogQuery& query, const LogLine& line)
{
    return (query.node.empty() || query.node == line.node) && (query.process.empty() || query.process == line.process)
        && (query.stream.empty() || query.stream == line.stream)
        && (query.contains.empty() || line.text.find(query.contains) != std::string::npos);
}

/// Takes the matching lines of a block; sets `next` to the line after the last one examined.
void takeLines(LogPage& page, const LogQuery& query, std::int64_t firstLine, std::vector<LogLine>& lines)
{
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::int64_t number = firstLine + static_cast<std::int64_t>(i);
        if (number < query.from)
            continue;
        if (page.entries.size() == query.limit) {
            page.atEnd = false;
            return;
        }
        page.next = number + 1;
        if (matches(query, lines[i]))
            page.entries.push_back({number, std::move(lines[i])});
    }
}

} // namespace

Result<std::int64_t> LogRepository::lineCount(RunId run)
{
    MR_TRY(row,
           m_database.prepare("SELECT first_line + lines FROM log_blocks WHERE run_id = ? "
                              "ORDER BY first_line DESC LIMIT 1"));
    row.bindAll(run);
    MR_TRY(there, row.step());
    return there ? row.integer(0) : 0;
}

Result<LogPage> LogRepository::lines(RunId run, const LogQuery& query, Issues& issues, const JobContext& job)
{
    MR_TRY(row,
           m_database.prepare("SELECT first_line, lines, data FROM log_blocks WHERE run_id = ?1 AND first_line >= "
                              "coalesce((SELECT max(first_line) FROM log_blocks WHERE run_id = ?1 "
                              "AND first_line <= ?2), 0) ORDER BY first_line"));
    row.bindAll(run, query.from);
    ZstdDecompressor zstd;
    LogPage page;
    page.next = query.from;
    while (page.atEnd) {
        MR_TRY(there, row.step());
        if (!there)
            break;
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "the search in the log was cancelled");
        if (page.next - query.from >= mostLinesLookedAt) {
            page.atEnd = false;
            break;
        }
        const std::int64_t firstLine = row.integer(0);
        auto lines = decodeLines(row.blob(2), zstd);
        if (lines) {
            takeLines(page, query, firstLine, *lines);
            continue;
        }
        countIssue(issues,
                   {"damaged-log-block", Severity::Error, 1, lines.error().what,
                    fmt::format("log of run {}, from line {}", run.value, firstLine)});
        page.next = std::max(page.next, firstLine + row.integer(1));
    }
    return page;
}

} // namespace millrace::store

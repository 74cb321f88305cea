// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/line_reader.h"

#include "core/monitor/log_line.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace millrace::importers {

namespace {
constexpr std::size_t blockBytes = std::size_t(1) << 18;
constexpr std::size_t exampleBytes = 200;
} // namespace

Result<LineReader> LineReader::open(const std::filesystem::path& file)
{
    MR_TRY(source, capture::openBytes(file));
    return LineReader(file, std::move(source));
}

LineReader::LineReader(std::filesystem::path file, capture::OpenedSource source)
    : m_name(file.filename().string()), m_source(std::move(source.source)), m_total(source.bytes), m_block(blockBytes)
{
}

Result<bool> LineReader::fill()
{
    if (m_ended)
        return false;
    auto got = m_source->read(m_block);
    if (!got && got.error().code == ErrorCode::Corrupt) {
        countIssue(m_issues, {"cut-file", Severity::Warning, 1, got.error().what, place()});
        m_ended = true;
        return false;
    }
    if (!got)
        return within("reading " + m_name, got.error());
    m_begin = 0;
    m_end = *got;
    m_ended = *got == 0;
    return !m_ended;
}

Result<std::optional<std::string_view>> LineReader::next()
{
    m_line.clear();
    bool any = false, cut = false;
    for (;;) {
        if (m_begin == m_end) {
            MR_TRY(more, fill());
            if (!more)
                break;
        }
        any = true;
        const char* const begin = reinterpret_cast<const char*>(m_block.data()) + m_begin;
        const void* const found = std::memchr(begin, '\n', m_end - m_begin);
        const std::size_t length =
            found == nullptr ? m_end - m_begin : static_cast<std::size_t>(static_cast<const char*>(found) - begin);
        m_begin += length + (found == nullptr ? 0 : 1);
        if (found != nullptr && m_line.empty() && !cut && length <= mostBytes) {
            ++m_number;
            const bool carriage = length > 0 && begin[length - 1] == '\r';
            return std::optional(std::string_view(begin, length - (carriage ? 1 : 0)));
        }
        const std::size_t room = mostBytes - m_line.size();
        cut = cut || length > room;
        m_line.append(begin, std::min(length, room));
        if (found != nullptr)
            break;
    }
    if (!any)
        return std::optional<std::string_view>();
    ++m_number;
    if (cut)
        count("long-line", Severity::Warning, m_line);
    if (!m_line.empty() && m_line.back() == '\r')
        m_line.pop_back();
    return std::optional(std::string_view(m_line));
}

Result<Issues> readLines(const std::filesystem::path& file, const JobContext& job,
                         const std::function<void(std::string_view line, LineReader& lines)>& take)
{
    MR_TRY(lines, LineReader::open(file));
    for (std::uint64_t count = 0;; ++count) {
        if (count % 4096 == 0) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "reading " + file.string() + " was cancelled");
            job.progress(static_cast<long long>(lines.bytesRead()), static_cast<long long>(lines.bytesTotal()),
                         file.filename().string());
        }
        MR_TRY(line, lines.next());
        if (!line)
            return lines.issues();
        take(*line, lines);
    }
}

std::string LineReader::place() const
{
    return fmt::format("{} line {}", m_name, m_number);
}

void LineReader::count(const char* kind, Severity severity, std::string_view example)
{
    const auto known = std::ranges::find(m_issues, kind, &Issue::kind);
    if (known != m_issues.end()) {
        ++known->count;
        return;
    }
    m_issues.push_back({kind, severity, 1, monitor::validUtf8(example.substr(0, exampleBytes)), place()});
}

} // namespace millrace::importers

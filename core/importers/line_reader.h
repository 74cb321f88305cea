// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/capture/byte_source.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::importers {

/// Reads a text file, plain or compressed, line by line, in memory that does not depend on its size. For one thread.
class LineReader
{
public:
    /// Longer lines are truncated to this and counted ("long-line").
    static constexpr std::size_t mostBytes = std::size_t(1) << 16;

    [[nodiscard]] static Result<LineReader> open(const std::filesystem::path& file);

    /// The next line without its end; none at the end of the file. Valid until the next call. Io when reading fails;
    /// truncated or damaged compressed data end the file and are counted ("cut-file").
    [[nodiscard]] Result<std::optional<std::string_view>> next();

    [[nodiscard]] std::uint64_t number() const noexcept { return m_number; } ///< of the last line, from 1
    /// "name.csv line 17".
    [[nodiscard]] std::string place() const;
    [[nodiscard]] const Issues& issues() const noexcept { return m_issues; }
    /// Counts damage at the last line, with its first bytes as example.
    void count(const char* kind, Severity severity, std::string_view example);
    [[nodiscard]] std::uint64_t bytesRead() const noexcept { return m_source->bytesRead(); }
    [[nodiscard]] std::uint64_t bytesTotal() const noexcept { return m_total; }

private:
    LineReader(std::filesystem::path file, capture::OpenedSource source);
    [[nodiscard]] Result<bool> fill();

    std::string m_name;
    std::unique_ptr<capture::ByteSource> m_source;
    std::uint64_t m_total = 0;
    std::vector<std::uint8_t> m_block;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    std::string m_line; ///< of a line that spans two blocks
    std::uint64_t m_number = 0;
    bool m_ended = false;
    Issues m_issues;
};

/// Passes every line of a file to `take` and reports progress; returns the reader's issues. Io, Cancelled.
[[nodiscard]] Result<Issues> readLines(const std::filesystem::path& file, const JobContext& job,
                                       const std::function<void(std::string_view line, LineReader& lines)>& take);

/// Maximum number of rows that log readers keep; later ones are counted ("rows-beyond").
constexpr std::size_t mostLogRows = 5'000'000;

/// Appends a row read from `line` while there is room.
template <typename Row>
void keepRow(std::vector<Row>& rows, Row row, LineReader& lines, std::string_view line)
{
    if (rows.size() < mostLogRows)
        rows.push_back(std::move(row));
    else
        lines.count("rows-beyond", Severity::Warning, line);
}

} // namespace millrace::importers

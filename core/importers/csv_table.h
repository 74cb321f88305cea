// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::importers {

struct CsvOptions
{
    char delimiter = 0; ///< 0: the one of , ; tab | that splits the first lines most evenly
    bool header = true; ///< the first non-empty line names the columns; otherwise they are "1", "2", …
    std::size_t mostBytes = std::size_t(1) << 30; ///< larger files are refused
    /// Each line is a row with as many fields as it has, including empty lines; quotes are text. Nothing is counted:
    /// the caller interprets the lines.
    bool asWritten = false;
};

/// A table of text fields in memory, read once: quotes (RFC 4180), a byte order mark, CRLF, empty lines, which are
/// skipped. Damage is counted in issues(): "short-row" and "long-row" (fewer or more fields than the header; missing
/// ones are empty, extra ones are dropped), "open-quote", "double-column" (a duplicate name; lookups find the first
/// column), "nul-byte". For one thread.
class CsvTable
{
public:
    /// InvalidInput for a file without any line, with binary content or larger than mostBytes.
    [[nodiscard]] static Result<CsvTable> read(const std::filesystem::path& file, const CsvOptions& options = {});
    /// `name` is used in issues.
    [[nodiscard]] static Result<CsvTable> parse(std::string text, std::string name, const CsvOptions& options = {});

    [[nodiscard]] const std::vector<std::string>& header() const noexcept { return m_header; }
    [[nodiscard]] std::size_t rows() const noexcept { return m_lines.size(); }
    [[nodiscard]] std::optional<std::size_t> column(std::string_view name) const;
    /// Without quotes and surrounding blanks; empty where the row is short. Valid as long as the table.
    [[nodiscard]] std::string_view text(std::size_t row, std::size_t column) const;
    [[nodiscard]] std::uint64_t line(std::size_t row) const { return m_lines[row]; } ///< in the file, from 1
    [[nodiscard]] std::string place(std::size_t row) const; ///< "name.csv line 17"
    /// All fields of a row; at least one. Valid as long as the table.
    [[nodiscard]] std::vector<std::string_view> fields(std::size_t row) const;
    /// Counts damage in a row, with the first bytes of `example`, or of the line if that is empty.
    void count(Issues& issues, const char* kind, Severity severity, std::size_t row,
               std::string_view example = {}) const;
    /// One value for each row; NaN for an empty field and for one that is not a number. The latter are counted as
    /// "text-cell" in `issues`, with column and line.
    [[nodiscard]] std::vector<double> numbers(std::size_t column, Issues& issues) const;
    [[nodiscard]] const std::string& name() const noexcept { return m_name; }
    [[nodiscard]] const Issues& issues() const noexcept { return m_issues; }

private:
    class Parser;
    CsvTable() = default;

    std::string m_name;
    std::string m_text; ///< of the file; quoted fields are rewritten in place, with blanks where the quotes were
    std::vector<std::string> m_header;
    std::vector<std::uint32_t> m_begins; ///< of the fields of each row, and where the next would begin
    std::vector<std::size_t> m_first; ///< of each row in m_begins, and the end
    std::vector<std::uint64_t> m_lines;
    Issues m_issues;
};

} // namespace millrace::importers

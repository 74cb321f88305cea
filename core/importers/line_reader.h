// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/capture/byte_source.h"

#include <cstdint>
#include <filesystem>
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
    /// Longer lines are cut to this and counted ("long-line").
    static constexpr std::size_t mostBytes = std::size_t(1) << 16;

    [[nodiscard]] static Result<LineReader> open(const std::filesystem::path& file);
    /// Lines of a text in memory, such as a sheet of a workbook; `name` is for places.
    [[nodiscard]] static LineReader ofText(const std::string& name, std::string text);

    /// The next line without its end; nothing at the end of the file. Valid until the next call. Io when reading fails;
    /// compressed bytes that are cut or damaged end the file and are counted ("cut-file").
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
    std::string m_line; ///< of a line that lies in two blocks
    std::uint64_t m_number = 0;
    bool m_ended = false;
    Issues m_issues;
};

} // namespace millrace::importers

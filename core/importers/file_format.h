// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/importers/csv_table.h"
#include "core/importers/packet_source.h"
#include "core/importers/tool_run.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::importers {

/// The beginning of a text file, with properties that several formats use.
class FileHead
{
public:
    /// `whole`: the file has no more than `text`, which must outlive the head.
    explicit FileHead(std::string_view text, bool whole = true);

    [[nodiscard]] std::string_view text() const noexcept { return m_text; }
    [[nodiscard]] const std::vector<std::string>& lines() const noexcept
    {
        return m_lines;
    } ///< complete lines, at most 400
    [[nodiscard]] const std::string& header() const noexcept { return m_header; } ///< first line with text
    /// The complete lines as a table of at least two columns and two rows; null: not a table.
    [[nodiscard]] const CsvTable* table() const;

private:
    std::string_view m_text;
    bool m_whole;
    std::vector<std::string> m_lines;
    std::string m_header;
    mutable std::optional<std::optional<CsvTable>> m_table; ///< parsed on first use
};

/// How a format is recognised. More specific signs are tried first.
enum class FormatSign
{
    Words, ///< words that only this format has
    Header, ///< its first line
    Lines, ///< lines of one shape
    Log, ///< a share of its lines
    Table ///< columns of numbers
};

/// How a file becomes a run.
enum class FileKind
{
    Traffic, ///< packets, or the training steps that belong to them
    Log, ///< of a framework; ranks together
    Tool, ///< by FileFormat::read
    Table ///< by a mapping of its columns
};

/// Result of recognising a format.
struct FormatMatch
{
    double confidence = 0; ///< 1: a magic number; 0.9: its own words; 0.5: may be another text of that shape
    std::string why; ///< for display
    std::string framework = {}; ///< of a log: "horovod"
};

[[nodiscard]] inline std::optional<FormatMatch> matchIf(bool isSo, double confidence, const char* why)
{
    return isSo ? std::optional(FormatMatch{confidence, why}) : std::nullopt;
}

/// A file format: how it is recognised and read. A new one is a constant of this type in the file of its reader and a
/// line in file_formats.cpp.
struct FileFormat
{
    std::string_view name; ///< stable: "nccl-tests"
    FileKind kind = FileKind::Tool;
    FormatSign sign = FormatSign::Words;
    std::optional<FormatMatch> (*match)(const FileHead& head) = nullptr;
    /// For tools: the runs of a file. `issues` are those of the whole file.
    Result<std::vector<ToolRun>> (*read)(const std::filesystem::path& file, Issues& issues,
                                         const JobContext& job) = nullptr;
    /// For packets. `names` must outlive the source.
    Result<std::unique_ptr<PacketSource>> (*open)(const std::filesystem::path& file, NameBook& names,
                                                  const PacketOptions& options) = nullptr;
    std::string_view title = {}; ///< of tools, for display: "iperf3 JSON"
};
/// The formats of this module, in the order in which they are tried.
[[nodiscard]] std::span<const FileFormat* const> fileFormats() noexcept;
/// The titles of all tools, separated by commas.
[[nodiscard]] std::string toolTitles();

extern const FileFormat frameworkLogFormat; ///< what core/monitor's parsers read
extern const FileFormat tableFormat; ///< any other table with columns

struct RecognisedFile
{
    const FileFormat* format = nullptr; ///< null: unknown
    FormatMatch match; ///< `why` gives the reason, also for an unknown file
    bool compressed = false;

    /// "capture", "nccl-tests", …; "unknown".
    [[nodiscard]] std::string_view name() const noexcept { return format == nullptr ? "unknown" : format->name; }
};

/// The first bytes of a file, decompressed.
struct ReadHead
{
    std::string bytes;
    bool whole = false; ///< the file has no more
    bool damaged = false; ///< decompression failed after them
    bool compressed = false;
};
/// At most `most` bytes. Io, NotFound, Denied.
[[nodiscard]] Result<ReadHead> readHead(const std::filesystem::path& file, std::size_t most);

/// Number of bytes inspected, decompressed.
constexpr std::size_t recognisedBytes = std::size_t(64) << 10;

/// Recognises a file by its first bytes, never by its name: one of fileFormats(), or of `more`. Io, NotFound, Denied;
/// unknown, empty and undecompressible files have no format, and `why` gives the reason.
[[nodiscard]] Result<RecognisedFile> recogniseFile(const std::filesystem::path& file,
                                                   std::span<const FileFormat* const> more = {});
/// The same for bytes in memory; `whole`: the file has no more.
[[nodiscard]] RecognisedFile recogniseBytes(std::string_view head, bool whole = true,
                                            std::span<const FileFormat* const> more = {});

} // namespace millrace::importers

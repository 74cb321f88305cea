// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace millrace::importers {

enum class FileFormat
{
    Unknown,
    Capture, ///< pcap, pcapng
    TsharkFields,
    TcpdumpText,
    WandbCsv, ///< export of a run: _step, _runtime, _timestamp
    IperfProfile, ///< study E's table of iperf and ping
    SpotPrices, ///< study E's tables of prices
    FlumenTable, ///< study B's tables
    TrainHistory, ///< study A's log
    FrameworkLog, ///< what core/monitor's parsers read
    IperfText,
    Iperf3Json,
    Flent,
    NcclTests,
    Table ///< any other table with columns
};
/// "capture", "wandb-csv", …; stable.
[[nodiscard]] std::string_view fileFormatName(FileFormat format) noexcept;

struct RecognisedFile
{
    FileFormat format = FileFormat::Unknown;
    double confidence = 0; ///< 1: a magic number; 0.9: its own words; 0.5: could be another text of that shape
    std::string why; ///< in words
    std::string framework; ///< of a log: "kungfu"
    bool compressed = false;
};

/// How much of a file is looked at, decompressed.
constexpr std::size_t recognisedBytes = std::size_t(64) << 10;

/// What a file is, by its first bytes alone and never by its name. Io, NotFound, Denied; a file of nothing known, an
/// empty one and one that cannot be decompressed are Unknown, and `why` says so.
[[nodiscard]] Result<RecognisedFile> recogniseFile(const std::filesystem::path& file);
/// Whether a file that begins so is a capture, pcap or pcapng.
[[nodiscard]] bool isCapture(std::string_view head) noexcept;
/// The same of bytes that are at hand; `whole`: the file has no more.
[[nodiscard]] RecognisedFile recogniseBytes(std::string_view head, bool whole = true);

} // namespace millrace::importers

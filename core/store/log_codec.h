// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/records.h"
#include "core/store/zstd_handle.h"

namespace millrace::store {

/// Lines in a full block of a log, and the bytes of text that complete one earlier.
inline constexpr std::size_t logBlockLines = 4096;
inline constexpr std::size_t logBlockBytes = std::size_t(256) << 10;

/// Encodes lines. Layout: byte 1 (format), a zstd frame of the following, XXH64 of all before.
///
///   varint sources; for each: texts node, process, stream
///   varint lines; for each: varint source, zigzag varint time since the previous line (ns; before the first: 0), text
///
/// A text is its length as varint and its bytes.
[[nodiscard]] Bytes encodeLines(std::span<const LogLine> lines, ZstdCompressor& zstd);
[[nodiscard]] Result<std::vector<LogLine>> decodeLines(std::span<const std::byte> block, ZstdDecompressor& zstd);

} // namespace millrace::store

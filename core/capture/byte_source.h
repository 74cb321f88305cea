// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/capture/capture_info.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace millrace::capture {

/// Sequential, decompressed bytes of a file. For one thread at a time.
class ByteSource
{
public:
    virtual ~ByteSource() = default;

    /// Fills up to `out`; 0 at the end. Io if reading fails, Corrupt if compressed bytes are damaged or truncated,
    /// after the bytes before have been returned.
    [[nodiscard]] virtual Result<std::size_t> read(std::span<std::uint8_t> out) = 0;
    /// Skips a hole of a sparse file at the current position: returns its size less a few bytes, a multiple of eight;
    /// usually 0.
    [[nodiscard]] virtual std::uint64_t skipHole() { return 0; }
    /// Bytes read of the file on disk.
    [[nodiscard]] virtual std::uint64_t bytesRead() const noexcept = 0;
    [[nodiscard]] virtual Compression compression() const noexcept = 0;
};

struct OpenedSource
{
    std::unique_ptr<ByteSource> source;
    std::uint64_t bytes = 0; ///< on the disk; 0: not known
};

/// Opens a file and detects gzip or zstd by its first bytes; decompression runs on a separate thread. "-" is stdin.
/// `from` skips bytes of an uncompressed file.
[[nodiscard]] Result<OpenedSource> openBytes(const std::filesystem::path& file, std::uint64_t from = 0);

} // namespace millrace::capture

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

/// The bytes of a file, decompressed, from the front. For one thread at a time.
class ByteSource
{
public:
    virtual ~ByteSource() = default;

    /// Fills up to `out`; 0 at the end. Io when reading fails, Corrupt when compressed bytes are damaged or cut: what
    /// came before has been given already.
    [[nodiscard]] virtual Result<std::size_t> read(std::span<std::uint8_t> out) = 0;
    /// Passes over bytes that lie next and that the file system does not store, since they are zeros: so many, a
    /// multiple of eight; usually 0. A few are left.
    [[nodiscard]] virtual std::uint64_t skipHole() { return 0; }
    /// Of the file as it lies on the disk.
    [[nodiscard]] virtual std::uint64_t bytesRead() const noexcept = 0;
    [[nodiscard]] virtual Compression compression() const noexcept = 0;
};

struct OpenedSource
{
    std::unique_ptr<ByteSource> source;
    std::uint64_t bytes = 0; ///< on the disk; 0: not known
};

/// Opens a file and looks at its first bytes for gzip or zstd; decompression runs on a thread of its own. "-" is the
/// standard input. `from` skips bytes of an uncompressed file.
[[nodiscard]] Result<OpenedSource> openBytes(const std::filesystem::path& file, std::uint64_t from = 0);

} // namespace millrace::capture

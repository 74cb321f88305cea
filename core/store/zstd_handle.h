// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/byte_coding.h"

#include <memory>

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace millrace::store {

struct ZstdDeleter
{
    void operator()(ZSTD_CCtx_s* context) const noexcept;
    void operator()(ZSTD_DCtx_s* context) const noexcept;
};

/// Reusable zstd context, for one thread at a time.
class ZstdCompressor
{
public:
    ZstdCompressor();
    /// Returns one frame; valid until the next call.
    [[nodiscard]] std::span<const std::byte> compress(std::span<const std::byte> bytes, int level = 1);

private:
    std::unique_ptr<ZSTD_CCtx_s, ZstdDeleter> m_context;
    Bytes m_frame;
};

class ZstdDecompressor
{
public:
    ZstdDecompressor();
    /// Fills `out` exactly, or fails with Corrupt.
    [[nodiscard]] Result<void> fill(std::span<std::byte> out, std::span<const std::byte> frame);
    /// Decompresses a frame with a stored size; more than `limit` bytes are refused as Corrupt.
    [[nodiscard]] Result<Bytes> decompress(std::span<const std::byte> frame, std::size_t limit);

private:
    std::unique_ptr<ZSTD_DCtx_s, ZstdDeleter> m_context;
};

} // namespace millrace::store

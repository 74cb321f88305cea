// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/zstd_handle.h"

#include <new>
#include <zstd.h>

namespace millrace::store {

namespace {

Error damaged()
{
    return fail(ErrorCode::Corrupt, "stored bytes do not decompress");
}

} // namespace

void ZstdDeleter::operator()(ZSTD_CCtx_s* context) const noexcept
{
    ZSTD_freeCCtx(context);
}
void ZstdDeleter::operator()(ZSTD_DCtx_s* context) const noexcept
{
    ZSTD_freeDCtx(context);
}

ZstdCompressor::ZstdCompressor() : m_context(ZSTD_createCCtx())
{
    if (!m_context)
        throw std::bad_alloc();
}

std::span<const std::byte> ZstdCompressor::compress(std::span<const std::byte> bytes, int level)
{
    if (const std::size_t most = ZSTD_compressBound(bytes.size()); m_frame.size() < most)
        m_frame.resize(most);
    const std::size_t size =
        ZSTD_compressCCtx(m_context.get(), m_frame.data(), m_frame.size(), bytes.data(), bytes.size(), level);
    if (ZSTD_isError(size) != 0)
        throw std::bad_alloc();
    return std::span(m_frame).first(size);
}

ZstdDecompressor::ZstdDecompressor() : m_context(ZSTD_createDCtx())
{
    if (!m_context)
        throw std::bad_alloc();
}

Result<void> ZstdDecompressor::fill(std::span<std::byte> out, std::span<const std::byte> frame)
{
    const std::size_t size = ZSTD_decompressDCtx(m_context.get(), out.data(), out.size(), frame.data(), frame.size());
    if (ZSTD_isError(size) != 0 || size != out.size())
        return damaged();
    return {};
}

Result<Bytes> ZstdDecompressor::decompress(std::span<const std::byte> frame, std::size_t limit)
{
    const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > limit)
        return damaged();
    Bytes out(static_cast<std::size_t>(size));
    MR_CHECK(fill(out, frame));
    return out;
}

} // namespace millrace::store

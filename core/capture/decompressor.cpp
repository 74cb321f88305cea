// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/decompressor.h"

#include <zlib.h>
#include <zstd.h>

#include <optional>
#include <vector>

namespace millrace::capture {

namespace {

/// Common base: a block of input, and returning decompressed bytes before an error.
class BlockDecompressor : public Decompressor
{
public:
    explicit BlockDecompressor(ByteSource& raw) : m_raw(raw) { }

    Result<std::size_t> fill(std::span<std::uint8_t> out) final
    {
        std::size_t made = 0;
        while (made < out.size() && !m_error && !m_ended) {
            if (const Result<void> step = advance(out, made); !step)
                m_error = step.error();
        }
        if (made == 0 && m_error)
            return *m_error;
        return made;
    }

protected:
    /// Increments `made`, or sets m_ended.
    virtual Result<void> advance(std::span<std::uint8_t> out, std::size_t& made) = 0;
    [[nodiscard]] Result<bool> refill()
    {
        MR_TRY(count, m_raw.read(m_input));
        m_have = count;
        m_used = 0;
        return count > 0;
    }

    ByteSource& m_raw;
    std::vector<std::uint8_t> m_input = std::vector<std::uint8_t>(std::size_t{256} << 10);
    std::size_t m_have = 0;
    std::size_t m_used = 0;
    bool m_ended = false;

private:
    std::optional<Error> m_error;
};

class GzipDecompressor final : public BlockDecompressor
{
public:
    explicit GzipDecompressor(ByteSource& raw) : BlockDecompressor(raw)
    {
        m_ready = inflateInit2(&m_stream, 15 + 16) == Z_OK;
    }
    ~GzipDecompressor() override { inflateEnd(&m_stream); }

private:
    Result<void> advance(std::span<std::uint8_t> out, std::size_t& made) override
    {
        if (!m_ready)
            return fail(ErrorCode::Internal, "zlib could not be started");
        if (m_used == m_have) {
            MR_TRY(more, refill());
            if (!more) {
                m_ended = true;
                if (m_inside)
                    return fail(ErrorCode::Corrupt, "the gzip file ends in the middle");
                return {};
            }
        }
        m_inside = true;
        m_stream.next_in = m_input.data() + m_used;
        m_stream.avail_in = static_cast<uInt>(m_have - m_used);
        m_stream.next_out = out.data() + made;
        m_stream.avail_out = static_cast<uInt>(out.size() - made);
        const int state = inflate(&m_stream, Z_NO_FLUSH);
        m_used = m_have - m_stream.avail_in;
        made = out.size() - m_stream.avail_out;
        if (state == Z_STREAM_END) {
            m_inside = false;
            inflateReset(&m_stream);
        } else if (state != Z_OK && state != Z_BUF_ERROR) {
            return fail(ErrorCode::Corrupt, "the gzip file is damaged");
        }
        return {};
    }

    z_stream m_stream{};
    bool m_ready = false;
    bool m_inside = false;
};

struct ZstdStreamDeleter
{
    void operator()(ZSTD_DStream* stream) const noexcept { ZSTD_freeDStream(stream); }
};

class ZstdDecompressor final : public BlockDecompressor
{
public:
    explicit ZstdDecompressor(ByteSource& raw) : BlockDecompressor(raw), m_stream(ZSTD_createDStream())
    {
        // Larger windows are refused, so that a hostile header does not exhaust the memory.
        ZSTD_DCtx_setParameter(m_stream.get(), ZSTD_d_windowLogMax, 27);
    }

private:
    Result<void> advance(std::span<std::uint8_t> out, std::size_t& made) override
    {
        // A full output may leave data in the decompressor.
        if (m_used == m_have && !m_pending) {
            MR_TRY(more, refill());
            if (!more) {
                m_ended = true;
                if (m_inside)
                    return fail(ErrorCode::Corrupt, "the zstd file ends in the middle");
                return {};
            }
        }
        ZSTD_inBuffer input{m_input.data(), m_have, m_used};
        ZSTD_outBuffer output{out.data(), out.size(), made};
        const std::size_t state = ZSTD_decompressStream(m_stream.get(), &output, &input);
        m_used = input.pos;
        made = output.pos;
        if (ZSTD_isError(state))
            return fail(ErrorCode::Corrupt, std::string("the zstd file is damaged (") + ZSTD_getErrorName(state) + ")");
        m_inside = state != 0;
        m_pending = m_inside && made == out.size();
        return {};
    }

    std::unique_ptr<ZSTD_DStream, ZstdStreamDeleter> m_stream;
    bool m_inside = false;
    bool m_pending = false;
};

} // namespace

std::unique_ptr<Decompressor> makeDecompressor(Compression compression, ByteSource& raw)
{
    if (compression == Compression::Gzip)
        return std::make_unique<GzipDecompressor>(raw);
    return std::make_unique<ZstdDecompressor>(raw);
}

} // namespace millrace::capture

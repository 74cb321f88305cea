// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/byte_source.h"

namespace millrace::capture {

/// Decompresses a source, including several concatenated members or frames.
class Decompressor
{
public:
    virtual ~Decompressor() = default;
    /// Fills `out`, less only at the end; 0 at the end. Corrupt for damaged or missing bytes.
    [[nodiscard]] virtual Result<std::size_t> fill(std::span<std::uint8_t> out) = 0;
};

/// `raw` must outlive it.
[[nodiscard]] std::unique_ptr<Decompressor> makeDecompressor(Compression compression, ByteSource& raw);

} // namespace millrace::capture

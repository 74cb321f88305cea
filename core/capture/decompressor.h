// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/byte_source.h"

namespace millrace::capture {

/// Decompresses what a source gives, several members or frames one after the other.
class Decompressor
{
public:
    virtual ~Decompressor() = default;
    /// Fills `out`, less only at the end; 0 at the end. Corrupt: what was damaged or missing.
    [[nodiscard]] virtual Result<std::size_t> fill(std::span<std::uint8_t> out) = 0;
};

/// `raw` must outlive it.
[[nodiscard]] std::unique_ptr<Decompressor> makeDecompressor(Compression compression, ByteSource& raw);

} // namespace millrace::capture

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/zstd_handle.h"

namespace millrace::store {

/// Encodes words as byte planes: all lowest bytes, then all second ones, …, up to the highest that is used. A plane is
/// one value, raw, or a zstd frame, whichever is shortest.
void appendPlanes(Bytes& out, std::span<const std::uint64_t> words, ZstdCompressor& zstd);
[[nodiscard]] Result<void> takePlanes(ByteReader& in, std::span<std::uint64_t> words, ZstdDecompressor& zstd);

/// Encodes integers as their minimum, the greatest common divisor of the offsets from it, and planes of the quotients,
/// so that constant integers take a few bytes. Modifies `words`, which hold int64 values.
void appendIntegers(Bytes& out, std::span<std::uint64_t> words, ZstdCompressor& zstd);
[[nodiscard]] Result<void> takeIntegers(ByteReader& in, std::span<std::uint64_t> words, ZstdDecompressor& zstd);

} // namespace millrace::store

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/zstd_handle.h"

namespace millrace::store {

/// Words are coded as byte planes: all lowest bytes, then all second ones, …, up to the highest that is used. A plane
/// is one value, or as it is, or a zstd frame, whichever is shortest.
void appendPlanes(Bytes& out, std::span<const std::uint64_t> words, ZstdCompressor& zstd);
[[nodiscard]] Result<void> takePlanes(ByteReader& in, std::span<std::uint64_t> words, ZstdDecompressor& zstd);

/// Integers are coded as their minimum, the greatest common divisor of what is above it, and planes of the quotients.
/// Constant integers thus take a few bytes. Uses up `words`, which hold int64 values.
void appendIntegers(Bytes& out, std::span<std::uint64_t> words, ZstdCompressor& zstd);
[[nodiscard]] Result<void> takeIntegers(ByteReader& in, std::span<std::uint64_t> words, ZstdDecompressor& zstd);

} // namespace millrace::store

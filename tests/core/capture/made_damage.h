// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/core/capture/made_capture.h"

#include <functional>
#include <string>

namespace millrace::test {

/// A small capture and where its packets end in it.
struct SmallCapture
{
    std::string name;
    Bytes bytes;
    std::size_t header = 0; ///< fewer bytes are no capture
    std::vector<std::size_t> recordEnds; ///< of records or blocks, ascending; empty: compressed
    std::vector<bool> isPacket; ///< whether the record that ends there is one
};

/// One file of each format, of one or two kilobytes.
[[nodiscard]] std::vector<SmallCapture> smallCaptures();

using Damaged = std::function<void(const Bytes& bytes, std::size_t at, const std::string& how)>;

/// Every file of fewer bytes; `at` is its size.
void forEachTruncation(const SmallCapture& whole, const Damaged& check);
/// Every byte with all bits turned, with the lowest or the highest one turned, and as 0; `at` is its place.
void forEachFlip(const SmallCapture& whole, const Damaged& check);
/// Files in which up to twenty bytes were replaced at random, and pieces were moved, doubled or left out; always the
/// same ones. `at` is the first changed byte.
void forEachScramble(const SmallCapture& whole, int count, const Damaged& check);

} // namespace millrace::test

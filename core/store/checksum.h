// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace millrace::store {

/// Returns XXH64 with seed 0 (Collet, "xxHash fast digest algorithm", specification 0.1.1): detects damage, not
/// tampering.
[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> bytes) noexcept;

} // namespace millrace::store

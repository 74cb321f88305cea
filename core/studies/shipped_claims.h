// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <span>
#include <string_view>

namespace millrace::studies {

/// A file of resources/claims.
struct ShippedClaims
{
    std::string_view file; ///< "multi-cloud.json"
    std::string_view json;
};
[[nodiscard]] std::span<const ShippedClaims> shippedClaims() noexcept;

} // namespace millrace::studies

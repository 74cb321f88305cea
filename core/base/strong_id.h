// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <compare>
#include <cstdint>

namespace millrace {

/// An integer that names one kind of thing and cannot be mixed up with another. 0 means "none".
template <typename Tag>
struct StrongId
{
    std::int64_t value = 0;

    [[nodiscard]] explicit operator bool() const noexcept { return value != 0; }
    auto operator<=>(const StrongId&) const = default;
};

} // namespace millrace

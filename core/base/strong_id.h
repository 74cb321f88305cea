// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <compare>
#include <cstdint>

namespace millrace {

/// Integer identifier of one kind of object, not convertible to another kind. 0: none.
template <typename Tag>
struct StrongId
{
    std::int64_t value = 0;

    [[nodiscard]] explicit operator bool() const noexcept { return value != 0; }
    auto operator<=>(const StrongId&) const = default;
};

} // namespace millrace

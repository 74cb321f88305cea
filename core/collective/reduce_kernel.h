// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/element.h"

#include <cstddef>

namespace millrace::collective {

/// target[i] = target[i] ∘ source[i] for `count` elements. The ranges do not overlap; no alignment is needed.
using ReduceFunction = void (*)(char* target, const char* source, std::size_t count) noexcept;

/// Returns the fastest one for this processor. All give bitwise the same values. Integers wrap around; a minimum or
/// maximum of floating-point values with a NaN is the target's.
[[nodiscard]] ReduceFunction reduceFunction(Operator operation, ElementType type) noexcept;

} // namespace millrace::collective

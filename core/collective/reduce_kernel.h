// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/session.h"

#include <cstddef>

namespace millrace::collective {

/// target[i] = target[i] ∘ source[i]. The ranges do not overlap; no alignment is needed.
void reduceInto(Operator operation, float* target, const float* source, std::size_t count) noexcept;

} // namespace millrace::collective

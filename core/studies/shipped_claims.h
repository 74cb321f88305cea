// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/embedded_text.h"

#include <span>

namespace millrace::studies {

/// The files of resources/claims.
[[nodiscard]] std::span<const EmbeddedText> shippedClaims() noexcept;

} // namespace millrace::studies

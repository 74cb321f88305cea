// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/embedded_text.h"

#include <span>

namespace millrace::project {

/// Files of resources/templates.
[[nodiscard]] std::span<const EmbeddedText> templateTexts() noexcept;

} // namespace millrace::project

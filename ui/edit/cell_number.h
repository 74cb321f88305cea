// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/quantity.h"
#include "core/base/result.h"

#include <QString>

#include <optional>

namespace millrace::ui {

/// Like parseQuantity(), but nothing for an empty text.
[[nodiscard]] Result<std::optional<double>> optionalNumber(Quantity quantity, const QString& text);

} // namespace millrace::ui

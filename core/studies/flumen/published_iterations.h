// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <span>

namespace millrace::studies::flumen {

/// sorted[min(⌈fraction · n⌉, n − 1)], counted from 0 (B3.7); NaN for no values.
[[nodiscard]] double publishedQuantile(std::span<const double> values, double fraction);

} // namespace millrace::studies::flumen

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <limits>

namespace millrace {

/// Value of what was not measured or cannot be computed. Comparisons with it are false: use std::isnan.
inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

} // namespace millrace

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace millrace::store {

/// What Metric::how ends with where the workload printed the figure itself: the result of a benchmark.
inline constexpr std::string_view printedAtTheEnd = "printed at the end";

} // namespace millrace::store

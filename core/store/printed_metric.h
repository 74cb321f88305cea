// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace millrace::store {

/// End of Metric::how for values printed by the workload: the result of a benchmark.
inline constexpr std::string_view printedAtTheEnd = "printed at the end";

} // namespace millrace::store

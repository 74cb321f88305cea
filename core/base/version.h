// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace millrace {

inline constexpr std::string_view programVersion = MR_VERSION;

} // namespace millrace

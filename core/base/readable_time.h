// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

namespace millrace {

/// Returns "2026-11-22 23:42:25 UTC", for an instant inside a sentence.
[[nodiscard]] inline std::string readableTime(Nanoseconds sinceEpoch)
{
    std::string text = toRfc3339(sinceEpoch).substr(0, 19);
    text[10] = ' ';
    return text + " UTC";
}

} // namespace millrace

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>

namespace millrace::tests {

/// The value of a result that a test is nothing without; ends the program with the error's text otherwise.
template <typename T>
T need(Result<T> result)
{
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        std::abort();
    }
    if constexpr (!std::is_void_v<T>)
        return *std::move(result);
}

} // namespace millrace::tests

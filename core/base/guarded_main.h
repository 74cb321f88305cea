// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdio>
#include <exception>

namespace millrace {

/// The body of a program's main(): an exception that nothing else has caught, as when memory runs out, becomes one
/// sentence and exit code 1 instead of an abort.
template <typename Body>
int guardedMain(const char* program, const Body& body) noexcept
{
    try {
        return body();
    } catch (const std::exception& exception) {
        std::fprintf(stderr, "%s: %s\n", program, exception.what());
    } catch (...) {
        std::fprintf(stderr, "%s: an unknown error\n", program);
    }
    return 1;
}

} // namespace millrace

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"

namespace millrace::graphs {

/// Starts the program again with `threads` threads for libtorch and BLAS, which read their number when they are loaded;
/// returns where that is already so, or where it cannot be done. `arguments` are those of main().
void useThreads(int threads, char** arguments);

/// The first line of the protocol: event "ready", "protocol", the versions of the program and of libtorch, the file of
/// the BLAS library, and a "note" where that is the slow reference library.
[[nodiscard]] Json readyLine();

} // namespace millrace::graphs

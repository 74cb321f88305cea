// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"

namespace millrace::graphs {

/// Starts the program again with `threads` threads for libtorch and BLAS, and with AVX2 instructions where the
/// processor has them: both read such choices from the environment when they are loaded. The same instructions give the
/// same bits on every such processor, and OpenBLAS 0.3.21 is faster with them than with AVX-512 (embeddings of 320
/// graphs: 4 CPU s instead of 7). Variables that are set are kept, except the numbers of threads. Returns where nothing
/// is to be changed, or where it cannot be. `arguments` are those of main().
void prepareProcess(int threads, char** arguments);

/// The first line of the protocol: event "ready", "protocol", the versions of the program and of libtorch, the file of
/// the BLAS library, and a "note" where that is the slow reference library.
[[nodiscard]] Json readyLine();

} // namespace millrace::graphs

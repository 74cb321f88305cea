// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/protocol.h"
#include "core/base/clock.h"

#include <filesystem>

namespace millrace {

struct ServeOptions
{
    bool userNamespace = false; ///< become root of a user namespace of its own first
    std::filesystem::path folder; ///< below which the work folder is made; empty: below the user's cache folder
    Nanoseconds deadMan = agent::deadManTime; ///< of the controller's silence, and of the agent's towards its keepers
};

/// `millrace-agent serve`: speaks the agent protocol on standard input and output until its input closes or a signal
/// tells it to end; then stops and puts back everything. Returns the exit code: 0 in order, 1 otherwise with a sentence
/// on standard error. Call it before any thread is started.
[[nodiscard]] int serveCommand(const ServeOptions& options);

} // namespace millrace

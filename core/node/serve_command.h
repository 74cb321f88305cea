// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/protocol.h"
#include "core/base/clock.h"

#include <filesystem>

namespace millrace::node {

struct ServeOptions
{
    bool userNamespace = false; ///< become root of a new user namespace first
    std::filesystem::path folder; ///< parent of the work folder; empty: the user's cache folder
    Nanoseconds deadMan = agent::deadManTime; ///< timeout of the controller's silence, and of the agent's towards its
                                              ///< watchdogs
};

/// `millrace-agent serve`: speaks the agent protocol on stdin and stdout until its input closes or a signal ends it;
/// then stops and restores everything. Returns the exit code: 0 in order, 1 otherwise with a sentence on stderr. Call
/// it before any thread is started.
[[nodiscard]] int serveCommand(const ServeOptions& options);

} // namespace millrace::node

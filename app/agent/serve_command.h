// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace millrace {

/// `millrace-agent serve`: speaks the agent protocol on standard input and output until its input closes or a signal
/// tells it to end; then stops and puts back everything. With `userNamespace` it first becomes root of a user namespace
/// of its own. Returns the exit code: 0 in order, 1 otherwise with a sentence on standard error. Call it before any
/// thread is started.
[[nodiscard]] int serveCommand(bool userNamespace);

} // namespace millrace

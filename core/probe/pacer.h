// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/probe/udp_socket.h"

namespace millrace::probe {

/// Waits for packets until the instant, with the precision of kernel timers for less than a millisecond; appends them.
/// Returns Cancelled soon after the job is cancelled.
[[nodiscard]] Result<void> receiveUntil(UdpSocket& socket, Deadline instant, std::vector<Arrival>& into,
                                        const JobContext& job);

/// Waits until the first packets arrive, at most until the instant.
[[nodiscard]] Result<void> receiveNext(UdpSocket& socket, Deadline instant, std::vector<Arrival>& into,
                                       const JobContext& job);

/// Sends echo packets until one is answered, so that addresses are resolved and the responder is known to run.
/// Unreachable after `patience`.
[[nodiscard]] Result<void> wakeResponder(UdpSocket& socket, const Endpoint& responder, Nanoseconds patience,
                                         const JobContext& job);

/// Returns a unique number of a measurement.
[[nodiscard]] std::uint64_t drawSession();

} // namespace millrace::probe

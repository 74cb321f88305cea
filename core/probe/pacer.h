// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/probe/udp_socket.h"

namespace millrace::probe {

/// Waits for packets until the instant, for less than a millisecond with the precision of the kernel's timers; appends
/// what came. Cancelled soon after the job is.
[[nodiscard]] Result<void> receiveUntil(UdpSocket& socket, Deadline instant, std::vector<Arrival>& into,
                                        const JobContext& job);

/// The same until the first packets come, if they come before the instant.
[[nodiscard]] Result<void> receiveNext(UdpSocket& socket, Deadline instant, std::vector<Arrival>& into,
                                       const JobContext& job);

/// Sends echo packets until one is answered, so that addresses are resolved and somebody is known to be there.
/// Unreachable after `patience`.
[[nodiscard]] Result<void> wakeResponder(UdpSocket& socket, const Endpoint& responder, Nanoseconds patience,
                                         const JobContext& job);

/// A number for a measurement that no other has.
[[nodiscard]] std::uint64_t drawSession();

} // namespace millrace::probe

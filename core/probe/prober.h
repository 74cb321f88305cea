// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/probe/report.h"

namespace millrace::probe {

/// Measures the path to a Responder by UDP packets. Each call blocks for as long as its spec says and a little more,
/// and returns Cancelled soon after the job is cancelled. Unreachable if the responder never answered.
[[nodiscard]] Result<DelayReport> measureDelay(const DelaySpec& spec, const JobContext& job = {});
[[nodiscard]] Result<LossReport> measureLoss(const LossSpec& spec, const JobContext& job = {});
[[nodiscard]] Result<RateReport> measureRate(const RateSpec& spec, const JobContext& job = {});
/// Measures the path to a TcpDrain in the same way, by TCP. Unreachable if a connection is not made or breaks.
[[nodiscard]] Result<TcpRateReport> measureTcpRate(const TcpRateSpec& spec, const JobContext& job = {});

} // namespace millrace::probe

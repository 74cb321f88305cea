// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/log_parser.h"
#include "core/run/run_plan.h"

#include <memory>

namespace millrace::run {

/// The parser of the output of one process of a run: by the patterns of a framework that a file describes, else by the
/// name that the process or its framework gives.
[[nodiscard]] Result<std::unique_ptr<monitor::LogParser>>
makeProcessParser(const RunPlan& plan, const launch::ProcessPlan& process, monitor::LogSource source);

} // namespace millrace::run

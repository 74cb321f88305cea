// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/log_parser.h"
#include "core/run/run_plan.h"

#include <memory>

namespace millrace::run {

/// Returns the parser for the output of one process of a run: by the patterns of a framework described in a file, else
/// by the name given by the process or its framework.
[[nodiscard]] Result<std::unique_ptr<monitor::LogParser>>
makeProcessParser(const RunPlan& plan, const launch::ProcessPlan& process, monitor::LogSource source);

} // namespace millrace::run

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_plan.h"

#include <string>

namespace millrace::run {

/// Why a program or script of this plan would not be found on the nodes of an emulated cluster, which have the files of
/// this machine except for those below /tmp; empty: nothing is known to be missing. Of remote nodes nothing is known.
[[nodiscard]] std::string missingProgram(const RunPlan& plan);

} // namespace millrace::run

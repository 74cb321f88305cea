// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_plan.h"

#include <string>

namespace millrace::run {

/// Returns why a program or script of this plan would not be found on the nodes of an emulated cluster, which have the
/// files of this machine except for those below /tmp; empty: none known to be missing. Remote nodes are not checked.
[[nodiscard]] std::string missingProgram(const RunPlan& plan);

} // namespace millrace::run

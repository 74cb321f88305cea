// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/planner/plan_spec.h"

#include <QString>

namespace millrace::ui {

/// The rates of a plan in one line: "T4 35.6, 8xV100 342".
[[nodiscard]] QString ratesText(const std::vector<planner::MachineRate>& rates);
/// The rates that such a line names. Those that `before` has with the same value keep their source; others are "typed".
/// A part without a number has the rate 0, which the check of the project refuses.
[[nodiscard]] std::vector<planner::MachineRate> ratesIn(const QString& text,
                                                        const std::vector<planner::MachineRate>& before);

} // namespace millrace::ui

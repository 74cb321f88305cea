// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/run_data.h"
#include "ui/plots/timeline_series.h"

#include <vector>

namespace millrace::ui {

/// The phases of a run with cross traffic as bands, from its events "phase" in order of time. True when the event was
/// one of them; other phases (those of the workload) are not.
bool addPhase(std::vector<TimelineBand>& bands, const store::Event& event);

} // namespace millrace::ui

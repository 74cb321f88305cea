// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/run/live_run.h"

#include "core/base/job.h"

#include <filesystem>

namespace millrace::ui {

/// Stored data of a run, for the monitor.
struct StoredRun
{
    std::vector<MonitorSeries> series;
    RunMarks marks;
};

/// Reads the list of series; samples only for the sum of the throughput.
[[nodiscard]] Result<StoredRun> readStoredRun(const std::filesystem::path& store, store::RunId run,
                                              const JobContext& job);

} // namespace millrace::ui

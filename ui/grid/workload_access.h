// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project.h"

namespace millrace::ui {

/// The workload at this position of a project; nullptr if there is none.
inline launch::Workload* workloadAt(project::Project& project, int workload)
{
    const auto index = static_cast<std::size_t>(workload);
    return workload >= 0 && index < project.workloads.size() ? &project.workloads[index] : nullptr;
}

} // namespace millrace::ui

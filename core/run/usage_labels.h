// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/unknown.h"
#include "core/cluster/cluster.h"
#include "core/predict/labels.h"
#include "core/store/database.h"
#include "core/store/records.h"

#include <vector>

namespace millrace::run {

/// What the record of a run says of its use of the network and of its devices.
struct UsageLabels
{
    std::vector<predict::ResourceLabels> received; ///< of each node with a record
    std::vector<predict::ResourceLabels> sent;
    bool isCaptured = false; ///< from packets, else from the counters of the interfaces
    double computeSeconds = unknown; ///< of one step: median over the steps, mean over the workers
};

/// Detects bursts between the end of the first step and the end of the last one (in the whole record, where steps have
/// no times): in the captures, if each node has one of all its packets, else in the readings of the counters. A
/// capture that was kept is analysed again.
[[nodiscard]] Result<UsageLabels> readUsageLabels(store::Database& database, store::RunId run,
                                                  const cluster::Cluster& cluster, int workers,
                                                  const JobContext& job = {});

} // namespace millrace::run

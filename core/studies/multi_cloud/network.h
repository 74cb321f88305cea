// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/imported_run.h"
#include "core/studies/multi_cloud/iperf_profile.h"
#include "core/studies/multi_cloud/mapping.h"
#include "core/studies/multi_cloud/spot_prices.h"

#include <string>
#include <vector>

namespace millrace::studies::multi_cloud {

struct NetworkFile
{
    std::string file; ///< below the imported folder
    IperfProfile profile;
};

/// Factors, numbers and events of the profiles of one folder: rate and round trip by pair of places. One stream's rate
/// × round trip is a window that does not depend on the link: rate(k streams) = min(limit, k × window ÷ round trip). A
/// place is a region; where several providers were measured in one region, a provider; for machines on premises, a GPU.
void addNetwork(ImportedRun& imported, const std::vector<NetworkFile>& files, const MultiCloudMapping& mapping);

/// Factors and numbers of one price table.
void addPrices(ImportedRun& imported, const SpotPrices& prices);

} // namespace millrace::studies::multi_cloud

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/importers/iperf_profile.h"
#include "core/importers/spot_prices.h"
#include "core/studies/imported_run.h"
#include "core/studies/multi_cloud_mapping.h"

#include <string>
#include <vector>

namespace millrace::studies {

struct NetworkFile
{
    std::string file; ///< below the imported folder
    importers::IperfProfile profile;
};

/// Factors, numbers and events of the profiles of one folder: rate and round trip by pair of places, and the law that
/// one stream's rate × round trip is a window that does not depend on the link (E 5.4):
/// rate(k streams) = min(limit, k × window ÷ round trip).
/// A place is a region; where several providers were measured in one region, a provider; a GPU where it is on premises.
void addNetwork(ImportedRun& imported, const std::vector<NetworkFile>& files, const MultiCloudMapping& mapping);

/// Factors and numbers of one price table.
void addPrices(ImportedRun& imported, const importers::SpotPrices& prices);

} // namespace millrace::studies

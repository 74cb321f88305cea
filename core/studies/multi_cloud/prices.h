// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cost/price_book.h"
#include "core/studies/multi_cloud/mapping.h"
#include "core/studies/multi_cloud/spot_prices.h"

namespace millrace::studies::multi_cloud {

/// The prices of the study's mapping as a price book: machines are called by their GPU ("T4", "8xV100"), regions are
/// US, EU, ASIA and AUS; reading from the object store is the provider "Backblaze".
[[nodiscard]] cost::PriceBook studyPrices(const MultiCloudMapping& mapping);

/// One of the study's tables of spot prices; of several zones of a region the cheapest.
[[nodiscard]] cost::PriceBook pricesOf(const SpotPrices& table, const std::string& source);

} // namespace millrace::studies::multi_cloud

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/importers/file_format.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies::multi_cloud {

/// Price of a virtual machine somewhere; $/h, NaN: not given.
struct SpotPrice
{
    std::string type; ///< "g4dn.2xlarge"
    std::string region;
    std::string zone; ///< empty: the whole region
    double spot = 0;
    double onDemand = 0;
    double interruptions = 0; ///< per cent of machines a month; NaN: not given
    std::string date; ///< as in the file
    std::uint64_t line = 0;
};

struct SpotPrices
{
    std::string provider; ///< "AWS", "Azure" or "GC", by the columns
    std::vector<SpotPrice> rows;
    Issues issues; ///< "no-price": a row without any, left out
};

[[nodiscard]] bool isSpotPricesHeader(std::string_view firstLine);
/// One of the study's three price tables. InvalidInput for anything else.
[[nodiscard]] Result<SpotPrices> readSpotPrices(std::string text, const std::string& name);

extern const importers::FileFormat spotPricesFormat;

} // namespace millrace::studies::multi_cloud

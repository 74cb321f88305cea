// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/price_history.h"

#include "core/base/text.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace millrace::cost {

std::optional<Nanoseconds> beginOf(std::string_view date)
{
    constexpr std::string_view whole = "0000-01-01T00:00:00Z";
    std::string text(date);
    if (text.size() > 10 && text[10] == ' ')
        text[10] = 'T';
    if (const std::size_t month = 7, day = 10, minute = 16;
        text.size() == month || text.size() == day || text.size() == minute)
        text += whole.substr(text.size());
    const auto time = parseRfc3339(text);
    return time ? std::optional(*time) : std::nullopt;
}

std::string notADate(std::string_view date)
{
    return fmt::format("\"{}\" is not a date; write 2026-11-25, 2026-11 or 2026-11-25 02:40", date);
}

std::vector<PriceStep> priceHistory(const PriceBook& book, const Site& site)
{
    std::map<Nanoseconds, const MachinePrice*> own, wide; // a price of the region itself wins over one of all regions
    for (const MachinePrice& price : book.machines)
        if (!site.place.provider.empty() && isPriceOf(price, site.place, site.machine))
            if (const auto begin = beginOf(price.date))
                (price.region.empty() ? wide : own)[*begin] = &price;
    if (!own.empty())
        wide.erase(wide.lower_bound(own.begin()->first), wide.end());
    std::vector<PriceStep> history;
    for (const auto* prices : {&wide, &own})
        for (const auto& [from, price] : *prices)
            history.push_back({from, (site.spot ? price->spot : price->onDemand).value_or(unknown)});
    return history;
}

} // namespace millrace::cost

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/price_book.h"

#include "core/base/glob.h"
#include "core/base/text.h"
#include "core/cost/price_history.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace millrace::cost {

namespace {

char lower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isEqual(std::string_view left, std::string_view right) noexcept
{
    return std::ranges::equal(left, right, {}, lower, lower);
}

/// Whether a date is at or before the other, which may be shorter: all of 2023-04 is before the end of "2023-04".
bool isUntil(std::string_view date, std::string_view end)
{
    return end.empty() || date.substr(0, end.size()) <= end;
}

bool isSameRule(const TrafficPrice& left, const TrafficPrice& right)
{
    return isEqual(left.provider, right.provider) && isEqual(left.from, right.from) && isEqual(left.to, right.to)
        && isEqual(left.toProvider, right.toProvider);
}

std::string machineKey(const MachinePrice& price)
{
    return lowerCase(price.provider) + '\n' + lowerCase(price.machine) + '\n' + lowerCase(price.region) + '\n'
        + price.date;
}

} // namespace

bool fitsPattern(std::string_view name, std::string_view pattern)
{
    return matchesGlob(lowerCase(name), lowerCase(pattern));
}

bool isPriceOf(const MachinePrice& price, const Place& place, std::string_view machine)
{
    return (price.region.empty() || isEqual(price.region, place.region)) && isEqual(price.provider, place.provider)
        && isEqual(price.machine, machine);
}

const MachinePrice* machinePrice(const PriceBook& book, const Place& place, std::string_view machine,
                                 std::string_view date)
{
    const MachinePrice* best = nullptr;
    for (const MachinePrice& price : book.machines) {
        if (!isPriceOf(price, place, machine) || !isUntil(price.date, date))
            continue;
        const bool isNearer = best != nullptr && best->region.empty() && !price.region.empty();
        const bool isWider = best != nullptr && !best->region.empty() && price.region.empty();
        if (best == nullptr || isNearer || (!isWider && best->date <= price.date))
            best = &price;
    }
    return best;
}

const TrafficPrice* trafficPrice(const PriceBook& book, const Place& from, const Place& to)
{
    const TrafficPrice* last = nullptr;
    for (const TrafficPrice& price : book.traffic) {
        const bool reaches =
            price.to == sameRegion ? isEqual(from.region, to.region) : fitsPattern(to.region, price.to);
        if (reaches && fitsPattern(from.provider, price.provider) && fitsPattern(from.region, price.from)
            && fitsPattern(to.provider, price.toProvider))
            last = &price;
    }
    return last;
}

void addPrices(PriceBook& book, const PriceBook& more)
{
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < book.machines.size(); ++i)
        known.try_emplace(machineKey(book.machines[i]), i);
    for (const MachinePrice& price : more.machines) {
        const auto [found, isNew] = known.try_emplace(machineKey(price), book.machines.size());
        if (isNew)
            book.machines.push_back(price);
        else
            book.machines[found->second] = price;
    }
    for (const TrafficPrice& price : more.traffic) {
        const auto same = [&price](const TrafficPrice& other) { return isSameRule(price, other); };
        const auto found = std::ranges::find_if(book.traffic, same);
        if (found == book.traffic.end())
            book.traffic.push_back(price);
        else
            *found = price;
    }
}

Issues validate(const PriceBook& book)
{
    Issues issues;
    const auto problem = [&issues](const std::string& where, std::string what) {
        issues.push_back({"price", Severity::Error, 1, std::move(what), where});
    };
    const auto origin = [&problem](const auto& price, const std::string& where) {
        if (price.date.empty())
            problem(where + ".date", "a price needs its date, for example 2026-11-25");
        else if (!beginOf(price.date))
            problem(where + ".date", notADate(price.date));
        if (price.source.empty())
            problem(where + ".source", "a price needs its source: a page, a file, an offer");
    };
    for (std::size_t i = 0; i < book.machines.size(); ++i) {
        const MachinePrice& price = book.machines[i];
        const std::string where = fmt::format("machines[{}]", i);
        if (price.provider.empty() || price.machine.empty())
            problem(where, "a price needs a provider and a machine");
        if (!price.onDemand && !price.spot)
            problem(where, "it has neither a price on demand nor a spot price");
        origin(price, where);
    }
    for (std::size_t i = 0; i < book.traffic.size(); ++i) {
        const std::string where = fmt::format("traffic[{}]", i);
        if (book.traffic[i].provider.empty())
            problem(where + ".provider", "a price of traffic needs the sender's provider, or *");
        origin(book.traffic[i], where);
    }
    return issues;
}

} // namespace millrace::cost

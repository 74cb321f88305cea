// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/field.h"
#include "core/base/text_marks.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::cost {

/// Price of a machine of a provider, $ an hour.
struct MachinePrice
{
    std::string provider; ///< "aws", "GC"
    std::string machine; ///< the provider's name of the type: "g4dn.2xlarge"
    std::string region; ///< empty: all
    std::string gpu; ///< "T4"; empty: none, or not known
    double gpus = 0;
    std::optional<double> onDemand;
    std::optional<double> spot;
    std::optional<double> takenBack; ///< part of the spot machines that the provider takes back in a month
    std::string date; ///< "2023-04-25", as far as it is known; texts of this form are compared
    std::string source;

    bool operator==(const MachinePrice&) const = default;
};

inline constexpr std::array machinePriceFields = {
    field("provider", &MachinePrice::provider, MR_TEXT("millrace::ui::PriceModel", "Provider"), {.always = true}),
    field("machine", &MachinePrice::machine, MR_TEXT("millrace::ui::PriceModel", "Machine"), {.always = true}),
    field("region", &MachinePrice::region, MR_TEXT("millrace::ui::PriceModel", "Region")),
    field("gpu", &MachinePrice::gpu, MR_TEXT("millrace::ui::PriceModel", "GPU")),
    field("gpus", &MachinePrice::gpus, Quantity::Number, {0, 1024}, MR_TEXT("millrace::ui::PriceModel", "GPUs")),
    field("on_demand", &MachinePrice::onDemand, Quantity::Number, {0, 1e6},
          MR_TEXT("millrace::ui::PriceModel", "On demand, $/h")),
    field("spot", &MachinePrice::spot, Quantity::Number, {0, 1e6}, MR_TEXT("millrace::ui::PriceModel", "Spot, $/h")),
    field("taken_back", &MachinePrice::takenBack, Quantity::Fraction, {0, 1},
          MR_TEXT("millrace::ui::PriceModel", "Interrupted in a month")),
    field("date", &MachinePrice::date, MR_TEXT("millrace::ui::PriceModel", "Date"), {.always = true}),
    field("source", &MachinePrice::source, MR_TEXT("millrace::ui::PriceModel", "Source"), {.always = true}),
};

/// Price of bytes that a machine of a provider sends, $ for 10⁹ bytes. Later rules override earlier ones.
struct TrafficPrice
{
    std::string provider; ///< of the sender; * matches anything, also as a part of a name, here and below
    std::string from = "*"; ///< its region
    std::string to = "*"; ///< the receiver's region; sameRegion: that of the sender
    std::string toProvider = "*";
    double perGigabyte = 0;
    std::string date;
    std::string source;

    bool operator==(const TrafficPrice&) const = default;
};
inline constexpr std::string_view sameRegion = "same";

inline constexpr std::array trafficPriceFields = {
    field("provider", &TrafficPrice::provider, MR_TEXT("millrace::ui::PriceModel", "Provider"), {.always = true}),
    field("from", &TrafficPrice::from, MR_TEXT("millrace::ui::PriceModel", "From region")),
    field("to", &TrafficPrice::to, MR_TEXT("millrace::ui::PriceModel", "To region")),
    field("to_provider", &TrafficPrice::toProvider, MR_TEXT("millrace::ui::PriceModel", "To provider")),
    field("per_gigabyte", &TrafficPrice::perGigabyte, Quantity::Number, {0, 1e3},
          MR_TEXT("millrace::ui::PriceModel", "$ for 10⁹ B"), {.always = true}),
    field("date", &TrafficPrice::date, MR_TEXT("millrace::ui::PriceModel", "Date"), {.always = true}),
    field("source", &TrafficPrice::source, MR_TEXT("millrace::ui::PriceModel", "Source"), {.always = true}),
};

/// Prices with their dates and sources. A machine may have several, each of another date.
struct PriceBook
{
    std::vector<MachinePrice> machines;
    std::vector<TrafficPrice> traffic;

    [[nodiscard]] bool empty() const noexcept { return machines.empty() && traffic.empty(); }
    bool operator==(const PriceBook&) const = default;
};

/// Where a machine is.
struct Place
{
    std::string provider; ///< empty: an own machine, which costs nothing and sends for nothing
    std::string region;

    bool operator==(const Place&) const = default;
};

/// Whether it is a price of this machine there: of the region itself, or of all regions.
[[nodiscard]] bool isPriceOf(const MachinePrice& price, const Place& place, std::string_view machine);
/// The latest price of a machine there until the end of `date`, or of all dates if that is empty; null: none. A price
/// of the region itself wins over one of all regions.
[[nodiscard]] const MachinePrice* machinePrice(const PriceBook& book, const Place& place, std::string_view machine,
                                               std::string_view date = {});
/// The rule for bytes from one place to another; null: none.
[[nodiscard]] const TrafficPrice* trafficPrice(const PriceBook& book, const Place& from, const Place& to);

/// Adds prices to a book. One of the same provider, machine, region and date, or traffic rule of the same places, is
/// replaced.
void addPrices(PriceBook& book, const PriceBook& more);

/// Whether a name matches a pattern in which * matches anything; letters of either case are equal.
[[nodiscard]] bool fitsPattern(std::string_view name, std::string_view pattern);

/// Returns all problems, `where` relative to the book: a price without a date or source, or without any price.
[[nodiscard]] Issues validate(const PriceBook& book);

} // namespace millrace::cost

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace millrace::importers {

/// The unit in which the store has a quantity, and what a value is multiplied by to be in it.
struct StoreUnit
{
    std::string unit; ///< "s", "bit/s", "B", "samples/s"; empty: a share
    double factor = 1;

    bool operator==(const StoreUnit&) const = default;
};

/// A unit as tools write it: "ms", "Mbits/sec", "Gbps", "GB/s", "KiB", "%", "img/sec". Small and capital letters mean
/// the same but for b and B in rates ("Mb/s", "MB/s"). Nothing for a text that is no unit known here.
[[nodiscard]] std::optional<StoreUnit> storeUnitOf(std::string_view unit);
/// "Time (s)" → "Time" and "s"; "delay [ms]", "rtt_ms", "bytes/s" likewise; an empty unit where there is none.
[[nodiscard]] std::pair<std::string, std::string> splitUnit(std::string_view columnName);

} // namespace millrace::importers

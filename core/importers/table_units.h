// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace millrace::importers {

/// The unit in which the store keeps a quantity, and the factor that converts a value to it.
struct StoreUnit
{
    std::string unit; ///< "s", "bit/s", "B", "samples/s"; empty: a share
    double factor = 1;

    bool operator==(const StoreUnit&) const = default;
};

/// Parses a unit as tools write it: "ms", "Mbits/sec", "Gbps", "GB/s", "KiB", "%", "img/sec". Case-insensitive except
/// for b and B in rates ("Mb/s", "MB/s"). None for an unknown unit.
[[nodiscard]] std::optional<StoreUnit> storeUnitOf(std::string_view unit);
/// "Time (s)" → "Time" and "s"; "delay [ms]", "rtt_ms", "bytes/s" likewise; an empty unit where there is none.
[[nodiscard]] std::pair<std::string, std::string> splitUnit(std::string_view columnName);

} // namespace millrace::importers

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::crosstraffic {

/// Line of a load file: `<start us> <size bytes> <destination index>`. Times may decrease in published ones.
struct LoadFlow
{
    std::int64_t microseconds = 0;
    std::uint64_t bytes = 0;
    int destination = 0;

    bool operator==(const LoadFlow&) const = default;
};

/// Parses Flumen Equi's format: the number of flows on the first line, then one line per flow; lines that begin with
/// '#' are skipped. Corrupt with the line and the remedy.
[[nodiscard]] Result<std::vector<LoadFlow>> parseLoadFile(std::string_view text);
/// Writes the format; `remark`: a comment at the end, which Flumen Equi's programs do not read.
[[nodiscard]] std::string loadFileText(const std::vector<LoadFlow>& flows, const std::string& remark = {});

} // namespace millrace::crosstraffic

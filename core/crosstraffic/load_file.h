// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::crosstraffic {

/// One line of a load file: `<start us> <size bytes> <destination index>`. Times may run backwards in published ones.
struct LoadFlow
{
    std::int64_t microseconds = 0;
    std::uint64_t bytes = 0;
    int destination = 0;

    bool operator==(const LoadFlow&) const = default;
};

/// Study B, B3.2: the number of flows on the first line, then a line for each; lines that begin with '#' are
/// left out. Corrupt with the line and the remedy.
[[nodiscard]] Result<std::vector<LoadFlow>> parseLoadFile(std::string_view text);
/// `remark`: a line about the load at the end, behind what the study's own programs read.
[[nodiscard]] std::string loadFileText(const std::vector<LoadFlow>& flows, const std::string& remark = {});

} // namespace millrace::crosstraffic

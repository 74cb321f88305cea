// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::importers {

/// One measurement: the mean of some pings, then one TCP transfer, from here to there.
struct IperfMeasurement
{
    std::int64_t time = 0; ///< ns since 1970, of the local clock, whose zone the file does not tell
    std::string from; ///< as the file says, or as its name says where that is empty
    std::string to;
    std::string address;
    double rate = 0; ///< bit/s
    double rtt = 0; ///< s; NaN: not known
    std::uint64_t line = 0;
};

/// A network profile (E 2.2): iperf-profile-<host>[-p2][-<k>thread].csv.
struct IperfProfile
{
    std::string host; ///< from the name of the file, with its region: "gc-t4-5-eu"
    int streams = 1; ///< from "-<k>thread" in the name
    bool later = false; ///< "-p2": an addition, measured later
    std::vector<IperfMeasurement> rows;
    Issues issues; ///< "shifted-row": unit and number are in each other's place or missing, the row is left out;
                   ///< "single-stream-row": the rate of one of several streams, left out
};

[[nodiscard]] bool isIperfProfileHeader(std::string_view firstLine);
/// `name` is that of the file. InvalidInput for what is no such table, for example the text report of mtr.
[[nodiscard]] Result<IperfProfile> readIperfProfile(std::string text, const std::string& name);

} // namespace millrace::importers

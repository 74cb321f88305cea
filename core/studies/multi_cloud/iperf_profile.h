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

/// One measurement: the mean of some pings, then one TCP transfer, from local to remote.
struct IperfMeasurement
{
    std::int64_t time = 0; ///< ns since 1970, by the local clock, in a time zone that the file does not state
    std::string from; ///< from the file, or from its name where that is empty
    std::string to;
    std::string address;
    double rate = 0; ///< bit/s
    double rtt = 0; ///< s; NaN: unknown
    std::uint64_t line = 0;
};

/// A network profile: iperf-profile-<host>[-p2][-<k>thread].csv.
struct IperfProfile
{
    std::string host; ///< from the name of the file, with its region: "gc-t4-5-eu"
    int streams = 1; ///< from "-<k>thread" in the name
    bool later = false; ///< "-p2": an addition, measured later
    std::vector<IperfMeasurement> rows;
    Issues issues; ///< "shifted-row": unit and number are swapped or missing, the row is left out;
                   ///< "single-stream-row": the rate of one of several streams, left out
};

[[nodiscard]] bool isIperfProfileHeader(std::string_view firstLine);
/// `name` is the name of the file. InvalidInput for other content, for example the text report of mtr.
[[nodiscard]] Result<IperfProfile> readIperfProfile(std::string text, const std::string& name);

extern const importers::FileFormat iperfProfileFormat;

} // namespace millrace::studies::multi_cloud

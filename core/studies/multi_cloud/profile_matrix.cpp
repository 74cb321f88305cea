// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/multi_cloud/profile_matrix.h"

#include "core/base/file_io.h"
#include "core/base/seconds.h"
#include "core/base/statistics.h"
#include "core/studies/multi_cloud/iperf_profile.h"

#include <cmath>
#include <map>

namespace millrace::studies::multi_cloud {

namespace {

constexpr std::size_t largestProfile = std::size_t(64) << 20;

} // namespace

bool isProfile(const std::filesystem::path& file)
{
    const auto text = readFile(file, largestProfile);
    return text && isIperfProfileHeader(std::string_view(*text).substr(0, text->find('\n')));
}

Result<cluster::NetworkMatrix> profileMatrix(const std::filesystem::path& file)
{
    MR_TRY(text, readFile(file, largestProfile));
    MR_TRY(profile, readIperfProfile(std::move(text), file.filename().string()));
    struct Values
    {
        std::vector<double> rates;
        std::vector<double> roundTrips;
    };
    std::map<std::pair<std::string, std::string>, Values> pairs;
    for (const IperfMeasurement& row : profile.rows) {
        Values& values = pairs[{row.from, row.to}];
        values.rates.push_back(row.rate);
        if (std::isfinite(row.rtt))
            values.roundTrips.push_back(row.rtt);
    }
    cluster::NetworkMatrix matrix;
    for (const auto& [ends, values] : pairs) {
        cluster::PairEntry entry;
        entry.from = ends.first;
        entry.to = ends.second;
        entry.bitsPerSecond = std::round(mean(values.rates));
        if (!values.roundTrips.empty())
            entry.roundTrip = fromSeconds(mean(values.roundTrips));
        entry.streams = profile.streams;
        entry.source = file.filename().string();
        matrix.push_back(std::move(entry));
    }
    return matrix;
}

} // namespace millrace::studies::multi_cloud

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/store/records.h"

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace millrace::store {
class Database;
}

namespace millrace::report {

/// Origin of the numbers of a figure or report.
struct Provenance
{
    std::string storeName; ///< the file's name without its folder
    std::string storeUuid;
    std::string campaignUuid;
    std::string query; ///< selection of the runs, in words: "done; without warm-up, excluded and superseded runs"
    std::vector<std::string> runs; ///< uuids, at most `listedRuns`
    std::size_t runCount = 0;
    std::string runsHash; ///< SHA-256 of all uuids, sorted, one per line
    std::string toolVersion;
    Nanoseconds time{0}; ///< time of creation
    std::string view; ///< of a figure configured by the user: the RunView as JSON, which reproduces it

    static constexpr std::size_t listedRuns = 100;
};

[[nodiscard]] Result<Provenance> provenanceOf(store::Database& database, const store::CampaignRecord& campaign,
                                              Nanoseconds time);
/// Sets the runs.
[[nodiscard]] Provenance withRuns(Provenance provenance, std::vector<std::string> uuids);
[[nodiscard]] nlohmann::ordered_json toJson(const Provenance& provenance);

/// Now, or the time in the environment variable SOURCE_DATE_EPOCH (reproducible-builds.org). InvalidInput when that is
/// not an integer number of seconds.
[[nodiscard]] Result<Nanoseconds> reportTime();

} // namespace millrace::report

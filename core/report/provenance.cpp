// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/provenance.h"

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/report/safe_text.h"
#include "core/store/database.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace millrace::report {

Result<Provenance> provenanceOf(store::Database& database, const store::CampaignRecord& campaign, Nanoseconds time)
{
    MR_TRY(uuid, database.prepare("SELECT value FROM store_info WHERE key = 'uuid'"));
    MR_TRY(found, uuid.step());
    Provenance provenance;
    provenance.storeName = database.file().filename().string();
    provenance.storeUuid = found ? uuid.text(0) : std::string();
    provenance.campaignUuid = campaign.uuid;
    provenance.toolVersion = programVersion;
    provenance.time = time;
    return provenance;
}

Provenance withRuns(Provenance provenance, std::vector<std::string> uuids)
{
    std::ranges::sort(uuids);
    provenance.runCount = uuids.size();
    provenance.runsHash = sha256(join(uuids, "\n"));
    uuids.resize(std::min(uuids.size(), Provenance::listedRuns));
    provenance.runs = std::move(uuids);
    return provenance;
}

nlohmann::ordered_json toJson(const Provenance& provenance)
{
    nlohmann::ordered_json json = {{"program", "Millrace " + provenance.toolVersion},
                                   {"time", toRfc3339(provenance.time)},
                                   {"store", validUtf8(provenance.storeName)},
                                   {"store_uuid", provenance.storeUuid},
                                   {"campaign_uuid", provenance.campaignUuid},
                                   {"query", validUtf8(provenance.query)},
                                   {"run_count", provenance.runCount},
                                   {"runs_sha256", provenance.runsHash},
                                   {"runs", provenance.runs}};
    if (!provenance.view.empty())
        json["view"] = nlohmann::ordered_json::parse(provenance.view, nullptr, false);
    return json;
}

Result<Nanoseconds> reportTime()
{
    const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
    if (epoch == nullptr || *epoch == '\0')
        return wallNow();
    const auto seconds = parseInteger(epoch);
    constexpr std::int64_t most = 9'000'000'000;
    if (!seconds || *seconds < 0 || *seconds > most)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("SOURCE_DATE_EPOCH is \"{}\"; set it to whole seconds since 1970 or leave it out",
                                oneLine(epoch)));
    return std::chrono::seconds(*seconds);
}

} // namespace millrace::report

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/run_identity.h"

#include "core/base/json_fields.h"
#include "core/store/run_condition.h"

#include <fmt/format.h>

namespace millrace::report {

namespace {

std::string campaignIdOf(const CampaignData& data, const store::RunRecord& run)
{
    const store::CampaignRecord* campaign = campaignOf(data, run);
    return campaign == nullptr ? std::string() : campaign->uuid;
}

Column named(std::string_view name, std::string how)
{
    return {std::string(name), {}, {}, std::move(how), 9};
}

} // namespace

Column campaignColumn()
{
    return named(store::campaignField, "number of the campaign in its store, from 1");
}

Column runColumn()
{
    return named(store::runField, "place in the order of execution of its campaign");
}

Column campaignIdColumn()
{
    return named(store::campaignIdField, "globally unique");
}

Column runIdColumn()
{
    return named(store::runIdField, "globally unique");
}

std::vector<Column> identityColumns(const CampaignData& data)
{
    std::vector<Column> columns = {campaignColumn(), runColumn(), campaignIdColumn(), runIdColumn()};
    columns[0].forMachines = data.campaigns.size() <= 1;
    columns[2].forMachines = columns[3].forMachines = true;
    return columns;
}

std::vector<Cell> identityCells(const CampaignData& data, const store::RunRecord& run)
{
    return {static_cast<double>(run.campaign.value), static_cast<double>(run.position), campaignIdOf(data, run),
            run.uuid};
}

std::string identityCsvHead()
{
    return fmt::format("{},{},{},{}", store::campaignField, store::runField, store::campaignIdField, store::runIdField);
}

std::string identityCsv(const CampaignData& data, const store::RunRecord& run)
{
    return fmt::format("{},{},{},{}", run.campaign.value, run.position, campaignIdOf(data, run), run.uuid);
}

Json identityJson(const CampaignData& data, const store::RunRecord& run)
{
    return {{std::string(store::campaignField), run.campaign.value},
            {std::string(store::runField), run.position},
            {std::string(store::campaignIdField), campaignIdOf(data, run)},
            {std::string(store::runIdField), run.uuid}};
}

std::string runName(const CampaignData& data, const store::RunRecord& run)
{
    return data.campaigns.size() > 1 ? fmt::format("campaign {} · run {}", run.campaign.value, run.position)
                                     : fmt::format("run {}", run.position);
}

} // namespace millrace::report

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum_store.h"

#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/version.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::studies {

namespace {

constexpr std::string_view gridName = "traffic study";

/// A clock that stands where the measurement stood, so that a run's start and duration are those of the study.
class MeasuredClock final : public Clock
{
public:
    explicit MeasuredClock(Nanoseconds time) : m_time(time) { }
    void set(Nanoseconds time) noexcept { m_time = time; }
    Nanoseconds monotonic() const override { return m_time; }
    Nanoseconds wall() const override { return m_time; }

private:
    Nanoseconds m_time;
};

/// First and last instant of traffic or log.
std::pair<Nanoseconds, Nanoseconds> extentOf(const importers::TumRun& run)
{
    std::int64_t first = run.packets.traffic.first, last = run.packets.traffic.last;
    for (const analysis::TrainRow& row : run.log.rows) {
        first = first == 0 ? row.time : std::min(first, row.time);
        last = std::max(last, row.time);
    }
    return {Nanoseconds(first), Nanoseconds(last)};
}

std::string cellOf(const std::vector<store::Factor>& factors, const std::string& name)
{
    std::string text;
    for (const store::Factor& factor : factors)
        text += fmt::format("{}={};", factor.name, factor.level);
    // A run without known factors is a cell of its own.
    return "traffic-study-" + sha256(factors.empty() ? "name=" + name : text).substr(0, 16);
}

/// Saves what is not there yet: a run that was stored in part has some.
Result<void> saveSeries(store::Database& database, store::RunId id, const importers::TumRun& run)
{
    store::SeriesRepository repository(database);
    for (const analysis::Series& series : seriesOf(run)) {
        const auto saved = repository.save(id, series);
        if (!saved && saved.error().code != ErrorCode::AlreadyExists)
            return saved.error();
    }
    return {};
}

} // namespace

std::string uuidOf(std::string_view sha256)
{
    std::string digits(sha256.substr(0, 32));
    digits.resize(32, '0');
    digits[12] = '8';
    digits[16] = "89ab"[static_cast<std::size_t>(digits[16]) % 4];
    return fmt::format("{}-{}-{}-{}-{}", digits.substr(0, 8), digits.substr(8, 4), digits.substr(12, 4),
                       digits.substr(16, 4), digits.substr(20));
}

Result<TumStore> TumStore::open(store::Database& database, const std::filesystem::path& folder)
{
    TumStore tum(database);
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    MR_TRY(campaigns, repository.campaigns());
    for (const store::CampaignRecord& campaign : campaigns)
        if (campaign.gridName == gridName && campaign.projectPath == folder.string())
            tum.m_campaign = campaign;
    if (!tum.m_campaign.id) {
        tum.m_campaign.projectName = folder.filename().string();
        tum.m_campaign.projectPath = folder.string();
        tum.m_campaign.gridName = gridName;
        tum.m_campaign.toolVersion = programVersion;
        tum.m_campaign.specJson = Json{{"imported", {{"study", "traffic"}, {"folder", folder.string()}}}}.dump(
            -1, ' ', false, Json::error_handler_t::replace);
        MR_TRY(id, repository.createCampaign(tum.m_campaign, {}));
        MR_TRY(made, repository.campaign(id));
        tum.m_campaign = made;
    }
    MR_CHECK(tum.readRuns());
    return tum;
}

Result<void> TumStore::readRuns()
{
    const SystemClock clock;
    store::RunRepository repository(m_database, clock);
    MR_TRY(campaigns, repository.campaigns());
    for (const store::CampaignRecord& campaign : campaigns) {
        if (campaign.gridName != gridName)
            continue;
        MR_TRY(runs, repository.runs(campaign.id));
        for (store::RunRecord& run : runs) {
            if (campaign.id == m_campaign.id) {
                m_position = std::max(m_position, run.position + 1);
                int& repetitions = m_repetitions[run.cell];
                repetitions = std::max(repetitions, run.repetition + 1);
            }
            m_runs.insert_or_assign(run.uuid, std::move(run));
        }
    }
    return {};
}

std::optional<store::RunId> TumStore::find(std::string_view key) const
{
    const auto found = m_runs.find(uuidOf(key));
    if (key.empty() || found == m_runs.end() || found->second.state != store::RunState::Done)
        return std::nullopt;
    return found->second.id;
}

Result<store::RunRecord> TumStore::planned(const importers::TumRun& run)
{
    const std::string uuid = run.key.empty() ? std::string() : uuidOf(run.key);
    if (const auto found = m_runs.find(uuid); found != m_runs.end())
        return found->second;
    store::RunRecord record;
    record.uuid = uuid;
    record.factors = factorsOf(run.folder);
    record.cell = cellOf(record.factors, run.folder.name);
    record.repetition = m_repetitions[record.cell]++;
    record.block = record.repetition;
    record.position = m_position++;
    const SystemClock clock;
    store::RunRepository repository(m_database, clock);
    MR_CHECK(repository.addRuns(m_campaign.id, std::span(&record, 1)));
    MR_TRY(made, repository.findRun(m_campaign.id, record.cell, record.repetition));
    if (!made)
        return fail(ErrorCode::Internal, "a run that was stored is not in the store");
    return *made;
}

Result<store::RunId> TumStore::save(const importers::TumRun& run)
{
    using store::RunState;
    const auto [first, last] = extentOf(run);
    MeasuredClock clock(first);
    store::RunRepository repository(m_database, clock);
    MR_TRY(record, planned(run));
    if (record.state == RunState::Planned) {
        MR_TRY(claimed, repository.claim(record.id));
        record = claimed;
    }
    const std::vector<store::Metric> metrics = metricsOf(run.figures);
    MR_CHECK(repository.saveMetrics(record.id, metrics));
    const store::Snapshot snapshot{"", provenanceOf(run)};
    MR_CHECK(repository.saveSnapshots(record.id, std::span(&snapshot, 1)));
    MR_CHECK(saveSeries(m_database, record.id, run));
    clock.set(last);
    for (const RunState state : {RunState::Running, RunState::Collecting, RunState::Analysing, RunState::Done})
        if (record.state < state && store::isAllowed(record.state, state)) {
            MR_CHECK(repository.transition(record.id, state, "imported"));
            record.state = state;
        }
    const store::RunId id = record.id;
    m_runs.insert_or_assign(record.uuid, std::move(record));
    return id;
}

Result<void> TumStore::finish()
{
    if (m_campaign.state == store::CampaignState::Done)
        return {};
    const SystemClock clock;
    store::RunRepository repository(m_database, clock);
    return repository.setCampaignState(m_campaign.id, store::CampaignState::Done, "imported");
}

} // namespace millrace::studies

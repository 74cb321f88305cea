// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/audit_runs.h"

#include "core/base/json_fields.h"
#include "core/base/unknown.h"
#include "core/report/published_figure.h"
#include "core/store/event_repository.h"
#include "core/store/run_repository.h"
#include "core/store/series_repository.h"
#include "core/studies/study_selection.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace millrace::studies {

namespace {

std::string textOf(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint64_t countOf(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

Issues issuesOf(const Json& object)
{
    Issues issues;
    const auto list = object.find("issues");
    if (list == object.end() || !list->is_array())
        return issues;
    for (const Json& each : *list)
        if (each.is_object())
            issues.push_back({textOf(each, "kind"), Severity::Warning,
                              static_cast<std::int64_t>(countOf(each, "count")), textOf(each, "example"),
                              textOf(each, "where")});
    return issues;
}

/// What provenanceOf() wrote; a snapshot of another kind gives nothing.
void readProvenance(AuditedRun& run, const std::string& text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("imported") || !json["imported"].is_object())
        return;
    const Json& imported = json["imported"];
    run.issues = issuesOf(imported);
    if (run.name.empty())
        run.name = textOf(imported, "name");
    if (run.name.empty())
        run.name = std::filesystem::path(textOf(imported, "folder")).filename().string();
    const auto files = imported.find("files");
    if (files == imported.end() || !files->is_array())
        return;
    for (const Json& file : *files)
        if (file.is_object())
            run.files.push_back({textOf(file, "file"), textOf(file, "format"), countOf(file, "rows"), issuesOf(file)});
}

Result<AuditedRun> readRun(store::RunRepository& repository, const store::RunRecord& record)
{
    AuditedRun run;
    run.id = record.id;
    run.factors = record.factors;
    run.name = run.level("run_name");
    MR_TRY(snapshots, repository.snapshots(record.id));
    for (const store::Snapshot& snapshot : snapshots)
        readProvenance(run, snapshot.json);
    if (run.name.empty())
        run.name = record.cell;
    MR_TRY(metrics, repository.metrics(record.id));
    for (store::Metric& metric : metrics)
        run.metrics[metric.name].push_back(std::move(metric));
    return run;
}

Error nothingToAudit(const store::Database& database, std::string_view study, const std::string& campaign)
{
    return fail(
        ErrorCode::NotFound,
        fmt::format("{} has {} of the study {}; import its data with: millrace-cli import {} DIR",
                    database.file().string(),
                    campaign.empty() ? "no whole run" : fmt::format("no whole run in a campaign \"{}\"", campaign),
                    study, study));
}

} // namespace

std::string AuditedRun::level(std::string_view factor) const
{
    const auto found = std::ranges::find(factors, factor, &store::Factor::name);
    return found == factors.end() ? std::string() : found->level;
}

double AuditedRun::number(std::string_view factor) const
{
    const auto found = std::ranges::find(factors, factor, &store::Factor::name);
    return found == factors.end() ? unknown : found->number.value_or(unknown);
}

double AuditedRun::metric(std::string_view metric, std::string_view subject) const
{
    const auto named = metrics.find(metric);
    if (named == metrics.end())
        return unknown;
    const auto found = std::ranges::find(named->second, subject, &store::Metric::subject);
    return found == named->second.end() ? unknown : found->value;
}

std::vector<SubjectValue> AuditedRun::subjects(std::string_view metric) const
{
    std::vector<SubjectValue> values;
    if (const auto named = metrics.find(metric); named != metrics.end())
        for (const store::Metric& each : named->second)
            if (!each.subject.empty())
                values.push_back({each.subject, each.value});
    return values;
}

std::string AuditedRun::fileOf(std::string_view host) const
{
    for (const AuditedFile& file : files)
        if (const std::string stem = std::filesystem::path(file.path).stem().string();
            !host.empty() && (stem == host || stem.ends_with(fmt::format("-{}", host))))
            return file.path;
    return files.size() == 1 ? files.front().path : std::string();
}

Result<AuditRuns> AuditRuns::load(store::Database& database, std::string_view study, const std::string& campaign,
                                  const JobContext& job)
{
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    MR_TRY(selection, selectStudy(database, study, campaign));
    if (!selection)
        return nothingToAudit(database, study, campaign);
    const bool isOne = selection->campaigns.size() == 1;
    AuditRuns runs(database, isOne ? selection->campaigns.front().uuid : std::string());
    MR_TRY(rows, store::ResultQuery(database).all(selection->filter));
    std::vector<store::RunId> order;
    std::map<store::RunId, store::RunRecord*> records;
    for (store::ResultRow& row : rows) {
        order.push_back(row.run.id);
        records[row.run.id] = &row.run;
    }
    MR_CHECK(orderImported(database, selection->filter, order));
    for (const store::RunId id : order) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "the audit was cancelled");
        MR_TRY(run, readRun(repository, *records[id]));
        runs.m_runs.push_back(std::move(run));
    }
    return runs;
}

const AuditedRun* AuditRuns::find(std::string_view name) const
{
    const auto exact = std::ranges::find(m_runs, name, &AuditedRun::name);
    if (exact != m_runs.end())
        return &*exact;
    const std::string prefix = fmt::format("{}-", name);
    const auto longer =
        std::ranges::find_if(m_runs, [&](const AuditedRun& run) { return run.name.starts_with(prefix); });
    return longer == m_runs.end() ? nullptr : &*longer;
}

std::vector<const AuditedRun*> AuditRuns::with(std::string_view factor, std::string_view level) const
{
    std::vector<const AuditedRun*> found;
    for (const AuditedRun& run : m_runs)
        if (run.level(factor) == level)
            found.push_back(&run);
    return found;
}

Result<std::vector<store::Event>> AuditRuns::events(const AuditedRun& run, const store::EventKind& kind)
{
    store::EventRepository repository(*m_database);
    store::EventQuery query;
    query.kind = kind.name;
    std::vector<store::Event> all;
    for (;;) {
        MR_TRY(page, repository.events(run.id, query));
        all.insert(all.end(), page.events.begin(), page.events.end());
        if (page.atEnd)
            return all;
        query.after = page.next;
    }
}

Result<std::optional<analysis::Series>> AuditRuns::series(const AuditedRun& run, std::string_view name,
                                                          std::string_view node)
{
    store::SeriesRepository repository(*m_database);
    MR_TRY(found, repository.find(run.id, name, node));
    if (!found)
        return std::optional<analysis::Series>();
    Issues ignored;
    MR_TRY(series, repository.read(found->id, ignored));
    return std::optional(std::move(series));
}

} // namespace millrace::studies

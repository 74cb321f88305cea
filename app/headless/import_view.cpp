// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/import_view.h"
#include "app/headless/chosen_runs.h"

#include "core/base/json_fields.h"
#include "core/report/published_report.h"
#include "core/report/safe_text.h"
#include "core/report/table_writers.h"
#include "core/studies/tum/campaign_tables.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::headless {

namespace {

using report::validUtf8;

Json factorsJson(const studies::tum::StudyFactors& f)
{
    const auto text = [](const std::string& value) { return value.empty() ? Json() : Json(validUtf8(value)); };
    return {{"framework", text(f.framework)}, {"model", text(f.model)},     {"optimizer", text(f.optimizer)},
            {"batch", text(f.batch)},         {"backend", text(f.backend)}, {"delay", text(f.delay)},
            {"topology", text(f.topology)}};
}

/// Nothing for a run that was not read.
std::optional<std::string> trafficOf(const studies::tum::TumImportedRun& run)
{
    if (run.fate == studies::RunFate::AlreadyThere && run.source == studies::tum::TumTraffic::None)
        return std::nullopt;
    return std::string(studies::tum::trafficName(run.source));
}

Json runJson(const studies::tum::TumImportedRun& run)
{
    Json files = Json::array();
    for (const studies::PublishedFile& file : run.files)
        files.push_back({{"file", validUtf8(file.file.string())},
                         {"format", file.format},
                         {"bytes", file.bytes},
                         {"packets", file.packets},
                         {"issues", studies::issuesJson(file.issues)}});
    Json other = Json::array();
    for (const std::filesystem::path& file : run.folder.others)
        other.push_back(validUtf8(file.string()));
    return {{"name", validUtf8(run.folder.name)},
            {"folder", validUtf8(run.folder.path.string())},
            {"naming", studies::tum::namingName(run.folder.naming)},
            {"factors", factorsJson(run.folder.factors)},
            {"fate", studies::fateName(run.fate)},
            {"run", run.run ? Json(run.run.value) : Json()},
            {"content", run.key},
            {"traffic", trafficOf(run) ? Json(*trafficOf(run)) : Json()},
            {"log_rows", run.logRows},
            {"files", std::move(files)},
            {"other_files", std::move(other)},
            {"figures", report::publishedJson(run.figures)},
            {"accuracy", studies::tum::accuracyJson(run.accuracy)},
            {"utilization", studies::tum::seriesJson(run.utilization)},
            {"batch_effect", studies::tum::seriesJson(run.batchEffect)},
            {"issues", studies::issuesJson(run.issues)}};
}

report::Cell figureOf(const studies::tum::TumImportedRun& run, std::string_view name, bool right)
{
    const auto found = std::ranges::find(run.figures, name, &report::PublishedFigure::name);
    if (found == run.figures.end())
        return {};
    const double value = right ? found->right : found->asPublished;
    return std::isfinite(value) ? report::Cell(value) : report::Cell();
}

report::Table runTable(const studies::tum::TumImportOutcome& outcome)
{
    report::Table table;
    table.title = "Runs of the traffic study";
    table.columns = {{"run"},
                     {"fate"},
                     {"traffic"},
                     {"duration", "duration", "s"},
                     {"bytes", "bytes", "B"},
                     {"flows"},
                     {"step_mb", "MB per step", "", "bytes between the time stamps of steps, mean"},
                     {"step_mb_published", "as published"},
                     {"damage", "damage", "", "damaged lines, records and files; --json lists them"}};
    for (const studies::tum::TumImportedRun& run : outcome.runs)
        table.rows.push_back({run.folder.name, std::string(studies::fateName(run.fate)), trafficOf(run).value_or("–"),
                              figureOf(run, "duration", true), figureOf(run, "bytes.all", true),
                              figureOf(run, "flows", true), figureOf(run, "data.per-step", true),
                              figureOf(run, "data.per-step", false), static_cast<double>(damageOf(run.issues))});
    if (!outcome.skippedFolders.empty())
        table.notes.push_back(fmt::format("Folders that are not runs: {}.", fmt::join(outcome.skippedFolders, ", ")));
    return table;
}

std::string issuesText(const studies::tum::TumImportOutcome& outcome)
{
    std::string text;
    for (const studies::tum::TumImportedRun& run : outcome.runs)
        for (const Issue& issue : run.issues)
            if (issue.severity != Severity::Note)
                text +=
                    report::oneLine(fmt::format("{}: {}: {}", run.folder.name, issue.kind, issueText(issue))) + "\n";
    return text.empty() ? text : "\n" + text;
}

} // namespace

std::int64_t damageOf(const Issues& issues) noexcept
{
    std::int64_t count = 0;
    for (const Issue& issue : issues)
        count += issue.severity == Severity::Note ? 0 : issue.count;
    return count;
}

bool withoutAny(const studies::tum::TumImportOutcome& outcome)
{
    return std::ranges::any_of(outcome.runs, [](const studies::tum::TumImportedRun& run) {
        const bool bad = std::ranges::any_of(run.issues, [](const Issue& issue) { return issue.kind == "bad-file"; });
        return bad || (run.source == studies::tum::TumTraffic::None && run.fate != studies::RunFate::AlreadyThere);
    });
}

std::string importJson(const studies::tum::TumImportOutcome& outcome)
{
    Json runs = Json::array(), skipped = Json::array(), patterns = Json::array();
    for (const studies::tum::TumImportedRun& run : outcome.runs)
        runs.push_back(runJson(run));
    for (const std::string& folder : outcome.skippedFolders)
        skipped.push_back(validUtf8(folder));
    for (const studies::tum::PatternMap& map : outcome.patterns)
        patterns.push_back(studies::tum::patternJson(map));
    const Json json{{"campaign", outcome.campaign.empty() ? Json() : Json(outcome.campaign)},
                    {"runs", std::move(runs)},
                    {"skipped_folders", std::move(skipped)},
                    {"figures", report::publishedJson(outcome.figures)},
                    {"patterns", std::move(patterns)},
                    {"regression", outcome.regression ? studies::tum::regressionJson(*outcome.regression) : Json()},
                    {"regression_remark", outcome.regressionRemark}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string importText(const studies::tum::TumImportOutcome& outcome, bool figures)
{
    const std::size_t width = terminalWidth();
    report::TextOptions options;
    options.width = width;
    std::string text = report::toText(runTable(outcome), options) + issuesText(outcome);
    if (figures)
        for (const studies::tum::TumImportedRun& run : outcome.runs)
            if (!run.figures.empty())
                text += "\n" + report::publishedText(run.folder.name, run.figures, width);
    if (!outcome.figures.empty())
        text += "\n" + report::toText(report::publishedTable("Over the runs", outcome.figures), options);
    for (const studies::tum::PatternMap& map : outcome.patterns)
        text += "\n" + report::toText(studies::tum::patternTable(map), options);
    if (outcome.regression)
        text += "\n" + report::toText(studies::tum::regressionTable(*outcome.regression), options);
    return text;
}

} // namespace millrace::headless

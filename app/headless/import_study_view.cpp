// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/import_study_view.h"

#include "app/headless/chosen_runs.h"
#include "app/headless/import_view.h"
#include "core/base/json_fields.h"
#include "core/report/safe_text.h"
#include "core/report/table_writers.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace millrace::headless {

namespace {

using report::validUtf8;
using studies::StudyImportedRun;

constexpr double megabyte = 1e6;
constexpr std::size_t mostPassedOverText = 10'000;

std::int64_t countOf(const studies::StudyImportOutcome& outcome, studies::RunFate fate)
{
    return std::ranges::count(outcome.runs, fate, &StudyImportedRun::fate);
}

report::Table runTable(const studies::StudyImportOutcome& outcome)
{
    report::Table table;
    table.title = "Runs";
    table.columns = {{"run"},
                     {"fate"},
                     {"files"},
                     {"size", "size", "B"},
                     {"metrics"},
                     {"series"},
                     {"damage", "damage", "", "damaged lines, cells and files; --json lists them"}};
    for (const StudyImportedRun& run : outcome.runs)
        table.rows.push_back({run.name, std::string(studies::fateName(run.fate)), static_cast<double>(run.files),
                              static_cast<double>(run.bytes), static_cast<double>(run.metrics),
                              static_cast<double>(run.series), static_cast<double>(damageOf(run.issues))});
    return table;
}

struct IssueKind
{
    std::int64_t count = 0;
    std::int64_t runs = 0;
    std::string first;
};

/// Returns the damage, one line for each kind, with the first location.
std::string damageText(const studies::StudyImportOutcome& outcome)
{
    std::map<std::string, IssueKind> kinds;
    std::string passedOver;
    const auto add = [&](const Issue& issue, const std::string& run) {
        if (issue.kind == "passed-over" && passedOver.size() < mostPassedOverText)
            passedOver += report::oneLine(fmt::format("passed over: {}: {}", issue.where, issue.example)) + "\n";
        if (issue.severity == Severity::Note || issue.kind == "passed-over")
            return;
        IssueKind& kind = kinds[issue.kind];
        kind.count += issue.count;
        ++kind.runs;
        if (kind.first.empty())
            kind.first = fmt::format("{}{}{}{}{}", run, run.empty() ? "" : ": ", issue.where,
                                     issue.where.empty() ? "" : ": ", issue.example);
    };
    for (const Issue& issue : outcome.issues)
        add(issue, "");
    for (const StudyImportedRun& run : outcome.runs)
        for (const Issue& issue : run.issues)
            add(issue, run.name);
    std::string text;
    for (const auto& [name, kind] : kinds)
        text +=
            report::oneLine(fmt::format("{}: {} in {}; the first: {}", name, kind.count,
                                        kind.runs == 1 ? "one place" : fmt::format("{} places", kind.runs), kind.first))
            + "\n";
    text += passedOver;
    return text.empty() ? text : "\n" + text;
}

std::string summaryText(const StudyImportView& view)
{
    using studies::RunFate;
    const studies::StudyImportOutcome& outcome = view.outcome;
    std::string fates = view.store.empty()
        ? "nothing stored"
        : fmt::format("{} stored, {} there already", countOf(outcome, RunFate::Stored),
                      countOf(outcome, RunFate::AlreadyThere));
    if (const std::int64_t leftOut = countOf(outcome, RunFate::LeftOut); leftOut > 0)
        fates += fmt::format(", {} left out", leftOut);
    if (outcome.superseded > 0)
        fates += fmt::format(", {} earlier superseded", outcome.superseded);
    return fmt::format("{}: {} files, {:.1f} MB, {} runs ({}), {:.1f} s{}\n", view.study, outcome.files,
                       static_cast<double>(outcome.bytes) / megabyte, outcome.runs.size(), fates, outcome.seconds,
                       view.store.empty() ? "" : fmt::format(", in {}", view.store.string()));
}

} // namespace

bool hasBadFiles(const studies::StudyImportOutcome& outcome)
{
    if (std::ranges::find(outcome.issues, "passed-over", &Issue::kind) != outcome.issues.end()
        || countOf(outcome, studies::RunFate::LeftOut) > 0)
        return true;
    return std::ranges::any_of(outcome.runs, [](const StudyImportedRun& run) {
        return std::ranges::find(run.issues, "bad-file", &Issue::kind) != run.issues.end();
    });
}

std::string studyImportJson(const StudyImportView& view)
{
    using studies::RunFate;
    const studies::StudyImportOutcome& outcome = view.outcome;
    Json runs = Json::array();
    for (const StudyImportedRun& run : outcome.runs)
        runs.push_back({{"name", validUtf8(run.name)},
                        {"fate", studies::fateName(run.fate)},
                        {"run", run.run ? Json(run.run.value) : Json()},
                        {"files", run.files},
                        {"bytes", run.bytes},
                        {"metrics", run.metrics},
                        {"series", run.series},
                        {"issues", studies::issuesJson(run.issues)}});
    const Json json{{"study", view.study},
                    {"folder", validUtf8(view.folder.string())},
                    {"store", view.store.empty() ? Json() : Json(validUtf8(view.store.string()))},
                    {"campaign", outcome.campaign.empty() ? Json() : Json(outcome.campaign)},
                    {"stopped", view.stopped},
                    {"runs", std::move(runs)},
                    {"issues", studies::issuesJson(outcome.issues)},
                    {"files", outcome.files},
                    {"bytes", outcome.bytes},
                    {"stored", countOf(outcome, RunFate::Stored)},
                    {"already_there", countOf(outcome, RunFate::AlreadyThere)},
                    {"left_out", countOf(outcome, RunFate::LeftOut)},
                    {"superseded", outcome.superseded},
                    {"seconds", outcome.seconds}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string studyImportText(const StudyImportView& view)
{
    report::TextOptions options;
    options.width = terminalWidth();
    std::string text = view.outcome.runs.empty() ? "" : report::toText(runTable(view.outcome), options);
    text += damageText(view.outcome);
    return text + (text.empty() ? "" : "\n") + summaryText(view);
}

} // namespace millrace::headless

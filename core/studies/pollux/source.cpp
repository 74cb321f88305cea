// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/scaling/fit_law.h"
#include "core/store/metric_kinds.h"
#include "core/studies/pollux/study.h"
#include "core/studies/prepared_runs.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace millrace::studies::pollux {

namespace {

const importers::FileFormat stepsFormat{
    .name = "pollux-steps",
    .kind = importers::FileKind::Table,
    .sign = importers::FormatSign::Header,
    .match = [](const importers::FileHead& head) {
        const auto has = [&](const char* word) { return head.header().find(word) != std::string::npos; };
        return importers::matchIf(has("local_bsz") && has("step_time") && has("sync_time"), 0.95,
                                  "its header has local batches, step and synchronisation times");
    }};

/// A row of a table: "44" is a placement of four GPUs on each of two nodes.
struct Step
{
    double gpus = 0;
    double nodes = 0;
    double batch = 0;
    double seconds = 0;
    double synchronising = 0;
    std::string placement; ///< empty: the table has only numbers of nodes and GPUs
    std::size_t table = 0;
    std::size_t row = 0;

    [[nodiscard]] scaling::Row forLaw() const { return {{gpus, nodes, batch}, seconds}; }
};

/// Of one model.
struct Steps
{
    std::vector<Step> all;
    std::vector<double> published; ///< predictions, empty: too few placements of few GPUs
    std::vector<double> ours;
};

Result<void> addTable(StudyTable& table, std::size_t number, Steps& steps)
{
    const auto placements = table.table.column("placement");
    std::vector<std::string_view> columns = {"local_bsz", "step_time", "sync_time"};
    if (placements)
        columns.push_back("placement");
    else
        columns.insert(columns.end(), {"num_replicas", "num_nodes"});
    MR_TRY(rows, rowsOf(table, columns));
    for (const TableRow& row : rows) {
        Step step;
        step.batch = row.values[0];
        step.seconds = row.values[1];
        step.synchronising = row.values[2];
        step.table = number;
        step.row = row.row;
        if (placements) {
            step.placement = table.table.text(row.row, *placements);
            for (const char digit : step.placement)
                step.gpus += digit - '0';
            step.nodes = static_cast<double>(step.placement.size());
        } else {
            step.gpus = row.values[3];
            step.nodes = row.values[4];
        }
        steps.all.push_back(std::move(step));
    }
    return {};
}

/// What laws that know placements of few GPUs say of all.
Result<void> predict(Steps& steps, const JobContext& job)
{
    std::vector<scaling::Row> few;
    for (const Step& step : steps.all)
        if (!step.placement.empty() && step.gpus <= mostFittedGpus)
            few.push_back(step.forLaw());
    constexpr std::size_t fewest = 20;
    if (few.size() < fewest)
        return {};
    MR_TRY(published, scaling::fitLaw(scaling::polluxLaw(), few, false, job));
    MR_TRY(ours, scaling::fitLaw(scaling::slowestRingLaw(), few, false, job));
    for (const Step& step : steps.all) {
        steps.published.push_back(published.seconds(step.forLaw().values));
        steps.ours.push_back(ours.seconds(step.forLaw().values));
    }
    return {};
}

ImportedRun runOf(const std::string& model, const Steps& steps, std::size_t index,
                  const std::vector<StudyTable>& tables, const std::string& key)
{
    const Step& step = steps.all[index];
    const StudyTable& table = tables[step.table];
    const bool isPlacement = !step.placement.empty();
    const bool isFitted = isPlacement && step.gpus <= mostFittedGpus;
    ImportedRun run;
    run.name = fmt::format("{} {} {} {}", model, isPlacement ? "on" : "scaled to",
                           isPlacement ? step.placement : fmt::format("{:g}x{:g}", step.nodes, step.gpus), step.batch);
    run.identity = run.name;
    run.key = sha256(fmt::format("pollux 1\n{}\n{}\n{}", key, table.source.sha256, step.row));
    run.factors = {{"model", model, {}, {}},
                   {"table", isPlacement ? "placements" : "scalability", {}, {}},
                   {"part",
                    !isPlacement   ? "none"
                        : isFitted ? "fitted"
                                   : "asked",
                    {},
                    {}},
                   {"placement", isPlacement ? step.placement : "none", {}, {}},
                   numberFactor("gpus", step.gpus),
                   numberFactor("nodes", step.nodes),
                   numberFactor("batch", step.batch)};
    const auto metric = [&run](std::string name, double value, std::string how) {
        run.metrics.push_back({std::move(name), {}, value, "s", std::move(how)});
    };
    metric(std::string(store::metrics::stepMean.name), step.seconds, "step_time of the table");
    metric("sync_time", step.synchronising, "sync_time of the table: synchronising that computing does not hide");
    if (!steps.ours.empty()) {
        const std::string fitted = fmt::format("fitted to the placements of at most {:g} GPUs", mostFittedGpus);
        metric("step_law_published", steps.published[index],
               "as published, synchronisation linear in the GPUs, " + fitted);
        metric("step_law", steps.ours[index], "ring over two and over more nodes, slowest of K GPUs, " + fitted);
    }
    run.files = {table.source};
    run.files.front().rows = 1;
    if (index > 0)
        run.files.front().issues.clear(); // once, with the first row
    return run;
}

} // namespace

Result<std::unique_ptr<StudySource>> openPollux(const std::filesystem::path& folder, const StudyOptions&,
                                                const JobContext& job)
{
    Issues issues;
    MR_TRY(tables, tablesOf(folder, stepsFormat.name, issues, job));
    if (tables.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has no placements.csv or scalability.csv of Pollux: tables with local_bsz, "
                                "step_time and sync_time",
                                folder.string()));
    std::map<std::string, Steps> models;
    std::map<std::string, std::string> keys; // of all tables of a model, for its predictions depend on them
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const std::filesystem::path file = std::filesystem::absolute(tables[i].file);
        const std::string model = file.parent_path().filename().string();
        MR_CHECK(addTable(tables[i], i, models[model]));
        keys[model] += tables[i].source.sha256;
    }
    std::vector<ImportedRun> runs;
    for (auto& [model, steps] : models) {
        MR_CHECK(predict(steps, job));
        for (std::size_t i = 0; i < steps.all.size(); ++i)
            runs.push_back(runOf(model, steps, i, tables, keys[model]));
    }
    return std::unique_ptr<StudySource>(std::make_unique<PreparedRuns>(std::move(runs), std::move(issues)));
}

Study study()
{
    return {{.name = "pollux",
             .letter = "",
             .title = "Step times over placements and batches",
             .publication = "Qiao, Choe, Subramanya, Neiswanger, Ho, Zhang, Ganger, Xing: Pollux: Co-adaptive Cluster "
                            "Scheduling for Goodput-Optimized Deep Learning. OSDI 2021",
             .folder = "a folder for each model with placements.csv and scalability.csv",
             .isOneSet = true},
            openPollux,
            auditPollux,
            {&stepsFormat}};
}

} // namespace millrace::studies::pollux

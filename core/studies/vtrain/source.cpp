// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/store/metric_kinds.h"
#include "core/studies/prepared_runs.h"
#include "core/studies/vtrain/study.h"

#include <fmt/format.h>

namespace millrace::studies::vtrain {

namespace {

const importers::FileFormat iterationsFormat{
    .name = "vtrain-iterations",
    .kind = importers::FileKind::Table,
    .sign = importers::FormatSign::Header,
    .match = [](const importers::FileHead& head) {
        const auto has = [&](const char* word) { return head.header().find(word) != std::string::npos; };
        return importers::matchIf(has("tensor parallelism") && has("iteration time (ms)"), 0.95,
                                  "its header has parallelism and iteration times");
    }};

/// Column of the tables, and the factor that it becomes.
struct Column
{
    std::string_view name;
    const char* factor;
};
constexpr std::array columns = {Column{"# GPUs", "gpus"},
                                Column{"global batch", "global_batch"},
                                Column{"micro batch", "micro_batch"},
                                Column{"hidden size", "hidden"},
                                Column{"attention heads", "heads"},
                                Column{"# layers", "layers"},
                                Column{"sequence length", "sequence"},
                                Column{"tensor parallelism", "tensor"},
                                Column{"data parallelism", "data"},
                                Column{"pipeline parallelism", "pipeline"},
                                Column{"iteration time (ms)", nullptr}};

} // namespace

Result<std::unique_ptr<StudySource>> openVtrain(const std::filesystem::path& folder, const StudyOptions&,
                                                const JobContext& job)
{
    Issues issues;
    MR_TRY(tables, tablesOf(folder, iterationsFormat.name, issues, job));
    if (tables.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has no ground_truth_single.csv or ground_truth_multi.csv of vTrain: tables with "
                                "parallelism and iteration times",
                                folder.string()));
    std::vector<ImportedRun> runs;
    for (StudyTable& table : tables) {
        std::vector<std::string_view> names;
        for (const Column& column : columns)
            names.push_back(column.name);
        MR_TRY(rows, rowsOf(table, names));
        const bool isMulti = table.table.column("Parameters (billion)").has_value();
        for (const TableRow& row : rows) {
            ImportedRun run;
            run.factors.push_back({"table", isMulti ? "several-nodes" : "one-node", {}, {}});
            std::string name = isMulti ? "nodes" : "node";
            for (std::size_t i = 0; i + 1 < columns.size(); ++i) {
                run.factors.push_back(numberFactor(columns[i].factor, row.values[i]));
                name += fmt::format(" {:g}", row.values[i]);
            }
            run.name = name;
            run.identity = name;
            run.key = sha256(fmt::format("vtrain 1\n{}\n{}", table.source.sha256, row.row));
            run.metrics.push_back({std::string(store::metrics::stepMean.name),
                                   {},
                                   row.values.back() / 1e3,
                                   "s",
                                   "iteration time of the table"});
            run.files = {table.source};
            run.files.front().rows = 1;
            if (row.row > 0)
                run.files.front().issues.clear(); // once, with the first row
            runs.push_back(std::move(run));
        }
    }
    return std::unique_ptr<StudySource>(std::make_unique<PreparedRuns>(std::move(runs), std::move(issues)));
}

Study study()
{
    return {{.name = "vtrain",
             .letter = "",
             .title = "Iteration times of language models over parallelism",
             .publication = "Bang, Choi, Kim, Kim, Rhu: vTrain: A Simulation Framework for Evaluating Cost-effective "
                            "and Compute-optimal Large Language Model Training. MICRO 2024",
             .folder = "ground_truth_single.csv and ground_truth_multi.csv",
             .isOneSet = true},
            openVtrain,
            auditVtrain,
            {&iterationsFormat}};
}

} // namespace millrace::studies::vtrain

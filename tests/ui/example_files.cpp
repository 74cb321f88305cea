// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/example_files.h"
#include "tests/need.h"

#include "core/base/file_io.h"
#include "core/project/templates.h"
#include "core/store/run_repository.h"

#include <QtGlobal>

namespace millrace::test {
namespace {

using tests::need;

std::vector<store::RunRecord> plannedRuns(int count)
{
    static const char* strategies[] = {"RING", "STAR", "BINARY_TREE_STAR", "CLIQUE"};
    std::vector<store::RunRecord> runs;
    for (int i = 0; i < count; ++i) {
        store::RunRecord run;
        run.cell = "cell" + std::to_string(i % 8);
        run.repetition = i / 8 + 1;
        run.block = run.repetition;
        run.position = i + 1;
        const bool loss = i % 2 == 1;
        run.factors = {{"strategy", strategies[i / 2 % 4], {}, {}},
                       {"loss", loss ? "1%" : "0%", loss ? 0.01 : 0.0, "1"}};
        runs.push_back(std::move(run));
    }
    return runs;
}

void walk(store::RunRepository& repository, store::RunId run, int i, int count)
{
    using State = store::RunState;
    (void)need(repository.claim(run));
    for (const State state : {State::Running, State::Collecting, State::Analysing})
        need(repository.transition(run, state));
    const std::vector<store::Metric> metrics{{"samples_per_second", "", 100.0 + i, "samples/s", "samples / time"},
                                             {"step_mean", "", 2.5e7 + 1e5 * i, "ns", "mean of step_ns"},
                                             {"step_mean", "rank 0", 2.5e7, "ns", "mean of step_ns"}};
    const std::vector<store::GateResult> gates{
        {"delay", "node0→node1", 5e5, 5.05e5, 3e5, 7e5, "ns", store::Verdict::Pass, ""}};
    need(repository.saveMetrics(run, metrics));
    need(repository.saveGates(run, gates));
    if (count >= 3 && i == count - 3)
        need(repository.end(run, State::Failed, fail(ErrorCode::PeerFailed, "rank 2 closed its connection.")));
    else if (count >= 3 && i == count - 2)
        need(repository.end(run, State::Invalid, fail(ErrorCode::GateNotMet, "the delay was 9 ms instead of 5 ms.")));
    else
        need(repository.transition(run, State::Done));
}

} // namespace

QString writeBytes(const QString& folder, const QString& name, const std::string& bytes)
{
    const QString file = folder + QLatin1Char('/') + name;
    need(writeFileAtomically(file.toStdString(), bytes));
    return file;
}

QString writeProject(const QString& folder, const QString& name)
{
    return writeBytes(folder, name, std::string(need(project::findTemplate("quickstart")).text));
}

QString writeStore(const QString& folder, int runs, const QString& name)
{
    const QString file = folder + QLatin1Char('/') + name;
    auto database = need(store::Database::create(file.toStdString()));
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    store::CampaignRecord campaign;
    campaign.projectName = "Quickstart";
    campaign.gridName = "strategies under loss";
    campaign.specJson = "{}";
    const auto id = need(repository.createCampaign(campaign, plannedRuns(runs)));
    const int finished = runs > 64 ? 0 : runs - (runs >= 3 ? 1 : 0);
    const auto records = need(repository.runs(id));
    for (int i = 0; i < finished; ++i)
        walk(repository, records[static_cast<std::size_t>(i)].id, i, runs);
    return file;
}

} // namespace millrace::test

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/made_campaigns.h"
#include "tests/need.h"

#include "core/base/file_io.h"
#include "core/store/run_repository.h"

#include <stdexcept>

using namespace millrace;

namespace e2e {
namespace {

constexpr std::string_view projectText = R"({
  "format": "millrace-project", "version": 1, "name": "fates",
  "clusters": [{"name": "lab", "nodes": 2, "links": [{"delay": "1ms"}]}],
  "workloads": [{"name": "job", "framework": "builtin", "model": "slp-mnist", "batch": 8, "steps": 20,
                 "warmup_steps": 0}],
  "grids": [{"name": "grid", "cluster": "lab", "workload": "job", "order": "as-listed", "repetitions": 2,
             "factors": [{"name": "strategy", "levels": ["STAR", "RING", "CLIQUE"]},
                         {"name": "batch", "levels": ["8", "16"]}]}]
})";

using tests::need;

/// Stops the campaign when a run has come to a state.
class Stopper final : public run::RunObserver
{
public:
    Stopper(int position, store::RunState state, std::stop_source& stop)
        : m_position(position), m_state(state), m_stop(stop)
    {
    }
    void runMoved(const run::RunRef& heading, store::RunState state) override
    {
        if (heading.key == m_position && state == m_state)
            m_stop.request_stop();
    }

private:
    int m_position;
    store::RunState m_state;
    std::stop_source& m_stop;
};

class Making
{
public:
    Making(MadeCampaigns made, test::FakeRuns& runs) : m_made(std::move(made)), m_runs(runs)
    {
        need(writeFileAtomically(m_made.project, projectText));
    }

    void execute(run::CampaignChoice choice, int stopAt, store::RunState stopIn,
                 run::CampaignControl* control = nullptr)
    {
        run::CampaignOptions options;
        options.grid = "grid";
        options.choice = choice;
        options.executor = m_runs.executor();
        options.control = control;
        const auto file = need(project::ProjectFile::parse(std::string(projectText), m_made.project));
        const auto plan = need(run::planCampaign(file.project, m_made.project, options));
        auto database = need(store::Database::openOrCreate(m_made.store));
        std::stop_source stop;
        Stopper stopper(stopAt, stopIn, stop);
        if (stopIn == store::RunState::Done)
            options.finish = stop.get_token();
        const JobContext job{stopIn == store::RunState::Done ? std::stop_token() : stop.get_token(), {}};
        (void)run::executeCampaign(plan, database, options, stopper, job); // Cancelled is no failure here
    }

    /// As a program leaves it that is killed while a run trains.
    void leaveUnderWay(int position)
    {
        auto database = need(store::Database::open(m_made.store));
        const SystemClock clock;
        store::RunRepository repository(database, clock);
        const auto campaign = need(repository.campaigns()).front();
        need(repository.setCampaignState(campaign.id, store::CampaignState::Running));
        for (const store::RunRecord& run : need(repository.runs(campaign.id)))
            if (run.position == position) {
                (void)need(repository.claim(run.id));
                need(repository.transition(run.id, store::RunState::Running));
            }
    }

private:
    MadeCampaigns m_made;
    test::FakeRuns& m_runs;
};

} // namespace

MadeCampaigns makeCampaigns(const std::filesystem::path& folder, test::FakeRuns& runs)
{
    const MadeCampaigns made{folder / "fates.millrace", folder / "fates.mrdb"};
    Making making(made, runs);
    const test::FakeRuns::Script usual = runs.usual;
    runs.usual.time = std::chrono::milliseconds(2);
    runs.special[MadeCampaigns::failed].end = store::RunState::Failed;
    runs.special[MadeCampaigns::invalid].end = store::RunState::Invalid;
    runs.special[6].time = std::chrono::seconds(5);
    making.execute(run::CampaignChoice::StartNew, 6, store::RunState::Running);
    runs.special.erase(6);
    run::CampaignControl control;
    control.cancelRun(9);
    making.execute(run::CampaignChoice::Resume, 12, store::RunState::Done, &control);
    runs.special.clear();
    making.execute(run::CampaignChoice::StartNew, 3, store::RunState::Done);
    making.leaveUnderWay(4);
    runs.usual = usual;
    return made;
}

} // namespace e2e

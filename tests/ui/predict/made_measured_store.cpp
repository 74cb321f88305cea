// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/predict/made_measured_store.h"

#include "core/project/project_file.h"
#include "core/project/stored_settings.h"
#include "core/run/usage_samples.h"
#include "core/store/result_query.h"
#include "core/store/run_repository.h"
#include "core/store/series_kinds.h"
#include "core/store/series_repository.h"
#include "tests/fakes/fake_runs.h"
#include "tests/need.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>

namespace millrace::ui::test {

namespace {

constexpr std::string_view measuredProject = R"({
  "format": "millrace-project", "version": 1, "name": "measured",
  "clusters": [{"name": "lab", "nodes": 4, "nic_rate": "1Gbit", "links": [{"delay": "1ms"}]}],
  "workloads": [{"name": "job", "framework": "builtin", "model": "resnet50", "strategy": "RING_ALLREDUCE", "batch": 8,
                 "steps": 3, "compute_time": "800ms"}],
  "grids": [{"name": "grid", "cluster": "lab", "workload": "job", "repetitions": 8, "order": "as-listed",
             "factors": [{"name": "model", "levels": ["resnet50", "vgg16", "bert"]}, {"name": "workers", "levels": [2, 4]}]}]
})";

using tests::need;

class NoObserver final : public run::RunObserver
{
};

/// 100 ms samples: 12 bursts of a rate between two that the ends cut.
analysis::Series burstSeries(std::string_view name, const std::string& node, double burst, double idle, double rate,
                             std::mt19937& random)
{
    analysis::Series series{std::string(name), node, "bit/s", {}, {}};
    std::normal_distribution<double> noise(1, 0.04);
    const auto add = [&](double duration, double value) {
        const int count = std::max(2, static_cast<int>(std::lround(duration * noise(random) / 0.1)));
        for (int i = 0; i < count; ++i) {
            series.times.push_back(1'790'000'000'000'000'000
                                   + 100'000'000 * static_cast<std::int64_t>(series.times.size()));
            series.values.push_back(value * (value > 0 ? std::min(1.0, noise(random)) : 0));
        }
    };
    for (int i = 0; i < 14; ++i) {
        add(burst, rate);
        add(idle, 0);
    }
    return series;
}

} // namespace

void addMeasuredRuns(const std::filesystem::path& file, double stretch, unsigned seed, int repetitions)
{
    auto database = need(store::Database::openOrCreate(file));
    store::ResultQuery query(database);
    std::set<std::int64_t> before;
    for (const store::ResultRow& row : need(query.all({})))
        before.insert(row.run.id.value);
    millrace::test::FakeRuns runs;
    run::CampaignOptions options;
    options.executor = runs.executor();
    options.choice = run::CampaignChoice::StartNew;
    auto project = need(project::ProjectFile::parse(std::string(measuredProject), file.parent_path() / "m.millrace"));
    project.project.grids.front().repetitions = repetitions;
    NoObserver observer;
    const auto plan = need(run::planCampaign(project, options));
    static_cast<void>(need(run::executeCampaign(plan, database, options, observer, {})));
    std::mt19937 random(seed);
    for (const store::ResultRow& row : need(query.all({}))) {
        if (before.contains(row.run.id.value))
            continue;
        std::vector<std::pair<std::string, std::string>> levels;
        for (const store::Factor& factor : row.run.factors)
            levels.emplace_back(factor.name, factor.level);
        const auto settings = need(project::storedSettings(project.project, row.run.cell, levels));
        const predict::Setting setting = run::usageSetting(settings);
        const double use = 0.9 / (1 + 0.03 * setting.workers);
        const double bits = 8 * 2 * (setting.workers - 1) / setting.workers * 4 * setting.parameters;
        std::vector<analysis::Series> series;
        for (const cluster::Node& node : settings.cluster.nodes)
            for (const std::string_view name : {store::series::netReceived.name, store::series::netSent.name})
                series.push_back(
                    burstSeries(name, node.name, stretch * bits / (1e9 * use), 0.8, 1e9 * use / stretch, random));
        static_cast<void>(need(store::SeriesRepository(database).saveNew(row.run.id, series)));
    }
}

} // namespace millrace::ui::test

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/need.h"

#include "core/analysis/series.h"
#include "core/base/file_io.h"
#include "core/store/database.h"
#include "core/store/run_repository.h"

#include <QtGlobal>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace millrace::report {

using tests::need;

/// Clock with a fixed time: 2026-11-20T09:42:40Z.
class StillClock final : public Clock
{
public:
    [[nodiscard]] Nanoseconds monotonic() const override { return std::chrono::hours(5); }
    [[nodiscard]] Nanoseconds wall() const override { return std::chrono::seconds(1'795'167'760); }
};

/// What becomes of one planned run.
struct Made
{
    std::vector<store::Factor> factors;
    std::vector<store::Metric> metrics = {};
    store::RunState state = store::RunState::Done;
    int repetition = 1;
    bool warmup = false;
    bool excluded = false;
    std::string error = {};
    std::string errorCode = {};
    std::vector<store::GateResult> gates = {};
};

/// Store in its own folder with one campaign whose runs have the given outcomes. States and results are written as SQL
/// in one transaction, so that thousands of runs are fast; ids and times are fixed, so that outputs can be compared.
class MadeStore
{
public:
    explicit MadeStore(const std::vector<Made>& runs, std::string spec = "{}", std::string project = "project",
                       std::string grid = "grid");

    void addSeries(std::size_t run, const analysis::Series& series);
    void sql(const std::string& statement);

    TemporaryFolder folder = need(TemporaryFolder::make("mr-report"));
    StillClock clock;
    store::Database database = need(store::Database::create(folder.path() / "results.mrdb"));
    store::CampaignId campaign;
    std::vector<store::RunId> ids; ///< by position in the list of the constructor
};

[[nodiscard]] store::Factor textFactor(std::string name, std::string level);
[[nodiscard]] store::Factor numberFactor(std::string name, std::string level, double number, std::string unit = {});
[[nodiscard]] store::Metric metric(std::string name, double value, std::string unit = {});

/// The quickstart's shape: 4 strategies × {0%, 1%} × 2 repetitions, with all usual metrics, gates, series of 4 ranks
/// and nodes, snapshots, one failed and one warm-up run.
[[nodiscard]] std::unique_ptr<MadeStore> quickstartStore();

/// Compares the text with the golden file; on a difference fails the test and writes the text next to the test's
/// folder.
[[nodiscard]] bool equalsGolden(const std::string& text, const std::string& name);

} // namespace millrace::report

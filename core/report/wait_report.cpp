// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/wait_report.h"

#include "core/analysis/wait_graph.h"
#include "core/base/statistics.h"
#include "core/base/unknown.h"
#include "core/report/phase_times.h"
#include "core/report/run_identity.h"
#include "core/report/sentences.h"
#include "core/store/series_kinds.h"
#include "core/store/series_repository.h"
#include "core/store/series_subject.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace millrace::report {
namespace {

namespace series = store::series;

constexpr int mostWaitRanks = 1024;
constexpr std::size_t mostDrawnRanks = 32;
constexpr std::size_t mostDrawnRuns = 20;

/// A part of a run, by the wall clock in ns.
struct Stretch
{
    std::string phase; ///< empty: the whole training
    store::TimeRange range = {};
    bool isDrawn = true; ///< of the run this one has a figure
};

/// A column of shares of the time.
Column shareColumn(std::string name, std::string label, std::string_view how)
{
    Column column{std::move(name), std::move(label), "", fmt::format("share of the time{}", how)};
    column.decimals = 3;
    return column;
}

std::vector<Stretch> stretchesOf(const PhaseTimes& phases)
{
    if (!phases.known())
        return {{}};
    std::vector<Stretch> stretches{{"before the load", {}, false}, {"under load"}, {"after the load", {}, false}};
    stretches[0].range.end = phases.loaded;
    stretches[1].range = {phases.loaded, phases.drained};
    stretches[2].range.begin = phases.drained;
    if (phases.drained == PhaseTimes::never)
        stretches.pop_back();
    return stretches;
}

/// Means over a stretch, by rank and peer; unknown where there is no report.
struct PeerMeans
{
    std::map<std::pair<int, int>, double> waiting;
    std::map<std::pair<int, int>, double> sent; ///< from, to
    std::map<std::pair<int, int>, double> received;

    [[nodiscard]] int ranks() const
    {
        int most = -1;
        for (const auto& [pair, share] : waiting)
            most = std::max({most, pair.first, pair.second});
        return most + 1;
    }
    [[nodiscard]] analysis::WaitMatrix matrix() const
    {
        const auto count = static_cast<std::size_t>(ranks());
        analysis::WaitMatrix waits(count, std::vector<double>(count, 0));
        for (const auto& [pair, share] : waiting)
            waits[static_cast<std::size_t>(pair.first)][static_cast<std::size_t>(pair.second)] = share;
        return waits;
    }
};

double valueAt(const std::map<std::pair<int, int>, double>& values, int from, int to)
{
    const auto found = values.find({from, to});
    return found == values.end() ? unknown : found->second;
}

class WaitReporter
{
public:
    WaitReporter(store::Database& database, const CampaignData& data) : m_database(database), m_data(data)
    {
        m_workers.title = "Waits by worker";
        m_pairs.title = "Workers and their peers";
        m_strategies.title = "All-reduce rate by strategy";
        for (Table* table : {&m_workers, &m_pairs, &m_strategies}) {
            table->columns = identityColumns(data);
            if (table != &m_strategies)
                table->columns.push_back({"phase", "Phase"});
            table->keys = table->columns.size() + 1;
        }
        const std::string share = "mean of the reports, one a second";
        for (Column column :
             {Column{"worker", "Worker"}, shareColumn("waiting", "Waits", ": " + share),
              shareColumn("caused", "Makes the others wait",
                          ", mean over the others, directly and through others, beyond what all wait in any case"),
              Column{"most", "Waits most for"}, shareColumn("most_share", "For that one", ": " + share)})
            m_workers.columns.push_back(std::move(column));
        for (Column column :
             {Column{"worker", "Worker"}, Column{"peer", "Peer"}, shareColumn("waiting", "Waits for it", ": " + share),
              Column{"sent", "Sent to it", "bit/s", "payload; " + share},
              Column{"received", "Received from it", "bit/s", "payload; " + share}})
            m_pairs.columns.push_back(std::move(column));
        m_pairs.keys += 1;
        for (Column column :
             {Column{"strategy", "Strategy"}, Column{"reports", "Reports"},
              Column{"rate", "Rate", "bit/s",
                     "payload ÷ time of the all-reduces of the first rank, mean of the reports"},
              Column{"least", "Least", "bit/s", "of a report"}, Column{"greatest", "Greatest", "bit/s", "of a report"}})
            m_strategies.columns.push_back(std::move(column));
    }

    Result<WaitReport> report(const JobContext& job)
    {
        MR_TRY(time, reportTime());
        MR_TRY(provenance, provenanceOf(m_database, m_data.campaign, time));
        m_provenance = std::move(provenance);
        for (std::size_t i = 0; i < m_data.rows.size(); ++i) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "cancelled while waits were read");
            job.progress(static_cast<long long>(i), static_cast<long long>(m_data.rows.size()), "reading waits");
            if (counts(m_data.rows[i].run))
                MR_CHECK(take(m_data.rows[i].run));
        }
        if (m_report.runs == 0)
            return fail(ErrorCode::InvalidInput,
                        "no run has reports of waits; the workers of the frameworks builtin and elastic make them");
        if (m_undrawn > 0)
            m_report.notes.push_back(
                fmt::format("{} drawn: figures are for the first {} runs with at most {} workers.",
                            m_undrawn == 1 ? "1 run is not" : fmt::format("{} runs are not", m_undrawn), mostDrawnRuns,
                            mostDrawnRanks));
        m_workers.notes = m_report.notes;
        if (std::ranges::all_of(m_workers.rows, [this](const auto& row) { return isWhole(row); }))
            for (Table* table : {&m_workers, &m_pairs})
                dropPhase(*table);
        for (Table* table : {&m_workers, &m_pairs, &m_strategies})
            if (!table->rows.empty())
                m_report.tables.push_back(std::move(*table));
        return std::move(m_report);
    }

private:
    [[nodiscard]] std::size_t phaseColumn() const { return identityColumns(m_data).size(); }
    [[nodiscard]] bool isWhole(const std::vector<Cell>& row) const
    {
        const auto* phase = std::get_if<std::string>(&row[phaseColumn()]);
        return phase == nullptr || phase->empty();
    }
    void dropPhase(Table& table) const
    {
        const auto at = static_cast<std::ptrdiff_t>(phaseColumn());
        table.columns.erase(table.columns.begin() + at);
        for (auto& row : table.rows)
            row.erase(row.begin() + at);
        --table.keys;
    }

    [[nodiscard]] Result<std::optional<double>> meanOf(store::SeriesId id, const store::TimeRange& range)
    {
        Issues issues;
        MR_TRY(samples, store::SeriesRepository(m_database).read(id, issues, range));
        std::erase_if(samples.values, [](double value) { return std::isnan(value); });
        return samples.values.empty() ? std::optional<double>() : std::optional(mean(samples.values));
    }

    [[nodiscard]] Result<PeerMeans> meansOf(const std::vector<store::SeriesRecord>& all, const store::TimeRange& range)
    {
        PeerMeans means;
        for (const store::SeriesRecord& record : all) {
            auto* into = record.name == series::peerWaiting.name ? &means.waiting
                : record.name == series::peerSent.name           ? &means.sent
                : record.name == series::peerReceived.name       ? &means.received
                                                                 : nullptr;
            const auto subject = store::parseSubject(record.node);
            if (into == nullptr || !subject || !subject->peer || subject->rank >= mostWaitRanks
                || *subject->peer >= mostWaitRanks)
                continue;
            MR_TRY(value, meanOf(record.id, range));
            if (value)
                (*into)[{subject->rank, *subject->peer}] = *value;
        }
        return means;
    }

    Result<void> take(const store::RunRecord& run)
    {
        MR_TRY(all, store::SeriesRepository(m_database).list(run.id));
        if (std::ranges::none_of(all, [](const auto& each) { return each.name == series::peerWaiting.name; })) {
            m_report.notes.push_back(fmt::format("{} is left out: its workers report no waits.", runName(m_data, run)));
            return {};
        }
        ++m_report.runs;
        MR_TRY(phases, phaseTimesOf(m_database, run));
        for (const Stretch& stretch : stretchesOf(phases)) {
            MR_TRY(means, meansOf(all, stretch.range));
            if (!means.waiting.empty())
                add(run, stretch, means);
        }
        return addStrategies(run, all);
    }

    void add(const store::RunRecord& run, const Stretch& stretch, const PeerMeans& means)
    {
        const analysis::WaitMatrix waits = means.matrix();
        const analysis::WaitCauses causes = analysis::findCauses(waits);
        const auto row = [&](int rank) {
            std::vector<Cell> cells = identityCells(m_data, run);
            cells.emplace_back(stretch.phase);
            cells.emplace_back(store::rankSubject(rank));
            return cells;
        };
        for (std::size_t rank = 0; rank < waits.size(); ++rank) {
            const auto most = std::ranges::max_element(waits[rank]);
            std::vector<Cell> cells = row(static_cast<int>(rank));
            cells.emplace_back(causes.waiting[rank]);
            cells.emplace_back(causes.caused[rank]);
            cells.emplace_back(*most > 0 ? store::rankSubject(static_cast<int>(most - waits[rank].begin())) : "");
            cells.emplace_back(*most > 0 ? *most : unknown);
            m_workers.rows.push_back(std::move(cells));
        }
        for (const auto& [pair, share] : means.waiting) {
            std::vector<Cell> cells = row(pair.first);
            cells.emplace_back(store::rankSubject(pair.second));
            cells.emplace_back(share);
            cells.emplace_back(valueAt(means.sent, pair.first, pair.second));
            cells.emplace_back(valueAt(means.received, pair.second, pair.first));
            m_pairs.rows.push_back(std::move(cells));
        }
        if (!stretch.isDrawn)
            return;
        if (waits.size() > mostDrawnRanks || m_report.runs > mostDrawnRuns)
            ++m_undrawn;
        else
            m_report.figures.push_back(figureOf(run, stretch, waits, causes));
    }

    [[nodiscard]] FigureSpec figureOf(const store::RunRecord& run, const Stretch& stretch,
                                      const analysis::WaitMatrix& waits, const analysis::WaitCauses& causes) const
    {
        FigureSpec figure;
        figure.name = fmt::format("waits-run-{}", run.position);
        figure.title = fmt::format("Waits between workers: {}{}{}", runName(m_data, run),
                                   stretch.phase.empty() ? "" : ", ", stretch.phase);
        figure.kind = FigureKind::Heat;
        figure.x.label = "waits for";
        figure.y.label = "share of the time";
        figure.seriesLabel = "worker";
        for (std::size_t rank = 0; rank < waits.size(); ++rank) {
            figure.x.categories.push_back(store::rankSubject(static_cast<int>(rank)));
            FigureSeries line;
            line.name = store::rankSubject(static_cast<int>(rank));
            for (std::size_t peer = 0; peer < waits.size(); ++peer)
                if (peer != rank)
                    line.points.push_back({.x = static_cast<double>(peer), .y = waits[rank][peer]});
            figure.series.push_back(std::move(line));
        }
        const auto worst = std::ranges::max_element(causes.caused);
        figure.caption = fmt::format(
            "Share of the time in which the worker of a row could move nothing until data, or room for data, came from "
            "the peer of the column. All wait {:.0f} % in any case",
            100 * causes.common);
        constexpr double worthSaying = 0.02;
        figure.caption += *worst > worthSaying
            ? fmt::format("; beyond that, {} makes each of the others wait {:.0f} % of the time.",
                          store::rankSubject(static_cast<int>(worst - causes.caused.begin())), 100 * *worst)
            : "; beyond that, no worker makes the others wait.";
        figure.provenance = withRuns(m_provenance, {run.uuid});
        return figure;
    }

    Result<void> addStrategies(const store::RunRecord& run, const std::vector<store::SeriesRecord>& all)
    {
        for (const store::SeriesRecord& record : all) {
            if (record.name != series::strategyRate.name)
                continue;
            Issues issues;
            MR_TRY(samples, store::SeriesRepository(m_database).read(record.id, issues));
            if (samples.values.empty())
                continue;
            std::vector<Cell> cells = identityCells(m_data, run);
            cells.emplace_back(record.node);
            cells.emplace_back(static_cast<double>(samples.values.size()));
            cells.emplace_back(mean(samples.values));
            cells.emplace_back(std::ranges::min(samples.values));
            cells.emplace_back(std::ranges::max(samples.values));
            m_strategies.rows.push_back(std::move(cells));
        }
        return {};
    }

    store::Database& m_database;
    const CampaignData& m_data;
    Provenance m_provenance;
    Table m_workers;
    Table m_pairs;
    Table m_strategies;
    std::size_t m_undrawn = 0;
    WaitReport m_report;
};

} // namespace

Result<WaitReport> waitReport(store::Database& database, const CampaignData& data, const JobContext& job)
{
    return WaitReporter(database, data).report(job);
}

} // namespace millrace::report

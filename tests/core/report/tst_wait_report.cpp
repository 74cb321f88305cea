// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/wait_report.h"
#include "core/store/series_subject.h"
#include "tests/core/report/made_store.h"

#include <QtTest>
#include <algorithm>

namespace millrace::report {

namespace {

constexpr std::int64_t waitSecond = 1'000'000'000;
constexpr std::int64_t waitStart = 1'795'167'760 * waitSecond;

/// Ten reports, one a second, of a ring of four whose rank `late` is waited for; before `since` nobody is late.
void addRing(MadeStore& store, std::size_t run, int late, int since)
{
    constexpr double common = 0.1;
    constexpr double extra = 0.4;
    for (int rank = 0; rank < 4; ++rank) {
        const int before = (rank + 3) % 4;
        analysis::Series waiting{"peer.waiting", store::pairSubject(rank, before), "", {}, {}};
        analysis::Series sent{"peer.sent", store::pairSubject(rank, (rank + 1) % 4), "bit/s", {}, {}};
        analysis::Series none{"peer.waiting", store::pairSubject(rank, (rank + 1) % 4), "", {}, {}};
        for (int i = 0; i < 10; ++i) {
            const std::int64_t time = waitStart + (i + 1) * waitSecond;
            const bool isLate = i >= since && rank != late;
            for (analysis::Series* series : {&waiting, &sent, &none})
                series->times.push_back(time);
            waiting.values.push_back(common + (isLate ? extra : 0));
            sent.values.push_back(8e6);
            none.values.push_back(0);
        }
        for (const analysis::Series* series : {&waiting, &sent, &none})
            store.addSeries(run, *series);
    }
    store.addSeries(run,
                    {"strategy.rate", "RING", "bit/s", {waitStart, waitStart + 1, waitStart + 2}, {1e6, 2e6, 6e6}});
}

void addPhase(MadeStore& store, std::size_t run, int seconds, const std::string& name)
{
    auto insert =
        need(store.database.prepare("INSERT INTO events (run_id, wall_ns, monotonic_ns, kind, node, text, json) "
                                    "VALUES (?, ?, 0, 'phase', '', ?, '')"));
    need(insert.run(store.ids[run], waitStart + seconds * waitSecond, name));
}

double numberAt(const Table& table, std::size_t row, std::string_view column)
{
    const auto at = std::ranges::find(table.columns, column, &Column::name) - table.columns.begin();
    const auto* value = std::get_if<double>(&table.rows.at(row).at(static_cast<std::size_t>(at)));
    return value == nullptr ? std::nan("") : *value;
}

std::string textAt(const Table& table, std::size_t row, std::string_view column)
{
    const auto at = std::ranges::find(table.columns, column, &Column::name) - table.columns.begin();
    const auto* value = std::get_if<std::string>(&table.rows.at(row).at(static_cast<std::size_t>(at)));
    return value == nullptr ? std::string() : *value;
}

} // namespace

class TestWaitReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLateWorkerIsNamed()
    {
        MadeStore store({{.factors = {textFactor("load", "a")}}, {.factors = {textFactor("load", "b")}}});
        addRing(store, 0, 2, 0);
        const CampaignData data = need(loadCampaign(store.database, store.campaign));
        const WaitReport report = need(waitReport(store.database, data, {}));
        QCOMPARE(report.runs, std::size_t(1));
        QCOMPARE(report.tables.size(), std::size_t(3));
        const Table& workers = report.tables[0];
        QCOMPARE(workers.rows.size(), std::size_t(4));
        for (const Column& column : workers.columns)
            QVERIFY(column.name != "phase");
        QVERIFY(std::abs(numberAt(workers, 0, "waiting") - 0.5) < 1e-9);
        QVERIFY(std::abs(numberAt(workers, 2, "waiting") - 0.1) < 1e-9);
        QVERIFY(std::abs(numberAt(workers, 2, "caused") - 0.4) < 1e-9);
        QVERIFY(numberAt(workers, 1, "caused") < 1e-9);
        QCOMPARE(textAt(workers, 0, "most"), std::string("rank 3"));
        const Table& pairs = report.tables[1];
        QCOMPARE(pairs.rows.size(), std::size_t(8));
        const Table& strategies = report.tables[2];
        QCOMPARE(textAt(strategies, 0, "strategy"), std::string("RING"));
        QCOMPARE(numberAt(strategies, 0, "rate"), 3e6);
        QCOMPARE(report.figures.size(), std::size_t(1));
        const FigureSpec& figure = report.figures[0];
        QCOMPARE(figure.kind, FigureKind::Heat);
        QVERIFY2(figure.caption.find("rank 2 makes each of the others wait 40 %") != std::string::npos,
                 figure.caption.c_str());
        QVERIFY2(figure.caption.find("All wait 10 %") != std::string::npos, figure.caption.c_str());
        QVERIFY(std::ranges::any_of(report.notes, [](const std::string& note) {
            return note.find("left out: its workers report no waits") != std::string::npos;
        }));
    }

    void phasesAreApart()
    {
        MadeStore store({{.factors = {textFactor("load", "a")}}});
        addRing(store, 0, 1, 4);
        addPhase(store, 0, 0, "baseline");
        addPhase(store, 0, 5, "loaded");
        const CampaignData data = need(loadCampaign(store.database, store.campaign));
        const WaitReport report = need(waitReport(store.database, data, {}));
        const Table& workers = report.tables[0];
        QCOMPARE(workers.rows.size(), std::size_t(8));
        QCOMPARE(textAt(workers, 0, "phase"), std::string("before the load"));
        QCOMPARE(textAt(workers, 4, "phase"), std::string("under load"));
        QVERIFY(numberAt(workers, 1, "caused") < 0.1);
        QVERIFY(std::abs(numberAt(workers, 5, "caused") - 0.4) < 1e-9);
        QCOMPARE(report.figures.size(), std::size_t(1));
        QVERIFY2(report.figures[0].title.ends_with(", under load"), report.figures[0].title.c_str());
    }

    void nothingReported()
    {
        MadeStore store({{.factors = {textFactor("load", "a")}}});
        const CampaignData data = need(loadCampaign(store.database, store.campaign));
        const auto report = waitReport(store.database, data, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::InvalidInput);
    }

    void subjects()
    {
        using store::parseSubject;
        using store::SubjectRanks;
        QVERIFY(parseSubject("rank 3") == SubjectRanks{3});
        QVERIFY((parseSubject(store::pairSubject(0, 12)) == SubjectRanks{0, 12}));
        for (const char* bad :
             {"", "w0", "rank", "rank x", "rank -1", "rank 1→", "rank 1→w0", "→rank 1", "rank 9999999999"})
            QVERIFY2(!parseSubject(bad), bad);
    }
};

} // namespace millrace::report

QTEST_APPLESS_MAIN(millrace::report::TestWaitReport)
#include "tst_wait_report.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/campaign_bar.h"
#include "ui/run/campaign_model.h"
#include "ui/run/failure_model.h"
#include "ui/run/log_model.h"
#include "ui/run/queue_view.h"
#include "ui/run/run_bridge.h"
#include "ui/run/so_far_model.h"

#include <QAbstractItemModelTester>
#include <QtTest>
#include <ctime>

using namespace millrace;
using namespace millrace::ui;
using store::RunState;

using Positions = std::vector<int>;

namespace {

CampaignSnapshot snapshot(int runs)
{
    CampaignSnapshot snapshot;
    snapshot.factors = {QStringLiteral("strategy"), QStringLiteral("loss")};
    for (int i = 1; i <= runs; ++i) {
        QueueRow row;
        row.position = i;
        row.levels = {i % 2 == 0 ? QStringLiteral("RING") : QStringLiteral("STAR"), QStringLiteral("0%")};
        row.repetition = (i + 1) / 2;
        snapshot.rows.push_back(row);
    }
    snapshot.runsInAll = snapshot.rows.size();
    return snapshot;
}

run::RunRef heading(int position, int attempt = 1)
{
    run::RunRef heading;
    heading.run = store::RunId{position * 100 + attempt};
    heading.key = position;
    heading.attempt = attempt;
    heading.steps = 10;
    heading.warmupSteps = 2;
    return heading;
}

RunBatch::Move move(int position, RunState state, const std::string& error = {})
{
    RunBatch::Move move{heading(position), state, {}, {}};
    if (store::isFinal(state)) {
        run::RunOutcome outcome{state, fail(ErrorCode::PeerFailed, error), {}, {}};
        outcome.metrics = {{"step_mean", "", 0.25, "s", ""}, {"samples_per_second", "", 128, "samples/s", ""}};
        move.outcome = outcome;
    }
    return move;
}

Positions shown(const CampaignModel& model)
{
    Positions positions;
    for (int row = 0; row < model.rowCount(); ++row)
        positions.push_back(model.rowAt(row)->position);
    return positions;
}

QString cell(const CampaignModel& model, int position, CampaignModel::Column column)
{
    return model.index(model.rowOf(position), model.section(column)).data().toString();
}

store::LogLine logLine(int second, const std::string& text, const std::string& stream = "stdout", int node = 0)
{
    return {std::chrono::seconds(second), "node" + std::to_string(node), "worker " + std::to_string(node), stream,
            text};
}

/// Time that this thread has worked, nanoseconds: what other programs do does not count.
qint64 workTime()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

} // namespace

class TestCampaignModels : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    // By Student's t: of 1, 3, 5 it is 4.3027 · 2 / sqrt(3) = 4.968, of 2 and 6 it is 12.706 · 2.8284 / sqrt(2)
    // = 25.41.
    void meansSoFar()
    {
        CampaignModel campaign;
        SoFarModel model(campaign);
        const QAbstractItemModelTester tester(&model);
        CampaignSnapshot some = snapshot(9);
        for (QueueRow& row : some.rows) {
            row.state = RunState::Done;
            row.stepTime = row.position; // STAR: 1, 3, 5, 7, 9; RING: 2, 4, 6, 8
            row.samplesPerSecond = 100;
        }
        some.rows[4].state = RunState::Failed;
        some.rows[6].warmup = true;
        some.rows[8].stepTime = 5; // leaves STAR with 1, 3, 5
        some.rows[5].state = some.rows[7].state = RunState::Planned;
        some.rows[3].state = RunState::Invalid; // leaves RING with 2
        campaign.setSnapshot(some);
        const auto text = [&model](int row, SoFarModel::Column column) {
            return model.index(row, 2 + column).data().toString();
        };
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("STAR"));
        QCOMPARE(text(0, SoFarModel::RunsColumn), QStringLiteral("3 of 4"));
        QVERIFY2(text(0, SoFarModel::StepTimeColumn).startsWith(QStringLiteral("3\u00A0s ± 4.97")),
                 qPrintable(text(0, SoFarModel::StepTimeColumn)));
        QVERIFY(text(0, SoFarModel::ThroughputColumn).contains(QStringLiteral("± 0")));
        QCOMPARE(text(1, SoFarModel::RunsColumn), QStringLiteral("1 of 4"));
        QCOMPARE(text(1, SoFarModel::StepTimeColumn), QStringLiteral("2\u00A0s")); // one run has no interval
        some.rows[5].state = RunState::Done; // 2 and 6: one more run, the same cells
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        campaign.setSnapshot(some);
        QCOMPARE(reset.count(), 0);
        QVERIFY(text(1, SoFarModel::StepTimeColumn).startsWith(QStringLiteral("4\u00A0s ± 25.4")));
    }

    void queueBeforeTheStart()
    {
        CampaignModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setSnapshot(snapshot(4));
        QCOMPARE(model.columnCount(), CampaignModel::ColumnCount + 2);
        QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("strategy"));
        QCOMPARE(model.index(1, 2).data().toString(), QStringLiteral("RING"));
        QCOMPARE(cell(model, 1, CampaignModel::StateColumn), QStringLiteral("○ planned"));
        QCOMPARE(cell(model, 3, CampaignModel::RepetitionColumn), QStringLiteral("2"));
        model.setOrder({4, 2});
        QCOMPARE(shown(model), (Positions{4, 2, 1, 3}));
        QCOMPARE(model.waiting(), (Positions{4, 2}));
        QCOMPARE(cell(model, 3, CampaignModel::StateColumn), QStringLiteral("‖ held back"));
        QCOMPARE(model.counts().heldBack, 2);
    }

    void queueFollowsTheCampaign()
    {
        CampaignModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setSnapshot(snapshot(4));
        const QPersistentModelIndex third = model.index(2, 0);
        RunBatch batch;
        batch.queue = run::CampaignQueue{{4, 1, 2, 3}, {}};
        batch.moves = {move(4, RunState::Preparing), move(4, RunState::Running)};
        batch.iteration = RunBatch::Iteration{heading(4), 3, false, std::chrono::milliseconds(100)};
        batch.steps = {{heading(4), run::RunStep::Run, run::RunStep::Collect, {}}};
        model.apply(batch);
        QCOMPARE(shown(model), (Positions{4, 1, 2, 3}));
        QCOMPARE(third.row(), 3);
        QCOMPARE(third.data(CampaignModel::PositionRole).toInt(), 3);
        QCOMPARE(cell(model, 4, CampaignModel::ProgressColumn), QStringLiteral("step 6 of 12"));
        QCOMPARE(model.counts().active, 1);

        RunBatch end;
        end.moves = {move(4, RunState::Failed, "no room"), move(1, RunState::Preparing), move(1, RunState::Done)};
        end.moves.push_back({heading(2), RunState::Cancelled, {}, "the stop rule is met"});
        model.apply(end);
        QCOMPARE(cell(model, 4, CampaignModel::StateColumn), QStringLiteral("✗ failed"));
        QCOMPARE(cell(model, 4, CampaignModel::ErrorColumn), QStringLiteral("no room"));
        QCOMPARE(cell(model, 1, CampaignModel::StepTimeColumn), QStringLiteral("250\u00a0ms"));
        QCOMPARE(cell(model, 1, CampaignModel::ThroughputColumn), QStringLiteral("128\u00a0samples/s"));
        QCOMPARE(cell(model, 2, CampaignModel::StateColumn), QStringLiteral("– not needed"));
        QCOMPARE(model.counts().ended(), 3);
        QCOMPARE(model.failures().size(), std::size_t(1));

        RunBatch again; // a second attempt: what the first gave is gone
        again.moves = {{heading(4, 2), RunState::Planned, {}, {}}};
        again.queue = run::CampaignQueue{{4, 3}, {}};
        model.apply(again);
        QCOMPARE(cell(model, 4, CampaignModel::AttemptColumn), QStringLiteral("2"));
        QCOMPARE(cell(model, 4, CampaignModel::ErrorColumn), QString());
        QCOMPARE(model.waiting(), (Positions{4, 3}));
    }

    void queueOfTwentyThousand()
    {
        CampaignModel model;
        model.setSnapshot(snapshot(20'000));
        qint64 longest = 0;
        for (int position = 1; position <= 30; ++position) {
            const qint64 begin = workTime();
            RunBatch batch;
            batch.moves = {move(position, RunState::Preparing), move(position, RunState::Done)};
            model.apply(batch);
            longest = std::max(longest, workTime() - begin);
        }
        const qint64 begin = workTime();
        Positions order = movedOrder(model.waiting(), {20'000}, QueueMove::Top);
        model.setOrder(order);
        const double reorder = static_cast<double>(workTime() - begin) / 1e6;
        qInfo("a run ends: %.2f ms; reordered: %.2f ms", static_cast<double>(longest) / 1e6, reorder);
        QVERIFY(longest < 50'000'000);
#ifdef __OPTIMIZE__
        QVERIFY(reorder < 50);
#endif
        QCOMPARE(model.rowAt(30)->position, 20'000);
    }

    void movesInTheQueue()
    {
        const Positions order{1, 2, 3, 4, 5};
        QCOMPARE(movedOrder(order, {2, 4}, QueueMove::Top), (Positions{2, 4, 1, 3, 5}));
        QCOMPARE(movedOrder(order, {2, 4}, QueueMove::Bottom), (Positions{1, 3, 5, 2, 4}));
        QCOMPARE(movedOrder(order, {2, 4}, QueueMove::Up), (Positions{2, 1, 4, 3, 5}));
        QCOMPARE(movedOrder(order, {2, 4}, QueueMove::Down), (Positions{1, 3, 2, 5, 4}));
        QCOMPARE(movedOrder(order, {1, 2}, QueueMove::Up), order);
        QCOMPARE(movedOrder(order, {4, 5}, QueueMove::Down), order);
        QCOMPARE(movedOrder(order, {9}, QueueMove::Top), order);
    }

    void equalFailuresAreOneLine()
    {
        std::vector<QueueRow> rows(5);
        for (int i = 0; i < 5; ++i) {
            auto& row = rows[static_cast<std::size_t>(i)];
            row.position = 10 - i;
            row.run = store::RunId{i + 1};
            row.state = RunState::Failed;
            row.errorCode = i == 1 ? "timeout" : "peer-failed";
            row.errorText = i == 1 ? "too slow" : "worker " + std::to_string(i) + " on node0 ended by signal 9";
        }
        std::vector<const QueueRow*> failures;
        for (const QueueRow& row : rows)
            failures.push_back(&row);
        FailureModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setFailures(failures);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, FailureModel::CountColumn).data().toString(), QStringLiteral("4 ×"));
        QCOMPARE(model.index(0, FailureModel::RunsColumn).data().toString(), QStringLiteral("6–8, 10"));
        QCOMPARE(model.groupAt(0)->runs.front().value, std::int64_t(5));
        QVERIFY(model.index(1, FailureModel::KindColumn).data().toString().contains(QStringLiteral("Timeout")));
        model.setFailures({});
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(positionsText({1, 3, 5, 7}, 2), QStringLiteral("1, 3 and 2 more"));
        QCOMPARE(positionsText({1, 2}), QStringLiteral("1, 2"));
    }

    void logIsBoundedAndFiltered()
    {
        LogModel model(nullptr, 10);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.append({logLine(2, "second"), logLine(1, "first", "stderr", 1), logLine(3, "WARNING: slow", "stderr"),
                      logLine(4, "an Error occurred")});
        QCOMPARE(model.textAt(0), QStringLiteral("first")); // by time
        QCOMPARE(model.nodes().size(), 2);
        model.setFilter({{}, {}, LineLevel::Warning});
        QCOMPARE(model.rowCount(), 2);
        model.setFilter({QStringLiteral("node1"), {}, LineLevel::Output});
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, LogModel::LevelColumn).data().toString(), QStringLiteral("stderr"));
        model.setFilter({});
        for (int i = 0; i < 12; ++i)
            model.append({logLine(10 + i, "line " + std::to_string(i))});
        QCOMPARE(model.rowCount(), 10);
        QCOMPARE(model.droppedCount(), std::int64_t(6));
        QCOMPARE(model.textAt(0), QStringLiteral("line 2"));
        QCOMPARE(model.matches(QStringLiteral("LINE 1")), (std::vector<int>{8, 9}));
        QCOMPARE(model.index(0, LogModel::TimeColumn).data().toString().size(), 12); // HH:mm:ss.zzz
        model.setOrigin(std::chrono::seconds(10));
        QCOMPARE(model.index(0, LogModel::TimeColumn).data().toString(), QStringLiteral("2.000 s"));
        std::vector<store::LogLine> many;
        for (int i = 0; i < 25; ++i)
            many.push_back(logLine(100 + i, "many"));
        model.append(many);
        QCOMPARE(model.rowCount(), 10);
        QCOMPARE(model.droppedCount(), std::int64_t(31));
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void logAtAThousandLinesASecond()
    {
        LogModel model;
        std::vector<store::LogLine> lines(100, logLine(1, "step 17: 0.123 s, 256 samples/s, loss 2.31"));
        qint64 longest = 0;
        for (int tick = 0; tick < 1100; ++tick) { // beyond what is kept
            const qint64 begin = workTime();
            model.append(lines);
            longest = std::max(longest, workTime() - begin);
        }
        const qint64 begin = workTime();
        (void)model.matches(QStringLiteral("nothing like it"));
        const double search = static_cast<double>(workTime() - begin) / 1e6;
        qInfo("100 lines appended: at most %.2f ms; 100 000 searched: %.1f ms", static_cast<double>(longest) / 1e6,
              search);
        QCOMPARE(model.rowCount(), 100'000);
        QVERIFY(longest < 50'000'000);
    }

    void spansInWords()
    {
        QCOMPARE(spanText(4.4), QStringLiteral("4 s"));
        QCOMPARE(spanText(200), QStringLiteral("3 min 20 s"));
        QCOMPARE(spanText(7500), QStringLiteral("2 h 5 min"));
        QCOMPARE(spanText(3 * 86400 + 7200), QStringLiteral("3 d 2 h"));
    }
};

QTEST_MAIN(TestCampaignModels)
#include "tst_campaign_models.moc"

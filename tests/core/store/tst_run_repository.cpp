// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/event_repository.h"
#include "core/store/run_repository.h"
#include "core/store/series_repository.h"
#include "core/store/store_writer.h"
#include "core/store/uuid.h"
#include "tests/core/store/store_fixture.h"

#include <cmath>
#include <limits>
#include <set>

using namespace millrace;
using namespace millrace::store;
using namespace std::chrono_literals;

namespace {

constexpr RunState allStates[] = {RunState::Planned,    RunState::Preparing, RunState::Running,
                                  RunState::Collecting, RunState::Analysing, RunState::Done,
                                  RunState::Failed,     RunState::Cancelled, RunState::Invalid};

void walkTo(RunRepository& runs, RunId id, RunState state)
{
    if (state == RunState::Planned)
        return;
    need(runs.claim(id));
    for (const RunState next : {RunState::Running, RunState::Collecting, RunState::Analysing, RunState::Done}) {
        if (need(runs.run(id)).state == state)
            return;
        if (state == RunState::Failed || state == RunState::Cancelled
            || (state == RunState::Invalid && need(runs.run(id)).state == RunState::Analysing)) {
            need(runs.transition(id, state));
            return;
        }
        need(runs.transition(id, next));
    }
}

RunRecord planned(const std::string& cell, int repetition, bool warmup = false)
{
    RunRecord run;
    run.cell = cell;
    run.repetition = repetition;
    run.warmup = warmup;
    run.factors = {{"strategy", "RING", {}, ""}, {"loss", "1 %", 0.01, ""}, {"delay", "10ms", 0.01, "s"}};
    return run;
}

} // namespace

class TestRunRepository : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void uuids()
    {
        std::set<std::string> seen;
        for (int i = 0; i < 1000; ++i) {
            const std::string uuid = makeUuid();
            QVERIFY(uuid.size() == 36 && uuid[8] == '-' && uuid[14] == '4' && std::string("89ab").find(uuid[19]) < 4);
            QVERIFY(seen.insert(uuid).second);
        }
    }

    void stateNames()
    {
        for (const RunState state : allStates)
            QCOMPARE(need(parseRunState(stateName(state))), state);
        for (const auto state : {CampaignState::Planned, CampaignState::Running, CampaignState::Done,
                                 CampaignState::Failed, CampaignState::Cancelled})
            QCOMPARE(need(parseCampaignState(stateName(state))), state);
        QVERIFY(!parseRunState("dne"));
        QVERIFY(!parseCampaignState(""));
    }

    void createsACampaignWithItsRuns()
    {
        TestStore store(0);
        RunRepository runs(store.database, store.clock);
        CampaignRecord campaign;
        campaign.projectName = "quickstart";
        campaign.projectPath = "/srv/ü.millrace";
        campaign.gridName = "strategies";
        campaign.specJson = R"({"a": 1})";
        campaign.seed = 0xffffffffffffffffull;
        campaign.toolVersion = "0.1.0";
        const std::vector<RunRecord> wanted = {planned("b", 0), planned("a", 0), planned("a", 1),
                                               planned("a", 0, true)};
        const CampaignId id = need(runs.createCampaign(campaign, wanted));
        CampaignRecord read = need(runs.campaign(id));
        QVERIFY(!read.uuid.empty());
        campaign.uuid = read.uuid;
        campaign.id = id;
        campaign.created = store.clock.wall();
        QCOMPARE(read, campaign);
        const auto all = need(runs.runs(id));
        QCOMPARE(all.size(), wanted.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            RunRecord expected = wanted[i];
            expected.id = all[i].id;
            expected.uuid = all[i].uuid;
            expected.campaign = id;
            expected.created = store.clock.wall();
            QCOMPARE(all[i], expected);
        }
        QCOMPARE(need(runs.findRun(id, "a", 1))->id, all[2].id);
        QCOMPARE(need(runs.findRun(id, "a", 0))->id, all[1].id);
        QCOMPARE(need(runs.findRun(id, "a", 0, true))->id, all[3].id);
        QVERIFY(!need(runs.findRun(id, "c", 0)));
        QCOMPARE(need(runs.campaigns()).size(), std::size_t(2));
        QVERIFY(!runs.campaign({77}) && runs.campaign({77}).error().code == ErrorCode::NotFound);
        need(runs.addRuns(id, std::vector{planned("c", 0)}));
        QVERIFY(need(runs.findRun(id, "c", 0)).has_value());
    }

    void aCampaignIsWrittenWholeOrNotAtAll()
    {
        TestStore store(0);
        RunRepository runs(store.database, store.clock);
        const std::vector<RunRecord> twice = {planned("a", 0), planned("a", 0)};
        QVERIFY(!runs.createCampaign({}, twice));
        QCOMPARE(askSql(store.file, "SELECT count(*) FROM runs"), std::int64_t(0));
        QCOMPARE(askSql(store.file, "SELECT count(*) FROM campaigns"), std::int64_t(1));
        QVERIFY(!runs.addRuns({99}, std::vector{planned("a", 0)}));
    }

    void movesAlongItsWay()
    {
        TestStore store;
        RunRepository runs(store.database, store.clock);
        const RunId id = store.ids[0];
        const Nanoseconds start = store.clock.wall();
        const RunRecord claimed = need(runs.claim(id));
        QCOMPARE(claimed.state, RunState::Preparing);
        QCOMPARE(claimed.started, start);
        QCOMPARE(claimed.monotonicOffset, start - store.clock.monotonic());
        QCOMPARE(need(runs.run(id)), claimed);
        const auto again = runs.claim(id);
        QVERIFY(!again && again.error().code == ErrorCode::AlreadyExists);
        store.clock.advance(2s);
        need(runs.transition(id, RunState::Running));
        need(runs.transition(id, RunState::Collecting));
        need(runs.transition(id, RunState::Analysing));
        store.clock.advance(3s);
        // The wall clock is set back; the duration does not care.
        store.clock.setWall(start - 1h);
        need(runs.transition(id, RunState::Done));
        const RunRecord done = need(runs.run(id));
        QCOMPARE(done.state, RunState::Done);
        QCOMPARE(done.duration.count(), Nanoseconds(5s).count());
        QCOMPARE(done.ended, start - 1h);
        QVERIFY(done.errorCode.empty());
        std::string moves;
        for (const JournalEntry& entry : need(runs.journal(store.campaign)))
            if (entry.run == id)
                moves += entry.from + ">" + entry.to + " ";
        QCOMPARE(moves,
                 std::string("planned>preparing preparing>running running>collecting collecting>analysing "
                             "analysing>done "));
    }

    void allowedMoves()
    {
        const std::set<std::pair<RunState, RunState>> forward = {
            {RunState::Planned, RunState::Preparing},  {RunState::Preparing, RunState::Running},
            {RunState::Running, RunState::Collecting}, {RunState::Collecting, RunState::Analysing},
            {RunState::Analysing, RunState::Done},     {RunState::Analysing, RunState::Invalid},
        };
        for (const RunState from : allStates)
            for (const RunState to : allStates) {
                const bool final = from == RunState::Done || from == RunState::Failed || from == RunState::Cancelled
                    || from == RunState::Invalid;
                const bool expected =
                    forward.contains({from, to}) || (!final && (to == RunState::Failed || to == RunState::Cancelled));
                QCOMPARE(isAllowed(from, to), expected);
                QCOMPARE(isFinal(from), final);
                QCOMPARE(isActive(from), !final && from != RunState::Planned);
            }
    }

    void refusesOtherMoves()
    {
        TestStore store(int(std::size(allStates)));
        RunRepository runs(store.database, store.clock);
        std::size_t i = 0;
        for (const RunState from : allStates) {
            const RunId id = store.ids[i++];
            walkTo(runs, id, from);
            QCOMPARE(need(runs.run(id)).state, from);
            for (const RunState to : allStates) {
                if (isAllowed(from, to) && to != RunState::Preparing)
                    continue;
                const RunRecord before = need(runs.run(id));
                const auto moved = runs.transition(id, to);
                QVERIFY(!moved && moved.error().code == ErrorCode::InvalidInput);
                QCOMPARE(need(runs.run(id)), before);
            }
        }
        QVERIFY(!runs.transition({999}, RunState::Failed));
    }

    void endsWithAnError()
    {
        TestStore store(3);
        RunRepository runs(store.database, store.clock);
        need(runs.claim(store.ids[0]));
        need(runs.end(store.ids[0], RunState::Failed,
                      within("starting rank 2", fail(ErrorCode::PeerFailed, "rank 2 closed its connection"))));
        const RunRecord failed = need(runs.run(store.ids[0]));
        QCOMPARE(failed.errorCode, std::string("peer-failed"));
        QCOMPARE(failed.errorText, std::string("starting rank 2: rank 2 closed its connection"));
        QCOMPARE(need(runs.journal(store.campaign)).back().note, failed.errorText);
        need(runs.end(store.ids[1], RunState::Cancelled, fail(ErrorCode::Cancelled, "stopped by the user")));
        QVERIFY(!runs.end(store.ids[2], RunState::Running, fail(ErrorCode::Io, "x")));
        QVERIFY(!runs.end(store.ids[0], RunState::Failed, fail(ErrorCode::Io, "x")));
    }

    void findsUnfinishedRunsInOrder()
    {
        TestStore store(9);
        RunRepository runs(store.database, store.clock);
        for (std::size_t i = 0; i < 9; ++i)
            walkTo(runs, store.ids[i], allStates[i]);
        std::vector<RunId> found;
        for (const RunRecord& run : need(runs.unfinished(store.campaign)))
            found.push_back(run.id);
        QCOMPARE(found, std::vector<RunId>(store.ids.begin(), store.ids.begin() + 5));
    }

    void settlesWhatAProgramLeftUnderWay()
    {
        TestStore store(9);
        RunRepository runs(store.database, store.clock);
        for (std::size_t i = 0; i < 9; ++i)
            walkTo(runs, store.ids[i], allStates[i]);
        need(runs.setCampaignState(store.campaign, CampaignState::Running));
        const CampaignId ended = need(runs.createCampaign({}, {}));
        need(runs.setCampaignState(ended, CampaignState::Done));
        // The file is held by this connection: it could be the one that makes the runs.
        QCOMPARE(need(settleInterruptedRuns(store.file)), 0);
        QCOMPARE(need(runs.run(store.ids[2])).state, RunState::Running);
        store.database = need(Database::create(store.folder.path() / "other.mrdb")); // lets go of it
        QCOMPARE(need(settleInterruptedRuns(store.file)), 4);
        QCOMPARE(need(settleInterruptedRuns(store.file)), 0);
        Database database = need(Database::openReadOnly(store.file));
        RunRepository after(database, store.clock);
        for (std::size_t i = 0; i < 9; ++i) {
            const RunRecord run = need(after.run(store.ids[i]));
            const bool wasActive = isActive(allStates[i]);
            QCOMPARE(run.state, wasActive ? RunState::Failed : allStates[i]);
            QCOMPARE(isInterrupted(run), wasActive);
            QCOMPARE(run.errorCode == interruptedCode, wasActive);
            if (wasActive)
                QCOMPARE(run.duration.count(), 0); // nobody knows when it ended
        }
        QCOMPARE(need(after.campaign(store.campaign)).state, CampaignState::Cancelled);
        QCOMPARE(need(after.campaign(ended)).state, CampaignState::Done);
    }

    void repeatsAnInterruptedRun()
    {
        TestStore store(1);
        RunRepository runs(store.database, store.clock);
        const RunId id = store.ids[0];
        walkTo(runs, id, RunState::Running);
        giveData(store, id);
        const RunRecord next = need(runs.repeat(id, "the controller was killed", PartialData::Drop));
        QVERIFY(next.id != id && next.uuid != need(runs.run(id)).uuid);
        QCOMPARE(next.attempt, 2);
        QCOMPARE(next.state, RunState::Planned);
        QCOMPARE(next.cell, std::string("cell0"));
        const RunRecord old = need(runs.run(id));
        QVERIFY(old.superseded && old.state == RunState::Failed);
        QCOMPARE(old.errorCode, std::string("interrupted"));
        QCOMPARE(old.errorText, std::string("the controller was killed"));
        QCOMPARE(need(runs.runs(store.campaign)).size(), std::size_t(1));
        QCOMPARE(need(runs.findRun(store.campaign, "cell0", 0))->id, next.id);
        for (const char* table :
             {"series", "chunks", "overviews", "events", "log_blocks", "metrics", "gates", "snapshots"})
            QCOMPARE(askSql(store.file, std::string("SELECT count(*) FROM ") + table), std::int64_t(0));
        QVERIFY(need(store.database.integrityCheck()).empty());
        // The old attempt is settled for good.
        QVERIFY(!runs.repeat(id, "", PartialData::Keep));
        QVERIFY(!runs.claim(id));
        need(runs.claim(next.id));
    }

    void repeatsAFailedRunAndKeepsItsData()
    {
        TestStore store(3);
        RunRepository runs(store.database, store.clock);
        const RunId id = store.ids[0];
        need(runs.claim(id));
        giveData(store, id);
        need(runs.end(id, RunState::Failed, fail(ErrorCode::Timeout, "too slow")));
        need(runs.repeat(id, "retry 1 of 2", PartialData::Keep));
        QCOMPARE(need(runs.run(id)).errorText, std::string("too slow"));
        QCOMPARE(need(SeriesRepository(store.database).list(id)).size(), std::size_t(1));
        QCOMPARE(need(runs.metrics(id)).size(), std::size_t(1));
        QVERIFY(!runs.repeat(store.ids[1], "planned", PartialData::Keep));
        walkTo(runs, store.ids[2], RunState::Done);
        QVERIFY(!runs.repeat(store.ids[2], "done", PartialData::Drop));
        QCOMPARE(need(runs.repeat(store.ids[2], "done", PartialData::Keep)).attempt, 2);
        QVERIFY(need(runs.run(store.ids[2])).superseded);
        QCOMPARE(need(runs.run(store.ids[2])).state, RunState::Done);
    }

    void excludesAndIncludesAgain()
    {
        TestStore store;
        RunRepository runs(store.database, store.clock);
        need(runs.setExcluded(store.ids[0], true, "the cable was loose"));
        QVERIFY(need(runs.run(store.ids[0])).excluded);
        QCOMPARE(need(runs.run(store.ids[0])).exclusionReason, std::string("the cable was loose"));
        need(runs.setExcluded(store.ids[0], false, "ignored"));
        QVERIFY(!need(runs.run(store.ids[0])).excluded && need(runs.run(store.ids[0])).exclusionReason.empty());
        QVERIFY(!runs.setExcluded({99}, true, ""));
    }

    void metricsGatesAndSnapshots()
    {
        TestStore store;
        RunRepository runs(store.database, store.clock);
        const RunId id = store.ids[0];
        const std::vector<Metric> metrics = {{"loss", "", 0.5, "", "last line"},
                                             {"loss", "rank 2", 0.25, "", "last line"}};
        need(runs.saveMetrics(id, metrics));
        QCOMPARE(need(runs.metrics(id)), metrics);
        need(runs.saveMetrics(id, std::vector<Metric>{{"loss", "", std::nan(""), "", "new"}}));
        QCOMPARE(need(runs.metrics(id)).size(), std::size_t(2));
        QVERIFY(std::isnan(need(runs.metrics(id))[0].value));
        const std::vector<GateResult> gates = {
            {"delay", "node0→node1", 0.01, 0.0101, 0.0095, 0.0105, "s", Verdict::Pass, "as requested"},
            {"rate", "node0→node1", 1e9, 5e8, 9.5e8, std::numeric_limits<double>::infinity(), "bit/s", Verdict::Fail,
             "half of it"}};
        need(runs.saveGates(id, gates));
        QCOMPARE(need(runs.gates(id)), gates);
        need(runs.saveGates(id,
                            std::vector<GateResult>{
                                {"loss", "", 0.01, std::nan(""), 0, 1, "", Verdict::Unknown, "no probe answered"}}));
        QVERIFY(std::isnan(need(runs.gates(id))[1].achieved));
        const std::vector<Snapshot> snapshots = {{"", std::string(100'000, 'x')}, {"node0", "{}"}, {"node1", ""}};
        need(runs.saveSnapshots(id, snapshots));
        QCOMPARE(need(runs.snapshots(id)), snapshots);
        QVERIFY(!runs.saveMetrics({99}, metrics));
    }

    void campaignStates()
    {
        TestStore store;
        RunRepository runs(store.database, store.clock);
        need(runs.setCampaignState(store.campaign, CampaignState::Running, "resumed"));
        QCOMPARE(need(runs.campaign(store.campaign)).state, CampaignState::Running);
        const JournalEntry last = need(runs.journal(store.campaign)).back();
        QCOMPARE(last.from + ">" + last.to + " " + last.note, std::string("planned>running resumed"));
        QVERIFY(!last.run);
        QVERIFY(!runs.setCampaignState({9}, CampaignState::Done));
    }

private:
    static void giveData(TestStore& store, RunId id)
    {
        const auto writer = need(StoreWriter::start(store.database));
        const SeriesId series = need(writer->addSeries(id, "cpu", "node0", ""));
        need(writer->append(series, 1, 2.0));
        need(writer->addEvent(id, {1ns, 1ns, "start", "node0", "started", ""}));
        need(writer->addLine(id, {1ns, "node0", "worker 0", "stdout", "hello"}));
        need(writer->addMetric(id, {"steps", "", 3, "", "counted"}));
        need(writer->finishRun(id));
        RunRepository runs(store.database, store.clock);
        need(runs.saveGates(id, std::vector<GateResult>(1)));
        need(runs.saveSnapshots(id, std::vector<Snapshot>(1)));
    }
};

QTEST_APPLESS_MAIN(TestRunRepository)
#include "tst_run_repository.moc"

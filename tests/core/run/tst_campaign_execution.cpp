// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "tests/fakes/fake_runs.h"
#include "tests/need.h"

#include <QtTest>
#include <ctime>
#include <thread>

using namespace millrace;
using namespace millrace::run;
using namespace std::chrono_literals;
using store::RunState;

using Positions = std::vector<int>;

namespace {

constexpr std::string_view projectText = R"({
  "format": "millrace-project", "version": 1, "name": "small",
  "clusters": [{"name": "lab", "nodes": 2, "links": [{"delay": "1ms"}]}],
  "workloads": [{"name": "job", "framework": "builtin", "model": "slp-mnist", "batch": 8, "steps": 3}],
  "grids": [{"name": "grid", "cluster": "lab", "workload": "job", "repetitions": 2, "order": "as-listed",
             "factors": [{"name": "strategy", "levels": ["STAR", "RING", "CLIQUE"]}]}]
})";

/// Six factors of ten levels, two conditions, two repetitions.
std::string textOfAMillion()
{
    const auto levels = [](const char* begin, const char* end) {
        std::string list;
        for (int level = 1; level <= 10; ++level)
            list += (level > 1 ? ", " : "") + std::string(begin) + std::to_string(level) + end;
        return list;
    };
    const std::string factors = R"({"name": "strategy", "levels": ["STAR", "RING", "CLIQUE", "TREE", "BINARY_TREE",
        "BINARY_TREE_STAR", "MULTI_STAR", "RING_ALLREDUCE", "HALVING_DOUBLING", "PAIRWISE"]}, {"name": "batch", "levels": [)"
        + levels("", "") + R"(]}, {"name": "steps", "levels": [)" + levels("", "")
        + R"(]}, {"name": "compute_time", "levels": [)" + levels("\"", "ms\"") + R"(]}, {"name": "loss", "levels": [)"
        + levels("\"", "%\"") + R"(]}, {"name": "delay", "levels": [)" + levels("\"", "ms\"") + "]}";
    const std::string text(projectText);
    return text.substr(0, text.find("\"factors\": ")) + "\"factors\": [" + factors
        + "], \"conditions\": [\"delay >= 5ms implies batch in [1, 2, 3]\", \"steps == 1 implies loss <= 3%\"]}]}";
}

/// Records notifications, and may act on them.
class Witness final : public RunObserver
{
public:
    std::vector<CampaignQueue> queues;
    std::vector<std::string> notices;
    std::vector<bool> pauses;
    CampaignProgress last;
    int samples = 0;
    int lines = 0;
    int queuedAgain = 0;
    std::function<void(const RunRef&, RunState)> onMove;
    std::function<void(bool)> onPause;

    void campaignMoved(const CampaignProgress& progress) override { last = progress; }
    void queueMoved(const CampaignQueue& queue) override { queues.push_back(queue); }
    void paused(bool paused) override
    {
        pauses.push_back(paused);
        if (onPause)
            onPause(paused);
    }
    void runMoved(const RunRef& heading, RunState state) override
    {
        queuedAgain += state == RunState::Planned;
        if (onMove)
            onMove(heading, state);
    }
    void sample(const RunRef&, const LiveSample&) override { ++samples; }
    void line(const RunRef&, const store::LogLine&) override { ++lines; }
    void notice(std::string_view sentence) override { notices.emplace_back(sentence); }
};

using tests::need;

} // namespace

class TestCampaignExecution : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;
    std::optional<store::Database> m_database;
    test::FakeRuns m_runs;
    CampaignControl m_control;
    CampaignOptions m_options;
    Witness m_witness;
    std::stop_source m_stop;

    Result<CampaignOutcome> execute()
    {
        const auto file = need(project::ProjectFile::parse(projectText, m_folder->path() / "small.millrace"));
        const auto plan = need(planCampaign(file, m_options));
        return executeCampaign(plan, *m_database, m_options, m_witness, {m_stop.get_token(), {}});
    }

    std::vector<store::RunRecord> records()
    {
        const SystemClock clock;
        store::RunRepository repository(*m_database, clock);
        return need(repository.runs(need(repository.campaigns()).front().id));
    }

    std::vector<RunState> states()
    {
        std::vector<RunState> all;
        for (const auto& run : records())
            all.push_back(run.state);
        return all;
    }

private Q_SLOTS:
    void init()
    {
        m_folder.emplace(need(TemporaryFolder::make("mr-campaign-")));
        m_database.emplace(need(store::Database::create(m_folder->path() / "small.mrdb")));
        std::destroy_at(&m_runs);
        std::construct_at(&m_runs);
        std::destroy_at(&m_control);
        std::construct_at(&m_control);
        m_options = {};
        m_options.control = &m_control;
        m_options.executor = m_runs.executor();
        m_witness = {};
        m_stop = {};
    }

    // A program that is killed leaves its run "running".
    void settlesRunsThatWereLeftUnderWay()
    {
        const SystemClock clock;
        store::RunRepository repository(*m_database, clock);
        const auto leave = [&](int position) {
            const store::CampaignId campaign = need(repository.campaigns()).front().id;
            const std::vector<store::RunRecord> runs = records();
            const auto run = std::ranges::find(runs, position, &store::RunRecord::position);
            need(repository.claim(run->id));
            QVERIFY(repository.transition(run->id, RunState::Running));
            QVERIFY(repository.setCampaignState(campaign, store::CampaignState::Running));
        };
        m_options.positions = {1, 2};
        need(execute());
        const store::CampaignId first = need(repository.campaigns()).front().id;
        leave(3);
        m_options.choice = CampaignChoice::StartNew;
        need(execute());
        QCOMPARE(need(repository.campaign(first)).state, store::CampaignState::Cancelled);
        const std::vector<store::RunRecord> old = need(repository.runs(first));
        QCOMPARE(old[2].state, RunState::Failed);
        QCOMPARE(old[2].errorCode, std::string("interrupted"));

        leave(4);
        m_options.choice = CampaignChoice::Resume;
        m_options.positions = {};
        QCOMPARE(need(execute()).done, 6);
        QCOMPARE(records()[3].attempt, 2);
        QCOMPARE(records()[2].attempt, 1);
    }

    // A run that was killed began two days later than the one that takes its place.
    void resumesAfterTheClockWasSetBack()
    {
        class TwoDaysAhead final : public Clock
        {
        public:
            [[nodiscard]] Nanoseconds monotonic() const override { return m_clock.monotonic(); }
            [[nodiscard]] Nanoseconds wall() const override { return m_clock.wall() + 48h; }

        private:
            SystemClock m_clock;
        };
        m_options.positions = {1, 2};
        need(execute());
        const TwoDaysAhead clock;
        store::RunRepository repository(*m_database, clock);
        const auto killed = need(repository.claim(records()[2].id));
        QVERIFY(repository.transition(killed.id, RunState::Running));
        QVERIFY(repository.setCampaignState(need(repository.campaigns()).front().id, store::CampaignState::Running));

        m_options.choice = CampaignChoice::Resume;
        m_options.positions = {};
        QCOMPARE(need(execute()).done, 6);
        const std::vector<store::RunRecord> runs = records();
        QCOMPARE(runs[2].attempt, 2);
        QVERIFY(runs[2].started < killed.started);
        for (const store::RunRecord& run : runs)
            QVERIFY(run.duration >= 0s && run.duration < 1h);
    }

    void makesAllInOrder()
    {
        const auto outcome = need(execute());
        QCOMPARE(outcome.done, 6);
        QCOMPARE(m_runs.made(), (Positions{1, 2, 3, 4, 5, 6}));
        QCOMPARE(m_witness.queues.front().waiting, (Positions{1, 2, 3, 4, 5, 6}));
        QCOMPARE(m_witness.last.finished, 6);
        QCOMPARE(m_witness.last.waiting, 0);
        QCOMPARE(m_witness.samples, 6 * 3 * (2 * 4 + 1));
        QCOMPARE(m_witness.lines, 18);
        QVERIFY(need(execute()).nothingToDo);
    }

    void aRunThatTheMachineSpoiledIsRepeatedLast()
    {
        store::GateResult late;
        late.name = "switch";
        late.verdict = store::Verdict::Fail;
        m_runs.special[2] = {RunState::Invalid, 2, "one frame in a hundred was 2 ms late", 0ms, 3, {late}};
        const auto outcome = need(execute());
        QCOMPARE(outcome.done, 6);
        QCOMPARE(outcome.invalid, 0);
        QCOMPARE(outcome.repeated, 2);
        QCOMPARE(m_runs.made(), (Positions{1, 2, 3, 4, 5, 6, 2, 2}));
        QCOMPARE(m_witness.notices.size(), std::size_t(2));
        QVERIFY(QString::fromStdString(m_witness.notices.front()).contains("run 2 is repeated at the end"));
        int attempts = 0;
        for (const store::RunRecord& run : records())
            attempts = std::max(attempts, run.attempt);
        QCOMPARE(attempts, 3);
    }

    void itIsRepeatedAFewTimesOnly()
    {
        store::GateResult late;
        late.name = "switch";
        late.verdict = store::Verdict::Fail;
        m_runs.special[2] = {RunState::Invalid, 1'000, "late", 0ms, 3, {late}};
        const auto outcome = need(execute());
        QCOMPARE(outcome.invalid, 1);
        QCOMPARE(outcome.repeated, m_options.failures.lateRepeats);
        QCOMPARE(std::ranges::count(m_runs.made(), 2), m_options.failures.lateRepeats + 1);
    }

    void aWrongSettingIsNotRepeated()
    {
        store::GateResult wrong;
        wrong.name = "round trip";
        wrong.verdict = store::Verdict::Fail;
        m_runs.special[2] = {RunState::Invalid, 1, "the delay is wrong", 0ms, 3, {wrong}};
        const auto outcome = need(execute());
        QCOMPARE(outcome.invalid, 1);
        QCOMPARE(outcome.repeated, 0);
    }

    void aMillionCellsAreCheckedInASecondAndCanBeCancelled()
    {
        const std::string text = textOfAMillion();
        const auto file = need(project::ProjectFile::parse(text, m_folder->path() / "large.millrace"));
        const auto plan = need(planCampaign(file, {}));
        QVERIFY(plan.schedule.runs.size() > 1'000'000);
        const auto start = std::clock();
        const auto checked = checkCells(plan, "/opt/millrace/bin");
        QVERIFY2(bool(checked), checked ? "" : checked.error().text().c_str());
        const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
#if !defined(MR_SANITIZED) && defined(__OPTIMIZE__)
        QVERIFY2(seconds < 1, qPrintable(QString::number(seconds)));
#else
        Q_UNUSED(seconds);
#endif
        m_stop.request_stop();
        QCOMPARE(checkCells(plan, {}, {m_stop.get_token(), {}}).error().code, ErrorCode::Cancelled);
    }

    void someRunsOnly()
    {
        m_options.positions = {5, 2};
        const auto outcome = need(execute());
        QCOMPARE(outcome.done, 2);
        QCOMPARE(outcome.cancelled, 4);
        QCOMPARE(m_runs.made(), (Positions{2, 5}));
        QCOMPARE(m_witness.queues.front().heldBack, (Positions{1, 3, 4, 6}));
        QCOMPARE(m_witness.last.heldBack, 4);
        m_options.positions.clear();
        m_options.choice = CampaignChoice::Resume;
        QCOMPARE(need(execute()).done, 6);
        m_options.positions = {7};
        QCOMPARE(execute().error().code, ErrorCode::NotFound);
    }

    void reorderedWhileItRuns()
    {
        m_witness.onMove = [this](const RunRef& heading, RunState state) {
            if (heading.key == 2 && state == RunState::Running)
                m_control.setOrder({6, 3, 2, 5});
        };
        const auto outcome = need(execute());
        QCOMPARE(m_runs.made(), (Positions{1, 2, 6, 3, 5}));
        QCOMPARE(outcome.cancelled, 1); // 4 was held back
        QCOMPARE(states()[3], RunState::Planned);
    }

    void cancelledOneByOne()
    {
        m_runs.special[2].time = 20s;
        m_witness.onMove = [this](const RunRef& heading, RunState state) {
            if (heading.key != 2 || state != RunState::Running)
                return;
            m_control.cancelRun(4);
            m_control.cancelRun(1); // has ended: no effect
            m_control.cancelRun(2);
        };
        const auto outcome = need(execute());
        QCOMPARE(m_runs.made(), (Positions{1, 2, 3, 5, 6}));
        QCOMPARE(outcome.done, 4);
        QCOMPARE(states()[1], RunState::Cancelled);
        QCOMPARE(states()[3], RunState::Cancelled);
        QCOMPARE(QString::fromStdString(records()[3].errorText), QStringLiteral("cancelled before it was started"));
        QCOMPARE(m_witness.last.cancelled, 2);
    }

    void retriedWhileItRuns()
    {
        m_runs.special[1] = {RunState::Failed, 1, "broken", 0s, 3};
        m_witness.onMove = [this](const RunRef& heading, RunState state) {
            if (heading.key != 3 || state != RunState::Running)
                return;
            m_control.retry(1);
            m_control.retry(2); // done: what it gave is kept, the new attempt counts
            m_control.retry(5); // still planned: no effect
        };
        const auto outcome = need(execute());
        QCOMPARE(m_runs.made(), (Positions{1, 2, 3, 1, 2, 4, 5, 6}));
        QCOMPARE(outcome.done, 6);
        QCOMPARE(m_witness.queuedAgain, 2);
        QCOMPARE(records()[0].attempt, 2);
        QCOMPARE(records()[1].attempt, 2);
        QCOMPARE(records()[4].attempt, 1);
    }

    void retriedAfterItsEnd()
    {
        QCOMPARE(need(execute()).done, 6);
        m_options.choice = CampaignChoice::Resume;
        m_options.retry = {4};
        QCOMPARE(need(execute()).done, 6);
        QCOMPARE(m_runs.made(), (Positions{1, 2, 3, 4, 5, 6, 4}));
        QCOMPARE(records()[3].attempt, 2);
    }

    void pausedAfterTheRunUnderWay()
    {
        m_witness.onMove = [this](const RunRef& heading, RunState state) {
            if (heading.key == 2 && state == RunState::Running)
                m_control.pause();
        };
        std::jthread user;
        m_witness.onPause = [&](bool paused) {
            if (!paused)
                return;
            user = std::jthread([this] {
                std::this_thread::sleep_for(50ms);
                m_control.cancelRun(3);
                std::this_thread::sleep_for(50ms);
                m_control.resume();
            });
        };
        const auto outcome = need(execute());
        QCOMPARE(m_witness.pauses, (std::vector<bool>{true, false}));
        QCOMPARE(m_runs.made(), (Positions{1, 2, 4, 5, 6}));
        QCOMPARE(outcome.done, 5);
    }

    void stoppedWhilePaused()
    {
        m_control.pause();
        std::jthread user([this] {
            std::this_thread::sleep_for(50ms);
            m_stop.request_stop();
        });
        const auto outcome = need(execute());
        QCOMPARE(outcome.cancelled, 6);
        QVERIFY(m_runs.made().empty());
    }

    void pausesAfterEqualFailures()
    {
        for (const int position : {2, 3, 4})
            m_runs.special[position] = {RunState::Failed, 1'000'000, "worker " + std::to_string(position), 0s, 1};
        m_options.failures.pauseAfter = 3;
        std::jthread user;
        m_witness.onPause = [&](bool paused) {
            if (paused)
                user = std::jthread([this] { m_control.resume(); });
        };
        const auto outcome = need(execute());
        QCOMPARE(outcome.failed, 3);
        QCOMPARE(outcome.done, 3);
        QCOMPARE(m_witness.pauses, (std::vector<bool>{true, false}));
        QCOMPARE(m_witness.notices.size(), std::size_t(1));
    }

    void differentFailuresDoNotPause()
    {
        m_runs.special[1] = {RunState::Failed, 1'000'000, "no route", 0s, 1};
        m_runs.special[2] = {RunState::Failed, 1'000'000, "no room", 0s, 1};
        m_runs.special[4] = {RunState::Failed, 1'000'000, "no room", 0s, 1};
        m_options.failures.pauseAfter = 2;
        QCOMPARE(need(execute()).failed, 3);
        QVERIFY(m_witness.pauses.empty());
    }

    void stopsAfterEqualFailuresWhereNobodyCanResume()
    {
        m_options.control = nullptr;
        m_options.failures.pauseAfter = 2;
        m_runs.usual = {RunState::Invalid, 1'000'000, "round trip node0: 3 ms", 0s, 1};
        const auto outcome = need(execute());
        QCOMPARE(outcome.invalid, 2);
        QCOMPARE(outcome.cancelled, 4);
    }

    void retriesByPolicy()
    {
        m_runs.special[2] = {RunState::Failed, 2, "broken", 0s, 1};
        m_runs.special[4] = {RunState::Failed, 3, "broken", 0s, 1};
        m_options.failures = {true, 2, 0};
        const auto outcome = need(execute());
        QCOMPARE(m_runs.made(), (Positions{1, 2, 2, 2, 3, 4, 4, 4}));
        QCOMPARE(outcome.failed, 1);
        QCOMPARE(records()[1].attempt, 3);
    }
};

QTEST_APPLESS_MAIN(TestCampaignExecution)
#include "tst_campaign_execution.moc"

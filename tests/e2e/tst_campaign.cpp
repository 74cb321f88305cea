// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/store/result_query.h"
#include "core/store/run_repository.h"
#include "core/store/series_repository.h"
#include "tests/e2e/cli_runner.h"
#include "tests/e2e/stored_runs.h"

#include <QtTest>
#include <cmath>
#include <csignal>
#include <fmt/format.h>
#include <fstream>
#include <thread>

using namespace millrace;
using namespace e2e;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

class TestCampaign : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;
    std::vector<std::string> m_before;

    [[nodiscard]] const fs::path& folder() const { return m_folder->path(); }
    [[nodiscard]] fs::path store() const { return folder() / "small.mrdb"; }
    void write(const e2e::SmallProject& project) const
    {
        std::ofstream(folder() / "small.millrace") << e2e::projectText(project);
    }

private Q_SLOTS:
    void init()
    {
        const std::string reason = e2e::whyNotHere();
        if (!reason.empty())
            QSKIP(reason.c_str());
        m_folder.emplace(*TemporaryFolder::make("mr-e2e-"));
        m_before = e2e::footprint();
    }

    void cleanup()
    {
        if (!m_folder)
            return;
        const std::string left = e2e::leftSince(m_before);
        QVERIFY2(left.empty(), left.c_str());
        m_folder.reset();
    }

    void aGridIsRunStoredAndReported()
    {
        write({.nodes = 3, .model = "resnet50", .steps = 3, .link = R"({"delay": "1ms", "rate": "2Gbit"})"});
        const auto finished = e2e::cli(folder(), {"run", "small.millrace"});
        QVERIFY2(finished.code == 0, finished.text());
        const auto runs = runsOf(store());
        QCOMPARE(countOf(runs, store::RunState::Done), 2);
        QVERIFY2(finished.out.find("STAR") != std::string::npos, finished.text());
        QVERIFY(fs::exists(folder() / "small.html"));

        // Measured bytes against the closed form: every strategy moves 2(n-1)·S in total.
        for (const auto& run : runs) {
            const double measured = metricOf(store(), run.id, "sent_payload_per_step");
            const double expected = 2.0 * 2 * 102334368;
            QVERIFY2(std::abs(measured - expected) < 0.03 * expected, std::to_string(measured).c_str());
        }
        auto database = store::Database::openReadOnly(store());
        const auto series = store::SeriesRepository(*database).list(runs[0].id);
        QVERIFY(bool(series));
        QVERIFY(
            std::ranges::any_of(*series, [](const auto& each) { return each.name == "net.sent" && each.samples > 3; }));
        QVERIFY(std::ranges::any_of(
            *series, [](const auto& each) { return each.name == "step.time" && each.node == "rank 2"; }));

        // Nothing is left to do: the store has it all.
        const auto again = e2e::cli(folder(), {"run", "small.millrace"});
        QVERIFY2(again.code == 0, again.text());
        QCOMPARE(runsOf(store()).size(), std::size_t(2));
    }

    /// Payload per step and rank in units of S: what each of four nodes sends under each strategy, read
    /// from the counters of its interface.
    void bytesOnTheWireOfEveryStrategy()
    {
        const std::map<std::string, std::vector<double>> expected = {
            {"STAR", {3, 1, 1, 1}},
            {"TREE", {3, 1, 1, 1}},
            {"BINARY_TREE", {2, 2, 1, 1}},
            {"BINARY_TREE_STAR", {2, 2, 1, 1}},
            {"RING", {}}, // the shares depend on the hash: only their sum 2(n-1) is fixed
            {"CLIQUE", {}},
            {"MULTI_STAR", {}},
            {"MULTI_BINARY_TREE_STAR", {}},
            {"RING_ALLREDUCE", {1.5, 1.5, 1.5, 1.5}},
            {"HALVING_DOUBLING", {1.5, 1.5, 1.5, 1.5}},
            {"PAIRWISE", {1.5, 1.5, 1.5, 1.5}},
        };
        write({.nodes = 4,
               .model = "mobilenetv2",
               .strategies = R"(["STAR", "TREE", "BINARY_TREE", "BINARY_TREE_STAR", "RING", "CLIQUE", "MULTI_STAR",
                              "MULTI_BINARY_TREE_STAR", "RING_ALLREDUCE", "HALVING_DOUBLING", "PAIRWISE"])",
               .steps = 3,
               .link = R"({"delay": "500us", "rate": "2Gbit"})"});
        const auto finished = e2e::cli(folder(), {"run", "small.millrace", "--no-report"}, 300);
        QVERIFY2(finished.code == 0, finished.text());
        const double size = 4.0 * 3504872; // S of mobilenetv2
        const double steps = 4; // warm-up included
        auto database = store::Database::openReadOnly(store());
        const SystemClock clock;
        store::RunRepository repository(*database, clock);
        for (const auto& run : runsOf(store())) {
            const std::string strategy = run.factors[0].level;
            std::map<std::string, double> sent;
            const auto metrics = repository.metrics(run.id);
            for (const auto& metric : *metrics)
                if (metric.name == "sent_payload" && !metric.subject.empty())
                    sent[metric.subject] = metric.value / size / steps;
            double sum = 0;
            for (const auto& [node, share] : sent)
                sum += share;
            const std::string shares = fmt::format("{}: {:.3f} {:.3f} {:.3f} {:.3f}", strategy, sent["node0"],
                                                   sent["node1"], sent["node2"], sent["node3"]);
            qInfo("%s", shares.c_str());
            QVERIFY2(std::abs(sum - 6) < 0.03 * 6, shares.c_str());
            const auto& forms = expected.at(strategy);
            for (std::size_t node = 0; node < forms.size(); ++node)
                QVERIFY2(std::abs(sent["node" + std::to_string(node)] - forms[node]) < 0.03 * forms[node],
                         shares.c_str());
        }
    }

    void requestedConditionsAreMeasured()
    {
        write({.nodes = 2,
               .strategies = R"(["RING_ALLREDUCE"])",
               .link = R"({"delay": "5ms", "rate": "50Mbit", "loss": "2%"})",
               .gate = true});
        // A machine that is busy with other things may spoil one attempt.
        const auto finished = e2e::cli(folder(), {"run", "small.millrace", "--on-failure", "retry=2"});
        QVERIFY2(finished.code == 0, finished.text());
        auto database = store::Database::openReadOnly(store());
        const SystemClock clock;
        const auto gates = store::RunRepository(*database, clock).gates(runsOf(store())[0].id);
        for (const char* name :
             {"round trip", "rate", "loss", "traffic", "switch", "steps", "sums", "congestion control"})
            QVERIFY2(std::ranges::any_of(
                         *gates,
                         [&](const auto& gate) { return gate.name == name && gate.verdict == store::Verdict::Pass; }),
                     name);
    }

    void killedControllerResumes()
    {
        write({.repetitions = 3, .steps = 8, .computeTime = "10ms"});
        Random random(11);
        std::map<std::string, int> attempts;
        bool first = true;
        for (int kills = 0; kills < 4; ++kills) {
            auto process = e2e::startCli(folder(), {"run", "small.millrace", first ? "--new" : "--resume"});
            if (first)
                QVERIFY(waitFor([&] { return !runsOf(store()).empty(); }, 30s));
            first = false;
            std::this_thread::sleep_for(std::chrono::milliseconds(100 + random.below(1500)));
            ::kill(process.pid(), SIGKILL);
            (void)process.wait(deadlineIn(5s));
            const std::string left = e2e::leftSince(m_before);
            QVERIFY2(left.empty(), left.c_str());
            for (const auto& run : runsOf(store()))
                if (run.state == store::RunState::Done) {
                    // What was finished before is neither lost nor made again.
                    const auto [it, isNew] = attempts.try_emplace(run.uuid, run.attempt);
                    QCOMPARE(it->second, run.attempt);
                }
        }
        const auto refused = e2e::cli(folder(), {"run", "small.millrace"});
        const bool complete = countOf(runsOf(store()), store::RunState::Done) == 6;
        QVERIFY2(complete || refused.code == 2, refused.text());
        const auto finished = e2e::cli(folder(), {"run", "small.millrace", "--resume"});
        QVERIFY2(finished.code == 0, finished.text());
        const auto runs = runsOf(store());
        QCOMPARE(countOf(runs, store::RunState::Done), 6);
        for (const auto& [uuid, attempt] : attempts)
            QVERIFY2(std::ranges::any_of(runs, [&](const auto& run) { return run.uuid == uuid; }), uuid.c_str());
        auto database = store::Database::openReadOnly(store());
        QVERIFY(database->integrityCheck()->empty());
    }

    void killedWorkerIsNamed()
    {
        write({.nodes = 3, .strategies = R"(["RING"])", .steps = 2000, .computeTime = "10ms"});
        auto process = e2e::startCli(folder(), {"run", "small.millrace", "--no-report"});
        const std::vector<std::string> words = {e2e::program("millrace-worker").string(), "--rank 1 "};
        QVERIFY(waitFor([&] { return !e2e::ownPidsOf(words).empty(); }, 30s));
        std::this_thread::sleep_for(500ms);
        for (const int pid : e2e::ownPidsOf(words))
            ::kill(pid, SIGKILL);
        const auto status = process.wait(deadlineIn(30s));
        QVERIFY(status.has_value());
        QCOMPARE(status->exitCode, 1);
        const auto runs = runsOf(store());
        QCOMPARE(runs[0].state, store::RunState::Failed);
        QVERIFY2(runs[0].errorText.find("worker 1") != std::string::npos, runs[0].errorText.c_str());
    }

    void frozenWorkerIsNamed()
    {
        write({.nodes = 3, .strategies = R"(["STAR"])", .steps = 2000, .computeTime = "10ms", .deadline = "3s"});
        auto process = e2e::startCli(folder(), {"run", "small.millrace", "--no-report"});
        const std::vector<std::string> words = {e2e::program("millrace-worker").string(), "--rank 2 "};
        QVERIFY(waitFor([&] { return !e2e::ownPidsOf(words).empty(); }, 30s));
        std::this_thread::sleep_for(500ms);
        for (const int pid : e2e::ownPidsOf(words))
            ::kill(pid, SIGSTOP);
        const auto status = process.wait(deadlineIn(40s));
        QVERIFY(status.has_value());
        QCOMPARE(status->exitCode, 1);
        const auto runs = runsOf(store());
        QVERIFY2(runs[0].errorText.find("rank 2") != std::string::npos, runs[0].errorText.c_str());
    }

    void killedAgentFailsTheRunOnly()
    {
        write({.nodes = 2, .strategies = R"(["RING", "STAR"])", .steps = 80, .computeTime = "10ms"});
        auto process = e2e::startCli(folder(), {"run", "small.millrace", "--no-report"});
        const std::vector<std::string> worker = {e2e::program("millrace-worker").string(), "--rank 1 "};
        QVERIFY(waitFor([&] { return !e2e::ownPidsOf(worker).empty(); }, 30s));
        // The agent is the parent of the worker.
        const auto stat = readFile("/proc/" + std::to_string(e2e::ownPidsOf(worker)[0]) + "/stat");
        const auto parent = std::stoi(stat->substr(stat->rfind(')') + 4));
        ::kill(parent, SIGKILL);
        const auto status = process.wait(deadlineIn(60s));
        QVERIFY(status.has_value());
        QCOMPARE(status->exitCode, 1);
        const auto runs = runsOf(store());
        QCOMPARE(countOf(runs, store::RunState::Failed), 1);
        QCOMPARE(countOf(runs, store::RunState::Done), 1);
        const auto finished = e2e::cli(folder(), {"run", "small.millrace", "--resume", "--retry-failed"});
        QVERIFY2(finished.code == 0, finished.text());
        QCOMPARE(countOf(runsOf(store()), store::RunState::Done), 2);
    }

    void interruptedByTheUser()
    {
        write({.steps = 2000, .computeTime = "10ms"});
        auto process = e2e::startCli(folder(), {"run", "small.millrace", "--no-report"});
        const std::vector<std::string> words = {e2e::program("millrace-worker").string(), "--rank 0 "};
        QVERIFY(waitFor([&] { return !e2e::ownPidsOf(words).empty(); }, 30s));
        const auto begin = monotonicNow();
        ::kill(process.pid(), SIGINT);
        const auto status = process.wait(deadlineIn(20s));
        QVERIFY(status.has_value());
        QCOMPARE(status->exitCode, 130);
        QVERIFY(monotonicNow() - begin < 5s);
        QCOMPARE(countOf(runsOf(store()), store::RunState::Cancelled), 1);
        QCOMPARE(countOf(runsOf(store()), store::RunState::Planned), 1);
    }

    void chosenRunsOnly()
    {
        write({.repetitions = 2});
        const auto part = e2e::cli(folder(), {"run", "small.millrace", "--positions", "2,4", "--no-report"});
        QVERIFY2(part.code == 1, part.text()); // two are missing
        QCOMPARE(countOf(runsOf(store()), store::RunState::Done), 2);
        QCOMPARE(runsOf(store())[0].state, store::RunState::Planned);
        const auto again = e2e::cli(
            folder(), {"run", "small.millrace", "--resume", "--positions", "2", "--retry", "2", "--no-report"});
        QVERIFY2(again.code == 1, again.text());
        QCOMPARE(runsOf(store())[1].attempt, 2);
        QCOMPARE(runsOf(store())[3].attempt, 1);
        QCOMPARE(e2e::cli(folder(), {"run", "small.millrace", "--resume", "--no-report"}).code, 0);
        QCOMPARE(countOf(runsOf(store()), store::RunState::Done), 4);
        QCOMPARE(e2e::cli(folder(), {"run", "small.millrace", "--retry", "2"}).code, 2);
        QCOMPARE(e2e::cli(folder(), {"run", "small.millrace", "--positions", "0-3"}).code, 2);
    }

    void retriedUntilItWorks()
    {
        // An impossible gate makes every attempt invalid.
        write({.strategies = R"(["RING"])"});
        auto text = readFile(folder() / "small.millrace");
        const std::string gate = "\"enabled\": false";
        text->replace(text->find(gate), gate.size(), "\"delay\": \"0.0001%\", \"delay_floor\": \"1ns\"");
        std::ofstream(folder() / "small.millrace") << *text;
        const auto finished = e2e::cli(folder(), {"run", "small.millrace", "--on-failure", "retry=2", "--no-report"});
        QVERIFY2(finished.code == 5, finished.text());
        const auto runs = runsOf(store());
        QCOMPARE(runs.size(), std::size_t(1));
        QCOMPARE(runs[0].attempt, 3);
        QCOMPARE(runs[0].state, store::RunState::Invalid);
        QVERIFY2(runs[0].errorText.find("round trip") != std::string::npos, runs[0].errorText.c_str());
    }
};

QTEST_APPLESS_MAIN(TestCampaign)
#include "tst_campaign.moc"

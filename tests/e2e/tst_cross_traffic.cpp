// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/flow_log.h"
#include "core/store/artefact_repository.h"
#include "core/store/event_repository.h"
#include "core/store/run_repository.h"
#include "tests/e2e/cli_runner.h"
#include "tests/e2e/stored_runs.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <csignal>

using namespace millrace;
using namespace e2e;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// Two workers and a source behind interfaces of 200 Mbit/s; `profile` is the middle of the profile, `factors` further
/// factors.
std::string project(const std::string& profile, const std::string& factors = {}, const std::string& steps = "100000")
{
    return R"({"format": "millrace-project", "version": 1, "name": "t",
"clusters": [{"name": "c", "nodes": [{"name": "w0", "nics": [{"rate": "200Mbit"}]},
  {"name": "w1", "nics": [{"rate": "200Mbit"}]}, {"name": "source", "slots": 0, "nics": [{"rate": "200Mbit"}]}]}],
"workloads": [{"name": "w", "model": "resnet50/200", "strategy": "RING_ALLREDUCE", "compute_time": "20ms",
  "warmup_steps": 1, "verify_every": 0, "deadline": "20s", "steps": )"
        + steps + R"(}],
"cross_traffic": [{"name": "x", "sources": ["source"], "destinations": ["w0"],
  "phases": {"baseline": "2s", "loaded": "3s", "recovery": "1500ms"}, )"
        + profile + R"(}],
"grids": [{"name": "g", "cluster": "c", "workload": "w", "gate": {"traffic": "20%", "lateness": "1s", "rate": "50%",
  "delay_floor": "20ms"}, "factors": [{"name": "cross_traffic", "levels": ["x"]})"
        + factors + "]}]}";
}

struct Campaign
{
    /// Makes the campaign up to three times on a machine that is too busy for it.
    explicit Campaign(const std::string& text)
    {
        const fs::path here = folder.path().toStdString();
        (void)writeFileAtomically(here / "p.millrace", text);
        store = here / "p.mrdb";
        for (int attempt = 1; attempt <= 3; ++attempt) {
            std::error_code ignored;
            fs::remove(store, ignored);
            finished = cli(here, {"run", "p.millrace", "--quiet"}, 180);
            if (!finished.wasTooBusy())
                break;
        }
        runs = runsOf(store);
    }
    double metric(const char* name) { return metricOf(store, runs.front().id, name); }
    /// Of the only source, by its log.
    std::vector<crosstraffic::FlowRecord> flows()
    {
        auto database = store::Database::openReadOnly(store);
        store::ArtefactRepository repository(*database);
        const auto artefacts = repository.artefacts(runs.front().id);
        if (!artefacts || artefacts->size() != 1 || artefacts->front().kind != "flows"
            || artefacts->front().node != "source")
            return {};
        Issues issues;
        const auto text = readFile(repository.folder().fileOf(artefacts->front().sha256, ".csv"));
        const auto read = crosstraffic::parseFlowLog(text.value_or(""), issues);
        return read && issues.empty() ? *read : std::vector<crosstraffic::FlowRecord>();
    }
    std::vector<std::string> phases()
    {
        std::vector<std::string> names;
        auto database = store::Database::openReadOnly(store);
        const auto page = store::EventRepository(*database).events(runs.front().id, {"phase", {}, 0, 100});
        for (const auto& event : page->events)
            if (event.node.empty())
                names.push_back(event.text);
        return names;
    }
    QTemporaryDir folder;
    Finished finished;
    fs::path store;
    std::vector<store::RunRecord> runs;
};

} // namespace

class TestCrossTraffic : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const std::string why = whyNotHere(); !why.empty())
            QSKIP(why.c_str());
    }

    void loadSlowsStepsDownAndIsMeasured()
    {
        const auto before = footprint();
        Campaign made(
            project(R"("pattern": "exponential", "rate": "100Mbit", "sizes": {"name": "fixed", "bytes": "250000"})"));
        QVERIFY2(made.finished.code == 0, made.finished.text());
        QCOMPARE(made.runs.size(), std::size_t(1));
        QCOMPARE(made.phases(), (std::vector<std::string>{"baseline", "loaded", "drain", "recovery", "end"}));
        // 150 flows of 250 kB in 3 s.
        QCOMPARE(made.metric("cross_flows"), 150.0);
        QCOMPARE(made.metric("cross_flows_failed"), 0.0);
        QCOMPARE(made.metric("cross_requested"), 1e8);
        QCOMPARE(made.metric("cross_size_scale"), 1.0);
        QCOMPARE(made.metric("cross_flows_adjusted"), 0.0);
        QVERIFY(std::abs(made.metric("cross_offered") / 1e8 - 1) < 0.001);
        QVERIFY2(std::abs(made.metric("cross_achieved") / 1e8 - 1) < 0.15,
                 qPrintable(QString::number(made.metric("cross_achieved"))));
        QCOMPARE(made.metric("cross_capacity"), 2e8);
        QVERIFY(made.metric("baseline_steps") > 10);
        QVERIFY2(made.metric("slowdown") > 1.05, qPrintable(QString::number(made.metric("slowdown"))));
        QVERIFY2(made.metric("recovery_step_median") < 1.25 * made.metric("baseline_step_median"),
                 qPrintable(QString::number(made.metric("recovery_step_median"))));
        // The log of every flow is a file next to the store.
        const auto flows = made.flows();
        QCOMPARE(flows.size(), std::size_t(150));
        std::uint64_t bytes = 0;
        for (const auto& flow : flows)
            bytes += flow.bytes;
        QCOMPARE(bytes, std::uint64_t(37'500'000));
        QVERIFY2(leftSince(before).empty(), leftSince(before).c_str());
    }

    /// On an empty path of 10 ms each way the handshake takes a round trip and the data another one: the slow-down of
    /// flows that fit into the first window is near 1.
    void smallFlowsOnAnEmptyPath()
    {
        std::string text = project(R"("pattern": "deterministic", "rate": "400kbit",
                                      "sizes": {"name": "fixed", "bytes": "5000"})");
        const std::string source = R"({"name": "source", "slots": 0, "nics": [{"rate": "200Mbit"}]})";
        text.insert(text.find(source) + source.size() + 1,
                    R"(, "links": [{"from": "source", "to": "sink", "delay": "10ms"}])");
        text.insert(text.find(source), R"({"name": "sink", "slots": 0, "nics": [{"rate": "200Mbit"}]}, )");
        const std::string to = R"("destinations": ["w0"])";
        text.replace(text.find(to), to.size(), R"("destinations": ["sink"])");
        Campaign made(text);
        QVERIFY2(made.finished.code == 0, made.finished.text());
        const auto flows = made.flows();
        QCOMPARE(flows.size(), std::size_t(30));
        std::vector<double> slowdowns;
        for (const crosstraffic::FlowRecord& flow : flows) {
            QCOMPARE(flow.end, crosstraffic::FlowEnd::Completed);
            const Nanoseconds wire = 200us; // 5000 bytes at 200 Mbit/s
            QVERIFY2(flow.ideal - wire >= 40ms && flow.ideal - wire < 60ms, std::to_string(flow.ideal.count()).c_str());
            slowdowns.push_back(flow.slowdown());
        }
        std::ranges::sort(slowdowns);
        QVERIFY2(slowdowns.front() > 0.98 && slowdowns[15] < 1.1,
                 qPrintable(QStringLiteral("%1 %2").arg(slowdowns.front()).arg(slowdowns[15])));
    }

    void aSlowdownIsMadeToMeasure()
    {
        Campaign made(project(R"("pattern": "stream", "transport": "udp", "slowdown": "50%")"));
        QVERIFY2(made.finished.code == 0, made.finished.text());
        const double slowdown = made.metric("slowdown");
        QVERIFY2(slowdown > 1.25 && slowdown < 1.9, qPrintable(QString::number(slowdown)));
        const double rate = made.metric("cross_requested");
        const double step = made.metric("baseline_step_median");
        QVERIFY(rate > 1e7 && rate < 2e8);
        QVERIFY(step > 0.02);
    }

    void noLoadIsAControl()
    {
        Campaign made(
            project(R"("pattern": "stream", "rate": "50Mbit")", R"(, {"name": "cross_rate", "levels": ["0"]})"));
        QVERIFY2(made.finished.code == 0, made.finished.text());
        QCOMPARE(made.phases().size(), std::size_t(5));
        QVERIFY2(std::abs(made.metric("slowdown") - 1) < 0.2, qPrintable(QString::number(made.metric("slowdown"))));
        QVERIFY(std::isnan(made.metric("cross_flows")));
    }

    void aWorkloadThatEndsTooEarlyIsInvalid()
    {
        Campaign made(project(R"("pattern": "stream", "rate": "50Mbit")", {}, "30"));
        QVERIFY(made.finished.code != 0);
        QCOMPARE(countOf(made.runs, store::RunState::Invalid), 1);
        const auto gates = gatesOf(made.store, made.runs.front().id, "phases");
        QCOMPARE(gates.size(), std::size_t(1));
        QVERIFY2(gates[0].sentence.find("increase its steps") != std::string::npos, gates[0].sentence.c_str());
    }

    void aKillUnderLoadLeavesNothing()
    {
        const auto before = footprint();
        QTemporaryDir folder;
        const fs::path here = folder.path().toStdString();
        QVERIFY(writeFileAtomically(here / "p.millrace",
                                    project(R"("pattern": "exponential", "rate": "50Mbit", "sizes": {"name": "fixed",
                                             "bytes": "250000"})")));
        auto process = startCli(here, {"run", "p.millrace", "--quiet"});
        const auto underLoad = [&] {
            auto database = store::Database::openReadOnly(here / "p.mrdb");
            const auto runs = database ? runsOf(here / "p.mrdb") : std::vector<store::RunRecord>();
            if (runs.empty())
                return false;
            // The last: a run that this machine was too late for is repeated.
            const auto page = store::EventRepository(*database).events(runs.back().id, {"phase", {}, 0, 100});
            return page && std::ranges::any_of(page->events, [](const auto& event) { return event.text == "loaded"; });
        };
        QVERIFY(waitFor(underLoad, 60s));
        QVERIFY(!pidsOf({"traffic", "send"}).empty());
        QVERIFY(!pidsOf({"traffic", "receive"}).empty());
        ::kill(process.pid(), SIGKILL);
        (void)process.wait(deadlineIn(5s));
        const std::string left = leftSince(before);
        QVERIFY2(left.empty(), left.c_str());
        QVERIFY(pidsOf({"traffic", "send"}).empty());
        QVERIFY(pidsOf({"traffic", "receive"}).empty());
        Finished resumed = cli(here, {"run", "p.millrace", "--resume", "--quiet"}, 180);
        if (resumed.wasTooBusy())
            resumed = cli(here, {"run", "p.millrace", "--resume", "--retry-failed", "--quiet"}, 180);
        QVERIFY2(resumed.code == 0, resumed.text());
        QCOMPARE(metricOf(here / "p.mrdb", runsOf(here / "p.mrdb").back().id, "cross_flows"), 75.0);
        QVERIFY2(leftSince(before).empty(), leftSince(before).c_str());
    }

    void badProfilesAreRefusedWithTheirPlace()
    {
        QTemporaryDir folder;
        const fs::path file = fs::path(folder.path().toStdString()) / "p.millrace";
        const auto check = [&](const std::string& text) {
            (void)writeFileAtomically(file, text);
            const Finished finished = cli(folder.path().toStdString(), {"check", "p.millrace"});
            return finished.code == 0 ? std::string("no problem") : finished.out + finished.err;
        };
        QVERIFY(check(project(R"("pattern": "exponential", "rate": "-5Mbit")")).find("cross_traffic[0].rate")
                != std::string::npos);
        QVERIFY(check(project(R"("pattern": "sometimes", "rate": "5Mbit")")).find("cross_traffic[0].pattern")
                != std::string::npos);
        std::string lost = project(R"("pattern": "exponential", "rate": "5Mbit")");
        lost.replace(lost.find("\"sources\": [\"source\"]"), 21, "\"sources\": [\"nobody\"]");
        QVERIFY(check(lost).find("nobody") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestCrossTraffic)
#include "tst_cross_traffic.moc"

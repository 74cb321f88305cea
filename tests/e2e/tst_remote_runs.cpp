// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/store/artefact_repository.h"
#include "core/store/run_repository.h"
#include "tests/e2e/remote_bed.h"
#include "tests/e2e/stored_runs.h"

#include <QtTest>
#include <cmath>
#include <csignal>
#include <fstream>
#include <thread>

using namespace millrace;
using namespace e2e;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

constexpr const char* packets = R"({"enabled": true})";

} // namespace

/// Campaigns on machines with OpenSSH servers, and what goes wrong there.
class TestRemoteRuns : public QObject
{
    Q_OBJECT

    static constexpr int mostMachines = 4;

    std::optional<e2e::RemoteBed> m_bed; ///< lasts while the next test can use it
    std::vector<std::string> m_options; ///< of the bed
    bool m_spoilt = false; ///< a machine of it is gone
    std::vector<std::string> m_first; ///< without a bed
    std::vector<std::string> m_before;

    [[nodiscard]] fs::path store() const { return m_bed->folder() / "small.mrdb"; }
    void write(const e2e::RemoteProject& project) const
    {
        std::ofstream(m_bed->folder() / "small.millrace") << e2e::projectText(project);
    }
    void start(int machines = mostMachines, const std::vector<std::string>& options = {})
    {
        if (!m_bed || m_spoilt || options != m_options) {
            m_bed.reset();
            m_bed.emplace(machines, options);
            m_options = options;
            m_spoilt = false;
        }
        if (!m_bed->why().empty())
            QSKIP(m_bed->why().c_str());
        m_bed->renew();
        m_before = e2e::footprint();
    }
    void checkAGridWithLoss(const std::vector<std::string>& levels) const
    {
        write({.model = "mobilenetv2",
               .steps = 4,
               .factors = R"([{"name": "loss", "levels": [")" + join(levels, R"(", ")") + R"("]}])",
               .links = R"({"loss": "0%", "rate": "100Mbit/s"})", // less than one machine can do for four
               .capture = packets});
        const auto finished = m_bed->cli({"run", "small.millrace"});
        QVERIFY2(finished.code == 0, finished.text());
        const auto runs = runsOf(store());
        QCOMPARE(countOf(runs, store::RunState::Done), static_cast<int>(levels.size()));
        auto database = store::Database::openReadOnly(store());
        for (const store::RunRecord& run : runs) {
            QCOMPARE(gatesOf(store(), run.id, "loss").size(), std::size_t(run.factors[0].level == "1%" ? 4 : 0));
            for (const store::GateResult& gate : gatesOf(store(), run.id, "traffic"))
                QCOMPARE(gate.verdict, store::Verdict::Pass);
            store::ArtefactRepository artefacts(*database);
            const auto recorded = artefacts.artefacts(run.id);
            QCOMPARE(recorded->size(), std::size_t(4));
            for (const store::Artefact& artefact : *recorded) {
                QVERIFY(artefact.packets > 100);
                QVERIFY(fs::exists(artefacts.folder().fileOf(artefact.sha256)));
            }
        }
    }
    [[nodiscard]] bool isRunning() const { return countOf(runsOf(store()), store::RunState::Running) == 1; }

private Q_SLOTS:
    void initTestCase() { m_first = e2e::footprint(); }

    void cleanup()
    {
        if (!m_bed || !m_bed->why().empty())
            return;
        const std::string there = m_bed->leftOnAll();
        QVERIFY2(there.empty(), there.c_str());
        const std::string here = e2e::leftSince(m_before, 30);
        QVERIFY2(here.empty(), here.c_str());
    }

    void cleanupTestCase()
    {
        m_bed.reset();
        const std::string left = e2e::leftSince(m_first, 30);
        QVERIFY2(left.empty(), left.c_str());
    }

    void aRunWithoutTheAgent()
    {
        start();
        e2e::RemoteProject project{.nodes = 2,
                                   .framework = "command",
                                   .computeTime = "",
                                   .factors = R"([{"name": "loss", "levels": ["1%"]}])",
                                   .links = R"({"loss": "0%"})",
                                   .capture = packets,
                                   .agent = "never"};
        project.workloadMore =
            R"x(, "command": ["/bin/sh", "-c", "ping -c 3 -i 0.2 10.79.0.1; ping -c 3 -i 0.2 10.79.0.2; true"])x";
        write(project);
        const auto finished = m_bed->cli({"run", "small.millrace"});
        const auto runs = runsOf(store());
        QCOMPARE(runs.size(), std::size_t(1));
        // ping prints no steps, and no number of steps is passed to it.
        QVERIFY2(finished.code == 0 && runs.front().state == store::RunState::Done, finished.text());
        for (const store::GateResult& gate : gatesOf(store(), runs.front().id, "loss"))
            QCOMPARE(gate.sentence, std::string("not measured: no agent on the node"));
        auto database = store::Database::openReadOnly(store());
        const auto recorded = store::ArtefactRepository(*database).artefacts(runs.front().id);
        QCOMPARE(recorded->size(), std::size_t(2));
        for (const store::Artefact& artefact : *recorded)
            QVERIFY(artefact.packets > 5);
        for (int machine = 1; machine <= 2; ++machine)
            QVERIFY(m_bed->on(machine, {"find", "/run/disk", "-name", "millrace-agent"}).out.empty());
    }

    void aGridWithLossIsRunAndRecorded()
    {
        start();
        checkAGridWithLoss({"0%", "1%"});
    }

    void crossTrafficFromAMachineWithoutWorkers()
    {
        start();
        std::string text = R"({"format": "millrace-project", "version": 1, "name": "t",
"clusters": [{"name": "c", "kind": "remote", "nodes": [{"name": "n1", "host": "n1", "nics": [{"address": "10.79.0.1"}]},
  {"name": "n2", "host": "n2", "nics": [{"address": "10.79.0.2"}]},
  {"name": "n3", "host": "n3", "slots": 0, "nics": [{"address": "10.79.0.3"}]}]}],
"workloads": [{"name": "w", "model": "resnet50/200", "strategy": "RING_ALLREDUCE", "compute_time": "20ms",
  "warmup_steps": 1, "verify_every": 0, "deadline": "20s", "steps": 100000}],
"cross_traffic": [{"name": "x", "pattern": "exponential", "rate": "50Mbit", "sources": ["n3"], "destinations": ["n1"],
  "sizes": {"name": "fixed", "bytes": "50000"}, "phases": {"baseline": "1s", "loaded": "2s", "recovery": "1s"}}],
"grids": [{"name": "g", "cluster": "c", "workload": "w", "gate": {"traffic": "20%"},
  "factors": [{"name": "cross_traffic", "levels": ["x"]}]}]})";
        (void)writeFileAtomically(m_bed->folder() / "small.millrace", text);
        const auto finished = m_bed->cli({"run", "small.millrace"});
        QVERIFY2(finished.code == 0, finished.text());
        const auto runs = runsOf(store());
        QCOMPARE(countOf(runs, store::RunState::Done), 1);
        QCOMPARE(metricOf(store(), runs.front().id, "cross_flows"), 250.0);
        QCOMPARE(metricOf(store(), runs.front().id, "cross_flows_failed"), 0.0);
        // Without the agent there is nobody who could send.
        text.replace(text.find("\"kind\": \"remote\""), 16, R"("kind": "remote", "access": {"agent": "never"})");
        const auto at = text.find("\"model\"");
        text.replace(at, text.find("\"compute_time\"") - at, R"("framework": "command", "command": ["sleep", "60"], )");
        text.erase(text.find("\"compute_time\": \"20ms\","), 23);
        (void)writeFileAtomically(m_bed->folder() / "small.millrace", text);
        const auto refused = m_bed->cli({"run", "small.millrace", "--new"});
        QVERIFY2((refused.out + refused.err).find("needs the agent") != std::string::npos, refused.text());
    }

    void theUsersKeyIsRefused()
    {
        start();
        auto config = readFile(m_bed->sshConfig());
        config->replace(config->find("id_ed25519"), 10, "id_wrong");
        std::ofstream(m_bed->sshConfig()) << *config;
        write({.nodes = 2});
        const auto finished = m_bed->cli({"run", "small.millrace"});
        QCOMPARE(finished.code, 4);
        const std::size_t said = finished.err.find("connecting to n1");
        QVERIFY2(said != std::string::npos, finished.text());
        QVERIFY2(finished.err.find("connecting to n1", said + 1) == std::string::npos, finished.text()); // once
    }

    void aChangedHostKeyStops()
    {
        start();
        auto known = readFile(m_bed->folder() / "known_hosts");
        const auto other = readFile(m_bed->folder() / "hostkey.n2.pub");
        const std::string changed = "10.78.0.1 " + other->substr(0, other->rfind(' ')) + "\n";
        std::ofstream(m_bed->folder() / "known_hosts") << changed << known->substr(known->find('\n') + 1);
        write({.nodes = 2});
        const auto finished = m_bed->cli({"run", "small.millrace"});
        QVERIFY2(finished.code == 4, finished.text());
        QVERIFY2(finished.err.find("ssh-keygen") != std::string::npos, finished.text());
        QCOMPARE(countOf(runsOf(store()), store::RunState::Done), 0);
    }

    void anUnknownHostIsNotTrustedWithoutAPerson()
    {
        start();
        std::ofstream(m_bed->folder() / "known_hosts") << "";
        auto config = readFile(m_bed->sshConfig());
        config->replace(config->find("StrictHostKeyChecking yes"), 25, "StrictHostKeyChecking ask");
        std::ofstream(m_bed->sshConfig()) << *config;
        write({.nodes = 2});
        const auto finished = m_bed->cli({"run", "small.millrace"});
        QVERIFY2(finished.code == 4, finished.text());
        QVERIFY2(finished.err.find("SHA256:") != std::string::npos, finished.text());
    }

    void aRefusedConnectionIsSaid()
    {
        start();
        auto config = readFile(m_bed->sshConfig());
        const std::string address = "HostName 10.78.0.2\n";
        config->insert(config->find(address) + address.size(), "  Port 9\n");
        std::ofstream(m_bed->sshConfig()) << *config;
        write({.nodes = 2});
        const auto finished = m_bed->cli({"run", "small.millrace"});
        QVERIFY2(finished.code == 4, finished.text());
        QVERIFY2(finished.err.find("n2") != std::string::npos, finished.text());
    }

    void aCutCableFailsItsRunAndTheNextOneIsMade()
    {
        start();
        write({.nodes = 2, .steps = 100, .computeTime = "30ms", .links = R"({"loss": "1%"})", .repetitions = 2});
        auto cli = m_bed->startCli({"run", "small.millrace", "--on-failure", "continue"});
        QVERIFY(waitFor([this] { return isRunning(); }, 60s));
        QVERIFY2(m_bed->on(1, {"tc", "qdisc", "show", "dev", "eth1"}).out.find("htb") != std::string::npos,
                 m_bed->on(1, {"tc", "qdisc", "show", "dev", "eth1"}).out.c_str());
        const auto plugIn = qScopeGuard([this] { m_bed->beside({"ip", "link", "set", "m-n1", "up"}); });
        m_bed->beside({"ip", "link", "set", "m-n1", "down"});
        QVERIFY(waitFor([this] { return countOf(runsOf(store()), store::RunState::Failed) >= 1; }, 60s));
        // The node restores itself without a command: it cannot be reached.
        QVERIFY(waitFor([this] { return m_bed->leftOn(1).empty(); }, 40s));
        m_bed->beside({"ip", "link", "set", "m-n1", "up"});
        const auto status = cli.wait(deadlineIn(120s));
        QVERIFY(status.has_value());
        const auto runs = runsOf(store());
        QVERIFY(countOf(runs, store::RunState::Failed) >= 1);
        const auto again = m_bed->cli({"run", "small.millrace", "--resume", "--retry-failed"});
        QVERIFY2(again.code == 0, again.text());
        QCOMPARE(countOf(runsOf(store()), store::RunState::Done), 2);
    }

    void aDiskThatFillsEndsItsRecordingOnly()
    {
        start();
        write({.nodes = 2,
               .model = "mobilenetv2",
               .steps = 12,
               .computeTime = "400ms",
               .capture = R"({"enabled": true, "snap_length": 65535})"});
        auto cli = m_bed->startCli({"run", "small.millrace"});
        QVERIFY(waitFor([this] { return isRunning(); }, 60s));
        const auto makeRoom = qScopeGuard([this] { m_bed->on(1, {"/bin/sh", "-c", "rm -f ~/filled"}); });
        m_bed->on(1, {"/bin/sh", "-c", "fallocate -l 1500M ~/filled"});
        const auto status = cli.wait(deadlineIn(60s));
        QVERIFY2(status && status->succeeded(), m_bed->cliText().c_str());
        const auto runs = runsOf(store());
        QCOMPARE(countOf(runs, store::RunState::Done), 1);
        for (const store::GateResult& gate : gatesOf(store(), runs[0].id, "capture")) {
            const bool whole = gate.subject != "n1";
            QVERIFY2(gate.verdict == (whole ? store::Verdict::Pass : store::Verdict::Unknown),
                     (gate.subject + ": " + gate.sentence).c_str());
            QVERIFY2(whole || gate.sentence.find("free") != std::string::npos, gate.sentence.c_str());
        }
    }

    void aKilledControllerLeavesNothingAndIsResumed()
    {
        start();
        write({.nodes = 3, .steps = 100, .computeTime = "30ms", .links = R"({"loss": "1%"})", .capture = packets});
        auto cli = m_bed->startCli({"run", "small.millrace"});
        QVERIFY(waitFor([this] { return isRunning(); }, 60s));
        cli.signalGroup(SIGKILL);
        const std::string left = m_bed->leftOnAll(30);
        QVERIFY2(left.empty(), left.c_str());
        const auto finished = m_bed->cli({"run", "small.millrace", "--resume"});
        QVERIFY2(finished.code == 0, finished.text());
        QCOMPARE(countOf(runsOf(store()), store::RunState::Done), 1);
    }

    void aMachineThatDiesFailsItsRunOnly()
    {
        start();
        write({.nodes = 3, .steps = 60, .computeTime = "50ms", .repetitions = 2});
        auto cli = m_bed->startCli({"run", "small.millrace"});
        QVERIFY(waitFor([this] { return countOf(runsOf(store()), store::RunState::Done) == 1 && isRunning(); }, 90s));
        m_spoilt = true;
        m_bed->kill(2);
        const auto status = cli.wait(deadlineIn(90s));
        QVERIFY(status.has_value());
        QVERIFY(!status->succeeded());
        const auto runs = runsOf(store());
        QCOMPARE(countOf(runs, store::RunState::Done), 1);
        QCOMPARE(countOf(runs, store::RunState::Failed), 1);
        const auto log = readFile(m_bed->folder() / "cli.out");
        const auto failed = std::ranges::find(runs, store::RunState::Failed, &store::RunRecord::state);
        QVERIFY2(failed->errorText.find("n2") != std::string::npos, failed->errorText.c_str());
    }

    void aGridWithLossIsMadeThroughAJumpHost()
    {
        start(mostMachines, {"--jump"});
        checkAGridWithLoss({"1%"});
    }

    void aDiskWithoutRoomIsSaidBeforeAnythingStarts()
    {
        start(2, {"--disk", "60m"});
        write({.nodes = 2, .capture = packets});
        const auto finished = m_bed->cli({"run", "small.millrace"});
        QVERIFY2(finished.code == 3, finished.text());
        QVERIFY2(finished.err.find("recording on n") != std::string::npos, finished.text());
        QVERIFY2(finished.err.find("free some space") != std::string::npos, finished.text());
    }
};

QTEST_APPLESS_MAIN(TestRemoteRuns)
#include "tst_remote_runs.moc"

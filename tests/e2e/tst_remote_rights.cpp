// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "tests/e2e/remote_bed.h"
#include "tests/e2e/stored_runs.h"

#include <QtTest>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

using namespace millrace;
using namespace e2e;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// Folder of the Debian 11 root file system, once it was made. Its name occurs in command lines, so it must not look
/// like one of Millrace's.
fs::path foreignRoot()
{
    const char* given = std::getenv("MILLRACE_FOREIGN_ROOT");
    return given != nullptr ? fs::path(given) : fs::path("/var/tmp/debian-11-root");
}

} // namespace

/// Machines with the root file system of Debian 11, and the login of an ordinary user who may use sudo.
class TestRemoteRights : public QObject
{
    Q_OBJECT

    std::optional<RemoteBed> m_bed;

    [[nodiscard]] fs::path store() const { return m_bed->folder() / "small.mrdb"; }
    void write(const RemoteProject& project) const
    {
        std::ofstream(m_bed->folder() / "small.millrace") << projectText(project);
    }
    [[nodiscard]] static RemoteProject impaired()
    {
        return {.nodes = 2,
                .model = "mobilenetv2",
                .steps = 3,
                .factors = R"([{"name": "loss", "levels": ["1%"]}])",
                .links = R"({"loss": "0%", "rate": "200Mbit/s"})",
                .capture = R"({"enabled": true})"};
    }
    std::string on(int machine, const std::string& line) const
    {
        return m_bed->on(machine, {"/bin/sh", "-c", line}).out;
    }
    [[nodiscard]] bool waitFor(int machine, const std::string& line, int seconds) const
    {
        for (const Deadline end = deadlineIn(std::chrono::seconds(seconds)); timeLeft(end) > 0ns;
             std::this_thread::sleep_for(200ms))
            if (!trim(on(machine, line)).empty())
                return true;
        return false;
    }

private Q_SLOTS:
    void initTestCase()
    {
        ::signal(SIGPIPE, SIG_IGN);
        if (::geteuid() != 0)
            QSKIP("machines of their own need root");
        const std::string script = std::string(std::getenv("MR_SOURCE")) + "/tests/support/foreign_root.sh";
        const auto made = runCommand({{script, foreignRoot().string()}, {}, {}}, deadlineIn(310s));
        if (!made || made->exitCode == 3)
            QSKIP((made ? made->out : made.error().text()).c_str());
        QVERIFY2(made->succeeded(), made->err.c_str());
        m_bed.emplace(2, std::vector<std::string>{"--root", foreignRoot().string(), "--user", "alice"});
        if (!m_bed->why().empty())
            QSKIP(m_bed->why().c_str());
    }
    void cleanupTestCase() { m_bed.reset(); }
    void cleanup()
    {
        if (!m_bed || !m_bed->why().empty())
            return;
        const std::string left = m_bed->leftOnAll();
        QVERIFY2(left.empty(), left.c_str());
    }

    void preflightTellsTheTruth()
    {
        QVERIFY(on(1, "cat /etc/debian_version").starts_with("11."));
        for (const bool allowed : {true, false}) {
            RemoteProject project = impaired();
            project.rights = allowed ? "automatic" : "none";
            write(project);
            const auto finished = m_bed->cli({"check", "small.millrace", "--nodes", "--json"});
            const Json json = Json::parse(finished.out, nullptr, false);
            QVERIFY2(json.is_object() && json["nodes"].size() == 2, finished.text());
            std::string said;
            for (const Json& finding : json["nodes"][0]["findings"])
                if (finding["topic"] == "rights")
                    said += finding["light"].get<std::string>() + ": " + finding["sentence"].get<std::string>() + "\n";
            if (allowed)
                QCOMPARE(said, std::string("green: alice, by sudo\n"));
            else
                QVERIFY2(said.starts_with("red: the user alice may not change the network"), said.c_str());
        }
        const auto refused = m_bed->cli({"run", "small.millrace", "--new", "--no-report"});
        QVERIFY2(refused.code != 0 && refused.err.find("may not") != std::string::npos, refused.text());
    }

    void anImpairedRunByTheAgent()
    {
        write(impaired());
        const auto finished = m_bed->cli({"run", "small.millrace", "--new", "--no-report"}, 300);
        QVERIFY2(finished.code == 0, finished.text());
        const auto runs = runsOf(store());
        QCOMPARE(countOf(runs, store::RunState::Done), 1);
        for (const char* gate : {"loss", "rate", "traffic"}) {
            const auto results = gatesOf(store(), runs.front().id, gate);
            QCOMPARE(results.size(), std::size_t(2));
            for (const store::GateResult& result : results)
                QVERIFY2(result.verdict == store::Verdict::Pass, result.sentence.c_str());
        }
        // Nothing was made by root below the user's folder.
        QCOMPARE(on(1, "find /run/disk/alice ! -user alice"), std::string());
    }

    void theWorkloadIsTheUsers()
    {
        RemoteProject project = impaired();
        project.framework = "command";
        project.computeTime.clear();
        project.capture.clear();
        project.workloadMore =
            R"x(, "command": ["/bin/sh", "-c", "id -un >>$HOME/who; grep CapEff /proc/self/status >>$HOME/who; touch $TMPDIR/kept; echo $TMPDIR >>$HOME/who"])x";
        for (const char* agent : {"always", "never"}) {
            project.agent = agent;
            write(project);
            const auto finished = m_bed->cli({"run", "small.millrace", "--new", "--no-report"}, 200);
            const std::string who = on(1, "cat /run/disk/alice/who; rm -f /run/disk/alice/who");
            QVERIFY2(who.starts_with("alice\nCapEff:\t0000000000000000\n"), finished.text() + who.c_str());
            QVERIFY2(who.find("/runs/") != std::string::npos, who.c_str());
            QCOMPARE(on(1, "find /tmp /var/tmp -name kept"), std::string());
        }
    }

    void withoutTheAgentBySudo()
    {
        RemoteProject project = impaired();
        project.framework = "command";
        project.computeTime.clear();
        project.agent = "never";
        project.workloadMore = R"x(, "command": ["/bin/sh", "-c", "sleep 4"])x";
        write(project);
        auto cli = m_bed->startCli({"run", "small.millrace", "--new", "--no-report"});
        QVERIFY2(waitFor(1, "nft list tables | grep millrace", 60), on(1, "ps ax").c_str());
        QVERIFY(waitFor(1, "ps ax | grep '[t]cpdump -w'", 30));
        QVERIFY(cli.wait(deadlineIn(120s)));
    }

    /// The controller, the agent and both watchdogs at one moment: what an OOM'd cgroup or a job's end does.
    void checkCleansWhatAKilledAgentLeft()
    {
        RemoteProject project = impaired();
        project.steps = 4000;
        project.gate = false;
        project.capture.clear();
        write(project);
        auto cli = m_bed->startCli({"run", "small.millrace", "--new", "--no-report"});
        QVERIFY(waitFor(1, "pgrep -x millrace-worker", 90));
        cli.signalGroup(SIGSTOP); // or it would put the node in order as soon as it misses the agent
        // Not the shell that does it, whose words name them, too.
        on(1,
           "k=; for p in /proc/[0-9]*; do [ ${p#/proc/} = $$ ] && continue; "
           "case $(tr '\\0' ' ' <$p/cmdline 2>/dev/null) in "
           "*millrace-agent*|*mr-watchdog*|*mr-guard*) "
           "k=\"$k ${p#/proc/}\";; esac; done; kill -9 $k");
        cli.signalGroup(SIGKILL);
        QVERIFY(cli.wait(deadlineIn(20s)));
        QVERIFY2(!on(1, "nft list tables").empty(), "somebody has put the node in order already");
        const auto checked = m_bed->cli({"check", "small.millrace", "--nodes"});
        QVERIFY2(checked.out.find("put in order") != std::string::npos, checked.text());
        QCOMPARE(on(1, "nft list tables; ip -o link show type ifb; ls /run/disk/alice/.cache/millrace/runs"),
                 std::string());
        QVERIFY(on(1, "tc qdisc show dev eth1").starts_with("qdisc noqueue"));
    }
};

QTEST_APPLESS_MAIN(TestRemoteRights)
#include "tst_remote_rights.moc"

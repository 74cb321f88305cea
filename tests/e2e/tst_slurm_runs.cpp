// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "tests/e2e/cli_runner.h"

#include <QtTest>
#include <csignal>
#include <fstream>

using namespace millrace;
using namespace std::chrono_literals;

namespace {

std::string output(const std::string& script)
{
    const auto finished = runCommand({{"/bin/sh", "-c", script}, {}, {}}, deadlineIn(20s));
    return finished ? std::string(trim(finished->out)) : finished.error().text();
}

/// Three nodes of Slurm, which this machine may ask itself.
std::string project(const std::string& links, int steps = 400)
{
    return R"({"format": "millrace-project", "version": 1, "name": "s",
        "clusters": [{"name": "c", "kind": "remote", "nodes": 3, "links": [)"
        + links + R"(], "access": {"slurm": {"time": "10min"}}}],
        "workloads": [{"name": "w", "model": "slp-mnist", "steps": )"
        + std::to_string(steps) + R"(, "compute_time": "2ms"}],
        "grids": [{"name": "g", "cluster": "c", "workload": "w", "gate": {"enabled": false},
                   "factors": [{"name": "strategy", "levels": ["RING"]}]}]})";
}

} // namespace

/// Campaigns on nodes that a Slurm gives, which the test starts.
class TestSlurmRuns : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;
    std::string m_why = "it was not started";

    [[nodiscard]] static std::string script()
    {
        return std::string(qgetenv("MR_SOURCE")) + "/tests/support/slurm_cluster.sh";
    }
    void write(const std::string& text) const { std::ofstream(m_folder->path() / "s.millrace") << text; }
    /// Queues at the root of the nodes' interfaces that the kernel did not make.
    [[nodiscard]] std::string queues() const
    {
        return output("tag=$(cat " + (m_folder->path() / "slurm/tag").string()
                      + "); for i in 1 2 3; do ip netns exec mrsl$tag-$i tc qdisc show dev eth0; done | "
                        "grep -v 'noqueue 0:'");
    }
    [[nodiscard]] std::string left(const std::vector<std::string>& before) const
    {
        const Deadline end = deadlineIn(25s);
        std::string found;
        do {
            found = output("squeue --noheader") + queues() + e2e::leftSince(before, 1);
        } while (!found.empty() && timeLeft(end).count() > 0);
        return found;
    }

private Q_SLOTS:
    void initTestCase()
    {
        ::signal(SIGPIPE, SIG_IGN);
        (void)e2e::footprint(); // the machines of Slurm are this test's, too
        m_folder.emplace(*TemporaryFolder::make("mr-slurm-"));
        const auto started =
            runCommand({{script(), "start", m_folder->path() / "slurm", "3"}, {}, {}}, deadlineIn(60s));
        if (!started || !started->succeeded()) {
            m_why = started ? std::string(trim(started->out + started->err)) : started.error().text();
            return;
        }
        qputenv("SLURM_CONF", QByteArray::fromStdString(std::string(trim(started->out))));
        m_why.clear();
    }
    void cleanupTestCase()
    {
        if (m_folder)
            (void)runCommand({{script(), "stop", m_folder->path() / "slurm"}, {}, {}}, deadlineIn(30s));
    }

    void preflight()
    {
        if (!m_why.empty())
            QSKIP(("no Slurm here: " + m_why).c_str());
        write(project(""));
        const auto before = e2e::footprint();
        const auto finished = e2e::cli(m_folder->path(), {"check", "s.millrace", "--nodes", "--json"});
        QVERIFY2(finished.code == 0, finished.text());
        const Json check = Json::parse(finished.out);
        QCOMPARE(check["nodes"].size(), std::size_t(3));
        for (std::size_t i = 0; i < 3; ++i) {
            const Json& facts = check["nodes"][i]["facts"];
            QCOMPARE(facts["hostname"], Json("sn" + std::to_string(i + 1)));
            QCOMPARE(facts["interface"], Json("eth0"));
            for (const Json& peer : facts["peers"])
                QVERIFY2(peer["answers"] == true && peer["path_mtu"] == 1500, peer.dump().c_str());
        }
        const std::string rest = left(before);
        QVERIFY2(rest.empty(), rest.c_str());
    }

    void aRunWithARate()
    {
        if (!m_why.empty())
            QSKIP(("no Slurm here: " + m_why).c_str());
        write(project(R"({"rate": "20Mbit"})", 100));
        const auto before = e2e::footprint();
        const auto finished = e2e::cli(m_folder->path(), {"run", "s.millrace", "--no-report", "--json"});
        QVERIFY2(finished.code == 0, finished.text());
        // In a ring of three each node sends 2(N-1)/N of the 31 400 bytes of gradients in a step: 16.7 ms at 20 Mbit/s.
        const Json table = Json::parse(split(trim(finished.out), '\n').back())["table"];
        std::size_t column = 0;
        while (column < table["columns"].size() && table["columns"][column]["name"] != "step_mean.mean")
            ++column;
        QVERIFY2(column < table["columns"].size(), table.dump().c_str());
        const double seconds = table["rows"][0][column].get<double>();
        QVERIFY2(seconds > 0.0167 && seconds < 0.4, qPrintable(QString::number(seconds)));
        const std::string rest = left(before);
        QVERIFY2(rest.empty(), rest.c_str());
    }

    void aControllerThatIsKilled()
    {
        if (!m_why.empty())
            QSKIP(("no Slurm here: " + m_why).c_str());
        write(project(R"({"rate": "20Mbit"})"));
        const auto before = e2e::footprint();
        auto cli = e2e::startCli(m_folder->path(), {"run", "s.millrace", "--no-report", "--new"});
        const Deadline end = deadlineIn(30s);
        while (queues().find("htb") == std::string::npos && timeLeft(end).count() > 0)
            QTest::qWait(50);
        QVERIFY2(queues().find("htb") != std::string::npos, "no conditions were imposed");
        QVERIFY(output("squeue --noheader --format=%T") == "RUNNING");
        ::kill(cli.pid(), SIGKILL);
        const std::string rest = left(before);
        QVERIFY2(rest.empty(), rest.c_str());
    }

    void cancelledByTheUser()
    {
        if (!m_why.empty())
            QSKIP(("no Slurm here: " + m_why).c_str());
        write(project(""));
        const auto before = e2e::footprint();
        auto cli = e2e::startCli(m_folder->path(), {"run", "s.millrace", "--no-report", "--new"});
        const Deadline end = deadlineIn(30s);
        while (output("squeue --noheader --format=%T") != "RUNNING" && timeLeft(end).count() > 0)
            QTest::qWait(50);
        ::kill(cli.pid(), SIGINT);
        const auto status = cli.wait(deadlineIn(30s));
        QVERIFY(status && status->exitCode == 130);
        const std::string rest = left(before);
        QVERIFY2(rest.empty(), rest.c_str());
    }
};

QTEST_GUILESS_MAIN(TestSlurmRuns)
#include "tst_slurm_runs.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "tests/e2e/remote_bed.h"
#include "tests/e2e/stored_runs.h"

#include <QtTest>
#include <cmath>
#include <csignal>
#include <fstream>

using namespace millrace;
using namespace e2e;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// Nodes reached by a command that gives standard input and output, as `docker exec -i` does: here nsenter, into
/// machines with processes, files, users and a network of their own.
class TestCommandNodes : public QObject
{
    Q_OBJECT

    std::optional<RemoteBed> m_bed;

    [[nodiscard]] fs::path store() const { return m_bed->folder() / "small.mrdb"; }
    /// The same project by ssh, or by the command.
    void write(const RemoteProject& project, bool byCommand) const
    {
        Json json = Json::parse(projectText(project));
        Json& cluster = json["clusters"][0];
        if (byCommand) {
            cluster["access"]["command"] = {"nsenter", "--all",      "--target",
                                            "{host}",  "--",         "env",
                                            "-i",      "HOME=/root", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"};
            for (std::size_t i = 0; i < cluster["nodes"].size(); ++i)
                cluster["nodes"][i]["host"] = m_bed->pidOf(static_cast<int>(i) + 1);
        }
        std::ofstream(m_bed->folder() / "small.millrace") << json.dump();
    }
    [[nodiscard]] Finished exec(std::vector<std::string> words) const
    {
        std::vector<std::string> argv = {program("millrace-cli").string()};
        argv.insert(argv.end(), words.begin(), words.end());
        const auto output = m_bed->beside(argv);
        return {output.exitCode, output.out, output.err};
    }
    [[nodiscard]] std::string project() const { return (m_bed->folder() / "small.millrace").string(); }

private Q_SLOTS:
    void initTestCase()
    {
        ::signal(SIGPIPE, SIG_IGN);
        m_bed.emplace(3);
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

    void sameRunSameNumbers()
    {
        double payload[2] = {};
        for (const bool byCommand : {false, true}) {
            m_bed->renew();
            write({.nodes = 3,
                   .model = "mobilenetv2",
                   .steps = 4,
                   .links = R"({"loss": "1%", "rate": "200Mbit/s"})",
                   .capture = R"({"enabled": true})"},
                  byCommand);
            const auto finished = m_bed->cli({"run", "small.millrace", "--new", "--no-report"}, 240);
            QVERIFY2(finished.code == 0, finished.text());
            const auto runs = runsOf(store());
            QCOMPARE(countOf(runs, store::RunState::Done), 1);
            payload[byCommand ? 1 : 0] = metricOf(store(), runs.front().id, "sent_payload_per_step");
            for (const char* gate : {"loss", "rate", "traffic"})
                for (const store::GateResult& result : gatesOf(store(), runs.front().id, gate))
                    QVERIFY2(result.verdict == store::Verdict::Pass, result.sentence.c_str());
            QVERIFY(metricOf(store(), runs.front().id, "captured_retransmissions") > 0);
        }
        QVERIFY2(std::abs(payload[1] / payload[0] - 1) < 0.005,
                 qPrintable(QStringLiteral("%1 and %2").arg(payload[0]).arg(payload[1])));
    }

    void cleanAfterAKill()
    {
        m_bed->renew();
        write({.nodes = 2, .steps = 100'000, .links = R"({"loss": "1%", "rate": "100Mbit/s"})", .gate = false}, true);
        ChildProcess cli = m_bed->startCli({"run", "small.millrace", "--new", "--no-report"});
        QVERIFY(waitFor([&] { return countOf(runsOf(store()), store::RunState::Running) == 1; }, 60s));
        QTest::qWait(1500);
        QVERIFY(!m_bed->leftOn(1).empty());
        cli.signalGroup(SIGKILL);
        const std::string left = m_bed->leftOnAll();
        QVERIFY2(left.empty(), left.c_str());
    }

    void theNodesAreChecked()
    {
        m_bed->renew();
        write({.nodes = 2, .links = R"({"loss": "1%"})"}, true);
        const auto finished = m_bed->cli({"check", "small.millrace", "--nodes", "--json"});
        const Json json = Json::parse(finished.out, nullptr, false);
        QVERIFY2(json.is_object() && json["nodes"].size() == 2, finished.text());
        for (const Json& node : json["nodes"])
            for (const Json& finding : node["findings"])
                if (finding["topic"] == "rights" || finding["topic"] == "reach")
                    QVERIFY2(finding["light"] == "green", finding.dump().c_str());
    }

    void oneCommandOnAll()
    {
        m_bed->renew();
        for (const bool byCommand : {false, true}) {
            write({.nodes = 3}, byCommand);
            std::vector<std::string> words = {"exec", project(), "--trust"};
            if (!byCommand)
                words.insert(words.end(), {"--ssh-config", m_bed->sshConfig().string()});
            auto with = [&](std::vector<std::string> more) {
                more.insert(more.begin(), words.begin(), words.end());
                return exec(std::move(more));
            };
            const auto all = with({"--", "sh", "-c", "echo \"it's $0\"; echo oops >&2", "me"});
            QVERIFY2(all.code == 0, all.text());
            QCOMPARE(std::ranges::count(all.out, '\n'), std::ptrdiff_t(3));
            QVERIFY2(all.out.find(": it's me\n") != std::string::npos, all.text());
            QVERIFY2(all.err.find(": oops\n") != std::string::npos, all.text());
            const auto one = with({"--node", "n2", "--", "sh", "-c", "exit 3"});
            QCOMPARE(one.code, 1);
            QVERIFY2(one.err == "n2: ended with code 3\n", one.text());
            const auto late = with({"--timeout", "500ms", "--", "sleep", "30"});
            QCOMPARE(late.code, 4);
            const auto json = with({"--json", "--", "hostname"});
            const Json parsed = Json::parse(json.out, nullptr, false);
            QVERIFY2(parsed.is_object() && parsed["nodes"].size() == 3, json.text());
            QCOMPARE(parsed["nodes"][2]["exit"].get<int>(), 0);
        }
    }

    void onesThatAreNotThere()
    {
        m_bed->renew();
        write({.nodes = 2}, true);
        Json json = Json::parse(std::ifstream(project()));
        json["clusters"][0]["nodes"][1]["host"] = "4194303";
        std::ofstream(project()) << json.dump();
        const auto finished = m_bed->cli({"run", "small.millrace", "--new", "--no-report"});
        QVERIFY(finished.code != 0);
        QVERIFY2(finished.err.find("4194303 is not reached by nsenter --all") != std::string::npos, finished.text());
        json["clusters"][0]["access"]["command"] = {"/no/such/program", "{host}"};
        std::ofstream(project()) << json.dump();
        const auto none = m_bed->cli({"run", "small.millrace", "--new", "--no-report"});
        QVERIFY2(none.code != 0 && none.err.find("/no/such/program") != std::string::npos, none.text());
        json["clusters"][0]["access"]["command"] = {"docker", "exec", "-i"};
        std::ofstream(project()) << json.dump();
        const auto wrong = exec({"check", project()});
        QVERIFY2(wrong.code == 2 && wrong.out.find("clusters[0].access.command") != std::string::npos, wrong.text());
    }
};

QTEST_GUILESS_MAIN(TestCommandNodes)
#include "tst_command_nodes.moc"

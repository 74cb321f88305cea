// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/elastic/http_request.h"
#include "core/store/database.h"
#include "core/store/event_repository.h"
#include "core/store/run_repository.h"
#include "tests/e2e/cli_runner.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

using namespace millrace;
using namespace std::chrono_literals;

namespace {

/// `^` represents a quotation mark: moc misreads raw strings.
std::string json(std::string text)
{
    std::ranges::replace(text, '^', '"');
    return text;
}

std::string projectOf(const std::string& workload)
{
    return json("{^format^: ^millrace-project^, ^version^: 1, ^name^: ^adaptive^,\n"
                "^clusters^: [{^name^: ^lab^, ^nodes^: 4, ^nic_rate^: ^1Gbit^, ^links^: [{^delay^: ^50us^}]}],\n"
                "^workloads^: [{^name^: ^job^, ^model^: ^slp-mnist^, ^warmup_steps^: 2, ^compute_time^: ^20ms^, "
                "^deadline^: ^500ms^, ")
        + json(workload)
        + json("}],\n"
               "^grids^: [{^name^: ^grid^, ^cluster^: ^lab^, ^workload^: ^job^, ^repetitions^: 1,"
               " ^gate^: {^lateness^: ^10s^, ^rate^: ^50%^, ^delay_floor^: ^20ms^}}]}");
}

} // namespace

/// Runs with policies and with failures on an emulated cluster, as a user makes them.
class TestAdaptiveRuns : public QObject
{
    Q_OBJECT

    QTemporaryDir m_temporary;
    bool m_tooBusy = false; ///< this machine, for a valid run

    std::filesystem::path folder() const { return m_temporary.path().toStdString(); }

    /// Makes the run of a project of this name; the text of a problem.
    QByteArray make(const std::string& name, const std::string& workload)
    {
        if (!writeFileAtomically(folder() / (name + ".millrace"), projectOf(workload)))
            return "the project was not written";
        const auto made = e2e::cli(folder(), {"run", name + ".millrace", "--no-report"});
        m_tooBusy = made.wasTooBusy();
        return made.code == 0 || m_tooBusy ? QByteArray() : made.text();
    }
    store::RunRecord runOf(store::Database& database, const SystemClock& clock)
    {
        store::RunRepository repository(database, clock);
        return (*repository.runs((*repository.campaigns()).front().id)).front();
    }
    /// The page of values that the log of the program names; empty without one.
    std::string metricsOf(const std::string& log)
    {
        const std::string prefix = "metrics: http://127.0.0.1:";
        const std::size_t at = log.find(prefix);
        const auto port = at == log.npos
            ? Result<std::int64_t>(0)
            : parseInteger(log.substr(at + prefix.size(), log.find('/', at + prefix.size()) - at - prefix.size()));
        if (!port || *port <= 0)
            return {};
        const WakeUp never;
        const auto answer = elastic::httpRequest({"127.0.0.1", static_cast<std::uint16_t>(*port)}, "GET", "/metrics",
                                                 {}, deadlineIn(5s), never);
        return answer ? answer->body : std::string();
    }
    QByteArray replayed(const std::string& name)
    {
        const auto replay = e2e::cli(folder(), {"replay", "1", "--store", name + ".mrdb", "--quiet"});
        return replay.code == 0 ? QByteArray() : replay.text();
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
    }

    /// Decisions are in the store, and the replay makes the same ones.
    void policies()
    {
        const QByteArray problem = make(
            "p",
            "^framework^: ^elastic^, ^steps^: 120, ^strategy^: ^STAR^, ^extras^: {^initial_workers^: ^2^, "
            "^monitor^: ^noise-scale^, ^noise_scale^: ^5000^, ^policy^: "
            "^strategy-schedule(20:RING_ALLREDUCE,40:STAR@1)+goodput-batch(interval=10)+workers-schedule(30:4,60:3)^}");
        QVERIFY2(problem.isEmpty(), problem);
        if (m_tooBusy)
            QSKIP("this machine was too busy for a valid run");
        const auto told = e2e::cli(folder(), {"--json", "policy", "p.mrdb"});
        QVERIFY2(told.code == 0, told.text());
        const auto report = nlohmann::json::parse(told.out);
        QCOMPARE(report["compared"].get<int>(), 1);
        QVERIFY2(report["same"].get<int>() == 1, told.text());
        QVERIFY2(report["tables"][1]["rows"].size() >= 4, told.text());
        const auto other = e2e::cli(folder(), {"policy", "p.mrdb", "--policy", "kungfu-workers(window=10)"});
        QVERIFY2(other.code == 0 && other.out.find("3 workers") != std::string::npos, other.text());
        const QByteArray differs = replayed("p");
        QVERIFY2(differs.isEmpty(), differs);
    }

    /// Every part of the time is booked, and the truth is in the store.
    void failures_data()
    {
        QTest::addColumn<QByteArray>("framework");
        QTest::addColumn<QByteArray>("failures");
        QTest::addColumn<bool>("survives");
        QTest::newRow("killed") << QByteArray("elastic") << QByteArray("kill(at=1s/3s,repair=1s)") << true;
        QTest::newRow("cut off") << QByteArray("elastic") << QByteArray("partition(at=1s,lasts=1s,who=2)") << true;
        QTest::newRow("restarted") << QByteArray("builtin") << QByteArray("kill(at=1s,repair=500ms)") << false;
    }

    void failures()
    {
        QFETCH(QByteArray, framework);
        QFETCH(QByteArray, failures);
        QFETCH(bool, survives);
        const std::string name = std::string("f") + QTest::currentDataTag()[0];
        const QByteArray problem =
            make(name,
                 "^framework^: ^" + framework.toStdString() + "^, ^steps^: 250, ^verify_every^: 0, " + "^failures^: ^"
                     + failures.toStdString() + "^");
        QVERIFY2(problem.isEmpty(), problem);
        if (m_tooBusy)
            QSKIP("this machine was too busy for a valid run");
        auto database = store::Database::open(folder() / (name + ".mrdb"));
        QVERIFY(database);
        const SystemClock clock;
        const store::RunRecord run = runOf(*database, clock);
        double sum = 0;
        std::map<std::string, double> values;
        const auto metrics = store::RunRepository(*database, clock).metrics(run.id);
        QVERIFY(metrics);
        for (const store::Metric& metric : *metrics) {
            values[metric.name] = metric.value;
            if (metric.name.starts_with("goodput"))
                sum += metric.value;
        }
        QVERIFY2(std::abs(sum - 1) < 1e-6, qPrintable(QString::number(sum)));
        QVERIFY(values.at("failures") >= 1);
        QCOMPARE(int(values.at("steps")), 250);
        QCOMPARE(values.at("lost_steps") > 0, !survives);
        QVERIFY(values.at("goodput") > 0.2 && values.at("goodput") < 1);
        QVERIFY(values.at("recovery_max") < 5);
        store::EventQuery query;
        query.kind = "failure";
        QCOMPARE(int(store::EventRepository(*database).events(run.id, query)->events.size()),
                 int(values.at("failures")));
        const QByteArray differs = replayed(name);
        QVERIFY2(differs.isEmpty(), differs);
    }

    /// A worker that is slowed down is the one that makes the others wait, in a ring that waits all round; meanwhile a
    /// monitoring system reads the values.
    void waits()
    {
        if (!writeFileAtomically(
                folder() / "w.millrace",
                projectOf("^framework^: ^builtin^, ^strategy^: ^RING_ALLREDUCE^, ^steps^: 120, ^verify_every^: 0, "
                          "^failures^: ^slow(at=500ms,who=2,lasts=60s,factor=3)^")))
            QFAIL("the project was not written");
        auto child =
            e2e::startCli(folder(), {"run", "w.millrace", "--no-report", "--metrics", "0", "--on-failure", "retry=2"});
        std::string page;
        for (int i = 0; i < 600 && page.find("millrace_peer_waiting{") == std::string::npos; ++i) {
            QTest::qWait(50);
            page = metricsOf(readFile(folder() / "cli.log").value_or(""));
        }
        const auto status = child.wait(deadlineIn(120s));
        QVERIFY(status);
        QVERIFY2(page.find("millrace_peer_waiting{run=\"1\",rank=\"0\",peer=\"3\"}") != std::string::npos,
                 page.c_str());
        QVERIFY2(page.find("millrace_runs{state=\"planned\"} 1") != std::string::npos, page.c_str());
        const auto told = e2e::cli(folder(), {"--json", "waits", "w.mrdb", "--figures", "waits"});
        if (told.code != 0)
            QSKIP("this machine was too busy for a valid run");
        const auto report = nlohmann::json::parse(told.out);
        std::map<std::string, double> caused;
        const auto& table = report["tables"][0];
        const auto columnOf = [&table](const char* name) {
            const auto& columns = table["columns"];
            return static_cast<std::size_t>(
                std::ranges::find_if(columns, [name](const auto& column) { return column["name"] == name; })
                - columns.begin());
        };
        for (const auto& row : table["rows"])
            caused[row[columnOf("worker")].get<std::string>()] = row[columnOf("caused")].get<double>();
        QCOMPARE(caused.size(), std::size_t(4));
        QVERIFY2(caused.at("rank 2") > 0.05, told.text());
        for (const char* other : {"rank 0", "rank 1", "rank 3"})
            QVERIFY2(caused.at(other) < caused.at("rank 2") / 2, told.text());
        QVERIFY(std::filesystem::exists(folder() / "waits" / "waits-run-1.svg"));
        const QByteArray differs = replayed("w");
        QVERIFY2(differs.isEmpty(), differs);
    }

    /// The program is killed while a worker is frozen and another one cut off: nothing is left, and the run is
    /// repeated.
    void killedInTheMiddle()
    {
        const auto before = e2e::footprint();
        if (!writeFileAtomically(folder() / "k.millrace",
                                 projectOf("^framework^: ^elastic^, ^steps^: 150, ^verify_every^: 0, ^failures^: "
                                           "^freeze(at=500ms,who=1,lasts=2s)+partition(at=600ms,who=3,lasts=2s)^")))
            QFAIL("the project was not written");
        {
            auto child = e2e::startCli(folder(), {"run", "k.millrace", "--no-report"});
            const SystemClock clock;
            bool struck = false;
            for (int i = 0; i < 400 && !struck; ++i) {
                QTest::qWait(50);
                auto database = store::Database::openReadOnly(folder() / "k.mrdb");
                if (!database)
                    continue;
                store::RunRepository repository(*database, clock);
                const auto campaigns = repository.campaigns();
                std::vector<store::RunRecord> runs;
                if (campaigns && !campaigns->empty())
                    runs = repository.runs(campaigns->front().id).value_or({});
                store::EventQuery query;
                query.kind = "failure";
                struck = !runs.empty()
                    && store::EventRepository(*database).events(runs.front().id, query)->events.size() == 2;
            }
            child.signalGroup(SIGKILL);
            QVERIFY2(struck, "no worker was made to fail");
        }
        const std::string left = e2e::leftSince(before, 30);
        QVERIFY2(left.empty(), left.c_str());
        const auto resumed =
            e2e::cli(folder(), {"run", "k.millrace", "--no-report", "--resume", "--on-failure", "retry=2"});
        if (resumed.wasTooBusy())
            QSKIP("this machine was too busy for a valid run");
        QVERIFY2(resumed.code == 0, resumed.text());
    }

    /// A port that somebody else has.
    void metricsWithoutAPort()
    {
        auto taken = listenTcp({"127.0.0.1", 0});
        QVERIFY(taken);
        const std::string port = std::to_string(localEndpoint(taken->get())->port);
        if (!writeFileAtomically(folder() / "t.millrace", projectOf("^framework^: ^builtin^, ^steps^: 2")))
            QFAIL("the project was not written");
        const auto refused = e2e::cli(folder(), {"run", "t.millrace", "--no-report", "--metrics", port});
        QVERIFY2(refused.code != 0 && refused.err.find("serving metrics") != std::string::npos, refused.text());
    }

    void badInput_data()
    {
        QTest::addColumn<QByteArray>("workload");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("failure") << QByteArray("^failures^: ^crash(every=3s)^")
                                 << QByteArray("there is no failure \"crash\"");
        QTest::newRow("policy") << QByteArray("^extras^: {^policy^: ^cost-workers^}")
                                << QByteArray("choose the framework elastic");
    }

    void badInput()
    {
        QFETCH(QByteArray, workload);
        QFETCH(QByteArray, sentence);
        QVERIFY(writeFileAtomically(folder() / "bad.millrace",
                                    projectOf("^framework^: ^builtin^, " + workload.toStdString())));
        const auto checked = e2e::cli(folder(), {"check", "bad.millrace"});
        const std::string text = checked.out + checked.err;
        QVERIFY2(text.find(sentence.toStdString()) != std::string::npos, text.c_str());
    }

    void badCommands()
    {
        QVERIFY(e2e::cli(folder(), {"policy", "nowhere.mrdb"}).code == 3);
        QVERIFY(e2e::cli(folder(), {"policy", "p.mrdb", "--policy", "luck"}).code == 2);
    }
};

QTEST_APPLESS_MAIN(TestAdaptiveRuns)
#include "tst_adaptive_runs.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/cli_runner.h"
#include "tests/e2e/stored_runs.h"

#include "core/project/project_file.h"
#include "core/store/database.h"
#include "core/store/result_query.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace millrace;

namespace {

constexpr const char* catalogue =
    "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice\n"
    "T4,T4,1.0,8.0,30.0,0.60,US,,0.25\nT4,T4,1.0,8.0,30.0,0.61,EU,,0.26\nother,T4,1.0,8.0,30.0,0.61,EU,,0.26\n";

/// Four workers on four continents of the study at 1/1000 of its sizes, for seconds.
const char* const emulated = R"json({
  "format": "millrace-project", "version": 1, "name": "small",
  "clusters": [{"name": "far", "nodes": [
      {"name": "us", "zone": "US"}, {"name": "eu", "zone": "EU"}, {"name": "asia", "zone": "ASIA"}, {"name": "aus", "zone": "AUS"}],
    "nic_rate": "1Gbit",
    "links": [{"from": "US", "to": "EU", "rate": "210Mbit", "delay": "51ms"}, {"from": "US", "to": "ASIA", "rate": "133Mbit", "delay": "79ms"},
              {"from": "US", "to": "AUS", "rate": "117Mbit", "delay": "88ms"}, {"from": "EU", "to": "ASIA", "rate": "76Mbit", "delay": "127ms"},
              {"from": "EU", "to": "AUS", "rate": "69Mbit", "delay": "136ms"}, {"from": "ASIA", "to": "AUS", "rate": "163Mbit", "delay": "66ms"}]}],
  "workloads": [{"name": "averaging", "model": "vector/256", "strategy": "PAIRWISE", "steps": 4, "warmup_steps": 1, "compute_time": "200ms", "deadline": "1min"}],
  "grids": [{"name": "grid", "cluster": "far", "workload": "averaging"}]
})json";

double metricOf(const std::filesystem::path& file, const std::string& name, const std::string& subject)
{
    auto database = store::Database::openReadOnly(file);
    if (!database)
        return -1;
    store::ResultQuery query(*database);
    const auto found = query.index({}, {});
    const auto rows = query.rows(found->runs);
    for (const store::ResultRow& row : *rows)
        for (const store::Metric& metric : row.metrics)
            if (metric.name == name && metric.subject == subject)
                return metric.value;
    return -1;
}

} // namespace

/// Prices and plans on the command line, and a planned cluster in emulation.
class TestPlanCommand : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path folder() const { return m_folder.path().toStdString(); }
    nlohmann::json jsonOf(const std::vector<std::string>& arguments)
    {
        const auto done = e2e::cli(folder(), arguments);
        if (done.code != 0)
            qFatal("%s", done.text().constData());
        return nlohmann::json::parse(done.out);
    }

private Q_SLOTS:
    void aTemplateIsPlanned()
    {
        const auto cheap = jsonOf({"plan", "continents", "--json"});
        QCOMPARE(cheap.at("choices").get<double>(), 2249.0);
        QVERIFY(cheap.at("exact").get<bool>());
        const auto fast = jsonOf({"plan", "continents.millrace", "--plan", "RoBERTaXLM", "--best", "time", "--json"});
        const auto columnOf = [](const nlohmann::json& table, const std::string& name) {
            for (std::size_t i = 0; i < table.at("columns").size(); ++i)
                if (table.at("columns")[i].at("name") == name)
                    return i;
            return std::size_t(0);
        };
        const auto& table = cheap.at("tables")[0];
        const double first = table.at("rows")[0][columnOf(table, "cost")],
                     second = table.at("rows")[1][columnOf(table, "cost")];
        QVERIFY(first > 0 && first <= second);
        const auto& times = fast.at("tables")[0];
        QVERIFY(times.at("rows")[0][columnOf(times, "time")] <= times.at("rows")[1][columnOf(times, "time")]);
        const auto table2 = e2e::cli(folder(), {"plan", "continents", "--csv", "-", "--top", "3"});
        QCOMPARE(std::ranges::count(table2.out, '\n'), 4);
        const auto drawn = e2e::cli(folder(), {"plan", "continents", "--figures", "plots"});
        QVERIFY2(drawn.code == 0, drawn.text());
        QVERIFY(std::filesystem::file_size(folder() / "plots/plan.svg") > 1000);
    }

    /// Each choice with its best all-reduce; what is added has it.
    void allReducesAreSearched()
    {
        const auto found = jsonOf({"plan", "continents", "--strategies", "--best", "time", "--json"});
        QVERIFY(found.at("exact").get<bool>());
        QVERIFY(found.at("forecasts").get<int>() > 0 && found.at("forecasts").get<int>() < 2000);
        const auto& table = found.at("tables")[0];
        QCOMPARE(table.at("columns")[1].at("name").get<std::string>(), std::string("strategy"));
        QCOMPARE(table.at("rows")[0][1].get<std::string>(), std::string("PAIRWISE"));
        const auto few =
            jsonOf({"plan", "continents", "--strategies", "--simulations", "3", "--best", "time", "--json"});
        QVERIFY(!few.at("exact").get<bool>() && few.at("gap").get<double>() > 0);
        QCOMPARE(few.at("forecasts").get<int>(), 3);
        std::filesystem::copy_file(folder() / "continents.millrace", folder() / "other.millrace");
        const auto added = e2e::cli(folder(), {"plan", "other.millrace", "--strategies", "--add", "3"});
        QVERIFY2(added.code == 0, added.text());
        const auto cheap = jsonOf({"plan", "continents", "--strategies", "--json"});
        QCOMPARE(project::ProjectFile::open(folder() / "other.millrace")->project.workloads.back().strategy,
                 cheap.at("tables")[0].at("rows")[2][1].get<std::string>());
        for (const std::vector<std::string>& lonely :
             {std::vector<std::string>{"--simulated"}, {"--strategy", "STAR"}, {"--simulations", "3"}}) {
            std::vector<std::string> arguments = {"plan", "continents"};
            arguments.insert(arguments.end(), lonely.begin(), lonely.end());
            const auto refused = e2e::cli(folder(), arguments);
            QVERIFY2(refused.code == 2 && refused.err.find("requires") != std::string::npos, refused.text());
        }
    }

    void aChoiceIsAddedToTheProject()
    {
        const auto tried = e2e::cli(folder(), {"plan", "continents", "--best", "time", "--add", "2", "--dry-run"});
        QVERIFY2(tried.code == 0 && tried.out.find("not saved") != std::string::npos, tried.text());
        const auto before = project::ProjectFile::open(folder() / "continents.millrace");
        const auto added =
            e2e::cli(folder(), {"plan", "continents", "--best", "time", "--add", "2", "--csv", "choices.csv"});
        QVERIFY2(added.code == 0 && added.out.find("Added the cluster") != std::string::npos, added.text());
        const auto after = project::ProjectFile::open(folder() / "continents.millrace");
        QVERIFY(after.has_value() && !hasErrors(after->problems()));
        QCOMPARE(after->project.grids.size(), before->project.grids.size() + 1);
        QCOMPARE(after->project.clusters.back().name, after->project.grids.back().cluster);
        QVERIFY(e2e::cli(folder(), {"run", "continents", "--grid", after->project.grids.back().name, "--dry-run"}).code
                == 0);
        const auto ring =
            e2e::cli(folder(), {"plan", "continents", "--best", "time", "--add", "1", "--strategy", "RING_ALLREDUCE"});
        QVERIFY2(ring.code == 0 && ring.out.find("All-reduces, simulated") != std::string::npos, ring.text());
        QCOMPARE(project::ProjectFile::open(folder() / "continents.millrace")->project.workloads.back().strategy,
                 std::string("RING_ALLREDUCE"));
        const auto simulated =
            e2e::cli(folder(), {"plan", "continents", "--best", "time", "--add", "1", "--simulated"});
        QVERIFY2(simulated.code == 0, simulated.text());
        const auto there = project::ProjectFile::open(folder() / "continents.millrace");
        QCOMPARE(there->project.clusters.back().kind, cluster::ClusterKind::Simulated);
        const auto ran = e2e::cli(folder(), {"run", "continents", "--grid", there->project.grids.back().name});
        QVERIFY2(ran.code == 0, ran.text());
        const auto none = e2e::cli(folder(), {"plan", "continents", "--top", "3", "--add", "99999"});
        const auto single = e2e::cli(folder(), {"plan", "continents", "--add", "1"});
        QVERIFY2(single.code == 2 && single.err.find("two or more") != std::string::npos, single.text());
        QVERIFY2(none.code == 2 && none.err.find("--add 99999") != std::string::npos, none.text());
    }

    void pricesAreRead()
    {
        QVERIFY(e2e::cli(folder(), {"plan", "continents", "--csv", "before.csv"}).code == 0);
        std::filesystem::create_directories(folder() / "GC/2026-11-20");
        QVERIFY(bool(writeFileAtomically(folder() / "GC/2026-11-20/vms.csv", catalogue)));
        std::filesystem::create_directories(folder() / "elsewhere");
        std::filesystem::copy_file(folder() / "GC/2026-11-20/vms.csv", folder() / "elsewhere/vms-2026-11-20.csv");
        const auto others =
            e2e::cli(folder(), {"prices", "continents", "--import", "elsewhere/vms-2026-11-20.csv", "--dry-run"});
        QVERIFY2(others.err.find("3 rows in 1 file about other machines") != std::string::npos, others.text());
        const auto misdated = e2e::cli(folder(), {"prices", "continents", "--import", "aws", "--date", "tomorrow"});
        QVERIFY2(misdated.code == 2 && misdated.err.find("--date: \"tomorrow\"") != std::string::npos, misdated.text());
        const auto dated =
            e2e::cli(folder(), {"prices", "continents", "--import", "GC/2026-11-20/vms.csv", "--dry-run"});
        QVERIFY2(dated.code == 0 && dated.err.find("other machines") == std::string::npos, dated.text());
        QVERIFY(bool(writeFileAtomically(folder() / "typed.csv",
                                         "provider,machine,region,spot,date,source\nGC,T4,US,abc,2026-01-01,x\n"
                                         "GC,T4,US,-3,2026-01-01,x\nGC,T4,EU,nan,2026-01-01,x\n")));
        const auto unpriced = e2e::cli(folder(), {"prices", "continents", "--import", "typed.csv", "--dry-run"});
        QVERIFY2(unpriced.err.find("3 rows without a price that can be read") != std::string::npos
                     && unpriced.err.find("other machines") == std::string::npos,
                 unpriced.text());
        const auto negative = e2e::cli(folder(), {"plan", "continents", "--add", "-1"});
        QVERIFY2(negative.code == 2 && negative.err.find("--add") != std::string::npos, negative.text());
        const auto read = jsonOf({"prices", "continents", "--import", "GC", "--provider", "GC", "--json"});
        QCOMPARE(read.at("rows").get<int>(), 3);
        const auto file = project::ProjectFile::open(folder() / "continents.millrace");
        QVERIFY(file.has_value());
        const auto* price = cost::machinePrice(file->project.prices, {"GC", "EU"}, "T4");
        QCOMPARE(*price->spot, 0.26);
        QCOMPARE(price->date, std::string("2026-11-20"));
        QCOMPARE(*cost::machinePrice(file->project.prices, {"GC", "EU"}, "T4", "2023-12")->spot, 0.2);
        const auto bad = e2e::cli(folder(), {"prices", "continents", "--import", "before.csv"});
        QVERIFY2(bad.code != 0 && bad.err.find("no table of prices") != std::string::npos, bad.text());
        // Writing a project that cannot be read as a whole would lose what is wrong in it.
        const std::string wrong =
            R"({"format": "millrace-project", "version": 1, "clusters": [{"name": "a", "kind": "b"}]})";
        QVERIFY(bool(writeFileAtomically(folder() / "wrong.millrace", wrong)));
        const auto refused = e2e::cli(folder(), {"prices", "wrong.millrace", "--study"});
        QVERIFY2(refused.code != 0 && refused.err.find("has errors") != std::string::npos, refused.text());
        QCOMPARE(readFile(folder() / "wrong.millrace").value_or(""), wrong);
    }

    void whatIsMissingIsNamed()
    {
        QVERIFY(bool(writeFileAtomically(folder() / "small.millrace", emulated)));
        const auto none = e2e::cli(folder(), {"plan", "small.millrace"});
        QVERIFY2(none.code != 0 && none.err.find("the project has no plan") != std::string::npos, none.text());
        // A text that is no duration is not taken as none.
        std::string text(emulated);
        text.insert(text.rfind('}'), R"(, "plans": [{"name": "p", "cluster": "c", "rejoin": "5m"}])");
        QVERIFY(bool(writeFileAtomically(folder() / "small.millrace", text)));
        const auto wrong = e2e::cli(folder(), {"plan", "small.millrace"});
        QVERIFY2(wrong.code == 2 && wrong.err.find("plans[0].rejoin") != std::string::npos, wrong.text());
    }

    /// The machines send 2 P b (N - 1) bytes together, within 1 %; the step takes what the slowest pair needs, and no
    /// more than the slow start of its connections in addition.
    void aFarClusterMovesTheBytesOfThePlan()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
        QVERIFY(bool(writeFileAtomically(folder() / "small.millrace", emulated)));
        const auto ran = e2e::cli(folder(), {"run", "small.millrace"});
        QVERIFY2(ran.code == 0, ran.text());
        const double vector = 4.0 * 1048576; // bytes: 16 tensors of 64 MiB ÷ 256
        const double expected = 4 * 2 * vector * 3 / 4; // of all nodes, a step
        const double sent = metricOf(folder() / "small.mrdb", "sent_payload_per_step", "");
        qInfo("sent %.0f bytes a step, %.4f times the plan's", sent, sent / expected);
        QVERIFY(std::abs(sent / expected - 1) < 0.01);
        const double step = metricOf(folder() / "small.mrdb", "communication_mean", "");
        const double slowest = 16 * vector / 4 / 69e6;
        qInfo("all-reduce %.3f s, bytes of the slowest pair %.3f s", step, slowest);
        QVERIFY(step > slowest);
    }

    /// Every fourth step averages bytes in place of floats, over two connections: a sixteenth of the traffic. The run
    /// is valid by its gates, whose forecast knows it.
    void fewAveragingsMoveTheirBytes()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
        std::string text = emulated;
        const auto replace = [&text](const std::string& from, const std::string& to) {
            const auto at = text.find(from);
            QVERIFY(at != std::string::npos);
            text.replace(at, from.size(), to);
        };
        replace("\"steps\": 4, \"warmup_steps\": 1", "\"steps\": 8, \"warmup_steps\": 4");
        replace("\"deadline\": \"1min\"",
                "\"deadline\": \"1min\", \"verify_every\": 1, \"extras\": {\"local_steps\": \"4\", "
                "\"compression\": \"int8\", \"streams\": \"2\"}");
        replace("\"name\": \"small\"", "\"name\": \"few\"");
        QVERIFY(bool(writeFileAtomically(folder() / "few.millrace", text)));
        const auto ran = e2e::cli(folder(), {"run", "few.millrace"});
        QVERIFY2(ran.code == 0, ran.text());
        const double expected = 4 * 2 * 4.0 * 1048576 * 3 / 4 / 16; // of all nodes, a step
        const double sent = metricOf(folder() / "few.mrdb", "sent_payload_per_step", "");
        qInfo("sent %.0f bytes a step, %.4f times a sixteenth", sent, sent / expected);
        QVERIFY(std::abs(sent / expected - 1) < 0.01);
        const double predicted = metricOf(folder() / "few.mrdb", "predicted_payload_per_step", "");
        QVERIFY(std::abs(sent / predicted - 1) < 0.005);
        QVERIFY(metricOf(folder() / "few.mrdb", "step_simulated", "") > 0.2);

        replace("\"local_steps\": \"4\"", "\"local_steps\": \"9\"");
        QVERIFY(bool(writeFileAtomically(folder() / "none.millrace", text)));
        const auto refused = e2e::cli(folder(), {"run", "none.millrace"});
        QVERIFY2(refused.code != 0 && refused.err.find("end before the first averaging") != std::string::npos,
                 refused.text());
    }

    /// With the part w of S bytes a worker sends (1 + 2 w) S, within 1 %. Of the rates, 460, 355, 372 and 349 Mbit/s to
    /// the three others together, come 1 + 2 w = 6 times its share of their sum.
    void partsByTheRatesOfTheLinks()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
        std::string text = emulated;
        const std::string deadline = "\"deadline\": \"1min\"";
        text.replace(text.find(deadline), deadline.size(), deadline + ", \"extras\": {\"parts\": \"rate\"}");
        QVERIFY(bool(writeFileAtomically(folder() / "parts.millrace", text)));
        const auto ran = e2e::cli(folder(), {"run", "parts.millrace"});
        QVERIFY2(ran.code == 0, ran.text());
        const auto file = folder() / "parts.mrdb";
        const auto gates = e2e::gatesOf(file, e2e::runsOf(file).front().id, "traffic");
        const std::map<std::string, double> rates = {{"us", 460}, {"eu", 355}, {"asia", 372}, {"aus", 349}};
        QCOMPARE(gates.size(), rates.size());
        for (const store::GateResult& gate : gates) {
            const double expected = 5 * 4.0 * 1048576 * 6 * rates.at(gate.subject) / 1536; // of five all-reduces
            qInfo("%s sent %.4f times its share", gate.subject.c_str(), gate.achieved / expected);
            QVERIFY(std::abs(gate.achieved / expected - 1) < 0.01);
        }
    }
};

QTEST_GUILESS_MAIN(TestPlanCommand)
#include "tst_plan_command.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/grid/plan.h"
#include "core/launch/launch_plan.h"
#include "core/project/effective.h"
#include "core/project/project_file.h"
#include "core/project/templates.h"

#include <QtTest>
#include <ctime>
#include <map>
#include <set>

using namespace millrace;
using namespace millrace::project;

namespace {

/// Two nodes with two slots, the second cluster with a bottleneck; `grid` is the inside of one grid over both.
Project withGrid(const QString& grid, const QString& workload = R"("name":"w","command":["x"])")
{
    const QString text = QString(R"({"format":"millrace-project","version":1,"name":"t",
        "clusters":[{"name":"c","nodes":[{"name":"a","slots":2},{"name":"b","slots":2}],"links":[{"delay":"2ms"}],
                     "bottleneck":{"rate":"1Gbit"}}],
        "workloads":[{%1}],"grids":[{"name":"g","cluster":"c","workload":"w",%2}]})")
                             .arg(workload, grid);
    const auto file = ProjectFile::parse(text.toStdString(), "/tmp/t.millrace");
    if (!file)
        qFatal("%s", file.error().text().c_str());
    return file->project;
}

QString linesOf(const Issues& issues)
{
    QStringList lines;
    for (const Issue& issue : issues)
        lines << QString::fromStdString(issueText(issue));
    return lines.join("\n");
}

} // namespace

class TestProjectValidate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void templatesHaveNoProblems()
    {
        QCOMPARE(templates().size(), std::size_t(15));
        for (const Template& item : templates()) {
            const auto file = ProjectFile::parse(item.text, "/tmp/t.millrace");
            QVERIFY2(file.has_value(), item.name.data());
            QCOMPARE(linesOf(file->problems()), QString());
            QVERIFY(!item.title.empty() && item.summary.ends_with('.'));
            QVERIFY(findTemplate(item.name)->text == item.text);
            QVERIFY(*chooseGrid(file->project, "") == &file->project.grids[0]);
        }
        QCOMPARE(
            QString::fromStdString(findTemplate("x").error().what),
            QString("unknown template \"x\"; available: quickstart, traffic-study, kungfu-strategies, loss-and-delay, "
                    "continents, simulated, cross-traffic, detectors, kungfu-interference, elastic, pytorch-ddp, "
                    "usage-samples, "
                    "remote, "
                    "containers, kubernetes"));
    }

    void ratesOfPairsAloneAreWarnedOf()
    {
        const auto problems = [](const char* cluster) {
            const std::string text =
                std::string(R"({"format":"millrace-project","version":1,"name":"t","clusters":[)") + cluster + "]}";
            const auto file = ProjectFile::parse(text, "/tmp/t.millrace");
            return linesOf(file->problems());
        };
        const QString warned = problems(R"({"name":"c","nodes":4,"links":[{"delay":"1ms"},{"rate":"500Mbit"}]})");
        QVERIFY2(warned.startsWith("clusters[0].links[1].rate: each pair of nodes has its own 500 Mbit/s"),
                 qPrintable(warned));
        QVERIFY(warned.contains("nic_rate"));
        QCOMPARE(problems(R"({"name":"c","nodes":4,"nic_rate":"1Gbit","links":[{"rate":"500Mbit"}]})"), QString());
        QCOMPARE(problems(R"({"name":"c","nodes":2,"links":[{"rate":"500Mbit"}]})"), QString());
        QCOMPARE(problems(R"({"name":"c","nodes":4,"links":[{"delay":"1ms"}]})"), QString());
    }

    void theTrafficStudyHasExactly232Runs()
    {
        const auto file = ProjectFile::parse(findTemplate("traffic-study")->text, "/tmp/t.millrace");
        const auto& spec = file->project.grids[0];
        const auto expansion = grid::Expansion::expand(spec);
        QCOMPARE(grid::planRuns(*expansion)->runs.size(), std::size_t(232));
        std::map<std::string, int> byFramework;
        std::map<std::string, std::set<std::string>> levels;
        for (std::size_t i = 0; i < expansion->cellCount(); ++i) {
            const grid::Cell cell = expansion->cell(i);
            const std::string framework = cell.find("framework")->text;
            ++byFramework[framework];
            for (const auto& [factor, level] : cell.levels)
                levels[framework + " " + factor].insert(level.text);
        }
        QCOMPARE(byFramework, (std::map<std::string, int>{{"horovod", 48}, {"kungfu", 16}, {"tensorflow", 168}}));
        // 2 × 4 × 3 × 7, 4 × 4 × 3 and 4 × 4 as in the study's settings table.
        QCOMPARE(levels["tensorflow backend"], (std::set<std::string>{"grpc", "grpc_nccl"}));
        QCOMPARE(levels["tensorflow model"].size(), std::size_t(4));
        QCOMPARE(levels["tensorflow batch"], (std::set<std::string>{"64", "128", "512"}));
        QCOMPARE(levels["tensorflow loss"], (std::set<std::string>{"0%", "0.05%", "0.1%", "0.2%", "0.5%", "1%", "2%"}));
        QCOMPARE(levels["horovod backend"], (std::set<std::string>{"mpi", "mpi_nccl", "gloo", "gloo_nccl"}));
        QCOMPARE(levels["horovod loss"], (std::set<std::string>{"0%"}));
        QCOMPARE(levels["horovod strategy"], (std::set<std::string>{"RING"}));
        QCOMPARE(levels["kungfu strategy"], (std::set<std::string>{"BINARY_TREE_STAR", "CLIQUE", "STAR", "TREE"}));
        QCOMPARE(levels["kungfu batch"], (std::set<std::string>{"64"}));
    }

    void everyRunOfTheTemplatesCanBeStarted()
    {
        for (const Template& item : templates()) {
            const auto file = ProjectFile::parse(item.text, "/tmp/t.millrace");
            const auto expansion = grid::Expansion::expand(file->project.grids[0]);
            for (std::size_t i = 0; i < expansion->cellCount(); ++i) {
                const auto settings = effectiveSettings(file->project, file->project.grids[0], expansion->cell(i));
                QVERIFY(bool(settings));
                launch::LaunchRequest request;
                request.workload = settings->workload;
                for (const cluster::Node& node : settings->cluster.nodes)
                    request.nodes.push_back({node.name, "10.0.0.1", node.slots});
                const auto plan = launch::planLaunch(request, {});
                QVERIFY2(plan, plan ? "" : plan.error().what.c_str());
                QVERIFY(!plan->processes.empty());
            }
        }
    }

    void theOtherTemplatesHaveTheRunsThatTheyPromise()
    {
        for (const auto& [name, runs] :
             {std::pair("quickstart", 30u), std::pair("kungfu-strategies", 72u), std::pair("loss-and-delay", 72u),
              std::pair("simulated", 16u), std::pair("pytorch-ddp", 4u), std::pair("usage-samples", 82u),
              std::pair("remote", 6u)}) {
            const auto file = ProjectFile::parse(findTemplate(name)->text, "/tmp/t.millrace");
            const auto plan = grid::planRuns(*grid::Expansion::expand(file->project.grids[0]));
            QCOMPARE(plan->runs.size(), std::size_t(runs));
            QVERIFY2(file->project.notes.find(std::to_string(runs) + " runs") != std::string::npos, name);
        }
    }

    void grids_data()
    {
        QTest::addColumn<QString>("grid");
        QTest::addColumn<QString>("lines");
        const auto row = [](const char* name, const char* grid, const char* lines) {
            QTest::newRow(name) << grid << lines;
        };
        row("fine", R"("factors":[{"name":"loss","levels":[0,"1%"]},{"name":"workers","levels":[2,4]}])", "");
        row("more workers than slots", R"("factors":[{"name":"workers","levels":[2,5,0]}])",
            "grids[0].factors[0].levels[1]: 5 workers do not fit on the 4 slots of the cluster \"c\"\n"
            "grids[0].factors[0].levels[2]: there must be at least 1 worker");
        row("strategy",
            R"("factors":[{"name":"loss","levels":[0,"1%"]},{"name":"strategy","levels":["RING","RINGG"]}])",
            "grids[0].factors[1].levels[1]: unknown strategy of builtin \"RINGG\"; did you mean \"RING\"?");
        row("framework", R"("factors":[{"name":"framework","levels":["builtin","kungfoo"]}])",
            "grids[0].factors[0].levels[1]: unknown framework \"kungfoo\"; did you mean \"kungfu\"?");
        row("mode", R"("factors":[{"name":"mode","levels":["fast","quick"]}])",
            "grids[0].factors[0].levels[1]: \"quick\" is not a mode; write automatic, fast, packet");
        row("mtu", R"("factors":[{"name":"mtu","levels":[1500,20]}])",
            "grids[0].factors[0].levels[1]: must be from 576 to 9000");
        row("batch", R"("factors":[{"name":"batch","levels":[0]}])",
            "grids[0].factors[0].levels[0]: must be from 1 to 1000000");
        row("jitter larger than a delay",
            R"("factors":[{"name":"delay","levels":["1ms","5ms"]},{"name":"jitter","levels":[0,"3ms"]}])",
            "grids[0].factors[1].levels[1]: from a to b the jitter is larger than the delay; lower it or raise the "
            "delay");
        row("excluded, so fine",
            R"("factors":[{"name":"delay","levels":["1ms","5ms"]},{"name":"jitter","levels":[0,"3ms"]}],
               "conditions":["jitter <= delay"])",
            "");
        row("bottleneck", R"("factors":[{"name":"bottleneck_rate","levels":["1Gbit",0]}])",
            "grids[0].factors[0].levels[1]: must be from 1kbit to 1000Gbit");
        row("level of another framework",
            R"("factors":[{"name":"framework","levels":["horovod","kungfu"]},{"name":"strategy","levels":["RING","TREE"]}])",
            "grids[0].factors[1].levels[1]: unknown strategy of horovod \"TREE\"; available: RING, in cells with "
            "framework=horovod");
        row("level of another framework, excluded",
            R"("factors":[{"name":"framework","levels":["horovod","kungfu"]},{"name":"strategy","levels":["RING","TREE"]}],
               "conditions":["framework == 'horovod' implies strategy == 'RING'"])",
            "");
        row("no effect",
            R"("factors":[{"name":"framework","levels":["builtin","pytorch-ddp"]},{"name":"strategy","levels":["RING","STAR"]}])",
            "grids[0].factors[1]: strategy has no effect on pytorch-ddp, so that runs which differ in it alone would "
            "be the "
            "same; add a condition that leaves one level of it for pytorch-ddp");
        row("no effect, excluded",
            R"("factors":[{"name":"framework","levels":["builtin","pytorch-ddp"]},{"name":"strategy","levels":["RING","STAR"]}],
               "conditions":["framework == 'pytorch-ddp' implies strategy == 'RING'"])",
            "");
        row("packet filter", R"("capture":{"filter":"tcp port 5001"},"factors":[])", "");
        row("wrong packet filter", R"("capture":{"filter":"tcp prot 5001"},"factors":[])",
            "grids[0].capture.filter: the packet filter \"tcp prot 5001\" cannot be parsed: can't parse filter "
            "expression: syntax error; write it in the language of pcap-filter, for example \"tcp port 5001\"");
        row("reference", R"("cluster2":1,"factors":[])", "");
    }
    void grids()
    {
        QFETCH(QString, grid);
        QFETCH(QString, lines);
        QCOMPARE(linesOf(validate(withGrid(grid))), lines);
    }

    void strategiesDependOnTheBackend()
    {
        const auto problems = [](const char* backends, const char* more) {
            const std::string grid = std::string(R"("factors":[{"name":"backend","levels":[)") + backends
                + R"(]},{"name":"strategy","levels":["RING","STAR"]}])" + more;
            return linesOf(validate(
                withGrid(QString::fromStdString(grid), R"("name":"w","framework":"pytorch-ddp","model":"resnet18")")));
        };
        QCOMPARE(problems(R"("millrace")", ""), QString());
        QCOMPARE(
            problems(R"("gloo","millrace")", ""),
            QString("grids[0].factors[1]: strategy has no effect on the backend gloo, so that runs which differ in it "
                    "alone would be the same; add a condition that leaves one level of it for the backend gloo"));
        QCOMPARE(problems(R"("gloo","millrace")", R"(,"conditions":["backend == 'gloo' implies strategy == 'RING'"])"),
                 QString());
    }

    void noEffectOnTheWorkloadsFramework()
    {
        const QString workload = R"("name":"w","framework":"horovod","command":["x"])";
        QCOMPARE(
            linesOf(validate(withGrid(R"("factors":[{"name":"compute_time","levels":["1ms","2ms"]}])", workload))),
            QString("grids[0].factors[0]: compute_time has no effect on horovod, so that runs which differ in it alone "
                    "would be the same; remove it or leave one level"));
        QCOMPARE(linesOf(validate(withGrid(R"("factors":[{"name":"compute_time","levels":["1ms"]}])", workload))),
                 QString());
    }

    void namesAndReferences()
    {
        Project project = withGrid(R"("factors":[])");
        project.clusters.push_back(project.clusters[0]);
        project.workloads.emplace_back();
        project.grids.push_back(project.grids[0]);
        project.grids[1].name = "h";
        project.grids[1].cluster = "cc";
        project.grids[1].workload.clear();
        QCOMPARE(linesOf(validate(project)),
                 QString("clusters[1].name: another cluster is named \"c\" too; choose another name\n"
                         "workloads[1].name: a workload needs a name\n"
                         "grids[1].cluster: the project has no cluster \"cc\"; did you mean \"c\"?\n"
                         "grids[1].workload: names no workload"));
        QCOMPARE(QString::fromStdString(chooseGrid(project, "i").error().what),
                 QString("the project has no grid \"i\"; its grids are: \"g\", \"h\""));
        QVERIFY(*chooseGrid(project, "h") == &project.grids[1]);
        project.grids.clear();
        QCOMPARE(chooseGrid(project, "").error().code, ErrorCode::InvalidInput);
    }

    void impossibleTopologies()
    {
        Project project = withGrid(R"("factors":[])");
        project.clusters[0].bottleneck->from = "a";
        project.clusters[0].bottleneck->to = "a";
        QCOMPARE(linesOf(validate(project)),
                 QString("clusters[0].bottleneck: no pair of nodes uses it; check its \"from\" and \"to\""));
        project.clusters[0].bottleneck.reset();
        project.clusters[0].links[0].from = "z";
        project.clusters[0].links[0].settings.loss = 1.5;
        QCOMPARE(validate(project).size(), std::size_t(2));
        project.clusters[0].nodes.clear();
        QVERIFY(linesOf(validate(project)).startsWith("clusters[0].nodes: a cluster needs at least one node"));
    }

    void aProjectWithoutProblemsHasSettingsForEveryCell()
    {
        // Grids with random factors and conditions: where validation finds nothing, every single cell must work.
        Random random(41);
        const char* factors[] = {R"({"name":"framework","levels":["builtin","kungfu","horovod","pytorch-ddp"]})",
                                 R"({"name":"strategy","levels":["RING","STAR","PAIRWISE"]})",
                                 R"({"name":"workers","levels":[1,2,4]})",
                                 R"({"name":"delay","levels":["1ms","5ms"]})",
                                 R"({"name":"jitter","levels":[0,"3ms"]})",
                                 R"({"name":"queue","levels":[1000,"64KiB"]})",
                                 R"({"name":"mtu","levels":[900,9000]})",
                                 R"({"name":"model","levels":["resnet50","other"]})",
                                 R"({"name":"bottleneck_queue","levels":[2000,"64KiB"]})"};
        const char* conditions[] = {R"("framework == 'horovod' implies strategy == 'RING'")",
                                    R"("framework == 'kungfu' implies strategy != 'PAIRWISE'")",
                                    R"("framework == 'pytorch-ddp' implies strategy == 'RING'")",
                                    R"("jitter <= delay")",
                                    R"("mtu < 1000 or queue > 10kB")",
                                    R"("mtu < 1000 or bottleneck_queue > 10kB")",
                                    R"("framework == 'builtin' implies model == 'resnet50'")"};
        int clean = 0;
        int unclean = 0;
        for (int round = 0; round < 300; ++round) {
            QStringList chosen;
            QStringList rules;
            for (const char* factor : factors)
                if (random.below(2))
                    chosen << factor;
            for (const char* condition : conditions)
                if (random.below(5))
                    rules << condition;
            const Project whole = withGrid(QString(R"("factors":[%1])").arg(chosen.join(",")));
            Project project = whole;
            for (const QString& rule : rules) { // those whose factors are there
                Project with = project;
                with.grids[0].conditions.push_back({Json::parse(rule.toStdString()).get<std::string>(), ""});
                if (!hasErrors(validate(with.grids[0])))
                    project = with;
            }
            bool good = true;
            const auto expansion = grid::Expansion::expand(project.grids[0]);
            for (std::size_t i = 0; i < expansion->cellCount(); ++i) {
                const auto settings = effectiveSettings(project, project.grids[0], expansion->cell(i));
                good = good && settings && !hasErrors(validate(settings->cluster))
                    && !hasErrors(validate(settings->workload, {}));
            }
            Issues issues = validate(project);
            std::erase_if(issues, [](const Issue& issue) { return issue.kind == "no-effect"; });
            QVERIFY2(issues.empty() == good, qPrintable(linesOf(issues) + "\n" + chosen.join(",")));
            ++(good ? clean : unclean);
        }
        QVERIFY(clean > 20 && unclean > 20);
    }

    void aMillionCellsAreCheckedQuickly()
    {
        Project project = withGrid(R"("factors":[])");
        for (const char* name : {"batch", "steps", "warmup_steps", "verify_every"}) {
            grid::Factor factor{name, {}, false, "", {}};
            for (int level = 1; level <= 18; ++level)
                factor.levels.push_back(grid::numberLevel(grid::Quantity::Count, level));
            project.grids[0].factors.push_back(factor);
        }
        grid::Factor own{"own_factor", {}, true, "", {}};
        for (int level = 1; level <= 10; ++level)
            own.levels.push_back(grid::numberLevel(grid::Quantity::Number, level));
        project.grids[0].factors.push_back(own);
        project.grids[0].factors[3].levels.push_back(grid::numberLevel(grid::Quantity::Count, 3e9));
        const auto start = std::clock();
        QCOMPARE(linesOf(validate(project)),
                 QString("grids[0].factors[3].levels[18]: 3000000000 is too large for verify_every"));
        [[maybe_unused]] const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
#ifndef MR_SANITIZED
        QVERIFY2(seconds < 2, qPrintable(QString::number(seconds)));
#endif
    }
};

QTEST_APPLESS_MAIN(TestProjectValidate)
#include "tst_project_validate.moc"

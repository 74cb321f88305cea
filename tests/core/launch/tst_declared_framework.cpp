// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/launch/declared_framework.h"
#include "core/launch/launch_text.h"

#include <QtTest>
#include <cstdlib>

using namespace millrace;
using namespace millrace::launch;

namespace {

/// What resources/manual/frameworks.md shows.
std::string manualExample()
{
    const auto page =
        readFile(std::filesystem::path(std::getenv("MR_SOURCE")) / "resources/manual/frameworks.md").value_or("");
    const std::size_t mark = page.find("\"millrace-framework\"");
    const std::size_t begin = page.rfind("```json\n", mark);
    if (mark == std::string::npos || begin == std::string::npos)
        return {};
    return page.substr(begin + 8, page.find("```", mark) - begin - 8);
}

QString linesOf(const Issues& issues)
{
    QStringList lines;
    for (const Issue& issue : issues)
        lines << QString::fromStdString(issueText(issue));
    return lines.join("\n");
}

std::string frameworkText(const std::string& more)
{
    return R"({"format":"millrace-framework","name":"mine","processes":[{"command":["run","{rank}"]}])"
        + (more.empty() ? "" : "," + more) + "}";
}

} // namespace

class TestDeclaredFramework : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theExampleOfTheManualIsAFramework()
    {
        const auto folder = TemporaryFolder::make("frameworks");
        QVERIFY(bool(writeFileAtomically(folder->path() / "example.json", manualExample())));
        Frameworks frameworks;
        QCOMPARE(linesOf(loadFrameworks({folder->path(), folder->path() / "none"}, frameworks)), QString());
        const FrameworkTraits* traits = frameworks.find("parameter-box");
        QVERIFY(traits);
        QCOMPARE(traits->file, folder->path() / "example.json");
        QCOMPARE(traits->backends, (std::vector<std::string>{"tcp", "rdma"}));

        LaunchRequest request;
        request.workload.name = "w";
        request.workload.framework = "parameter-box";
        request.workload.backend = "rdma";
        request.workload.model = "resnet50";
        request.workload.extras = {{"port_of_server", "7000"}, {"env:DEBUG", "1"}, {"--trace", ""}};
        request.nodes = {{"a", "10.0.0.1", 2}, {"b", "10.0.0.2", 1}};
        QCOMPARE(linesOf(validate(request.workload, frameworks)), QString());
        const auto plan = planLaunch(request, frameworks);
        QVERIFY2(plan, plan ? "" : plan.error().what.c_str());
        QCOMPARE(plan->processes.size(), std::size_t(4));
        const ProcessPlan& server = plan->processes[0];
        QCOMPARE(server.label, std::string("server"));
        QCOMPARE(server.node, std::string("a"));
        QVERIFY(server.purpose == Purpose::Service);
        QCOMPARE(server.rank, -1);
        const ProcessPlan& last = plan->processes[3];
        QCOMPARE(last.node, std::string("b"));
        QCOMPARE(last.rank, 2);
        QCOMPARE(last.waitForLabel, std::string("server"));
        QCOMPARE(last.waitForText, std::string("listening"));
        QCOMPARE(commandText({last.command.argv, {}, {}}),
                 std::string("box-worker --server 10.0.0.1:7000 --rank 2 --of 3 --net rdma --batch 32 --steps 20 "
                             "--config '{run}/box.conf' --trace"));
        QCOMPARE(last.command.environment,
                 (std::vector<std::pair<std::string, std::string>>{{"BOX_INTERFACE", "{interface}"}, {"DEBUG", "1"}}));
        QCOMPARE(plan->files.size(), std::size_t(1));
        QCOMPARE(plan->files[0].content, std::string("workers = 3\nseed = 1\n"));
        QVERIFY(!plan->lines.empty());
        QCOMPARE(plan->lines[0].pattern, std::string("step {step:d} took {seconds:f} s, loss {loss:g}"));
        // Two workers next to the server, one remote: 1 S in each direction.
        const auto traffic = expectedTraffic(request.workload, request.nodes, frameworks);
        QCOMPARE(traffic->sentByNode, (std::vector<double>{4 * 25557032.0, 4 * 25557032.0}));
    }

    void gridAndValidationKnowIt()
    {
        Issues issues;
        const auto file = std::filesystem::path("/x/mine.json");
        Frameworks frameworks;
        QVERIFY(bool(frameworks.add(makeDeclaredAdapter(
            readFramework(frameworkText(R"("backends":["a"],"strategies":["S"],"models":["m"])"), file, issues)))));
        Workload workload;
        workload.name = "w";
        workload.framework = "mine";
        workload.model = "m";
        QCOMPARE(linesOf(validate(workload, frameworks)), QString());
        workload.backend = "b";
        workload.model = "n";
        QCOMPARE(linesOf(validate(workload, frameworks)),
                 QString("backend: unknown backend of mine \"b\"; did you mean \"a\"?\n"
                         "model: unknown model of mine \"n\"; did you mean \"m\"?"));
        const Frameworks before = frameworks;
        QVERIFY(bool(
            frameworks.add(makeDeclaredAdapter(readFramework(frameworkText(R"("backends":["b"])"), file, issues)))));
        QCOMPARE(frameworks.find("mine")->backends, (std::vector<std::string>{"b"}));
        QCOMPARE(before.find("mine")->backends, (std::vector<std::string>{"a"})); // a copy stays as it was
        QVERIFY(!(before == frameworks));
        QCOMPARE(std::ranges::count(frameworks.names(), "mine"), 1);
        QVERIFY(!Frameworks().find("mine"));
    }

    /// Its check says so before the first run.
    void whatTheLinesCannotTell_data()
    {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QString>("said");
        QTest::newRow("steps with a time") << R"([{"pattern": "step {step:d} took {seconds:f} s"}])" << QString();
        QTest::newRow("steps without a time") << R"([{"pattern": "[I] epoch {step:d}"}])"
                                              << "the step lines of mine have no time";
        QTest::newRow("no steps") << R"([{"pattern": "goodbye", "event": "finish"}])"
                                  << "no pattern of mine is a step";
        QTest::newRow("only results") << R"([{"pattern": "rate {mean:g}", "event": "result"}])"
                                      << "and the results that it prints";
    }
    void whatTheLinesCannotTell()
    {
        QFETCH(QString, lines);
        QFETCH(QString, said);
        Issues issues;
        Frameworks frameworks;
        QVERIFY(bool(frameworks.add(makeDeclaredAdapter(readFramework(
            frameworkText(R"("models":["m"],"lines":)" + lines.toStdString()), "/x/mine.json", issues)))));
        QCOMPARE(linesOf(issues), QString());
        Workload workload;
        workload.name = "w";
        workload.framework = "mine";
        workload.model = "m";
        const QString found = linesOf(frameworks.check(workload, {}));
        QVERIFY2(said.isEmpty() ? found.isEmpty() : found.contains(said), qPrintable(found));
    }

    void problems_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("lines");
        const auto row = [](const char* name, const std::string& text, const char* lines) {
            QTest::newRow(name) << QString::fromStdString(text) << lines;
        };
        row("fine", frameworkText(""), "");
        row("no JSON", "{", "this is not a JSON object; check its commas and brackets");
        row("a list", "[]", "this is not a JSON object; check its commas and brackets");
        row("empty", "{}",
            "format: write \"millrace-framework\"\n"
            "name: use a name of lowercase letters, digits, '-', '_' and '.'\n"
            "processes: name at least one process that is not a service: the run ends with it");
        row("newer", R"({"format":"millrace-framework","version":2,"name":"x","processes":[{"command":["a"]}]})",
            "version: 2 is not a whole number from 1 to 1");
        row("typing error", frameworkText(R"("backend":[])"),
            "the field \"backend\" is unknown; did you mean \"backends\"?");
        row("traffic", frameworkText(R"("traffic":"star")"),
            "traffic: \"star\" is unknown; available: ring, parameter-server, butterfly");
        row("models", frameworkText(R"("models":{"a":1,"b":null,"c":"x"})"),
            "models.c: \"x\" is not a number of parameters, nor null");
        row("options", frameworkText(R"("options":{"good_1":1,"Bad":2,"list":[]})"),
            "options.Bad: use a name of lowercase letters, digits and '_'\n"
            "options.list: the default must be a text or a number");
        row("file",
            frameworkText(R"("files":[{"path":"../x","content":"a"},{"path":"b"},{"path":"c","source":"none"}])"),
            "files[0].path: use a path below the run's folder, without \"..\"\n"
            "files[1].source: give either the name of a file next to this one, or its content\n"
            "files[2].source: opening /nowhere/none: No such file or directory");
        row("lines", frameworkText(R"("lines":[{"event":"step"},{"pattern":"x","event":"leap"}])"),
            "lines[0].pattern: give the line, for example \"step {step:d} took {seconds:f} s\"\n"
            "lines[1].event: \"leap\" is not one of step, warmup, phase, result, failure, finish, message, ignore");
        row("both", frameworkText(R"("parser":"builtin","lines":[{"pattern":"x"}])"),
            "parser: \"lines\" already defines how the output is read; remove one of the two");
        row("processes",
            R"({"format":"millrace-framework","name":"x","processes":[{},{"command":["a"],"label":"w"},)"
            R"({"command":["a"],"per":"nodes"},{"command":["{rnk}"],"per":"once","service":true,"label":"s"}]})",
            "processes[0].command: name the program to start, for example [\"python3\", \"train.py\"]\n"
            "processes[1].label: must contain {rank}, so that each worker has its own\n"
            "processes[2].per: \"nodes\" is not one of rank, node, once\n"
            "processes[2].label: \"worker {rank}\" is taken already\n"
            "processes[3].command: unknown placeholder {rnk}; did you mean {rank}?");
    }
    void problems()
    {
        QFETCH(QString, text);
        QFETCH(QString, lines);
        Issues issues;
        (void)readFramework(text.toStdString(), "/nowhere/mine.json", issues);
        QCOMPARE(linesOf(issues), lines);
    }

    void filesWithErrorsAreNamedAndNotAdded()
    {
        const auto folder = TemporaryFolder::make("frameworks");
        QVERIFY(bool(
            writeFileAtomically(folder->path() / "a.json",
                                R"({"format":"millrace-framework","name":"kungfu","processes":[{"command":["x"]}]})")));
        QVERIFY(bool(writeFileAtomically(folder->path() / "b.json", "{")));
        QVERIFY(bool(writeFileAtomically(folder->path() / "c.txt", "{")));
        const std::string where = folder->path().string();
        Frameworks frameworks;
        QCOMPARE(linesOf(loadFrameworks({folder->path()}, frameworks)),
                 QString::fromStdString(where
                                        + "/a.json: name: the framework \"kungfu\" is built in; choose another "
                                          "name\n"
                                        + where + "/b.json: this is not a JSON object; check its commas and brackets"));
        QVERIFY(frameworks.find("kungfu")->file.empty());
        QVERIFY(frameworks == Frameworks());
    }

    void wrappersRunTheUsersProgram()
    {
        Issues issues;
        const DeclaredFramework framework = readFramework(
            R"({"format":"millrace-framework","name":"wrapper","processes":[)"
            R"({"per":"node","label":"start {node}","command":["launch","--host","{address}","--","{command}","{options}"]}]})",
            "/x/wrapper.json", issues);
        QCOMPARE(linesOf(issues), QString());
        QVERIFY(framework.traits.takesCommand && framework.traits.needsCommand);
        Frameworks frameworks;
        QVERIFY(bool(frameworks.add(makeDeclaredAdapter(framework))));
        LaunchRequest request;
        request.workload.framework = "wrapper";
        request.workload.command = {"python3", "mine.py", "{size}"};
        request.workload.extras = {{"--lr", "0.1"}};
        request.nodes = {{"a", "10.0.0.1", 2}, {"b", "10.0.0.2", 2}};
        const auto plan = planLaunch(request, frameworks);
        QCOMPARE(plan->processes.size(), std::size_t(2));
        QCOMPARE(commandText({plan->processes[1].command.argv, {}, {}}),
                 std::string("launch --host 10.0.0.2 -- python3 mine.py 4 --lr 0.1"));
        QCOMPARE(plan->processes[1].parser, std::string("command"));
        QCOMPARE(plan->processes[1].command.folder, std::filesystem::path("{run}"));
    }

    void foldersComeFromTheEnvironment()
    {
        qputenv("MILLRACE_FRAMEWORKS", "/a:/b/c");
        QCOMPARE(frameworkFolders(), (std::vector<std::filesystem::path>{"/a", "/b/c"}));
        qunsetenv("MILLRACE_FRAMEWORKS");
        qputenv("XDG_CONFIG_HOME", "/conf");
        QCOMPARE(frameworkFolders(), (std::vector<std::filesystem::path>{"/conf/millrace/frameworks"}));
        qunsetenv("XDG_CONFIG_HOME");
        qputenv("HOME", "/house/u");
        QCOMPARE(frameworkFolders(), (std::vector<std::filesystem::path>{"/house/u/.config/millrace/frameworks"}));
    }

    void hostileTexts()
    {
        const std::string example = manualExample();
        QVERIFY(example.size() > 200);
        for (std::size_t length = 0; length < example.size(); ++length) {
            Issues issues;
            (void)readFramework(example.substr(0, length), "/x/y.json", issues);
            if (length + 3 < example.size())
                QVERIFY(hasErrors(issues));
        }
        for (std::size_t i = 0; i < example.size(); ++i) {
            std::string flipped = example;
            flipped[i] = static_cast<char>(flipped[i] ^ 0x15);
            Issues issues;
            (void)readFramework(flipped, "/x/y.json", issues);
        }
    }
};

QTEST_APPLESS_MAIN(TestDeclaredFramework)
#include "tst_declared_framework.moc"

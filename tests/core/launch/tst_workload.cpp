// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/frameworks.h"
#include "core/launch/workload_json.h"

#include <QtTest>
#include <set>

using namespace millrace;
using namespace millrace::launch;

namespace {

Workload builtin()
{
    Workload workload;
    workload.name = "w";
    return workload;
}

QString linesOf(const Issues& issues)
{
    QStringList lines;
    for (const Issue& issue : issues)
        lines << QString::fromStdString(issueText(issue));
    return lines.join("\n");
}

} // namespace

class TestWorkload : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theDefaultIsValid() { QCOMPARE(linesOf(validate(builtin(), {})), QString()); }

    void everyFieldComesBack()
    {
        Workload workload;
        workload.name = "all";
        workload.framework = "kungfu";
        workload.backend = "kungfu";
        workload.model = "bert";
        workload.batch = 8;
        workload.strategy = "TREE";
        workload.optimizer = "adam";
        workload.steps = 100;
        workload.warmupSteps = 10;
        workload.computeTime = std::chrono::microseconds(1500);
        workload.deviceFlops = 1e13;
        workload.computeJitter = 0.1;
        workload.verifyEvery = 0;
        workload.deadline = std::chrono::seconds(90);
        workload.command = {"python3", "train.py", "--x=1"};
        workload.folder = "scripts";
        workload.extras = {{"bucket", "25"}, {"fused", "true"}};
        Issues issues;
        const Workload again = readWorkload(Json::parse(toJson(workload).dump()), "w", issues);
        QCOMPARE(linesOf(issues), QString());
        QVERIFY(again == workload);
        Issues none;
        QVERIFY(readWorkload(Json::parse("{}"), "", none) == Workload{});
    }

    void problemsOfFields_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("lines");
        QTest::newRow("wrong kinds")
            << R"({"batch":"many","steps":0,"compute_time":5,"deadline":"soon","command":"python3","extras":{"a":[]}})"
            << "w.batch: \"many\" is not a whole number from 1 to 1000000\n"
               "w.steps: 0 is not a whole number from 1 to 100000000\n"
               "w.compute_time: 5 is not a duration; write 10ms, 250us or 1.5s\n"
               "w.deadline: \"soon\" is not a duration; write 10ms, 250us or 1.5s\n"
               "w.command: \"python3\" is not a list; write [ … ]\n"
               "w.extras.a: a list is not a text";
        QTest::newRow("typing error") << R"({"stratgy":"RING"})"
                                      << "w: the field \"stratgy\" is unknown; did you mean \"strategy\"?";
        QTest::newRow("not an object") << "[]"
                                       << "w: expected an object, found a list";
        QTest::newRow("bare command items") << R"({"command":["python3",5]})"
                                            << "w.command[1]: 5 is not a text; write it in quotes";
    }
    void problemsOfFields()
    {
        QFETCH(QString, json);
        QFETCH(QString, lines);
        Issues issues;
        (void)readWorkload(Json::parse(json.toStdString()), "w", issues);
        QCOMPARE(linesOf(issues), lines);
    }

    void validation_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("lines");
        QTest::newRow("framework near") << R"({"framework":"kungfoo"})"
                                        << "framework: unknown framework \"kungfoo\"; did you mean \"kungfu\"?";
        QTest::newRow("framework far")
            << R"({"framework":"x"})"
            << "framework: unknown framework \"x\"; available: builtin, elastic, pytorch-ddp, pytorch-elastic, "
               "horovod, tensorflow, tensorflow-ps, kungfu, hivemind, operations, command";
        QTest::newRow("strategy") << R"({"strategy":"RINGG"})"
                                  << "strategy: unknown strategy of builtin \"RINGG\"; did you mean \"RING\"?";
        QTest::newRow("model") << R"({"model":"resnet5O"})"
                               << "model: unknown model of builtin \"resnet5O\"; did you mean \"resnet50\"?";
        QTest::newRow("any model elsewhere") << R"({"framework":"horovod","model":"mine","command":["x"]})"
                                             << "";
        QTest::newRow("backend") << R"({"framework":"horovod","backend":"glo","command":["x"]})"
                                 << "backend: unknown backend of horovod \"glo\"; did you mean \"gloo\"?";
        QTest::newRow("optimizer") << R"({"optimizer":"adam"})"
                                   << "optimizer: unknown optimizer of builtin \"adam\"; available: sgd";
        QTest::newRow("no strategy to choose") << R"({"framework":"pytorch-ddp","strategy":"RING","command":["x"]})"
                                               << "strategy: pytorch-ddp supports \"strategy\" with the backend "
                                                  "millrace only; remove it, or choose that backend";
        QTest::newRow("no command")
            << R"({"framework":"command"})"
            << "command: command needs the program to start, for example [\"python3\", \"train.py\"]";
        QTest::newRow("empty program") << R"({"framework":"command","command":[""]})"
                                       << "command[0]: names no program";
        QTest::newRow("both compute times") << R"({"compute_time":"5ms","device_flops":1e12})"
                                            << "device_flops: compute_time is given already; remove one of the two";
        QTest::newRow("deadline") << R"({"deadline":0})"
                                  << "deadline: must be from 1ms to 8760h";
        QTest::newRow("no model") << R"({"model":""})"
                                  << "model: names no model";
    }
    void validation()
    {
        QFETCH(QString, json);
        QFETCH(QString, lines);
        Issues issues;
        Workload workload = readWorkload(Json::parse(json.toStdString()), "w", issues);
        workload.name = "w";
        QCOMPARE(linesOf(issues), QString());
        QCOMPARE(linesOf(validate(workload, {})), lines);
    }

    void everyProblemAtOnce()
    {
        Workload workload;
        workload.batch = 0;
        workload.steps = 0;
        workload.warmupSteps = -1;
        workload.verifyEvery = -1;
        workload.computeTime = std::chrono::nanoseconds(-1);
        workload.deviceFlops = -1;
        workload.computeJitter = 2;
        workload.deadline = {};
        workload.model.clear();
        workload.extras[""] = "x";
        QStringList fields;
        for (const Issue& issue : validate(workload, {}))
            fields << QString::fromStdString(issue.where);
        QCOMPARE(
            fields.join(" "),
            QString("name batch steps warmup_steps compute_time device_flops device_flops compute_jitter verify_every "
                    "deadline model extras"));
    }

    void frameworksAreConsistent()
    {
        std::set<std::string> names;
        const Frameworks frameworks;
        for (const FrameworkTraits& traits : frameworks.all()) {
            QVERIFY(names.insert(traits.name).second);
            QVERIFY2(frameworks.find(traits.name) == &traits, traits.name.c_str());
            Workload workload = builtin();
            workload.framework = traits.name;
            workload.command = {"x"};
            workload.backend = traits.backends.empty() ? "" : traits.backends.front();
            workload.strategy =
                traits.hasStrategyWith(workload.backend) && !traits.strategies.empty() ? traits.strategies.front() : "";
            QCOMPARE(linesOf(validate(workload, {})), QString());
        }
        QVERIFY(!frameworks.find("Kungfu"));
    }
};

QTEST_APPLESS_MAIN(TestWorkload)
#include "tst_workload.moc"

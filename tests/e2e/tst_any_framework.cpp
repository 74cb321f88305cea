// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/cli_runner.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <sys/stat.h>

using namespace millrace;

namespace {

/// `^` represents a quotation mark: moc misparses raw strings.
std::string json(std::string text)
{
    std::ranges::replace(text, '^', '"');
    return text;
}

/// Prints what KungFu's kungfu-run prints around its kungfu-bench-allreduce (lsds/KungFu b1e1768), from the node of
/// rank 0; takes the options of kungfu-run before the program.
const std::string standIn = json(
    "#!/bin/sh\n"
    "for word in ^$@^; do case ^$word^ in -self=*) self=^${word#-self=}^;; -H=*) hosts=^${word#-H=}^;; esac; done\n"
    "echo ^[arg] [0]=$0^\n"
    "echo ^[nic] [0] lo :: 127.0.0.1/8^\n"
    "sleep 0.3\n"
    "case ^$hosts^ in ^$self^:*)\n"
    "echo ^[$self.10000::stderr] [I] model has 214 parameters, size ~ [256B, 9MiB], total 97.49MiB^\n"
    "echo ^[$self.10000::stderr] [I] took 4.08s, rate: 2.24GiB/s^\n"
    "echo ^[$self.10000::stderr] [I] Result: model: resnet50-imagenet, 214 parameters, size ~ [256B, 9MiB], total "
    "97.49MiB, mode: PAR, rate: 2.25GiB/s^;;\n"
    "esac\n"
    "echo ^[I] all 1/1 local peers finished, took 4.2s^\n"
    "");

std::string projectOf(const std::string& workload)
{
    return json("{^format^: ^millrace-project^, ^version^: 1, ^name^: ^any^,\n"
                "^clusters^: [{^name^: ^lab^, ^nodes^: 2, ^links^: [{^rate^: ^100 Mbit/s^, ^delay^: ^1ms^}]}],\n"
                "^workloads^: [{^name^: ^job^, ^model^: ^resnet50^, ")
        + workload
        + json("}],\n"
               "^grids^: [{^name^: ^grid^, ^cluster^: ^lab^, ^workload^: ^job^, ^gate^: {^lateness^: ^10s^}}]}");
}

/// What a store says of its one run.
struct Told
{
    QJsonArray metrics;
    QJsonArray gates;

    [[nodiscard]] QJsonObject of(const QJsonArray& list, const QString& name, const QString& subject = {}) const
    {
        for (const QJsonValue& each : list)
            if ((each[QStringLiteral("name")].toString() == name
                 || each[QStringLiteral("condition")].toString() == name)
                && each[QStringLiteral("subject")].toString() == subject)
                return each.toObject();
        return {};
    }
    /// NaN: there is none.
    [[nodiscard]] double metric(const QString& name) const { return of(metrics, name)["value"].toDouble(qQNaN()); }
    [[nodiscard]] QString how(const QString& name) const { return of(metrics, name)["how"].toString(); }
};

} // namespace

/// Programs that know nothing of Millrace: their runs are valid, and what they print is in the table.
class TestAnyFramework : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder{"/var/tmp/any-framework-XXXXXX"}; // emulated nodes have a /tmp of their own

    std::filesystem::path folder() const { return m_folder.path().toStdString(); }

    e2e::Finished make(const std::string& workload)
    {
        for (const auto& file : std::filesystem::directory_iterator(folder()))
            if (file.path().filename().string().starts_with("any."))
                std::filesystem::remove_all(file.path());
        if (!writeFileAtomically(folder() / "any.millrace", projectOf(workload)))
            return {};
        return e2e::cli(folder(), {"run", "any.millrace", "--json"});
    }

    Told told()
    {
        const auto exported = e2e::cli(folder(), {"export", "any.mrdb", "--json"});
        const QJsonObject all = QJsonDocument::fromJson(QByteArray::fromStdString(exported.out)).object();
        const QJsonObject run = all["runs"].toArray().at(0).toObject();
        return {run["metrics"].toArray(), run["gates"].toArray()};
    }

private Q_SLOTS:
    void init()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
        QVERIFY(bool(writeFileAtomically(folder() / "kungfu-run", standIn)));
        QCOMPARE(::chmod((folder() / "kungfu-run").c_str(), 0755), 0);
    }

    void aProgramWithoutStepsIsValid()
    {
        const auto finished = make(json("^framework^: ^command^, ^command^: [^sleep^, ^1^]"));
        QVERIFY2(finished.code == 0, finished.text());
        const Told run = told();
        QVERIFY(qIsNaN(run.metric("step_mean")) && qIsNaN(run.metric("steps")));
        QCOMPARE(run.of(run.gates, "steps")["verdict"].toString(), QString("unknown"));
        QCOMPARE(run.of(run.gates, "steps")["sentence"].toString(),
                 QString("not applicable: the workload printed no steps"));
    }

    void aShellLoopHasStepTimes()
    {
        const auto finished =
            make(json("^framework^: ^command^,\n"
                      "^command^: [^/bin/sh^, ^-c^, ^for i in 1 2 3 4 5 6; do echo step $i; sleep 0.2; done^]"));
        QVERIFY2(finished.code == 0, finished.text());
        const Told run = told();
        QCOMPARE(run.metric("steps"), 6.0);
        const double mean = run.metric("step_mean");
        QVERIFY2(mean >= 0.2 && mean < 0.4, QByteArray::number(mean));
        QVERIFY2(run.how("step_mean").contains("timed from the previous step's line"),
                 qPrintable(run.how("step_mean")));
    }

    void kungFuByItsPathGivesItsResult()
    {
        const auto finished =
            make(json("^framework^: ^kungfu^, ^strategy^: ^RING^,\n"
                      "^command^: [^kungfu-bench-allreduce^, ^-epochs^, ^8^], ^extras^: {^program^: ^")
                 + (folder() / "kungfu-run").string() + "\"}");
        QVERIFY2(finished.code == 0, finished.text());
        const Told run = told();
        QCOMPARE(run.metric("result_time"), 4.08);
        QCOMPARE(run.metric("result_rate"), 2.25 * 1024 * 1024 * 1024);
        QCOMPARE(run.of(run.metrics, "result_rate")["unit"].toString(), QString("B/s"));
        QCOMPARE(run.how("result_rate"), QString("what rank 0 printed at the end"));
    }

    void iperf3MeasuresTheLink()
    {
        if (QStandardPaths::findExecutable("iperf3").isEmpty())
            QSKIP("iperf3 is not installed");
        const auto finished =
            make(json("^framework^: ^command^, ^command^: [^/bin/sh^, ^-c^,\n"
                      "^if [ $RANK = 0 ]; then exec iperf3 -s -1; fi; sleep 1; exec iperf3 -c {master} -t 3^]"));
        QVERIFY2(finished.code == 0, finished.text());
        const Told run = told();
        const auto table = e2e::cli(folder(), {"run", "any.millrace"}); // all runs are made
        QVERIFY2(table.code == 0 && table.out.find("iperf3") != std::string::npos
                     && table.out.find("bandwidth") == std::string::npos,
                 table.text());
        const double rate = run.metric("iperf_rate");
        // 100 Mbit/s of Ethernet frames of 1514 bytes carry at most 95.6 Mbit/s of TCP payload.
        QVERIFY2(rate > 60e6 && rate < 96.5e6, QByteArray::number(rate));
        QCOMPARE(run.of(run.metrics, "iperf_rate")["unit"].toString(), QString("bit/s"));
    }

    void aProgramThatIsNotThereIsSaidBeforeTheRun()
    {
        QTemporaryDir hidden("/tmp/any-framework-XXXXXX");
        const std::string program = hidden.filePath("kungfu-run").toStdString();
        QVERIFY(bool(writeFileAtomically(program, standIn)));
        QCOMPARE(::chmod(program.c_str(), 0755), 0);
        const auto finished =
            make(json("^framework^: ^kungfu^, ^command^: [^x^], ^extras^: {^program^: ^") + program + "\"}");
        QVERIFY2(finished.code != 0, finished.text());
        QVERIFY2(finished.err.find("every emulated node has a private /tmp") != std::string::npos, finished.text());
        QVERIFY2(!std::filesystem::exists(folder() / "any.mrdb"), "no run was begun");
        const auto checked = e2e::cli(folder(), {"check", "any.millrace"});
        QVERIFY2(checked.out.find("cannot be run here: ") != std::string::npos
                     && checked.out.find("is below /tmp") != std::string::npos,
                 checked.text());
        const auto planned = e2e::cli(folder(), {"run", "any.millrace", "--dry-run"});
        QVERIFY2(planned.code == 0 && planned.err.find("is below /tmp") != std::string::npos, planned.text());
    }
};

QTEST_GUILESS_MAIN(TestAnyFramework)
#include "tst_any_framework.moc"

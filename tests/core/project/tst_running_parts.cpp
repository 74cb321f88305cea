// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/project/project_file.h"
#include "core/project/templates.h"
#include "core/project/trusted_projects.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <sys/stat.h>

using namespace millrace;
using namespace millrace::project;

namespace {

/// `~` represents a quotation mark: moc misparses raw strings.
std::string json(std::string text)
{
    std::ranges::replace(text, '~', '"');
    return text;
}

QString quotedText(const char* text)
{
    return QString::fromStdString(json(text));
}

Project withWorkload(const std::string& workload, const std::string& cluster = json("{~name~: ~lab~, ~nodes~: 2}"),
                     const std::string& top = "",
                     const std::string& factors = json("{~name~: ~loss~, ~levels~: [~0 %~]}"))
{
    const std::string text = json("{~format~: ~millrace-project~, ~version~: 1, ~name~: ~p~, ") + top
        + json("\n"
               "~clusters~: [")
        + cluster + json("], ~workloads~: [{~name~: ~job~, ~model~: ~resnet50~") + workload
        + json("}],\n"
               "~grids~: [{~name~: ~grid~, ~cluster~: ~lab~, ~workload~: ~job~, ~factors~: [")
        + factors + "]}]}";
    const auto file = ProjectFile::parse(text, "/srv/ada/p.millrace");
    return file ? file->project : Project();
}

QString said(const Project& project)
{
    QStringList sentences;
    for (const std::string& sentence : runningParts(project, "/srv/ada").sentences)
        sentences << QString::fromStdString(sentence);
    return sentences.join('\n');
}

std::string digest(const Project& project)
{
    return runningParts(project, "/srv/ada").digest;
}

} // namespace

class TestRunningParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void builtInThingsNeedNoQuestion()
    {
        QCOMPARE(said(withWorkload("")), QString());
        QCOMPARE(said(withWorkload(json(", ~framework~: ~pytorch-ddp~, ~extras~: {~image_size~: ~64~, ~threads~: 2}"))),
                 QString());
        QCOMPARE(said(withWorkload("", json("{~name~: ~lab~, ~nodes~: 2}"), json("~store~: ~results/p.mrdb~, "))),
                 QString());
        for (const char* name : {"quickstart", "cross-traffic", "kungfu-strategies", "loss-and-delay", "simulated"}) {
            const auto file = ProjectFile::parse(findTemplate(name)->text, "/srv/ada/p.millrace");
            QVERIFY2(said(file->project).isEmpty(), name);
        }
    }

    void whatAStrangerCanMakeRunIsSaid_data()
    {
        QTest::addColumn<QString>("workload");
        QTest::addColumn<QString>("cluster");
        QTest::addColumn<QString>("sentence");
        const QString lab = quotedText("{~name~: ~lab~, ~nodes~: 2}");
        const auto row = [&](const char* name, const std::string& workload, const std::string& sentence) {
            QTest::newRow(name) << QString::fromStdString(workload) << lab << QString::fromStdString(sentence);
        };
        row("command", json(", ~framework~: ~command~, ~command~: [~rm~, ~-rf~, ~{run}/x y~]"),
            json("starts ~rm~ ~-rf~ ~{run}/x y~ on this machine"));
        row("python", json(", ~framework~: ~pytorch-ddp~, ~extras~: {~python~: ~evil~}"),
            json("option ~python~ = ~evil~"));
        row("program", json(", ~framework~: ~kungfu~, ~extras~: {~program~: ~kf~}"), json("option ~program~ = ~kf~"));
        row("preload", json(", ~framework~: ~pytorch-ddp~, ~extras~: {~env:LD_PRELOAD~: ~evil.so~}"),
            json("sets ~LD_PRELOAD~ = ~evil.so~"));
        row("secret", json(", ~framework~: ~pytorch-ddp~, ~extras~: {~env:X~: ~$AWS_SECRET~}"),
            json("your environment variable ~AWS_SECRET~"));
        row("script option", json(", ~framework~: ~pytorch-ddp~, ~extras~: {~--hook~: ~x~}"), json("option ~--hook~"));
        row("launcher option", json(", ~framework~: ~kungfu~, ~extras~: {~-logdir~: ~x~}"), json("option ~-logdir~"));
        row("path", json(", ~framework~: ~pytorch-ddp~, ~extras~: {~threads~: ~/etc~}"), json("~threads~ = ~/etc~"));
        row("folder", json(", ~framework~: ~command~, ~command~: [~x~], ~folder~: ~/srv/bob~"),
            json("folder ~/srv/bob~"));
        row("escape sequences", json(", ~framework~: ~command~, ~command~: [~x\\u001b[2J\\u0007\\n~]"),
            json("~x\\u001b[2J\\u0007\\n~"));
        const QString slurm = quotedText("{~name~: ~lab~, ~kind~: ~remote~, ~nodes~: [{~name~: ~a~}],\n"
                                         "~access~: {~folder~: ~/scratch/x~, ~slurm~: {~options~: [~--exclusive~]}}}");
        QTest::newRow("slurm") << "" << slurm
                               << quotedText("asks Slurm for 1 nodes on this machine, with ~--exclusive~");
        QTest::newRow("remote folder") << "" << slurm << quotedText("folder ~/scratch/x~ of the nodes");
        QTest::newRow("hosts") << ""
                               << quotedText(
                                      "{~name~: ~lab~, ~kind~: ~remote~, ~nodes~: [{~name~: ~a~, ~host~: ~bob@h:22~}]}")
                               << quotedText("logs in to ~bob@h:22~ by ssh, with your keys");
    }

    void whatAStrangerCanMakeRunIsSaid()
    {
        QFETCH(QString, workload);
        QFETCH(QString, cluster);
        QFETCH(QString, sentence);
        const QString text = said(withWorkload(workload.toStdString(), cluster.toStdString()));
        QVERIFY2(text.contains(sentence), qPrintable(text));
    }

    void aFactorIsAnOption()
    {
        const Project project =
            withWorkload(json(", ~framework~: ~pytorch-ddp~"), json("{~name~: ~lab~, ~nodes~: 2}"), "",
                         json("{~name~: ~env:LD_PRELOAD~, ~own~: true, ~levels~: [~none~, ~evil.so~]}"));
        QVERIFY2(said(project).contains(quotedText("~LD_PRELOAD~ = ~evil.so~")), qPrintable(said(project)));
    }

    void aStoreElsewhereIsSaid()
    {
        for (const char* place : {"/etc/x.mrdb", "../x.mrdb", "a/../../x.mrdb"}) {
            const std::string top = std::string(json("~store~: ~")) + place + json("~, ");
            QVERIFY2(said(withWorkload("", json("{~name~: ~lab~, ~nodes~: 2}"), top)).contains("writes results to"),
                     place);
        }
    }

    void theDigestIsOfWhatRuns()
    {
        const Project project = withWorkload(json(", ~framework~: ~command~, ~command~: [~x~], ~steps~: 5"));
        Project other = project;
        other.name = "other";
        other.workloads[0].steps = 50;
        other.workloads[0].batch = 1;
        other.clusters[0].links.emplace_back();
        QCOMPARE(digest(other), digest(project));
        other.workloads[0].command = {"x", ""};
        QVERIFY(digest(other) != digest(project));
        other = project;
        other.workloads[0].extras["env:A"] = "b";
        QVERIFY(digest(other) != digest(project));
        other = project;
        other.clusters[0].kind = cluster::ClusterKind::Remote;
        QVERIFY(digest(other) != digest(project));
    }

    void aListIsOfThisUserAlone()
    {
        const QTemporaryDir folder;
        const std::filesystem::path data = folder.filePath("data/millrace").toStdString();
        const TrustedProjects trusted(data);
        const RunningParts parts{{"starts x"}, std::string(64, 'a')};
        QVERIFY(!trusted.trusts(parts));
        QVERIFY(trusted.add(parts, "/srv/ada/p\n.millrace").has_value());
        QVERIFY(trusted.trusts(parts));
        QVERIFY(!trusted.trusts({{"starts x"}, std::string(64, 'b')}));
        QVERIFY(trusted.trusts({{}, std::string(64, 'b')}));
        struct stat status
        {
        };
        QCOMPARE(::stat(data.c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777, 0700u);
        QCOMPARE(::stat((data / "trusted-projects").c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777, 0600u);
        QCOMPARE(QString::fromStdString(*readFile(data / "trusted-projects")).count('\n'), 1);
        QCOMPARE(::chmod((data / "trusted-projects").c_str(), 0666), 0);
        QVERIFY2(!trusted.trusts(parts), "others could have written it");
    }

    void withoutAHomeNothingIsTrusted()
    {
        const TrustedProjects trusted(std::filesystem::path{});
        const RunningParts parts{{"starts x"}, std::string(64, 'a')};
        QVERIFY(trusted.add(parts, "p").has_value());
        QVERIFY(!trusted.trusts(parts));
    }
};

QTEST_GUILESS_MAIN(TestRunningParts)
#include "tst_running_parts.moc"

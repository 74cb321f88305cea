// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/tum/folder.h"
#include "core/studies/tum/run.h"
#include "tests/core/importers/made_captures.h"

#include <QtTest>
#include <cmath>
#include <fmt/format.h>

using namespace millrace;
using namespace millrace::importers;
using namespace millrace::studies;
using namespace millrace::studies::tum;

namespace {

std::int64_t count(const Issues& issues, std::string_view kind)
{
    for (const Issue& issue : issues)
        if (issue.kind == kind)
            return issue.count;
    return 0;
}

double figure(const TumRun& run, std::string_view name, bool right)
{
    for (const auto& each : run.figures)
        if (each.name == name)
            return right ? each.right : each.asPublished;
    qFatal("no such figure");
}

} // namespace

class TestTumFolder : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

private Q_SLOTS:
    void names_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected"); ///< naming and factors; empty: none
        QTest::newRow("runner") << "horovod-resnet50-adam-64-mpi-0-ring"
                                << "runner horovod resnet50 adam 64 mpi normal ring";
        QTest::newRow("runner, loss") << "tensorflow-mobilenetv2-adam-128-grpc-0.05-ring"
                                      << "runner tf_sync mobilenetv2 adam 128 grpc loss_0.05 ring";
        QTest::newRow("runner, kungfu") << "kungfu-resnet101-adam-64-kungfu-0-BINARY_TREE_STAR"
                                        << "runner kungfu_ssgd resnet101 adam 64 kungfu normal BINARY_TREE_STAR";
        QTest::newRow("notebook") << "kungfu_pairavg-densenet201-adam-64-kungfu-normal-CLIQUE"
                                  << "notebook kungfu_pairavg densenet201 adam 64 kungfu normal CLIQUE";
        QTest::newRow("notebook, loss") << "tf_sync-mobilenetv2-adam-64-grpc_nccl-loss_2-ring"
                                        << "notebook tf_sync mobilenetv2 adam 64 grpc_nccl loss_2 ring";
        QTest::newRow("unknown words") << "mxnet-vgg16-sgd-32-ps-normal-hypercube"
                                       << "notebook mxnet vgg16 sgd 32 ps normal hypercube";
        QTest::newRow("dash in the model") << "horovod-vit-b-16-adam-64-mpi-normal-ring"
                                           << "notebook horovod vit-b-16 adam 64 mpi normal ring";
        QTest::newRow("six tokens") << "horovod-resnet50-adam-64-mpi-ring"
                                    << "";
        QTest::newRow("no batch") << "a-b-c-d-e-normal-g"
                                  << "";
        QTest::newRow("no loss") << "horovod-resnet50-adam-64-mpi-often-ring"
                                 << "";
        QTest::newRow("empty tokens") << "-------"
                                      << "";
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("two ways") << "horovod-a-b-c-64-mpi-normal-ring"
                                  << "";
    }
    void names()
    {
        QFETCH(QString, name);
        QFETCH(QString, expected);
        const auto found = factorsOfName(name.toStdString());
        if (expected.isEmpty()) {
            QVERIFY(!found);
            return;
        }
        QVERIFY(found);
        const auto& f = found->second;
        QCOMPARE(QString::fromStdString(fmt::format("{} {} {} {} {} {} {} {}", namingName(found->first), f.framework,
                                                    f.model, f.optimizer, f.batch, f.backend, f.delay, f.topology)),
                 expected);
    }

    void campaign()
    {
        const auto folder = path("campaign");
        const std::string name = "horovod-resnet50-adam-64-mpi-0-ring";
        writeFourHosts(folder / name, summerTime);
        writeText(folder / name / "parsed-files" / "worker-0-tcpdump.csv", "not used: the capture is there");
        writeText(folder / name / "train_history.log", "Batch,0,1626091385.1,2,0.1\nBatch,1,1626091385.2,2,0.2\n");
        writeText(folder / name / "notes.txt", "mine");
        writeText(folder / "renamed" / "worker-0-tcpdump.csv", "frame.time\tframe.len\n1626091385.5\t64\n");
        std::filesystem::create_directories(folder / "tensorflow-resnet50-adam-64-grpc-0-ring");
        writeText(folder / "plots" / "figure.pdf", "%PDF");
        writeText(folder / "bytes_sent.json", "{}");
        const auto found = findTumRuns(folder);
        QVERIFY(found);
        QCOMPARE(found->runs.size(), std::size_t(3));
        QCOMPARE(found->skipped, std::vector<std::string>{"plots"});
        QVERIFY(found->bytesSent && !found->numberFlows);
        const TumRunFolder& run = found->runs[0];
        QCOMPARE(run.captures.size(), std::size_t(4));
        QCOMPARE(run.tables.size(), std::size_t(0));
        QVERIFY(run.log && !run.parsed);
        QCOMPARE(run.others.size(), std::size_t(1));
        QVERIFY(run.issues.empty());
        QCOMPARE(found->runs[1].naming, TumNaming::Unknown);
        QCOMPARE(count(found->runs[1].issues, "bad-name"), std::int64_t(1));
        QCOMPARE(found->runs[1].tables.size(), std::size_t(1));
        QCOMPARE(count(found->runs[2].issues, "no-traffic"), std::int64_t(1));
        QCOMPARE(count(found->runs[2].issues, "no-log"), std::int64_t(1));
        // A run by itself, with a slash at the end.
        const auto alone = findTumRuns(folder / name / "");
        QVERIFY(alone);
        QCOMPARE(alone->runs.size(), std::size_t(1));
        QCOMPARE(alone->runs[0].name, name);
        QCOMPARE(alone->runs[0].factors, run.factors);
    }

    void manifest()
    {
        writeText(path("manifest") / "anything" / "train_history.log", "Batch,0,1,2,0.1\n");
        writeText(
            path("manifest") / "anything" / "manifest.json",
            R"({"factors":{"framework":"tensorflow","model":"resnet50","batch":64,"loss":0.5,"topology":"ring"}})");
        writeText(path("manifest") / "broken" / "train_history.log", "Batch,0,1,2,0.1\n");
        writeText(path("manifest") / "broken" / "manifest.json", "{");
        const auto found = findTumRuns(path("manifest"));
        QVERIFY(found);
        const studies::tum::StudyFactors expected{"tf_sync", "resnet50", "", "64", "", "loss_0.5", "ring"};
        QCOMPARE(found->runs[0].factors, expected);
        QCOMPARE(namingName(found->runs[0].naming), std::string_view("manifest"));
        QCOMPARE(count(found->runs[1].issues, "bad-manifest"), std::int64_t(1));
    }

    void whatIsNoCampaign()
    {
        const auto missing = findTumRuns("/nowhere/at/all");
        QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
        std::filesystem::create_directories(path("empty"));
        const auto empty = findTumRuns(path("empty"));
        QVERIFY(!empty && empty.error().code == ErrorCode::InvalidInput);
        writeText(path("file"), "x");
        QVERIFY(!findTumRuns(path("file")));
    }

    void keys()
    {
        writeFourHosts(path("keys") / "horovod-resnet50-adam-64-mpi-0-ring", summerTime);
        writeFourHosts(path("elsewhere") / "horovod-resnet50-adam-64-mpi-0-ring", summerTime);
        writeFourHosts(path("other") / "horovod-resnet50-adam-64-mpi-0-ring", summerTime + 1000);
        std::vector<std::string> keys;
        for (const char* name : {"keys", "elsewhere", "other"}) {
            const auto key = contentKey(findTumRuns(path(name))->runs[0]);
            QVERIFY(key);
            keys.push_back(*key);
        }
        QCOMPARE(keys[0], keys[1]);
        QVERIFY(keys[0] != keys[2]);
    }

    void runWithLog()
    {
        // 1000 packets of 1000 bytes, one each ms; ten steps 100 ms apart, the first 50 ms after the first packet.
        const auto folder = path("logged") / "horovod-resnet50-adam-64-mpi-normal-ring";
        std::vector<MadePacket> packets;
        for (int i = 0; i < 1000; ++i)
            packets.push_back({winterTime + i * 1'000'000ll, ipv4Frame(workerAddress(0), workerAddress(1), 1, 2, 946)});
        writePcap(folder / "worker-0-tcpdump.pcap", packets);
        std::string log = "Type,ID,Timestamp,Loss,Accuracy\n";
        for (int i = 0; i < 10; ++i)
            log += fmt::format("Batch,{},{}.{:03},1,{}\n", i, winterTime / 1'000'000'000, 50 + 100 * i, i / 10.0);
        writeText(folder / "train_history.log", log);
        const auto run = readTumRun(findTumRuns(path("logged"))->runs[0], {});
        QVERIFY(run);
        QCOMPARE(trafficName(run->source), std::string_view("captures"));
        QCOMPARE(figure(*run, "data.per-step", true), 0.1);
        // pandas 1.5.3: the mean step is 28 ns too long, which accumulates to one more bin since midnight.
        QCOMPARE(figure(*run, "data.per-step", false), 1.0 / 11);
        QVERIFY(std::abs(figure(*run, "data.until-accuracy-0.6", true) - 0.00065) < 1e-9);
        QCOMPARE(figure(*run, "training.steps", true), 10.0);
        // Winter: the study's traffic is moved by an hour, its log by two.
        QCOMPARE(figure(*run, "clock.shift", false), 3600.0);
        QCOMPARE(run->accuracy.right.size(), std::size_t(10));
        QVERIFY(run->issues.empty());
    }

    void damagedFiles()
    {
        const auto folder = path("damaged") / "horovod-resnet50-adam-64-mpi-normal-ring";
        writeFourHosts(folder, summerTime);
        writeText(folder / "worker-1-tcpdump.pcap", "no capture");
        writeText(folder / "worker-2-tcpdump.pcap", textOf(folder / "worker-2-tcpdump.pcap").substr(0, 5000));
        writeText(folder / "train_history.log", "nothing\n");
        const auto run = readTumRun(findTumRuns(path("damaged"))->runs[0], {});
        QVERIFY(run);
        QCOMPARE(run->files.size(), std::size_t(3));
        QVERIFY(run->log.rows.empty());
        QCOMPARE(std::ranges::count(run->issues, "bad-file", &Issue::kind), std::ptrdiff_t(2));
        // A message contains the folder at most once.
        for (const Issue& issue : run->issues) {
            const std::string text = issueText(issue);
            const std::size_t first = text.find(folder.string());
            QVERIFY2(first == std::string::npos || text.find(folder.string(), first + 1) == std::string::npos,
                     text.c_str());
        }
        QVERIFY(count(run->issues, "cut-record") == 1);
        QCOMPARE(figure(*run, "flows", true), 6.0);
    }

    void cancelled()
    {
        writeFourHosts(path("stop") / "horovod-resnet50-adam-64-mpi-normal-ring", summerTime);
        std::stop_source stop;
        stop.request_stop();
        const auto run = readTumRun(findTumRuns(path("stop"))->runs[0], {}, {stop.get_token(), {}});
        QVERIFY(!run && run.error().code == ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestTumFolder)
#include "tst_tum_folder.moc"

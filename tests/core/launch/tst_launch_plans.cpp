// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/launch/frameworks.h"
#include "core/launch/launch_text.h"

#include <QtTest>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

using namespace millrace;
using namespace millrace::launch;

namespace {

std::filesystem::path plansFolder()
{
    return std::filesystem::path(std::getenv("MR_SOURCE")) / "tests/core/launch/plans";
}

LaunchRequest request(const std::string& framework, int nodes, int slots)
{
    LaunchRequest request;
    request.workload.name = "w";
    request.workload.framework = framework;
    const FrameworkTraits& traits = *Frameworks().find(framework);
    if (!traits.backends.empty())
        request.workload.backend = traits.backends.front();
    if (traits.hasStrategyWith(request.workload.backend) && !traits.strategies.empty())
        request.workload.strategy = traits.strategies.front();
    for (int i = 0; i < nodes; ++i)
        request.nodes.push_back({"n" + std::to_string(i), "10.77.0." + std::to_string(i + 1), slots});
    if (traits.performsOperations) {
        request.workload.operations = "num_ranks " + std::to_string(nodes * slots) + "\n";
        for (int rank = 0; rank < nodes * slots; ++rank)
            request.workload.operations += "rank " + std::to_string(rank) + " {\ncalc 5\n}\n";
    }
    request.seed = 7;
    return request;
}

/// Sizes and hashes of scripts change with every edit of them.
QString withoutHashes(const std::string& text)
{
    QString plain = QString::fromStdString(text);
    plain.replace(QRegularExpression("\\d+ bytes, SHA-256 [0-9a-f]{64}"), "N bytes, SHA-256 H");
    plain.remove(QRegularExpression("[^\n]*workloads/millrace_torch/native/[^\n]*\n")); // the sources of core
    return plain;
}

QString problems(const Issues& issues)
{
    QStringList lines;
    for (const Issue& issue : issues)
        lines << QString::fromStdString((issue.severity == Severity::Error ? "" : "(warning) ") + issueText(issue));
    return lines.join("\n");
}

} // namespace

/// Plans of all frameworks against texts that were read and approved. MR_APPROVE=1 rewrites them.
class TestLaunchPlans : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plans_data()
    {
        QTest::addColumn<QString>("framework");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("slots_");
        QTest::addColumn<QString>("changes"); // backend=…, strategy=…, optimizer=…, command=…, else an extra option
        const auto row = [](const char* name, const char* framework, int nodes, int slots, const char* changes = "") {
            QTest::newRow(name) << framework << nodes << slots << changes;
        };
        for (const char* framework : {"builtin", "pytorch-ddp", "horovod", "tensorflow", "tensorflow-ps", "kungfu"}) {
            QTest::newRow(qPrintable(QString(framework) + "-1")) << framework << 1 << 1 << "";
            QTest::newRow(qPrintable(QString(framework) + "-4")) << framework << 4 << 1 << "";
        }
        row("elastic-2", "elastic", 2, 2, "initial_workers=1;resize_schedule=10:2,30:4");
        row("elastic-1", "elastic", 1, 3);
        row("pytorch-ddp-slots", "pytorch-ddp", 2, 3, "model=mobilenet_v2;image_size=64;bucket_mb=5;env:A=b c");
        row("pytorch-ddp-direct", "pytorch-ddp", 2, 2, "launcher=direct;port=29600");
        row("pytorch-ddp-mpi", "pytorch-ddp", 2, 2, "backend=mpi;launcher:--allow-run-as-root=");
        row("pytorch-ddp-millrace", "pytorch-ddp", 2, 2, "backend=millrace;strategy=STAR;model=resnet18");
        row("pytorch-ddp-policies", "pytorch-ddp", 2, 1,
            "backend=millrace;strategy=STAR;model=cnn;monitor=noise-scale;policy=kungfu-interference+goodput-batch");
        row("pytorch-elastic-2", "pytorch-elastic", 2, 2,
            "model=mlp;min_workers=2;checkpoint_every=5;launcher:--monitor_interval=0.1");
        row("pytorch-ddp-own", "pytorch-ddp", 2, 1, "command=train.py --batch {batch} --world {size};--more=1");
        row("horovod-mpirun", "horovod", 4, 2, "backend=mpi_nccl;launcher=mpirun;gpus=2");
        row("tensorflow-nccl-slots", "tensorflow", 2, 2, "backend=grpc_nccl;gpus=2");
        row("tensorflow-ps-servers", "tensorflow-ps", 2, 2, "servers=3");
        row("kungfu-pair", "kungfu", 2, 2, "strategy=CLIQUE;optimizer=pair;-w=;-builtin-config-port=9100;-timeout=1h");
        row("hivemind-2", "hivemind", 2, 1, "compression=fp16;target_batch_size=8192;use_local_updates=true");
        row("hivemind-4-slots", "hivemind", 4, 2);
        row("command-rank", "command", 2, 2,
            "command=./train --rank {rank}/{size} --peer {address}:{port} {mine};mine=5");
        row("command-node", "command", 4, 2, "command=./start {node} {node_rank} {peers};per=node");
        row("command-once", "command", 4, 1, "command=./start {hosts} {run} {interface};per=once;parser=kungfu");
    }
    void plans()
    {
        QFETCH(QString, framework);
        QFETCH(int, nodes);
        QFETCH(int, slots_);
        QFETCH(QString, changes);
        LaunchRequest asked = request(framework.toStdString(), nodes, slots_);
        for (const QString& change : changes.split(';', Qt::SkipEmptyParts)) {
            const std::string name = change.section('=', 0, 0).toStdString();
            const std::string value = change.section('=', 1).toStdString();
            if (name == "command")
                for (const QString& word : change.section('=', 1).split(' '))
                    asked.workload.command.push_back(word.toStdString());
            else if (std::string* field = name == "backend" ? &asked.workload.backend
                         : name == "strategy"               ? &asked.workload.strategy
                         : name == "optimizer"              ? &asked.workload.optimizer
                         : name == "model"                  ? &asked.workload.model
                                                            : nullptr)
                *field = value;
            else
                asked.workload.extras[name] = value;
        }
        QCOMPARE(problems(validate(asked.workload, {})), QString());
        const auto plan = planLaunch(asked, {});
        QVERIFY2(plan, plan ? "" : plan.error().what.c_str());
        QString text = withoutHashes(launchText(*plan));
        if (const auto traffic = expectedTraffic(asked.workload, asked.nodes, {}))
            text += "expect: " + QString::fromStdString(trafficText(*traffic)) + "\n";
        const auto file = plansFolder() / (std::string(QTest::currentDataTag()) + ".txt");
        if (std::getenv("MR_APPROVE") != nullptr)
            QVERIFY(bool(writeFileAtomically(file, text.toStdString())));
        const auto approved = readFile(file);
        QVERIFY2(approved, file.c_str());
        QCOMPARE(text, QString::fromStdString(*approved));
    }

    void everyAdapterStartsEveryRankOnce()
    {
        for (const FrameworkTraits& traits : Frameworks().all()) {
            LaunchRequest asked = request(traits.name, 3, 2);
            if (traits.needsCommand)
                asked.workload.command = {"x"};
            const auto plan = planLaunch(asked, {});
            QVERIFY2(plan, traits.name.c_str());
            QCOMPARE(plan->peers.size(), std::size_t(6));
            QCOMPARE(plan->batch, 32);
            QCOMPARE(plan->globalBatch, std::int64_t(192));
            QVERIFY(plan->firstPort > 0 && plan->lastPort >= plan->firstPort);
            std::set<int> ranks;
            std::set<std::string> labels;
            bool works = false;
            for (const ProcessPlan& process : plan->processes) {
                QVERIFY2(process.rank < 0 || ranks.insert(process.rank).second, traits.name.c_str());
                QVERIFY2(labels.insert(process.label).second, process.label.c_str());
                QVERIFY(!process.command.argv.empty());
                works = works || process.purpose == Purpose::Work;
                QVERIFY(process.waitForLabel.empty() || labels.contains(process.waitForLabel));
            }
            QVERIFY(works);
            QVERIFY(ranks.empty() || ranks.size() == 6);
            for (const PlacedFile& file : plan->files)
                QVERIFY2(file.content.starts_with("# SPDX") || file.content == asked.workload.operations,
                         file.path.c_str());
        }
    }

    void scriptsThatAreStartedAreThere()
    {
        for (const FrameworkTraits& traits : Frameworks().all()) {
            LaunchRequest asked = request(traits.name, 2, 1);
            if (traits.needsCommand)
                continue;
            const auto plan = planLaunch(asked, {});
            QVERIFY(bool(plan));
            for (const ProcessPlan& process : plan->processes)
                for (const std::string& word : process.command.argv)
                    if (word.starts_with("{run}/workloads/"))
                        QVERIFY2(std::ranges::find(plan->files, word.substr(6), &PlacedFile::path) != plan->files.end(),
                                 word.c_str());
        }
    }

    void checks_data()
    {
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("extras");
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("lines");
        const auto row = [](const char* name, const char* framework, const char* extras, const char* backend,
                            const char* lines) { QTest::newRow(name) << framework << extras << backend << lines; };
        row("fine", "pytorch-ddp", "", "gloo", "");
        row("NCCL without a word about GPUs", "pytorch-ddp", "", "nccl",
            "(warning) backend: nccl needs a GPU for every worker; say how many each node has by the option \"gpus\"");
        row("too few GPUs", "pytorch-ddp", "gpus=1", "nccl",
            "backend: nccl needs a GPU for every worker, and n0 has 2 workers and 1 GPUs; lower its slots, or choose "
            "gloo");
        row("enough GPUs", "pytorch-ddp", "gpus=2", "nccl", "");
        row("launcher", "pytorch-ddp", "launcher=srun", "gloo",
            "extras.launcher: unknown launcher \"srun\"; choose torchrun, direct or mpirun");
        row("MPI by torchrun", "pytorch-ddp", "launcher=torchrun", "mpi",
            "extras.launcher: the backend mpi is started by mpirun, not by torchrun; remove the option, or choose "
            "gloo");
        row("typing error", "pytorch-ddp", "imagesize=64", "gloo",
            "(warning) extras.imagesize: the option \"imagesize\" has no effect on pytorch-ddp; did you mean "
            "\"image_size\"?");
        row("no number", "pytorch-ddp", "image_size=big", "gloo",
            "extras.image_size: \"big\" is not a whole number from 1");
        row("outer step", "pytorch-ddp", "averaging=diloco outer_learning_rate=0.5 outer_momentum=0", "gloo", "");
        row("outer step of nothing", "pytorch-ddp", "averaging=local outer_momentum=0.9", "gloo",
            "extras.outer_momentum: is of the averaging \"diloco\" only; remove it");
        row("outer momentum", "pytorch-ddp", "averaging=diloco outer_learning_rate=fast outer_momentum=1", "gloo",
            "extras.outer_learning_rate: \"fast\" is not a number above 0\n"
            "extras.outer_momentum: \"1\" is not a number from 0 to below 1");
        row("Gloo by mpirun", "horovod", "launcher=mpirun", "gloo",
            "backend: mpirun starts Horovod with MPI, not with gloo; choose the backend mpi, or the launcher "
            "horovodrun");
        row("synchronisation", "kungfu", "sync=asgd", "kungfu",
            "extras.sync: there is no \"asgd\"; choose ssgd, sma, pair");
        row("compression", "hivemind", "compression=zip", "p2p",
            "extras.compression: unknown compression \"zip\"; choose none, fp16 or int8");
        row("servers", "tensorflow-ps", "servers=0", "grpc",
            "extras.servers: \"0\" is not a whole number from 1\n"
            "extras.servers: must be a whole number from 1 to 1000");
        row("batch", "horovod", "data=/data", "gloo", "");
        row("NCCL for what it cannot carry", "kungfu", "sync=pair", "nccl",
            "(warning) backend: nccl needs a GPU for every worker; say how many each node has by the option \"gpus\"\n"
            "backend: nccl carries synchronous SGD only, not pair; choose the backend kungfu");
        row("ports", "tensorflow-ps", "port=3221", "grpc",
            "extras.port: n0 has 2 slots, and the ports from 3221 to 3221 are too few for them; lower its slots or the "
            "port");
        row("no connection", "builtin", "streams=0", "", "extras.streams: two workers have 1 to 256 streams, not 0");
        row("no number of parts", "builtin", "fragments=few", "",
            "extras.fragments: fragments: \"few\" is not a whole number from 0");
        row("how often", "command", "per=host", "", "extras.per: \"host\" is none of rank, node and once");
    }
    void checks()
    {
        QFETCH(QString, framework);
        QFETCH(QString, extras);
        QFETCH(QString, backend);
        QFETCH(QString, lines);
        LaunchRequest asked = request(framework.toStdString(), 2, 2);
        asked.workload.backend = backend.toStdString();
        if (framework == "command")
            asked.workload.command = {"x"};
        for (const QString& extra : extras.split(' ', Qt::SkipEmptyParts))
            asked.workload.extras[extra.section('=', 0, 0).toStdString()] = extra.section('=', 1).toStdString();
        QCOMPARE(problems(Frameworks().check(asked.workload, asked.nodes)), lines);
        const auto plan = planLaunch(asked, {});
        bool good = true;
        for (const Issue& issue : Frameworks().check(asked.workload, asked.nodes))
            good = good && issue.severity != Severity::Error;
        QCOMPARE(bool(plan), good);
        if (!plan)
            QCOMPARE(plan.error().code, ErrorCode::InvalidInput);
    }

    void batchesLargerThanAShareOfTheData()
    {
        LaunchRequest asked = request("pytorch-ddp", 4, 1);
        asked.workload.batch = 12501;
        QCOMPARE(problems(Frameworks().check(asked.workload, asked.nodes)), QString());
        asked.workload.extras["data"] = "/data";
        QCOMPARE(problems(Frameworks().check(asked.workload, asked.nodes)),
                 QString("batch: each of 4 workers has 12500 images of CIFAR-10, which is less than a batch; lower the "
                         "batch"));
        asked.workload.batch = 12500;
        QCOMPARE(problems(Frameworks().check(asked.workload, asked.nodes)), QString());
    }

    void modelsThatAScriptHasNot()
    {
        LaunchRequest asked = request("tensorflow", 2, 1);
        asked.workload.model = "resnet18"; // keras.applications has none
        QVERIFY(problems(Frameworks().check(asked.workload, asked.nodes))
                    .startsWith("model: the script for tensorflow has no model "));
        asked.workload.command = {"python3", "mine.py"};
        QCOMPARE(problems(Frameworks().check(asked.workload, asked.nodes)), QString());
        asked.workload.command.emplace_back("{rnak}");
        QVERIFY(problems(Frameworks().check(asked.workload, asked.nodes))
                    .startsWith("command: unknown placeholder {rnak}; "));
        asked = request("kungfu", 2, 1);
        asked.workload.command = {"mine", "{rank}"};
        QCOMPARE(problems(Frameworks().check(asked.workload, asked.nodes)),
                 QString("command: {rank} is not available: kungfu starts the workers and assigns the ranks"));
    }

    void unknownFrameworkNamesThoseThereAre()
    {
        LaunchRequest asked = request("builtin", 2, 1);
        asked.workload.framework = "caffe";
        const auto plan = planLaunch(asked, {});
        QCOMPARE(plan.error().code, ErrorCode::Unsupported);
        QVERIFY(plan.error().what.find("pytorch-elastic, horovod") != std::string::npos);
        QVERIFY(!planLaunch({}, {}));
    }
};

QTEST_APPLESS_MAIN(TestLaunchPlans)
#include "tst_launch_plans.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/launch/expected_traffic.h"
#include "core/launch/frameworks.h"
#include "core/launch/workload_scripts.h"
#include "core/monitor/log_parser.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <map>

using namespace millrace;
using namespace millrace::launch;

namespace {

/// Debian's packages are for this one; another python3 may come first on PATH.
const QString python = "/usr/bin/python3";

QByteArray output(const QString& program, const QStringList& arguments, int* code = nullptr)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    const bool ended = process.waitForStarted() && process.waitForFinished(120'000);
    if (code)
        *code = ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    return process.readAll();
}

bool canImport(const QString& package)
{
    int code = 0;
    output(python, {"-c", "import " + package}, &code);
    return code == 0;
}

/// Does on this machine what a run does on its nodes.
class Launched
{
public:
    explicit Launched(const LaunchPlan& plan)
    {
        for (const PlacedFile& file : plan.files) {
            const std::filesystem::path path = std::filesystem::path(m_folder.path().toStdString()) / file.path;
            std::filesystem::create_directories(path.parent_path());
            m_good = m_good && bool(writeFileAtomically(path, file.content));
        }
        for (const ProcessPlan& plannedProcess : plan.processes)
            start(plannedProcess);
    }

    [[nodiscard]] bool good() const { return m_good; }
    [[nodiscard]] QProcess& process(std::size_t index) { return *m_processes[index]; }
    /// The exit codes of all; -1 for one that a signal ended or that did not end in time.
    std::vector<int> codes(int milliseconds)
    {
        std::vector<int> list;
        for (const auto& each : m_processes)
            list.push_back(each->waitForFinished(milliseconds) && each->exitStatus() == QProcess::NormalExit
                               ? each->exitCode()
                               : -1);
        return list;
    }
    std::vector<monitor::LogEvent> events(std::size_t index)
    {
        auto parser = monitor::makeLogParser("builtin");
        std::vector<monitor::LogEvent> list;
        for (const QByteArray& line : m_processes[index]->readAllStandardOutput().split('\n'))
            if (auto event = (*parser)->parse(line.toStdString(), monitor::Stream::Out, {}))
                list.push_back(*std::move(event));
        return list;
    }

private:
    QString onNode(std::string text) const
    {
        QString filled = QString::fromStdString(text);
        return filled.replace("{run}", m_folder.path()).replace("{interface}", "lo");
    }

    void start(const ProcessPlan& plan)
    {
        auto process = std::make_unique<QProcess>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const auto& [name, value] : plan.command.environment)
            environment.insert(QString::fromStdString(name), onNode(value));
        environment.insert("TMPDIR", m_folder.path()); // where torchrun leaves its logs
        process->setProcessEnvironment(environment);
        process->setWorkingDirectory(onNode(plan.command.folder.string()));
        QStringList arguments;
        for (const std::string& word : plan.command.argv)
            arguments << onNode(word);
        process->start(arguments.takeFirst(), arguments);
        m_good = m_good && process->waitForStarted();
        m_processes.push_back(std::move(process));
    }

    QTemporaryDir m_folder;
    bool m_good = true;
    std::vector<std::unique_ptr<QProcess>> m_processes;
};

template <typename Event>
std::vector<Event> only(const std::vector<monitor::LogEvent>& events)
{
    std::vector<Event> list;
    for (const monitor::LogEvent& event : events)
        if (const auto* wanted = std::get_if<Event>(&event))
            list.push_back(*wanted);
    return list;
}

LaunchRequest pytorchRequest(const char* launcher, const char* model, int port)
{
    LaunchRequest request;
    request.workload.name = "w";
    request.workload.framework = "pytorch-ddp";
    request.workload.model = model;
    request.workload.batch = 2;
    request.workload.steps = 3;
    request.workload.warmupSteps = 1;
    request.workload.deadline = std::chrono::seconds(60);
    request.workload.extras = {
        {"python", python.toStdString()}, {"launcher", launcher}, {"port", std::to_string(port)}, {"image_size", "64"}};
    request.nodes = {{"n0", "127.0.0.1", 2}};
    return request;
}

} // namespace

/// The scripts of resources/workloads, run for real as far as this machine has their frameworks.
class TestWorkloadScripts : public QObject
{
    Q_OBJECT

    bool m_hasTorch = false;

private Q_SLOTS:
    void initTestCase()
    {
        if (!QFile::exists(python))
            QSKIP("needs /usr/bin/python3");
        m_hasTorch = canImport("torch, torchvision");
    }

    void allCompile()
    {
        QTemporaryDir folder;
        QCOMPARE(workloadScripts().size(), std::size_t(20));
        for (const EmbeddedText& script : workloadScripts()) {
            const QString path = folder.filePath(QString::fromUtf8(script.name.data(), qsizetype(script.name.size())));
            QVERIFY(bool(writeFileAtomically(path.toStdString(), script.text)));
            int code = 0;
            const QByteArray said = output(python, {"-m", "py_compile", path}, &code);
            QVERIFY2(code == 0, said.constData());
        }
    }

    void aMissingPackageIsOneSentence_data()
    {
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("package");
        QTest::newRow("tensorflow") << "tensorflow"
                                    << "tensorflow";
        QTest::newRow("tensorflow-ps") << "tensorflow-ps"
                                       << "tensorflow";
        QTest::newRow("hivemind") << "hivemind"
                                  << "hivemind";
    }
    void aMissingPackageIsOneSentence()
    {
        QFETCH(QString, framework);
        QFETCH(QString, package);
        if (canImport(package))
            QSKIP("the package is installed");
        LaunchRequest request;
        request.workload.framework = framework.toStdString();
        request.workload.extras = {{"python", python.toStdString()}};
        request.nodes = {{"n0", "127.0.0.1", 2}};
        auto plan = planLaunch(request, {});
        QVERIFY(bool(plan));
        plan->processes.erase(plan->processes.begin() + 1, plan->processes.end());
        Launched launched(*plan);
        QVERIFY(launched.good());
        QCOMPARE(launched.codes(60'000), std::vector<int>{2});
        const auto failures = only<monitor::FailureEvent>(launched.events(0));
        QCOMPARE(failures.size(), std::size_t(1));
        QCOMPARE(failures[0].code, std::string("unsupported"));
        QVERIFY2(failures[0].what.starts_with("the Python package " + package.toStdString() + " cannot be used by "),
                 failures[0].what.c_str());
    }

    void trainsByTorchrun_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<double>("bytes");
        QTest::newRow("mobilenetv2") << "mobilenetv2" << 4 * 3504872.0;
        QTest::newRow("resnet50") << "resnet50" << 4 * 25557032.0;
    }
    void trainsByTorchrun()
    {
        if (!m_hasTorch)
            QSKIP("needs python3-torch and python3-torchvision");
        QFETCH(QString, model);
        QFETCH(double, bytes);
        const auto plan = planLaunch(pytorchRequest("torchrun", qPrintable(model), 29731), {});
        QVERIFY(bool(plan));
        Launched launched(*plan);
        QVERIFY(launched.good());
        const std::vector<int> codes = launched.codes(120'000);
        QVERIFY2(codes == std::vector<int>{0}, launched.process(0).readAllStandardError().constData());
        const QByteArray all = launched.process(0).peek(1 << 20);
        const auto events = launched.events(0);
        for (const auto& start : only<monitor::StartEvent>(events)) {
            QCOMPARE(double(start.bytes), bytes);
            QCOMPARE(start.workers, 2);
            QCOMPARE(start.batch, 2);
        }
        std::map<int, int> measured, warmup;
        for (const auto& step : only<monitor::IterationEvent>(events)) {
            ++(step.warmup ? warmup : measured)[step.origin.rank];
            QVERIFY(step.origin.timedByWorker);
            QVERIFY(step.duration && step.compute && step.communication);
            QVERIFY(*step.communication > Nanoseconds(0) && *step.communication <= *step.duration);
            QVERIFY(*step.compute <= *step.duration);
            QCOMPARE(*step.samples, std::int64_t(2));
            QVERIFY(step.loss && *step.loss > 0);
        }
        QCOMPARE(measured, (std::map<int, int>{{0, 3}, {1, 3}}));
        QCOMPARE(warmup, (std::map<int, int>{{0, 1}, {1, 1}}));
        QCOMPARE(only<monitor::ResultEvent>(events).size(), std::size_t(2));
        // What the hook saw reduced in every step is S.
        const QByteArray reduced = "\"reduced_bytes\":" + QByteArray::number(qint64(bytes));
        QCOMPARE(all.count(reduced), 2 * 4 + 2);
        QVERIFY(all.contains("\"global_batch\":4"));
        const auto script = std::ranges::find(plan->files, "workloads/pytorch_ddp.py", &PlacedFile::path);
        QVERIFY(all.contains("\"script_sha256\":\"" + QByteArray::fromStdString(sha256(script->content)) + "\""));
    }

    void aWorkerThatDiesIsNamedByTheOther()
    {
        if (!m_hasTorch)
            QSKIP("needs python3-torch and python3-torchvision");
        LaunchRequest request = pytorchRequest("direct", "mobilenetv2", 29732);
        request.workload.steps = 100'000;
        const auto plan = planLaunch(request, {});
        QVERIFY(bool(plan));
        Launched launched(*plan);
        QVERIFY(launched.good());
        QTRY_VERIFY_WITH_TIMEOUT(launched.process(0).peek(1 << 20).contains("\"benchmark\""), 60'000);
        launched.process(1).kill();
        QCOMPARE(launched.codes(30'000), (std::vector<int>{1, -1}));
        const auto failures = only<monitor::FailureEvent>(launched.events(0));
        QCOMPARE(failures.size(), std::size_t(1));
        QCOMPARE(failures[0].code, std::string("peer-failed"));
    }

    void terminationEndsAllWorkers()
    {
        if (!m_hasTorch)
            QSKIP("needs python3-torch and python3-torchvision");
        LaunchRequest request = pytorchRequest("torchrun", "mobilenetv2", 29733);
        request.workload.steps = 100'000;
        const auto plan = planLaunch(request, {});
        Launched launched(*plan);
        QVERIFY(launched.good());
        QTRY_VERIFY_WITH_TIMEOUT(launched.process(0).peek(1 << 20).contains("\"benchmark\""), 60'000);
        std::vector<qint64> workers;
        for (const auto& start : only<monitor::StartEvent>(launched.events(0)))
            workers.push_back(start.pid);
        QCOMPARE(workers.size(), std::size_t(2));
        launched.process(0).terminate();
        const std::vector<int> codes = launched.codes(40'000);
        QVERIFY(codes[0] != 0);
        for (const qint64 worker : workers)
            QTRY_VERIFY_WITH_TIMEOUT(kill(static_cast<pid_t>(worker), 0) != 0, 5000);
    }

    void wrongModelsAndFoldersEndWithASentence()
    {
        if (!m_hasTorch)
            QSKIP("needs python3-torch and python3-torchvision");
        LaunchRequest request = pytorchRequest("direct", "mobilenetv2", 29734);
        request.workload.extras["data"] = "/nowhere";
        request.nodes = {{"n0", "127.0.0.1", 1}};
        const auto plan = planLaunch(request, {});
        Launched launched(*plan);
        QCOMPARE(launched.codes(60'000), std::vector<int>{2});
        const auto failures = only<monitor::FailureEvent>(launched.events(0));
        QCOMPARE(failures.size(), std::size_t(1));
        QVERIFY2(failures[0].what.starts_with("the folder \"/nowhere\" does not hold CIFAR-10"),
                 failures[0].what.c_str());
    }

    void trainsOnCifar10_data()
    {
        QTest::addColumn<QByteArray>("first"); // replaces the first of five files; empty: a whole one
        QTest::addColumn<int>("code");
        QTest::newRow("whole") << QByteArray() << 0;
        QTest::newRow("cut") << QByteArray(3000, 'x') << 2;
        QTest::newRow("wrong labels") << QByteArray(3073, 'x') << 2;
    }
    void trainsOnCifar10()
    {
        if (!m_hasTorch)
            QSKIP("needs python3-torch and python3-torchvision");
        QFETCH(QByteArray, first);
        QFETCH(int, code);
        QTemporaryDir folder;
        for (int file = 1; file <= 5; ++file) {
            QByteArray records;
            for (int record = 0; record < 4; ++record)
                records += QByteArray(1, char(record)) + QByteArray(3072, char(17 * file + 40 * record));
            if (file == 1 && !first.isEmpty())
                records = first;
            QFile out(folder.filePath(QString("data_batch_%1.bin").arg(file)));
            QVERIFY(out.open(QIODevice::WriteOnly) && out.write(records) == records.size());
        }
        LaunchRequest request = pytorchRequest("direct", "mobilenetv2", 29735);
        request.workload.extras["data"] = folder.path().toStdString();
        request.workload.extras.erase("image_size");
        request.workload.batch = 8;
        request.nodes = {{"n0", "127.0.0.1", 1}};
        const auto plan = planLaunch(request, {});
        Launched launched(*plan);
        QCOMPARE(launched.codes(60'000), std::vector<int>{code});
        const auto events = launched.events(0);
        QCOMPARE(only<monitor::FailureEvent>(events).size(), std::size_t(code == 0 ? 0 : 1));
        QCOMPARE(only<monitor::StartEvent>(events).at(0).bytes, std::uint64_t(4 * 2236682)); // 10 classes
        QCOMPARE(only<monitor::IterationEvent>(events).size(), std::size_t(code == 0 ? 4 : 0));
    }

    void aPickleThatCallsSomethingIsRefused()
    {
        if (!m_hasTorch)
            QSKIP("needs python3-torch and python3-torchvision");
        QTemporaryDir folder;
        const QString mark = folder.filePath("called");
        for (int file = 1; file <= 5; ++file)
            QVERIFY(bool(writeFileAtomically(folder.filePath(QString("data_batch_%1").arg(file)).toStdString(),
                                             ("cos\nsystem\n(S'touch " + mark + "'\ntR.").toStdString())));
        LaunchRequest request = pytorchRequest("direct", "mobilenetv2", 29736);
        request.workload.extras["data"] = folder.path().toStdString();
        request.nodes = {{"n0", "127.0.0.1", 1}};
        const auto plan = planLaunch(request, {});
        Launched launched(*plan);
        QCOMPARE(launched.codes(60'000), std::vector<int>{2});
        QVERIFY(only<monitor::FailureEvent>(launched.events(0)).at(0).what.ends_with("does not belong into CIFAR-10"));
        QVERIFY(!QFile::exists(mark));
    }

    void factsAreThoseOfTheModels()
    {
        if (!m_hasTorch)
            QSKIP("needs python3-torch and python3-torchvision");
        // Multiply-adds by the shapes that the layers see, with 10 classes, at the model's own side and at 64 pixels.
        QString code = "import sys;sys.path.insert(0,'" + qEnvironmentVariable("MR_SOURCE") + "/resources/workloads')\n"
            + R"(import torch, torchvision.models as m
from small_models import SMALL_MODELS as s
def count(x, channels, side):
    sums = [0]
    def hook(layer, _, out):
        sums[0] += out[0].numel() * layer.weight[0].numel()
    for layer in x.modules():
        if isinstance(layer, (torch.nn.Conv2d, torch.nn.Linear)):
            layer.register_forward_hook(hook)
    with torch.no_grad():
        x.eval()(torch.zeros(1, channels, side, side))
    return sums[0]
def show(name, side, other):
    make = s[name][0] if name in s else lambda classes: getattr(m, name)(num_classes=classes)
    x = make(1000)
    channels = s[name][1] if name in s else 3
    print(sum(p.numel() for p in x.parameters()), sum(b.numel() * b.element_size() for b in x.buffers()),
          len(list(x.parameters())), count(make(10), channels, side), count(make(10), channels, other))
)";
        QString expected;
        for (const ModelSize& model : modelSizes()) {
            const auto other = model.pixels == 28 ? model.pixels : 64;
            code += QString("show('%1', %2, %3)\n")
                        .arg(QString::fromUtf8(model.alias.data(), qsizetype(model.alias.size())))
                        .arg(model.pixels)
                        .arg(other);
            expected += QString("%1 %2 %3 %4 %5\n")
                            .arg(model.torchParameters)
                            .arg(model.torchBufferBytes)
                            .arg(model.torchTensors)
                            .arg(multiplyAdds(model, model.pixels, 10), 0, 'f', 0)
                            .arg(multiplyAdds(model, other, 10), 0, 'f', 0);
        }
        QCOMPARE(QString::fromUtf8(output(python, {"-W", "ignore", "-c", code})), expected);
    }
};

QTEST_GUILESS_MAIN(TestWorkloadScripts)
#include "tst_workload_scripts.moc"

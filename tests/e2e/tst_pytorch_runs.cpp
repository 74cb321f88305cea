// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/store/artefact_repository.h"
#include "core/store/run_repository.h"
#include "core/store/series_repository.h"
#include "tests/e2e/remote_bed.h"
#include "tests/e2e/stored_runs.h"

#include <QtTest>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>

using namespace millrace;
using namespace e2e;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

constexpr const char* python = e2e::pythonOfTorch;

/// torchrun imports PyTorch once more on each node; "direct" does without it.
std::string workload(const char* launcher)
{
    return fmt::format(R"(, "extras": {{"image_size": "64", "python": "{}", "launcher": "{}"}})", python, launcher);
}

QString toText(const std::string& text)
{
    return QString::fromStdString(text);
}

} // namespace

/// PyTorch's DistributedDataParallel over ssh, held against the closed formula and against the traffic study's files.
class TestPytorchRuns : public QObject
{
    Q_OBJECT

    static constexpr int machines = 4;

    std::optional<e2e::RemoteBed> m_bed;

    [[nodiscard]] fs::path store() const { return m_bed->folder() / "small.mrdb"; }
    [[nodiscard]] bool hasSteps() const
    {
        const auto runs = runsOf(store());
        auto database = store::Database::openReadOnly(store());
        if (runs.empty() || !database)
            return false;
        const auto series = store::SeriesRepository(*database).list(runs.front().id);
        return series && std::ranges::any_of(*series, [](const auto& each) {
                   return each.name == "throughput" && each.samples > 0;
               });
    }
    /// Of each of the nodes, in bytes and step: 2(N-1)/N·S, S the gradients in 4 B (platform facts, section 5).
    void checkRing(const store::RunRecord& run, double parameters) const
    {
        const double expected = machines * 2.0 * (machines - 1) / machines * 4 * parameters;
        const double measured = metricsOf(store(), run.id, "sent_payload_per_step").at("");
        QVERIFY2(std::abs(measured / expected - 1) < 0.05,
                 qPrintable(QString::number(measured) + QStringLiteral(" of ") + QString::number(expected)));
    }
    void write(const e2e::RemoteProject& project) const
    {
        std::ofstream(m_bed->folder() / "small.millrace") << e2e::projectText(project);
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (const std::string why = e2e::whyNoTorch(); !why.empty())
            QSKIP(why.c_str());
        m_bed.emplace(machines);
        if (!m_bed->why().empty())
            QSKIP(m_bed->why().c_str());
    }

    void init() { m_bed->renew(); }

    void cleanup()
    {
        const std::string left = m_bed->leftOnAll();
        QVERIFY2(left.empty(), left.c_str());
    }

    void cleanupTestCase() { m_bed.reset(); }

    void fourRanksMoveWhatTheRingSays()
    {
        write({.framework = "pytorch-ddp",
               .model = "resnet18",
               .batch = 2,
               .steps = 4,
               .warmupSteps = 2,
               .computeTime = "",
               .factors = R"([{"name": "model", "levels": ["resnet18"]}])",
               .workloadMore = workload("torchrun")});
        const auto finished = m_bed->cli({"run", "small.millrace"}, 400);
        QVERIFY2(finished.code == 0, finished.text());
        const auto runs = runsOf(store());
        QCOMPARE(countOf(runs, store::RunState::Done), 1);
        checkRing(runs.front(), 11689512);
        auto database = store::Database::openReadOnly(store());
        const auto series = store::SeriesRepository(*database).list(runs.front().id);
        for (int rank = 0; rank < machines; ++rank)
            QVERIFY(std::ranges::any_of(*series, [rank](const store::SeriesRecord& each) {
                return each.name == "throughput" && each.node == "rank " + std::to_string(rank) && each.samples == 6;
            }));
    }

    /// Every strategy is a list of pairs of spanning trees, so all nodes together send 2(N-1)·S; DDP's broadcasts of
    /// BatchNorm's buffers add 0.04 %.
    void millracesBackendMovesWhatTheGraphsSay()
    {
        const std::string cache = std::string(std::getenv("MR_BIN")) + "/../torch-cache";
        if (!fs::exists(cache))
            QSKIP("the backend could not be built; see torch_backend_build");
        const std::vector<std::string> strategies = {"RING_ALLREDUCE", "BINARY_TREE_STAR"};
        write({.framework = "pytorch-ddp",
               .model = "resnet18",
               .batch = 2,
               .steps = 4,
               .warmupSteps = 2,
               .computeTime = "",
               .factors = R"([{"name": "strategy", "levels": [")" + join(strategies, R"(", ")") + R"("]}])",
               .workloadMore = fmt::format(
                   R"(, "backend": "millrace", "extras": {{"image_size": "64", "python": "{}", "launcher": "direct", )"
                   R"("env:MILLRACE_TORCH_CACHE": "{}"}})",
                   python, fs::weakly_canonical(cache).string())});
        const auto finished = m_bed->cli({"run", "small.millrace"}, 400);
        QVERIFY2(finished.code == 0, finished.text());
        const auto runs = runsOf(store());
        QCOMPARE(countOf(runs, store::RunState::Done), static_cast<int>(strategies.size()));
        const double expected = 2.0 * (machines - 1) * 4 * 11689512;
        for (const store::RunRecord& run : runs) {
            const double measured = metricsOf(store(), run.id, "sent_payload_per_step").at("");
            const auto sent = metricsOf(store(), run.id, "sent_payload");
            const auto predicted = metricsOf(store(), run.id, "predicted_payload");
            QString text =
                QString("%1: %2 of %3 in a step;").arg(toText(run.factors[0].level)).arg(measured).arg(expected);
            for (const auto& [node, bytes] : sent)
                text += QString(" %1 %2 of %3;").arg(toText(node)).arg(bytes).arg(predicted.at(node));
            qInfo().noquote() << text;
            QVERIFY2(std::abs(measured / expected - 1) < 0.005, qPrintable(text));
        }
    }

    void withoutTheAgentItIsDoneToo()
    {
        e2e::RemoteProject project{.nodes = 2,
                                   .framework = "pytorch-ddp",
                                   .model = "mobilenet_v2",
                                   .batch = 2,
                                   .steps = 12,
                                   .warmupSteps = 2,
                                   .computeTime = "",
                                   .factors = R"([{"name": "loss", "levels": ["0.5%"]}])",
                                   .links = R"({"loss": "0%"})",
                                   .capture = R"({"enabled": true})",
                                   .workloadMore = workload("torchrun"),
                                   .agent = "never"};
        write(project);
        const auto finished = m_bed->cli({"run", "small.millrace", "--store", "small.mrdb"}, 200);
        QVERIFY2(finished.code == 0, finished.text());
        const auto runs = runsOf(store());
        QCOMPARE(countOf(runs, store::RunState::Done), 1);
        for (const store::GateResult& gate : gatesOf(store(), runs.front().id, "traffic"))
            QVERIFY2(std::abs(gate.achieved / gate.requested - 1) < 0.05, gate.sentence.c_str());

        // Once more, longer, and the controller killed while it trains; cleanup() looks for what is left.
        project.steps = 10000;
        write(project);
        auto cli = m_bed->startCli({"run", "small.millrace", "--new"});
        QVERIFY(waitFor([this] { return countOf(runsOf(store()), store::RunState::Running) == 1; }, 60s));
        QVERIFY(waitFor([this] { return hasSteps(); }, 60s));
        cli.signalGroup(SIGKILL);
    }

    void theTrafficStudysFoldersComeBack()
    {
        write({.framework = "pytorch-ddp",
               .model = "mobilenet_v2",
               .batch = 2,
               .steps = 12,
               .computeTime = "",
               .factors = R"([{"name": "loss", "levels": ["0%", "0.5%"]}])",
               .links = R"({"loss": "0%"})",
               .capture = R"({"enabled": true})",
               .workloadMore = workload("direct")});
        const auto finished = m_bed->cli({"run", "small.millrace"}, 400);
        QVERIFY2(finished.code == 0, finished.text());
        for (const store::RunRecord& run : runsOf(store()))
            checkRing(run, 3504872);
        const fs::path folder = m_bed->folder() / "study";
        const auto exported = e2e::cli(m_bed->folder(), {"export", "small.mrdb", "--study-folder", folder.string()});
        QVERIFY2(exported.code == 0, exported.text());
        QVERIFY2(fs::exists(folder / "pytorch_ddp-mobilenet_v2-sgd-2-gloo-normal-ring" / "worker-3-tcpdump.pcap"),
                 exported.text());
        QVERIFY(fs::exists(folder / "pytorch_ddp-mobilenet_v2-sgd-2-gloo-loss_0.5-ring" / "train_history.log"));
        const auto imported = e2e::cli(m_bed->folder(), {"import", "tum", folder.string(), "--store", "back.mrdb"});
        QVERIFY2(imported.code == 0, imported.text());

        const auto there = runsOf(store());
        const auto back = runsOf(m_bed->folder() / "back.mrdb");
        QCOMPARE(back.size(), there.size());
        for (const store::RunRecord& run : there) {
            const bool lossy = run.factors[0].level != "0%";
            const auto same = std::ranges::find_if(back, [lossy](const store::RunRecord& each) {
                return std::ranges::any_of(each.factors, [lossy](const store::Factor& factor) {
                    return factor.name == "loss" && (factor.number.value_or(0) > 0) == lossy;
                });
            });
            QVERIFY(same != back.end());
            // Each packet is in the file of the node that sent it: all files together hold what was captured.
            const double captured = metricsOf(store(), run.id, "captured_bytes").at("");
            double sent = 0;
            for (const auto& [host, bytes] : metricsOf(m_bed->folder() / "back.mrdb", same->id, "bytes_sent"))
                sent += host.empty() ? 0 : bytes;
            QVERIFY2(
                captured > 1e7 && std::abs(sent - captured) <= 0.0001 * captured,
                qPrintable(QString::number(sent, 'f', 0) + QStringLiteral(" of ") + QString::number(captured, 'f', 0)));
        }
    }
};

QTEST_APPLESS_MAIN(TestPytorchRuns)
#include "tst_pytorch_runs.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/run_repository.h"
#include "tests/e2e/cli_runner.h"
#include "tests/e2e/stored_runs.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace millrace;
using namespace std::chrono_literals;

namespace {

constexpr const char* python = e2e::pythonOfTorch;

nlohmann::json projectOf(nlohmann::json workload)
{
    workload["name"] = "job";
    workload["deadline"] = "30s";
    workload["extras"]["python"] = python;
    workload["extras"]["env:MILLRACE_TORCH_CACHE"] = std::string(std::getenv("MR_BIN")) + "/../torch-cache";
    const nlohmann::json gate{{"lateness", "10s"}, {"rate", "50%"}, {"delay_floor", "50ms"}};
    nlohmann::json project{{"format", "millrace-project"}, {"version", 1}, {"name", "torch"}};
    project["clusters"] = {{{"name", "lab"}, {"nodes", 3}, {"nic_rate", "1Gbit"}, {"links", {{{"delay", "50us"}}}}}};
    project["workloads"] = nlohmann::json::array({workload});
    project["grids"] = {{{"name", "grid"}, {"cluster", "lab"}, {"workload", "job"}, {"gate", gate}}};
    return project;
}

} // namespace

/// PyTorch trainings that change while they go on, on an emulated cluster.
class TestTorchAdaptive : public QObject
{
    Q_OBJECT

    QTemporaryDir m_temporary;
    bool m_tooBusy = false;

    std::filesystem::path folder() const { return m_temporary.path().toStdString(); }
    QByteArray make(const std::string& name, const nlohmann::json& workload)
    {
        if (!writeFileAtomically(folder() / (name + ".millrace"), projectOf(workload).dump()))
            return "the project was not written";
        const auto made = e2e::cli(folder(), {"run", name + ".millrace", "--no-report"}, 240);
        m_tooBusy = made.wasTooBusy();
        return made.code == 0 || m_tooBusy ? QByteArray() : made.text();
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
        if (const std::string why = e2e::whyNoTorch(); !why.empty())
            QSKIP(why.c_str());
    }

    /// Strategy and batch change while PyTorch trains, and the replay makes the same decisions.
    void policies()
    {
        const QByteArray problem =
            make("p",
                 {{"framework", "pytorch-ddp"},
                  {"backend", "millrace"},
                  {"model", "mlp"},
                  {"batch", 16},
                  {"strategy", "STAR"},
                  {"steps", 60},
                  {"extras",
                   {{"data", "generated"},
                    {"launcher", "direct"},
                    {"monitor", "noise-scale"},
                    {"policy", "strategy-schedule(10:RING_ALLREDUCE,30:STAR@1)+goodput-batch(interval=10)"}}}});
        QVERIFY2(problem.isEmpty(), problem);
        if (m_tooBusy)
            QSKIP("this machine was too busy for a valid run");
        const auto told = e2e::cli(folder(), {"--json", "policy", "p.mrdb"});
        QVERIFY2(told.code == 0, told.text());
        const auto report = nlohmann::json::parse(told.out);
        QVERIFY2(report["same"].get<int>() == 1, told.text());
        QVERIFY2(report["tables"][1]["rows"].size() >= 3, told.text());
        QVERIFY2(told.out.find("RING_ALLREDUCE") != std::string::npos, told.text());
    }

    /// torchrun starts the others again and the training goes on with the saved state.
    void aKilledWorkerComesBack()
    {
        const QByteArray problem = make("e",
                                        {{"framework", "pytorch-elastic"},
                                         {"backend", "gloo"},
                                         {"model", "mlp"},
                                         {"batch", 64},
                                         {"steps", 150},
                                         {"failures", "kill(at=1s,repair=1s,who=1)"},
                                         {"extras", {{"launcher:--monitor_interval", "0.1"}}}});
        QVERIFY2(problem.isEmpty(), problem);
        if (m_tooBusy)
            QSKIP("this machine was too busy for a valid run");
        const auto runs = e2e::runsOf(folder() / "e.mrdb");
        QCOMPARE(runs.size(), std::size_t(1));
        const auto value = [&](const char* name) { return e2e::metricOf(folder() / "e.mrdb", runs.front().id, name); };
        QCOMPARE(int(value("failures")), 1);
        QCOMPARE(int(value("steps")), 150);
        QCOMPARE(int(value("lost_steps")), 0);
        QVERIFY2(value("recovery_max") > 0 && value("recovery_max") < 60,
                 qPrintable(QString::number(value("recovery_max"))));
        const auto replay = e2e::cli(folder(), {"replay", "1", "--store", "e.mrdb", "--quiet"});
        QVERIFY2(replay.code == 0, replay.text());
    }
};

QTEST_GUILESS_MAIN(TestTorchAdaptive)
#include "tst_torch_adaptive.moc"

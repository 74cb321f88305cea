// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/cli_runner.h"

#include "core/cluster/network_matrix.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

using namespace millrace;

/// A network that was measured elsewhere becomes an emulated one, whose probes find it again.
class TestNetworkCommand : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path folder() const { return m_folder.path().toStdString(); }

private Q_SLOTS:
    void initTestCase()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
        QVERIFY(bool(writeFileAtomically(folder() / "lab.millrace", R"json({
  "format": "millrace-project", "version": 1, "name": "lab",
  "clusters": [{"name": "lab", "nodes": 3, "nic_rate": "500Mbit", "links": [{"delay": "2ms"}]}],
  "workloads": [{"name": "w", "model": "mobilenetv2/24", "steps": 2, "warmup_steps": 1, "compute_time": "10ms"}],
  "grids": [{"name": "g", "cluster": "lab", "workload": "w", "gate": {"all_pairs": true}}]
})json")));
        QVERIFY(bool(writeFileAtomically(folder() / "pairs.csv",
                                         "from,to,rate,rtt\nnode0,node1,200Mbit,20ms\nnode1,node0,100Mbit,20ms\n"
                                         "node0,node2,,80ms\n")));
    }

    void aMeasuredNetworkIsEmulatedAndFoundAgain()
    {
        const auto imported = e2e::cli(
            folder(), {"network", "lab.millrace", "--import", "pairs.csv", "--window", "64KiB", "--streams", "4"});
        QVERIFY2(imported.code == 0, imported.text());
        QVERIFY2(imported.out.find("~26.2 Mbit/s") != std::string::npos, imported.out.c_str());
        const auto run = e2e::cli(folder(), {"run", "lab.millrace", "--quiet"});
        QVERIFY2(run.code == 0 || run.wasTooBusy(), run.text());
        const auto measured =
            e2e::cli(folder(), {"network", "lab.millrace", "--from-store", "lab.mrdb", "--csv", "-", "--dry-run"});
        QVERIFY2(measured.code == 0, measured.text());
        const auto matrix = cluster::parseMatrix(measured.out);
        QVERIFY2(matrix, matrix ? "" : matrix.error().text().c_str());
        QCOMPARE(matrix->size(), std::size_t(6));
        const std::vector<double> rates = {200e6, 26.2e6, 100e6, 500e6, 500e6, 500e6};
        const std::vector<double> roundTrips = {20, 42, 20, 4, 42, 4}; // ms
        for (std::size_t i = 0; i < 6; ++i) {
            const cluster::PairEntry& entry = (*matrix)[i];
            const double rate = entry.bitsPerSecond.value_or(0);
            const double roundTrip = 1e-6 * static_cast<double>(entry.roundTrip->count());
            const QString what =
                QString::asprintf("%s to %s: %g bit/s, %g ms", entry.from.c_str(), entry.to.c_str(), rate, roundTrip);
            QVERIFY2(std::abs(rate / rates[i] - 1) < 0.05, qPrintable(what));
            QVERIFY2(roundTrip > roundTrips[i] - 0.1 && roundTrip < roundTrips[i] + 2, qPrintable(what));
        }
    }

    /// Nodes that send to each other measure the rates and round trips that are emulated, in each direction.
    void nodesMeasureTheirNetwork()
    {
        QVERIFY(bool(writeFileAtomically(folder() / "far.millrace", R"json({
  "format": "millrace-project", "version": 1, "name": "far",
  "clusters": [{"name": "far", "nodes": 2, "nic_rate": "500Mbit", "links": [{"delay": "10ms", "rate": "80Mbit"},
    {"from": "node1", "to": "node0", "both_ways": false, "rate": "30Mbit"}]}]
})json")));
        const auto same = e2e::cli(folder(), {"network", "far.millrace", "--measure", "--into", "far"});
        QCOMPARE(same.code, 2);
        const auto measured = e2e::cli(
            folder(), {"network", "far.millrace", "--measure", "--streams", "3", "--duration", "2s", "--quiet"});
        QVERIFY2(measured.code == 0, measured.text());
        const auto shown =
            e2e::cli(folder(), {"network", "far.millrace", "--cluster", "far, measured", "--csv", "-", "--dry-run"});
        const auto matrix = cluster::parseMatrix(shown.out);
        QVERIFY2(matrix && matrix->size() == 2, shown.text());
        const double rates[] = {80e6, 30e6};
        for (std::size_t i = 0; i < 2; ++i) {
            const cluster::PairEntry& entry = (*matrix)[i];
            QVERIFY2(std::abs(*entry.bitsPerSecond / rates[i] - 1) < 0.03, shown.out.c_str());
            QVERIFY2(std::abs(1e-6 * static_cast<double>(entry.roundTrip->count()) - 20) < 1, shown.out.c_str());
            QVERIFY2(entry.source.find("3 connections") != std::string::npos, entry.source.c_str());
        }
        const auto project = readFile(folder() / "far.millrace");
        QVERIFY(project->find("\"kind\": \"remote\"") == std::string::npos);
    }

    void badFilesChangeNothing()
    {
        const auto before = readFile(folder() / "lab.millrace");
        QVERIFY(bool(writeFileAtomically(folder() / "bad.csv", "from,to,rate\nnode0,mars,1Mbit\n")));
        const auto bad = e2e::cli(folder(), {"network", "lab.millrace", "--import", "bad.csv"});
        QCOMPARE(bad.code, 2);
        QCOMPARE(bad.err,
                 std::string("millrace-cli: \"mars\" is no node of the cluster \"lab\", nor the host or address of "
                             "one\n"));
        QVERIFY(*readFile(folder() / "lab.millrace") == *before);
    }
};

QTEST_APPLESS_MAIN(TestNetworkCommand)
#include "tst_network_command.moc"

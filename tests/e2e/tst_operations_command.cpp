// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/cli_runner.h"

#include "core/store/database.h"
#include "core/store/result_query.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace millrace;

namespace {

/// Steps of half a second at the rate of the NICs, so that set-up and scheduling count little.
const char* const project = R"json({
  "format": "millrace-project", "version": 1, "name": "cells",
  "clusters": [{"name": "lab", "nodes": 4, "nic_rate": "50Mbit", "links": [{"delay": "200us", "queue": "1MiB"}]}],
  "workloads": [{"name": "job", "model": "mobilenetv2/8", "steps": 4, "warmup_steps": 2, "compute_time": "30ms",
                 "verify_every": 0}],
  "grids": [{"name": "grid", "cluster": "lab", "workload": "job", "gate": {"enabled": false},
             "factors": [{"name": "strategy", "levels": ["RING_ALLREDUCE", "STAR"]}]}]
})json";

double metricOf(const std::filesystem::path& file, const std::string& name)
{
    auto database = store::Database::openReadOnly(file);
    if (!database)
        return -1;
    store::ResultQuery query(*database);
    const auto found = query.index({}, {});
    const auto rows = query.rows(found->runs);
    for (const store::ResultRow& row : *rows)
        for (const store::Metric& metric : row.metrics)
            if (metric.name == name && metric.subject.empty())
                return metric.value;
    return -1;
}

} // namespace

/// A cell of a project as GOAL and Chakra files, and these performed on the same network.
class TestOperationsCommand : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path folder() const { return m_folder.path().toStdString(); }

private Q_SLOTS:
    void init() { QVERIFY(bool(writeFileAtomically(folder() / "cells.millrace", project))); }

    void initTestCase()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
    }

    void aCellIsWrittenAndReadAgain()
    {
        const auto written = e2e::cli(folder(),
                                      {"operations", "cells.millrace", "--only", "strategy=STAR", "--steps", "2",
                                       "--goal", "star.goal", "--chakra", "star", "--json"});
        QVERIFY2(written.code == 0, written.text());
        for (const auto& files :
             {std::vector<std::string>{"star.goal"}, {"star.3.et", "star.0.et", "star.1.et", "star.2.et"}}) {
            std::vector<std::string> arguments = {"operations", "--json"};
            arguments.insert(arguments.end(), files.begin(), files.end());
            const auto read = e2e::cli(folder(), arguments);
            QVERIFY2(read.code == 0, read.text());
            QCOMPARE(read.out, written.out);
        }
    }

    /// The messages of a training, performed by our mailboxes, move the same payload and take about as long.
    void operationsOfACellAreThoseOfItsTraining()
    {
        const auto trained = e2e::cli(folder(), {"run", "cells.millrace", "--only", "strategy=RING_ALLREDUCE"});
        QVERIFY2(trained.code == 0, trained.text());
        const auto written = e2e::cli(folder(),
                                      {"operations", "cells.millrace", "--only", "strategy=RING_ALLREDUCE", "--goal",
                                       "ring.goal", "--project", "cells.millrace"});
        QVERIFY2(written.code == 0, written.text());
        const auto performed =
            e2e::cli(folder(), {"run", "cells.millrace", "--grid", "cells", "--store", "operations.mrdb"});
        QVERIFY2(performed.code == 0, performed.text());
        const double payload = metricOf(folder() / "cells.mrdb", "sent_payload_per_step");
        const double moved = metricOf(folder() / "operations.mrdb", "sent_payload_per_step");
        QVERIFY2(payload > 0 && std::abs(moved / payload - 1) < 0.01,
                 qPrintable(QString::asprintf("%g and %g bytes", payload, moved)));
        const double step = metricOf(folder() / "cells.mrdb", "step_median");
        const double other = metricOf(folder() / "operations.mrdb", "step_median");
        QVERIFY2(std::abs(other / step - 1) < 0.15, qPrintable(QString::asprintf("%g and %g s", step, other)));
    }

    void badFilesGiveOneSentence()
    {
        QVERIFY(
            bool(writeFileAtomically(folder() / "bad.goal", "num_ranks 2\nrank 0 {\nsend 5b to 1\n}\nrank 1 {\n}\n")));
        const auto bad = e2e::cli(folder(), {"operations", "bad.goal"});
        QCOMPARE(bad.code, 2);
        QCOMPARE(bad.err,
                 std::string("millrace-cli: reading bad.goal: rank 0 sends 1 messages with tag 0 to rank 1, which "
                             "receives 0\n"));
        const auto missing = e2e::cli(folder(), {"operations", "none.1.et"});
        QVERIFY(missing.code != 0);
        QCOMPARE(missing.err, std::string("millrace-cli: the trace of rank 0 is missing\n"));
    }
};

QTEST_APPLESS_MAIN(TestOperationsCommand)
#include "tst_operations_command.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/dry_run_job.h"

#include "core/base/file_io.h"
#include "tests/ui/example_files.h"
#include "tests/ui/grid/grid_example.h"
#include "tests/ui/grid/shots.h"
#include "ui/base/settings.h"
#include "ui/edit/project_editor.h"
#include "ui/grid/dry_run_model.h"
#include "ui/grid/dry_run_view.h"
#include "ui/grid/estimate_text.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QProcess>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <ctime>

using namespace millrace;
using namespace millrace::ui;

namespace {

DryRunResult dryRunOf(const project::Project& project, const std::filesystem::path& store = {})
{
    return *makeDryRun({std::make_shared<const project::Project>(project), 0, store, {}}, {});
}

/// A hundred levels of three own factors.
project::Project millionProject()
{
    project::Project project = test::templateProject("quickstart");
    grid::GridSpec& grid = project.grids[0];
    grid.factors.clear();
    grid.repetitions = 1;
    for (const char* name : {"a", "b", "c"}) {
        grid::Factor factor{name, {}, true, {}, {}};
        for (int i = 0; i < 100; ++i)
            factor.levels.push_back(grid::numberLevel(grid::Quantity::Number, i));
        grid.factors.push_back(factor);
    }
    return project;
}

} // namespace

class TestDryRun : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private Q_SLOTS:
    void numbersAreThoseOfTheCore()
    {
        project::Project project = test::templateProject("traffic-study");
        project.grids[0].warmupRuns = 2;
        const DryRunResult result = dryRunOf(project);
        const auto expansion = grid::Expansion::expand(project.grids[0]);
        const grid::DryRun expected = grid::dryRun(*expansion, *grid::planRuns(*expansion));
        QCOMPARE(result.counts.runs, expected.runs);
        QCOMPARE(result.counts.runs, std::uint64_t(232));
        QCOMPARE(result.counts.cells, expected.cells);
        QCOMPARE(result.counts.excluded, expected.excluded);
        QCOMPARE(result.counts.warmups, std::uint64_t(2));
        QCOMPARE(result.counts.lines.size(), std::size_t(234));
        for (std::size_t i = 0; i < result.counts.lines.size(); ++i) {
            QCOMPARE(result.counts.lines[i].run, expected.lines[i].run);
            QCOMPARE(result.counts.lines[i].cell, expected.lines[i].cell);
        }
        for (std::size_t i = 0; i < result.excluded.size(); ++i)
            QCOMPARE(result.excluded[i].reason, expected.lines[234 + i].reason);
        QVERIFY(!result.effects.conditions.empty() && result.effects.conditions[0]);
    }

    void linesAsTables()
    {
        const project::Project project = test::templateProject("traffic-study");
        const DryRunResult result = dryRunOf(project);
        DryRunModel runs(DryRunModel::Runs);
        DryRunModel left(DryRunModel::LeftOut);
        QAbstractItemModelTester runsTester(&runs, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester leftTester(&left, QAbstractItemModelTester::FailureReportingMode::QtTest);
        runs.setLines(result.counts.lines, result.grid, result.estimate);
        left.setLines(result.excluded, result.grid);
        QCOMPARE(runs.rowCount(), 232);
        QCOMPARE(runs.columnCount(), 1 + 6 + 4);
        QCOMPARE(runs.index(0, 0).data().toString(), QStringLiteral("1"));
        const int seed = runs.sectionOf(DryRunModel::SeedColumn);
        QCOMPARE(runs.index(5, seed).data().toString(), QString::number(result.counts.lines[5].run.seed));
        const int reason = left.sectionOf(DryRunModel::ReasonColumn);
        QVERIFY(left.index(0, reason).data().toString().contains(QLatin1String("TensorFlow communicates by gRPC"))
                || !left.index(0, reason).data().toString().isEmpty());
        runs.setLines({}, {});
        QCOMPARE(runs.rowCount(), 0);
    }

    void wordsOfTheCount()
    {
        project::Project project = test::templateProject("quickstart");
        project.grids[0].warmupRuns = 2;
        project.grids[0].conditions = {{"strategy == \"RING\" implies loss == 0", {}}};
        const DryRunResult result = dryRunOf(project);
        const QLocale locale(QLocale::C);
        QCOMPARE(countWords(result.counts, result.grid, locale),
                 QStringLiteral("27 run(s): 9 cell(s) × 3, and 2 warm-up(s); 1 of 10 combinations left out"));
    }

    void estimateIsThatOfTheCommandLine()
    {
        const QString cli = qEnvironmentVariable("MR_BIN") + QStringLiteral("/millrace-cli");
        if (!QFile::exists(cli))
            QSKIP("millrace-cli is not built");
        const QString file = test::writeProject(m_folder.path());
        const QString store = test::writeStore(m_folder.path(), 12);
        QProcess process;
        process.start(cli, {QStringLiteral("--json"), QStringLiteral("run"), file, QStringLiteral("--dry-run")});
        QVERIFY(process.waitForFinished());
        const QByteArray out = process.readAllStandardOutput();
        const QJsonObject estimate = QJsonDocument::fromJson(out).object()[QStringLiteral("estimate")].toObject();
        QVERIFY2(!estimate.isEmpty(), process.readAllStandardError().constData());
        const DryRunResult result =
            dryRunOf(project::ProjectFile::open(file.toStdString())->project, store.toStdString());
        const plan::Estimate& total = result.estimate.total;
        QCOMPARE(estimate[QStringLiteral("seconds")].toDouble(), total.seconds);
        QCOMPARE(estimate[QStringLiteral("wire_bytes")].toDouble(), total.wireBytes);
        QCOMPARE(estimate[QStringLiteral("past_runs")].toInt(), static_cast<int>(total.pastRuns));
        const auto bytes = estimate[QStringLiteral("store_bytes")];
        QCOMPARE(bytes.isNull() ? unknown : bytes.toDouble(), total.storeBytes);
    }

    void remoteClusters()
    {
        // Nothing of a remote cluster is known before it is connected to; its dry run needs no connection.
        project::Project project = test::templateProject("quickstart");
        project::Project remote = project;
        cluster::Cluster& cluster = remote.clusters[0];
        cluster.kind = cluster::ClusterKind::Remote;
        cluster.bottleneck.reset();
        for (cluster::Node& node : cluster.nodes) {
            node.host = node.name + ".example.org";
            node.nics = {cluster::Nic{"", "", 0, 0}};
        }
        const DryRunResult emulated = dryRunOf(project);
        const DryRunResult result = dryRunOf(remote);
        QVERIFY2(result.error.empty(), result.error.c_str());
        QCOMPARE(result.counts.runs, emulated.counts.runs);
        QCOMPARE(result.counts.lines.size(), emulated.counts.lines.size());
        QVERIFY2(result.estimate.unsupported.empty(), result.estimate.unsupported.c_str());
        QCOMPARE(result.estimate.allCells, emulated.estimate.allCells);
        QVERIFY(!timeWords(result.estimate, QLocale::c()).isEmpty());
    }

    void aGridThatCannotBeExpandedSaysWhy()
    {
        project::Project project = test::templateProject("quickstart");
        project.grids[0].factors[0].levels.clear();
        const DryRunResult result = dryRunOf(project);
        QVERIFY(result.error.find("no levels") != std::string::npos);
    }

    void theViewFollowsTheEdits()
    {
        Settings settings(m_folder.filePath(QStringLiteral("settings.ini")));
        ProjectEditor editor;
        editor.reset(test::templateProject("quickstart"));
        DryRunView view(editor, settings);
        QSignalSpy finished(&view, &DryRunView::finished);
        view.setIndex(0);
        QVERIFY(!finished.wait(300)); // nobody looks at it yet
        view.show();
        QVERIFY(finished.wait());
        QCOMPARE(view.result()->counts.runs, std::uint64_t(30));
        editor.change(QStringLiteral("x"), [](project::Project& project) { project.grids[0].repetitions = 5; });
        QVERIFY(!view.isCurrent());
        QVERIFY(finished.wait());
        QVERIFY(view.isCurrent());
        QCOMPARE(view.result()->counts.runs, std::uint64_t(50));
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("dryRunCount"))->text().contains(QLatin1String("50")));
    }

    void operationsOfARunAreExported()
    {
        Settings settings(m_folder.filePath(QStringLiteral("settings.ini")));
        ProjectEditor editor;
        editor.reset(test::templateProject("quickstart"));
        DryRunView view(editor, settings);
        QSignalSpy finished(&view, &DryRunView::finished);
        view.setIndex(0);
        view.show();
        QVERIFY(finished.wait());
        QVERIFY(view.findChild<QAction*>(QStringLiteral("exportOperations")) != nullptr);
        auto* note = view.findChild<QLabel*>(QStringLiteral("dryRunRunsNote"));
        const QString file = m_folder.filePath(QStringLiteral("run.goal"));
        view.exportOperations(0, file);
        QTRY_VERIFY2(note->text().startsWith(QStringLiteral("The operations of one step are in")),
                     qPrintable(note->text()));
        const auto text = readFile(file.toStdString());
        QVERIFY(text && text->starts_with("num_ranks 4\n"));
        view.exportOperations(0, m_folder.filePath(QStringLiteral("run.et")));
        QTRY_VERIFY(QFileInfo::exists(m_folder.filePath(QStringLiteral("run.3.et"))));
        // What the run does cannot be said.
        editor.change(QStringLiteral("x"),
                      [](project::Project& project) { project.workloads[0].framework = "pytorch-ddp"; });
        view.exportOperations(0, file);
        QTRY_VERIFY2(note->text().contains(QStringLiteral("only the frameworks builtin and operations")),
                     qPrintable(note->text()));
    }

    void theWindowStaysFluidWithAMillion()
    {
        Settings settings(m_folder.filePath(QStringLiteral("settings.ini")));
        ProjectEditor editor;
        editor.reset(millionProject());
        DryRunView view(editor, settings);
        view.resize(700, 700);
        view.show();
        QSignalSpy finished(&view, &DryRunView::finished);
        view.setIndex(0);
        // Processor time of this thread alone: what others on a busy machine take does not count.
        const auto busy = [] {
            timespec now{};
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
            return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
        };
        double longest = 0;
        double last = busy();
        QTimer beat;
        connect(&beat, &QTimer::timeout, &view, [&] {
            longest = std::max(longest, busy() - last);
            last = busy();
        });
        beat.start(1);
        QVERIFY(finished.wait(60'000));
        QTest::qWait(50);
        const DryRunResult& result = *view.result();
        QCOMPARE(result.counts.runs, std::uint64_t(1'000'000));
        QVERIFY(result.runsTruncated);
        QVERIFY(result.estimate.isSample());
        QCOMPARE(std::llround(result.estimate.total.runs), 1'000'000LL);
        const auto* runs = view.findChild<QTableView*>(QStringLiteral("dryRunRuns"));
        QCOMPARE(runs->model()->rowCount(), static_cast<int>(DryRunResult::mostLines));
        test::shoot(view, "dry-run-million", QSize(650, 800));
        qInfo("longest stretch of work of the window %.1f ms", longest);
#ifdef MR_SANITIZED
        QVERIFY(longest < 500);
#else
        QVERIFY(longest < 150);
#endif
    }

    void cancelling()
    {
        std::stop_source source;
        source.request_stop();
        JobContext job;
        job.stop = source.get_token();
        const auto result = makeDryRun({std::make_shared<const project::Project>(millionProject()), 0, {}, {}}, job);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }
};

QTEST_MAIN(TestDryRun)
#include "tst_dry_run.moc"

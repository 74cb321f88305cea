// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/error.h"
#include "core/store/run_repository.h"
#include "tests/ui/example_files.h"
#include "ui/results/result_model.h"
#include "ui/results/run_outline.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

int columnNamed(const ResultModel& model, const QString& name)
{
    for (int column = 0; column < model.columnCount(); ++column) {
        if (model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString() == name)
            return column;
    }
    return -1;
}

QStringList column(const ResultModel& model, int number)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts.append(model.index(row, number).data().toString().replace(QChar(0x00A0), QLatin1Char(' ')));
    return texts;
}

} // namespace

class TestResultModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void rowsAndColumns();
    void sorts();
    void filters();
    void pages();
    void readsAhead();
    void sortsBySeveralColumns();
    void severalCampaigns();
    void emptyStore();
    void typedFilter();
    void onlyWhatDiffers();
    void underLoadTheLoadedPhaseComesFirst();
    void refreshKeepsRows();
    void errors();
    void detailsOfARun();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestResultModel::rowsAndColumns()
{
    ResultModel model(test::writeStore(m_folder->path(), 16));
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy loaded(&model, &ResultModel::loaded);
    model.reload();
    QVERIFY(loaded.wait());
    QCOMPARE(model.rowCount(), 16);
    QCOMPARE(model.runCount(), std::int64_t(16));
    QStringList titles;
    for (int i = 0; i < model.columnCount(); ++i)
        titles.append(model.headerData(i, Qt::Horizontal, Qt::DisplayRole).toString());
    QCOMPARE(titles.first(), QStringLiteral("Run"));
    QVERIFY(titles.contains(QStringLiteral("strategy")));
    QVERIFY(titles.contains(QStringLiteral("loss")));
    const int rate = columnNamed(model, QStringLiteral("Throughput"));
    QVERIFY(rate > 0);
    QCOMPARE(column(model, rate).first(), QStringLiteral("100 samples/s"));
    QCOMPARE(column(model, rate).last(), QString()); // planned: nothing measured
    const QStringList states = column(model, columnNamed(model, QStringLiteral("State")));
    QCOMPARE(states.count(QStringLiteral("done")), 13);
    QCOMPARE(states.mid(13),
             (QStringList{QStringLiteral("failed"), QStringLiteral("invalid"), QStringLiteral("planned")}));
    QCOMPARE(model.index(2, columnNamed(model, QStringLiteral("strategy"))).data().toString(), QStringLiteral("STAR"));
}

void TestResultModel::sorts()
{
    ResultModel model(test::writeStore(m_folder->path(), 16));
    QSignalSpy loaded(&model, &ResultModel::loaded);
    model.reload();
    QVERIFY(loaded.wait());
    const int rate = columnNamed(model, QStringLiteral("Throughput"));
    model.sort(rate, Qt::DescendingOrder);
    QVERIFY(loaded.wait());
    QCOMPARE(column(model, rate).first(), QStringLiteral("114 samples/s"));
    QCOMPARE(column(model, rate).at(14), QStringLiteral("100 samples/s"));
    QCOMPARE(column(model, rate).last(), QString());
    QVERIFY(model.index(0, rate).data(ResultModel::SortRole).toDouble() == 114.0);
    model.sort(0, Qt::AscendingOrder);
    QVERIFY(loaded.wait());
    QCOMPARE(column(model, 0).first(), QStringLiteral("1"));
    model.sort(0, Qt::AscendingOrder); // as it is: nothing is read
    QVERIFY(!loaded.wait(100));
    model.sort(999, Qt::AscendingOrder);
    QVERIFY(!loaded.wait(50));
}

void TestResultModel::filters()
{
    ResultModel model(test::writeStore(m_folder->path(), 16));
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy loaded(&model, &ResultModel::loaded);
    store::ResultFilter filter;
    filter.states = {store::RunState::Failed, store::RunState::Invalid};
    model.setFilter(filter);
    QVERIFY(loaded.wait());
    QCOMPARE(model.rowCount(), 2);
    filter.states = {store::RunState::Cancelled};
    model.setFilter(filter);
    QVERIFY(loaded.wait());
    QCOMPARE(model.rowCount(), 0);
    model.setFilter({});
    QVERIFY(loaded.wait());
    QCOMPARE(model.rowCount(), 16);
}

/// The data of a row, once they have been read.
QString textOf(ResultModel& model, int row)
{
    if (model.rowAt(row) == nullptr) {
        QSignalSpy read(&model, &ResultModel::pagesRead);
        (void)model.index(row, 0).data();
        while (model.rowAt(row) == nullptr)
            if (!read.wait())
                return {};
    }
    return model.index(row, 0).data().toString();
}

void TestResultModel::pages()
{
    const int runs = static_cast<int>(ResultModel::pageSize) * 4 + 50;
    ResultModel model(test::writeStore(m_folder->path(), runs));
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy loaded(&model, &ResultModel::loaded);
    model.reload();
    QVERIFY(loaded.wait());
    QCOMPARE(model.runCount(), std::int64_t(runs));
    QCOMPARE(model.rowCount(), runs); // one list: the scroll bar spans all of it
    QVERIFY(model.rowAt(0) != nullptr);
    QVERIFY(model.rowAt(runs - 1) == nullptr); // nobody has looked there
    QCOMPARE(model.index(runs - 1, 0).data().toString(), QStringLiteral("…"));
    QVERIFY(model.runAt(runs - 1));
    QVERIFY(!model.runAt(runs) && !model.runAt(-1));
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QCOMPARE(textOf(model, runs - 1), QString::number(runs));
    QVERIFY(changed.count() > 0);
    QVERIFY(model.rowAt(static_cast<int>(ResultModel::pageSize) * 2) == nullptr); // only what is around
    for (int row = 0; row < runs; ++row)
        QCOMPARE(textOf(model, row), QLocale().toString(row + 1));
}

/// Pages adjacent to the visible rows are prefetched.
void TestResultModel::readsAhead()
{
    const int page = static_cast<int>(ResultModel::pageSize);
    ResultModel model(test::writeStore(m_folder->path(), page * 3));
    QSignalSpy loaded(&model, &ResultModel::loaded), read(&model, &ResultModel::pagesRead);
    model.reload();
    QVERIFY(loaded.wait());
    (void)model.index(page - 5, 0).data();
    QVERIFY(read.wait());
    QVERIFY(model.rowAt(page) != nullptr);
    QVERIFY(model.rowAt(2 * page) == nullptr);
}

/// A click on one header and then on another sorts by both.
void TestResultModel::sortsBySeveralColumns()
{
    ResultModel model(test::writeStore(m_folder->path(), 16));
    QSignalSpy loaded(&model, &ResultModel::loaded);
    model.reload();
    QVERIFY(loaded.wait());
    const int strategy = columnNamed(model, QStringLiteral("strategy")),
              loss = columnNamed(model, QStringLiteral("loss"));
    model.sort(loss, Qt::DescendingOrder);
    QVERIFY(loaded.wait());
    model.sort(strategy, Qt::AscendingOrder);
    QVERIFY(loaded.wait());
    const QStringList strategies = column(model, strategy), losses = column(model, loss);
    QStringList expected = strategies;
    expected.sort();
    QCOMPARE(strategies, expected);
    for (int first = 0; first < 16; first += 4)
        QCOMPARE(losses.mid(first, 4),
                 (QStringList{QStringLiteral("1%"), QStringLiteral("1%"), QStringLiteral("0%"), QStringLiteral("0%")}));
}

void TestResultModel::severalCampaigns()
{
    const QString file = test::writeStore(m_folder->path(), 4);
    {
        auto database = store::Database::open(file.toStdString());
        const SystemClock clock;
        store::RunRecord run;
        run.cell = "again";
        run.position = 1;
        store::CampaignRecord campaign;
        campaign.gridName = "strategies under loss";
        QVERIFY(store::RunRepository(*database, clock).createCampaign(campaign, std::vector{run}));
    }
    ResultModel model(file);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy loaded(&model, &ResultModel::loaded);
    model.reload();
    QVERIFY(loaded.wait());
    QCOMPARE(columnNamed(model, QStringLiteral("Campaign")), 0);
    QCOMPARE(column(model, 0).join(QLatin1Char(' ')), QStringLiteral("1 1 1 1 2"));
    QCOMPARE(column(model, 1).join(QLatin1Char(' ')), QStringLiteral("1 2 3 4 1"));
    const int id = columnNamed(model, QStringLiteral("Run id"));
    QCOMPARE(column(model, id).at(4), QString::fromStdString(model.rowAt(4)->run.uuid));
    QVERIFY(columnNamed(model, QStringLiteral("Campaign id")) > id);
    model.sort(0, Qt::DescendingOrder);
    QVERIFY(loaded.wait());
    QCOMPARE(column(model, 0).join(QLatin1Char(' ')), QStringLiteral("2 1 1 1 1"));
    QCOMPARE(column(model, 1).join(QLatin1Char(' ')), QStringLiteral("1 1 2 3 4"));
    store::ResultFilter filter;
    filter.conditions = *store::parseConditions("campaign=2");
    model.setFilter(filter);
    QVERIFY(loaded.wait());
    QCOMPARE(model.rowCount(), 1);
    const auto run = readRun(file.toStdString(), model.runAt(0));
    QVERIFY(run);
    QCOMPARE(runDetailsText(*run, QLocale()).title, QStringLiteral("Campaign 2 · run 1"));
}

void TestResultModel::emptyStore()
{
    ResultModel model(test::writeStore(m_folder->path(), 0));
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy loaded(&model, &ResultModel::loaded);
    model.reload();
    QVERIFY(loaded.wait());
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.runAt(0));
}

void TestResultModel::typedFilter()
{
    ResultModel model(test::writeStore(m_folder->path(), 16));
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy loaded(&model, &ResultModel::loaded);
    model.reload();
    QVERIFY(loaded.wait());
    const auto columns = model.columns();
    store::ResultFilter filter;
    filter.conditions = *store::parseConditions("RING samples_per_second>100.5");
    model.setFilter(filter);
    QVERIFY(loaded.wait());
    QCOMPARE(model.runCount(), std::int64_t(3)); // of runs 1, 2, 9 and 10 the first has 100
    QVERIFY(model.columns() == columns); // typing does not make columns come and go
    QCOMPARE(model.states().size(), std::size_t(1));
}

void TestResultModel::onlyWhatDiffers()
{
    const QString file = test::writeStore(m_folder->path(), 4);
    {
        auto database = store::Database::open(file.toStdString());
        QVERIFY(database->execute("UPDATE run_factors SET level = '1%', number = 0.01 WHERE name = 'loss'"));
    }
    ResultModel model(file);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy loaded(&model, &ResultModel::loaded);
    model.reload();
    QVERIFY(loaded.wait());
    QVERIFY(columnNamed(model, QStringLiteral("loss")) > 0);
    model.setOnlyDiffering(true);
    QCOMPARE(columnNamed(model, QStringLiteral("loss")), -1);
    QVERIFY(columnNamed(model, QStringLiteral("strategy")) > 0);
}

void TestResultModel::refreshKeepsRows()
{
    const QString file = test::writeStore(m_folder->path(), 16);
    ResultModel model(file);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy loaded(&model, &ResultModel::loaded);
    model.reload();
    QVERIFY(loaded.wait());
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    {
        auto database = store::Database::open(file.toStdString());
        QVERIFY(database->execute("UPDATE runs SET state = 'running' WHERE position = 16"));
    }
    model.refresh();
    QVERIFY(loaded.wait());
    QCOMPARE(reset.count(), 0);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.first().first().toModelIndex().row(), 15);
    QCOMPARE(model.rowOf(model.rowAt(15)->run.id), 15);
    QCOMPARE(model.rowOf(store::RunId{999}), -1);
    QVERIFY(model.rowAt(16) == nullptr);
}

void TestResultModel::errors()
{
    ResultModel model(m_folder->filePath(QStringLiteral("none.mrdb")));
    Error error;
    QObject::connect(&model, &ResultModel::failed, &model, [&](const Error& found) { error = found; });
    QSignalSpy failed(&model, &ResultModel::failed);
    model.reload();
    QVERIFY(failed.wait());
    QCOMPARE(error.code, ErrorCode::NotFound);
    QVERIFY(!model.isLoaded());
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("none.mrdb"))));
}

void TestResultModel::detailsOfARun()
{
    const QString file = test::writeStore(m_folder->path(), 16);
    ResultModel model(file);
    QSignalSpy loaded(&model, &ResultModel::loaded);
    model.reload();
    QVERIFY(loaded.wait());
    const store::RunId id{model.index(13, 0).data(ResultModel::RunIdRole).toLongLong()};
    const auto run = readRun(file.toStdString(), id);
    QVERIFY2(run, run ? "" : run.error().text().c_str());
    const Details details = runDetailsText(*run, QLocale());
    QCOMPARE(details.title, QStringLiteral("Run 14"));
    QCOMPARE(details.subtitle, QStringLiteral("failed"));
    QCOMPARE(details.sections[0].rows[0].second, QStringLiteral("rank 2 closed its connection."));
    QStringList titles;
    for (const DetailSection& section : details.sections)
        titles.append(section.title);
    QCOMPARE(titles,
             (QStringList{QString(), QStringLiteral("Levels"), QStringLiteral("Requested and achieved"),
                          QStringLiteral("Where it is from")}));
    const report::Table metrics = runMetricTable(*run);
    QCOMPARE(metrics.rows.size(), std::size_t(3));
    QCOMPARE(std::get<std::string>(metrics.rows[2][1]), std::string("rank 0"));
    QCOMPARE(std::get<std::string>(metrics.rows[0][0]), std::string("Throughput"));
    QCOMPARE(std::get<std::string>(metrics.rows[0][3]), std::string("samples / time"));
    QCOMPARE(std::get<std::string>(metrics.rows[0][4]),
             std::string("samples_per_second")); // as filters and exports have it
    const report::Table gates = runGateTable(*run);
    QCOMPARE(std::get<std::string>(gates.rows[0][0]), std::string("✓ met"));
    const report::Table history = runHistoryTable(*run, QLocale());
    QVERIFY(history.rows.size() >= 5);
}

void TestResultModel::underLoadTheLoadedPhaseComesFirst()
{
    ResultOverview overview;
    for (const char* name : {"baseline_step_mean", "bus_bandwidth", "loaded_step_mean", "slowdown", "step_mean"})
        overview.metrics.push_back({name, "s", 4});
    QStringList metrics;
    for (const ResultColumn& column : resultColumns(overview, false))
        if (column.kind == ResultColumn::Kind::Metric)
            metrics.append(columnHeading(column));
    QCOMPARE(metrics.mid(0, 2),
             (QStringList{QStringLiteral("Step time under the load"), QStringLiteral("Step time before the load")}));
    QCOMPARE(metrics.size(), 5);
}

QTEST_MAIN(TestResultModel)
#include "tst_result_model.moc"

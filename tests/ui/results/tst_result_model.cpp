// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/error.h"
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
    void emptyStore();
    void typedFilter();
    void onlyWhatDiffers();
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
    const int rate = columnNamed(model, QStringLiteral("samples_per_second"));
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
    const int rate = columnNamed(model, QStringLiteral("samples_per_second"));
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

void TestResultModel::pages()
{
    const int runs = static_cast<int>(ResultModel::pageSize) * 2 + 50;
    ResultModel model(test::writeStore(m_folder->path(), runs));
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy loaded(&model, &ResultModel::loaded);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    model.reload();
    QVERIFY(loaded.wait());
    QCOMPARE(model.runCount(), std::int64_t(runs));
    QCOMPARE(model.rowCount(), static_cast<int>(ResultModel::pageSize));
    while (model.canFetchMore({})) {
        model.fetchMore({});
        model.fetchMore({}); // while one page is on its way, no second one is asked for
        QVERIFY(inserted.wait());
    }
    QCOMPARE(inserted.count(), 2);
    QCOMPARE(model.rowCount(), runs);
    const QStringList positions = column(model, 0);
    for (int row = 0; row < runs; ++row)
        QCOMPARE(positions[row], QString::number(row + 1));
}

void TestResultModel::emptyStore()
{
    ResultModel model(test::writeStore(m_folder->path(), 0));
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy loaded(&model, &ResultModel::loaded);
    model.reload();
    QVERIFY(loaded.wait());
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.canFetchMore({}));
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
    QCOMPARE(std::get<std::string>(metrics.rows[0][3]), std::string("samples / time"));
    const report::Table gates = runGateTable(*run);
    QCOMPARE(std::get<std::string>(gates.rows[0][0]), std::string("✓ met"));
    const report::Table history = runHistoryTable(*run, QLocale());
    QVERIFY(history.rows.size() >= 5);
}

QTEST_MAIN(TestResultModel)
#include "tst_result_model.moc"

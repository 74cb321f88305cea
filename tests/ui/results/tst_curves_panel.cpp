// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/report/made_store.h"
#include "ui/base/empty_state.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/plots/plot_legend.h"
#include "ui/plots/timeline_plot.h"
#include "ui/results/curves_panel.h"
#include "ui/results/curves_panel_series.h"
#include "ui/results/result_model.h"
#include "ui/results/result_page.h"

#include <QListWidget>
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include <cmath>

using namespace millrace;
using namespace millrace::ui;
using report::need;

namespace {

constexpr std::int64_t second = 1'000'000'000;

struct Shape
{
    int runs = 8;
    int points = 600;
    bool longNames = false;
    int nodes = 1;
};

/// Runs of two strategies and four batch sizes; run i has "step.time" of i and a wave, and "net.sent" of 100 i.
std::unique_ptr<report::MadeStore> storeOf(const Shape& shape)
{
    std::vector<report::Made> runs(static_cast<std::size_t>(shape.runs));
    for (int i = 0; i < shape.runs; ++i) {
        report::Made& run = runs[static_cast<std::size_t>(i)];
        run.repetition = i + 1;
        const std::string batch = std::to_string(8 << i / 2 % 4);
        run.factors = {report::textFactor("strategy", i % 2 == 0 ? "RING" : "STAR"),
                       report::numberFactor("batch", batch, 8 << i / 2 % 4)};
        if (shape.longNames)
            run.factors.push_back(
                report::textFactor("run_name",
                                   "distributed-data-parallel-training-of-a-large-language-model-on-eight-nodes-with-"
                                   "cross-traffic-and-a-very-long-name-"
                                       + std::to_string(i)));
    }
    auto store = std::make_unique<report::MadeStore>(runs);
    auto transaction = need(store->database.begin());
    for (int i = 0; i < shape.runs; ++i)
        for (int node = 0; node < shape.nodes; ++node)
            for (const auto& [name, unit, factor] : {std::tuple{"step.time", "s", 1.0},
                                                     {"net.sent", "bit/s", 1e8},
                                                     {"cpu.use", "1", 0.1},
                                                     {"memory.used", "B", 1e9}}) {
                analysis::Series series{name, shape.nodes > 1 ? "node-" + std::to_string(node) : "", unit, {}, {}};
                const std::int64_t start = store->clock.wall().count() + i * 10 * second;
                for (int p = 0; p < shape.points; ++p) {
                    series.times.push_back(start + p * second);
                    series.values.push_back(factor * (1 + i + node + 0.3 * std::sin(0.05 * p + i)));
                }
                store->addSeries(static_cast<std::size_t>(i), series);
            }
    need(transaction.commit());
    return store;
}

} // namespace

class TestCurvesPanel : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void drawsTheRuns();
    void choosesSeries();
    void drawsGroups();
    void combinesNodes();
    void readsFinerWhereOneLooks();
    void highlightsWhatIsSelected();
    void clicksChooseARun();
    void hidesLines();
    void saysWhatIsLeftOut();
    void saysWhatIsDamaged();
    void saysThatThereIsNothing();
    void writesTables();
    void standsInTheResultPage();
    void accessibleNames();
    void screenshots();

private:
    void open(const Shape& shape);
    void show();
    void set(const report::CurveOptions& options);
    [[nodiscard]] QString file() const { return QString::fromStdString(m_store->database.file().string()); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<report::MadeStore> m_store;
    std::unique_ptr<CurvesPanel> m_panel;
};

void TestCurvesPanel::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), Theme::Light);
}

void TestCurvesPanel::cleanup()
{
    m_panel.reset();
    QThreadPool::globalInstance()->waitForDone();
}

void TestCurvesPanel::open(const Shape& shape)
{
    m_store = storeOf(shape);
    m_settings.reset(); // writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
    m_panel = std::make_unique<CurvesPanel>(file(), *m_settings);
    m_panel->resize(560, 800);
    m_panel->setVisible(true);
    show();
}

void TestCurvesPanel::show()
{
    QSignalSpy shown(m_panel.get(), &CurvesPanel::shown);
    m_panel->show({});
    QVERIFY(shown.wait(20'000));
}

void TestCurvesPanel::set(const report::CurveOptions& options)
{
    QSignalSpy shown(m_panel.get(), &CurvesPanel::shown);
    m_panel->setOptions(options);
    QVERIFY(shown.wait(20'000));
}

void TestCurvesPanel::drawsTheRuns()
{
    open({});
    QCOMPARE(m_panel->plots().size(), 3U); // of four
    QCOMPARE(m_panel->plots()[0]->title(), QStringLiteral("Step time"));
    QCOMPARE(m_panel->plots()[0]->series().size(), 8U);
    QCOMPARE(m_panel->plots()[0]->series()[3].name, QStringLiteral("Run 4"));
    QCOMPARE(m_panel->plots()[0]->series()[3].unit, QStringLiteral("s"));
    // From the start of each run: all begin at 0, although the runs were not at the same time.
    for (const TimelineSeries& one : m_panel->plots()[1]->series()) {
        QCOMPARE(one.source->range().begin, 0);
        QCOMPARE(one.source->range().end, 599 * second + 1);
    }
    QVERIFY2(m_panel->note().contains(QStringLiteral("8 run(s)")), qPrintable(m_panel->note()));
    QVERIFY2(m_panel->note().contains(QStringLiteral("14,400 samples")), qPrintable(m_panel->note()));
    // The same colour in all plots.
    for (std::size_t i = 0; i < 8; ++i)
        QCOMPARE(m_panel->plots()[0]->series()[i].colorIndex, m_panel->plots()[2]->series()[i].colorIndex);
}

void TestCurvesPanel::choosesSeries()
{
    open({});
    auto* button = m_panel->findChild<CurvesPanelSeries*>();
    auto* list = button->menu()->findChild<QListWidget*>(QStringLiteral("curveSeriesList"));
    QCOMPARE(list->count(), 4);
    QCOMPARE(button->text(), QStringLiteral("Series: 3 of 4"));
    auto* search = button->menu()->findChild<QLineEdit*>(QStringLiteral("curveSeriesSearch"));
    search->setText(QStringLiteral("MEM"));
    int visible = 0;
    for (int i = 0; i < list->count(); ++i)
        visible += list->item(i)->isHidden() ? 0 : 1;
    QCOMPARE(visible, 1);
    QSignalSpy shown(m_panel.get(), &CurvesPanel::shown);
    for (int i = 0; i < list->count(); ++i)
        if (!list->item(i)->isHidden())
            list->item(i)->setCheckState(Qt::Checked);
    QVERIFY(shown.wait(20'000));
    QCOMPARE(m_panel->plots().size(), 4U);
    m_panel->chooseSeries({"net.sent"});
    QVERIFY(shown.wait(20'000));
    QCOMPARE(m_panel->plots().size(), 1U);
    QCOMPARE(m_panel->plots()[0]->title(), QStringLiteral("Sent by node"));
    m_panel->chooseSeries({});
    QVERIFY(m_panel->plots().empty());
    QVERIFY(m_panel->findChild<EmptyState*>()->text().contains(QStringLiteral("No series chosen")));
}

void TestCurvesPanel::drawsGroups()
{
    open({});
    report::CurveOptions options = m_panel->options();
    options.groupBy = {"strategy"};
    set(options);
    const auto& series = m_panel->plots()[0]->series();
    QCOMPARE(series.size(), 2U);
    QCOMPARE(series[0].name, QStringLiteral("strategy=RING"));
    QVERIFY(series[0].shaded);
    // Runs 1, 3, 5, 7 of RING: about 1, 3, 5, 7 s.
    const auto columns = series[0].source->columns(0, 600 * second, 800);
    QVERIFY(!columns.empty());
    for (const analysis::SeriesColumn& column : columns) {
        QVERIFY(std::abs(column.last - 4) < 0.5);
        QVERIFY(column.minimum < column.last && column.last < column.maximum);
        QCOMPARE(column.count, 4);
    }
}

void TestCurvesPanel::combinesNodes()
{
    open({.runs = 2, .nodes = 3});
    QCOMPARE(m_panel->plots()[0]->series().size(), 2U);
    report::CurveOptions options = m_panel->options();
    options.nodes = report::NodeCombination::Each;
    set(options);
    QCOMPARE(m_panel->plots()[0]->series().size(), 6U);
    QCOMPARE(m_panel->plots()[0]->series()[1].name, QStringLiteral("Run 1 · node-1"));
}

void TestCurvesPanel::readsFinerWhereOneLooks()
{
    open({.runs = 2, .points = 20'000});
    TimelinePlot* plot = m_panel->plots()[0];
    const TimeRange view{1000 * second, 1100 * second};
    const auto source = plot->series()[0].source;
    QVERIFY(source->columns(view.begin, view.end, 500).size() < 20);
    plot->setView(view);
    QTRY_VERIFY(source->columns(view.begin, view.end, 500).size() >= 100);
    for (const analysis::SeriesColumn& column : source->columns(view.begin, view.end, 500))
        QCOMPARE(column.count, 1);
    QCOMPARE(m_panel->plots()[2]->view(), view); // joined
    QTRY_VERIFY(m_panel->plots()[2]->series()[1].source->columns(view.begin, view.end, 500).size() >= 100);
}

void TestCurvesPanel::highlightsWhatIsSelected()
{
    open({});
    QTest::qWait(300);
    const auto pixels = [this] { return m_panel->plots()[0]->grab().toImage(); };
    const QImage all = pixels();
    m_panel->setSelection({m_store->ids[2]});
    QTRY_VERIFY(pixels() != all);
    m_panel->setSelection({});
    QTRY_COMPARE(pixels(), all);
}

void TestCurvesPanel::clicksChooseARun()
{
    open({});
    QTest::qWait(300);
    QSignalSpy chosen(m_panel.get(), &CurvesPanel::runChosen);
    auto* canvas = m_panel->plots()[0]->findChild<QWidget*>(QStringLiteral("timelineCanvas"));
    QVERIFY(canvas != nullptr);
    std::vector<std::int64_t> runs;
    for (int y = 10; y < canvas->height() - 20; y += 3) { // the lines of run 1 to 8 from bottom to top
        QTest::mouseClick(canvas, Qt::LeftButton, {}, {canvas->width() / 2, y});
        if (!chosen.isEmpty() && (runs.empty() || runs.back() != chosen.back()[0].value<store::RunId>().value))
            runs.push_back(chosen.back()[0].value<store::RunId>().value);
    }
    QVERIFY(runs.size() >= 6);
    QVERIFY(std::ranges::is_sorted(runs, std::greater<>()));
}

void TestCurvesPanel::hidesLines()
{
    open({});
    auto* legend = m_panel->findChild<PlotLegend*>(QStringLiteral("curveLegend"));
    QVERIFY(legend->isVisible());
    QCOMPARE(legend->legend().rowCount(), 8);
    QCOMPARE(legend->legend().index(0, LegendModel::Value).data().toString(), QStringLiteral("RING · 8"));
    Q_EMIT legend->toggled(2, false);
    for (const TimelinePlot* plot : m_panel->plots()) {
        QVERIFY(!plot->series()[2].visible);
        QVERIFY(plot->series()[3].visible);
    }
    Q_EMIT legend->onlyWanted(5);
    QVERIFY(!m_panel->plots()[1]->series()[0].visible);
    QVERIFY(m_panel->plots()[1]->series()[5].visible);
    Q_EMIT legend->onlyWanted(-1);
    QVERIFY(m_panel->plots()[1]->series()[0].visible);
}

void TestCurvesPanel::saysWhatIsLeftOut()
{
    open({.runs = 503, .points = 3});
    QCOMPARE(m_panel->plots()[0]->series().size(), 500U);
    QVERIFY2(m_panel->note().contains(QStringLiteral("Only the first 500 lines are drawn")),
             qPrintable(m_panel->note()));
    QVERIFY2(m_panel->note().contains(QStringLiteral("the other 3")), qPrintable(m_panel->note()));
}

void TestCurvesPanel::saysWhatIsDamaged()
{
    open({.runs = 2});
    QVERIFY(!m_panel->note().contains(QStringLiteral("damaged")));
    m_store->sql("UPDATE chunks SET data = x'00112233445566778899' WHERE series_id = 1");
    set(m_panel->options());
    QVERIFY2(m_panel->note().contains(QStringLiteral("1 chunk(s) of samples are damaged")),
             qPrintable(m_panel->note()));
    QCOMPARE(m_panel->plots()[0]->series().size(), 2U);
}

void TestCurvesPanel::saysThatThereIsNothing()
{
    std::vector<report::Made> runs(3);
    for (int i = 0; i < 3; ++i)
        runs[static_cast<std::size_t>(i)].repetition = i + 1;
    m_store = std::make_unique<report::MadeStore>(runs);
    m_settings.reset(); // writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
    m_panel = std::make_unique<CurvesPanel>(file(), *m_settings);
    m_panel->setVisible(true);
    show();
    const QString text = m_panel->findChild<EmptyState*>()->text();
    QVERIFY2(text.contains(QStringLiteral("No series")), qPrintable(text));
    QVERIFY2(m_panel->note().contains(QStringLiteral("3 matching run(s) have no series")), qPrintable(m_panel->note()));
    report::RunView wrong;
    QSignalSpy failed(m_panel.get(), &CurvesPanel::failed);
    wrong.campaigns = {"nothing"};
    m_panel->show(wrong);
    QVERIFY(failed.wait());
}

void TestCurvesPanel::writesTables()
{
    open({.runs = 2});
    const QString target = m_folder->filePath(QStringLiteral("curves.csv"));
    QSignalSpy noticed(m_panel.get(), &CurvesPanel::noticed);
    m_panel->writeTo(target);
    QVERIFY(noticed.wait(10'000));
    QFile written(target);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = written.readAll().trimmed().split('\n');
    qsizetype columns = 0;
    for (const TimelinePlot* plot : m_panel->plots())
        for (const TimelineSeries& one : plot->series())
            columns += static_cast<qsizetype>(one.source->columns(-second, 700 * second, 800).size());
    QCOMPARE(lines.size(), columns + 1);
    QVERIFY2(lines[0].trimmed().startsWith("series,unit,line,campaign,run,campaign_id,run_id,node,time"),
             lines[0].constData());
    QVERIFY2(lines[1].startsWith("step.time,s,Run 1,1,1,11111111-2222-4333-8444-555555555555,"
                                 "00000000-0000-4000-8000-000000000001,,0,1,"),
             lines[1].constData());
    const QString picture = m_folder->filePath(QStringLiteral("curves.svg"));
    bool done = false;
    m_panel->plots()[0]->exportTo(picture, [&done](const Result<void>& result) { done = result.has_value(); });
    QTRY_VERIFY(done);
    QVERIFY(QFileInfo(picture).size() > 1000);
}

void TestCurvesPanel::standsInTheResultPage()
{
    m_store = storeOf({});
    m_settings.reset(); // writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
    ResultPage page(file(), *m_settings);
    page.resize(1280, 720);
    page.show();
    QSignalSpy loaded(&page, &DocumentPage::loaded);
    page.reload();
    QVERIFY(loaded.wait());
    QSignalSpy shown(&page.curves(), &CurvesPanel::shown);
    page.showPanel(ResultPage::CurvesTab);
    QVERIFY(shown.wait(20'000));
    QCOMPARE(page.curves().subject().runs.size(), 8U);
    Q_EMIT page.curves().runChosen(m_store->ids[6]);
    auto* table = page.findChild<TableView*>(QStringLiteral("runTable"));
    QCOMPARE(table->currentIndex().data(ResultModel::RunIdRole).toLongLong(), m_store->ids[6].value);
    // The filter holds for the curves as well.
    report::RunView view;
    view.filter = "STAR";
    page.setView(view);
    QVERIFY(shown.wait(20'000));
    QTRY_COMPARE(page.curves().plots()[0]->series().size(), 4U);
}

void TestCurvesPanel::accessibleNames()
{
    open({});
    for (const QWidget* widget : m_panel->findChildren<QWidget*>())
        if ((qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget)
             || qobject_cast<const QListWidget*>(widget) || qobject_cast<const PlotLegend*>(widget)
             || qobject_cast<const TimelinePlot*>(widget))
            && !widget->objectName().startsWith(QLatin1String("qt_")))
            QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
}

void TestCurvesPanel::screenshots()
{
    const QString folder = qEnvironmentVariable("MR_SHOTS");
    if (folder.isEmpty())
        QSKIP("set MR_SHOTS to a folder");
    auto* application = qobject_cast<QApplication*>(QCoreApplication::instance());
    const std::pair<const char*, Shape> shapes[] = {{"1", {.runs = 1}},
                                                    {"8", {}},
                                                    {"100", {.runs = 100}},
                                                    {"groups", {.runs = 40}},
                                                    {"long", {.runs = 12, .longNames = true}},
                                                    {"none", {.runs = 8, .points = 0}}};
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        applyTheme(*application, theme);
        for (const auto& [name, shape] : shapes) {
            m_store = storeOf(shape);
            if (shape.points == 0)
                m_store->sql("DELETE FROM series");
            m_settings.reset(); // writes into the folder
            m_folder = std::make_unique<QTemporaryDir>();
            m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
            ResultPage page(file(), *m_settings);
            page.resize(1280, 800);
            page.show();
            QSignalSpy loaded(&page, &DocumentPage::loaded);
            page.reload();
            QVERIFY(loaded.wait());
            QSignalSpy shown(&page.curves(), &CurvesPanel::shown);
            page.showPanel(ResultPage::CurvesTab);
            QVERIFY(shown.wait(20'000));
            if (name == std::string_view("groups")) {
                report::CurveOptions options = page.curves().options();
                options.groupBy = {"strategy"};
                page.curves().setOptions(options);
                QVERIFY(shown.wait(20'000));
            }
            if (name == std::string_view("8"))
                page.findChild<TableView*>(QStringLiteral("runTable"))->selectRow(2);
            QTest::qWait(700);
            const QString mode = theme == Theme::Light ? QStringLiteral("light") : QStringLiteral("dark");
            QVERIFY(page.grab().save(QStringLiteral("%1/curves-%2-%3.png").arg(folder, QString::fromUtf8(name), mode)));
        }
    }
    applyTheme(*application, Theme::Light);
}

QTEST_MAIN(TestCurvesPanel)
#include "tst_curves_panel.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/svg_figure.h"
#include "tests/core/report/made_store.h"
#include "ui/base/search_line.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/figures/figure_view.h"
#include "ui/results/compare_panel.h"
#include "ui/results/figure_panel.h"
#include "ui/results/result_model.h"
#include "ui/results/result_page.h"

#include <QHeaderView>
#include <QProcess>
#include <QSignalSpy>
#include <QtTest>
#include <nlohmann/json.hpp>

using namespace millrace;
using namespace millrace::ui;

namespace {

QByteArray contentOf(const QString& file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

QByteArray cli(const QStringList& arguments)
{
    QProcess process;
    process.start(qEnvironmentVariable("MR_BIN") + QStringLiteral("/millrace-cli"), arguments);
    if (!process.waitForFinished() || process.exitCode() != 0)
        qWarning("%s", process.readAllStandardError().constData());
    return process.readAllStandardOutput();
}

} // namespace

class TestResultExports : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void csvIsWhatIsVisible();
    void jsonHoldsProvenance();
    void wholeCampaign();
    void sameNumbersAsTheCommandLine();
    void cancelled();

private:
    void write(const std::function<void()>& start);
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    [[nodiscard]] QString store() const { return QString::fromStdString(m_store->database.file().string()); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<report::MadeStore> m_store;
    std::unique_ptr<ResultPage> m_page;
};

void TestResultExports::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    qputenv("SOURCE_DATE_EPOCH", "1795167760");
    m_store = report::quickstartStore();
}

void TestResultExports::init()
{
    m_settings.reset(); // writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(path("settings.ini"));
    m_page = std::make_unique<ResultPage>(store(), *m_settings);
    m_page->resize(1200, 700);
    m_page->show();
    QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
    m_page->reload();
    QVERIFY(loaded.wait());
}

void TestResultExports::cleanup()
{
    m_page.reset();
    QThreadPool::globalInstance()->waitForDone();
}

void TestResultExports::write(const std::function<void()>& start)
{
    QSignalSpy noticed(m_page.get(), &DocumentPage::noticed);
    QSignalSpy idle(m_page.get(), &DocumentPage::idle);
    start();
    QVERIFY(!m_page->activities().isEmpty());
    QVERIFY(noticed.wait());
    QVERIFY(m_page->activities().isEmpty());
    QVERIFY(idle.count() > 0);
}

void TestResultExports::csvIsWhatIsVisible()
{
    auto* table = m_page->findChild<TableView*>(QStringLiteral("runTable"));
    QSignalSpy loaded(m_page.get(), &DocumentPage::loaded);
    m_page->findChild<SearchLine*>(QStringLiteral("runFilter"))->search(QStringLiteral("RING"));
    QVERIFY(loaded.wait());
    int strategy = -1, step = -1;
    for (int i = 0; i < table->model()->columnCount(); ++i) {
        const QString heading = table->model()->headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
        strategy = heading == QStringLiteral("strategy") ? i : strategy;
        step = heading == QStringLiteral("Step time") ? i : step;
    }
    table->sortByColumn(step, Qt::DescendingOrder);
    QVERIFY(loaded.wait());
    table->horizontalHeader()->moveSection(table->horizontalHeader()->visualIndex(step), 0);
    table->setColumnHidden(strategy, true);

    const QString file = path("runs.csv");
    write([&] { m_page->exports().writeVisible(file); });
    const QStringList lines = QString::fromUtf8(contentOf(file)).split(QStringLiteral("\r\n"));
    QCOMPARE(lines.size(), m_page->model().runCount() + 2); // header, and what follows the last line
    const QStringList header = lines.first().split(QLatin1Char(','));
    // What distinguishes the runs follows where it is not shown.
    const QStringList identity{QStringLiteral("campaign"), QStringLiteral("campaign_id"), QStringLiteral("run_id")};
    QCOMPARE(header.size(), table->visibleSections().size() + identity.size());
    QCOMPARE(header.mid(table->visibleSections().size()), identity);
    QVERIFY(header.contains(QStringLiteral("run")));
    QVERIFY(lines[1].endsWith(QStringLiteral("1,11111111-2222-4333-8444-555555555555,")
                              + QString::fromStdString(m_page->model().rowAt(0)->run.uuid)));
    QCOMPARE(header.first(), QStringLiteral("step_mean (s)"));
    QVERIFY(!header.contains(QStringLiteral("strategy")));
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const QStringList fields = lines[row + 1].split(QLatin1Char(','));
        const auto shown = table->model()->index(row, step).data(ResultModel::SortRole).toDouble();
        QCOMPARE(fields.first().toDouble(), shown);
    }
    const auto metadata = nlohmann::json::parse(contentOf(file + QStringLiteral("-metadata.json")).toStdString());
    QCOMPARE(metadata["millrace:provenance"]["run_count"].get<int>(), static_cast<int>(m_page->model().runCount()));
    QCOMPARE(metadata["millrace:provenance"]["view"]["filter"].get<std::string>(), std::string("RING"));
}

void TestResultExports::jsonHoldsProvenance()
{
    write([&] { m_page->exports().writeVisible(path("runs.json")); });
    const auto json = nlohmann::json::parse(contentOf(path("runs.json")).toStdString());
    QCOMPARE(json["rows"].size(), std::size_t(17));
    QCOMPARE(json["provenance"]["store_uuid"].get<std::string>(), std::string("aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"));
}

void TestResultExports::wholeCampaign()
{
    write([&] { m_page->exports().writeCampaignFolder(path("all")); });
    for (const char* name : {"all/runs.csv", "all/metrics.csv", "all/gates.csv", "all/series.csv", "all/campaign.json"})
        QVERIFY2(!contentOf(path(name)).isEmpty(), name);
    QCOMPARE(contentOf(path("all/runs.csv")), cli({QStringLiteral("export"), store()}));
    write([&] { m_page->exports().writeCampaignJson(path("all.json")); });
    QCOMPARE(contentOf(path("all.json")), cli({QStringLiteral("--json"), QStringLiteral("export"), store()}));
    write([&] { m_page->exports().writeReport(path("all.html")); });
    QCOMPARE(contentOf(path("all.html")),
             cli({QStringLiteral("report"), store(), QStringLiteral("--output"), QStringLiteral("-")}));
}

void TestResultExports::sameNumbersAsTheCommandLine()
{
    QSignalSpy shown(&m_page->figure(), &FigurePanel::shown);
    for (const report::FigureKind kind : {report::FigureKind::Bars, report::FigureKind::Box, report::FigureKind::Cdf}) {
        m_page->plot(kind);
        QVERIFY(shown.wait());
        m_page->figure().figureView().exportTo(ExportFormat::Csv, path("figure.csv"));
        QSignalSpy noticed(m_page.get(), &DocumentPage::noticed);
        QVERIFY(noticed.wait());
        const QString name = QString::fromLatin1(report::kindName(kind).data());
        (void)cli({QStringLiteral("figure"), store(), QStringLiteral("--kind"), name, QStringLiteral("--output"),
                   path("cli.csv")});
        QCOMPARE(contentOf(path("figure.csv")), contentOf(path("cli.csv")));
        QVERIFY(contentOf(path("figure.csv")).size() > 100);
    }
    QSignalSpy compared(&m_page->comparison(), &ComparePanel::shown);
    m_page->comparison().setGroups("strategy=RING", "strategy=STAR");
    m_page->showPanel(ResultPage::CompareTab);
    QVERIFY(compared.wait());
    const auto json = nlohmann::json::parse(
        cli({QStringLiteral("--json"), QStringLiteral("compare"), store(), QStringLiteral("--of"),
             QStringLiteral("strategy=RING"), QStringLiteral("--with"), QStringLiteral("strategy=STAR")})
            .toStdString());
    const auto& numbers = m_page->comparison().comparison()->numbers;
    QCOMPARE(json["groups"]["rows"][0][2].get<double>(), numbers.of.mean);
    QCOMPARE(json["estimates"]["rows"][0][4].get<double>(), numbers.welchP);
}

void TestResultExports::cancelled()
{
    QSignalSpy noticed(m_page.get(), &DocumentPage::noticed);
    m_page->exports().writeCampaignFolder(path("cancelled"));
    m_page->stopActivities();
    QVERIFY(m_page->activities().isEmpty());
    QVERIFY(!noticed.wait(100));
}

QTEST_MAIN(TestResultExports)
#include "tst_result_exports.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/cluster/clusters.h"
#include "ui/base/colors.h"
#include "ui/base/detail_view.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/cluster/preflight_model.h"
#include "ui/cluster/preflight_panel.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

#include <atomic>
#include <thread>

using namespace millrace;
using namespace millrace::ui;
using cluster::Finding;
using cluster::Light;

namespace {

NodeCheckResult resultFor(std::size_t node)
{
    std::vector<Finding> findings{{"reach", Light::Green, "reached in 12 ms", ""},
                                  {"rights", Light::Green, "root", ""},
                                  {"disk", Light::Green, "80 GiB are free", ""},
                                  {"clock", Light::Green, "the clock is 1 ms ahead", ""}};
    if (node % 3 == 1)
        findings[3] = {"clock", Light::Yellow, "the clock is 80 ms ahead", "start an NTP client there"};
    if (node % 3 == 2) {
        findings[2] = {"disk", Light::Red, "only 12 MiB are free in /scratch", "name another folder"};
        findings.push_back({"tcp", Light::Unknown, "it is unknown which congestion controls can be set", ""});
    }
    return {node, cluster::NodeFacts{}, findings};
}

/// Settles node by node on threads, as sessions do.
Result<std::vector<Finding>> pretendedCheck(const project::Project& project, std::size_t cluster,
                                            const std::function<void(NodeCheckResult)>& tell, const JobContext& job)
{
    std::vector<std::jthread> threads;
    for (std::size_t node = 0; node < project.clusters[cluster].nodes.size(); ++node)
        threads.emplace_back([&, node] {
            std::this_thread::sleep_for(std::chrono::milliseconds(node % 7));
            if (!job.cancelled())
                tell(resultFor(node));
        });
    threads.clear();
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "cancelled");
    return std::vector<Finding>{{"clock", Light::Yellow, "the clocks differ by 81 ms", "start NTP clients"}};
}

} // namespace

class TestPreflightPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void manyNodes();
    void details();
    void cancelKeepsWhatIsKnown();
    void failureIsSaid();
    void anotherClusterForgets();
    void panelGoesAway();
    void readableInLightAndDark();
    void shots_data();
    void shots();

private:
    void show(int nodes)
    {
        auto project = std::make_shared<project::Project>(test::projectWith(test::makeRemoteCluster(nodes)));
        m_panel->setCluster(project, 0);
    }
    [[nodiscard]] QString headline() const
    {
        return m_panel->findChild<QLabel*>(QStringLiteral("preflightHeadline"))->text();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<PreflightPanel> m_panel;
};

void TestPreflightPanel::init()
{
    applyTheme(*qApp, Theme::Light);
    m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("s.ini")));
    m_panel = std::make_unique<PreflightPanel>(*m_settings);
    m_panel->setChecker(pretendedCheck);
    m_panel->resize(1000, 420);
    m_panel->show();
}

void TestPreflightPanel::manyNodes()
{
    const QAbstractItemModelTester tester(&m_panel->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    show(64);
    QVERIFY(headline().contains(QStringLiteral("Not checked yet")));
    QCOMPARE(m_panel->model().rowCount(), 64);
    const QSignalSpy finished(m_panel.get(), &PreflightPanel::finished);
    m_panel->findChild<QPushButton*>(QStringLiteral("preflightCheck"))->click();
    QVERIFY(m_panel->isRunning());
    QVERIFY(!m_panel->findChild<QPushButton*>(QStringLiteral("preflightCheck"))->isEnabled());
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(m_panel->model().settledCount(), 64);
    QCOMPARE(m_panel->model().countOf(Light::Red), 21); // every third from the third on
    QCOMPARE(m_panel->model().countOf(Light::Yellow), 21);
    QCOMPARE(m_panel->model().rowCount(), 65); // all together
    QVERIFY(headline().contains(QStringLiteral("21 nodes cannot be used")) || headline().contains(QLatin1String("21")));
    // Letters as well as colours, words for those who cannot see.
    int disk = 0;
    while (m_panel->model().headerData(disk, Qt::Horizontal, Qt::DisplayRole).toString() != QStringLiteral("Disk"))
        ++disk;
    QCOMPARE(m_panel->model().index(2, disk).data().toString(), QStringLiteral("R"));
    QCOMPARE(m_panel->model().index(0, disk).data().toString(), QStringLiteral("G"));
    QVERIFY(m_panel->model().index(2, disk).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("12 MiB")));
}

void TestPreflightPanel::details()
{
    show(3);
    const QSignalSpy finished(m_panel.get(), &PreflightPanel::finished);
    m_panel->check();
    QTRY_COMPARE(finished.size(), 1);
    // The topic that was chosen comes first, then the worst.
    int rights = 0;
    while (m_panel->model().headerData(rights, Qt::Horizontal, Qt::DisplayRole).toString() != QStringLiteral("Rights"))
        ++rights;
    const Details shown = m_panel->model().details(m_panel->model().index(2, rights));
    QCOMPARE(shown.title, QStringLiteral("node2"));
    QCOMPARE(shown.subtitle, QStringLiteral("user@node2.example.org:2222"));
    QCOMPARE(shown.sections.size(), std::size_t(5));
    QVERIFY(shown.sections[0].title.startsWith(QStringLiteral("Rights")));
    QVERIFY(shown.sections[1].title.startsWith(QStringLiteral("Disk")));
    QCOMPARE(shown.sections[1].rows.size(), std::size_t(2));
    QCOMPARE(shown.sections[1].rows[1].second, QStringLiteral("name another folder"));
    auto* table = m_panel->findChild<QTableView*>();
    table->setCurrentIndex(m_panel->model().index(2, rights));
    QCOMPARE(m_panel->findChild<DetailView*>()->details(), shown);
}

void TestPreflightPanel::cancelKeepsWhatIsKnown()
{
    std::atomic<bool> ended = false;
    m_panel->setChecker([&ended](const project::Project&, std::size_t, const auto& tell, const JobContext& job) {
        tell(resultFor(0));
        while (!job.cancelled())
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        tell(resultFor(1)); // too late
        ended = true;
        return Result<std::vector<Finding>>(fail(ErrorCode::Cancelled, "cancelled"));
    });
    show(2);
    m_panel->check();
    QTRY_COMPARE(m_panel->model().settledCount(), 1);
    m_panel->cancel();
    QVERIFY(!m_panel->isRunning());
    QTRY_VERIFY(ended.load());
    QTest::qWait(20);
    QCOMPARE(m_panel->model().settledCount(), 1);
    QVERIFY(headline().contains(QStringLiteral("Cancelled")));
}

void TestPreflightPanel::failureIsSaid()
{
    m_panel->setChecker([](const project::Project&, std::size_t, const auto&, const JobContext&) {
        return Result<std::vector<Finding>>(
            fail(ErrorCode::NotFound, "millrace-agent is not there; reinstall Millrace"));
    });
    show(2);
    const QSignalSpy finished(m_panel.get(), &PreflightPanel::finished);
    m_panel->check();
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(headline().endsWith(QStringLiteral("reinstall Millrace.")));
    QCOMPARE(m_panel->model().index(0, 1).data().toString(), QString()); // no answer is on the way
    QVERIFY(!headline().contains(QStringLiteral("ready")));
}

void TestPreflightPanel::anotherClusterForgets()
{
    show(3);
    const QSignalSpy finished(m_panel.get(), &PreflightPanel::finished);
    m_panel->check();
    QTRY_COMPARE(finished.size(), 1);
    show(3); // the same
    QCOMPARE(m_panel->model().settledCount(), 3);
    show(2);
    QCOMPARE(m_panel->model().settledCount(), 0);
    QVERIFY(headline().contains(QStringLiteral("Not checked yet")));
}

void TestPreflightPanel::panelGoesAway()
{
    show(64);
    m_panel->check();
    m_panel.reset();
    QThreadPool::globalInstance()->waitForDone();
    QTest::qWait(10); // late answers find nobody
}

void TestPreflightPanel::readableInLightAndDark()
{
    show(3);
    const QSignalSpy finished(m_panel.get(), &PreflightPanel::finished);
    m_panel->check();
    QTRY_COMPARE(finished.size(), 1);
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        applyTheme(*qApp, theme);
        const QColor text = qApp->palette().color(QPalette::Text);
        for (int row = 0; row < 3; ++row)
            for (int column = 1; column < m_panel->model().columnCount(); ++column) {
                const QVariant ground = m_panel->model().index(row, column).data(Qt::BackgroundRole);
                if (ground.isValid())
                    QVERIFY(contrastRatio(text, ground.value<QBrush>().color()) >= 4.5);
            }
    }
    applyTheme(*qApp, Theme::Light);
}

void TestPreflightPanel::shots_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestPreflightPanel::shots()
{
    const QString folder = qEnvironmentVariable("MR_SHOTS");
    if (folder.isEmpty())
        QSKIP("MR_SHOTS names the folder for pictures");
    QFETCH(bool, dark);
    applyTheme(*qApp, dark ? Theme::Dark : Theme::Light);
    show(8);
    const QString suffix = dark ? QStringLiteral("dark") : QStringLiteral("light");
    m_panel->grab().save(QStringLiteral("%1/preflight-before-%2.png").arg(folder, suffix));
    const QSignalSpy finished(m_panel.get(), &PreflightPanel::finished);
    m_panel->check();
    QTRY_COMPARE(finished.size(), 1);
    m_panel->findChild<QTableView*>()->setCurrentIndex(m_panel->model().index(2, 4));
    m_panel->grab().save(QStringLiteral("%1/preflight-%2.png").arg(folder, suffix));
    applyTheme(*qApp, Theme::Light);
}

QTEST_MAIN(TestPreflightPanel)
#include "tst_preflight_panel.moc"

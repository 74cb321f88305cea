// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The real window over campaigns that were stopped, resumed, restarted and left by a crash: every row of the queue and
// of the results and every tab is clicked; campaigns are resumed, restarted and made again.

#include "tests/e2e/made_campaigns.h"
#include "ui/base/settings.h"
#include "ui/main/main_window.h"
#include "ui/project/project_page.h"
#include "ui/results/result_page.h"
#include "ui/run/campaign_model.h"
#include "ui/run/campaign_page.h"
#include "ui/run/queue_view.h"
#include "ui/run/run_monitor.h"

#include <QtTest>
#include <QtWidgets>

using namespace millrace;
using namespace millrace::ui;
using namespace std::chrono_literals;

class TestRunFates : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    test::FakeRuns m_runs;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
    QString m_project;
    QString m_store;

    [[nodiscard]] CampaignPage* campaign() const { return m_window->findChild<CampaignPage*>(); }
    template <typename Widget>
    [[nodiscard]] Widget* find(const char* name) const
    {
        return m_window->findChild<Widget*>(QString::fromLatin1(name));
    }
    void click(QWidget* widget) const { QTest::mouseClick(widget, Qt::LeftButton, {}, widget->rect().center()); }

    static void clickRow(QAbstractItemView* view, int row)
    {
        const QModelIndex index = view->model()->index(row, 1);
        view->scrollTo(index);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
    }

    /// Every tab that can be seen, and the tabs on these, `depth` deep.
    static void clickTabs(QWidget* part, int depth = 3)
    {
        for (QTabBar* bar : part->findChildren<QTabBar*>()) {
            for (int tab = 0; bar->isVisible() && tab < bar->count(); ++tab) {
                const bool wasHere = bar->currentIndex() == tab;
                QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
                QTest::qWait(10);
                auto* tabs = qobject_cast<QTabWidget*>(bar->parentWidget());
                if (depth > 0 && tabs != nullptr && !wasHere && tabs->currentWidget() != nullptr)
                    clickTabs(tabs->currentWidget(), depth - 1);
            }
        }
    }

    void showRunPage()
    {
        auto* tree = find<QTreeView>("projectTree");
        QVERIFY(tree);
        for (int row = 0; row < tree->model()->rowCount(); ++row)
            if (tree->model()->index(row, 0).data().toString() == QLatin1String("Run"))
                QTest::mouseClick(tree->viewport(), Qt::LeftButton, {},
                                  tree->visualRect(tree->model()->index(row, 0)).center());
        QTRY_VERIFY(campaign() && campaign()->isVisible());
        QTRY_COMPARE(campaign()->model().rowCount(), e2e::MadeCampaigns::runs);
    }

    [[nodiscard]] QString heading() const { return find<QLabel>("monitorRun")->text(); }
    void clickEveryRun()
    {
        auto* table = find<QTableView>("queueTable");
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QueueRow* run = campaign()->model().rowAt(row);
            const int position = run->position;
            const bool isShown = run->run && run->state != store::RunState::Planned;
            clickRow(table, row);
            if (isShown)
                QTRY_VERIFY2(heading().startsWith(QStringLiteral("Run %1 of").arg(position)), qPrintable(heading()));
            QTest::qWait(30); // what is read of it arrives
        }
    }
    /// The button that is pressed must lead to the current run, and stay there.
    void startAndWatch(const char* action)
    {
        auto* button = find<QToolButton>(action);
        QTRY_VERIFY2(button->isVisible() && button->isEnabled(), action);
        click(button);
        QTRY_VERIFY(campaign()->isActive());
        QTRY_VERIFY_WITH_TIMEOUT(campaign()->model().counts().active == 1, 10'000);
        find<QTableView>("queueTable")->setFocus();
        for (int look = 0; look < 10; ++look) {
            QTest::qWait(50);
            const auto waiting = campaign()->model().counts();
            const int current = [this] {
                for (int row = 0; row < campaign()->model().rowCount(); ++row)
                    if (store::isActive(campaign()->model().rowAt(row)->state))
                        return campaign()->model().rowAt(row)->position;
                return 0;
            }();
            if (current > 0 && waiting.active == 1)
                QVERIFY2(heading().startsWith(QStringLiteral("Run %1 of").arg(current)), qPrintable(heading()));
        }
    }
    void shoot(const char* name) const
    {
        if (const QString keep = qEnvironmentVariable("MR_SHOTS"); !keep.isEmpty())
            m_window->grab().save(QStringLiteral("%1/fates-%2.png").arg(keep, QLatin1String(name)));
    }
    void waitForEnd() { QTRY_VERIFY_WITH_TIMEOUT(!campaign()->isActive(), 30'000); }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
        const e2e::MadeCampaigns made = e2e::makeCampaigns(m_folder.path().toStdString(), m_runs);
        m_project = QString::fromStdString(made.project.string());
        m_store = QString::fromStdString(made.store.string());
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1280, 800);
        m_window->show();
        QApplication::setActiveWindow(m_window.get());
        m_window->openFile(m_project);
        QTRY_VERIFY(m_window->currentPage() && m_window->currentPage()->hasContent());
        QTRY_VERIFY(campaign());
        campaign()->setExecutor(m_runs.executor());
        m_runs.usual.time = 120ms;
    }

    // The second campaign: three runs done, one left by the crash, the others waiting.
    void interruptedCampaign()
    {
        showRunPage();
        QTRY_COMPARE(campaign()->model().counts().done, 3);
        QTRY_COMPARE(campaign()->model().counts().failed, 1);
        QTRY_COMPARE(campaign()->model().counts().active, 0);
        shoot("interrupted");
        clickEveryRun();
        clickTabs(campaign());
    }

    void resumed()
    {
        clickRow(find<QTableView>("queueTable"), 0);
        startAndWatch("startCampaignButton");
        shoot("resumed");
        find<QTabWidget>("campaignTabs")->setCurrentIndex(0);
        clickRow(find<QTableView>("queueTable"), 0);
        QTest::qWait(150);
        shoot("another");
        clickEveryRun();
        clickTabs(campaign());
        waitForEnd();
        shoot("finished");
        QCOMPARE(campaign()->model().counts().done, e2e::MadeCampaigns::runs);
        clickEveryRun();
    }

    void madeAgainWithFailures()
    {
        m_runs.special[2].end = store::RunState::Failed;
        m_runs.special[4].end = store::RunState::Invalid;
        startAndWatch("startCampaignButton");
        campaign()->queue().select({11});
        find<QAction>("cancelRuns")->trigger();
        clickEveryRun();
        waitForEnd();
        QCOMPARE(campaign()->model().counts().failed, 1);
        QCOMPARE(campaign()->model().counts().invalid, 1);
        QCOMPARE(campaign()->model().counts().cancelled, 1);
        clickEveryRun();
        clickTabs(campaign());
    }

    void restarted()
    {
        startAndWatch("newCampaignButton");
        find<QAction>("stopCampaign")->trigger();
        waitForEnd();
        clickEveryRun();
        clickTabs(campaign());
    }

    void everyPartOfTheProject()
    {
        auto* tree = find<QTreeView>("projectTree");
        tree->expandAll();
        for (QModelIndex index = tree->model()->index(0, 0); index.isValid(); index = tree->indexBelow(index)) {
            tree->scrollTo(index);
            QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(index).center());
            QTest::qWait(20);
        }
    }

    void everyResult()
    {
        m_window->openFile(m_store);
        const auto results = [this] { return qobject_cast<ResultPage*>(m_window->currentPage()); };
        QTRY_VERIFY(results() && results()->hasContent());
        auto* table = results()->findChild<QTableView*>(QStringLiteral("runTable"));
        QTRY_VERIFY(table->model()->rowCount() > e2e::MadeCampaigns::runs);
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            clickRow(table, row);
            QTest::qWait(20);
            if (row % 6 == 0)
                clickTabs(results());
        }
    }

    void cleanupTestCase()
    {
        m_window.reset();
        QThreadPool::globalInstance()->waitForDone();
    }
};

QTEST_MAIN(TestRunFates)
#include "tst_run_fates.moc"

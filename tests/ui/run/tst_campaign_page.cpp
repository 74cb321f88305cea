// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/project/project_file.h"
#include "tests/fakes/fake_runs.h"
#include "ui/base/empty_state.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/plots/timeline_plot.h"
#include "ui/run/campaign_model.h"
#include "ui/run/campaign_page.h"
#include "ui/run/log_view.h"
#include "ui/run/queue_view.h"
#include "ui/run/run_monitor.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;
using namespace std::chrono_literals;
using store::RunState;
using State = CampaignSession::State;

using Positions = std::vector<int>;

namespace {

std::string projectText(int repetitions)
{
    return R"({
  "format": "millrace-project", "version": 1, "name": "small",
  "clusters": [{"name": "lab", "nodes": 2, "links": [{"delay": "1ms"}]}],
  "workloads": [{"name": "job", "framework": "builtin", "model": "slp-mnist", "batch": 8, "steps": 3, "warmup_steps": 0}],
  "grids": [{"name": "grid", "cluster": "lab", "workload": "job", "order": "as-listed", "repetitions": )"
        + std::to_string(repetitions) + R"(,
             "factors": [{"name": "strategy", "levels": ["STAR", "RING", "CLIQUE"]}]}]
})";
}

} // namespace

class TestCampaignPage : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<test::FakeRuns> m_runs;
    std::unique_ptr<CampaignPage> m_page;

    [[nodiscard]] std::filesystem::path store() const
    {
        return m_folder->filePath(QStringLiteral("s.mrdb")).toStdString();
    }

    void open(int repetitions = 2)
    {
        const auto file = project::ProjectFile::parse(projectText(repetitions), "small.millrace");
        QVERIFY2(file, file ? "" : file.error().text().c_str());
        QSignalSpy loaded(m_page.get(), &CampaignPage::loaded);
        m_page->setProject(std::make_shared<project::Project>(file->project), "small.millrace", store(), false);
        m_page->resize(1280, 740);
        m_page->show();
        QVERIFY(loaded.wait());
    }

    [[nodiscard]] QAction* action(const char* name) const { return m_page->findChild<QAction*>(QLatin1String(name)); }
    [[nodiscard]] QString text(const char* name) const
    {
        return m_page->findChild<QLabel*>(QLatin1String(name))->text();
    }
    [[nodiscard]] State state() const { return m_page->session().state(); }
    [[nodiscard]] RunState stateOf(int position) const { return m_page->model().find(position)->state; }
    void trigger(const char* name) const
    {
        QVERIFY2(action(name)->isEnabled(), name);
        action(name)->trigger();
    }
    void waitForEnd() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(state() == State::Finished && action("startCampaign")->isEnabled(), 20'000);
    }

    std::vector<store::RunRecord> stored() const
    {
        auto database = store::Database::openReadOnly(store());
        const SystemClock clock;
        store::RunRepository repository(*database, clock);
        return *repository.runs(repository.campaigns()->front().id);
    }

private Q_SLOTS:
    void init()
    {
        m_settings.reset(); // writes into the folder
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
        m_runs = std::make_unique<test::FakeRuns>();
        m_runs->usual.time = 60ms;
        m_page = std::make_unique<CampaignPage>(*m_settings);
        m_page->setExecutor(m_runs->executor());
    }
    void cleanup()
    {
        m_page.reset();
        m_runs.reset();
    }

    void nothingToRun()
    {
        m_page->setProject(std::make_shared<project::Project>(), {}, {}, false);
        m_page->show();
        QVERIFY(!action("startCampaign")->isEnabled());
        m_page->start(); // nothing happens
        QVERIFY(!m_page->isActive());
        QVERIFY(m_page->activities().isEmpty());
    }

    void unsavedProjectSaysWhy()
    {
        const auto file = project::ProjectFile::parse(projectText(1), {});
        m_page->setProject(std::make_shared<project::Project>(file->project), {}, {}, false);
        QSignalSpy loaded(m_page.get(), &CampaignPage::loaded);
        m_page->show();
        QVERIFY(loaded.wait());
        QVERIFY(!action("startCampaign")->isEnabled());
        QVERIFY(text("campaignText").contains(QStringLiteral("Save the project")));
    }

    void makesAllRuns()
    {
        open();
        QCOMPARE(m_page->model().rowCount(), 6);
        QVERIFY(text("campaignText").contains(QStringLiteral("6 run")));
        QSignalSpy idle(m_page.get(), &CampaignPage::idle);
        trigger("startCampaign");
        QVERIFY(m_page->isActive());
        QCOMPARE(m_page->activities().size(), 1);
        QVERIFY(!action("startCampaign")->isEnabled());
        waitForEnd();
        QCOMPARE(idle.count(), 1);
        QCOMPARE(m_page->model().counts().done, 6);
        for (const auto& run : stored()) {
            const QueueRow* row = m_page->model().find(run.position);
            QCOMPARE(row->state, run.state);
            QCOMPARE(row->samplesPerSecond, 100.0 + run.position);
            QCOMPARE(row->duration, run.duration);
        }
        QVERIFY(text("outcomeText").contains(QStringLiteral("6 run")));
        QCOMPARE(action("startCampaign")->text(), QStringLiteral("Run All A&gain"));
        QCOMPARE(m_page->log().model().rowCount(), 3); // of the last run
        QVERIFY(!m_page->monitor().plots().empty());
    }

    void pausesAndGoesOn()
    {
        open();
        trigger("startCampaign");
        QTRY_COMPARE(state(), State::Running);
        trigger("pauseCampaign");
        QCOMPARE(state(), State::Pausing);
        QTRY_COMPARE_WITH_TIMEOUT(state(), State::Paused, 5000);
        const int made = m_page->model().counts().ended();
        QVERIFY(made > 0 && made < 6);
        QTest::qWait(250);
        QCOMPARE(m_page->model().counts().ended(), made);
        QVERIFY(text("campaignText").startsWith(QStringLiteral("Paused")));
        trigger("pauseCampaign");
        QCOMPARE(state(), State::Running);
        waitForEnd();
        QCOMPARE(m_page->model().counts().done, 6);
    }

    void cancelsAndRetriesOne()
    {
        m_runs->special[2].time = 20s;
        open();
        trigger("startCampaign");
        QTRY_VERIFY_WITH_TIMEOUT(stateOf(2) == RunState::Running, 5000);
        m_page->queue().select({2, 5});
        trigger("cancelRuns");
        QTRY_VERIFY_WITH_TIMEOUT(stateOf(2) == RunState::Cancelled, 5000);
        waitForEnd();
        QCOMPARE(stateOf(5), RunState::Cancelled);
        QCOMPARE(m_page->model().counts().done, 4);
        QVERIFY(text("outcomeText").contains(QStringLiteral("2 not made")));
        QCOMPARE(action("startCampaign")->text(), QStringLiteral("Re&sume"));
        m_runs->special.clear();
        m_page->queue().select({2});
        trigger("retryRuns");
        waitForEnd();
        QCOMPARE(stateOf(2), RunState::Done);
        QCOMPARE(stateOf(5), RunState::Cancelled);
        QCOMPARE(m_page->model().find(2)->attempt, 2);
        trigger("startCampaign"); // resumes
        waitForEnd();
        QCOMPARE(m_page->model().counts().done, 6);
    }

    void reordersBeforeTheStartAndWhileItRuns()
    {
        m_runs->special[6].time = 300ms;
        open();
        m_page->queue().select({6});
        trigger("moveTop");
        QCOMPARE(m_page->model().waiting(), (Positions{6, 1, 2, 3, 4, 5}));
        trigger("startCampaign");
        QTRY_VERIFY_WITH_TIMEOUT(stateOf(6) == RunState::Running, 5000);
        m_page->queue().select({4, 5});
        trigger("onlyRuns");
        waitForEnd();
        QCOMPARE(m_runs->made(), (Positions{6, 4, 5}));
        QCOMPARE(m_page->model().counts().done, 3);
        trigger("startCampaign");
        waitForEnd();
        QCOMPARE(m_page->model().counts().done, 6);
    }

    void runsOnlyWhatTheFilterLetsThrough()
    {
        open();
        auto* only = m_page->findChild<QLineEdit*>(QStringLiteral("campaignOnly"));
        QSignalSpy loaded(m_page.get(), &CampaignPage::loaded);
        QTest::keyClicks(only, QStringLiteral("strategy=NONE"));
        QTest::keyClick(only, Qt::Key_Return);
        QTRY_VERIFY(text("campaignOnlyText").contains(QStringLiteral("no run of this grid matches")));
        QVERIFY(!action("startCampaign")->isEnabled());
        only->selectAll();
        QTest::keyClicks(only, QStringLiteral("strategie=RING")); // the reason is to be read, not in a tip alone
        QTest::keyClick(only, Qt::Key_Return);
        QTRY_VERIFY(text("campaignOnlyText").contains(QStringLiteral("did you mean \"strategy\"?")));
        only->selectAll();
        QTest::keyClicks(only, QStringLiteral("strategy=RING"));
        QTest::keyClick(only, Qt::Key_Return);
        QTRY_COMPARE(text("campaignOnlyText"), QStringLiteral("2 run(s)"));
        m_runs->usual.time = 500ms;
        trigger("startCampaign");
        // The runs that are held back are none of its runs.
        QTRY_VERIFY(m_page->activities().value(0).contains(QStringLiteral(" of 2 runs")));
        QTRY_VERIFY(text("campaignText").contains(QStringLiteral(" of 2 runs ended")));
        waitForEnd();
        QCOMPARE(m_runs->made(), (Positions{3, 4}));
        QCOMPARE(stateOf(1), RunState::Planned);
    }

    void pausesByItselfAndGroupsFailures()
    {
        m_runs->usual.end = RunState::Failed;
        open();
        trigger("startCampaign");
        QTRY_COMPARE_WITH_TIMEOUT(state(), State::Paused, 8000);
        QCOMPARE(m_page->model().counts().failed, 3);
        QVERIFY(text("campaignNotice").contains(QStringLiteral("failed alike")));
        auto* tabs = m_page->findChild<QTabWidget*>(QStringLiteral("campaignTabs"));
        QCOMPARE(tabs->tabText(2), QStringLiteral("Failures (3)"));
        tabs->setCurrentIndex(2);
        const auto* details = m_page->findChild<QPlainTextEdit*>(QStringLiteral("failureDetails"));
        QTRY_VERIFY(details->toPlainText().contains(QStringLiteral("worker 1 on node1")));
        QVERIFY(!text("failureRemedy").isEmpty());
        m_runs->usual.end = RunState::Done;
        m_page->queue().select({1, 2});
        trigger("retryRuns");
        trigger("pauseCampaign");
        waitForEnd();
        QCOMPARE(m_page->model().counts().done, 5);
        QCOMPARE(m_page->model().counts().failed, 1);
    }

    void stopsAfterTheRunUnderWay()
    {
        m_runs->usual.time = 300ms;
        open();
        trigger("startCampaign");
        QTRY_VERIFY_WITH_TIMEOUT(stateOf(1) == RunState::Running, 5000);
        trigger("finishCampaign");
        QVERIFY(!action("finishCampaign")->isEnabled());
        waitForEnd();
        QCOMPARE(m_page->model().counts().done, 1);
        QCOMPARE(m_page->model().counts().cancelled, 0);
    }

    void watchesAnEarlierRunWhileAnotherIsUnderWay()
    {
        m_runs->special[3].time = 20s;
        open();
        trigger("startCampaign");
        QTRY_VERIFY_WITH_TIMEOUT(stateOf(3) == RunState::Running, 8000);
        Q_EMIT m_page->queue().chosen(1);
        QTRY_COMPARE(m_page->log().model().rowCount(), 3);
        QVERIFY(text("monitorRun").startsWith(QStringLiteral("Run 1 ")));
        Q_EMIT m_page->queue().chosen(3);
        QVERIFY(text("monitorRun").startsWith(QStringLiteral("Run 3 ")));
        trigger("stopCampaign");
        waitForEnd();
        QCOMPARE(stateOf(3), RunState::Cancelled);
    }

    // Resume and the like leave the focus to the queue, whose first row becomes the current one.
    void staysOnTheCurrentRunUntilTheUserSelectsAnother()
    {
        m_runs->special[3].time = 20s;
        open();
        trigger("startCampaign");
        QTRY_VERIFY_WITH_TIMEOUT(stateOf(3) == RunState::Running, 8000);
        auto* table = m_page->findChild<QTableView*>(QStringLiteral("queueTable"));
        auto* back = m_page->findChild<QPushButton*>(QStringLiteral("monitorReturn"));
        QSignalSpy chosen(&m_page->queue(), &QueueView::chosen);
        QApplication::setActiveWindow(m_page.get());
        table->setFocus();
        QTRY_VERIFY(table->currentIndex().isValid());
        QTest::qWait(200);
        QCOMPARE(chosen.count(), 0);
        QVERIFY(text("monitorRun").startsWith(QStringLiteral("Run 3 ")));
        QVERIFY(!back->isVisible());

        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 1)).center());
        QVERIFY(text("monitorRun").startsWith(QStringLiteral("Run 1 ")));
        QVERIFY(back->isVisible());
        QVERIFY2(back->text().startsWith(QStringLiteral("Current Run: 3 of 6")), qPrintable(back->text()));
        QVERIFY(back->width() > m_page->monitor().width() * 9 / 10);
        QVERIFY(back->sizeHint().width() <= back->width()); // nothing is cut
        const auto* heading = m_page->findChild<QLabel*>(QStringLiteral("monitorRun"));
        QVERIFY(heading->heightForWidth(heading->width()) <= heading->height());
        QTest::mouseClick(back, Qt::LeftButton);
        QVERIFY(text("monitorRun").startsWith(QStringLiteral("Run 3 ")));
        QVERIFY(!back->isVisible());
        // The row is still selected; a click on it is a choice all the same.
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 1)).center());
        QVERIFY(text("monitorRun").startsWith(QStringLiteral("Run 1 ")));
        trigger("stopCampaign");
        waitForEnd();
    }

    void keepsThePreviousPlotsUntilSamplesArrive()
    {
        m_runs->special[1].time = 900ms; // several batches
        m_runs->special[2].time = 20s;
        m_runs->special[2].steps = 4; // the first samples come after 5 s
        open();
        trigger("startCampaign");
        QTRY_VERIFY_WITH_TIMEOUT(stateOf(2) == RunState::Running, 8000);
        RunMonitor& monitor = m_page->monitor();
        QTRY_VERIFY(monitor.isPreviousShown());
        QVERIFY(text("monitorRun").startsWith(QStringLiteral("Run 2 ")));
        const auto* previous = m_page->findChild<QLabel*>(QStringLiteral("monitorPrevious"));
        QVERIFY(previous->isVisible());
        QVERIFY2(previous->text().contains(QStringLiteral("Run 1 of 6")), qPrintable(previous->text()));
        const auto drawn = [&monitor] { return !monitor.plots().front()->series().empty(); };
        QVERIFY(drawn());
        QTRY_VERIFY_WITH_TIMEOUT(!monitor.isPreviousShown(), 8000);
        QVERIFY(!previous->isVisible() && drawn());
        QVERIFY(monitor.plots().front()->dataRange().begin > wallNow().count() - 3'000'000'000);
        trigger("stopCampaign");
        waitForEnd();
    }

    void cancelledInTheQueueSaysSoAtOnce()
    {
        m_runs->special[1].time = 20s;
        open();
        trigger("startCampaign");
        QTRY_VERIFY_WITH_TIMEOUT(stateOf(1) == RunState::Running, 5000);
        const auto stateText = [this](int position) {
            return m_page->model().index(m_page->model().rowOf(position), CampaignModel::StateColumn).data().toString();
        };
        m_page->queue().select({5});
        trigger("cancelRuns");
        QVERIFY2(stateText(5).contains(QStringLiteral("cancelling")), qPrintable(stateText(5)));
        m_page->queue().select({1});
        trigger("cancelRuns");
        QTRY_VERIFY_WITH_TIMEOUT(stateText(5).contains(QStringLiteral("cancelled")), 5000);
        waitForEnd();
    }

    void runsLeftByACrashAreInterrupted()
    {
        open();
        trigger("startCampaign");
        QTRY_VERIFY_WITH_TIMEOUT(m_page->model().counts().done >= 1, 5000);
        trigger("finishCampaign");
        waitForEnd();
        const int left = m_page->model().waiting().front();
        {
            auto database = store::Database::open(store());
            const SystemClock clock;
            store::RunRepository repository(*database, clock);
            const auto campaign = repository.campaigns()->front().id;
            QVERIFY(repository.setCampaignState(campaign, store::CampaignState::Running));
            const std::vector<store::RunRecord> runs = *repository.runs(campaign);
            for (const auto& run : runs)
                if (run.position == left) {
                    const auto claimed = repository.claim(run.id);
                    QVERIFY2(claimed, claimed ? "" : claimed.error().text().c_str());
                    QVERIFY(repository.transition(run.id, RunState::Running));
                }
        }
        open();
        const QModelIndex state = m_page->model().index(m_page->model().rowOf(left), CampaignModel::StateColumn);
        QVERIFY2(state.data().toString().contains(QStringLiteral("interrupted")), qPrintable(state.data().toString()));
        QCOMPARE(m_page->model().counts().active, 0);
        QCOMPARE(m_page->model().find(left)->duration.count(), 0);
        QCOMPARE(stored()[static_cast<std::size_t>(left - 1)].errorCode, std::string("interrupted"));
        QCOMPARE(action("startCampaign")->text(), QStringLiteral("Re&sume"));
        QVERIFY(text("campaignText").contains(QStringLiteral("of 6 runs have ended")));
        trigger("startCampaign");
        waitForEnd();
        QCOMPARE(m_page->model().counts().done, 6);
        QCOMPARE(m_page->model().find(left)->attempt, 2);
    }

    void endedCampaignAsksToSelectARun()
    {
        open(1);
        QVERIFY(m_page->monitor().findChild<EmptyState*>()->text().startsWith(QStringLiteral("No run yet")));
        trigger("startCampaign");
        waitForEnd();
        m_page = std::make_unique<CampaignPage>(*m_settings);
        open(1);
        QVERIFY(m_page->monitor().findChild<EmptyState*>()->text().startsWith(QStringLiteral("No run selected")));
    }

    void searchesTheLogWhileItGrows()
    {
        LogView view(*m_settings);
        view.resize(800, 400);
        view.show();
        auto* search = view.findChild<QLineEdit*>(QStringLiteral("logSearch"));
        const auto found = [&view] { return view.findChild<QLabel*>(QStringLiteral("logFound"))->text(); };
        std::vector<store::LogLine> lines(1000, {1s, "node0", "worker 0", "stdout", "step"});
        lines[500].text = "a Needle";
        for (int i = 0; i < 60; ++i)
            view.append(lines);
        QTest::keyClicks(search, QStringLiteral("needle"));
        QTest::keyClick(search, Qt::Key_Return);
        QTRY_COMPARE(found(), QStringLiteral("2 of 60"));
        view.append(lines);
        QTRY_COMPARE(found(), QStringLiteral("2 of 61"));
        for (int i = 0; i < 60; ++i) // the oldest make room
            view.append(lines);
        QTRY_COMPARE(found(), QStringLiteral("1 of 100"));
        QCOMPARE(view.model().droppedCount(), std::int64_t(21'000));
        search->clear();
        QTRY_COMPARE(found(), QString());
    }

    void closedWhileItRuns()
    {
        m_runs->usual.time = 20s;
        open();
        trigger("startCampaign");
        QTRY_VERIFY_WITH_TIMEOUT(stateOf(1) == RunState::Running, 5000);
        m_page.reset();
        QCOMPARE(stored()[0].state, RunState::Cancelled);
        QCOMPARE(stored()[1].state, RunState::Planned);
        QVERIFY(store::Database::open(store())); // nobody holds it
    }

    void changedGridBeginsAnew()
    {
        open(1);
        trigger("startCampaign");
        waitForEnd();
        open(2);
        QCOMPARE(m_page->model().counts().waiting, 6);
        QVERIFY(text("campaignText").contains(QStringLiteral("was changed")));
        trigger("startCampaign");
        waitForEnd();
        QCOMPARE(m_page->model().counts().done, 6);
    }

    void errorsAreShownAndToldOn()
    {
        open();
        QVERIFY(QFile(QString::fromStdString(store().string())).open(QIODevice::WriteOnly)); // an empty file
        QFile file(QString::fromStdString(store().string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("this is not a store, but it is long enough to be looked at by everybody who wants to know");
        file.close();
        QSignalSpy failed(m_page.get(), &CampaignPage::failed);
        QSignalSpy idle(m_page.get(), &CampaignPage::idle);
        trigger("startCampaign");
        QTRY_VERIFY_WITH_TIMEOUT(failed.count() > 0, 5000);
        QTRY_COMPARE(state(), State::Finished);
        QCOMPARE(idle.count(), 1);
    }
};

QTEST_MAIN(TestCampaignPage)
#include "tst_campaign_page.moc"

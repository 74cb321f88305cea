// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/project_file.h"
#include "core/store/run_repository.h"
#include "tests/e2e/cli_runner.h"
#include "ui/base/settings.h"
#include "ui/run/campaign_model.h"
#include "ui/run/campaign_page.h"
#include "ui/run/log_view.h"
#include "ui/run/queue_view.h"
#include "ui/run/run_monitor.h"

#include <QAction>
#include <QElapsedTimer>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;
using store::RunState;
using State = CampaignSession::State;

/// The page with real runs on emulated nodes.
class TestRealCampaign : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<CampaignPage> m_page;
    std::vector<std::string> m_before;

    [[nodiscard]] std::filesystem::path store() const
    {
        return m_folder->filePath(QStringLiteral("s.mrdb")).toStdString();
    }

    void open(const e2e::SmallProject& small)
    {
        const auto file = project::ProjectFile::parse(e2e::projectText(small), "small.millrace");
        QVERIFY2(file, file ? "" : file.error().text().c_str());
        QSignalSpy loaded(m_page.get(), &CampaignPage::loaded);
        m_page->setProject(std::make_shared<project::Project>(file->project), "small.millrace", store(), false);
        m_page->resize(1280, 740);
        m_page->show();
        QVERIFY(loaded.wait(20'000));
    }
    void trigger(const char* name) const
    {
        auto* action = m_page->findChild<QAction*>(QLatin1String(name));
        QVERIFY2(action->isEnabled(), name);
        action->trigger();
    }
    [[nodiscard]] RunState stateOf(int position) const { return m_page->model().find(position)->state; }
    [[nodiscard]] bool isOver() const
    {
        return m_page->session().state() == State::Finished
            && m_page->findChild<QAction*>(QStringLiteral("startCampaign"))->isEnabled();
    }

private Q_SLOTS:
    void init()
    {
        const std::string reason = e2e::whyNotHere();
        if (!reason.empty())
            QSKIP(reason.c_str());
        m_before = e2e::footprint();
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
        m_page = std::make_unique<CampaignPage>(*m_settings);
        m_page->setPrograms(e2e::program("millrace-agent").parent_path());
    }
    void cleanup()
    {
        m_page.reset();
        if (!m_folder)
            return;
        const std::string left = e2e::leftSince(m_before);
        QVERIFY2(left.empty(), left.c_str());
        m_settings.reset(); // writes into the folder
        m_folder.reset();
    }

    void theWholeJob()
    {
        open({.strategies = R"(["STAR", "RING"])", .repetitions = 2, .steps = 40, .computeTime = "20ms"});
        trigger("startCampaign");
        QTRY_VERIFY_WITH_TIMEOUT(m_page->model().counts().active == 1, 30'000);
        trigger("pauseCampaign");
        QTRY_VERIFY_WITH_TIMEOUT(m_page->session().state() == State::Paused, 60'000);
        QCOMPARE(m_page->model().counts().done, 1);
        QVERIFY(m_page->log().model().rowCount() > 10);
        trigger("pauseCampaign");
        QTRY_VERIFY_WITH_TIMEOUT(m_page->model().counts().active == 1, 30'000);
        const int under = m_page->model().rowAt(1)->position;
        QTRY_VERIFY_WITH_TIMEOUT(stateOf(under) == RunState::Running, 30'000);
        m_page->queue().select({under});
        QElapsedTimer timer;
        timer.start();
        trigger("cancelRuns");
        QTRY_VERIFY_WITH_TIMEOUT(stateOf(under) == RunState::Cancelled, 20'000);
        qInfo("cancelled and cleaned up after %lld ms", timer.elapsed());
        trigger("retryRuns");
        QTRY_VERIFY_WITH_TIMEOUT(isOver(), 120'000);
        QCOMPARE(m_page->model().counts().done, 4);
        QCOMPARE(m_page->model().find(under)->attempt, 2);

        auto database = store::Database::openReadOnly(store());
        const SystemClock clock;
        store::RunRepository repository(*database, clock);
        const std::vector<store::RunRecord> runs = *repository.runs(repository.campaigns()->front().id);
        QCOMPARE(runs.size(), std::size_t(4));
        for (const auto& run : runs) {
            const QueueRow* row = m_page->model().find(run.position);
            QCOMPARE(row->state, run.state);
            QCOMPARE(row->run, run.id);
            QCOMPARE(row->attempt, run.attempt);
            const std::vector<store::Metric> metrics = *repository.metrics(run.id);
            QVERIFY(!metrics.empty());
            for (const auto& metric : metrics)
                if (metric.name == "samples_per_second" && metric.subject.empty())
                    QCOMPARE(row->samplesPerSecond, metric.value);
        }
    }

    void closedWhileItRuns()
    {
        open({.strategies = R"(["STAR", "RING"])", .steps = 5000, .computeTime = "20ms"});
        trigger("startCampaign");
        QTRY_VERIFY_WITH_TIMEOUT(m_page->model().counts().active == 1 && stateOf(1) == RunState::Running, 30'000);
        QTest::qWait(500);
        m_page.reset();
        auto database = store::Database::openReadOnly(store());
        const SystemClock clock;
        store::RunRepository repository(*database, clock);
        const auto runs = *repository.runs(repository.campaigns()->front().id);
        QCOMPARE(runs[0].state, RunState::Cancelled);
        QCOMPARE(runs[1].state, RunState::Planned);
    }
};

QTEST_MAIN(TestRealCampaign)
#include "tst_real_campaign.moc"

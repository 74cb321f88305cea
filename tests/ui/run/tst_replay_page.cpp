// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/run_repository.h"
#include "core/store/store_writer.h"
#include "ui/base/settings.h"
#include "ui/plots/timeline_plot.h"
#include "ui/run/log_view.h"
#include "ui/run/replay_page.h"
#include "ui/run/run_monitor.h"

#include <QComboBox>
#include <QLabel>
#include <QSlider>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;
using namespace std::chrono_literals;

namespace {

constexpr Nanoseconds start = 1'700'000'000s;
constexpr int steps = 40;

/// A run of 40 s: a step every second of two workers.
store::RunId makeRun(const std::filesystem::path& file)
{
    auto database = *store::Database::openOrCreate(file);
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    store::CampaignRecord campaign;
    campaign.specJson = "{}";
    store::RunRecord run;
    run.cell = "0123456789abcdef";
    run.position = 1;
    const auto id = *repository.createCampaign(campaign, std::span(&run, 1));
    run = (*repository.runs(id)).front();
    auto writer = *store::StoreWriter::start(database);
    for (int step = 0; step < steps; ++step)
        for (int rank = 0; rank < 2; ++rank) {
            const Nanoseconds wall = start + (step + 1) * 1s;
            const QString text = QStringLiteral("{\"event\":\"step\",\"rank\":%1,\"mono_ns\":1,\"wall_ns\":%2,"
                                                "\"step\":%3,\"step_ns\":1000000000,\"samples\":8}")
                                     .arg(rank)
                                     .arg(wall.count())
                                     .arg(step);
            static_cast<void>(writer->addLine(
                run.id, {wall, "node0", "worker " + std::to_string(rank), "stdout", text.toStdString()}));
        }
    static_cast<void>(writer->finishRun(run.id));
    return run.id;
}

} // namespace

class TestReplayPage : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<ReplayPage> m_page;

    template <typename Widget>
    Widget* child(const char* name) const
    {
        return m_page->findChild<Widget*>(QLatin1String(name));
    }

private Q_SLOTS:
    void init()
    {
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_settings->setValue(QStringLiteral("replay/speed"), 0);
        const QString file =
            m_folder.filePath(QStringLiteral("%1.mrdb").arg(QLatin1String(QTest::currentTestFunction())));
        const auto run = makeRun(file.toStdString());
        m_page = std::make_unique<ReplayPage>(file, run, 1, QStringLiteral("Run 1"), *m_settings);
        m_page->resize(1200, 700);
        m_page->show();
    }

    void cleanup() { m_page.reset(); }

    /// Nothing is known of the run but its lines: everything that today's code makes of them is new.
    void endsWithAComparison()
    {
        QSignalSpy ended(m_page.get(), &ReplayPage::ended);
        m_page->reload();
        QTRY_VERIFY_WITH_TIMEOUT(!m_page->monitor().plots().empty() && m_page->log().model().rowCount() > 0, 20000);
        QVERIFY(m_page->session().isActive());
        QVERIFY(!m_page->report());
        child<QToolButton>("replayEnd")->click();
        QTRY_COMPARE_WITH_TIMEOUT(int(ended.size()), 1, 10000);
        QVERIFY(!m_page->session().isActive());
        QCOMPARE(m_page->log().model().rowCount(), 2 * steps);
        QCOMPARE(int(m_page->report()->iterations), 2 * steps);
        QCOMPARE(child<QSlider>("replaySlider")->value(), 1000);
        QVERIFY(child<QTableView>("replayTable")->isVisible());
        QVERIFY(child<QTableView>("replayTable")->model()->rowCount() > 3);
        QVERIFY(child<QLabel>("replayVerdict")->text().contains(QStringLiteral("differ with the current version")));
        // Once more, from the beginning.
        child<QComboBox>("replaySpeed")->setCurrentIndex(4);
        child<QToolButton>("replayPause")->click();
        QTRY_COMPARE_WITH_TIMEOUT(int(ended.size()), 2, 10000);
        QCOMPARE(m_page->log().model().rowCount(), 2 * steps);
    }

    void pausesAndGoesOn()
    {
        m_page->reload();
        QTRY_VERIFY_WITH_TIMEOUT(m_page->log().model().rowCount() > 0, 20000);
        auto* pause = child<QToolButton>("replayPause");
        pause->click();
        QVERIFY(m_page->session().isPaused());
        QTest::qWait(150);
        const auto before = m_page->session().position().now;
        QTest::qWait(200);
        QVERIFY(m_page->session().position().now == before);
        pause->click();
        QTRY_VERIFY_WITH_TIMEOUT(m_page->session().position().now > before, 5000);
        // A hundred times the speed: the rest of 40 s takes no time.
        child<QComboBox>("replaySpeed")->setCurrentIndex(3);
        QTRY_VERIFY_WITH_TIMEOUT(m_page->report().has_value(), 5000);
        QVERIFY(m_page->title().startsWith(QStringLiteral("Replay of run 1 · "))); // and the name of the store
    }

    void aStoreThatIsGone()
    {
        ReplayPage page(m_folder.filePath(QStringLiteral("nowhere.mrdb")), store::RunId{1}, 1, QStringLiteral("Run 1"),
                        *m_settings);
        QSignalSpy failed(&page.session(), &ReplaySession::failed);
        page.reload();
        QTRY_COMPARE_WITH_TIMEOUT(int(failed.size()), 1, 5000);
        QVERIFY(!page.session().isActive());
    }
};

QTEST_MAIN(TestReplayPage)
#include "tst_replay_page.moc"

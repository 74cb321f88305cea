// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/run_repository.h"
#include "core/store/store_writer.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/interference/alarm_panel.h"
#include "ui/plots/timeline_plot.h"
#include "ui/run/log_view.h"
#include "ui/run/replay_page.h"
#include "ui/run/run_monitor.h"

#include <QComboBox>
#include <QToolButton>
#include <QtTest>

#include <cmath>

using namespace millrace;
using namespace millrace::ui;
using namespace std::chrono_literals;

namespace {

constexpr Nanoseconds start = 1'760'000'000s;

store::Event happened(Nanoseconds after, const char* kind, const std::string& text, const std::string& json = {})
{
    return {start + after, after, kind, {}, text, json};
}

/// A run of 30 s: loaded from 10 s to 20 s, noticed after 1.2 s.
std::vector<store::Event> events()
{
    return {happened(100ms, "worker-start", "worker 0"),
            happened(2s, "phase", "baseline"),
            happened(10s, "phase", "loaded"),
            happened(11200ms, "alarm", "steps take longer",
                     R"({"detector":"change-point","over":false,"raised":112,"onset":101,"size":0.42,)"
                     R"("confidence":0.99,"workers":[1,2],"link":[1,2]})"),
            happened(14s, "alarm", "steps take longer",
                     R"({"detector":"kungfu","over":false,"raised":140,"onset":120,"size":null,"confidence":0.75,)"
                     R"("workers":[0,1,2]})"),
            happened(20s, "phase", "recovery"),
            happened(21500ms, "alarm", "back",
                     R"({"detector":"change-point","over":true,"raised":215,"onset":202,"size":0.01,)"
                     R"("confidence":0.97,"workers":[]})"),
            happened(29s, "phase", "end")};
}

double stepTime(int step, int rank)
{
    const bool loaded = step >= 100 && step < 200;
    return (loaded ? 0.142 : 0.1) * (1 + 0.03 * std::sin(0.7 * step + rank));
}

RunBatch::Samples samples(const char* name, int rank)
{
    RunBatch::Samples made{store::RunId{1}, name, "rank " + std::to_string(rank), "s", {}, {}};
    for (int step = 0; step < 300; ++step) {
        made.times.push_back((start + (step + 1) * 100ms).count());
        made.values.push_back(stepTime(step, rank));
    }
    return made;
}

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
    for (int rank = 0; rank < 3; ++rank) {
        const auto made = samples("step.time", rank);
        const auto series = *writer->addSeries(run.id, made.name, made.subject, made.unit);
        static_cast<void>(writer->append(series, made.times, made.values));
        for (int step = 0; step < 300; step += 10) {
            const Nanoseconds wall = start + (step + 1) * 100ms;
            const QString text = QStringLiteral("{\"event\":\"step\",\"rank\":%1,\"mono_ns\":1,\"wall_ns\":%2,"
                                                "\"step\":%3,\"step_ns\":100000000,\"samples\":8}")
                                     .arg(rank)
                                     .arg(wall.count())
                                     .arg(step / 10);
            static_cast<void>(writer->addLine(
                run.id, {wall, "node0", "worker " + std::to_string(rank), "stdout", text.toStdString()}));
        }
    }
    for (const store::Event& event : events())
        static_cast<void>(writer->addEvent(run.id, event));
    static_cast<void>(writer->finishRun(run.id));
    return run.id;
}

int linesOf(LogView& log, const QString& process)
{
    int count = 0;
    for (int row = 0; row < log.model().rowCount(); ++row)
        count += log.model().index(row, LogModel::ProcessColumn).data().toString() == process ? 1 : 0;
    return count;
}

} // namespace

/// Phases and alarms in the views of a run: live, stored and replayed.
class TestRunInterference : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;

    void shoot(QWidget& widget, const char* name)
    {
        QTest::qWait(500);
        const QString shots = qEnvironmentVariable("MR_SHOTS");
        if (!shots.isEmpty())
            QVERIFY(widget.grab().save(QDir(shots).filePath(QLatin1String(name))));
    }
    static AlarmPanel* panelOf(const QWidget& widget)
    {
        return widget.findChild<AlarmPanel*>(QStringLiteral("alarmPanel"));
    }

private Q_SLOTS:
    void init()
    {
        applyTheme(*qApp, Theme::Light);
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
    }
    void cleanup() { QThreadPool::globalInstance()->waitForDone(); }

    void alarmsAppearLiveAtOnce()
    {
        RunMonitor monitor(*m_settings);
        monitor.resize(1280, 640);
        monitor.show();
        run::RunRef heading;
        heading.run = store::RunId{1};
        auto live = std::make_shared<LiveRun>(heading);
        monitor.showLive(live);
        for (int rank = 0; rank < 3; ++rank)
            live->add(samples("step.time", rank));
        std::size_t told = 0;
        const auto all = events();
        const auto tellUntil = [&](std::size_t count) {
            bool isNew = false;
            for (; told < count; ++told)
                isNew = live->add(all[told]) || isNew;
            QVERIFY2(isNew, "the page draws anew only then");
            monitor.refresh();
        };
        tellUntil(3);
        QVERIFY(!panelOf(monitor)->isVisible());
        for (const TimelinePlot* plot : monitor.plots()) {
            QCOMPARE(plot->bands().size(), std::size_t(2));
            QCOMPARE(plot->bands()[1].end, TimelineBand::open);
            QCOMPARE(plot->events().size(), std::size_t(1)); // the start of a worker
        }
        tellUntil(4);
        QVERIFY(panelOf(monitor)->isVisible());
        QVERIFY(panelOf(monitor)->text().contains(QStringLiteral("longer since step 102")));
        QVERIFY(panelOf(monitor)->text().contains(QStringLiteral("rank 1 → rank 2")));
        for (const TimelinePlot* plot : monitor.plots()) {
            QCOMPARE(plot->events().back().kind, QStringLiteral("alarm"));
            QCOMPARE(plot->events().back().time, (start + 11200ms).count());
        }
        tellUntil(all.size());
        QCOMPARE(monitor.plots().front()->bands().size(), std::size_t(3));
        QCOMPARE(monitor.plots().front()->bands()[1].end, (start + 20s).count());
        QVERIFY2(panelOf(monitor)->text().contains(QStringLiteral("kungfu")), "has not taken its alarm back");
        QCOMPARE(panelOf(monitor)->table().model()->rowCount(), 3);
        shoot(monitor, "monitor-light.png");
        panelOf(monitor)->findChild<QToolButton*>(QStringLiteral("alarmList"))->click();
        panelOf(monitor)->table().selectRow(2);
        for (const TimelinePlot* plot : monitor.plots())
            QVERIFY(plot->timeCursor() == (start + 11200ms).count());
        applyTheme(*qApp, Theme::Dark);
        shoot(monitor, "monitor-dark.png");
        monitor.clear();
        QVERIFY(!panelOf(monitor)->isVisible());
        QVERIFY(monitor.plots().front()->bands().empty());
    }

    void marksAreBounded()
    {
        RunMarks marks;
        for (int i = 0; i < 10'000; ++i) {
            marks.add(happened(i * 1s, "alarm", "x", "{}"));
            marks.add(happened(i * 1s, "phase", i % 2 == 0 ? "loaded" : "recovery"));
        }
        QVERIFY(marks.events.size() <= RunMarks::most);
        QVERIFY(marks.alarms.size() <= RunMarks::most);
        QVERIFY(marks.phases.size() <= RunMarks::most);
    }

    void storedRunsShowTheSame()
    {
        const auto file = toPath(m_folder.filePath(QStringLiteral("stored.mrdb")));
        const auto run = makeRun(file);
        RunMonitor monitor(*m_settings);
        monitor.resize(1280, 640);
        monitor.show();
        monitor.showStored(file, run);
        QTRY_VERIFY_WITH_TIMEOUT(panelOf(monitor)->isVisible(), 5000);
        QCOMPARE(panelOf(monitor)->table().model()->rowCount(), 3);
        for (const TimelinePlot* plot : monitor.plots())
            QCOMPARE(plot->bands().size(), std::size_t(3));
        LogView log(*m_settings);
        log.resize(1000, 400);
        log.show();
        log.showStored(file, run, start);
        QTRY_COMPARE_WITH_TIMEOUT(linesOf(log, QStringLiteral("detector")), 3, 5000);
        QVERIFY(log.model().lineCount() > 90);
        int alarm = 0;
        while (log.model().index(alarm, LogModel::ProcessColumn).data().toString() != QLatin1String("detector"))
            ++alarm;
        QVERIFY(log.model().timeAt(alarm) == start + 11200ms);
        QVERIFY2(log.model().timeAt(alarm - 1) <= start + 11200ms && log.model().timeAt(alarm + 1) >= start + 11200ms,
                 "stands where it happened");
        QVERIFY(lineLevel({start, {}, "detector", "alarm", "Steps take longer"}) == LineLevel::Warning);
        shoot(log, "alarm-log.png");
    }

    void replaysShowTheSame()
    {
        m_settings->setValue(QStringLiteral("replay/speed"), 0);
        const QString file = m_folder.filePath(QStringLiteral("replayed.mrdb"));
        const auto run = makeRun(toPath(file));
        ReplayPage page(file, run, 1, QStringLiteral("Run 1"), *m_settings);
        page.resize(1280, 760);
        page.show();
        page.reload();
        QTRY_VERIFY_WITH_TIMEOUT(page.log().model().rowCount() > 0, 5000);
        QVERIFY2(!panelOf(page)->isVisible(), "not before its time");
        page.findChild<QComboBox*>(QStringLiteral("replaySpeed"))->setCurrentIndex(4);
        QTRY_VERIFY_WITH_TIMEOUT(page.report().has_value(), 10000);
        QTRY_VERIFY_WITH_TIMEOUT(panelOf(page)->isVisible(), 5000);
        QCOMPARE(panelOf(page)->table().model()->rowCount(), 3);
        QCOMPARE(page.monitor().plots().front()->bands().size(), std::size_t(3));
        QCOMPARE(linesOf(page.log(), QStringLiteral("detector")), 3);
        shoot(page, "replay-alarms.png");
        // Replayed again: no duplicate reports.
        page.findChild<QToolButton*>(QStringLiteral("replayPause"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(page.report().has_value() && !page.session().isActive(), 10000);
        QTRY_COMPARE_WITH_TIMEOUT(linesOf(page.log(), QStringLiteral("detector")), 3, 5000);
        QCOMPARE(panelOf(page)->table().model()->rowCount(), 3);
    }
};

QTEST_MAIN(TestRunInterference)
#include "tst_run_interference.moc"

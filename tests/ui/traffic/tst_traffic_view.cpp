// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/crosstraffic/load_file.h"
#include "tests/ui/grid/shots.h"
#include "tests/ui/traffic/traffic_example.h"
#include "ui/base/empty_state.h"
#include "ui/base/notice_bar.h"
#include "ui/base/settings.h"
#include "ui/figures/figure_view.h"
#include "ui/plots/live_series.h"
#include "ui/traffic/traffic_editor.h"
#include "ui/traffic/traffic_view.h"

#include <QAction>
#include <QLabel>
#include <QTemporaryDir>
#include <QUndoStack>
#include <QtTest>

#include <numeric>
#include <sstream>

using namespace millrace;
using namespace millrace::ui;
using crosstraffic::Pattern;

class TestTrafficView : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<ProjectEditor> m_project;
    std::unique_ptr<TrafficEditor> m_editor;

    TrafficView& view() const { return m_editor->view(); }
    template <typename Edit>
    void change(Edit edit)
    {
        QSignalSpy previewed(&view(), &TrafficView::previewed);
        m_project->change(QStringLiteral("x"), [&](project::Project& project) { edit(project.traffic[0]); });
        QTRY_COMPARE_WITH_TIMEOUT(previewed.size(), 1, 10'000);
    }
    static QString plain(QString text)
    {
        return text.replace(QChar::Nbsp, QLatin1Char(' ')).replace(QChar(0x202f), QLatin1Char(' '));
    }
    QString facts() const { return plain(m_editor->findChild<QLabel*>(QStringLiteral("trafficFacts"))->text()); }
    QString nothing() const { return plain(view().findChild<EmptyState*>()->text()); }
    QString fileName(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    std::string content(const QString& file) const { return readFile(file.toStdString()).value(); }

private Q_SLOTS:
    void init()
    {
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings")));
        m_project = std::make_unique<ProjectEditor>();
        m_project->reset(test::trafficProject());
        m_editor = std::make_unique<TrafficEditor>(*m_project, *m_settings);
        m_editor->resize(1060, 700);
        m_editor->show();
        QSignalSpy previewed(&view(), &TrafficView::previewed);
        m_editor->setIndex(0);
        QTRY_COMPARE(previewed.size(), 1);
    }

    /// 100 Mbit/s for 5 s are 62.5 MB: 50 flows of 1.25 MB, one every 100 ms.
    void equalGaps()
    {
        QVERIFY(view().preview());
        QVERIFY(view().isCurrent());
        const TrafficPreview& preview = *view().preview();
        QCOMPARE(preview.flows, std::size_t(50));
        QCOMPARE(preview.shown, Nanoseconds(std::chrono::seconds(5)));
        QVERIFY(std::abs(preview.values.meanBitsPerSecond - 100e6) < 1);
        QVERIFY(preview.values.gapVariation < 1e-6);
        QCOMPARE(preview.values.meanFlowBytes, 1.25e6);
        QVERIFY(preview.rate && preview.bursts);
        QVERIFY2(facts().contains(QStringLiteral("50 flow")), qPrintable(facts()));
        QVERIFY(facts().contains(QStringLiteral("100 Mbit/s")));
        QVERIFY(!m_editor->findChild<NoticeBar*>()->isVisible());
        const auto& figure = m_editor->findChild<FigureView*>()->figure();
        QCOMPARE(figure.series[0].points.size(), std::size_t(1));
        QCOMPARE(figure.x.scale, report::Scale::Logarithmic);
        QCOMPARE(figure.y.scale, report::Scale::Logarithmic);
    }

    /// The gaps of a Poisson process vary as much as their mean.
    void poisson()
    {
        change([](crosstraffic::TrafficProfile& profile) {
            profile.pattern = Pattern::Exponential;
            profile.sizes.fixedBytes = 12'500;
        });
        QVERIFY(std::abs(view().preview()->values.gapVariation - 1) < 0.1);
        const auto first = view().preview()->values.bitsPerSecond;
        QSignalSpy previewed(&view(), &TrafficView::previewed);
        m_editor->findChild<QToolButton*>(QStringLiteral("trafficAgain"))->click();
        QTRY_COMPARE(previewed.size(), 1);
        QVERIFY(view().preview()->values.bitsPerSecond != first);
    }

    void atMostTenSecondsAndHalfAMillionFlows()
    {
        change([](crosstraffic::TrafficProfile& profile) { profile.phases.loaded = std::chrono::minutes(2); });
        QCOMPARE(view().preview()->shown, Nanoseconds(std::chrono::seconds(10)));
        QVERIFY(!view().preview()->shortened);
        change([](crosstraffic::TrafficProfile& profile) {
            profile.bitsPerSecond = 10e9;
            profile.sizes.fixedBytes = 100;
        });
        QVERIFY(view().preview()->shortened);
        QVERIFY(view().preview()->flows <= 500'001 && view().preview()->flows > 400'000);
        QVERIFY(facts().contains(QStringLiteral("too many")));
    }

    void flawsOfPublishedPatternsAreSaid()
    {
        change([](crosstraffic::TrafficProfile& profile) {
            profile.sizes = {};
            profile.pattern = Pattern::PublishedBurst;
        });
        auto* flaws = m_editor->findChild<NoticeBar*>();
        QVERIFY(flaws->isVisible());
        QVERIFY(flaws->text().size() > 20);
        // 100 Mbit/s of bursts cannot have the published sizes: ten flows in 10 ms.
        change([](crosstraffic::TrafficProfile& profile) { profile.pattern = Pattern::Burst; });
        QVERIFY(flaws->isVisible());
        QVERIFY2(flaws->text().contains(QStringLiteral("exact volume changed the sizes")), qPrintable(flaws->text()));
        change([](crosstraffic::TrafficProfile& profile) { profile.exactVolume = false; });
        QVERIFY(!flaws->isVisible());
        QVERIFY2(!facts().contains(QStringLiteral("exact volume")), qPrintable(facts()));
        change([](crosstraffic::TrafficProfile& profile) {
            profile.exactVolume = true;
            profile.pattern = Pattern::Exponential;
            profile.phases.loaded = std::chrono::minutes(1); // of which 10 s are shown
        });
        QVERIFY(!flaws->isVisible());
        QCOMPARE(view().preview()->volumes.size(), std::size_t(1));
        QCOMPARE(view().preview()->volumes[0].flows, std::size_t(317)); // 750 MB of 2,369,492 B each
        QVERIFY2(facts().contains(QStringLiteral("exact volume: sizes × 1")), qPrintable(facts()));
    }

    void streams()
    {
        change([](crosstraffic::TrafficProfile& profile) {
            profile.pattern = Pattern::Stream;
            profile.streams = 2;
            profile.bitsPerSecond = 0;
        });
        QCOMPARE(view().preview()->streams, std::size_t(2));
        QVERIFY(!view().preview()->rate);
        QVERIFY(nothing().contains(QStringLiteral("2 stream")));
        QVERIFY(!m_editor->findChild<QAction*>(QStringLiteral("saveLoadFile"))->isEnabled());
        QVERIFY(!m_editor->findChild<QAction*>(QStringLiteral("saveSizeFile"))->isEnabled());
        change([](crosstraffic::TrafficProfile& profile) { profile.bitsPerSecond = 50e6; });
        QVERIFY(view().preview()->rate);
        QVERIFY2(facts().contains(QStringLiteral("50 Mbit/s")), qPrintable(facts()));
        change([](crosstraffic::TrafficProfile& profile) {
            profile.bitsPerSecond = 0;
            profile.transport = crosstraffic::Transport::Udp;
            profile.slowdown = 0.1;
        });
        QVERIFY2(nothing().contains(QStringLiteral("10 %")), qPrintable(nothing()));
    }

    void whatCannotBeIsSaid()
    {
        change([](crosstraffic::TrafficProfile& profile) { profile.bitsPerSecond = 0; });
        QVERIFY(!view().preview());
        QVERIFY(nothing().contains(QStringLiteral("rate is 0")));
        change([](crosstraffic::TrafficProfile& profile) {
            profile.bitsPerSecond = 1e6;
            profile.sizes.name = "file";
            profile.sizes.file = "/no/such/file";
        });
        QVERIFY(!view().preview());
        QVERIFY2(nothing().contains(QStringLiteral("/no/such/file")), qPrintable(nothing()));
        // Nodes that are not chosen yet do not hinder a look.
        change([](crosstraffic::TrafficProfile& profile) {
            profile = test::trafficProject().traffic[0];
            profile.sources.clear();
            profile.destinations.clear();
        });
        QVERIFY(view().preview());
    }

    /// Edits that follow each other quickly are worked out once, and the last one counts.
    void quickEdits()
    {
        QSignalSpy previewed(&view(), &TrafficView::previewed);
        for (int i = 1; i <= 5; ++i)
            m_project->change(QStringLiteral("x"),
                              [i](project::Project& project) { project.traffic[0].bitsPerSecond = i * 20e6; });
        m_project->change(QStringLiteral("x"), [](project::Project& project) {
            project.traffic[0].phases.loaded = std::chrono::seconds(1);
        });
        QTRY_COMPARE(previewed.size(), 1);
        QCOMPARE(view().preview()->flows, std::size_t(10));
        // What does not concern the profile changes nothing here.
        m_project->change(QStringLiteral("x"), [](project::Project& project) { project.name = "other"; });
        QTest::qWait(400);
        QCOMPARE(previewed.size(), 1);
    }

    void loadFilesGoOutAndIn()
    {
        QSignalSpy noticed(&view(), &TrafficView::noticed);
        const QString file = fileName("load.txt");
        view().saveLoadFile(file);
        QTRY_COMPARE(noticed.size(), 1);
        const auto flows = crosstraffic::parseLoadFile(content(file));
        QVERIFY(flows);
        QCOMPARE(content(file).substr(0, 3), std::string("50\n"));
        QCOMPARE(std::accumulate(flows->begin(), flows->end(), std::uint64_t(0),
                                 [](std::uint64_t sum, const auto& flow) { return sum + flow.bytes; }),
                 std::uint64_t(62'500'000));
        QSignalSpy previewed(&view(), &TrafficView::previewed);
        view().openLoadFile(file);
        QCOMPARE(m_project->project().traffic[0].pattern, Pattern::Trace);
        QTRY_COMPARE(previewed.size(), 1);
        QVERIFY2(view().preview(), qPrintable(nothing()));
        QCOMPARE(view().preview()->flows, std::size_t(50));
        m_project->undoStack()->undo();
        QCOMPARE(m_project->project().traffic[0].pattern, Pattern::Deterministic);
    }

    /// One file for each source, named after it; a folder that is not there is an error.
    void loadFilesOfSeveralSources()
    {
        change([](crosstraffic::TrafficProfile& profile) {
            profile.matrix = crosstraffic::Matrix::Incast;
            profile.sources = {"node1", "node2"};
        });
        QSignalSpy noticed(&view(), &TrafficView::noticed);
        QSignalSpy failed(&view(), &TrafficView::failed);
        view().saveLoadFile(fileName("incast.txt"));
        QTRY_COMPARE(noticed.size(), 1);
        for (const char* name : {"incast-node1.txt", "incast-node2.txt"})
            QCOMPARE(content(fileName(name)).substr(0, 3), std::string("50\n"));
        view().saveLoadFile(QStringLiteral("/no/such/folder/load.txt"));
        QTRY_COMPARE(failed.size(), 1);
    }

    /// The study's file: 12 sizes in packets, whose mean by steps is 1622.94 packets.
    void sizeFilesGoOutAndIn()
    {
        change([](crosstraffic::TrafficProfile& profile) { profile.sizes = {}; });
        QSignalSpy noticed(&view(), &TrafficView::noticed);
        const QString file = fileName("sizes.txt");
        view().saveSizeFile(file);
        QTRY_COMPARE(noticed.size(), 1);
        std::istringstream lines(content(file));
        double size = 0, constant = 0, share = 0, before = 0, mean = 0;
        int count = 0;
        while (lines >> size >> constant >> share) {
            mean += size * (share - before);
            before = share;
            ++count;
        }
        QVERIFY2(std::abs(mean - 1622.94) < 0.01, qPrintable(QString::number(mean)));
        QVERIFY(count == 12 || count == 13);
        QSignalSpy previewed(&view(), &TrafficView::previewed);
        view().openSizeFile(file);
        QTRY_COMPARE(previewed.size(), 1);
        QCOMPARE(m_project->project().traffic[0].sizes.name, std::string("file"));
        QVERIFY2(view().preview(), qPrintable(nothing()));
    }

    void pictures()
    {
        if (qEnvironmentVariableIsEmpty("MR_SHOTS"))
            QSKIP("MR_SHOTS names no folder for pictures");
        change([](crosstraffic::TrafficProfile& profile) {
            profile.sizes = {};
            profile.pattern = Pattern::Exponential;
            profile.bitsPerSecond = 400e6;
        });
        test::shoot(*m_editor, "traffic-poisson", {1070, 690});
        change([](crosstraffic::TrafficProfile& profile) { profile.pattern = Pattern::PublishedBurst; });
        test::shoot(*m_editor, "traffic-published", {1070, 690});
        change([](crosstraffic::TrafficProfile& profile) { profile.pattern = Pattern::Burst; });
        test::shoot(*m_editor, "traffic-burst", {1070, 690});
        change([](crosstraffic::TrafficProfile& profile) {
            profile.pattern = Pattern::Stream;
            profile.transport = crosstraffic::Transport::Udp;
            profile.bitsPerSecond = 0;
            profile.slowdown = 0.1;
        });
        test::shoot(*m_editor, "traffic-stream", {1070, 690});
        change([](crosstraffic::TrafficProfile& profile) {
            profile = {};
            profile.sizes.name = "facebok";
        });
        QTest::qWait(300);
        test::shoot(*m_editor, "traffic-problems", {1070, 690});
    }
};

QTEST_MAIN(TestTrafficView)
#include "tst_traffic_view.moc"

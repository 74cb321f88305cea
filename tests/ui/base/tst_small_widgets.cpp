// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/result.h"
#include "ui/base/empty_state.h"
#include "ui/base/job_runner.h"
#include "ui/base/job_strip.h"
#include "ui/base/search_line.h"
#include "ui/base/settings.h"

#include <QAction>
#include <QProgressBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include <thread>

using namespace millrace;
using namespace millrace::ui;
using namespace std::chrono_literals;

class TestSmallWidgets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void searchLineWaits()
    {
        SearchLine line(QStringLiteral("Search"));
        QSignalSpy spy(&line, &SearchLine::searched);
        line.show();
        QTest::keyClicks(&line, QStringLiteral("ring"));
        QCOMPARE(spy.count(), 0);
        QTRY_COMPARE(spy.count(), 1);
        QCOMPARE(spy.last().front().toString(), QStringLiteral("ring"));
        QTest::keyClicks(&line, QStringLiteral("s"));
        QTest::keyClick(&line, Qt::Key_Return);
        QCOMPARE(spy.count(), 2);
        QTest::keyClick(&line, Qt::Key_Escape);
        QCOMPARE(spy.count(), 3);
        QCOMPARE(spy.last().front().toString(), QString());
        QTest::qWait(250);
        QCOMPARE(spy.count(), 3);
    }

    void emptyStateOffersActions()
    {
        EmptyState state;
        state.setContent(QStringLiteral("grid"), QStringLiteral("No grid"), QStringLiteral("Add one to begin."));
        QAction add(QStringLiteral("Add"));
        QSignalSpy spy(&add, &QAction::triggered);
        state.addAction(&add);
        state.show();
        QCOMPARE(state.text(), QStringLiteral("No grid\nAdd one to begin."));
        state.findChild<QToolButton*>()->click();
        QCOMPARE(spy.count(), 1);
        state.clearActions();
        QVERIFY(!state.findChild<QToolButton*>());
    }

    void jobStripShowsAndCancels()
    {
        QWidget page;
        JobStrip strip(&page);
        JobRunner runner;
        strip.attach(runner, QStringLiteral("Counting"));
        page.show();
        bool stopped = false;
        runner.start(
            [](const JobContext& job) {
                for (int i = 0; !job.cancelled(); i = (i + 1) % 100) {
                    job.report(i, 100, "lines");
                    std::this_thread::sleep_for(5ms);
                }
                return 1;
            },
            [&](int) { stopped = true; });
        QVERIFY(!strip.isVisible());
        QTRY_VERIFY(strip.isVisible());
        auto* bar = strip.findChild<QProgressBar*>();
        const int before = bar->value();
        QTRY_VERIFY(bar->value() != before);
        QElapsedTimer clock;
        clock.start();
        strip.findChild<QToolButton*>()->click();
        QVERIFY(!runner.isRunning());
        QThreadPool::globalInstance()->waitForDone();
        QVERIFY2(clock.elapsed() < 500, qPrintable(QString::number(clock.elapsed())));
        QVERIFY(!strip.isVisible());
        QVERIFY(!stopped);
    }

    void shortJobShowsNoStrip()
    {
        QWidget page;
        JobStrip strip(&page);
        JobRunner runner;
        strip.attach(runner, QStringLiteral("Reading"));
        page.show();
        bool done = false;
        runner.start([](const JobContext&) { return 1; }, [&](int) { done = true; });
        QTRY_VERIFY(done);
        QTest::qWait(300);
        QVERIFY(!strip.isVisible());
    }

    void settingsKeepAndReset()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("s.ini"));
        {
            Settings settings(file);
            settings.setValue(QStringLiteral("view"), 3);
            settings.setLanguage(QStringLiteral("de"));
            settings.setOpensLastFiles(false);
            settings.setFolder(QStringLiteral("export"), folder.path());
            settings.addRecentFile(folder.filePath(QStringLiteral("a.millrace")));
        }
        Settings settings(file);
        QCOMPARE(settings.value(QStringLiteral("view"), 0).toInt(), 3);
        QCOMPARE(settings.language(), QStringLiteral("de"));
        QVERIFY(!settings.opensLastFiles());
        QCOMPARE(settings.folder(QStringLiteral("export")), folder.path());
        settings.setFolder(QStringLiteral("export"), QStringLiteral("/no/such/folder"));
        QVERIFY(settings.folder(QStringLiteral("export")) != QStringLiteral("/no/such/folder"));
        settings.reset();
        QCOMPARE(settings.value(QStringLiteral("view"), 0).toInt(), 0);
        QVERIFY(settings.opensLastFiles());
        QCOMPARE(settings.recentFiles().size(), 1);
    }
};

QTEST_MAIN(TestSmallWidgets)
#include "tst_small_widgets.moc"

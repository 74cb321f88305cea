// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/job_runner.h"

#include <QSignalSpy>
#include <QThread>
#include <QtTest>

#include <atomic>
#include <semaphore>

using millrace::JobContext;
using millrace::ui::JobRunner;

class TestJobRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deliversOnThisThread();
    void restartDropsTheOldResult();
    void cancelDropsTheResult();
    void destructionCancels();
    void reportsProgress();
};

void TestJobRunner::deliversOnThisThread()
{
    JobRunner runner;
    QSignalSpy running(&runner, &JobRunner::runningChanged);
    QThread* worker = nullptr;
    QThread* receiver = nullptr;
    int result = 0;
    runner.start(
        [&](const JobContext&) {
            worker = QThread::currentThread();
            return 42;
        },
        [&](int value) {
            receiver = QThread::currentThread();
            result = value;
        });
    QVERIFY(runner.isRunning());
    QTRY_COMPARE(result, 42);
    QVERIFY(worker != QThread::currentThread());
    QCOMPARE(receiver, QThread::currentThread());
    QVERIFY(!runner.isRunning());
    QCOMPARE(running.count(), 2);
}

void TestJobRunner::restartDropsTheOldResult()
{
    JobRunner runner;
    std::binary_semaphore gate(0);
    std::atomic<bool> sawStop = false;
    std::atomic<bool> finished = false;
    QList<int> results;
    const auto done = [&](int value) { results.append(value); };
    runner.start(
        [&](const JobContext& job) {
            gate.acquire();
            sawStop = job.cancelled();
            finished = true;
            return 1;
        },
        done);
    runner.start([](const JobContext&) { return 2; }, done);
    gate.release();
    QTRY_VERIFY(finished && !results.isEmpty());
    QTest::qWait(50);
    QVERIFY(sawStop);
    QCOMPARE(results, QList<int>{2});
}

void TestJobRunner::cancelDropsTheResult()
{
    JobRunner runner;
    std::atomic<bool> finished = false;
    bool delivered = false;
    runner.start(
        [&](const JobContext& job) {
            while (!job.cancelled())
                QThread::msleep(1);
            finished = true;
            return 1;
        },
        [&](int) { delivered = true; });
    runner.cancel();
    QVERIFY(!runner.isRunning());
    QTRY_VERIFY(finished);
    QTest::qWait(50);
    QVERIFY(!delivered);
}

void TestJobRunner::destructionCancels()
{
    std::atomic<bool> finished = false;
    bool delivered = false;
    {
        JobRunner runner;
        runner.start(
            [&](const JobContext& job) {
                while (!job.cancelled())
                    QThread::msleep(1);
                job.progress(1, 2, "late");
                finished = true;
                return 1;
            },
            [&](int) { delivered = true; });
    }
    QTRY_VERIFY(finished);
    QTest::qWait(50);
    QVERIFY(!delivered);
}

void TestJobRunner::reportsProgress()
{
    JobRunner runner;
    QSignalSpy progress(&runner, &JobRunner::progressed);
    bool delivered = false;
    runner.start(
        [](const JobContext& job) {
            job.progress(3, 7, "größer");
            return 0;
        },
        [&](int) { delivered = true; });
    QTRY_VERIFY(delivered);
    QCOMPARE(progress.count(), 1);
    QCOMPARE(progress[0][0].toLongLong(), 3);
    QCOMPARE(progress[0][1].toLongLong(), 7);
    QCOMPARE(progress[0][2].toString(), QStringLiteral("größer"));
}

QTEST_GUILESS_MAIN(TestJobRunner)
#include "tst_job_runner.moc"

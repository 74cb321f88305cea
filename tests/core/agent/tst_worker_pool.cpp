// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/worker_pool.h"

#include <QtTest>
#include <atomic>
#include <future>
#include <set>

using namespace millrace;
using namespace millrace::agent;
using namespace std::chrono_literals;

class TestWorkerPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsEverythingOnFewThreads()
    {
        std::mutex mutex;
        std::set<std::thread::id> threads;
        std::atomic<int> done = 0;
        WorkerPool pool(4, 1000);
        for (int i = 0; i < 500; ++i)
            QVERIFY(pool.run([&] {
                const std::lock_guard lock(mutex);
                threads.insert(std::this_thread::get_id());
                ++done;
            }));
        QTRY_COMPARE(done.load(), 500);
        QVERIFY(threads.size() <= 4);
    }

    void aSlowTaskDoesNotHoldUpOthers()
    {
        std::promise<void> release;
        auto released = release.get_future();
        std::atomic<int> done = 0;
        WorkerPool pool(2, 10);
        QVERIFY(pool.run([&] { released.wait(); }));
        for (int i = 0; i < 5; ++i)
            QVERIFY(pool.run([&] { ++done; }));
        QTRY_COMPARE(done.load(), 5);
        release.set_value();
    }

    void refusesWhenTooManyWait()
    {
        std::promise<void> release;
        auto released = release.get_future().share();
        std::atomic<int> started = 0;
        WorkerPool pool(1, 2);
        QVERIFY(pool.run([&] {
            ++started;
            released.wait();
        }));
        QTRY_COMPARE(started.load(), 1);
        QVERIFY(pool.run([] {}));
        QVERIFY(pool.run([] {}));
        QVERIFY(!pool.run([] {}));
        release.set_value();
    }

    void finishDropsWaitingTasksAndTellsOfRunningOnes()
    {
        std::promise<void> release;
        auto released = release.get_future().share();
        std::atomic<int> started = 0;
        std::atomic<bool> waitingRan = false;
        WorkerPool pool(1, 10);
        QVERIFY(pool.run([&] {
            ++started;
            released.wait();
        }));
        QTRY_COMPARE(started.load(), 1);
        QVERIFY(pool.run([&] { waitingRan = true; }));
        QVERIFY(!pool.finish(deadlineIn(20ms)));
        release.set_value();
        QVERIFY(pool.finish(deadlineIn(5s)));
        QVERIFY(!waitingRan);
    }
};

QTEST_APPLESS_MAIN(TestWorkerPool)
#include "tst_worker_pool.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/counters/process_cpu.h"

#include <QtTest>
#include <algorithm>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::counters;
using namespace std::chrono_literals;

namespace {

Command shell(const std::string& script)
{
    return {{"/bin/sh", "-c", script}, {}, {}};
}

/// A shell loop that uses about 0.03 to 0.1 s of processor time.
const std::string work = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done";

Nanoseconds toTime(const timeval& value)
{
    return std::chrono::seconds(value.tv_sec) + std::chrono::microseconds(value.tv_usec);
}

/// What the kernel bills for children that have been waited for: the independent source.
Nanoseconds childrenUsage()
{
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    return toTime(usage.ru_utime) + toTime(usage.ru_stime);
}

} // namespace

class TestProcessCpu : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parsesStat()
    {
        const std::int64_t tick = 1'000'000'000 / ::sysconf(_SC_CLK_TCK);
        const auto stat =
            parseProcessStat("4711 (a b) c) S 1 2 3 4 5 6 7 8 9 10 150 50 30 20 15 16 17 18 1900 20 21 22 23\n");
        QVERIFY(stat);
        QCOMPARE(stat->pid, 4711);
        QCOMPARE(stat->state, 'S');
        QCOMPARE(stat->parent, 1);
        QCOMPARE(stat->group, 2);
        QCOMPARE(stat->session, 3);
        QCOMPARE(stat->own, Nanoseconds(200 * tick));
        QCOMPARE(stat->children, Nanoseconds(50 * tick));
        QCOMPARE(stat->startTicks, std::uint64_t(1900));
        QCOMPARE(stat->residentBytes, 21u * std::uint64_t(::sysconf(_SC_PAGESIZE)));
    }

    void parsesRunDelay()
    {
        QCOMPARE(*parseRunDelay("1234567 89012345 42\n"), Nanoseconds(89012345));
        QVERIFY(!parseRunDelay("1234567"));
        QVERIFY(!parseRunDelay(""));
        QVERIFY(!parseRunDelay("a b c"));
    }

    /// Three busy loops on one processor: each of them waits for two thirds of the time.
    void waitingForAProcessorIsSeen()
    {
        if (!std::filesystem::exists("/proc/self/schedstat"))
            QSKIP("this kernel does not count how long threads wait for a processor");
        const std::string loop = "while :; do :; done";
        auto child = ChildProcess::start(shell("taskset -c 0 sh -c '" + loop + "' & taskset -c 0 sh -c '" + loop
                                               + "' & taskset -c 0 sh -c '" + loop + "' & wait"));
        QVERIFY(bool(child));
        ProcessTree tree(child->pid());
        QTest::qWait(1500);
        tree.discover();
        const TreeUsage usage = tree.read();
        for (const pid_t pid : descendantsOf(child->pid()))
            ::kill(pid, SIGKILL);
        ::kill(child->pid(), SIGKILL);
        const double share = double(usage.runDelay.count()) / double((usage.runDelay + usage.cpu).count());
        QVERIFY2(share > 0.5 && share < 0.95, qPrintable(QString::number(share))); // more on a busy machine
    }

    void damagedStat()
    {
        const std::string whole = "4711 (name) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22";
        QVERIFY(parseProcessStat(whole));
        const std::size_t lastNeeded = whole.find(" 22");
        for (std::size_t length = 0; length < lastNeeded - 1; ++length)
            QVERIFY2(!parseProcessStat(std::string_view(whole).substr(0, length)), whole.substr(0, length).c_str());
        for (const char* bad : {"x (n) S 1", "1 n S 1 2 3", ")", "1 (n)", "1 (n) S a b c"})
            QVERIFY2(!parseProcessStat(bad), bad);
    }

    void ownStat()
    {
        const auto stat = parseProcessStat(*readFile("/proc/self/stat"));
        QVERIFY(stat);
        QCOMPARE(stat->pid, ::getpid());
        QCOMPARE(stat->parent, ::getppid());
        QCOMPARE(stat->session, ::getsid(0));
        QVERIFY(stat->residentBytes > 1'000'000);
        QVERIFY(procIsOurs());
    }

    void findsDescendants()
    {
        auto child = ChildProcess::start(shell("sleep 60 & sh -c 'sleep 60; true' & wait"));
        QVERIFY(child);
        QTRY_COMPARE(descendantsOf(child->pid()).size(), std::size_t(3));
        const auto all = descendantsOf(::getpid());
        QVERIFY(std::ranges::find(all, child->pid()) != all.end());
        QVERIFY(all.size() >= 4);
        QVERIFY(descendantsOf(0x7ffffff0).empty());
    }

    void stoppedProcessesAreSeen()
    {
        auto child = ChildProcess::start(shell("sleep 60 & wait"));
        QVERIFY(child);
        QTRY_COMPARE(descendantsOf(child->pid()).size(), std::size_t(1));
        const pid_t sleeper = descendantsOf(child->pid()).front();
        ProcessTree tree(child->pid());
        QCOMPARE(tree.read().stopped, 0u);
        ::kill(sleeper, SIGSTOP);
        QTRY_COMPARE(tree.read().stopped, 1u);
        QCOMPARE(tree.read().processes, 2u);
        ::kill(sleeper, SIGCONT);
        QTRY_COMPARE(tree.read().stopped, 0u);
        ::kill(sleeper, SIGKILL);
    }

    void billsALivingProcess()
    {
        auto child = ChildProcess::start(shell(work + "; echo done; cat"));
        ProcessTree tree(child->pid());
        char byte = 0;
        QCOMPARE(::read(child->output.get(), &byte, 1), ssize_t(1));
        const TreeUsage usage = tree.read();
        const Nanoseconds before = childrenUsage();
        child->input.reset();
        QVERIFY(child->wait(deadlineIn(5s)));
        const TreeUsage last = tree.read();
        child = fail(ErrorCode::NotFound, "gone");
        const Nanoseconds billed = childrenUsage() - before;
        QVERIFY(usage.processes >= 1 && usage.residentBytes > 100'000);
        QVERIFY(usage.cpu > 5ms);
        QVERIFY(last.cpu >= usage.cpu);
        QVERIFY2(std::chrono::abs(billed - last.cpu) < 12ms, std::to_string((billed - last.cpu).count()).c_str());
    }

    void billsEndedDescendants()
    {
        // Two children after one another, ended and waited for, and one grandchild.
        auto child =
            ChildProcess::start(shell("sh -c '" + work + "'; sh -c \"sh -c '" + work + "'; true\"; echo done; cat"));
        ProcessTree tree(child->pid());
        std::array<pollfd, 1> entry{{{child->output.get(), POLLIN, 0}}};
        Nanoseconds previous{0};
        while (::poll(entry.data(), 1, 10) == 0) {
            const Nanoseconds now = tree.read().cpu;
            QVERIFY(now >= previous);
            previous = now;
        }
        const Nanoseconds before = childrenUsage();
        child->input.reset();
        QVERIFY(child->wait(deadlineIn(5s)));
        const TreeUsage last = tree.read();
        child = fail(ErrorCode::NotFound, "gone");
        const Nanoseconds billed = childrenUsage() - before;
        QVERIFY2(std::chrono::abs(billed - last.cpu) < 50ms, std::to_string((billed - last.cpu).count()).c_str());
        QVERIFY(last.cpu > 10ms);
    }

    void keepsTheTimeOfOrphans()
    {
        // The middle process dies; its child, known by then, works and ends, adopted by somebody else.
        auto child = ChildProcess::start(
            shell("sh -c '(sleep 0.3; " + work + "; echo worked; sleep 0.3) & exec sleep 0.25'; cat"));
        ProcessTree tree(child->pid());
        char byte = 0;
        std::array<pollfd, 1> entry{{{child->output.get(), POLLIN, 0}}};
        while (::poll(entry.data(), 1, 5) == 0)
            (void)tree.read();
        QCOMPARE(::read(child->output.get(), &byte, 1), ssize_t(1));
        const Nanoseconds worked = tree.read().cpu;
        QVERIFY(worked > 5ms);
        for (int i = 0; i < 50; ++i) {
            QTest::qWait(10);
            QVERIFY(tree.read().cpu >= worked);
        }
        QCOMPARE(tree.read().processes, 2u); // sh and cat
    }

    void anEndedRootKeepsItsSum()
    {
        std::optional<ProcessTree> tree;
        Nanoseconds last{0};
        {
            auto child = ChildProcess::start(shell(work));
            tree.emplace(child->pid());
            QVERIFY(child->wait(deadlineIn(5s)));
            last = tree->read().cpu;
            QVERIFY(last > 5ms);
        }
        const TreeUsage usage = tree->read();
        QCOMPARE(usage.cpu, last);
        QCOMPARE(usage.processes, 0u);
        QCOMPARE(usage.residentBytes, std::uint64_t(0));
        QCOMPARE(ProcessTree(0x7ffffff0).read().processes, 0u);
    }
};

QTEST_APPLESS_MAIN(TestProcessCpu)
#include "tst_process_cpu.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/process.h"

#include <QtTest>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace millrace;
using namespace std::chrono_literals;

namespace {

Command shell(const std::string& script)
{
    return {{"/bin/sh", "-c", script}, {}, {}};
}

bool exists(pid_t pid)
{
    return ::kill(pid, 0) == 0;
}

/// Whoever adopts an orphan may leave it unreaped for a while; dead is dead.
bool isAlive(pid_t pid)
{
    const auto stat = readFile("/proc/" + std::to_string(pid) + "/stat");
    return stat && stat->find(") Z") == std::string::npos;
}

/// The number that a child printed on its first line.
pid_t readPid(int fd)
{
    std::string text;
    char c = 0;
    while (::read(fd, &c, 1) == 1 && c != '\n')
        text += c;
    return std::atoi(text.c_str());
}

bool waitUntil(const std::function<bool()>& condition, Nanoseconds limit = 2s)
{
    const Deadline end = deadlineIn(limit);
    while (!condition() && timeLeft(end) > Nanoseconds(0))
        std::this_thread::sleep_for(2ms);
    return condition();
}

} // namespace

class TestProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void collectsBothOutputsAndTheCode()
    {
        const auto output = runCommand(shell("echo out; echo err >&2; exit 3"), deadlineIn(10s));
        QVERIFY(output);
        QCOMPARE(output->out, std::string("out\n"));
        QCOMPARE(output->err, std::string("err\n"));
        QCOMPARE(output->exitCode, 3);
        QCOMPARE(output->signal, 0);
        QVERIFY(!output->succeeded());
    }

    void tellsTheSignal()
    {
        const auto output = runCommand(shell("kill -9 $$"), deadlineIn(10s));
        QVERIFY(output);
        QCOMPARE(output->signal, SIGKILL);
        QCOMPARE(exitText({0, SIGKILL}), std::string("signal 9 (Killed)"));
        QCOMPARE(exitText({3, 0}), std::string("exit code 3"));
    }

    void feedsInputLargerThanAPipe()
    {
        const std::string input(3'000'000, 'x');
        const auto output = runCommand({{"cat"}, {}, {}}, deadlineIn(10s), input);
        QVERIFY(output);
        QCOMPARE(output->out.size(), input.size());
        QVERIFY(output->out == input);
    }

    void inputThatNobodyReadsIsNoError()
    {
        const auto output = runCommand({{"true"}, {}, {}}, deadlineIn(10s), std::string(3'000'000, 'x'));
        QVERIFY(output);
        QVERIFY(output->succeeded());
    }

    void environmentAndFolder()
    {
        const auto folder = TemporaryFolder::make("mr-process");
        QVERIFY(folder);
        ::setenv("MR_TEST_INHERITED", "old", 1);
        Command command = shell("echo $MR_TEST_INHERITED $MR_TEST_ADDED; pwd -P");
        command.environment = {{"MR_TEST_INHERITED", "new"}, {"MR_TEST_ADDED", "a b"}};
        command.folder = folder->path();
        const auto output = runCommand(command, deadlineIn(10s));
        QVERIFY(output);
        QCOMPARE(output->out, "new a b\n" + std::filesystem::canonical(folder->path()).string() + "\n");
    }

    void whatCannotBeStarted_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("mentions");
        QTest::newRow("not in PATH") << "no-such-program"
                                     << "" << int(ErrorCode::NotFound) << "no-such-program";
        QTest::newRow("no such file") << "/no/such/program"
                                      << "" << int(ErrorCode::NotFound) << "/no/such/program";
        QTest::newRow("no such folder") << "true"
                                        << "/no/such/folder" << int(ErrorCode::NotFound) << "/no/such/folder";
        QTest::newRow("not executable") << "/etc/passwd"
                                        << "" << int(ErrorCode::Denied) << "/etc/passwd";
        QTest::newRow("no program") << ""
                                    << "" << int(ErrorCode::InvalidInput) << "program";
    }
    void whatCannotBeStarted()
    {
        QFETCH(QString, program);
        QFETCH(QString, folder);
        QFETCH(int, code);
        QFETCH(QString, mentions);
        const auto child = ChildProcess::start({{program.toStdString()}, {}, folder.toStdString()});
        QVERIFY(!child);
        QCOMPARE(int(child.error().code), code);
        QVERIFY2(child.error().text().find(mentions.toStdString()) != std::string::npos, child.error().text().c_str());
        QVERIFY(!runCommand({{program.toStdString()}, {}, folder.toStdString()}, deadlineIn(1s)));
    }

    void pathOfTheCommandIsUsed()
    {
        Command command{{"true"}, {{"PATH", "/nowhere"}}, {}};
        QVERIFY(!ChildProcess::start(command));
    }

    void deadlineKillsTheWholeGroup()
    {
        const auto folder = TemporaryFolder::make("mr-process");
        const std::string file = (folder->path() / "pid").string();
        const Nanoseconds before = monotonicNow();
        const auto output = runCommand(shell("sleep 60 & echo $! > " + file + "; wait"), deadlineIn(200ms));
        QVERIFY(!output);
        QCOMPARE(output.error().code, ErrorCode::Timeout);
        QVERIFY(monotonicNow() - before < 2s);
        const pid_t grandchild = std::atoi(readFile(file)->c_str());
        QVERIFY(grandchild > 1);
        QVERIFY(waitUntil([&] { return !isAlive(grandchild); }));
    }

    void cancellationWakes()
    {
        std::stop_source source;
        std::jthread canceller([&] {
            std::this_thread::sleep_for(50ms);
            source.request_stop();
        });
        const Nanoseconds before = monotonicNow();
        const auto output = runCommand(shell("sleep 60"), deadlineIn(60s), {}, {source.get_token(), {}});
        QVERIFY(!output);
        QCOMPARE(output.error().code, ErrorCode::Cancelled);
        QVERIFY(monotonicNow() - before < 2s);
    }

    void tooMuchOutputIsRefused()
    {
        const auto output = runCommand(shell("head -c 17000000 /dev/zero"), deadlineIn(10s));
        QVERIFY(!output);
        QCOMPARE(output.error().code, ErrorCode::Io);
    }

    void aBackgroundChildDoesNotHoldUpTheEnd()
    {
        const Nanoseconds before = monotonicNow();
        const auto output = runCommand(shell("sleep 60 & echo done"), deadlineIn(30s));
        QVERIFY(output);
        QCOMPARE(output->out, std::string("done\n"));
        QVERIFY(monotonicNow() - before < 2s);
    }

    void pollWaitAndStop()
    {
        auto child = ChildProcess::start(shell("trap 'exit 7' TERM; echo ready; while :; do sleep 0.05; done"));
        QVERIFY(child);
        QVERIFY(!child->poll());
        QVERIFY(!child->wait(deadlineIn(20ms)));
        char byte = 0;
        QCOMPARE(::read(child->output.get(), &byte, 1), ssize_t(1));
        QCOMPARE(child->stop(5s), (ExitStatus{7, 0}));
        QCOMPARE(*child->poll(), (ExitStatus{7, 0}));
    }

    void stopKillsWhatIgnoresSigterm()
    {
        auto child = ChildProcess::start(shell("trap '' TERM; echo ready; while :; do sleep 0.05; done"));
        char byte = 0;
        QCOMPARE(::read(child->output.get(), &byte, 1), ssize_t(1));
        const Nanoseconds before = monotonicNow();
        QCOMPARE(child->stop(200ms), (ExitStatus{0, SIGKILL}));
        QVERIFY(monotonicNow() - before >= 200ms);
    }

    void destructionKillsTheGroupAndReaps()
    {
        pid_t leader = 0;
        pid_t member = 0;
        {
            auto child = ChildProcess::start(shell("sleep 60 & echo $!; wait"));
            leader = child->pid();
            member = readPid(child->output.get());
            QVERIFY(exists(member));
            auto moved = std::move(*child);
            QCOMPARE(moved.pid(), leader);
        }
        QVERIFY(!exists(leader));
        QVERIFY(waitUntil([&] { return !isAlive(member); }));
    }

    void theNumberStaysItsOwnUntilDestruction()
    {
        auto child = ChildProcess::start(shell("exit 0"));
        QCOMPARE(*child->wait(deadlineIn(5s)), (ExitStatus{0, 0}));
        QVERIFY(exists(child->pid()));
    }

    void diesWithItsParent()
    {
        int fds[2];
        QCOMPARE(::pipe(fds), 0);
        const pid_t parent = ::fork();
        if (parent == 0) {
            const auto child = ChildProcess::start({{"sleep", "60"}, {}, {}}, {SIGKILL});
            const pid_t pid = child ? child->pid() : 0;
            [[maybe_unused]] const auto written = ::write(fds[1], &pid, sizeof pid);
            ::kill(::getpid(), SIGKILL);
        }
        pid_t child = 0;
        QCOMPARE(::read(fds[0], &child, sizeof child), ssize_t(sizeof child));
        ::waitpid(parent, nullptr, 0);
        QVERIFY(child > 1);
        QVERIFY(waitUntil([&] { return !isAlive(child); }));
        ::close(fds[0]);
        ::close(fds[1]);
    }

    void signalsAreAsUsualInTheChild()
    {
        ::signal(SIGPIPE, SIG_IGN);
        const auto output = runCommand(shell("grep -E 'Sig(Blk|Ign)' /proc/self/status"), deadlineIn(5s));
        ::signal(SIGPIPE, SIG_DFL);
        QVERIFY(output);
        QCOMPARE(output->out, std::string("SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n"));
    }

    void noDescriptorLeaksIntoTheChild()
    {
        const Command count = shell("ls /proc/self/fd | wc -l");
        const auto before = runCommand(count, deadlineIn(5s));
        const auto other = ChildProcess::start({{"cat"}, {}, {}});
        const auto after = runCommand(count, deadlineIn(5s));
        QVERIFY(before && other && after);
        QCOMPARE(after->out, before->out);
    }

    void commandTextIsQuotedForAShell_data()
    {
        QTest::addColumn<QString>("word");
        for (const char* word :
             {"plain", "with space", "quote'inside", "$HOME", "", "a=b", "*", "back\\slash", "new\nline"})
            QTest::newRow(word) << word;
    }
    void commandTextIsQuotedForAShell()
    {
        QFETCH(QString, word);
        Command command{{"printf", "%s", word.toStdString()}, {{"MR_X", word.toStdString()}}, "/tmp"};
        const auto direct = runCommand(command, deadlineIn(5s));
        const auto byShell = runCommand(shell(commandText(command)), deadlineIn(5s));
        QVERIFY(direct && byShell);
        QCOMPARE(byShell->out, direct->out);
        QCOMPARE(direct->out, word.toStdString());
    }
};

QTEST_APPLESS_MAIN(TestProcess)
#include "tst_process.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Commands on real OpenSSH servers, one in each of several namespaces.

#include "core/base/text.h"
#include "core/remote/session_pool.h"
#include "tests/integration/ssh_bed.h"

#include <QtTest>

#include <csignal>
#include <thread>

using namespace millrace;
using namespace millrace::remote;
using namespace millrace::tests;
using namespace std::chrono_literals;

namespace {

Command command(std::vector<std::string> argv)
{
    return {std::move(argv), {}, {}};
}

std::string take(ByteStream& stream, std::size_t bytes)
{
    std::string all;
    std::vector<std::byte> buffer(1 << 16);
    while (all.size() < bytes) {
        const auto count =
            stream.read(std::span(buffer).first(std::min(buffer.size(), bytes - all.size())), deadlineIn(10s));
        if (!count || *count == 0)
            break;
        all.append(reinterpret_cast<const char*>(buffer.data()), *count);
    }
    return all;
}

} // namespace

class TestRemoteCommands : public QObject
{
    Q_OBJECT

    std::unique_ptr<SshBed> m_bed;
    Prompts m_prompts;
    std::unique_ptr<SessionPool> m_pool;

    std::shared_ptr<SshHost> host(const std::string& name)
    {
        return must(m_pool->host(name, deadlineIn(10s)), "connecting");
    }
    CommandOutput run(const std::shared_ptr<SshHost>& to, std::vector<std::string> argv)
    {
        return must(to->run(command(std::move(argv)), deadlineIn(20s)), "running");
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (::geteuid() != 0)
            QSKIP("needs root");
        m_bed = std::make_unique<SshBed>(2);
        m_pool = std::make_unique<SessionPool>(m_bed->options(), m_prompts);
    }
    void cleanupTestCase()
    {
        m_pool.reset();
        m_bed.reset();
    }

    void exitCodesSignalsAndBothOutputs()
    {
        const auto n1 = host("n1");
        const CommandOutput output = run(n1, {"sh", "-c", "echo out; echo err >&2; hostname; exit 37"});
        QCOMPARE(output.exitCode, 37);
        QCOMPARE(output.out, std::string("out\nn1\n"));
        QCOMPARE(output.err, std::string("err\n"));
        const CommandOutput killed = run(n1, {"sh", "-c", "kill -9 $$"});
        QCOMPARE(killed.signal, SIGKILL);
        QCOMPARE(run(n1, {"no-such-program"}).exitCode, 127);
        QCOMPARE(run(n1, {"/etc/passwd"}).exitCode, 126);
    }

    void wordsArriveAsTheyAre()
    {
        const auto n1 = host("n1");
        const std::vector<std::string> words{"a b", "",          "'",  "\"$HOME\"", "`id`", "\\",
                                             "*",   "new\nline", "ä€", "-n",        "!x"};
        std::vector<std::string> argv{"printf", "%s|"};
        argv.insert(argv.end(), words.begin(), words.end());
        QCOMPARE(run(n1, argv).out, join(words, "|") + "|");
    }

    void environmentAndFolder()
    {
        const auto n1 = host("n1");
        Command asked = command({"sh", "-c", "echo \"$A-$PATH-$(pwd)\""});
        asked.environment = {{"A", "it's $HOME"}};
        asked.folder = "/var/tmp";
        const auto output = must(n1->run(asked, deadlineIn(5s)), "running");
        QVERIFY2(output.out.starts_with("it's $HOME-"), output.out.c_str());
        QVERIFY(output.out.ends_with("-/var/tmp\n"));
        QVERIFY(output.out.find("/usr/sbin") != std::string::npos);
        asked.folder = "/no/such/folder";
        QCOMPARE(must(n1->run(asked, deadlineIn(5s)), "running").exitCode, 126);
        asked.environment = {{"A B", "x"}};
        const auto refused = n1->run(asked, deadlineIn(5s));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
    }

    void inputOfAnySize()
    {
        const auto n1 = host("n1");
        std::string input(20 << 20, 'x');
        for (std::size_t i = 0; i < input.size(); i += 997)
            input[i] = static_cast<char>('a' + i % 23);
        const auto output = must(n1->runWithInput(command({"sha256sum"}), input, deadlineIn(20s)), "running");
        QCOMPARE(output.out.substr(0, 64), sha256(input));
        const auto echoed = must(
            n1->runWithInput(command({"cat"}), std::string_view(input).substr(0, 9 << 20), deadlineIn(20s)), "running");
        QCOMPARE(sha256(echoed.out), sha256(std::string_view(input).substr(0, 9 << 20)));
    }

    void hundredCommandsOnOneConnection()
    {
        const auto n1 = host("n1");
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 100; ++i)
            QCOMPARE(run(n1, {"echo", std::to_string(i)}).out, std::to_string(i) + "\n");
        qInfo("100 commands, one after another: %lld ms", static_cast<long long>(timer.elapsed()));
        QVERIFY(timer.elapsed() < 30'000);
        QCOMPARE(m_bed->count("n1", "sshd"), 2);
    }

    void manyChannelsAtOnce()
    {
        const auto n1 = host("n1");
        std::vector<std::string> answers(60);
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < answers.size(); ++i)
                threads.emplace_back([&, i] {
                    answers[i] = run(n1, {"sh", "-c", "sleep 0.05; seq 1 5000 | tail -1"}).out;
                });
        }
        for (const std::string& answer : answers)
            QCOMPARE(answer, std::string("5000\n"));
    }

    void fewerChannelsThanCommands()
    {
        m_bed->inside(
            "n2",
            {"sh", "-c", "sed -i 's/MaxSessions 100/MaxSessions 3/' /run/sshd_config; kill -HUP $(cat /run/sshd.pid)"});
        QTest::qWait(300);
        const auto n2 = host("n2");
        std::vector<std::string> answers(20);
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < answers.size(); ++i)
                threads.emplace_back([&, i] {
                    answers[i] = run(n2, {"sh", "-c", "sleep 0.05; echo " + std::to_string(i)}).out;
                });
        }
        for (std::size_t i = 0; i < answers.size(); ++i)
            QCOMPARE(answers[i], std::to_string(i) + "\n");
    }

    void streamsAreBoundedAndWhole()
    {
        const auto n1 = host("n1");
        auto stream = must(n1->open(command({"sh", "-c", "head -c 50000000 /dev/zero; echo done >&2"})), "opening");
        // Nobody reads for a while: the other commands go on, and nothing is lost.
        QTest::qWait(500);
        QCOMPARE(run(n1, {"echo", "x"}).out, std::string("x\n"));
        QCOMPARE(take(*stream, 60'000'000).size(), std::size_t(50'000'000));
        QTRY_COMPARE(stream->errorTail(), std::string("done\n"));
    }

    void dialogue()
    {
        const auto n1 = host("n1");
        auto stream = must(n1->open(command({"cat"})), "opening");
        for (int i = 0; i < 50; ++i) {
            const std::string line = "line " + std::to_string(i) + "\n";
            QVERIFY(stream->write(std::as_bytes(std::span(line)), deadlineIn(5s)));
            QCOMPARE(take(*stream, line.size()), line);
        }
        stream->closeWrite();
        std::byte byte{};
        QCOMPARE(must(stream->read({&byte, 1}, deadlineIn(5s)), "reading"), std::size_t(0));
    }

    void timeoutAndCancelKillTheWholeGroup()
    {
        const auto n1 = host("n1");
        const Command sleeper = command({"sh", "-c", "sleep 1234 & sleep 1234; true"});
        QElapsedTimer timer;
        timer.start();
        const auto late = n1->run(sleeper, deadlineIn(300ms));
        QVERIFY(!late);
        QCOMPARE(late.error().code, ErrorCode::Timeout);
        QVERIFY(timer.elapsed() < 8000);
        QTRY_COMPARE_WITH_TIMEOUT(m_bed->count("n1", "sleep"), 0, 3000);
        std::stop_source source;
        std::jthread canceller([&] {
            std::this_thread::sleep_for(300ms);
            source.request_stop();
        });
        timer.start();
        const auto cancelled = n1->run(sleeper, deadlineIn(30s), {source.get_token(), {}});
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
        QVERIFY2(timer.elapsed() < 5000, std::to_string(timer.elapsed()).c_str());
        QTRY_COMPARE_WITH_TIMEOUT(m_bed->count("n1", "sleep"), 0, 3000);
    }

    void killingAndDroppingStreams()
    {
        const auto n1 = host("n1");
        auto stream = must(n1->open(command({"sh", "-c", "trap '' TERM; echo on; sleep 1234"})), "opening");
        QCOMPARE(take(*stream, 3), std::string("on\n"));
        stream->kill();
        std::byte byte{};
        const auto end = stream->read({&byte, 1}, deadlineIn(5s));
        QVERIFY(end);
        QCOMPARE(*end, std::size_t(0));
        QTRY_COMPARE_WITH_TIMEOUT(m_bed->count("n1", "sleep"), 0, 3000);
        // Polite first: the process may put things back.
        stream =
            must(n1->open(command({"sh", "-c", "trap 'echo bye >/tmp/bye; exit 0' TERM; echo on; sleep 1234 & wait"})),
                 "opening");
        QCOMPARE(take(*stream, 3), std::string("on\n"));
        stream.reset();
        QCOMPARE(run(n1, {"cat", "/tmp/bye"}).out, std::string("bye\n"));
        // Killed before it has reported its PID.
        for (int i = 0; i < 10; ++i)
            must(n1->open(command({"sleep", "1234"})), "opening")->kill();
        QTRY_COMPARE_WITH_TIMEOUT(m_bed->count("n1", "sleep"), 0, 8000);
    }

    void talkativeShells()
    {
        m_bed->inside("n1",
                      {"sh", "-c",
                       "printf 'echo welcome; echo more\\n' > /run/disk/root/.bashrc; sed -i 's/SetEnv SHLVL=3//' "
                       "/run/sshd_config; kill -HUP $(cat /run/sshd.pid)"});
        QTest::qWait(300);
        m_pool->drop("n1");
        const auto n1 = host("n1");
        QCOMPARE(run(n1, {"echo", "clean"}).out, std::string("clean\n"));
        QCOMPARE(run(n1, {"echo", "clean"}).out, std::string("clean\n"));
        m_bed->inside("n1", {"rm", "/run/disk/root/.bashrc"});
    }

    void sixtyFourPlacesAtOnce()
    {
        m_pool.reset();
        m_bed.reset();
        m_bed = std::make_unique<SshBed>(8);
        std::string text;
        std::vector<std::string> names;
        for (int i = 0; i < 64; ++i) {
            names.push_back("alias" + std::to_string(i));
            text += "Host " + names.back() + "\n  HostName 10.78.0." + std::to_string(i % 8 + 1) + "\n";
        }
        m_bed->configure(text);
        m_pool = std::make_unique<SessionPool>(m_bed->options(), m_prompts);
        QElapsedTimer timer;
        timer.start();
        const auto hosts = m_pool->hosts(names, deadlineIn(20s));
        const auto connected = timer.elapsed();
        std::vector<std::string> answers(64);
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < hosts.size(); ++i)
                threads.emplace_back(
                    [&, i] { answers[i] = hosts[i] ? run(*hosts[i], {"hostname"}).out : hosts[i].error().text(); });
        }
        for (std::size_t i = 0; i < answers.size(); ++i)
            QCOMPARE(answers[i], "n" + std::to_string(i % 8 + 1) + "\n");
        qInfo("64 connections: %lld ms, and a command on each: %lld ms", static_cast<long long>(connected),
              static_cast<long long>(timer.elapsed()));
        QVERIFY(connected < 15'000);
        // Asked for again: the same connections.
        timer.start();
        const auto again = m_pool->hosts(names, deadlineIn(20s));
        QVERIFY(again[5] && *again[5] == *hosts[5]);
        QVERIFY(timer.elapsed() < 5000);
    }
};

int main(int argc, char** argv)
{
    static_cast<void>(enterOwnNetwork());
    QCoreApplication application(argc, argv);
    TestRemoteCommands test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_remote_commands.moc"

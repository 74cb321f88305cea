// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Commands, streams and what breaks them: a server of this process on a loopback port.

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/remote/session_pool.h"
#include "tests/fakes/ssh_server.h"

#include <QtTest>

#include <csignal>
#include <thread>

using namespace millrace;
using namespace millrace::remote;
using namespace millrace::test;
using namespace std::chrono_literals;

namespace {

bool says(const Error& error, std::string_view text)
{
    return error.text().find(text) != std::string::npos;
}

Command sh(const std::string& text)
{
    return {{"sh", "-c", text}, {}, {}};
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

class TestSshCommands : public QObject
{
    Q_OBJECT

    std::optional<SshBox> m_box;
    Prompts m_prompts;
    std::shared_ptr<SshHost> m_host;

    ConnectOptions options() const
    {
        ConnectOptions options;
        options.resolve.configuration = m_box->configuration();
        return options;
    }
    void connect(const ConnectOptions& options)
    {
        m_host = need(connectHost("box", options, m_prompts, deadlineIn(10s)));
    }
    CommandOutput run(const Command& command) { return need(m_host->run(command, deadlineIn(10s))); }
    std::string path(const std::string& name) const { return m_box->path(name).string(); }
    /// Whether the process whose number is in a file runs: it exists, and is not only waited for.
    bool lives(const std::string& name) const
    {
        const auto number = readFile(m_box->path(name));
        if (!number)
            return false;
        const auto state = readFile("/proc/" + std::string(trim(*number)) + "/stat");
        return state && state->find(") Z ") == std::string::npos;
    }

private Q_SLOTS:
    void init()
    {
        m_box.emplace();
        connect(options());
    }
    void cleanup()
    {
        m_host.reset();
        m_box.reset();
    }

    void exitCodesSignalsAndBothOutputs()
    {
        const CommandOutput output = run(sh("echo out; echo err >&2; exit 37"));
        QCOMPARE(output.exitCode, 37);
        QCOMPARE(output.out, std::string("out\n"));
        QCOMPARE(output.err, std::string("err\n"));
        QCOMPARE(run(sh("kill -9 $$")).signal, SIGKILL);
        QCOMPARE(run({{"no-such-program"}, {}, {}}).exitCode, 127);
    }

    void wordsEnvironmentAndFolder()
    {
        const std::vector<std::string> words{"a b", "", "'", "\"$HOME\"", "`id`", "\\", "*", "new\nline", "ä€", "-n"};
        std::vector<std::string> argv{"printf", "%s|"};
        argv.insert(argv.end(), words.begin(), words.end());
        QCOMPARE(run({argv, {}, {}}).out, join(words, "|") + "|");
        Command asked = sh("echo \"$A-$(pwd)\"");
        asked.environment = {{"A", "it's $HOME"}};
        asked.folder = m_box->path("");
        std::string folder = m_box->path("").string();
        folder.pop_back();
        QCOMPARE(run(asked).out, "it's $HOME-" + folder + "\n");
        asked.folder = "/no/such/folder";
        QCOMPARE(run(asked).exitCode, 126);
        asked.environment = {{"A B", "x"}};
        QCOMPARE(m_host->run(asked, deadlineIn(5s)).error().code, ErrorCode::InvalidInput);
        QCOMPARE(m_host->open(asked).error().code, ErrorCode::InvalidInput);
    }

    void inputAndOutputOfAnySize()
    {
        std::string input(5 << 20, 'x');
        for (std::size_t i = 0; i < input.size(); i += 997)
            input[i] = static_cast<char>('a' + i % 23);
        const auto echoed = need(m_host->runWithInput({{"cat"}, {}, {}}, input, deadlineIn(20s)));
        QVERIFY(echoed.out == input);
        // A program that does not read: the rest is dropped.
        QCOMPARE(need(m_host->runWithInput({{"true"}, {}, {}}, input, deadlineIn(10s))).exitCode, 0);
    }

    void streamsAreBoundedAndWhole()
    {
        auto stream = need(m_host->open(sh("head -c 8000000 /dev/zero; echo done >&2")));
        QTest::qWait(100); // nobody reads: the others go on, and nothing is lost
        QCOMPARE(run({{"echo", "x"}, {}, {}}).out, std::string("x\n"));
        QCOMPARE(take(*stream, 9'000'000).size(), std::size_t(8'000'000));
        QTRY_COMPARE(stream->errorTail(), std::string("done\n"));
        std::byte byte{};
        QCOMPARE(need(stream->read({&byte, 1}, deadlineIn(5s))), std::size_t(0));
        QTRY_VERIFY(!stream->write({&byte, 1}, deadlineIn(5s))); // as soon as its exit is known
    }

    void dialogue()
    {
        auto stream = need(m_host->open({{"cat"}, {}, {}}));
        std::byte byte{};
        QCOMPARE(stream->read({&byte, 1}, deadlineIn(20ms)).error().code, ErrorCode::Timeout);
        for (int i = 0; i < 5; ++i) {
            const std::string line = "line " + std::to_string(i) + "\n";
            QVERIFY(stream->write(std::as_bytes(std::span(line)), deadlineIn(5s)));
            QCOMPARE(take(*stream, line.size()), line);
        }
        stream->closeWrite();
        stream->closeWrite();
        QCOMPARE(need(stream->read({&byte, 1}, deadlineIn(5s))), std::size_t(0));
        // A server that does not read: the buffers fill.
        stream = need(m_host->open({{"cat"}, {}, {}}));
        m_box->server.silent = true;
        const std::string much(32 << 20, 'x');
        const auto late = stream->write(std::as_bytes(std::span(much)), deadlineIn(300ms));
        m_box->server.silent = false;
        QVERIFY(!late && late.error().code == ErrorCode::Timeout);
        stream->kill();
    }

    void timeoutAndCancelKillTheWholeGroup()
    {
        const Command sleeper = sh("sleep 60 & echo $! >" + path("child") + "; sleep 60; true");
        const auto late = m_host->run(sleeper, deadlineIn(300ms));
        QVERIFY(!late);
        QCOMPARE(late.error().code, ErrorCode::Timeout);
        QTRY_VERIFY(!lives("child"));
        std::stop_source source;
        std::jthread canceller([&] {
            std::this_thread::sleep_for(100ms);
            source.request_stop();
        });
        const auto cancelled = m_host->run(sleeper, deadlineIn(30s), {source.get_token(), {}});
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
        QTRY_VERIFY(!lives("child"));
    }

    void droppedStreamsEndTheirProcess()
    {
        // Politely first: the process may put things back.
        auto stream =
            need(m_host->open(sh("trap 'echo bye >" + path("bye") + "; exit 0' TERM; echo on; sleep 60 & wait")));
        QCOMPARE(take(*stream, 3), std::string("on\n"));
        stream.reset();
        QCOMPARE(m_box->read("bye"), std::string("bye\n"));
        // Killed before it has reported its PID.
        stream = need(m_host->open(sh("echo $$ >" + path("child") + "; exec sleep 60")));
        stream->kill();
        stream.reset();
        QTRY_VERIFY(!lives("child"));
    }

    void fewerChannelsThanCommands()
    {
        m_box->server.mostChannels = 2;
        std::vector<std::string> answers(8);
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < answers.size(); ++i)
                threads.emplace_back([&, i] { answers[i] = run(sh("sleep 0.02; echo " + std::to_string(i))).out; });
        }
        for (std::size_t i = 0; i < answers.size(); ++i)
            QCOMPARE(answers[i], std::to_string(i) + "\n");
        m_box->server.mostChannels = 0;
        const auto none = m_host->run({{"true"}, {}, {}}, deadlineIn(5s));
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::Denied);
        QVERIFY2(says(none.error(), "box opens no channel for commands"), none.error().text().c_str());
    }

    void refusedOnlyForAWhile()
    {
        m_box->server.mostChannels = 0;
        std::jthread reaps([this] {
            std::this_thread::sleep_for(200ms);
            m_box->server.mostChannels = 1;
        });
        QCOMPARE(run(sh("echo ready")).out, std::string("ready\n"));
        QVERIFY(m_box->server.mostChannels > 0);
    }

    void shellsThatDoNotRunCommands()
    {
        m_box->server.runsCommands = false;
        auto refused = m_host->run({{"true"}, {}, {}}, deadlineIn(5s));
        QVERIFY(!refused && refused.error().code == ErrorCode::Denied);
        QVERIFY2(says(refused.error(), "refuses to run commands"), refused.error().text().c_str());
        m_box->server.runsCommands = true;
        m_box->write("nologin", "#!/bin/sh\necho 'This account is currently not available.'; exit 1\n", true);
        m_box->server.shell = {path("nologin")};
        refused = m_host->run({{"true"}, {}, {}}, deadlineIn(5s));
        QVERIFY(!refused && refused.error().code == ErrorCode::Unsupported);
        QVERIFY2(says(refused.error(), "it prints: This account is currently not available."),
                 refused.error().text().c_str());
        // One that greets first.
        m_box->write("greeter", "#!/bin/sh\necho welcome; echo more; exec /bin/sh -c \"$1\"\n", true);
        m_box->server.shell = {path("greeter")};
        QCOMPARE(run({{"echo", "clean"}, {}, {}}).out, std::string("clean\n"));
        m_box->server.tellsExit = false;
        const auto untold = m_host->run({{"true"}, {}, {}}, deadlineIn(5s));
        QVERIFY(!untold && untold.error().code == ErrorCode::PeerFailed);
        QVERIFY2(says(untold.error(), "without telling its exit code"), untold.error().text().c_str());
    }

    void aLostConnectionEndsAllCalls()
    {
        auto stream = need(m_host->open({{"cat"}, {}, {}}));
        std::jthread cutter([this] {
            std::this_thread::sleep_for(100ms);
            m_box->server.sever();
        });
        const auto output = m_host->run({{"sleep", "60"}, {}, {}}, deadlineIn(10s));
        QVERIFY(!output);
        QCOMPARE(output.error().code, ErrorCode::Unreachable);
        std::byte byte{};
        QVERIFY(!stream->read({&byte, 1}, deadlineIn(1s)));
        QVERIFY(!stream->write({&byte, 1}, deadlineIn(1s)));
        QVERIFY(m_host->lost());
        for (const auto& error : {m_host->open({{"cat"}, {}, {}}).error(), m_host->openSubsystem("sftp").error(),
                                  m_host->run({{"true"}, {}, {}}, deadlineIn(1s)).error()})
            QCOMPARE(error.code, ErrorCode::Unreachable);
    }

    void aServerThatFallsSilent()
    {
        ConnectOptions impatient = options();
        impatient.session.pingAfter = 50ms;
        impatient.session.silence = 300ms;
        connect(impatient);
        QTest::qWait(400); // a server that answers the pings is not lost
        QVERIFY(!m_host->lost());
        m_box->server.silent = true;
        const auto output = m_host->run({{"true"}, {}, {}}, deadlineIn(10s));
        m_box->server.silent = false;
        QVERIFY(!output);
        QCOMPARE(output.error().code, ErrorCode::Unreachable);
        QVERIFY2(says(output.error(), "has not answered for"), output.error().text().c_str());
    }
};

QTEST_GUILESS_MAIN(TestSshCommands)
#include "tst_ssh_commands.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/local_host.h"

#include <QtTest>
#include <array>
#include <csignal>
#include <cstring>
#include <thread>

using namespace millrace;
using namespace std::chrono_literals;

namespace {

std::span<const std::byte> bytesOf(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

/// Reads until the text has come or the stream ends.
std::string readUntil(HostStream& stream, const std::string& end)
{
    std::string text;
    std::array<std::byte, 256> buffer;
    while (text.find(end) == std::string::npos) {
        const auto got = stream.read(buffer, deadlineIn(5s));
        if (!got || *got == 0)
            break;
        text.append(reinterpret_cast<const char*>(buffer.data()), *got);
    }
    return text;
}

Command shell(const std::string& script)
{
    return {{"/bin/sh", "-c", script}, {}, {}};
}

} // namespace

class TestLocalHost : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsCommands()
    {
        LocalHost host("here");
        QCOMPARE(host.name(), std::string("here"));
        const auto output = host.run(shell("pwd; exit 2"), deadlineIn(5s));
        QVERIFY(output);
        QCOMPARE(output->exitCode, 2);
    }

    void prefixGoesBeforeEveryCommand()
    {
        LocalHost host("there", {"env", "MR_PREFIX=yes"});
        Command command = shell("echo $MR_PREFIX $MR_OWN; pwd");
        command.environment = {{"MR_OWN", "too"}};
        command.folder = "/";
        const auto output = host.run(command, deadlineIn(5s));
        QVERIFY(output);
        QCOMPARE(output->out, std::string("yes too\n/\n"));
    }

    void streamsBothWays()
    {
        LocalHost host("here");
        auto stream = host.open({{"cat"}, {}, {}});
        QVERIFY(stream);
        QVERIFY((*stream)->write(bytesOf("hello\n"), deadlineIn(5s)));
        QCOMPARE(readUntil(**stream, "\n"), std::string("hello\n"));
        std::array<std::byte, 8> buffer;
        const auto nothing = (*stream)->read(buffer, deadlineIn(20ms));
        QVERIFY(!nothing);
        QCOMPARE(nothing.error().code, ErrorCode::Timeout);
        (*stream)->closeWrite();
        const auto end = (*stream)->read(buffer, deadlineIn(5s));
        QVERIFY(end);
        QCOMPARE(*end, std::size_t(0));
    }

    void keepsTheEndOfTheErrors()
    {
        LocalHost host("here");
        auto stream = host.open(shell("head -c 200000 /dev/zero | tr '\\0' x >&2; printf last >&2; echo done; cat"));
        QVERIFY(stream);
        QCOMPARE(readUntil(**stream, "done\n"), std::string("done\n"));
        QTRY_VERIFY((*stream)->errorTail().ends_with("last"));
        QCOMPARE((*stream)->errorTail().size(), std::size_t(64) << 10);
    }

    void whatCannotStartIsAnError()
    {
        LocalHost host("here");
        const auto stream = host.open({{"no-such-program"}, {}, {}});
        QVERIFY(!stream);
        QCOMPARE(stream.error().code, ErrorCode::NotFound);
    }

    void killEndsTheStream()
    {
        LocalHost host("here");
        auto stream = host.open(shell("trap '' TERM; sleep 60; sleep 60"));
        (*stream)->kill();
        std::array<std::byte, 8> buffer;
        const auto end = (*stream)->read(buffer, deadlineIn(2s));
        QVERIFY(end);
        QCOMPARE(*end, std::size_t(0));
    }

    void destructionGivesTimeForAnOrderlyEnd()
    {
        LocalHost host("here");
        const std::string file = "/tmp/mr-local-host-" + std::to_string(::getpid());
        {
            auto stream = host.open(shell("echo ready; cat > /dev/null; echo ended > " + file));
            QCOMPARE(readUntil(**stream, "ready\n"), std::string("ready\n"));
        }
        QVERIFY(std::filesystem::exists(file));
        std::filesystem::remove(file);
    }

    void destructionEndsWhatIgnoresTheEndOfItsInput()
    {
        LocalHost host("here");
        const Nanoseconds before = monotonicNow();
        {
            auto stream = host.open(shell("echo ready; exec sleep 60"));
            QCOMPARE(readUntil(**stream, "ready\n"), std::string("ready\n"));
        }
        QVERIFY(monotonicNow() - before < 2s);
    }
};

QTEST_APPLESS_MAIN(TestLocalHost)
#include "tst_local_host.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/byte_stream.h"
#include "core/base/socket.h"

#include <QtTest>
#include <csignal>
#include <sys/socket.h>
#include <thread>

using namespace millrace;
using namespace std::chrono_literals;

class TestSocket : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endpoints()
    {
        QCOMPARE(endpointText(*parseEndpoint("10.0.0.1:10000")), std::string("10.0.0.1:10000"));
        for (const char* bad : {"", "10.0.0.1", "10.0.0.1:", "10.0.0.1:70000", "host:1", "10.0.0.256:1", "10.0.0.1:-1"})
            QVERIFY2(!parseEndpoint(bad), bad);
    }

    void connectWaitsForTheListener()
    {
        auto listener = listenTcp({"127.0.0.1", 0});
        QVERIFY(bool(listener));
        const auto where = localEndpoint(listener->get());
        const auto client = connectTcp(*where, deadlineIn(2s), "reno");
        QVERIFY(bool(client));
        QCOMPARE(*congestionControlOf(client->get()), std::string("reno"));
        QVERIFY(bool(acceptTcp(listener->get(), deadlineIn(2s))));
        QCOMPARE(acceptTcp(listener->get(), deadlineIn(20ms)).error().code, ErrorCode::Timeout);
    }

    void refusedUntilTheDeadline()
    {
        Endpoint where;
        {
            const auto listener = listenTcp({"127.0.0.1", 0});
            where = *localEndpoint(listener->get());
        }
        const auto begin = monotonicNow();
        QCOMPARE(connectTcp(where, deadlineIn(120ms)).error().code, ErrorCode::Unreachable);
        QVERIFY(monotonicNow() - begin >= 100ms);
        QVERIFY(!connectTcp(where, deadlineIn(1s), "no-such-control"));
    }

    void streamsHaveDeadlinesAndEnds()
    {
        int fds[2];
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
        FdStream left{UniqueFd(fds[0]), UniqueFd(::dup(fds[0]))};
        UniqueFd right(fds[1]);
        std::array<std::byte, 16> buffer{};
        QCOMPARE(left.read(buffer, deadlineIn(20ms)).error().code, ErrorCode::Timeout);
        const std::vector<std::byte> much(4 << 20);
        QCOMPARE(left.write(much, deadlineIn(50ms)).error().code, ErrorCode::Timeout);
        right.reset();
        QCOMPARE(*left.read(buffer, deadlineIn(1s)), std::size_t(0));
    }
};

int main(int argc, char** argv)
{
    ::signal(SIGPIPE, SIG_IGN);
    TestSocket test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_socket.moc"

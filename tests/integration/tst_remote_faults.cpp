// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What happens when things break: jump hosts, cut links, dead servers.

#include "core/base/text.h"
#include "core/remote/file_transfer.h"
#include "tests/integration/ssh_bed.h"

#include <QtTest>

#include <csignal>
#include <thread>

using namespace millrace;
using namespace millrace::remote;
using namespace millrace::tests;
using namespace std::chrono_literals;

namespace {

bool says(const Error& error, std::string_view text)
{
    return error.text().find(text) != std::string::npos;
}

Command sleeper()
{
    return {{"sleep", "60"}, {}, {}};
}

/// Outcome of a long command on a host while something breaks: result and time of the call.
struct Outcome
{
    std::optional<Result<CommandOutput>> result;
    double seconds = 0;
};

std::vector<Outcome> breakWhileRunning(const std::vector<std::shared_ptr<SshHost>>& hosts,
                                       const std::function<void()>& breakIt)
{
    std::vector<Outcome> outcomes(hosts.size());
    std::vector<std::jthread> threads;
    std::atomic<Nanoseconds> broken = Nanoseconds(0);
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        threads.emplace_back([&, i] {
            outcomes[i].result = hosts[i]->run(sleeper(), deadlineIn(30s));
            outcomes[i].seconds = std::chrono::duration<double>(monotonicNow() - broken.load()).count();
        });
    }
    std::this_thread::sleep_for(1s);
    broken = monotonicNow();
    breakIt();
    threads.clear();
    return outcomes;
}

} // namespace

class TestRemoteFaults : public QObject
{
    Q_OBJECT

    Prompts m_prompts;
    std::optional<SshBed> m_bed; ///< with n1, n2 and n3; the last test that uses it leaves less of it

    /// As soon as that a cut link is noticed, for all but the test of the times that users have.
    static ConnectOptions impatient(const SshBed& bed)
    {
        ConnectOptions options = bed.options();
        options.session.pingAfter = 500ms;
        options.session.silence = 3s;
        return options;
    }
    static std::string hostname(SshHost& host)
    {
        return must(host.run({{"hostname"}, {}, {}}, deadlineIn(10s)), "hostname").out;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (::geteuid() != 0)
            QSKIP("needs root");
        m_bed.emplace(3);
    }

    void cleanupTestCase() { m_bed.reset(); }

    void linkDownInMidCommand()
    {
        SessionPool pool(m_bed->options(), m_prompts);
        const auto n1 = must(pool.host("n1", deadlineIn(10s)), "connecting");
        const auto n2 = must(pool.host("n2", deadlineIn(10s)), "connecting");
        auto stream = must(n1->open({{"cat"}, {}, {}}), "opening");
        const auto outcomes = breakWhileRunning({n1}, [] { SshBed::here({"ip", "link", "set", "m-n1", "down"}); });
        QVERIFY(!*outcomes[0].result);
        QCOMPARE(outcomes[0].result->error().code, ErrorCode::Unreachable);
        QVERIFY2(says(outcomes[0].result->error(), "n1 (root@10.78.0.1:22) has not answered for"),
                 outcomes[0].result->error().text().c_str());
        QVERIFY2(outcomes[0].seconds > 5 && outcomes[0].seconds < 20, std::to_string(outcomes[0].seconds).c_str());
        qInfo("a cut link was noticed after %.1f s", outcomes[0].seconds);
        // All that hangs on the connection ends alike, and new calls at once; the other node is unharmed, though its
        // connection was idle for as long.
        std::byte byte{};
        const auto end = stream->read({&byte, 1}, deadlineIn(1s));
        QVERIFY(!end);
        QCOMPARE(end.error().code, ErrorCode::Unreachable);
        QVERIFY(!stream->write({&byte, 1}, deadlineIn(1s)));
        QElapsedTimer timer;
        timer.start();
        stream.reset();
        QVERIFY(!n1->run(sleeper(), deadlineIn(10s)));
        QVERIFY(!n1->open(sleeper()));
        QVERIFY(timer.elapsed() < 4000);
        QVERIFY(!n2->lost());
        QCOMPARE(hostname(*n2), std::string("n2\n"));
        // No way there: the deadline holds. Then the cable is back.
        timer.start();
        const auto none = pool.host("n1", deadlineIn(1s));
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::Unreachable);
        QVERIFY(timer.elapsed() < 5000);
        SshBed::here({"ip", "link", "set", "m-n1", "up"});
        const auto again = must(pool.host("n1", deadlineIn(10s)), "connecting again");
        QVERIFY(again != n1);
        QCOMPARE(hostname(*again), std::string("n1\n"));
    }

    void aShortCutIsSurvived()
    {
        const auto n1 = must(connectHost("n1", m_bed->options(), m_prompts, deadlineIn(10s)), "connecting");
        SshBed::here({"ip", "link", "set", "m-n1", "down"});
        std::jthread back([] {
            std::this_thread::sleep_for(3s);
            SshBed::here({"ip", "link", "set", "m-n1", "up"});
        });
        QCOMPARE(hostname(*n1), std::string("n1\n"));
        QVERIFY(!n1->lost());
    }

    void idleConnectionsStay()
    {
        const auto n1 = must(connectHost("n1", impatient(*m_bed), m_prompts, deadlineIn(10s)), "connecting");
        std::this_thread::sleep_for(4s);
        QVERIFY(!n1->lost());
        QCOMPARE(hostname(*n1), std::string("n1\n"));
    }

    void deadServersAndMachines()
    {
        const SshBed& bed = *m_bed;
        SessionPool pool(impatient(bed), m_prompts);
        const std::vector<std::string> names{"n1", "n2", "n3"};
        std::vector<std::shared_ptr<SshHost>> hosts;
        for (auto& host : pool.hosts(names, deadlineIn(10s)))
            hosts.push_back(must(host, "connecting"));
        const auto outcomes = breakWhileRunning(hosts, [&] {
            bed.inside("n1", {"pkill", "-KILL", "sshd"});
            ::kill(bed.machine("n2"), SIGKILL);
            bed.inside("n3", {"pkill", "-KILL", "sleep"});
        });
        for (std::size_t i = 0; i < 2; ++i) {
            QVERIFY(!*outcomes[i].result);
            QCOMPARE(outcomes[i].result->error().code, ErrorCode::Unreachable);
            QVERIFY2(outcomes[i].seconds < 20, std::to_string(outcomes[i].seconds).c_str());
            qInfo("%s: %.1f s", outcomes[i].result->error().text().c_str(), outcomes[i].seconds);
        }
        QVERIFY(*outcomes[2].result);
        QCOMPARE((*outcomes[2].result)->signal, SIGKILL);
        // The server is started again: the pool reconnects.
        std::string why;
        const auto reached = [&] {
            // The killed one may still hold the port for a moment.
            bed.startServer("n1");
            const auto host = pool.host("n1", deadlineIn(10s));
            why = host ? "" : host.error().text();
            return host.has_value();
        };
        QTRY_VERIFY2_WITH_TIMEOUT(reached(), why.c_str(), 20'000);
        QCOMPARE(hostname(*must(pool.host("n1", deadlineIn(10s)), "connecting again")), std::string("n1\n"));
    }

    void throughAJumpHost()
    {
        m_bed.reset();
        const SshBed bed(4, {"--jump"});
        bed.configure("Host far\n  HostName 10.78.0.2\n  ProxyJump jump,n1\n"
                      "Host nowhere\n  HostName 10.78.0.1\n  Port 9\n  ProxyJump jump\n"
                      "Host circle\n  HostName 10.78.0.1\n  ProxyJump circle\n");
        SessionPool pool(bed.options(), m_prompts);
        const std::vector<std::string> names{"n1", "n2", "n3", "n4"};
        std::vector<std::shared_ptr<SshHost>> hosts;
        for (auto& host : pool.hosts(names, deadlineIn(10s)))
            hosts.push_back(must(host, "connecting"));
        for (std::size_t i = 0; i < names.size(); ++i)
            QCOMPARE(hostname(*hosts[i]), names[i] + "\n");
        // One connection to the jump host carries all: the listener and one for the login.
        QCOMPARE(bed.count("jump", "sshd"), 2);
        // Two hops.
        const auto far = must(pool.host("far", deadlineIn(10s)), "connecting over two hosts");
        QCOMPARE(hostname(*far), std::string("n2\n"));
        QVERIFY(must(far->run({{"sh", "-c", "echo $SSH_CONNECTION"}, {}, {}}, deadlineIn(5s)), "running")
                    .out.starts_with("10.78.0.1 "));
        // Much data through both, in both directions at once, while commands go on.
        must(far->run({{"sh", "-c", "head -c 30000000 /dev/urandom > /tmp/much"}, {}, {}}, deadlineIn(10s)), "making");
        std::optional<Result<Transfer>> there;
        std::optional<Result<Transfer>> back;
        {
            const std::jthread one([&] { back = fetchFile(*far, "/tmp/much", bed.folder() / "much"); });
            const std::jthread two([&] { there = sendFile(*hosts[2], bed.folder() / "id_ed25519", "/tmp/key"); });
            for (int i = 0; i < 20; ++i)
                QCOMPARE(hostname(*hosts[3]), std::string("n4\n"));
        }
        QVERIFY2(*back && (*back)->verified, *back ? "" : back->error().text().c_str());
        QVERIFY(*there && (*there)->verified);
        const auto nowhere = pool.host("nowhere", deadlineIn(10s));
        QVERIFY(!nowhere);
        QCOMPARE(nowhere.error().code, ErrorCode::Unreachable);
        QVERIFY2(says(nowhere.error(), "jump cannot reach 10.78.0.1 port 9"), nowhere.error().text().c_str());
        const auto circle = pool.host("circle", deadlineIn(10s));
        QVERIFY(!circle && circle.error().code == ErrorCode::InvalidInput);
        // Behind the jump host a cut link shows as silence only; the others continue.
        SessionPool other(impatient(bed), m_prompts);
        hosts.clear();
        for (auto& host : other.hosts(names, deadlineIn(10s)))
            hosts.push_back(must(host, "connecting"));
        const auto outcomes = breakWhileRunning({hosts[0]}, [] {
            SshBed::here({"ip", "link", "set", "m-n1", "down"});
        });
        QVERIFY(!*outcomes[0].result);
        QCOMPARE(outcomes[0].result->error().code, ErrorCode::Unreachable);
        QVERIFY2(outcomes[0].seconds < 20, std::to_string(outcomes[0].seconds).c_str());
        QCOMPARE(hostname(*hosts[3]), std::string("n4\n"));
        // Without the jump host nobody is reached.
        const auto all = breakWhileRunning({hosts[2], hosts[3]}, [&] { ::kill(bed.machine("jump"), SIGKILL); });
        for (const Outcome& outcome : all) {
            QVERIFY(!*outcome.result);
            QCOMPARE(outcome.result->error().code, ErrorCode::Unreachable);
            QVERIFY2(outcome.seconds < 20, std::to_string(outcome.seconds).c_str());
        }
    }
};

int main(int argc, char** argv)
{
    static_cast<void>(enterOwnNetwork());
    QCoreApplication application(argc, argv);
    TestRemoteFaults test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_remote_faults.moc"

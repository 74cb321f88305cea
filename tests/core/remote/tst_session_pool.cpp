// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ways to a server: shared connections, jump hosts, proxy commands, and the configuration that names them.

#include "core/base/text.h"
#include "core/remote/session_pool.h"
#include "tests/fakes/ssh_server.h"

#include <QtTest>

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

} // namespace

class TestSessionPool : public QObject
{
    Q_OBJECT

    std::optional<SshBox> m_box;
    std::optional<SshServer> m_behind; ///< the jump host
    Prompts m_prompts;
    std::optional<SessionPool> m_pool;

    void open()
    {
        ConnectOptions options;
        options.resolve.configuration = m_box->configuration();
        m_pool.emplace(options, m_prompts);
    }
    std::shared_ptr<SshHost> host(const std::string& name) { return need(m_pool->host(name, deadlineIn(10s))); }
    static std::string answer(SshHost& host, const std::string& text)
    {
        return need(host.run({{"sh", "-c", text}, {}, {}}, deadlineIn(10s))).out;
    }

private Q_SLOTS:
    void init()
    {
        m_box.emplace();
        m_behind.emplace();
        m_behind->keys = m_box->server.keys;
        m_box->write("known_hosts",
                     m_box->read("known_hosts") + "[127.0.0.1]:" + std::to_string(m_behind->port()) + " "
                         + m_behind->hostKey() + "\n");
        m_box->configure("Host far\n  HostName 127.0.0.1\n  ProxyJump box\n  Port " + std::to_string(m_behind->port())
                         + "\n");
        open();
    }
    void cleanup()
    {
        m_pool.reset();
        m_behind.reset();
        m_box.reset();
    }

    void oneConnectionForAll()
    {
        std::vector<std::shared_ptr<SshHost>> hosts(8);
        {
            std::vector<std::jthread> threads;
            for (auto& each : hosts)
                threads.emplace_back([&] { each = host("box"); });
        }
        for (const auto& each : hosts)
            QVERIFY(each == hosts.front());
        QCOMPARE(m_box->server.connections(), 1);
        m_pool->drop("box");
        m_pool->drop("never seen");
        QVERIFY(host("box") != hosts.front());
        QCOMPARE(m_box->server.connections(), 2);
    }

    void aLostOneIsMadeAgain()
    {
        const auto before = host("box");
        m_box->server.sever();
        QTRY_VERIFY(before->lost());
        const auto after = host("box");
        QVERIFY(after != before);
        QCOMPARE(answer(*after, "echo x"), std::string("x\n"));
    }

    void manyAtOnce()
    {
        std::vector<std::string> names{"nobody"};
        m_box->configure("Host nobody\n  HostName 127.0.0.1\n  Port 1\n");
        for (int i = 0; i < 6; ++i) {
            names.push_back("alias" + std::to_string(i));
            m_box->alias(names.back(), {});
        }
        long long told = 0;
        JobContext job;
        job.report = [&](long long done, long long all, std::string_view) {
            QCOMPARE(all, 7LL);
            told = done;
        };
        const auto hosts = m_pool->hosts(names, deadlineIn(10s), job);
        QCOMPARE(told, 7LL);
        QVERIFY(!hosts[0]);
        for (std::size_t i = 1; i < hosts.size(); ++i)
            QVERIFY2(hosts[i], hosts[i] ? "" : hosts[i].error().text().c_str());
        QCOMPARE(m_box->server.connections(), 6); // names of one machine may differ in their keys
    }

    void waitingForAnother()
    {
        m_box->server.silent = true;
        std::jthread first([this] { static_cast<void>(m_pool->host("box", deadlineIn(5s))); });
        QTRY_COMPARE(m_box->server.connections(), 1);
        const auto late = m_pool->host("box", deadlineIn(100ms));
        QVERIFY(!late);
        QVERIFY2(says(late.error(), "was not connected in time"), late.error().text().c_str());
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(m_pool->host("box", deadlineIn(5s), {stop.get_token(), {}}).error().code, ErrorCode::Cancelled);
        m_box->server.silent = false;
        first.join();
        QVERIFY(host("box"));
    }

    void throughAJumpHost()
    {
        const auto far = host("far");
        QCOMPARE(answer(*far, "head -c 1000000 /dev/zero | wc -c").substr(0, 7), std::string("1000000"));
        const std::string input(2'000'000, 'x');
        QVERIFY(need(far->runWithInput({{"cat"}, {}, {}}, input, deadlineIn(10s))).out == input);
        const auto near = host("box");
        QCOMPARE(m_box->server.connections(), 1); // shared with the way
        QCOMPARE(m_behind->connections(), 1);
        // Whatever ends the way ends what goes over it.
        m_box->server.sever();
        QTRY_VERIFY(near->lost() && far->lost());
        QCOMPARE(answer(*host("far"), "echo x"), std::string("x\n"));
    }

    void aJumpHostThatCannotReachIt()
    {
        m_box->configure("Host far\n  Port 1\n");
        auto far = m_pool->host("far", deadlineIn(10s));
        QVERIFY(!far);
        QCOMPARE(far.error().code, ErrorCode::Unreachable);
        QVERIFY2(says(far.error(), "box cannot reach 127.0.0.1 port 1"), far.error().text().c_str());
        m_box->server.keys.clear();
        open();
        far = m_pool->host("far", deadlineIn(10s));
        QVERIFY(!far && far.error().code == ErrorCode::Denied);
        QVERIFY2(says(far.error(), "on the way to far"), far.error().text().c_str());
    }

    void jumpHostsInACircle()
    {
        m_box->configure("Host box\n  ProxyJump far\n");
        const auto far = m_pool->host("far", deadlineIn(10s));
        QVERIFY(!far);
        QVERIFY2(says(far.error(), "leads in a circle"), far.error().text().c_str());
    }

    void byAProxyCommand()
    {
        m_box->write("relay", "#!/bin/bash\nexec 3<>/dev/tcp/$1/$2\ncat <&3 & cat >&3\n", true);
        m_box->configure("Host box\n  ProxyCommand /bin/bash " + m_box->path("relay").string() + " %h %p\n");
        QCOMPARE(answer(*host("box"), "echo x"), std::string("x\n"));
        m_box->configure("Host other\n  ProxyCommand /bin/sh -c 'exit 3'\n");
        const auto other = m_pool->host("other", deadlineIn(10s));
        QVERIFY(!other);
        QCOMPARE(other.error().code, ErrorCode::Unreachable);
        QVERIFY2(says(other.error(), "through the ProxyCommand \"/bin/sh -c 'exit 3'\""), other.error().text().c_str());
    }

    void withoutOpenSsh()
    {
        ConnectOptions options;
        options.resolve.configuration = m_box->configuration();
        options.resolve.program = "no-such-ssh";
        SessionPool pool(options, m_prompts);
        const auto box = pool.host("box", deadlineIn(10s));
        QVERIFY2(box, box ? "" : box.error().text().c_str());
        ResolveOptions resolve = options.resolve;
        resolve.useOpenSsh = false;
        const SshRoute route = need(resolveRoute("me@box:77", resolve, deadlineIn(5s)));
        QVERIFY2(addressText(route.back()) == "me@127.0.0.1:77", addressText(route.back()).c_str());
        resolve.configuration = m_box->path("none");
        QVERIFY(resolveRoute("box", resolve, deadlineIn(5s)));
    }

    void configurationsThatCannotBeRead()
    {
        m_box->configure("NoSuchKeyword yes\n");
        const auto box = m_pool->host("box", deadlineIn(10s));
        QVERIFY(!box);
        QCOMPARE(box.error().code, ErrorCode::InvalidInput);
        QVERIFY2(says(box.error(), "ssh cannot read the configuration for \"box\""), box.error().text().c_str());
    }

    void namesWithoutAnAddress()
    {
        m_box->configure("Host nowhere\n  HostName nowhere..invalid\n");
        const auto nowhere = m_pool->host("nowhere", deadlineIn(10s));
        QVERIFY(!nowhere);
        QCOMPARE(nowhere.error().code, ErrorCode::Unreachable);
        QVERIFY2(says(nowhere.error(), "Cannot resolve the host name nowhere..invalid"),
                 nowhere.error().text().c_str());
    }
};

QTEST_GUILESS_MAIN(TestSessionPool)
#include "tst_session_pool.moc"

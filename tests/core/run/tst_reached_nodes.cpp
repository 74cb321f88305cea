// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Nodes of a remote cluster by ssh and by a command, from the connection to the programs there and back.

#include "core/run/remote_nodes.h"
#include "tests/fakes/ssh_server.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::run;
using namespace millrace::test;
using namespace std::chrono_literals;

namespace {

bool says(const Error& error, std::string_view text)
{
    return error.text().find(text) != std::string::npos;
}

} // namespace

class TestReachedNodes : public QObject
{
    Q_OBJECT

    std::optional<SshBox> m_box;
    cluster::Cluster m_cluster;
    RemoteOptions m_options;

    std::string search() const { return "PATH=" + m_box->path("bin").string() + ":/usr/local/bin:/usr/bin:/bin"; }
    static RunNode nodeNamed(const std::string& name, const std::string& host)
    {
        RunNode node;
        node.name = name;
        node.host = host;
        return node;
    }

private Q_SLOTS:
    void init()
    {
        if (SshServer::sftpProgram().empty())
            QSKIP("needs OpenSSH's sftp-server");
        m_box.emplace();
        m_box->write("bin/ip",
                     "#!/bin/sh\necho '[{\"ifname\":\"eth3\",\"flags\":[\"UP\"],\"addr_info\":[{\"family\":\"inet\","
                     "\"local\":\"10.0.0.1\",\"prefixlen\":24}]}]'\n",
                     true);
        for (const char* program : {"millrace-agent", "millrace-worker"})
            m_box->write(std::string("programs/") + program, "#!/bin/sh\necho 1\n", true);
        std::filesystem::create_directories(m_box->path("home"));
        m_box->server.environment = {"HOME=" + m_box->path("home").string(), search(),
                                     "SSH_CONNECTION=10.0.0.9 5000 10.0.0.1 22"};
        m_cluster = {};
        m_cluster.kind = cluster::ClusterKind::Remote;
        m_cluster.access.rights = cluster::Rights::None;
        m_cluster.nodes.resize(1);
        m_cluster.nodes[0].name = "n1";
        m_cluster.nodes[0].host = "box";
        m_options = {m_box->path("programs"), m_box->configuration(), {}};
    }
    void cleanup() { m_box.reset(); }

    void bySsh()
    {
        const auto source = connectRemote(m_cluster, m_options, {});
        QVERIFY2(source, source ? "" : source.error().text().c_str());
        QCOMPARE((*source)->networks().at("n1").interface, std::string("eth3"));
        QCOMPARE((*source)->networks().at("n1").address, std::string("10.0.0.1"));
        const auto node = (*source)->reach(nodeNamed("n1", "box"), deadlineIn(10s), {});
        QVERIFY2(node, node ? "" : node.error().text().c_str());
        QVERIFY(node->agentless.empty() && !node->sudo);
        QVERIFY(node->programs.starts_with(m_box->path("home/.cache/millrace/programs").string()));
        m_box->write("result", "what was found");
        need((*source)->fetch(nodeNamed("n1", "box"), m_box->path("result").string(), m_box->path("back"), {}));
        QCOMPARE(m_box->read("back"), std::string("what was found"));
    }

    void byACommand()
    {
        m_cluster.access.command = {"env", "HOME=" + m_box->path("home").string(), search(), "NODE={host}"};
        m_cluster.nodes[0].host = "c7";
        const auto source = connectRemote(m_cluster, m_options, {});
        QVERIFY2(source, source ? "" : source.error().text().c_str());
        QCOMPARE((*source)->networks().at("n1").interface, std::string("eth3"));
        const auto node = (*source)->reach(nodeNamed("n1", "c7"), deadlineIn(10s), {});
        QVERIFY(node && node->agentless.empty());
        m_box->write("result", "what was found");
        need((*source)->fetch(nodeNamed("n1", "c7"), m_box->path("result").string(), m_box->path("back"), {}));
        QCOMPARE(m_box->read("back"), std::string("what was found"));
        m_cluster.access.command = {"/bin/sh", "-c", "echo 'no container {host}' >&2; exit 1"};
        const auto none = connectRemote(m_cluster, m_options, {});
        QVERIFY(!none && none.error().code == ErrorCode::Unreachable);
        QVERIFY2(says(none.error(), "c7 is not reached by"), none.error().text().c_str());
    }

    void withoutTheAgent()
    {
        m_box->write("programs/millrace-agent", "#!/bin/sh\nexit 127\n", true); // does not run there
        auto source = connectRemote(m_cluster, m_options, {});
        QVERIFY2(source, source ? "" : source.error().text().c_str());
        auto node = (*source)->reach(nodeNamed("n1", "box"), deadlineIn(10s), {});
        QVERIFY2(node && node->agentless.find("its loader is missing") != std::string::npos, node->agentless.c_str());
        m_cluster.access.agent = cluster::AgentUse::Always;
        source = connectRemote(m_cluster, m_options, {});
        QVERIFY(!source && says(source.error(), "putting our programs on n1"));
        m_cluster.access.agent = cluster::AgentUse::Never;
        source = connectRemote(m_cluster, m_options, {});
        QVERIFY(source);
        node = (*source)->reach(nodeNamed("n1", "box"), deadlineIn(10s), {});
        QCOMPARE(node->agentless, std::string("set in the cluster's access"));
    }

    void nodesThatAreNotReached()
    {
        m_box->write("bin/ip", "#!/bin/sh\necho 'ip: broken' >&2; exit 1\n", true);
        const auto poor = connectRemote(m_cluster, m_options, {});
        QVERIFY(!poor && says(poor.error(), "n1 cannot list its interfaces"));
        m_cluster.nodes.push_back(m_cluster.nodes[0]);
        m_cluster.nodes[1].name = "n2";
        m_box->server.keys.clear();
        const auto none = connectRemote(m_cluster, m_options, {});
        QVERIFY(!none && none.error().code == ErrorCode::Denied);
        QVERIFY2(says(none.error(), "(2 of 2 nodes are not reached)"), none.error().text().c_str());
        const auto hosts = reachHosts(m_cluster, m_options, {});
        QVERIFY(hosts && hosts->size() == 2 && !hosts->front());
        m_cluster.kind = cluster::ClusterKind::Emulated;
        QCOMPARE(reachHosts(m_cluster, m_options, {}).error().code, ErrorCode::Unsupported);
    }
};

QTEST_GUILESS_MAIN(TestReachedNodes)
#include "tst_reached_nodes.moc"

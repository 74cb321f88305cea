// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster_json.h"
#include "tests/e2e/cli_runner.h"

#include <QtTest>
#include <cstdlib>
#include <fstream>

using namespace millrace;

class TestHostsCommand : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;

    void write(const char* name, const std::string& text) const { std::ofstream(m_folder->path() / name) << text; }
    [[nodiscard]] e2e::Finished hosts(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), "hosts");
        return e2e::cli(m_folder->path(), std::move(arguments));
    }

private Q_SLOTS:
    void init() { m_folder.emplace(*TemporaryFolder::make("mr-hosts-")); }

    void aTable()
    {
        write("inventory", "[west]\nw[1:2] ansible_user=me\n[east]\nbox ansible_port=2222\n");
        const auto finished = hosts({"inventory"});
        QVERIFY2(finished.code == 0, finished.text());
        QCOMPARE(finished.out,
                 std::string("HOST  REACHED BY   SLOTS  GROUPS\n"
                             "w1    me@w1            1  west\n"
                             "w2    me@w2            1  west\n"
                             "box   box:2222         1  east\n"));
        QCOMPARE(finished.err, std::string());
    }

    void aClusterForAProject()
    {
        const auto finished = hosts({"-H", "10.0.0.1:4:front,10.0.0.2:2", "--as-cluster", "--name", "lab"});
        QVERIFY2(finished.code == 0, finished.text());
        Issues issues;
        const Json json = Json::parse(finished.out);
        const cluster::Cluster cluster = cluster::readCluster(json, "", issues);
        QVERIFY(issues.empty() && !hasErrors(cluster::validate(cluster)));
        QVERIFY(cluster.kind == cluster::ClusterKind::Remote);
        QCOMPARE(cluster.name, std::string("lab"));
        QCOMPARE(cluster.nodes[0].host, std::string("front"));
        QCOMPARE(cluster.nodes[0].nics[0].address, std::string("10.0.0.1"));
        QCOMPARE(cluster.nodes[1].slots, 2);
    }

    void groupsAndJson()
    {
        write("inventory.yml", "all:\n  children:\n    a: {hosts: {x: }}\n    b: {hosts: {y: , z: }}\n");
        const auto finished = hosts({"inventory.yml", "--group", "b", "--json"});
        QVERIFY2(finished.code == 0, finished.text());
        const Json json = Json::parse(finished.out);
        QCOMPARE(json["kind"], Json("ansible-yaml"));
        QCOMPARE(json["hosts"].size(), std::size_t(2));
        QCOMPARE(json["hosts"][1], Json({{"name", "z"}, {"destination", "z"}, {"slots", 1}, {"groups", {"b"}}}));
        const auto none = hosts({"inventory.yml", "--group", "c"});
        QCOMPARE(none.code, 3);
        QCOMPARE(none.err, std::string("millrace-cli: the list has no group \"c\"; its groups are a, b\n"));
    }

    void checkOfEmulatedNodes()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
        e2e::SmallProject project;
        project.nodes = 3;
        project.link = R"({"delay": "2ms"})";
        write("p.millrace", e2e::projectText(project));
        const auto before = e2e::footprint();
        const auto finished = e2e::cli(m_folder->path(), {"check", "p.millrace", "--nodes", "--json"});
        QVERIFY2(finished.code == 0, finished.text());
        const Json check = Json::parse(finished.out);
        QCOMPARE(check["nodes"].size(), std::size_t(3));
        for (const Json& node : check["nodes"]) {
            QCOMPARE(node["unreachable"], Json());
            QCOMPARE(node["facts"]["interface"], Json("eth0"));
            QCOMPARE(node["facts"]["peers"].size(), std::size_t(2));
            for (const Json& peer : node["facts"]["peers"])
                QVERIFY2(peer["answers"] == true && peer["path_mtu"] == 1500 && peer["round_trip_ns"] >= 4'000'000
                             && peer["round_trip_ns"] < 40'000'000,
                         peer.dump().c_str());
            QVERIFY(std::abs(node["facts"]["clock"]["offset_ns"].get<std::int64_t>())
                    <= node["facts"]["clock"]["uncertainty_ns"].get<std::int64_t>() + 1000);
        }
        const auto table = e2e::cli(m_folder->path(), {"check", "p.millrace", "--nodes", "--cluster", "cluster"});
        if (table.code == 2)
            QVERIFY2(table.err.find("its clusters are") != std::string::npos, table.text());
        else
            QVERIFY2(table.out.starts_with("NODE") && table.out.find('\033') == std::string::npos, table.text());
        QCOMPARE(e2e::leftSince(before), std::string());
    }

    void checkOfNodesThatAreNotReached()
    {
        write("config", "Host *\n  HostName 127.0.0.1\n  Port 1\n  BatchMode yes\n");
        write("p.millrace",
              R"({"format":"millrace-project","version":1,"name":"p","clusters":[{"name":"c","kind":"remote",
                  "nodes":[{"name":"a","host":"one"},{"name":"b","host":"two"}]}],"workloads":[],"grids":[]})");
        const auto finished = e2e::cli(m_folder->path(), {"check", "p.millrace", "--nodes", "--ssh-config", "config"});
        QVERIFY2(finished.code == 4, finished.text());
        for (const char* line : {"\na               R", "\nb               R", "R a, reach: ", "R b, reach: "})
            QVERIFY2(finished.out.find(line) != std::string::npos, (finished.out + finished.err).c_str());
        const auto none = e2e::cli(m_folder->path(), {"check", "p.millrace", "--nodes", "--cluster", "x"});
        QVERIFY2(none.code == 2 && none.err.find("its clusters are: \"c\"") != std::string::npos, none.text());
    }

    void complaints()
    {
        const auto million = hosts({"-H", "n[1-1000000]"});
        QCOMPARE(million.code, 2);
        QCOMPARE(million.err,
                 std::string("millrace-cli: the range \"1-1000000\" expands to more than 65536 hosts; list "
                             "the hosts you need\n"));
        write("bad", "10.0.0.1 public_addr=x\nn2 slots=2 public_addr=y\n");
        const auto partly = hosts({"bad"});
        QCOMPARE(partly.code, 3);
        QVERIFY2(partly.out.find("10.0.0.1") != std::string::npos
                     && partly.err.find("line 2: \"n2\"") != std::string::npos,
                 partly.text());
        QCOMPARE(hosts({"nothing"}).code, 3);
        QCOMPARE(hosts({"bad", "--kind", "yaml"}).code, 2);
        write("broken.yml", "all:\n  hosts: {\n");
        QCOMPARE(hosts({"broken.yml"}).code, 3);
    }
};

QTEST_GUILESS_MAIN(TestHostsCommand)
#include "tst_hosts_command.moc"

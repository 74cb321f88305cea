// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/cluster/network_matrix.h"
#include "tests/e2e/remote_bed.h"

#include <QtTest>
#include <csignal>
#include <fstream>

using namespace millrace;

namespace {

/// All that is said about a topic of a node, or of all together where the node is empty: "red: sentence\n".
std::string said(const Json& check, const std::string& node, const std::string& topic)
{
    const auto text = [&](const Json& findings) {
        std::string all;
        for (const Json& finding : findings)
            if (finding["topic"] == topic)
                all += finding["light"].get<std::string>() + ": " + finding["sentence"].get<std::string>() + "\n";
        return all;
    };
    if (node.empty())
        return text(check["across"]);
    for (const Json& each : check["nodes"])
        if (each["name"] == node)
            return text(each["findings"]);
    return "no such node";
}

} // namespace

/// Pre-flight of three machines behind real OpenSSH servers.
class TestRemoteCheck : public QObject
{
    Q_OBJECT

    std::optional<e2e::RemoteBed> m_bed;

    [[nodiscard]] Json check(int code) const
    {
        const auto finished = m_bed->cli({"check", "p.millrace", "--nodes", "--json"});
        if (finished.code != code)
            qWarning("%s", finished.text().constData());
        const Json json = Json::parse(finished.out, nullptr, false);
        return finished.code == code && json.is_object() ? json
                                                         : Json{{"nodes", Json::array()}, {"across", Json::array()}};
    }
    void write(const e2e::RemoteProject& project) const
    {
        std::ofstream(m_bed->folder() / "p.millrace") << e2e::projectText(project);
    }

private Q_SLOTS:
    void initTestCase()
    {
        ::signal(SIGPIPE, SIG_IGN);
        m_bed.emplace(3);
        if (!m_bed->why().empty())
            QSKIP(m_bed->why().c_str());
    }
    void cleanupTestCase() { m_bed.reset(); }

    void factsOfAllNodes()
    {
        e2e::RemoteProject project;
        project.nodes = 3;
        write(project);
        const Json json = check(0);
        QCOMPARE(json["nodes"].size(), std::size_t(3));
        for (std::size_t i = 0; i < 3; ++i) {
            const Json& facts = json["nodes"][i]["facts"];
            QCOMPARE(facts["hostname"], Json("n" + std::to_string(i + 1)));
            QCOMPARE(facts["interface"], Json("eth1"));
            QCOMPARE(facts["peers"].size(), std::size_t(2));
            for (const Json& peer : facts["peers"])
                QVERIFY2(peer["answers"] == true && peer["path_mtu"] == 1500, peer.dump().c_str());
            QVERIFY(std::abs(facts["clock"]["offset_ns"].get<std::int64_t>())
                    <= facts["clock"]["uncertainty_ns"].get<std::int64_t>() + 100'000);
        }
        QCOMPARE(m_bed->leftOnAll(), std::string());
    }

    void whatIsWrongIsSaid()
    {
        e2e::RemoteProject project;
        project.nodes = 3;
        project.links = R"({"rate": "100Mbit"})";
        write(project);
        m_bed->on(1, {"tc", "qdisc", "add", "dev", "eth1", "root", "handle", "7:", "pfifo", "limit", "50"});
        m_bed->on(2, {"ip", "link", "set", "eth1", "mtu", "1400"});
        const Json json = check(1);
        QCOMPARE(said(json, "n1", "queue"),
                 std::string("red: somebody has set up a queue \"pfifo\" on eth1; Millrace does not replace it\n"));
        QVERIFY2(said(json, "n2", "nic").ends_with(", MTU 1400\n"), said(json, "n2", "nic").c_str());
        QCOMPARE(said(json, "", "nic"), std::string("yellow: the MTUs differ: 1500 on n1, n3; 1400 on n2\n"));
        QVERIFY2(said(json, "n1", "peers").starts_with("red: packets of 1500 bytes do not reach 10.79.0.2"),
                 said(json, "n1", "peers").c_str());
        QVERIFY2(said(json, "n3", "queue").starts_with("green: "), said(json, "n3", "queue").c_str());
        m_bed->on(1, {"tc", "qdisc", "del", "dev", "eth1", "root"});
        m_bed->on(2, {"ip", "link", "set", "eth1", "mtu", "1500"});
        QCOMPARE(m_bed->leftOnAll(), std::string());
    }

    void aSilentPeer()
    {
        e2e::RemoteProject project;
        project.nodes = 3;
        write(project);
        m_bed->beside({"ip", "link", "set", "e-n2", "down"});
        const Json json = check(1);
        QCOMPARE(said(json, "n1", "peers"),
                 std::string("red: 10.79.0.2 does not answer on the experiment's network\n"));
        QVERIFY2(said(json, "n2", "peers").find("10.79.0.1") != std::string::npos, said(json, "n2", "peers").c_str());
        QVERIFY(said(json, "n2", "reach") == "green: reached\n");
        m_bed->beside({"ip", "link", "set", "e-n2", "up"});
        QCOMPARE(m_bed->leftOnAll(), std::string());
    }

    /// Each machine sends to each other; one of them is slowed down by its kernel's token bucket.
    void ratesBetweenAllNodes()
    {
        e2e::RemoteProject project;
        project.nodes = 3;
        write(project);
        m_bed->on(
            1,
            {"tc", "qdisc", "add", "dev", "eth1", "root", "tbf", "rate", "100mbit", "burst", "64kb", "limit", "1mb"});
        const auto measured = m_bed->cli(
            {"network", "p.millrace", "--measure", "--trust", "--streams", "2", "--duration", "1s", "--csv", "-"});
        m_bed->on(1, {"tc", "qdisc", "del", "dev", "eth1", "root"});
        QVERIFY2(measured.code == 0, measured.text());
        const auto matrix = cluster::parseMatrix(measured.out);
        QVERIFY2(matrix && matrix->size() == 6, measured.text());
        for (const cluster::PairEntry& entry : *matrix)
            if (entry.from == "n1")
                QVERIFY2(std::abs(*entry.bitsPerSecond / 100e6 - 1) < 0.05, measured.out.c_str());
            else
                QVERIFY2(*entry.bitsPerSecond > 200e6, measured.out.c_str());
        std::ifstream file(m_bed->folder() / "p.millrace");
        const Json saved = Json::parse(file, nullptr, false);
        QCOMPARE(saved["clusters"].size(), std::size_t(2));
        QVERIFY(!saved["clusters"][1].contains("kind") || saved["clusters"][1]["kind"] == "emulated");
        QVERIFY(saved["clusters"][1].dump().find("host") == std::string::npos);
        QCOMPARE(m_bed->leftOnAll(), std::string());
    }

    void aNodeThatIsAway()
    {
        e2e::RemoteProject project;
        project.nodes = 3;
        write(project);
        m_bed->kill(3);
        const Json json = check(4);
        QVERIFY2(said(json, "n3", "reach").starts_with("red: "), said(json, "n3", "reach").c_str());
        QCOMPARE(said(json, "n1", "reach"), std::string("green: reached\n"));
        QCOMPARE(json["nodes"][2]["light"], Json("red"));
        const auto measured =
            m_bed->cli({"network", "p.millrace", "--measure", "--trust", "--duration", "100ms", "--dry-run"});
        QCOMPARE(measured.code, 1);
        QVERIFY2(measured.err.find("not measured: n3: ") != std::string::npos, measured.text());
        QVERIFY2(measured.out.find("2 pairs measured, not saved") != std::string::npos, measured.text());
        QCOMPARE(m_bed->leftOnAll(), std::string());
    }
};

QTEST_GUILESS_MAIN(TestRemoteCheck)
#include "tst_remote_check.moc"

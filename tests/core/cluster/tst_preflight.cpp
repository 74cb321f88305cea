// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/preflight_json.h"

#include <QtTest>
#include <functional>

using namespace millrace;
using namespace millrace::cluster;
using namespace std::chrono_literals;

namespace {

/// A node as it should be.
NodeFacts goodNode()
{
    NodeFacts facts;
    facts.hostname = "n1";
    facts.machineId = "5f";
    facts.kernel = "6.1.0";
    facts.architecture = "x86_64";
    facts.user = "root";
    facts.root = true;
    facts.netAdmin = true;
    facts.netRaw = true;
    facts.sudo = true;
    facts.tools = {{"tc", true, "6.1.0"}, {"mpirun", false, ""}};
    facts.packages = {{"torch", true, "1.13.0"}, {"horovod", false, ""}};
    facts.folder = "/var/tmp";
    facts.folderWritable = true;
    facts.freeBytes = std::uint64_t(50) << 30;
    facts.freeInodes = 1'000'000;
    facts.clock = {Nanoseconds(200'000), 100us, true, 50us};
    facts.interface = "eth1";
    facts.nics = {{"lo", {"127.0.0.1/8"}, true, 65'536, 0, "", {}, "noqueue", QueueOwner::Unknown},
                  {"eth1",
                   {"10.0.0.1/24"},
                   true,
                   1500,
                   1e9,
                   "veth",
                   {{"lro", false}, {"tso", true}},
                   "fq_codel",
                   QueueOwner::Kernel}};
    facts.congestionControl = "cubic";
    facts.congestionControls = {"reno", "cubic"};
    facts.processors = 8;
    facts.load = 0.5;
    facts.memoryBytes = std::uint64_t(16) << 30;
    facts.availableMemory = std::uint64_t(12) << 30;
    facts.busy = {{7, "me", "editor", 0.1, false}};
    facts.gpus = {{"Tesla", "525", std::uint64_t(16) << 30, 0.25}};
    facts.features = {{"netem", true}, {"tbf", false}, {"nft-loss", std::nullopt}};
    facts.featureReason = "only root can try";
    facts.peers = {{"10.0.0.2", true, Nanoseconds(100'000), 1500}, {"10.0.0.3", {}, {}, {}}};
    return facts;
}

NodeNeeds allNeeds()
{
    NodeNeeds needs;
    needs.tools = {"tc"};
    needs.packages = {"torch"};
    needs.captures = true;
    needs.impairments = true;
    needs.features = {"netem"};
    needs.diskBytes = std::uint64_t(1) << 30;
    needs.congestionControl = "cubic";
    needs.mtu = 1500;
    needs.bitsPerSecond = 1e9;
    needs.slots = 2;
    return needs;
}

std::string textOf(const std::vector<Finding>& findings, std::string_view topic)
{
    std::string text;
    for (const Finding& finding : findings)
        if (finding.topic == topic)
            text += std::string(lightName(finding.light)) + ": " + finding.sentence + "\n";
    return text;
}

NicFacts nic(std::string name, std::vector<std::string> addresses, double rate = 0)
{
    return {std::move(name), std::move(addresses), true, 1500, rate, "", {}, "", QueueOwner::Unknown};
}

NodeFacts nodeWith(std::string name, std::vector<NicFacts> nics)
{
    NodeFacts facts;
    facts.hostname = std::move(name);
    facts.nics = std::move(nics);
    return facts;
}

QString chosenText(const std::vector<Nic>& wished, const std::vector<NodeFacts>& facts)
{
    const auto nics = chooseNics(wished, facts);
    if (!nics)
        return "error: " + QString::fromStdString(nics.error().text());
    QStringList texts;
    for (const Nic& each : *nics)
        texts << QString("%1 %2").arg(each.name.c_str(), each.address.c_str());
    return texts.join(", ");
}

} // namespace

class TestPreflight : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFactComesBack()
    {
        const NodeFacts facts = goodNode();
        QVERIFY(*fromJson<NodeFacts>(Json::parse(toJson(facts).dump())) == facts);
        QVERIFY(*fromJson<NodeFacts>(Json::parse(toJson(NodeFacts{}).dump())) == NodeFacts{});
        QVERIFY(*fromJson<NodeFacts>(Json::object()) == NodeFacts{});
        NodeFacts used = facts;
        used.usedPorts = {10'000, 10'003};
        used.nics[1].queueOwner = QueueOwner::Foreign;
        used.sudo.reset();
        used.putInOrder = {"a sentence"};
        used.clock = {};
        QVERIFY(*fromJson<NodeFacts>(Json::parse(toJson(used).dump())) == used);
        const PreflightQuestion question{"eth1", "10.0.0.1", "/tmp/x", 10'000, 10'010, {"mpirun"}, "/opt/python"};
        QVERIFY(*fromJson<PreflightQuestion>(Json::parse(toJson(question).dump())) == question);
        for (const PeerReach& peer : facts.peers)
            QVERIFY(*fromJson<PeerReach>(Json::parse(toJson(peer).dump())) == peer);
    }

    void everyMemberMayBeAnything()
    {
        const Json values[] = {
            true, -1, 1e308, std::numeric_limits<std::int64_t>::min(), "x", Json::array({1}), Json::object({{"a", 1}})};
        const Json flat = toJson(goodNode()).flatten();
        for (const auto& [pointer, old] : flat.items())
            for (const Json& value : values) {
                Json changed = toJson(goodNode());
                changed[Json::json_pointer(pointer)] = value;
                const auto facts = fromJson<NodeFacts>(changed);
                if (!facts)
                    QCOMPARE(facts.error().code, ErrorCode::Protocol);
                else
                    (void)judgeNode(*facts, allNeeds());
            }
        QVERIFY(!fromJson<NodeFacts>(Json(3)) && !fromJson<NodeFacts>(Json("x")));
    }

    void aGoodNodeIsGreen()
    {
        NodeFacts facts = goodNode();
        facts.peers.pop_back();
        const auto findings = judgeNode(facts, allNeeds());
        QVERIFY2(worst(findings) == Light::Green, findings.front().sentence.c_str());
        for (const std::string& topic : preflightTopics())
            if (topic != "reach" && topic != "versions")
                QVERIFY2(!textOf(findings, topic).empty(), topic.c_str());
        QCOMPARE(textOf(findings, "clock"),
                 std::string("green: the clock is 200 µs ahead of this machine, known to "
                             "±100 µs\n"));
        QCOMPARE(textOf(findings, "nic"), std::string("green: eth1, 1.00 Gbit/s, MTU 1500\n"));
    }

    void judgements_data()
    {
        QTest::addColumn<std::function<void(NodeFacts&, NodeNeeds&)>>("change");
        QTest::addColumn<QString>("topic");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* topic, const char* expected,
                            std::function<void(NodeFacts&, NodeNeeds&)> change) {
            QTest::newRow(name) << std::move(change) << QString(topic) << QString(expected);
        };
        const auto ordinary = [](NodeFacts& f) {
            f.user = "me";
            f.root = f.netAdmin = f.netRaw = false;
            f.sudo = false;
        };
        row("no rights", "rights",
            "red: the user me may not change the network, which the run's conditions need\n"
            "red: the user me may not record packets\n",
            [=](NodeFacts& f, NodeNeeds&) { ordinary(f); });
        row("sudo is enough", "rights", "green: me, by sudo\n", [=](NodeFacts& f, NodeNeeds&) {
            ordinary(f);
            f.sudo = true;
        });
        row("no rights needed", "rights", "green: me, an ordinary user\n", [=](NodeFacts& f, NodeNeeds& n) {
            ordinary(f);
            n.captures = n.impairments = false;
        });
        row("tool", "tools", "red: the program mpirun is missing\nred: the Python package horovod is missing\n",
            [](NodeFacts&, NodeNeeds& n) {
                n.tools.push_back("mpirun");
                n.packages.push_back("horovod");
            });
        row("gpu", "tools", "red: no GPU was found\n", [](NodeFacts& f, NodeNeeds& n) {
            f.gpus.clear();
            n.gpu = true;
        });
        row("disk", "disk", "red: 512 MiB are free at /var/tmp, 1.00 GiB are needed\n",
            [](NodeFacts& f, NodeNeeds&) { f.freeBytes = 512 << 20; });
        row("little disk", "disk", "yellow: 1.50 GiB are free at /var/tmp, hardly more than needed\n",
            [](NodeFacts& f, NodeNeeds&) { f.freeBytes = std::uint64_t(1536) << 20; });
        row("not writable", "disk", "red: no write permission for /var/tmp\n",
            [](NodeFacts& f, NodeNeeds&) { f.folderWritable = false; });
        row("inodes", "disk", "yellow: /var/tmp has room for 99 more files only\n",
            [](NodeFacts& f, NodeNeeds&) { f.freeInodes = 99; });
        row("clock not asked", "clock", "unknown: the clock was not compared\n",
            [](NodeFacts& f, NodeNeeds&) { f.clock.offset.reset(); });
        row("wrong clock", "clock", "yellow: the clock is 2.00 s behind this machine, known to ±100 µs\n",
            [](NodeFacts& f, NodeNeeds&) { f.clock.offset = -2s; });
        row("free clock", "clock",
            "yellow: no service synchronises the clock; it is 200 µs ahead of this machine, known to ±100 µs\n",
            [](NodeFacts& f, NodeNeeds&) { f.clock.synchronised = false; });
        row("no nic", "nic", "red: the interface of the experiment was not found\n",
            [](NodeFacts& f, NodeNeeds&) { f.interface = "eth7"; });
        row("down", "nic", "red: eth1 is down\n", [](NodeFacts& f, NodeNeeds&) { f.nics[1].up = false; });
        row("mtu", "nic", "red: eth1 has an MTU of 1500, 9000 is requested\n",
            [](NodeFacts&, NodeNeeds& n) { n.mtu = 9000; });
        row("slow", "nic", "yellow: eth1 runs at 1.00 Gbit/s, 10.0 Gbit/s is requested\n",
            [](NodeFacts&, NodeNeeds& n) { n.bitsPerSecond = 1e10; });
        row("lro", "nic", "yellow: eth1 joins received packets (LRO); captures show fewer of them\n",
            [](NodeFacts& f, NodeNeeds&) { f.nics[1].offloads["lro"] = true; });
        row("put in order", "queue", "yellow: /r/run-1 was left by a killed agent; put in order\n",
            [](NodeFacts& f, NodeNeeds&) { f.putInOrder = {"/r/run-1 was left by a killed agent; put in order"}; });
        row("left over", "queue", "red: eth1 still has an impairment of Millrace\n",
            [](NodeFacts& f, NodeNeeds&) { f.nics[1].queueOwner = QueueOwner::Millrace; });
        row("foreign", "queue", "red: somebody has set up a queue \"fq_codel\" on eth1; Millrace does not replace it\n",
            [](NodeFacts& f, NodeNeeds&) { f.nics[1].queueOwner = QueueOwner::Foreign; });
        row("foreign, no impairment", "queue",
            "yellow: somebody has set up a queue \"fq_codel\" on eth1, which may limit the run\n",
            [](NodeFacts& f, NodeNeeds& n) {
                f.nics[1].queueOwner = QueueOwner::Foreign;
                n.impairments = false;
            });
        row("bbr", "tcp", "red: the congestion control bbr is not there, only reno, cubic\n",
            [](NodeFacts&, NodeNeeds& n) { n.congestionControl = "bbr"; });
        row("load", "load", "yellow: 6.0 processes compete for 8 processors\n",
            [](NodeFacts& f, NodeNeeds&) { f.load = 6; });
        row("competitor", "load",
            "yellow: make (7) of me uses 90 % of a processor\n"
            "yellow: tcpdump (8) of root uses 1 % of a processor and measures or trains, too\n",
            [](NodeFacts& f, NodeNeeds&) {
                f.busy = {{7, "me", "make", 0.9, false}, {8, "root", "tcpdump", 0.01, true}};
            });
        row("slots", "load", "yellow: 9 workers would share 8 processors\n",
            [](NodeFacts&, NodeNeeds& n) { n.slots = 9; });
        row("port", "ports", "red: a port is in use: 10001\n",
            [](NodeFacts& f, NodeNeeds&) { f.usedPorts = {10'001}; });
        row("peer is silent", "peers", "red: 10.0.0.2 does not answer on the experiment's network\n",
            [](NodeFacts& f, NodeNeeds&) {
                f.peers = {{"10.0.0.2", false, {}, {}}};
            });
        row("path mtu", "peers", "red: packets of 1500 bytes do not reach 10.0.0.2, those of 1450 do\n",
            [](NodeFacts& f, NodeNeeds&) {
                f.peers = {{"10.0.0.2", true, {}, 1450}};
            });
        row("peer not tried", "peers", "unknown: whether 10.0.0.2 is reached could not be tried\n",
            [](NodeFacts& f, NodeNeeds&) {
                f.peers = {{"10.0.0.2", {}, {}, {}}};
            });
        row("no tbf", "kernel", "red: the kernel 6.1.0 has no tbf, which the run's conditions need\n",
            [](NodeFacts&, NodeNeeds& n) { n.features = {"tbf"}; });
        row("not tried", "kernel", "unknown: whether the kernel has nft-loss is unknown: only root can try\n",
            [](NodeFacts&, NodeNeeds& n) { n.features = {"nft-loss"}; });
    }

    void judgements()
    {
        QFETCH(std::function<void(NodeFacts&, NodeNeeds&)>, change);
        QFETCH(QString, topic);
        QFETCH(QString, expected);
        NodeFacts facts = goodNode();
        NodeNeeds needs = allNeeds();
        change(facts, needs);
        const auto findings = judgeNode(facts, needs);
        QCOMPARE(QString::fromStdString(textOf(findings, topic.toStdString())), expected);
        for (const Finding& finding : findings)
            if (finding.light == Light::Red)
                QVERIFY2(!finding.remedy.empty(), finding.sentence.c_str());
    }

    void differencesOfNodes()
    {
        const std::vector<std::string> names = {"a", "b", "c"};
        std::vector<NodeFacts> facts(3, goodNode());
        for (std::size_t i = 0; i < facts.size(); ++i)
            facts[i].nics[1].addresses = {"10.0.0." + std::to_string(i + 1) + "/24"};
        QVERIFY(judgeCluster(names, facts).empty());
        facts[0].clock = {-30ms, 1ms, true, {}};
        facts[1].nics[1].mtu = 9000;
        facts[1].nics[1].bitsPerSecond = 1e10;
        facts[2].congestionControl = "bbr";
        facts[2].packages[0].version = "2.1";
        facts[1].kernel = "5.10";
        QStringList lines;
        for (const Finding& finding : judgeCluster(names, facts))
            lines << QString::fromStdString(finding.topic + ": " + finding.sentence);
        QCOMPARE(lines.join("\n"),
                 QString("clock: the clock of b is 30.2 ms ahead of that of a, known to ±1.10 ms\n"
                         "nic: the MTUs differ: 1500 on a, c; 9000 on b\n"
                         "nic: the speeds of the NICs differ: 1.00 Gbit/s on a, c; 10.0 Gbit/s on b\n"
                         "tcp: the congestion controls differ: cubic on a, b; bbr on c\n"
                         "versions: the kernels differ: 6.1.0 on a, c; 5.10 on b\n"
                         "versions: the versions of torch differ: 1.13.0 on a, b; 2.1 on c"));
    }

    void oneMachineTwice()
    {
        const std::vector<std::string> names = {"a", "b"};
        const std::vector<NodeFacts> facts(2, goodNode());
        const auto findings = judgeCluster(names, facts);
        QCOMPARE(findings.size(), std::size_t(1));
        QCOMPARE(findings[0].sentence, std::string("a, b are one machine"));
        QVERIFY(findings[0].light == Light::Red);
    }

    void nicsAreFound()
    {
        const NodeFacts a = nodeWith("a",
                                     {nic("lo", {"127.0.0.1/8"}), nic("docker0", {"172.17.0.1/16"}),
                                      nic("eth0", {"192.0.2.1/24"}, 1e9), nic("eth1", {"10.0.0.1/24"}, 1e10)});
        const NodeFacts b = nodeWith("b",
                                     {nic("lo", {"127.0.0.1/8"}), nic("docker0", {"172.17.0.1/16"}),
                                      nic("ens1", {"192.0.2.2/24"}, 1e9), nic("ens2", {"10.0.0.2/24"}, 1e10)});
        const NodeFacts far = nodeWith("far", {nic("lo", {"127.0.0.1/8"}), nic("e", {"198.51.100.7/24"})});
        const Nic open{"", "", 0, 0};
        QCOMPARE(chosenText({open, open}, {a, b}), QString("eth1 10.0.0.1, ens2 10.0.0.2"));
        QCOMPARE(chosenText({Nic{"eth0", "", 0, 0}, open}, {a, b}), QString("eth0 192.0.2.1, ens1 192.0.2.2"));
        QCOMPARE(chosenText({open, Nic{"", "192.0.2.2", 0, 0}}, {a, b}), QString("eth0 192.0.2.1, ens1 192.0.2.2"));
        QCOMPARE(chosenText({Nic{"", "192.0.2.1", 0, 0}, open}, {a, far}), QString("eth0 192.0.2.1, e 198.51.100.7"));
        QCOMPARE(chosenText({open, open}, {a, far}),
                 QString("error: a shares no network with the other nodes and has several addresses; write the address "
                         "for the experiment into the project"));
        QCOMPARE(chosenText({Nic{"", "10.9.9.9", 0, 0}, open}, {a, b}),
                 QString("error: no interface of a has the address 10.9.9.9; correct the address in the project"));
        QCOMPARE(chosenText({open}, {nodeWith("x", {nic("lo", {"127.0.0.1/8"})})}),
                 QString("error: x has no interface other than the loopback that is up and has an IPv4 address"));
        const auto nics = chooseNics(std::vector<Nic>{Nic{"", "", 5e8, 9000}, open}, std::vector<NodeFacts>{a, b});
        QVERIFY((*nics)[0].bitsPerSecond == 5e8 && (*nics)[0].queueBytes == 9000);
    }
};

QTEST_APPLESS_MAIN(TestPreflight)
#include "tst_preflight.moc"

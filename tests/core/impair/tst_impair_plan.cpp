// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/impair/impairment.h"

#include "core/impair/ssh_peer.h"

#include <QtTest>
#include <limits>

using namespace millrace;
using namespace millrace::impair;
using namespace std::chrono_literals;

namespace {

ImpairSpec exampleSpec()
{
    ImpairSpec spec;
    spec.peers = {{"10.0.0.2", 100e6, 0ns, 0ns, 0.0005, 300'000},
                  {"10.0.0.3", 0, 0ns, 0ns, 0, 0},
                  {"fd00::2", 0, 0ns, 0ns, 1, 0}};
    spec.protectedAddresses = {"10.0.0.9", "10.0.0.2"};
    return spec;
}

ImpairRecord exampleRecord(Backend backend)
{
    ImpairRecord record;
    record.interface = "eth0";
    record.token = 0x9abc;
    record.backend = backend;
    record.addresses = {"10.0.0.2", "fd00::2"};
    record.queues = {{"mq", "0:", "", true}, {"fq_codel", "0:", ":1"}};
    record.lossRules = record.cutsArriving = true;
    return record;
}

/// Written with single quotes.
std::string json(std::string text)
{
    std::ranges::replace(text, '\'', '"');
    return text;
}

std::string all(const std::vector<std::string>& pieces)
{
    return join(pieces, "");
}

/// A node whose tools answer from a table: words of the command to what it prints.
class PaperNode
{
public:
    std::vector<std::pair<std::string, std::string>> answers;
    std::vector<std::string> asked;

    Execute execute()
    {
        return [this](const Command& command) -> Result<CommandOutput> {
            const std::string words = join(command.argv, " ");
            asked.push_back(words);
            for (const auto& [key, answer] : answers)
                if (words.find(key) != std::string::npos)
                    return CommandOutput{0, 0, answer, ""};
            return CommandOutput{0, 0, "", ""};
        };
    }
};

const std::string plainLink =
    json("[{'ifindex':2,'ifname':'eth0','mtu':1500,'link_type':'ether','gso_max_segs':65535}]");

} // namespace

class TestImpairPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endsOfSshAreProtectedAsPacketsCarryThem()
    {
        QCOMPARE(*parseSshConnection("10.78.0.254 50112 10.78.0.1 2222\n"),
                 (SshPeer{"10.78.0.254", "10.78.0.1", 2222}));
        QCOMPARE(*parseSshConnection("::ffff:10.0.0.9 1 ::ffff:10.0.0.1 22"), (SshPeer{"10.0.0.9", "10.0.0.1", 22}));
        QCOMPARE(parseSshConnection("fe80::1%eth0 1 fe80::2%eth0 22")->client, std::string("fe80::1"));
        for (const char* text : {"", "10.0.0.9 1 10.0.0.1", "10.0.0.9 1 10.0.0.1 0", "10.0.0.9 1 10.0.0.1 65536"})
            QVERIFY(!parseSshConnection(text));
        ImpairSpec spec;
        protect(spec, {"10.78.0.254", "10.78.0.1", 2222});
        protect(spec, {"10.78.0.254", "10.78.0.1", 2222});
        QCOMPARE(spec.protectedAddresses, std::vector<std::string>{"10.78.0.254"});
        QCOMPARE(spec.protectedPorts, (std::vector<std::uint16_t>{22, 2222}));
    }

    void queuesWithoutNetem()
    {
        const std::string ports = "match u8 0x05 0x0f at 0 match ip protocol 6 0xff match u16 0 0x1fff at 6 ";
        QCOMPARE(
            all(queuePlan(exampleSpec(), exampleRecord(Backend::TbfAndNft), 1500)),
            "qdisc add dev eth0 root handle 4d52: htb default 0x9abc\n"
            "class add dev eth0 parent 4d52: classid 4d52:9abc htb rate 100gbit burst 1mb cburst 1mb quantum 60000\n"
            "qdisc add dev eth0 parent 4d52:9abc handle 4d53: pfifo limit 10000\n"
            "filter add dev eth0 parent 4d52: protocol ip prio 1 u32 "
                + ports
                + "match ip sport 22 0xffff flowid 4d52:9abc\n"
                  "filter add dev eth0 parent 4d52: protocol ip prio 1 u32 "
                + ports
                + "match ip dport 22 0xffff flowid 4d52:9abc\n"
                  "filter add dev eth0 parent 4d52: protocol ipv6 prio 11 u32 match ip6 protocol 6 0xff match ip6 "
                  "sport "
                  "22 0xffff flowid 4d52:9abc\n"
                  "filter add dev eth0 parent 4d52: protocol ipv6 prio 11 u32 match ip6 protocol 6 0xff match ip6 "
                  "dport "
                  "22 0xffff flowid 4d52:9abc\n"
                  "filter add dev eth0 parent 4d52: protocol ip prio 2 u32 match ip dst 10.0.0.9/32 flowid 4d52:9abc\n"
                  "class add dev eth0 parent 4d52: classid 4d52:10 htb rate 100gbit burst 1mb cburst 1mb quantum "
                  "60000\n"
                  "qdisc add dev eth0 parent 4d52:10 handle 4e00: tbf rate 1tbit burst 1564b limit 64mb\n"
                  "qdisc add dev eth0 parent 4e00:1 handle 5000: tbf rate 100000000bit burst 25000b limit 300000b\n"
                  "filter add dev eth0 parent 4d52: protocol ip prio 3 u32 match ip dst 10.0.0.2/32 flowid 4d52:10\n"
                  "class add dev eth0 parent 4d52: classid 4d52:11 htb rate 100gbit burst 1mb cburst 1mb quantum "
                  "60000\n"
                  "qdisc add dev eth0 parent 4d52:11 handle 4e01: tbf rate 1tbit burst 1564b limit 64mb\n"
                  "filter add dev eth0 parent 4d52: protocol ipv6 prio 13 u32 match ip6 dst fd00::2/128 flowid "
                  "4d52:11\n");
    }

    void lossRules()
    {
        const std::string untouched =
            "  tcp sport { 22 } accept\n  tcp dport { 22 } accept\n  ip saddr { 10.0.0.9 } accept\n";
        const std::string losses =
            "  ip saddr 10.0.0.2 numgen random mod 1000000000 < 500000 counter drop comment \"loss\"\n"
            "  ip6 saddr fd00::2 counter drop comment \"loss\"\n";
        const std::string arriving = "table netdev millrace_9abc {\n chain arrive {\n"
                                     "  type filter hook ingress device \"eth0\" priority 0; policy accept;\n"
            + untouched;
        ImpairRecord record = exampleRecord(Backend::TbfAndNft);
        QCOMPARE(
            lossPlan(exampleSpec(), record),
            arriving
                + "  ip saddr 10.0.0.2 fwd to \"millrace9abc\"\n  ip6 saddr fd00::2 fwd to \"millrace9abc\"\n }\n}\n"
                  "table inet millrace_9abc {\n chain lose {\n"
                  "  type filter hook prerouting priority -450; policy accept;\n  iifname != \"eth0\" accept\n"
                + untouched + losses + " }\n}\n");
        QVERIFY(isInterfaceName(arrivalInterface(record)));
        record.cutsArriving = false;
        QCOMPARE(lossPlan(exampleSpec(), record), arriving + losses + " }\n}\n");
        QCOMPARE(lossFamilies(record), std::vector<std::string>{"netdev"});
    }

    void queuesWithNetem()
    {
        ImpairSpec spec;
        spec.peers = {{"10.0.0.2", 1e9, 10ms, 2ms, 0.0005, 2'500'000}, {"10.0.0.3", 0, 1500us, 0ns, 0, 0}};
        const std::string plan = all(queuePlan(spec, exampleRecord(Backend::Netem), 1500));
        // In flight: 1e9 / 8 × 12 ms = 1 500 000 bytes, plus the queue of 2 500 000: 2643 frames of 1514 bytes.
        QVERIFY2(plan.find("parent 4e00:1 handle 5000: netem limit 2643 delay 10000000ns 2000000ns rate "
                           "1000000000bit\n")
                     != std::string::npos,
                 plan.c_str());
        // Without a rate, 10 Gbit/s are assumed.
        QVERIFY2(plan.find("handle 5001: netem limit 1412 delay 1500000ns\n") != std::string::npos, plan.c_str());
    }

    void manyPeersInPieces()
    {
        ImpairSpec spec;
        for (std::size_t i = 0; i < mostPeers; ++i)
            spec.peers.push_back(
                {"10.0." + std::to_string(i / 250) + "." + std::to_string(1 + i % 250), 1e9, 0ns, 0ns, 0.01, 0});
        QVERIFY(checkSpec(spec));
        const auto pieces = queuePlan(spec, exampleRecord(Backend::TbfAndNft), 1500);
        QVERIFY(pieces.size() > 1);
        for (const std::string& piece : pieces)
            QVERIFY(piece.size() < 128'000 && piece.ends_with('\n'));
        QVERIFY(lossPlan(spec, exampleRecord(Backend::TbfAndNft)).size() < 128'000);
        spec.peers.push_back({"10.1.1.1", 1e9, 0ns, 0ns, 0, 0});
        QVERIFY(!checkSpec(spec));
    }

    void specsThatCannotBe()
    {
        const auto refused = [](const auto& change) {
            ImpairSpec spec = exampleSpec();
            change(spec);
            const auto checked = checkSpec(spec);
            return !checked && checked.error().code == ErrorCode::InvalidInput;
        };
        QVERIFY(checkSpec(exampleSpec()));
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double infinite = std::numeric_limits<double>::infinity();
        for (const double loss : {-0.1, 1.1, nan, infinite})
            QVERIFY(refused([&](ImpairSpec& spec) { spec.peers[0].loss = loss; }));
        for (const double rate : {-1.0, 1e13, 1.0, nan, infinite})
            QVERIFY(refused([&](ImpairSpec& spec) { spec.peers[0].bitsPerSecond = rate; }));
        for (const Nanoseconds time : {Nanoseconds(-1), Nanoseconds(1h)})
            QVERIFY(refused([&](ImpairSpec& spec) { spec.peers[0].jitter = time; }));
        for (const char* address : {"", "host", "10.0.0.2;reboot", "10.0.0.2/24", "fd00::g", "10.0.0.2\n"}) {
            QVERIFY(refused([&](ImpairSpec& spec) { spec.peers[0].address = address; }));
            QVERIFY(refused([&](ImpairSpec& spec) { spec.protectedAddresses = {address}; }));
        }
        for (const char* name : {"eth0;x", "eth0 x", "-x", "a/b", "eth0\n", "$(x)", "\"", "0123456789abcdef"})
            QVERIFY(refused([&](ImpairSpec& spec) { spec.interface = name; }));
        QVERIFY(refused([](ImpairSpec& spec) { spec.peers.push_back(spec.peers[0]); }));
        for (const char* name : {"eth0", "enp3s0f1.100", "br-lan", "veth@x"})
            QVERIFY(!refused([&](ImpairSpec& spec) { spec.interface = name; }));
    }

    void recordsThereAndBack()
    {
        const ImpairRecord record = exampleRecord(Backend::TbfAndNft);
        const std::string text = recordText(record);
        const auto back = parseRecord(text);
        QVERIFY2(back, back ? "" : back.error().text().c_str());
        QVERIFY(*back == record);
        for (std::size_t cut = 0; cut + 2 < text.size(); ++cut)
            QVERIFY(!parseRecord(text.substr(0, cut)));
        for (std::size_t i = 0; i < text.size(); ++i) {
            std::string damaged = text;
            damaged[i] = static_cast<char>(damaged[i] ^ 0x15);
            if (const auto read = parseRecord(damaged))
                QVERIFY(isInterfaceName(read->interface) && read->token >= 0x8000);
        }
        ImpairRecord evil = record;
        evil.interface = "x; reboot";
        QVERIFY(!parseRecord(recordText(evil)));
    }

    void readsWhatTheToolsPrint()
    {
        // Of iproute2 6.1; netem's as a kernel with netem prints it.
        const auto queues = parseQueues(json(
            "[{'kind':'htb','handle':'4d52:','root':true,'refcnt':3,'options':{'r2q':10,'default':'0x9abc'},"
            "'bytes':3780,'packets':24,'drops':3,'backlog':7},"
            "{'kind':'tbf','handle':'4e00:','parent':'4d52:10','options':{'rate':12500000,'burst':16375,'lat':19661}},"
            "{'kind':'netem','handle':'4e01:','parent':'4d52:11','options':{'limit':1412,'delay':{'delay':0.0015,"
            "'jitter':0.0002,'correlation':0},'loss-random':{'loss':0.0005,'correlation':0},"
            "'rate':{'rate':125000000,'packetoverhead':0},'ecn':false,'gap':0}}]"));
        QVERIFY(queues);
        QVERIFY((queues->at(0) == Queue{"htb", "4d52:", "", true, 0x9abc, 0, 0, 0, 0, 0, 3780, 24, 3, 7}));
        QCOMPARE(queues->at(1).bytesPerSecond, 12.5e6);
        QVERIFY(std::abs(queues->at(1).limit - 262'137) < 20);
        QCOMPARE(queues->at(2).delaySeconds, 0.0015);
        QCOMPARE(queues->at(2).jitterSeconds, 0.0002);
        QCOMPARE(queues->at(2).loss, 0.0005);
        QCOMPARE(queues->at(2).bytesPerSecond, 125e6);
        QCOMPARE(queues->at(2).limit, 1412.0);
        const auto rules = parseLossRules(
            json("{'nftables': [{'metainfo': {'version': '1.0.6'}}, {'rule': {'family': 'netdev', 'comment': 'loss', "
                 "'expr': [{'match': {'op': '==', 'left': {'payload': {'protocol': 'ip', 'field': 'saddr'}}, 'right': "
                 "'10.9.0.2'}}, {'match': {'op': '<', 'left': {'numgen': {'mode': 'random', 'mod': 1000000000, "
                 "'offset': 0}}, 'right': 500000}}, {'counter': {'packets': 7, 'bytes': 500}}, {'drop': null}]}}]}"));
        QVERIFY(rules && rules->size() == 1);
        QVERIFY((rules->at(0) == LossRule{"10.9.0.2", 0.0005, 7, 500}));
        QVERIFY((*parseLink(plainLink) == LinkFacts{2, 1500, false}));
        QCOMPARE(*parseRoute(json("[{'dst':'10.9.0.2','dev':'va','prefsrc':'10.9.0.1'}]")), std::string("va"));
    }

    /// Of tc 6.1 (a star where the class is not bound) and 5.9.
    void readsFilters()
    {
        for (const char* star : {"*", ""}) {
            std::size_t all = 0;
            const auto filters =
                parseFilters("filter protocol ip pref 3 u32 chain 0 \n"
                             "filter protocol ip pref 3 u32 chain 0 fh 801: ht divisor 1 \n"
                             "filter protocol ip pref 3 u32 chain 0 fh 801::800 order 2048 key ht 801 bkt 0 "
                                 + std::string(star)
                                 + "flowid 4d52:10 not_in_hw \n  match 0a090002/ffffffff at 16\n"
                                   "filter protocol ipv6 pref 13 u32 chain 0 fh 802::800 order 2048 key ht 802 bkt 0 "
                                   "flowid 4d52:11 \n"
                                   "  match fd000000/ffffffff at 24\n  match 00000002/ffffffff at 36\n",
                             &all);
            QCOMPARE(all, std::size_t(4));
            QVERIFY((filters == std::vector<AddressFilter>{{"4d52:10", "a090002"}, {"4d52:11", "fd000000"}}));
        }
    }

    void hostileOutput()
    {
        const std::string text =
            json("[{'kind':'tbf','handle':'1:','root':true,'options':{'rate':1,'lat':2,'default':'0x1'},'bytes':1}]");
        for (const char* bad : {"{", "null", "7", "\"x\"", "[[[[", "{}"}) {
            QVERIFY(!parseQueues(bad));
            QVERIFY(!parseLossRules(bad));
            QVERIFY(!parseLink(bad));
            QVERIFY(!parseRoute(bad));
        }
        for (const std::string& odd : std::vector<std::string>{
                 "[]", "[1]", "[null]", "[[]]", json("[{'kind':7,'options':[],'bytes':-1,'root':'x'}]"),
                 json("[{'options':{'delay':5,'rate':{'rate':'x'},'default':'zz'}}]")})
            QVERIFY(parseQueues(odd));
        QVERIFY(parseLossRules(json("{'nftables':[{'rule':{'comment':'loss','expr':7}},{'rule':[]},4]}")));
        for (std::size_t i = 0; i < text.size(); ++i)
            for (const char c : {'"', '{', '9', '\0', '\xff'}) {
                std::string damaged = text;
                damaged[i] = c;
                (void)parseQueues(damaged);
                (void)parseFilters(damaged);
                (void)parseLink(damaged);
                (void)parseRoute(damaged);
                (void)parseLossRules(damaged);
            }
    }

    void whoseQueuesTheyAre()
    {
        const auto foreign = [](const std::vector<Queue>& queues, std::size_t in = 0, std::size_t out = 0) {
            return foreignQueues("eth0", queues, in, out);
        };
        const Queue mq{"mq", "0:", "", true};
        QVERIFY(!foreign({mq, {"fq_codel", "0:", ":1"}, {"pfifo_fast", "0:", ":2"}}));
        QVERIFY(!foreign({{"noqueue", "0:", "", true}, {"clsact", "ffff:", "ffff:fff1"}}));
        QVERIFY(!foreign({}));
        // Somebody has put another queue on one of the hardware's.
        QCOMPARE(foreign({mq, {"fq", "8002:", ":1"}})->code, ErrorCode::AlreadyExists);
        QCOMPARE(foreign({{"fq_codel", "8001:", "", true}})->code, ErrorCode::AlreadyExists);
        QCOMPARE(foreign({{"cake", "0:", "", true}})->code, ErrorCode::AlreadyExists);
        QCOMPARE(foreign({{"netem", "1:", "", true}})->code, ErrorCode::AlreadyExists);
        QVERIFY(foreign({{"netem", "1:", "", true}})->what.find("'tc qdisc del dev eth0 root'") != std::string::npos);
        QCOMPARE(foreign({mq, {"clsact", "ffff:", "ffff:fff1"}}, 0, 1)->code, ErrorCode::AlreadyExists);
        QCOMPARE(foreign({{"htb", "4d52:", "", true}})->code, ErrorCode::Locked);
    }

    // This kernel may have none: the words of one that has.
    void netemIsReadBackAndCompared()
    {
        ImpairSpec spec;
        spec.interface = "eth0";
        spec.peers = {{"10.0.0.2", 1e9, 10ms, 2ms, 0, 2'500'000}};
        const auto attempt = [&](const std::string& delay) {
            PaperNode node;
            std::string token;
            const auto execute = [&](const Command& command) -> Result<CommandOutput> {
                const std::string words = join(command.argv, " ");
                const auto made = words.find("htb default ");
                if (made != std::string::npos && words.find("-batch") != std::string::npos)
                    token = words.substr(made + 12, 6);
                if (words.find("qdisc del") != std::string::npos)
                    token.clear();
                node.answers = {
                    {"command -v", "ip\ntc\nnamespace\n"},
                    {"unshare", "htb\nu32\ntbf\nnetem\n"},
                    {"route get", json("[{'dev':'eth0'}]")},
                    {"link show", plainLink},
                    {"filter show",
                     "filter protocol ip pref 3 u32 fh 801::800 key ht 801 bkt 0 flowid 4d52:10 \n  match "
                     "0a000002/ffffffff at 16\n"},
                    {"qdisc show",
                     token.empty() ? json("[{'kind':'fq_codel','handle':'0:','root':true}]")
                                   : json("[{'kind':'htb','handle':'4d52:','root':true,'options':{'default':'") + token
                             + json("'}},{'kind':'tbf','parent':'4d52:10'},{'kind':'netem','parent':'4e00:1','options':"
                                    "{'limit':2643,"
                                    "'delay':{'delay':")
                             + delay
                             + json(",'jitter':0.002},'rate':"
                                    "{'rate':125000000}}}]")}};
                return node.execute()(command);
            };
            auto applied = applyImpairment(execute, spec, [](const ImpairRecord&) { return Result<void>(); });
            return std::pair(std::move(applied), token);
        };
        const auto [good, there] = attempt("0.01");
        QVERIFY2(good, good ? "" : good.error().text().c_str());
        QCOMPARE(good->report.backend, Backend::Netem);
        QVERIFY(good->report.peers == spec.peers);
        QVERIFY(!there.empty());
        const auto [bad, gone] = attempt("0.02");
        QVERIFY(!bad);
        QCOMPARE(bad.error().code, ErrorCode::GateNotMet);
        QVERIFY2(bad.error().what.find("another delay in ns to 10.0.0.2") != std::string::npos,
                 bad.error().what.c_str());
        QVERIFY(gone.empty());
    }

    void sentences()
    {
        ImpairAbility ability;
        QVERIFY(ability.sentence().find("install the package iproute2") != std::string::npos);
        ability.ip = ability.tc = true;
        QVERIFY(ability.sentence().find("log in as root or allow sudo") != std::string::npos);
        ability.rights = ability.htb = ability.u32 = ability.tbf = true;
        QVERIFY(ability.sentence().find("no loss: install the package nftables") != std::string::npos);
        QVERIFY(ability.canRate() && !ability.canLose() && !ability.canDelay());
        ability.nft = ability.nftLoss = true;
        QVERIFY(ability.sentence().find("loss by nftables, no delay: this kernel has no netem") != std::string::npos);
        ability.netem = true;
        QVERIFY(ability.canDelay());
        QCOMPARE(ability.sentence(), std::string("delay, jitter and rate can be imposed by netem, loss by nftables"));
    }
};

QTEST_APPLESS_MAIN(TestImpairPlan)
#include "tst_impair_plan.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Impairments on a node without the agent, with scripts in the places of ip, tc and nft that remember what was set up.

#include "tests/core/agentless/plain_node.h"

using namespace millrace;
using namespace millrace::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* tcScript = R"(echo "$@" >>$D/tc
token() { sed -n 's/.*htb default \(0x[0-9a-f]*\).*/\1/p' $D/batch; }
case "$*" in
  *'-batch -') [ ! -e $D/refuse ] || { echo 'RTNETLINK answers: Operation not permitted' >&2; exit 2; }; cat >>$D/batch;;
  *'-j qdisc show dev eth0')
    [ -e $D/batch ] || { echo '[{"kind":"noqueue","handle":"0:","root":true,"options":{}}]'; exit; }
    echo '[{"kind":"htb","handle":"4d52:","root":true,"options":{"default":"'$(token)'"}},'
    echo '{"kind":"tbf","handle":"4e00:","parent":"4d52:10","bytes":1000,"packets":10},'
    echo '{"kind":"netem","handle":"5000:","parent":"4e00:1","options":{"delay":{"delay":'$(cat $D/delay)',"jitter":0}}}]';;
  'qdisc show dev eth0') [ -e $D/batch ] && echo "qdisc htb 4d52: root refcnt 2 r2q 10 default $(token) direct";;
  'filter show'*) echo 'filter parent 4d52: protocol ip pref 3 u32 fh 800::800 flowid 4d52:10'; echo '  match 0a000002/ffffffff at 16';;
  'qdisc del dev eth0 root') rm -f $D/batch;;
esac
exit 0)";

impair::ImpairSpec delaySpec()
{
    impair::ImpairSpec spec;
    impair::PeerImpairment peer;
    peer.address = "10.0.0.2";
    peer.delay = 5ms;
    spec.peers = {peer};
    return spec;
}

} // namespace

class TestPlainImpairment : public QObject
{
    Q_OBJECT

    std::optional<PlainNode> m_node;

    PlainNode& node() { return *m_node; }
    void start(bool sudo = false, const std::vector<std::string>& variables = {})
    {
        const auto started = node().start(sudo, variables);
        QVERIFY2(started, started ? "" : started.error().text().c_str());
    }
    bool isImpaired() const { return std::filesystem::exists(m_node->path("batch")); }
    void set(const std::string& name, const std::string& text)
    {
        QVERIFY(writeFileAtomically(node().path(name), text));
    }

private Q_SLOTS:
    void init()
    {
        m_node.emplace();
        node().program("tc", tcScript);
        node().program("ip",
                       "case \"$*\" in *'route get'*) echo '[{\"dev\":\"eth0\"}]';; *'link show'*) echo "
                       "'[{\"ifindex\":2,\"ifname\":\"eth0\",\"mtu\":1500,\"link_type\":\"ether\"}]';; esac; true");
        node().program("nft", "cat >/dev/null");
        node().program("unshare", "[ -e $D/norights ] && exit 1; shift; exec \"$@\"");
        set("delay", "0.005");
    }
    void cleanup() { m_node.reset(); }

    void whatTheNodeCan()
    {
        start();
        auto ability = node()->impairAbility(soon());
        QVERIFY2(ability, ability ? "" : ability.error().text().c_str());
        QVERIFY(ability->canRate() && ability->canLose() && ability->canDelay());
        set("norights", "");
        ability = node()->impairAbility(soon());
        QVERIFY(ability && !ability->canRate());
        const auto denied = node()->applyImpairment(delaySpec(), soon());
        QVERIFY(!denied);
        QVERIFY2(says(denied.error(), "cannot be imposed on this node"), denied.error().text().c_str());
        QVERIFY(!isImpaired());
    }

    void appliedLookedAtAndPutBack()
    {
        start();
        const auto folder = node()->openWork("", soon());
        QVERIFY(folder);
        QVERIFY(!node()->impairmentStatus(soon())->inForce);
        const auto report = node()->applyImpairment(delaySpec(), soon());
        QVERIFY2(report, report ? "" : report.error().text().c_str());
        QCOMPARE(report->interface, std::string("eth0"));
        QCOMPARE(report->peers.front().delay, Nanoseconds(5ms));
        QVERIFY(isImpaired());
        QVERIFY(std::filesystem::exists(*folder + "/.millrace/undo-eth0"));
        const auto status = node()->impairmentStatus(soon());
        QVERIFY(status && status->inForce);
        QCOMPARE(status->peers.front().sentPackets, std::uint64_t(10));
        const auto restored = node()->restoreImpairment(soon());
        QVERIFY2(restored && restored->changed, restored ? "" : restored.error().text().c_str());
        QVERIFY(!isImpaired());
        QVERIFY(!std::filesystem::exists(*folder + "/.millrace/undo-eth0"));
        QVERIFY(!node()->restoreImpairment(soon())->changed);
        QVERIFY(!node()->impairmentStatus(soon())->inForce);
    }

    void anotherOneTakesThePlaceOfTheFirst()
    {
        start();
        QVERIFY(node()->applyImpairment(delaySpec(), soon()));
        impair::ImpairSpec spec = delaySpec();
        spec.peers.front().delay = 7ms;
        set("delay", "0.007");
        const auto report = node()->applyImpairment(spec, soon());
        QVERIFY2(report, report ? "" : report.error().text().c_str());
        QCOMPARE(report->peers.front().delay, Nanoseconds(7ms));
    }

    void whatTheKernelRefusesIsUndone()
    {
        start();
        set("refuse", "");
        const auto refused = node()->applyImpairment(delaySpec(), soon());
        QVERIFY(!refused && refused.error().code == ErrorCode::Denied);
        QVERIFY2(says(refused.error(), "impairing eth0") && says(refused.error(), "Operation not permitted"),
                 refused.error().text().c_str());
        QVERIFY(!isImpaired() && !node()->impairmentStatus(soon())->inForce);
        std::filesystem::remove(node().path("refuse"));
        // Another delay than the one asked for.
        set("delay", "0.009");
        const auto differs = node()->applyImpairment(delaySpec(), soon());
        QVERIFY(!differs && differs.error().code == ErrorCode::GateNotMet);
        QVERIFY(!isImpaired());
    }

    void closingPutsBack()
    {
        start();
        QVERIFY(node()->applyImpairment(delaySpec(), soon()));
        QVERIFY(node().close());
        QVERIFY(!isImpaired());
    }

    void theWayToTheUserIsKeptFree()
    {
        start(false, {"SSH_CONNECTION=192.0.2.9 5000 192.0.2.1 2222"});
        QVERIFY(node()->applyImpairment(delaySpec(), soon()));
        const std::string batch = node().read("batch");
        for (const char* match : {"ip dst 192.0.2.9/32", "ip sport 22 0xffff", "ip sport 2222 0xffff"})
            QVERIFY2(batch.find(match) != std::string::npos, batch.c_str());
    }

    void bySudo()
    {
        node().program(
            "sudo", "printf '%s ' \"$@\" >>$D/sudo\n[ \"$1\" = -n ] && shift\n[ \"$1\" = -- ] && shift\nexec \"$@\"");
        start(true);
        const auto report = node()->applyImpairment(delaySpec(), soon());
        QVERIFY2(report, report ? "" : report.error().text().c_str());
        QVERIFY(node().read("sudo").find("-n -- /bin/sh -c") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestPlainImpairment)
#include "tst_plain_impairment.moc"

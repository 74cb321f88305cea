// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/impair/impairment.h"
#include "namespace_pair.h"

#include <QtTest>
#include <cmath>
#include <csignal>
#include <iostream>
#include <netinet/tcp.h>

using namespace millrace;
using namespace millrace::impair;
using namespace std::chrono_literals;

namespace {

const std::string nicSettings =
    "ethtool -k e0; ip -d link show e0 | grep -o 'gso_max_s[a-z_]* [0-9]*'; ip -o link show e0 | "
    "grep -o ' mtu [0-9]*'";
const std::string dump =
    "tc qdisc show dev e0 | sed s/direct_packets_stat.[0-9]*//; tc class show dev e0; tc filter "
    "show dev e0; nft list ruleset | sed s/packets.[0-9]*.bytes.[0-9]*//; ip -o link show type ifb; "
    + nicSettings;

PeerImpairment lossy(const std::string& address, double loss)
{
    PeerImpairment peer;
    peer.address = address;
    peer.loss = loss;
    return peer;
}

PeerImpairment limited(const std::string& address, double rate)
{
    PeerImpairment peer;
    peer.address = address;
    peer.bitsPerSecond = rate;
    return peer;
}

Result<void> noMemory(const ImpairRecord&)
{
    return {};
}

/// A bulk TCP transfer for this time; Linux's own counters of what it sent again.
std::pair<double, double> segmentsAndLosses(NamespacePair& pair, Nanoseconds time, const std::string& to = "10.9.0.2")
{
    const UniqueFd listener = pair.second.socket(SOCK_STREAM);
    const sockaddr_in address = socketAddress(to, 7001);
    const int yes = 1;
    ::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0
        || ::listen(listener.get(), 1) != 0)
        return {};
    const UniqueFd sender = pair.first.socket(SOCK_STREAM);
    if (::connect(sender.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return {};
    UniqueFd receiver(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    const timeval limit{0, 100'000};
    ::setsockopt(sender.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    ::setsockopt(receiver.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    std::jthread reading([&](const std::stop_token& stop) {
        std::vector<char> sink(1 << 20);
        while (!stop.stop_requested())
            (void)::recv(receiver.get(), sink.data(), sink.size(), 0);
    });
    const std::vector<char> bytes(1 << 18);
    const Deadline end = deadlineIn(time);
    double sent = 0;
    while (timeLeft(end).count() > 0)
        if (const ssize_t put = ::send(sender.get(), bytes.data(), bytes.size(), 0); put > 0)
            sent += static_cast<double>(put);
    tcp_info state{};
    socklen_t size = sizeof state;
    (void)::getsockopt(sender.get(), IPPROTO_TCP, TCP_INFO, &state, &size);
    return {sent / 1448, state.tcpi_total_retrans};
}

} // namespace

class TestImpairment : public QObject
{
    Q_OBJECT

private:
    std::optional<NamespacePair> m_pair;
    Execute m_execute;

private Q_SLOTS:
    void initTestCase()
    {
        if (::geteuid() != 0)
            QSKIP("needs root");
        ::signal(SIGPIPE, SIG_IGN);
    }
    void init()
    {
        m_pair.emplace();
        m_execute = m_pair->first.execute();
    }
    void cleanup() { m_pair.reset(); }

    void saysWhatTheKernelCan()
    {
        const auto ability = impairAbility(m_execute);
        QVERIFY2(ability, ability ? "" : ability.error().text().c_str());
        std::cout << ability->sentence() << std::endl;
        QVERIFY(ability->canRate());
        QVERIFY(ability->canLose());
        const bool netem = m_pair->second("unshare --net tc qdisc add dev lo root netem delay 1ms").empty();
        QCOMPARE(ability->canDelay(), netem);
        QVERIFY(netem || ability->sentence().find("no delay: this kernel has no netem") != std::string::npos);
    }

    void losesWhatWasAskedForAndNothingElse_data()
    {
        QTest::addColumn<double>("loss");
        for (const double loss : {0.0005, 0.001, 0.01, 0.02, 1.0})
            QTest::addRow("%g", loss) << loss;
    }
    void losesWhatWasAskedForAndNothingElse()
    {
        QFETCH(double, loss);
        m_pair->first("for i in 21 24 25; do ip addr add 10.9.0.$i/24 dev e0; done");
        const Execute execute = m_pair->second.execute();
        const std::string before = m_pair->second(dump);
        const std::string settings = m_pair->second(nicSettings);
        ImpairSpec spec;
        spec.peers = {lossy("10.9.0.1", loss), limited("10.9.0.21", 50e6), lossy("fd09::1", 0.5)};
        spec.protectedAddresses = {"10.9.0.24"};
        const auto applied = applyImpairment(execute, spec, noMemory);
        QVERIFY2(applied, applied ? "" : applied.error().text().c_str());
        QCOMPARE(applied->report.interface, std::string("e0"));
        QCOMPARE(applied->report.peers.at(0).loss, loss);
        QCOMPARE(applied->report.peers.at(1).bitsPerSecond, 50e6);
        QCOMPARE(applied->report.peers.at(2).loss, 0.5);
        QCOMPARE(m_pair->second(nicSettings), settings); // nothing for the whole interface
        const auto counted = [&] { return std::stoll(m_pair->second("awk '/e0:/ { print $3 }' /proc/net/dev")); };
        const auto arrivedBefore = counted();
        const std::size_t count = 200'000;
        const auto lost = static_cast<double>(UdpPath(*m_pair, "10.9.0.2", 7000).lost(count));
        // The interface has counted them all: they get lost behind it.
        QVERIFY(counted() - arrivedBefore >= static_cast<long long>(count));
        const double expected = loss * static_cast<double>(count);
        const double deviation = std::sqrt(expected * (1 - loss));
        std::cout << fmt::format("asked {:.4f} %, measured {:.4f} %\n", loss * 100, lost / 2000.0);
        QVERIFY2(std::abs(lost - expected) <= 4.5 * deviation, std::to_string(lost).c_str());
        for (const char* other : {"10.9.0.24", "10.9.0.25"})
            QCOMPARE(UdpPath(*m_pair, "10.9.0.2", 7000, other).lost(50'000), std::size_t(0));
        const auto status = impairmentStatus(execute, applied->record);
        QVERIFY(status && status->inForce);
        QCOMPARE(static_cast<double>(status->peers.at(0).lostPackets), lost);
        QCOMPARE(status->others.overflowPackets, std::uint64_t(0));
        const auto restored = restoreImpairment(execute, applied->record);
        QVERIFY2(restored, restored ? "" : restored.error().text().c_str());
        QVERIFY(restored->changed);
        QCOMPARE(restored->warnings.size(), std::size_t(0));
        QCOMPARE(m_pair->second(dump), before);
        const auto again = restoreImpairment(execute, applied->record);
        QVERIFY(again && !again->changed);
    }

    void limitsTheRate_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<int>("payload");
        for (const double rate : {2e6, 50e6, 123'456'789.0, 1e9})
            QTest::addRow("%.0f Mbit/s", rate / 1e6) << rate << 1400;
        QTest::newRow("small packets") << 10e6 << 100;
    }
    void limitsTheRate()
    {
        QFETCH(double, rate);
        QFETCH(int, payload);
        ImpairSpec spec;
        spec.peers = {limited("10.9.0.2", rate)};
        const auto applied = applyImpairment(m_execute, spec, noMemory);
        QVERIFY2(applied, applied ? "" : applied.error().text().c_str());
        // A loaded machine may not be able to fill it.
        const double free = UdpPath(*m_pair, "10.9.0.3", 7000).rate(static_cast<std::size_t>(payload), 300ms);
        if (free < 1.5 * rate)
            QSKIP(qPrintable(QString::asprintf("this machine sends only %.0f Mbit/s now", free / 1e6)));
        double measured = 0;
        for (int attempt = 0; attempt < 3 && std::abs(measured / rate - 1) > 0.05; ++attempt)
            measured = UdpPath(*m_pair, "10.9.0.2", 7000).rate(static_cast<std::size_t>(payload), 1s);
        std::cout << fmt::format("asked {:.3f} Mbit/s, measured {:.3f} Mbit/s\n", rate / 1e6, measured / 1e6);
        QVERIFY2(std::abs(measured / rate - 1) < 0.05, std::to_string(measured).c_str());
        QVERIFY(restoreImpairment(m_execute, applied->record));
    }

    /// The sender's large segments arrive whole; each packet of the wire in them is lost or not.
    void packetsAreLostNotSegments()
    {
        const Execute execute = m_pair->second.execute();
        const auto sentFrames = [&] { return std::stod(m_pair->first("awk '/e0:/ { print $11 }' /proc/net/dev")); };
        for (const bool cut : {false, true}) {
            ImpairSpec spec;
            spec.peers = {lossy("10.9.0.1", 0.01)};
            const auto applied = applyImpairment(execute, spec, noMemory);
            QVERIFY2(applied, applied ? "" : applied.error().text().c_str());
            ImpairSpec cutting;
            cutting.peers = {PeerImpairment{"10.9.0.2", 0, 0ns, 0ns, 0, 0, cut}};
            const auto atSender = applyImpairment(m_execute, cutting, noMemory);
            QVERIFY2(atSender, atSender ? "" : atSender.error().text().c_str());
            QCOMPARE(atSender->report.backend == Backend::Nothing, !cut);
            const double before = sentFrames();
            const auto [segments, sentAgain] = segmentsAndLosses(*m_pair, 1500ms);
            const double frames = sentFrames() - before;
            const auto status = impairmentStatus(execute, applied->record);
            QVERIFY(status);
            const double lost = static_cast<double>(status->peers.at(0).lostPackets);
            std::cout << fmt::format(
                "{}: {:.0f} frames left, {:.0f} segments' worth of bytes, {} lost, {} sent again\n",
                cut ? "cut" : "whole", frames, segments, lost, sentAgain);
            QVERIFY(segments > 1000);
            QVERIFY(std::abs(lost - 0.01 * segments) < 5 * std::sqrt(0.01 * segments) + 0.002 * segments);
            QVERIFY2(sentAgain > 0.8 * lost, std::to_string(sentAgain).c_str());
            // Captures at the sender see what left: packets of the wire where they are cut.
            QVERIFY2(cut ? frames > 0.98 * segments : frames < 0.7 * segments, std::to_string(frames).c_str());
            QVERIFY(restoreImpairment(m_execute, atSender->record));
            QVERIFY(restoreImpairment(execute, applied->record));
        }
    }

    /// A peer off the experiment, while others are impaired in every way.
    void othersKeepTheirSpeed()
    {
        ImpairSpec spec;
        spec.peers = {limited("10.9.0.2", 50e6), lossy("10.9.0.4", 0.05)};
        spec.peers[0].loss = 0.05;
        spec.peers[1].cut = true;
        double plain = 0;
        double impaired = 0;
        for (int round = 0; round < 3; ++round) {
            plain = std::max(plain, segmentsAndLosses(*m_pair, 500ms, "10.9.0.3").first);
            const auto applied = applyImpairment(m_execute, spec, noMemory);
            QVERIFY2(applied, applied ? "" : applied.error().text().c_str());
            impaired = std::max(impaired, segmentsAndLosses(*m_pair, 500ms, "10.9.0.3").first);
            QVERIFY(restoreImpairment(m_execute, applied->record));
        }
        std::cout << fmt::format(
            "to a peer off the experiment: {:.2f} Gbit/s without, {:.2f} Gbit/s with an impairment\n",
            plain * 1448 * 16 / 1e9, impaired * 1448 * 16 / 1e9);
        QVERIFY2(impaired > 0.6 * plain, "a setting of the whole interface would leave a thirtieth");
    }

    void manyPeersAtOnce()
    {
        const std::string before = m_pair->first(dump);
        ImpairSpec spec;
        for (int i = 2; i < 202; ++i) {
            spec.peers.push_back(limited(fmt::format("10.9.0.{}", i), 1e6 * i));
            spec.peers.back().loss = 0.0001 * i;
        }
        const Nanoseconds from = monotonicNow();
        const auto applied = applyImpairment(m_execute, spec, noMemory);
        const Nanoseconds between = monotonicNow();
        QVERIFY2(applied, applied ? "" : applied.error().text().c_str());
        QCOMPARE(applied->report.peers.size(), std::size_t(200));
        QVERIFY(restoreImpairment(m_execute, applied->record));
        std::cout << fmt::format("200 peers: applied in {:.2f} s, restored in {:.2f} s\n",
                                 std::chrono::duration<double>(between - from).count(),
                                 std::chrono::duration<double>(monotonicNow() - between).count());
        QVERIFY(monotonicNow() - from < 20s);
        QCOMPARE(m_pair->first(dump), before);
    }

    void cardsWithSeveralQueues()
    {
        const std::string show = "tc qdisc show dev ifb7; ethtool -k ifb7";
        if (!m_pair
                 ->first("ip link add ifb7 numtxqueues 4 type ifb && ip link set ifb7 up && "
                         "ip addr add 10.8.0.1/24 dev ifb7")
                 .empty())
            QSKIP("no interface with several queues");
        const std::string before = m_pair->first(show);
        QVERIFY2(before.starts_with("qdisc mq 0: root"), before.c_str());
        ImpairSpec spec;
        spec.peers = {lossy("10.8.0.2", 0.01)};
        const auto applied = applyImpairment(m_execute, spec, noMemory);
        QVERIFY2(applied, applied ? "" : applied.error().text().c_str());
        QCOMPARE(applied->report.interface, std::string("ifb7"));
        QVERIFY(std::ranges::any_of(applied->report.warnings, [](const std::string& words) {
            return words.starts_with("the 4 queues of ifb7 are one");
        }));
        const auto restored = restoreImpairment(m_execute, applied->record);
        QVERIFY(restored && restored->warnings.empty());
        QCOMPARE(m_pair->first(show), before);
    }

    void withoutRightsNothingIsTried()
    {
        const std::string before = m_pair->first(dump);
        const Execute nobody = [&](const Command& command) {
            Command lowered{
                {"setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--no-new-privs"}, {}, {}};
            lowered.argv.insert(lowered.argv.end(), command.argv.begin(), command.argv.end());
            return m_execute(lowered);
        };
        ImpairSpec spec;
        spec.peers = {lossy("10.9.0.2", 0.01)};
        const auto applied = applyImpairment(nobody, spec, noMemory);
        QVERIFY(!applied);
        QCOMPARE(applied.error().code, ErrorCode::Denied);
        QVERIFY2(applied.error().what.find("log in as root or allow sudo") != std::string::npos,
                 applied.error().what.c_str());
        QCOMPARE(m_pair->first(dump), before);
    }

    void leavesForeignQueuesAlone_data()
    {
        QTest::addColumn<QString>("setUp");
        QTest::addColumn<QString>("words");
        QTest::newRow("htb") << "tc qdisc add dev e0 root handle 1: htb default 1"
                             << "htb 1:";
        QTest::newRow("htb without handle") << "tc qdisc add dev e0 root htb"
                                            << "(htb ";
        QTest::newRow("tbf") << "tc qdisc add dev e0 root tbf rate 1gbit burst 64kb limit 1mb"
                             << "tbf";
        QTest::newRow("pfifo_fast of somebody") << "tc qdisc add dev e0 root handle 5: pfifo_fast"
                                                << "pfifo_fast 5:";
        QTest::newRow("clsact with filters")
            << "tc qdisc add dev e0 clsact; tc filter add dev e0 egress protocol ip u32 match u32 0 0 flowid 1:1"
            << "clsact";
        QTest::newRow("ingress with filters")
            << "tc qdisc add dev e0 ingress; tc filter add dev e0 parent ffff: protocol ip u32 match u32 0 0 flowid 1:1"
            << "ingress";
        QTest::newRow("other run") << "tc qdisc add dev e0 root handle 4d52: htb default 0x9000"
                                   << "another Millrace run";
    }
    void leavesForeignQueuesAlone()
    {
        QFETCH(QString, setUp);
        QFETCH(QString, words);
        QCOMPARE(m_pair->first(setUp.toStdString()), std::string());
        const std::string before = m_pair->first(dump);
        ImpairSpec spec;
        spec.peers = {lossy("10.9.0.2", 0.01)};
        bool remembered = false;
        const auto applied = applyImpairment(m_execute, spec, [&](const ImpairRecord&) -> Result<void> {
            remembered = true;
            return {};
        });
        QVERIFY(!applied);
        QVERIFY(!remembered);
        QVERIFY2(QString::fromStdString(applied.error().what).contains(words), applied.error().what.c_str());
        QCOMPARE(m_pair->first(dump), before);
    }

    void whatCannotBeIsRefusedBeforeAnyChange()
    {
        const std::string before = m_pair->first(dump);
        const auto refuse = [&](const ImpairSpec& spec, ErrorCode code) {
            const auto applied = applyImpairment(m_execute, spec, noMemory);
            return !applied && applied.error().code == code;
        };
        ImpairSpec delayed;
        delayed.peers = {PeerImpairment{"10.9.0.2", 0, 10ms, 0ms, 0, 0}};
        if (!impairAbility(m_execute)->canDelay())
            QVERIFY(refuse(delayed, ErrorCode::Unsupported));
        ImpairSpec local;
        local.peers = {lossy("10.9.0.1", 0.1)};
        QVERIFY(refuse(local, ErrorCode::InvalidInput));
        ImpairSpec two;
        two.peers = {lossy("10.9.0.2", 0.1), lossy("127.0.0.2", 0.1)};
        QVERIFY(refuse(two, ErrorCode::InvalidInput));
        ImpairSpec unreachable;
        unreachable.peers = {lossy("192.0.2.1", 0.1)};
        QVERIFY(!applyImpairment(m_execute, unreachable, noMemory));
        ImpairSpec absent;
        absent.interface = "e9";
        absent.peers = {lossy("10.9.0.2", 0.1)};
        QVERIFY(refuse(absent, ErrorCode::InvalidInput));
        QVERIFY(!applyImpairment(m_execute, local, [](const ImpairRecord&) { return fail(ErrorCode::Io, "full"); }));
        QCOMPARE(m_pair->first(dump), before);
    }

    void aFailureOnTheWayIsUndone()
    {
        const std::string before = m_pair->first(dump);
        ImpairSpec spec;
        spec.peers = {lossy("10.9.0.2", 0.01), limited("10.9.0.3", 1e6)};
        // Each command that changes something fails once; before or after its work.
        for (const bool worked : {false, true}) {
            for (int failing = 0; failing < 10; ++failing) {
                int changes = 0;
                const Execute broken = [&](const Command& command) -> Result<CommandOutput> {
                    const std::string words = join(command.argv, " ");
                    const bool changing =
                        words.find("-batch") != std::string::npos || words.find("-f -") != std::string::npos;
                    if (!changing || words.find("unshare") != std::string::npos || changes++ != failing)
                        return m_execute(command);
                    if (worked)
                        (void)m_execute(command);
                    return CommandOutput{1, 0, "", "planted"};
                };
                const auto applied = applyImpairment(broken, spec, noMemory);
                if (applied) {
                    QVERIFY(failing >= 3);
                    QVERIFY(restoreImpairment(m_execute, applied->record));
                    break;
                }
                QVERIFY2(applied.error().what.find("undoing") == std::string::npos, applied.error().what.c_str());
                QCOMPARE(m_pair->first(dump), before);
            }
        }
    }

    void sshIsNeverImpaired()
    {
        ImpairSpec spec;
        spec.peers = {lossy("10.9.0.1", 1.0)};
        spec.protectedAddresses = {"10.9.0.1"}; // the controller is a peer: its ports alone
        spec.protectedPorts = {22, 2222};
        const Execute execute = m_pair->second.execute();
        const auto applied = applyImpairment(execute, spec, noMemory);
        QVERIFY2(applied, applied ? "" : applied.error().text().c_str());
        QCOMPARE(UdpPath(*m_pair, "10.9.0.2", 22).lost(100), std::size_t(100)); // UDP is not ssh
        for (const std::uint16_t port : std::vector<std::uint16_t>{22, 2222, 2223}) {
            const UniqueFd listener = m_pair->second.socket(SOCK_STREAM);
            const sockaddr_in address = socketAddress("10.9.0.2", port);
            QVERIFY(::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
            QVERIFY(::listen(listener.get(), 1) == 0);
            const UniqueFd client = m_pair->first.socket(SOCK_STREAM);
            const timeval limit{0, 300'000};
            ::setsockopt(client.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
            QCOMPARE(::connect(client.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address),
                     port == 2223 ? -1 : 0);
        }
        QVERIFY(restoreImpairment(execute, applied->record));
    }

    void onlyOwnThingsAreRemoved()
    {
        ImpairSpec spec;
        spec.peers = {lossy("10.9.0.2", 0.01)};
        const auto applied = applyImpairment(m_execute, spec, noMemory);
        QVERIFY(applied);
        // Somebody replaces the root meanwhile: it stays, ours is gone.
        m_pair->first("tc qdisc del dev e0 root; tc qdisc add dev e0 root handle 1: htb; nft add table inet other");
        QVERIFY(!impairmentStatus(m_execute, applied->record)->inForce);
        const auto restored = restoreImpairment(m_execute, applied->record);
        QVERIFY(restored);
        QCOMPARE(restored->warnings.size(), std::size_t(1));
        QVERIFY(m_pair->first("tc qdisc show dev e0").starts_with("qdisc htb 1: root"));
        QCOMPARE(m_pair->first("nft list tables"), std::string("table inet other\n"));
        // The interface has gone altogether.
        m_pair->first("ip link del e0");
        QVERIFY(restoreImpairment(m_execute, applied->record));
    }

    void theScriptDoesTheSame()
    {
        const std::string before = m_pair->first(dump);
        ImpairSpec spec;
        spec.peers = {lossy("10.9.0.2", 0.01), limited("10.9.0.3", 1e6)};
        const auto first = applyImpairment(m_execute, spec, noMemory);
        QVERIFY(first);
        QCOMPARE(m_pair->first(restoreScript(first->record)), std::string());
        QCOMPARE(m_pair->first(dump), before);
        const auto second = applyImpairment(m_execute, spec, noMemory);
        QVERIFY(second);
        // Of another impairment: neither its queues nor its segments are ours.
        const std::string during = m_pair->first(dump);
        QCOMPARE(m_pair->first(restoreScript(first->record)), std::string());
        QCOMPARE(m_pair->first(dump), during);
        const auto none = restoreImpairment(m_execute, first->record);
        QVERIFY(none && !none->changed);
        QCOMPARE(m_pair->first(dump), during);
        QVERIFY(impairmentStatus(m_execute, second->record)->inForce);
        QCOMPARE(m_pair->first(restoreScript(second->record)), std::string());
        QCOMPARE(m_pair->first(dump), before);
    }
};

QTEST_APPLESS_MAIN(TestImpairment)
#include "tst_impairment.moc"

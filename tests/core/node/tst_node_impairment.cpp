// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/impair_handlers.h"
#include "core/node/ssh_peer.h"
#include "tests/core/node/node_bed.h"

#include <QtTest>
#include <csignal>
#include <iostream>

using namespace millrace;
using namespace millrace::agent;
using namespace millrace::node;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// The tools of a node whose only interface is e0, with what they have set up in $here/root.
struct PaperTools : FakePrograms
{
    PaperTools()
    {
        add("unshare", "case \"$*\" in\n*' true') ;;\n*) printf 'htb\\nu32\\ntbf\\nnetem\\n';;\nesac");
        add("ip",
            "case \"$*\" in\n"
            "*'route get'*) echo '[{\"dev\":\"e0\"}]';;\n"
            "*) echo '[{\"ifindex\":2,\"ifname\":\"e0\",\"mtu\":1500,\"link_type\":\"ether\"}]';;\n"
            "esac");
        add("tc",
            "case \"$*\" in\n"
            "'-batch -') sed -n 's/.*htb default \\(0x[0-9a-f]*\\).*/\\1/p' > $here/root;;\n"
            "*'filter show'*|'filter show'*) echo 'filter protocol ip pref 3 u32 fh 801::800 flowid 4d52:10 '\n"
            "  echo '  match 0a000002/ffffffff at 16';;\n"
            "'qdisc del'*) [ ! -e $here/stuck ] && rm $here/root;;\n"
            "*'qdisc show'*) if [ -e $here/root ]; then\n"
            "    echo '[{\"kind\":\"htb\",\"handle\":\"4d52:\",\"root\":true,\"options\":{\"default\":\"'$(cat "
            "$here/root)'\"}},'\n"
            "    echo '{\"kind\":\"tbf\",\"parent\":\"4d52:10\",\"bytes\":900,\"packets\":9},'\n"
            "    echo "
            "'{\"kind\":\"netem\",\"parent\":\"4e00:1\",\"options\":{\"limit\":1000,\"delay\":{\"delay\":'$(cat "
            "$here/delay)'}}}]'\n"
            "  else echo '[{\"kind\":\"fq_codel\",\"handle\":\"0:\",\"root\":true}]'; fi;;\n"
            "*) exit 9;;\n"
            "esac");
        writeText(folder() / "delay", "0.01");
    }
    [[nodiscard]] bool areSetUp() const { return fs::exists(folder() / "root"); }
};

struct ImpairBed
{
    ImpairBed()
        : work(std::make_shared<WorkFolder>(base.path(), freshToken(), [](const fs::path&) {})),
          bed([this](auto& server) { registerImpairHandlers(server, work, "token", [this] { ++failures; }); })
    {
    }
    [[nodiscard]] std::vector<std::string> records() const
    {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(*work->open()))
            if (entry.path().extension() == ".json")
                names.push_back(entry.path().filename().string());
        return names;
    }

    TemporaryFolder base = *TemporaryFolder::make("millrace-impair");
    std::shared_ptr<WorkFolder> work;
    int failures = 0;
    NodeBed bed;
};

impair::ImpairSpec delayed()
{
    impair::ImpairSpec spec;
    spec.interface = "e0";
    spec.peers = {{"10.0.0.2", 0, 10ms, 0ns, 0, 0}};
    return spec;
}

/// Prints what is protected of the ssh connection that this program or one above it came by.
int printProtected()
{
    impair::ImpairSpec spec;
    protectSsh(spec);
    for (const std::string& address : spec.protectedAddresses)
        std::cout << address << ' ';
    for (const std::uint16_t port : spec.protectedPorts)
        std::cout << port << ' ';
    return 0;
}

} // namespace

class TestNodeImpairment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { ::signal(SIGPIPE, SIG_IGN); }

    void imposedSeenAndTakenBack()
    {
        const PaperTools tools;
        ImpairBed node;
        QVERIFY(node.bed.node->impairAbility(soon())->canDelay());
        QCOMPARE(node.bed.node->impairmentStatus(soon())->interface, std::string());
        const auto report = node.bed.node->applyImpairment(delayed(), soon());
        QVERIFY2(report, report ? "" : report.error().text().c_str());
        QCOMPARE(report->interface, std::string("e0"));
        QCOMPARE(report->peers.front().delay, Nanoseconds(10ms));
        QVERIFY(tools.areSetUp());
        QCOMPARE(node.records(), std::vector<std::string>{".millrace-undo-e0.json"});
        const auto status = node.bed.node->impairmentStatus(soon());
        QVERIFY(status->inForce);
        QCOMPARE(status->peers.front().sentPackets, std::uint64_t(9));
        // Again: what was imposed before is taken back first.
        QVERIFY(node.bed.node->applyImpairment(delayed(), soon()));
        QCOMPARE(node.records().size(), std::size_t(1));
        const auto restored = node.bed.node->restoreImpairment(soon());
        QVERIFY(restored && restored->changed && restored->warnings.empty());
        QVERIFY(!tools.areSetUp() && node.records().empty());
        QVERIFY(!node.bed.node->restoreImpairment(soon())->changed);
    }

    void theEndOfTheSessionTakesItBack()
    {
        const PaperTools tools;
        ImpairBed node;
        QVERIFY(node.bed.node->applyImpairment(delayed(), soon()));
        node.bed.close();
        QVERIFY(!tools.areSetUp() && node.records().empty());
        QCOMPARE(node.failures, 0);
    }

    void whatDoesNotGoIsKeptInItsRecord()
    {
        const PaperTools tools;
        ImpairBed node;
        QVERIFY(node.bed.node->applyImpairment(delayed(), soon()));
        writeText(tools.folder() / "stuck", "");
        QVERIFY(!node.bed.node->restoreImpairment(soon()));
        QVERIFY(!node.bed.node->applyImpairment(delayed(), soon()));
        QCOMPARE(node.records().size(), std::size_t(1));
        node.bed.close();
        QCOMPARE(node.failures, 1);
        QCOMPARE(node.records().size(), std::size_t(1));
    }

    void whatTheKernelDoesNotDoIsUndone()
    {
        const PaperTools tools;
        writeText(tools.folder() / "delay", "0.02");
        ImpairBed node;
        const auto report = node.bed.node->applyImpairment(delayed(), soon());
        QCOMPARE(report.error().code, ErrorCode::GateNotMet);
        QVERIFY(!tools.areSetUp() && node.records().empty());
        QCOMPARE(node.bed.node->impairmentStatus(soon())->interface, std::string());
    }

    void refusalsChangeNothing()
    {
        const PaperTools tools;
        ImpairBed node;
        auto spec = delayed();
        spec.peers.front().address = "no address";
        QCOMPARE(node.bed.node->applyImpairment(spec, soon()).error().code, ErrorCode::InvalidInput);
        spec = delayed();
        spec.peers.front().loss = 0.1; // nftables cannot
        const auto unsupported = node.bed.node->applyImpairment(spec, soon());
        QCOMPARE(unsupported.error().code, ErrorCode::Unsupported);
        QVERIFY2(unsupported.error().text().find("cannot be imposed on this node") != std::string::npos,
                 unsupported.error().text().c_str());
        spec = delayed();
        spec.interface = "e7";
        QCOMPARE(node.bed.node->applyImpairment(spec, soon()).error().code, ErrorCode::InvalidInput);
        tools.add("unshare", "exit 1");
        QVERIFY(!node.bed.node->impairAbility(soon())->rights);
        QCOMPARE(node.bed.node->applyImpairment(delayed(), soon()).error().code, ErrorCode::Denied);
        QCOMPARE(node.bed.request("impair.apply", {{"spec", 3}}).error().code, ErrorCode::Protocol);
        QVERIFY(!tools.areSetUp() && node.records().empty());
        spec = delayed();
        spec.peers.front().delay = 0ns;
        QCOMPARE(node.bed.node->applyImpairment(spec, soon())->backend, impair::Backend::Nothing);
    }

    void theOwnSshConnectionIsProtected()
    {
        const std::string program = QCoreApplication::applicationFilePath().toStdString();
        const Command direct{{program, "ssh"}, {{"SSH_CONNECTION", "192.0.2.7 50000 192.0.2.1 2222"}}, {}};
        QCOMPARE(runCommand(direct, soon())->out, std::string("192.0.2.7 22 2222 "));
        // As sudo does it: only a program above has the variable.
        const Command below{{"/bin/sh", "-c", "env -u SSH_CONNECTION " + program + " ssh; :"},
                            {{"SSH_CONNECTION", "192.0.2.7 50000 192.0.2.1 22"}},
                            {}};
        QCOMPARE(runCommand(below, soon())->out, std::string("192.0.2.7 22 "));
    }
};

int main(int argc, char** argv)
{
    if (argc == 2 && std::string_view(argv[1]) == "ssh")
        return printProtected();
    QCoreApplication application(argc, argv);
    TestNodeImpairment test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_node_impairment.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/hosts/host_list.h"

#include "core/base/file_io.h"
#include "core/base/random.h"
#include "core/base/text.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::cluster;
using namespace millrace::hosts;

namespace {

HostList read(std::string_view text, std::optional<HostFormat> format = {})
{
    auto list = readHosts(text, format);
    return list ? *std::move(list) : HostList{};
}

/// "name=user@address:port*slots/most"
QString linesOf(const HostList& list)
{
    QStringList lines;
    for (const HostEntry& host : list.hosts)
        lines << QString("%1=%2*%3/%4")
                     .arg(host.name.c_str(), sshDestination(host).c_str())
                     .arg(host.slots)
                     .arg(host.maximumSlots);
    return lines.join(" ");
}

QString issuesOf(const HostList& list)
{
    QStringList lines;
    for (const Issue& issue : list.issues)
        lines << QString::fromStdString(issueText(issue));
    return lines.join("\n");
}

const std::string sshConfig = R"(# mine
Include conf.d/*
Host gate
    HostName gate.example.org
host=node1 node2 "node3"  # behind the gate
    ProxyJump gate
Host *.lab !bad.lab n?de
    User me
Match host node1 exec "test -f x"
    Port 23
  HOST	node4
)";

} // namespace

class TestHostList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesOfAnSshConfiguration()
    {
        HostList list = read(sshConfig);
        QCOMPARE(linesOf(list),
                 QString("gate=gate.example.org*1/0 node1=node1*1/0 node2=node2*1/0 node3=node3*1/0 node4=node4*1/0"));
        QCOMPARE(issuesOf(list),
                 QString("line 2: included files are not read here\n"
                         "line 9: a Match block names no hosts; its settings are left out\n"
                         "node1 is reached through gate, which a node cannot say; write it as ProxyJump for node1 into "
                         "your ssh configuration (3 times)"));
        QVERIFY(list.hosts[0].isJump && !list.hosts[1].isJump);
    }

    void settingsOfAForeignSshConfiguration()
    {
        const HostList list = read("User everybody\n"
                                   "Host gpu-a gpu-b\n  HostName %h.cluster.example\n  Port 2222\n  User first\n"
                                   "Host gpu-* !gpu-b\n  User second\n  IdentityFile ~/.ssh/lab\n  Compression yes\n"
                                   "Host gpu-b\n  ProxyJump me@door:22,inner\nHost door inner\n");
        QCOMPARE(
            linesOf(list),
            QString("gpu-a=everybody@gpu-a.cluster.example:2222*1/0 gpu-b=everybody@gpu-b.cluster.example:2222*1/0 "
                    "door=everybody@door*1/0 inner=everybody@inner*1/0"));
        QCOMPARE(list.hosts[0].identityFile, std::string("~/.ssh/lab"));
        QVERIFY(list.hosts[1].identityFile.empty());
        QVERIFY(list.hosts[2].isJump && list.hosts[3].isJump && !list.hosts[0].isJump);
        const QString issues = issuesOf(list);
        for (const char* part : {"line 9: Compression is left out", "gpu-a has its own key file, ~/.ssh/lab",
                                 "gpu-b is reached through me@door:22,inner"})
            QVERIFY2(issues.contains(part), qPrintable(issues));
    }

    void theUsersOwnSshConfigurationIsLeftToSsh()
    {
        const auto folder = TemporaryFolder::make("hosts");
        qputenv("HOME", folder->path().c_str());
        const char* text = "Host a\n  HostName 10.0.0.1\n  ProxyJump b\n  Port 23\nHost b\n";
        std::filesystem::create_directories(folder->path() / ".ssh");
        QVERIFY(writeFileAtomically(folder->path() / ".ssh/config", text));
        QVERIFY(writeFileAtomically(folder->path() / "config", text));
        const auto own = readHostFile(folder->path() / ".ssh/config");
        QCOMPARE(linesOf(*own), QString("a=a*1/0 b=b*1/0"));
        QVERIFY(own->hosts[1].isJump);
        QVERIFY2(own->issues.empty(), qPrintable(issuesOf(*own)));
        const auto foreign = readHostFile(folder->path() / "config");
        QCOMPARE(linesOf(*foreign), QString("a=10.0.0.1:23*1/0 b=b*1/0"));
        QCOMPARE(foreign->issues.size(), std::size_t(1));
    }

    void includedFiles()
    {
        const auto folder = TemporaryFolder::make("hosts");
        const auto home = folder->path();
        qputenv("HOME", home.c_str());
        std::filesystem::create_directories(home / ".ssh/conf.d");
        QVERIFY(writeFileAtomically(home / ".ssh/config", sshConfig));
        QVERIFY(writeFileAtomically(home / ".ssh/conf.d/a", "Host lab1\nInclude ~/more\n"));
        QVERIFY(writeFileAtomically(home / ".ssh/conf.d/b", "Host lab2 -oProxyCommand=x $(reboot)\n"));
        QVERIFY(writeFileAtomically(home / "more", "Host lab0\nInclude ~/more\n"));
        const auto list = readHostFile(home / ".ssh/config");
        QVERIFY(list);
        QStringList names;
        for (const HostEntry& host : list->hosts)
            names << host.name.c_str();
        QCOMPARE(names.join(" "), QString("lab1 lab0 lab2 gate node1 node2 node3 node4"));
        const QString issues = issuesOf(*list);
        QVERIFY2(issues.contains("files are included more than 16 deep"), qPrintable(issues));
        QVERIFY2(issues.contains("conf.d/b:1: \"-oProxyCommand=x\" cannot be the name of a host (2 times)"),
                 qPrintable(issues));
        QVERIFY(!readHostFile(home / "nothing"));
    }

    void mpiFiles()
    {
        const HostList open = read("# cluster\nnode0 slots=4 max_slots=8\nnode1 slots=2\nme@node2\nnode1 slots=2\n"
                                   "node3 slots=9 max-slots=3\nnode4 slots=x\n^node4\n+n0\n");
        QCOMPARE(linesOf(open), QString("node0=node0*4/8 node1=node1*4/0 node2=me@node2*1/0 node3=node3*3/3"));
        QCOMPARE(issuesOf(open),
                 QString("line 4: node2 has no number of slots; one for each line is taken (2 times)\n"
                         "line 7: \"slots=x\" is not a number of slots from 1 to 65536\n"
                         "line 9: \"+n0\" refers to hosts of a resource manager; list their names"));
        const HostList hydra = read("a:4\r\nb:2 binding=user:1\r\nc\r\nfe80::1\r\n");
        QCOMPARE(linesOf(hydra), QString("a=a*4/0 b=b*2/0 c=c*1/0 fe80::1=fe80::1*1/0"));
        QCOMPARE(linesOf(read("h\nh\nh\n")), QString("h=h*3/0"));
    }

    void kungFu()
    {
        const HostList list = read("10.0.0.1:4:front1,10.0.0.2:2, 10.0.0.3");
        QCOMPARE(list.format, HostFormat::KungFuList);
        QCOMPARE(linesOf(list), QString("10.0.0.1=front1*4/0 10.0.0.2=10.0.0.2*2/0 10.0.0.3=10.0.0.3*1/0"));
        QCOMPARE(list.hosts[0].nicAddress, std::string("10.0.0.1"));
        QCOMPARE(read("127.0.0.1:8:127.0.0.1").hosts.size(), std::size_t(1));
        const HostList file = read("10.0.0.1 slots=4 public_addr=front1\n# x\n10.0.0.2\nn3 slots=1\n10.0.0.4 max=3\n"
                                   "10.0.0.2 slots=3\n");
        QCOMPARE(file.format, HostFormat::KungFuFile);
        QCOMPARE(linesOf(file), QString("10.0.0.1=front1*4/0 10.0.0.2=10.0.0.2*1/0"));
        QCOMPARE(issuesOf(file),
                 QString("line 4: \"n3\" is not an IPv4 address; KungFu takes no names here\n"
                         "line 5: expected slots=N or public_addr=NAME, found \"max=3\"; KungFu rejects the file\n"
                         "line 6: duplicate 10.0.0.2; the first one is used"));
        const HostList bad = read("10.0.0.1:0,10.0.0.2:1:a:b,10.0.0.3:2", HostFormat::KungFuList);
        QCOMPARE(linesOf(bad), QString("10.0.0.3=10.0.0.3*2/0"));
        QCOMPARE(issuesOf(bad), QString("host 1: \"10.0.0.1:0\" is not ip:slots:public address (2 times)"));
    }

    void slurm()
    {
        const HostList list = read("node[01-02],gpu1,node02\n");
        QCOMPARE(linesOf(list), QString("node01=node01*1/0 node02=node02*1/0 gpu1=gpu1*1/0"));
        QCOMPARE(issuesOf(list), QString("host list: node02 is listed twice"));
        QVERIFY(!readHosts("n[1-1000000]"));
    }

    void sniffing_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("format");
        QTest::newRow("ssh") << "\n# x\nHost a\n  Port 2\n"
                             << "ssh";
        QTest::newRow("ssh include") << "Include x\n"
                                     << "ssh";
        QTest::newRow("ini") << "[web]\na\nb\n"
                             << "ansible";
        QTest::newRow("ini with comment") << "[web] # c\na\n"
                                          << "ansible";
        QTest::newRow("ini without groups") << "a ansible_host=10.0.0.1\n"
                                            << "ansible";
        QTest::newRow("ini ranges") << "a[01:50]\nb\n"
                                    << "ansible";
        QTest::newRow("ini range") << "a[01:50]"
                                   << "ansible";
        QTest::newRow("yaml") << "---\nall:\n  hosts:\n"
                              << "ansible-yaml";
        QTest::newRow("yaml without marks") << "# c\nall:\n  hosts:\n    a:\n"
                                            << "ansible-yaml";
        QTest::newRow("mpi") << "a slots=2\n"
                             << "mpi";
        QTest::newRow("hydra") << "a:4\nb:4\n"
                               << "mpi";
        QTest::newRow("one hydra") << "a:4"
                                   << "mpi";
        QTest::newRow("names") << "a\nb\n"
                               << "mpi";
        QTest::newRow("kungfu") << "10.0.0.1:4,10.0.0.2:4"
                                << "kungfu";
        QTest::newRow("kungfu one") << "10.0.0.1:4:pub"
                                    << "kungfu";
        QTest::newRow("kungfu file") << "10.0.0.1 slots=4 public_addr=x\n"
                                     << "kungfu-file";
        QTest::newRow("slurm") << "n[1-4]"
                               << "slurm";
        QTest::newRow("slurm names") << "a,b"
                                     << "slurm";
        QTest::newRow("nothing") << ""
                                 << "mpi";
    }

    void sniffing()
    {
        QFETCH(QString, text);
        QFETCH(QString, format);
        QCOMPARE(QString::fromUtf8(hostFormatName(sniffHostFormat(text.toStdString())).data()), format);
        QVERIFY(parseHostFormat(format.toStdString()) == sniffHostFormat(text.toStdString()));
    }

    void aClusterOfAList()
    {
        HostList list = read("[west]\nw[1:2] ansible_user=me ansible_port=2222\n[east]\nbox ansible_host=10.1.0.1 "
                             "ansible_ssh_private_key_file=~/k\nw/1\n");
        const Cluster cluster = toCluster(list, "lab");
        QCOMPARE(cluster.name, std::string("lab"));
        QCOMPARE(cluster.nodes.size(), std::size_t(4));
        QCOMPARE(cluster.nodes[0], (Node{"w1", "west", "me@w1:2222", 1, {Nic{"", "", 0, 0}}}));
        QCOMPARE(cluster.nodes[2], (Node{"box", "east", "10.1.0.1", 1, {Nic{"", "", 0, 0}}}));
        QCOMPARE(cluster.nodes[3].name, std::string("w-1"));
        QVERIFY(!hasErrors(validate(cluster)));
        QVERIFY(issuesOf(list).contains("box has its own key file, ~/k"));
        HostList same = read("a b\na+b\na:b\n", HostFormat::SlurmList);
        const Cluster unique = toCluster(same, "x");
        QCOMPARE(unique.nodes.size(), std::size_t(3)); // "b" is no port
        QCOMPARE(unique.nodes[2].name, std::string("a-b"));
        QVERIFY(issuesOf(same).contains("'a:b' is not a place that ssh could reach"));
    }

    void groups()
    {
        HostList list = read("[west]\na\nb\n[east]\nc\n");
        QVERIFY(selectGroup(list, "east"));
        QCOMPARE(linesOf(list), QString("c=c*1/0"));
        const auto none = selectGroup(list, "north");
        QCOMPARE(none.error().text(), std::string("the list has no group \"north\"; its groups are east"));
        HostList plain = read("a\n");
        QCOMPARE(selectGroup(plain, "x").error().text(), std::string("the list has no group \"x\"; it has no groups"));
    }

    void moreNodesThanAClusterHas()
    {
        HostList list = read("n[1-5000]");
        QCOMPARE(list.hosts.size(), std::size_t(5000));
        QCOMPARE(toCluster(list, "x").nodes.size(), std::size_t(4096));
        QVERIFY(hasErrors(list.issues));
    }

    void refusals()
    {
        QVERIFY(!readHosts(std::string("a\0b", 3)));
        QVERIFY(!readHosts(std::string((8 << 20) + 1, 'a')));
        QCOMPARE(issuesOf(read("# nothing\n")), QString("no host was found, read as mpi"));
    }

    void damagedTextsGiveAnAnswer()
    {
        const std::string texts[] = {
            sshConfig,
            "node0 slots=4 max_slots=8\n^x\nme@n:3\n",
            "10.0.0.1:4:front1,10.0.0.2:2",
            "10.0.0.1 slots=4 public_addr=f\n",
            "node[01-04,07],gpu[1-2]n[1-2]",
            "[w]\na[1:3] ansible_host='x y'\n[w:vars]\nk=v\n[z:children]\nw\n",
            "all:\n  children:\n    w:\n      hosts: {a: {ansible_port: 3}, 'b[1:2]': }\n      vars: &v {x: 1}\n"};
        Random random(5);
        for (std::size_t i = 0; i < std::size(texts); ++i)
            for (int round = 0; round < 600; ++round) {
                std::string text = texts[i].substr(0, round % 2 ? texts[i].size() : random.below(texts[i].size()));
                for (auto changes = random.below(4); changes > 0 && !text.empty(); --changes)
                    text[random.below(text.size())] = static_cast<char>(1 + random.below(255));
                for (std::size_t format = 0; format < hostFormatNames().size(); ++format) {
                    auto list = readHosts(text, static_cast<HostFormat>(format));
                    if (!list)
                        continue;
                    for (const HostEntry& host : list->hosts)
                        QVERIFY(!host.name.empty() && host.name.front() != '-' && host.slots >= 1);
                    for (const Issue& issue : validate(toCluster(*list, "x")))
                        QVERIFY2(issue.kind == "no-nodes", issueText(issue).c_str());
                }
            }
    }
};

QTEST_APPLESS_MAIN(TestHostList)
#include "tst_host_list.moc"

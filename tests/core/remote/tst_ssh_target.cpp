// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/ssh_target.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::remote;
using namespace std::chrono_literals;

namespace {

/// What OpenSSH 9.2 prints for a host with many settings, shortened to the lines that matter and some that do not.
constexpr const char* printed = R"(host gpu
user alice
hostname gpu.example.org
port 2201
addressfamily any
batchmode no
compression yes
hashknownhosts yes
identitiesonly yes
stricthostkeychecking accept-new
connecttimeout 7
ciphers aes256-gcm@openssh.com
preferredauthentications publickey,keyboard-interactive
identityfile ~/.ssh/id_%h_%r
identityfile "/keys/a b"
identityagent SSH_AUTH_SOCK
hostkeyalias Gpu-Cluster
proxyjump bob@gate:22,inner
globalknownhostsfile /etc/ssh/ssh_known_hosts /etc/ssh/ssh_known_hosts2
userknownhostsfile /users/alice/.ssh/known_hosts /dev/null
)";

SshTarget parsed(std::string_view text)
{
    const auto target = parseSshConfiguration("gpu", text, "/users/alice", "/run/agent");
    return target ? *target : SshTarget{};
}

} // namespace

class TestSshTarget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatSshPrints()
    {
        const SshTarget target = parsed(printed);
        QCOMPARE(target.destination, std::string("gpu"));
        QCOMPARE(target.host, std::string("gpu.example.org"));
        QCOMPARE(int(target.port), 2201);
        QCOMPARE(target.user, std::string("alice"));
        QCOMPARE(target.identityFiles,
                 (std::vector<std::filesystem::path>{"/users/alice/.ssh/id_gpu.example.org_alice", "/keys/a b"}));
        QCOMPARE(target.identityAgent, std::filesystem::path("/run/agent"));
        QVERIFY(target.identitiesOnly && target.hashKnownHosts && target.compression);
        QCOMPARE(target.proxyJump, std::string("bob@gate:22,inner"));
        QVERIFY(target.proxyCommand.empty());
        QCOMPARE(target.userKnownHosts, (std::vector<std::filesystem::path>{"/users/alice/.ssh/known_hosts"}));
        QCOMPARE(target.globalKnownHosts.size(), std::size_t(2));
        QVERIFY(target.checking == HostKeyChecking::AcceptNew);
        QCOMPARE(target.connectTimeout, 7s);
        QCOMPARE(target.authentications, (std::vector<std::string>{"publickey", "keyboard-interactive"}));
        QCOMPARE(target.ciphers, std::string("aes256-gcm@openssh.com"));
        QCOMPARE(target.keyName(), std::string("gpu-cluster"));
    }

    void defaultsAreNoChoices()
    {
        const SshTarget target =
            parsed("hostname H\nport 22\nuser u\nstricthostkeychecking false\nproxycommand none\n"
                   "proxyjump none\nconnecttimeout none\nciphers chacha20-poly1305@openssh.com,"
                   "aes128-gcm@openssh.com,aes256-gcm@openssh.com,aes128-ctr,aes192-ctr,aes256-ctr\n"
                   "identityagent none\nidentityfile none\n");
        QVERIFY(target.ciphers.empty() && target.proxyCommand.empty() && target.proxyJump.empty());
        QVERIFY(target.identityAgent.empty() && target.identityFiles.empty());
        QCOMPARE(target.connectTimeout, 0s);
        // "no" is no reason to accept a changed key, nor to ask.
        QVERIFY(target.checking == HostKeyChecking::AcceptNew);
        QCOMPARE(target.keyName(), std::string("h"));
        QCOMPARE(parsed("hostname H\nport 2022\n").keyName(), std::string("[h]:2022"));
    }

    void tokensAndVariables()
    {
        qputenv("MR_KEYS", "/some/keys");
        const SshTarget target = parsed("hostname h\nport 23\nuser u\nidentityagent $MR_KEYS\n"
                                        "identityfile ${MR_KEYS}/%n.%p\nproxycommand nc -x %% %h %p %r\n");
        QCOMPARE(target.identityFiles.at(0), std::filesystem::path("/some/keys/gpu.23"));
        QCOMPARE(target.identityAgent, std::filesystem::path("/some/keys"));
        QCOMPARE(target.proxyCommand, std::string("nc -x % h 23 u"));
    }

    void refusesNonsense()
    {
        for (const char* text :
             {"", "hostname\nport 22\n", "hostname h\n", "hostname h\nport 0\n", "hostname h\nport 65536\n"})
            QVERIFY(!parseSshConfiguration("x", text, "/", ""));
        // Cut anywhere it reads or refuses, and never does worse.
        const std::string whole = printed;
        for (std::size_t i = 0; i < whole.size(); ++i)
            static_cast<void>(parseSshConfiguration("x", whole.substr(0, i), "/", ""));
    }

    void destinations_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("user");
        QTest::addColumn<int>("port");
        QTest::newRow("alias") << "gpu"
                               << "gpu"
                               << "" << 0;
        QTest::newRow("user") << "alice@gpu"
                              << "gpu"
                              << "alice" << 0;
        QTest::newRow("port") << "gpu:2022"
                              << "gpu"
                              << "" << 2022;
        QTest::newRow("all") << " alice@10.0.0.1:22 "
                             << "10.0.0.1"
                             << "alice" << 22;
        QTest::newRow("url") << "ssh://alice@gpu:2022/"
                             << "gpu"
                             << "alice" << 2022;
        QTest::newRow("mail user") << "a@b@gpu"
                                   << "gpu"
                                   << "a@b" << 0;
        QTest::newRow("v6") << "fe80::1"
                            << "fe80::1"
                            << "" << 0;
        QTest::newRow("v6 port") << "u@[fe80::1]:23"
                                 << "fe80::1"
                                 << "u" << 23;
    }
    void destinations()
    {
        QFETCH(QString, text);
        QFETCH(QString, host);
        QFETCH(QString, user);
        QFETCH(int, port);
        const auto result = parseDestination(text.toStdString());
        QVERIFY(result);
        QCOMPARE(QString::fromStdString(result->host), host);
        QCOMPARE(QString::fromStdString(result->user), user);
        QCOMPARE(int(result->port), port);
    }

    void dangerousDestinations()
    {
        for (const char* text : {"", "-oProxyCommand=id", "u@-x", "-l@h", "h;id", "h`id`", "$(id)", "a b", "h:0",
                                 "h:65536", "h:x", "[::1", "[::1]x", "h\nx", "u@", "h'", "ssh://"}) {
            const auto result = parseDestination(text);
            QVERIFY2(!result, text);
            QVERIFY(result.error().code == ErrorCode::InvalidInput);
        }
    }

    void routes()
    {
        const auto folder = QTemporaryDir();
        const std::string file = folder.filePath(QStringLiteral("config")).toStdString();
        QFile out(QString::fromStdString(file));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("Host far\n HostName 10.0.0.9\n ProxyJump first,carol@second:2022\n"
                  "Host first\n HostName 10.0.0.1\n User bob\n ProxyJump zero\n"
                  "Host second\n HostName 10.0.0.2\n ProxyJump elsewhere\n"
                  "Host ring\n ProxyJump back\nHost back\n ProxyJump ring\n"
                  "Include more\n");
        out.close();
        ResolveOptions options;
        options.configuration = file;
        const auto route = resolveRoute("alice@far:23", options, std::chrono::steady_clock::now() + 10s);
        if (!route && route.error().text().find("ssh") == std::string::npos)
            QSKIP("OpenSSH is not installed");
        QVERIFY2(route, route ? "" : route.error().text().c_str());
        std::vector<std::string> places;
        for (const SshTarget& hop : *route)
            places.push_back(hop.user + "@" + hop.host + ":" + std::to_string(hop.port));
        QCOMPARE(places.size(), std::size_t(4));
        QVERIFY(places[0].ends_with("@zero:22"));
        QCOMPARE(places[1], std::string("bob@10.0.0.1:22"));
        QCOMPARE(places[2], std::string("carol@10.0.0.2:2022"));
        QCOMPARE(places[3], std::string("alice@10.0.0.9:23"));
        const auto ring = resolveRoute("ring", options, std::chrono::steady_clock::now() + 20s);
        QVERIFY(!ring);
        QVERIFY2(ring.error().text().find("circle") != std::string::npos, ring.error().text().c_str());
        options.configuration = "/no/such/file";
        QVERIFY(!resolveRoute("x", options, std::chrono::steady_clock::now() + 10s));
    }
};

QTEST_APPLESS_MAIN(TestSshTarget)
#include "tst_ssh_target.moc"

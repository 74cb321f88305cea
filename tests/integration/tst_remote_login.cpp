// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Who may log in and which server is trusted: real OpenSSH servers.

#include "core/base/text.h"
#include "tests/integration/ssh_bed.h"

#include <QtTest>

#include <arpa/inet.h>
#include <csignal>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace millrace;
using namespace millrace::remote;
using namespace millrace::tests;
using namespace std::chrono_literals;

namespace {

bool says(const Error& error, std::string_view text)
{
    return error.text().find(text) != std::string::npos;
}

} // namespace

class TestRemoteLogin : public QObject
{
    Q_OBJECT

    std::unique_ptr<SshBed> m_bed;
    ScriptedPrompts m_prompts;
    Prompts m_nobody;

    Result<std::shared_ptr<SshHost>> connect(const std::string& name, Prompts& prompts, Nanoseconds longest = 10s)
    {
        return connectHost(name, m_bed->options(), prompts, deadlineIn(longest));
    }
    std::string path(const std::string& name) const { return (m_bed->folder() / name).string(); }
    /// An alias of n1 with further settings.
    std::string alias(const std::string& settings)
    {
        static int number = 0;
        const std::string name = "case" + std::to_string(++number);
        m_bed->configure("Host " + name + "\n  HostName 10.78.0.1\n" + settings);
        return name;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (::geteuid() != 0)
            QSKIP("needs root");
        m_bed = std::make_unique<SshBed>(2, std::vector<std::string>{"--pam", "correct horse"});
    }
    void cleanupTestCase() { m_bed.reset(); }
    void init()
    {
        m_prompts.keyQuestions = 0;
        m_prompts.passphraseQuestions = 0;
        m_prompts.keyboardQuestions = 0;
    }

    void knownKeyAsksNothing()
    {
        const auto host = connect("n1", m_prompts);
        QVERIFY2(host, host ? "" : host.error().text().c_str());
        QCOMPARE(m_prompts.keyQuestions.load(), 0);
        QCOMPARE((*host)->name(), std::string("n1"));
    }

    void unknownKey()
    {
        const std::string known = path("own_known_hosts");
        const std::string name = alias("  StrictHostKeyChecking ask\n  UserKnownHostsFile " + known + "\n");
        // Nobody to ask, refused, once, remembered, known.
        auto host = connect(name, m_nobody);
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Untrusted);
        QVERIFY2(says(host.error(), "there is no terminal to ask"), host.error().text().c_str());
        m_prompts.keyAnswer = HostKeyAnswer::Refuse;
        host = connect(name, m_prompts);
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Untrusted);
        QCOMPARE(m_prompts.lastKey.keyType, std::string("ssh-ed25519"));
        const auto listed = SshBed::here({"ssh-keygen", "-l", "-f", path("hostkey.n1.pub")}).out;
        QVERIFY(m_prompts.lastKey.fingerprint.starts_with("SHA256:"));
        QVERIFY2(listed.find(m_prompts.lastKey.fingerprint) != std::string::npos, listed.c_str());
        QVERIFY(!std::filesystem::exists(known));
        m_prompts.keyAnswer = HostKeyAnswer::Once;
        QVERIFY(connect(name, m_prompts));
        QVERIFY(!std::filesystem::exists(known));
        m_prompts.keyAnswer = HostKeyAnswer::Remember;
        QVERIFY(connect(name, m_prompts));
        QCOMPARE(m_prompts.keyQuestions.load(), 3);
        QVERIFY(connect(name, m_nobody));
        // OpenSSH reads what was written.
        QCOMPARE(
            SshBed::here({"ssh", "-F", path("ssh_config"), "-o", "StrictHostKeyChecking=yes", name, "echo", "yes"}).out,
            std::string("yes\n"));
        // A hashed file holds as well.
        QVERIFY(SshBed::here({"ssh-keygen", "-q", "-H", "-f", known}).succeeded());
        QVERIFY(must(readFile(known), "known").starts_with("|1|"));
        QVERIFY(connect(name, m_nobody));
        const std::string strict = alias("  StrictHostKeyChecking yes\n  UserKnownHostsFile /dev/null\n");
        host = connect(strict, m_prompts);
        QVERIFY(!host && says(host.error(), "StrictHostKeyChecking"));
        QCOMPARE(m_prompts.keyQuestions.load(), 3);
    }

    void changedKeyStopsWithoutAQuestion()
    {
        const std::string other = std::string(trim(must(readFile(path("hostkey.n2.pub")), "key")));
        const std::string known = path("changed_known_hosts");
        QVERIFY(writeFileAtomically(known, "# a comment\n10.78.0.1 " + other.substr(0, other.rfind(' ')) + "\n"));
        m_prompts.keyAnswer = HostKeyAnswer::Remember;
        for (const char* checking : {"ask", "no", "yes", "accept-new"}) {
            const auto host = connect(
                alias("  StrictHostKeyChecking " + std::string(checking) + "\n  UserKnownHostsFile " + known + "\n"),
                m_prompts);
            QVERIFY(!host);
            QCOMPARE(host.error().code, ErrorCode::Untrusted);
            QVERIFY2(says(host.error(), "has changed"), host.error().text().c_str());
            QVERIFY2(says(host.error(), "line 2 of " + known), host.error().text().c_str());
            QVERIFY2(says(host.error(), "ssh-keygen -f '" + known + "' -R '10.78.0.1'"), host.error().text().c_str());
        }
        QCOMPARE(m_prompts.keyQuestions.load(), 0);
        // The remedy that the sentence names is one.
        QVERIFY(SshBed::here({"ssh-keygen", "-f", known, "-R", "10.78.0.1"}).succeeded());
        QVERIFY(connect(alias("  StrictHostKeyChecking ask\n  UserKnownHostsFile " + known + "\n"), m_prompts));
    }

    void revokedKey()
    {
        const std::string own = must(readFile(path("hostkey.n1.pub")), "key");
        const std::string known = path("revoked_known_hosts");
        QVERIFY(writeFileAtomically(known, "@revoked * " + own));
        const auto host = connect(alias("  UserKnownHostsFile " + path("known_hosts") + " " + known + "\n"), m_prompts);
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Untrusted);
        QVERIFY2(says(host.error(), "revoked"), host.error().text().c_str());
    }

    void otherPortsAndKeyAliases()
    {
        m_bed->startServer("n1", {"-p", "2222", "-o", "PidFile=none"});
        const std::string key = must(readFile(path("hostkey.n1.pub")), "key");
        const std::string known = path("port_known_hosts");
        QVERIFY(writeFileAtomically(known, "[10.78.0.1]:2222 " + key));
        const std::string other = alias("  Port 2222\n  UserKnownHostsFile " + known + "\n");
        // The second server takes a moment to listen.
        std::string why;
        const auto reached = [&] {
            const auto host = connect(other, m_nobody);
            why = host ? "" : host.error().text();
            return bool(host);
        };
        QTRY_VERIFY2(reached(), why.c_str());
        QVERIFY(writeFileAtomically(known, "the-machine " + key));
        QVERIFY(
            connect(alias("  Port 2222\n  HostKeyAlias the-machine\n  UserKnownHostsFile " + known + "\n"), m_nobody));
        // The destination may carry user and port itself.
        QVERIFY(writeFileAtomically(known, "[10.78.0.1]:2222 " + key));
        m_bed->configure("Host 10.78.0.1\n  UserKnownHostsFile " + known + "\n");
        const auto host = connect("ssh://root@10.78.0.1:2222", m_nobody);
        QVERIFY2(host, host ? "" : host.error().text().c_str());
    }

    void wrongKey()
    {
        const auto host =
            connect(alias("  IdentityFile " + path("id_wrong") + "\n  PreferredAuthentications publickey\n"), m_nobody);
        // Both identities hold for the alias: the general one comes second.
        QVERIFY(host);
        const auto refused = connectHost(
            "root@10.78.0.2",
            [&] {
                ConnectOptions options = m_bed->options();
                const std::string file = path("wrong_config");
                if (!writeFileAtomically(file,
                                         "Host *\n  IdentityFile " + path("id_wrong")
                                             + "\n  IdentitiesOnly yes\n  IdentityAgent none\n  "
                                               "PreferredAuthentications publickey\n  UserKnownHostsFile "
                                             + path("known_hosts") + "\n"))
                    std::abort();
                options.resolve.configuration = file;
                return options;
            }(),
            m_nobody, deadlineIn(10s));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Denied);
        QVERIFY2(says(refused.error(), "publickey, keyboard-interactive") && says(refused.error(), path("id_wrong")),
                 refused.error().text().c_str());
        QVERIFY2(says(refused.error(), "ssh-copy-id"), refused.error().text().c_str());
    }

    void passphrase()
    {
        const std::string key = path("id_secret");
        QVERIFY(SshBed::here({"ssh-keygen", "-q", "-t", "ed25519", "-N", "open sesame", "-f", key}).succeeded());
        m_bed->inside(
            "n2",
            {"sh", "-c",
             "echo '" + std::string(trim(must(readFile(key + ".pub"), "key"))) + "' >> /run/authorized_keys"});
        const std::string file = path("secret_config");
        QVERIFY(writeFileAtomically(file,
                                    "Host *\n  User root\n  IdentityFile " + key
                                        + "\n  IdentitiesOnly yes\n  IdentityAgent none\n  PreferredAuthentications "
                                          "publickey\n  UserKnownHostsFile "
                                        + path("known_hosts") + "\n"));
        ConnectOptions options;
        options.resolve.configuration = file;
        auto host = connectHost("10.78.0.2", options, m_nobody, deadlineIn(10s));
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Denied);
        QVERIFY2(says(host.error(), "ssh-add " + key), host.error().text().c_str());
        m_prompts.passphraseAnswer = "wrong";
        host = connectHost("10.78.0.2", options, m_prompts, deadlineIn(10s));
        QVERIFY(!host && host.error().code == ErrorCode::Denied);
        QCOMPARE(m_prompts.passphraseQuestions.exchange(0), 3);
        m_prompts.passphraseAnswer = "open sesame";
        host = connectHost("10.78.0.2", options, m_prompts, deadlineIn(10s));
        QVERIFY2(host, host ? "" : host.error().text().c_str());
        QCOMPARE(m_prompts.passphraseQuestions.exchange(0), 1);
        // Eight connections of one pool: one question. A server that does not take the key: none.
        SessionPool pool(options, m_prompts);
        std::vector<std::string> places;
        for (int i = 0; i < 8; ++i)
            places.push_back("ssh://root@10.78.0.2:22" + std::string(static_cast<std::size_t>(i), '/'));
        for (const auto& one : pool.hosts(places, deadlineIn(10s)))
            QVERIFY2(one, one ? "" : one.error().text().c_str());
        QCOMPARE(m_prompts.passphraseQuestions.exchange(0), 1);
        QVERIFY(!connectHost("10.78.0.1", options, m_prompts, deadlineIn(10s)));
        QCOMPARE(m_prompts.passphraseQuestions.load(), 0);
    }

    void agent()
    {
        const std::string socket = path("agent.sock");
        auto agent = ChildProcess::start({{"ssh-agent", "-D", "-a", socket}, {}, {}});
        QVERIFY(agent);
        QTRY_VERIFY(std::filesystem::exists(socket));
        const Command add{{"ssh-add", "-q", path("id_wrong"), path("id_ed25519")}, {{"SSH_AUTH_SOCK", socket}}, {}};
        QVERIFY(must(runCommand(add, deadlineIn(5s)), "ssh-add").succeeded());
        const std::string file = path("agent_config");
        const std::string common = "  User root\n  IdentityAgent " + socket
            + "\n  PreferredAuthentications publickey\n  UserKnownHostsFile " + path("known_hosts") + "\n";
        QVERIFY(writeFileAtomically(file, "Host *\n  IdentityFile none\n" + common));
        ConnectOptions options;
        options.resolve.configuration = file;
        auto host = connectHost("10.78.0.2", options, m_nobody, deadlineIn(10s));
        QVERIFY2(host, host ? "" : host.error().text().c_str());
        // IdentitiesOnly: of the agent's keys only those that are named, here by the public part alone.
        std::filesystem::create_directory(path("public"));
        std::filesystem::copy_file(path("id_ed25519.pub"), path("public/id.pub"));
        std::filesystem::copy_file(path("id_wrong.pub"), path("public/wrong.pub"));
        QVERIFY(writeFileAtomically(
            file, "Host *\n  IdentitiesOnly yes\n  IdentityFile " + path("public/id") + "\n" + common));
        host = connectHost("10.78.0.2", options, m_nobody, deadlineIn(10s));
        QVERIFY2(host, host ? "" : host.error().text().c_str());
        QVERIFY(writeFileAtomically(
            file, "Host *\n  IdentitiesOnly yes\n  IdentityFile " + path("public/wrong") + "\n" + common));
        host = connectHost("10.78.0.2", options, m_nobody, deadlineIn(10s));
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Denied);
    }

    void keyboardInteractive()
    {
        const std::string file = path("keyboard_config");
        QVERIFY(
            writeFileAtomically(file,
                                "Host *\n  User root\n  IdentityFile none\n  IdentityAgent none\n  UserKnownHostsFile "
                                    + path("known_hosts") + "\n"));
        ConnectOptions options;
        options.resolve.configuration = file;
        m_prompts.keyboardAnswer = "correct horse";
        auto host = connectHost("10.78.0.2", options, m_prompts, deadlineIn(10s));
        QVERIFY2(host, host ? "" : host.error().text().c_str());
        QCOMPARE(m_prompts.keyboardQuestions.exchange(0), 1);
        QVERIFY2(m_prompts.lastKeyboard.lines.at(0).prompt.find("Password") != std::string::npos,
                 m_prompts.lastKeyboard.lines.at(0).prompt.c_str());
        QVERIFY(!m_prompts.lastKeyboard.lines.at(0).visible);
        host = connectHost("10.78.0.2", options, m_nobody, deadlineIn(10s));
        QVERIFY(!host);
        QVERIFY2(says(host.error(), "there is no terminal to ask"), host.error().text().c_str());
        m_prompts.keyboardAnswer = "wrong";
        host = connectHost("10.78.0.2", options, m_prompts, deadlineIn(30s));
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Denied);
        QCOMPARE(m_prompts.keyboardQuestions.load(), 3);
    }

    void refusedAndSilentServers()
    {
        auto host = connect(alias("  Port 9\n"), m_nobody);
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Unreachable);
        QVERIFY2(says(host.error(), "10.78.0.1 port 9 refuses"), host.error().text().c_str());
        // Nobody has that address.
        m_bed->configure("Host nobody\n  HostName 10.78.0.77\n");
        QElapsedTimer timer;
        timer.start();
        host = connect("nobody", m_nobody, 1s);
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Unreachable);
        QVERIFY2(timer.elapsed() >= 900 && timer.elapsed() < 2500, std::to_string(timer.elapsed()).c_str());
        // Somebody listens and says nothing.
        const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(4022);
        address.sin_addr.s_addr = ::inet_addr("10.78.0.254");
        QCOMPARE(::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        QCOMPARE(::listen(listener, 5), 0);
        m_bed->configure("Host silent\n  HostName 10.78.0.254\n  Port 4022\n");
        timer.start();
        host = connect("silent", m_nobody, 1s);
        QVERIFY(!host);
        QVERIFY2(says(host.error(), "does not answer"), host.error().text().c_str());
        QVERIFY(timer.elapsed() < 5000);
        std::stop_source source;
        std::jthread canceller([&] {
            std::this_thread::sleep_for(300ms);
            source.request_stop();
        });
        timer.start();
        host = connectHost("silent", m_bed->options(), m_nobody, deadlineIn(20s), {source.get_token(), {}});
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Cancelled);
        QVERIFY2(timer.elapsed() < 5000, std::to_string(timer.elapsed()).c_str());
        ::close(listener);
        m_bed->configure("Host nameless\n  HostName no-such-name.invalid\n");
        host = connect("nameless", m_nobody);
        QVERIFY(!host);
        QVERIFY2(says(host.error(), "Cannot resolve the host name no-such-name.invalid"), host.error().text().c_str());
    }

    void withoutOpenSsh()
    {
        ConnectOptions options = m_bed->options();
        options.resolve.program = "/no/such/ssh";
        const auto host = connectHost("n1", options, m_nobody, deadlineIn(10s));
        QVERIFY2(host, host ? "" : host.error().text().c_str());
    }

    void proxyCommand()
    {
        const auto host =
            connect(alias("  ProxyCommand bash -c 'exec 3<>/dev/tcp/%h/%p; cat <&3 & cat >&3'\n"), m_nobody);
        QVERIFY2(host, host ? "" : host.error().text().c_str());
        QCOMPARE(must((*host)->run({{"hostname"}, {}, {}}, deadlineIn(5s)), "running").out, std::string("n1\n"));
        const auto broken = connect(alias("  ProxyCommand false %h\n"), m_nobody);
        QVERIFY(!broken);
        QCOMPARE(broken.error().code, ErrorCode::Unreachable);
        QVERIFY2(says(broken.error(), "ProxyCommand \"false 10.78.0.1\""), broken.error().text().c_str());
    }
};

int main(int argc, char** argv)
{
    static_cast<void>(enterOwnNetwork());
    QCoreApplication application(argc, argv);
    TestRemoteLogin test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_remote_login.moc"

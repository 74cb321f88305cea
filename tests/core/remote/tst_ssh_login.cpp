// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Who may log in, and which server is trusted: a server of this process on a loopback port.

#include "core/base/process.h"
#include "core/remote/session_pool.h"
#include "tests/fakes/ssh_server.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::remote;
using namespace millrace::test;
using namespace std::chrono_literals;

namespace {

bool says(const Error& error, std::string_view text)
{
    return error.text().find(text) != std::string::npos;
}

/// Gives prepared answers and counts the questions.
class Answers final : public Prompts
{
public:
    HostKeyAnswer key = HostKeyAnswer::Refuse;
    std::string secret; ///< passphrase or answer of keyboard-interactive
    int asked = 0;
    HostKeyQuestion lastKey;
    KeyboardQuestion lastKeyboard;

    Result<HostKeyAnswer> hostKey(const HostKeyQuestion& question, const JobContext&) override
    {
        ++asked;
        lastKey = question;
        return key;
    }
    Result<std::string> passphrase(const PassphraseQuestion& question, const JobContext&) override
    {
        if (question.attempt != asked++)
            return fail(ErrorCode::Internal, "attempts are not counted");
        return secret;
    }
    Result<std::vector<std::string>> keyboard(const KeyboardQuestion& question, const JobContext&) override
    {
        ++asked;
        lastKeyboard = question;
        return std::vector<std::string>(question.lines.size(), secret);
    }
};

} // namespace

class TestSshLogin : public QObject
{
    Q_OBJECT

    std::optional<SshBox> m_box;
    Prompts m_nobody;
    Answers m_answers;

    Result<std::shared_ptr<SshHost>> connect(Prompts& prompts, const std::string& name = "box",
                                             Nanoseconds longest = 10s)
    {
        ConnectOptions options;
        options.resolve.configuration = m_box->configuration();
        return connectHost(name, options, prompts, deadlineIn(longest));
    }
    std::string path(const std::string& name) const { return m_box->path(name).string(); }
    std::string place() const { return "[127.0.0.1]:" + std::to_string(m_box->server.port()); }

private Q_SLOTS:
    void init()
    {
        m_box.emplace();
        m_answers = {};
    }
    void cleanup() { m_box.reset(); }

    void aKnownServerAndAKey()
    {
        const auto host = connect(m_answers);
        QVERIFY2(host, host ? "" : host.error().text().c_str());
        QCOMPARE((*host)->name(), std::string("box"));
        QCOMPARE(m_answers.asked, 0);
    }

    void anUnknownHostKey()
    {
        m_box->configure("Host box\n  StrictHostKeyChecking ask\n  UserKnownHostsFile " + path("new/known") + "\n");
        auto host = connect(m_nobody);
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Untrusted);
        QVERIFY2(says(host.error(), "there is no terminal to ask"), host.error().text().c_str());
        host = connect(m_answers);
        QVERIFY(!host && says(host.error(), "was refused"));
        QCOMPARE(m_answers.lastKey.keyType, std::string("ssh-ed25519"));
        QCOMPARE(m_answers.lastKey.rememberedIn, m_box->path("new/known"));
        m_answers.key = HostKeyAnswer::Once;
        QVERIFY(connect(m_answers));
        QVERIFY(!std::filesystem::exists(m_box->path("new/known")));
        m_answers.key = HostKeyAnswer::Remember;
        QVERIFY(connect(m_answers));
        QCOMPARE(m_answers.asked, 3);
        QCOMPARE(m_box->read("new/known"), place() + " " + m_box->server.hostKey() + "\n");
        QVERIFY(connect(m_nobody));
    }

    void newKeysAreAcceptedIfTheConfigurationSaysSo()
    {
        m_box->configure("Host box\n  StrictHostKeyChecking accept-new\n  HashKnownHosts yes\n  UserKnownHostsFile "
                         + path("known") + "\n");
        QVERIFY(connect(m_nobody));
        QVERIFY(m_box->read("known").starts_with("|1|"));
        QVERIFY(connect(m_nobody)); // found again by its hash
        m_box->configure("Host box\n  StrictHostKeyChecking yes\n  UserKnownHostsFile /dev/null\n");
        const auto host = connect(m_answers);
        QVERIFY(!host && says(host.error(), "StrictHostKeyChecking is \"yes\""));
        QCOMPARE(m_answers.asked, 0);
    }

    void aChangedHostKey()
    {
        m_box->write("known_hosts", "# a comment\n" + place() + " " + m_box->makeKey("other") + "\n");
        m_answers.key = HostKeyAnswer::Remember;
        for (const char* checking : {"ask", "no", "yes", "accept-new"}) {
            m_box->configure("Host box\n  StrictHostKeyChecking " + std::string(checking) + "\n");
            const auto host = connect(m_answers);
            QVERIFY(!host);
            QCOMPARE(host.error().code, ErrorCode::Untrusted);
            QVERIFY2(says(host.error(), "has changed") && says(host.error(), "line 2 of " + path("known_hosts")),
                     host.error().text().c_str());
        }
        QCOMPARE(m_answers.asked, 0);
    }

    void aRevokedHostKey()
    {
        m_box->write("known_hosts", m_box->read("known_hosts") + "@revoked * " + m_box->server.hostKey() + "\n");
        const auto host = connect(m_answers);
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Untrusted);
        QVERIFY2(says(host.error(), "revoked in line 2"), host.error().text().c_str());
    }

    void knownHostsThatCannotBeRead()
    {
        std::filesystem::remove(m_box->path("known_hosts"));
        std::filesystem::create_directory(m_box->path("known_hosts"));
        const auto host = connect(m_answers);
        QVERIFY(!host);
        QVERIFY2(says(host.error(), "reading known host keys"), host.error().text().c_str());
    }

    void aKeyThatTheServerDoesNotTake()
    {
        m_box->server.keys = {m_box->makeKey("another")};
        const auto host = connect(m_answers);
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Denied);
        QVERIFY2(says(host.error(), "it accepts publickey (tried: " + path("id") + ")"), host.error().text().c_str());
        QVERIFY(says(host.error(), "ssh-copy-id box"));
    }

    void aKeyWithAPassphrase()
    {
        m_box->server.keys = {m_box->makeKey("id", "open sesame")};
        auto host = connect(m_nobody);
        QVERIFY(!host && host.error().code == ErrorCode::Denied);
        QVERIFY2(says(host.error(), "ssh-add " + path("id")), host.error().text().c_str());
        m_answers.secret = "wrong";
        host = connect(m_answers);
        QVERIFY(!host && host.error().code == ErrorCode::Denied);
        QVERIFY2(says(host.error(), "was wrong 3 times"), host.error().text().c_str());
        QCOMPARE(std::exchange(m_answers.asked, 0), 3);
        m_answers.secret = "open sesame";
        // Several connections of one pool: one question.
        m_box->alias("second", {});
        ConnectOptions options;
        options.resolve.configuration = m_box->configuration();
        SessionPool pool(options, m_answers);
        for (const auto& each : pool.hosts(std::vector<std::string>{"box", "second"}, deadlineIn(10s)))
            QVERIFY2(each, each ? "" : each.error().text().c_str());
        QCOMPARE(std::exchange(m_answers.asked, 0), 1);
        // A server that does not take the key: none.
        m_box->server.keys = {m_box->makeKey("another")};
        QVERIFY(!connect(m_answers));
        QCOMPARE(m_answers.asked, 0);
    }

    void aDamagedKey()
    {
        m_box->write("id", "-----BEGIN OPENSSH PRIVATE KEY-----\nnothing\n-----END OPENSSH PRIVATE KEY-----\n");
        const auto host = connect(m_answers);
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Denied);
        QVERIFY2(says(host.error(), "cannot be read"), host.error().text().c_str());
    }

    void theAgentsKeys()
    {
        auto agent = ChildProcess::start({{"ssh-agent", "-D", "-a", path("agent")}, {}, {}});
        if (!agent)
            QSKIP("needs ssh-agent");
        QTRY_VERIFY(std::filesystem::exists(m_box->path("agent")));
        m_box->makeKey("wrong");
        const Command add{{"ssh-add", "-q", path("wrong"), path("id")}, {{"SSH_AUTH_SOCK", path("agent")}}, {}};
        QVERIFY(need(runCommand(add, deadlineIn(5s))).succeeded());
        const std::string common = "  IdentityAgent " + path("agent") + "\n";
        std::filesystem::rename(m_box->path("id"), m_box->path("hidden"));
        m_box->configure("Host box\n  IdentitiesOnly no\n" + common);
        auto host = connect(m_nobody);
        QVERIFY2(host, host ? "" : host.error().text().c_str());
        // Of the agent's keys only those that are named, here by their public part alone.
        m_box->configure("Host box\n  IdentitiesOnly yes\n");
        host = connect(m_nobody);
        QVERIFY2(host, host ? "" : host.error().text().c_str());
        std::filesystem::rename(m_box->path("wrong"), m_box->path("also hidden"));
        m_box->write("ssh_config",
                     "Host box\n  IdentityFile " + path("wrong") + "\n  IdentitiesOnly yes\n" + common
                         + "  HostName 127.0.0.1\n  Port " + std::to_string(m_box->server.port())
                         + "\n  UserKnownHostsFile " + path("known_hosts") + "\n");
        host = connect(m_nobody);
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Denied);
        QVERIFY2(says(host.error(), "tried: keys of the agent"), host.error().text().c_str());
    }

    void aSocketWithoutAnAgent()
    {
        for (const char* only : {"yes", "no"}) {
            m_box->write("agent", "no socket");
            m_box->configure("Host box\n  IdentitiesOnly " + std::string(only) + "\n  IdentityAgent " + path("agent")
                             + "\n");
            const auto host = connect(m_nobody); // by the key file
            QVERIFY2(host, host ? "" : host.error().text().c_str());
        }
    }

    void keyboardInteractive()
    {
        m_box->server.keys.clear();
        m_box->server.keyboard = "correct horse";
        auto host = connect(m_nobody);
        QVERIFY(!host);
        QVERIFY2(says(host.error(), "box asks \"Password: \", and there is no terminal to ask"),
                 host.error().text().c_str());
        m_answers.secret = "correct horse";
        host = connect(m_answers);
        QVERIFY2(host, host ? "" : host.error().text().c_str());
        QCOMPARE(std::exchange(m_answers.asked, 0), 1);
        QCOMPARE(m_answers.lastKeyboard,
                 (KeyboardQuestion{"box", "login", "Who are you?", {{"Password: ", false}}, 0}));
        m_answers.secret = "wrong";
        host = connect(m_answers);
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Denied);
        QVERIFY2(says(host.error(), "publickey, keyboard-interactive"), host.error().text().c_str());
        QCOMPARE(m_answers.asked, 3);
        QCOMPARE(m_answers.lastKeyboard.attempt, 2);
    }

    void aPassword()
    {
        m_box->server.keys.clear();
        m_box->server.password = "correct horse";
        m_answers.secret = "correct horse";
        auto host = connect(m_answers);
        QVERIFY2(host, host ? "" : host.error().text().c_str());
        QCOMPARE(std::exchange(m_answers.asked, 0), 1);
        QVERIFY(m_answers.lastKeyboard.lines.front().prompt.starts_with("Password of somebody@127.0.0.1:"));
        m_answers.secret = "wrong";
        host = connect(m_answers);
        QVERIFY(!host && host.error().code == ErrorCode::Denied);
        QCOMPARE(m_answers.asked, 3);
        m_box->configure("Host box\n  PreferredAuthentications publickey\n");
        QVERIFY(!connect(m_answers));
        QCOMPARE(m_answers.asked, 3); // not asked for what the user does not want
    }

    void aKeyAndThenAnAnswer()
    {
        m_box->server.keyboard = "123456";
        m_box->server.keyThenKeyboard = true;
        m_answers.secret = "123456";
        const auto host = connect(m_answers);
        QVERIFY2(host, host ? "" : host.error().text().c_str());
        QCOMPARE(m_answers.asked, 1);
    }

    void serversThatDoNotSpeak()
    {
        // A port on which nobody listens any more.
        int unused = 0;
        {
            const SshServer gone;
            unused = gone.port();
        }
        m_box->configure("Host nobody\n  HostName 127.0.0.1\n  Port " + std::to_string(unused) + "\n");
        auto host = connect(m_nobody, "nobody");
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Unreachable);
        QVERIFY2(says(host.error(), "refuses connections"), host.error().text().c_str());
        ConnectOptions options;
        options.resolve.configuration = m_box->configuration();
        SessionPool pool(options, m_nobody);
        QVERIFY(pool.host("box", deadlineIn(10s))); // so the way is known
        m_box->server.silent = true;
        m_box->server.sever();
        host = fail(ErrorCode::Internal, "not lost yet");
        const Deadline end = deadlineIn(5s);
        while ((host || host.error().code == ErrorCode::Internal) && timeLeft(end).count() > 0)
            host = pool.host("box", deadlineIn(300ms));
        m_box->server.silent = false;
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Unreachable);
        QVERIFY2(says(host.error(), "does not answer"), host.error().text().c_str());
    }

    void aServerThatTurnsAwayIsTriedAgain()
    {
        m_box->server.turnsAway = 1;
        const auto host = connect(m_nobody);
        QVERIFY2(host, host ? "" : host.error().text().c_str());
        QCOMPARE(m_box->server.connections(), 2);
    }

    void ciphersThatNobodyShares()
    {
        m_box->configure("Host box\n  Ciphers 3des-cbc\n");
        const auto host = connect(m_nobody);
        QVERIFY(!host);
        // Whichever end notices first says so.
        QVERIFY2(says(host.error(), "share no algorithm") || says(host.error(), "while the keys were being exchanged"),
                 host.error().text().c_str());
    }

    void cancelled()
    {
        m_box->server.silent = true;
        std::stop_source stop;
        std::jthread canceller([&stop] {
            std::this_thread::sleep_for(100ms);
            stop.request_stop();
        });
        ConnectOptions options;
        options.resolve.configuration = m_box->configuration();
        const auto host = connectHost("box", options, m_nobody, deadlineIn(10s), {stop.get_token(), {}});
        m_box->server.silent = false;
        QVERIFY(!host);
        QCOMPARE(host.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestSshLogin)
#include "tst_ssh_login.moc"

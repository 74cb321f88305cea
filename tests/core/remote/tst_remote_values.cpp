// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/remote/agent_filter.h"
#include "core/remote/deploy.h"
#include "core/remote/host_keys.h"
#include "core/remote/known_hosts.h"
#include "core/remote/live_channel.h"
#include "core/remote/remote_text.h"
#include "core/remote/ssh_options.h"

#include "core/base/base64.h"
#include "core/base/file_io.h"
#include "core/base/process.h"

#include <QtTest>

#include <csignal>

using namespace millrace;
using namespace millrace::remote;
using namespace std::chrono_literals;

namespace {

constexpr const char* keyA = "AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";
constexpr const char* keyB = "AAAAC3NzaC1lZDI1NTE5AAAAIAz9w3TGQeJnQfSUkeqW1zk4lTnVpZnZyYBzPwYkgQAi";

std::string line(const std::string& names, const std::string& key = keyA, const std::string& type = "ssh-ed25519")
{
    return names + " " + type + " " + key + "\n";
}

HostKeyState stateOf(const std::string& text, const std::string& name, const std::string& key = keyA)
{
    return judgeHostKey(knownKeys(text, name, "f"), "ssh-ed25519", key).state;
}

} // namespace

class TestRemoteValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hostNames()
    {
        QVERIFY(matchesKnownHost("a,b,c", "b"));
        QVERIFY(!matchesKnownHost("a,b,c", "d"));
        QVERIFY(matchesKnownHost("*.example.org,!bad.example.org", "good.example.org"));
        QVERIFY(!matchesKnownHost("*.example.org,!bad.example.org", "bad.example.org"));
        QVERIFY(matchesKnownHost("10.0.0.?", "10.0.0.7"));
        QVERIFY(!matchesKnownHost("10.0.0.?", "10.0.0.17"));
        QVERIFY(matchesKnownHost("[h]:2022", "[h]:2022"));
        QVERIFY(!matchesKnownHost("h", "[h]:2022"));
        QVERIFY(matchesKnownHost("HOST", "host"));
        QVERIFY(!matchesKnownHost("", "h"));
        QVERIFY(!matchesKnownHost(",", "h"));
        QVERIFY(!matchesKnownHost("|1|x", "h"));
        QVERIFY(!matchesKnownHost("|1||", "h"));
        // A pattern that would take for ever with a naive matcher.
        QVERIFY(!matchesKnownHost("*a*a*a*a*a*a*a*a*a*a*a*a*b", std::string(60, 'a')));
    }

    void hashedByOpenSsh()
    {
        // ssh-keygen -H of OpenSSH 9.2 wrote this for "10.78.0.1".
        const auto folder = TemporaryFolder::make("known");
        QVERIFY(folder);
        const auto file = folder->path() / "known_hosts";
        QVERIFY(writeFileAtomically(file, line("10.78.0.1")));
        const auto hashed = runCommand({{"ssh-keygen", "-q", "-H", "-f", file.string()}, {}, {}}, deadlineIn(5s));
        if (!hashed || !hashed->succeeded())
            QSKIP("ssh-keygen is not installed");
        const auto text = readFile(file);
        QVERIFY(text && text->starts_with("|1|"));
        QVERIFY(stateOf(*text, "10.78.0.1") == HostKeyState::Known);
        QVERIFY(stateOf(*text, "10.78.0.2") == HostKeyState::Unknown);
        // What is remembered hashed is found by us and by OpenSSH.
        QVERIFY(rememberHostKey(file, "[h]:2022", "ssh-ed25519", keyA, true));
        QVERIFY(stateOf(*readFile(file), "[h]:2022") == HostKeyState::Known);
        const auto found = runCommand({{"ssh-keygen", "-F", "[h]:2022", "-f", file.string()}, {}, {}}, deadlineIn(5s));
        QVERIFY(found && found->succeeded());
    }

    void verdicts()
    {
        QVERIFY(stateOf("", "h") == HostKeyState::Unknown);
        QVERIFY(stateOf(line("h"), "h") == HostKeyState::Known);
        QVERIFY(stateOf(line("h", keyB), "h") == HostKeyState::Changed);
        QVERIFY(stateOf(line("h", keyB) + line("h"), "h") == HostKeyState::Known);
        QVERIFY(stateOf(line("h") + "@revoked " + line("*"), "h") == HostKeyState::Revoked);
        QVERIFY(stateOf("@revoked " + line("*", keyB), "h") == HostKeyState::Unknown);
        QVERIFY(stateOf("@cert-authority " + line("*", keyB), "h") == HostKeyState::Unknown);
        QVERIFY(stateOf("# " + line("h") + "\n\nh\nh ssh-ed25519\n", "h") == HostKeyState::Unknown);
        // A known key of another type: the server hides the one that we know.
        const auto other = judgeHostKey(knownKeys(line("h", "AAAA", "ssh-rsa"), "h", "f"), "ssh-ed25519", keyA);
        QVERIFY(other.state == HostKeyState::Changed);
        const auto changed = judgeHostKey(knownKeys("#\n" + line("h", "AAAA", "ssh-rsa") + line("h", keyB), "h", "f"),
                                          "ssh-ed25519", keyA);
        QCOMPARE(changed.known->line, 3);
    }

    void fingerprints()
    {
        // RFC 4648 of SHA-256 of the decoded key, as `ssh-keygen -l` prints it.
        QCOMPARE(fingerprintOf(keyA), std::string("SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU"));
        QCOMPARE(fingerprintOf("%"), std::string());
    }

    void remembering()
    {
        const auto folder = TemporaryFolder::make("known");
        const auto file = folder->path() / "new" / "known_hosts";
        QVERIFY(rememberHostKey(file, "h", "ssh-ed25519", keyA, false));
        QCOMPARE(*readFile(file), line("h"));
        QVERIFY(writeFileAtomically(file, "a b c"));
        QVERIFY(rememberHostKey(file, "h", "ssh-ed25519", keyA, false));
        QCOMPARE(*readFile(file), "a b c\n" + line("h"));
        QVERIFY(!rememberHostKey("/proc/no/known_hosts", "h", "ssh-ed25519", keyA, false));
        const auto none = knownKeysIn({"/no/such/file"}, "h");
        QVERIFY(none && none->empty());
    }

    void algorithmsOfKnownKeysComeFirst()
    {
        QVERIFY(hostKeyAlgorithms({}).starts_with("ssh-ed25519,"));
        QVERIFY(
            hostKeyAlgorithms({{"ssh-rsa", "x", false, {}, 1}}).starts_with("rsa-sha2-512,rsa-sha2-256,ssh-ed25519"));
        QVERIFY(hostKeyAlgorithms({{"strange", "x", false, {}, 1}}).starts_with("ssh-ed25519,"));
    }

    void textsAreForAnyShell()
    {
        const Command command{{"echo", "it's", "$HOME"}, {{"A", "b c"}}, "/tmp"};
        for (const bool plain : {true, false}) {
            const auto text = remoteText(command, plain);
            QVERIFY(text);
            for (const char* shell : {"dash", "bash"}) {
                const auto output = runCommand({{shell, "-c", *text}, {}, {}}, deadlineIn(5s));
                QVERIFY(output);
                std::string out = output->out;
                const auto mark = takeStartMark(out);
                QVERIFY(mark && mark->process > 1);
                QCOMPARE(out, std::string("it's $HOME\n"));
            }
        }
        QVERIFY(!remoteText({{}, {}, {}}, true));
        QVERIFY(!remoteText({{"x"}, {{"", "v"}}, {}}, true));
        QVERIFY(!remoteText({{"x"}, {{"1A", "v"}}, {}}, true));
        QVERIFY(!remoteText({{"x"}, {{"A;id", "v"}}, {}}, true));
    }

    void startMarks()
    {
        std::string text = "welcome\n\x01"
                           "4711 /bin/zsh\nrest";
        QCOMPARE(*takeStartMark(text), (StartMark{4711, "/bin/zsh"}));
        QCOMPARE(text, std::string("rest"));
        for (const char* wrong : {"", "x\n", "\x01",
                                  "\x01"
                                  "12",
                                  "\x01"
                                  "x /bin/sh\n",
                                  "\x01"
                                  "1 /bin/sh\n",
                                  "\x01"
                                  "-5 \n"}) {
            text = wrong;
            QVERIFY2(!takeStartMark(text), wrong);
            QCOMPARE(text, std::string(wrong));
        }
        QVERIFY(isPlainShell("/usr/bin/bash") && isPlainShell("dash"));
        QVERIFY(!isPlainShell("/usr/bin/fish") && !isPlainShell("/bin/tcsh") && !isPlainShell(""));
    }

    void killTextsKill()
    {
        for (const bool atOnce : {true, false}) {
            auto child = ChildProcess::start({{"setsid", "-w", "sh", "-c", "echo $$; sleep 60 & sleep 60"}, {}, {}});
            QVERIFY(child);
            char number[32] = {};
            QVERIFY(::read(child->output.get(), number, sizeof number - 1) > 0);
            const auto done = runCommand({{"sh", "-c", killText(std::atoi(number), atOnce)}, {}, {}}, deadlineIn(5s));
            QVERIFY(done && done->succeeded());
            QVERIFY(child->wait(deadlineIn(2s)));
        }
    }

    void agentsShowNamedKeysOnly()
    {
        const auto text = [](const std::string& bytes) {
            return std::string{0, 0, 0, static_cast<char>(bytes.size())} + bytes;
        };
        const std::string answer = std::string{12, 0, 0, 0, 3} + text("one") + text("first") + text("two")
            + text("second") + text("three") + text("");
        const auto kept = filteredIdentities(answer, {toBase64("two"), toBase64("four")});
        QCOMPARE(kept, std::string({12, 0, 0, 0, 1}) + text("two") + text("second"));
        const std::string none{12, 0, 0, 0, 0};
        QCOMPARE(filteredIdentities(answer, {}), none);
        QCOMPARE(filteredIdentities("", {toBase64("two")}), none);
        QCOMPARE(filteredIdentities("\x05", {toBase64("two")}), none);
        for (std::size_t i = 0; i < answer.size(); ++i)
            static_cast<void>(filteredIdentities(answer.substr(0, i), {toBase64("two")}));
        QCOMPARE(filteredIdentities(std::string{12, 0, 0, 0, 1, -1, -1, -1, -1, 'x'}, {toBase64("x")}), none);
    }

    void signalsByName()
    {
        QCOMPARE(signalByName("KILL"), SIGKILL);
        QCOMPARE(signalByName("TERM"), SIGTERM);
        QCOMPARE(signalByName("SEGV"), SIGSEGV);
        QCOMPARE(signalByName("core@example"), 0);
    }

    void whyProgramsDoNotStart()
    {
        const auto contains = [](const std::string& text, const char* part) {
            return text.find(part) != std::string::npos;
        };
        QVERIFY(
            contains(whyItDoesNotStart("/p/a", 127,
                                       "/p/a: error while loading shared libraries: libpcap.so.0.8: cannot open shared "
                                       "object file: No such file or directory\n"),
                     "apt install libpcap0.8"));
        QVERIFY(contains(whyItDoesNotStart("/p/a", 127, "error while loading shared libraries: libodd.so.7: cannot"),
                         "libodd.so.7 is missing"));
        QVERIFY(
            contains(whyItDoesNotStart("/p/a", 1, "/lib/libc.so.6: version `GLIBC_2.36' not found (required by /p/a)"),
                     "older"));
        QVERIFY(contains(whyItDoesNotStart("/p/a", 126, "sh: 1: exec: /p/a: Exec format error"), "processor"));
        QVERIFY(contains(whyItDoesNotStart("/p/a", 126, "sh: 1: exec: /p/a: Permission denied"), "noexec"));
        QVERIFY(contains(whyItDoesNotStart("/p/a", 127, "sh: 1: exec: /p/a: not found"), "musl"));
        QVERIFY(contains(whyItDoesNotStart("/p/a", 3, "odd"), "code 3: odd"));
    }

    void promptsOfNobodyRefuse()
    {
        Prompts nobody;
        const auto key = nobody.hostKey({"n", "h", 22, "ssh-ed25519", "SHA256:x", {}}, {});
        QVERIFY(!key && key.error().code == ErrorCode::Untrusted);
        QVERIFY(key.error().what.find("SHA256:x") != std::string::npos);
        QVERIFY(nobody.passphrase({"n", "/k", 0}, {}).error().what.find("ssh-add /k") != std::string::npos);
        QVERIFY(nobody.keyboard({"n", "", "", {{"Code", false}}, 0}, {}).error().what.find("\"Code\"")
                != std::string::npos);
        std::string secret = "secret";
        wipe(secret);
        QVERIFY(secret.empty());
    }
};

QTEST_APPLESS_MAIN(TestRemoteValues)
#include "tst_remote_values.moc"

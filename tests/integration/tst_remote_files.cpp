// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files and programs on real OpenSSH servers.

#include "core/base/text.h"
#include "core/remote/deploy.h"
#include "core/remote/file_transfer.h"
#include "tests/integration/ssh_bed.h"

#include <QtTest>

#include <fstream>
#include <sys/mount.h>
#include <thread>

using namespace millrace;
using namespace millrace::remote;
using namespace millrace::tests;
using namespace std::chrono_literals;

namespace {

std::string randomBytes(std::size_t size)
{
    std::string bytes(size, '\0');
    std::ifstream("/dev/urandom", std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(size));
    return bytes;
}

bool says(const Error& error, std::string_view text)
{
    return error.text().find(text) != std::string::npos;
}

} // namespace

class TestRemoteFiles : public QObject
{
    Q_OBJECT

    std::unique_ptr<SshBed> m_bed;
    Prompts m_prompts;
    std::unique_ptr<SessionPool> m_pool;
    std::shared_ptr<SshHost> m_host;

    std::filesystem::path path(const std::string& name) const { return m_bed->folder() / name; }
    std::string run(std::vector<std::string> argv)
    {
        return must(m_host->run({std::move(argv), {}, {}}, deadlineIn(20s)), "running").out;
    }
    std::string agent() const { return std::string(std::getenv("MR_BIN")) + "/millrace-agent"; }

private Q_SLOTS:
    void initTestCase()
    {
        if (::geteuid() != 0)
            QSKIP("needs root");
        m_bed = std::make_unique<SshBed>(2, std::vector<std::string>{"--disk", "150m"});
        m_pool = std::make_unique<SessionPool>(m_bed->options(), m_prompts);
        m_host = must(m_pool->host("n1", deadlineIn(10s)), "connecting");
    }
    void cleanupTestCase()
    {
        m_host.reset();
        m_pool.reset();
        m_bed.reset();
    }

    void thereAndBack()
    {
        for (const std::size_t size : {std::size_t(0), std::size_t(1), std::size_t(131072), std::size_t(20'000'003)}) {
            const std::string bytes = randomBytes(size);
            QVERIFY(writeFileAtomically(path("source"), bytes));
            long long last = -1;
            JobContext job;
            job.report = [&](long long done, long long, std::string_view) {
                QVERIFY(done >= last);
                last = done;
            };
            const Transfer sent =
                must(sendFile(*m_host, path("source"), "/tmp/it's here", {true, true, 0640}, job), "sending");
            QCOMPARE(sent.bytes, size);
            QVERIFY(sent.verified);
            QCOMPARE(sent.sha256, sha256(bytes));
            QVERIFY(size == 0 || last == static_cast<long long>(size));
            QCOMPARE(run({"sha256sum", "/tmp/it's here"}).substr(0, 64), sha256(bytes));
            QCOMPARE(run({"stat", "-c", "%a", "/tmp/it's here"}), std::string("640\n"));
            last = -1;
            const Transfer fetched = must(fetchFile(*m_host, "/tmp/it's here", path("back"), {}, job), "fetching");
            QVERIFY(fetched.verified);
            QCOMPARE(fetched.resumedAt, std::uint64_t(0));
            QVERIFY(must(readFile(path("back")), "back") == bytes);
            QVERIFY(size == 0 || last == static_cast<long long>(size));
        }
        QCOMPARE(run({"ls", "-A", "/tmp"}), std::string("it's here\n"));
        QVERIFY(!std::filesystem::exists(path("back.partial")));
    }

    void cancelledAndResumed()
    {
        const std::string bytes = randomBytes(40'000'000);
        QVERIFY(writeFileAtomically(path("source"), bytes));
        std::stop_source source;
        JobContext job{source.get_token(), [&](long long done, long long, std::string_view) {
                           if (done > 10'000'000)
                               source.request_stop();
                       }};
        QElapsedTimer timer;
        timer.start();
        const auto cut = sendFile(*m_host, path("source"), "/tmp/resumed", {}, job);
        QVERIFY(!cut);
        QCOMPARE(cut.error().code, ErrorCode::Cancelled);
        const Transfer sent = must(sendFile(*m_host, path("source"), "/tmp/resumed"), "sending the rest");
        QVERIFY2(sent.resumedAt > 5'000'000, std::to_string(sent.resumedAt).c_str());
        QVERIFY(sent.verified);
        std::stop_source other;
        job = {other.get_token(), [&](long long done, long long, std::string_view) {
                   if (done > 10'000'000)
                       other.request_stop();
               }};
        const auto half = fetchFile(*m_host, "/tmp/resumed", path("back"), {}, job);
        QVERIFY(!half);
        QCOMPARE(half.error().code, ErrorCode::Cancelled);
        const Transfer fetched = must(fetchFile(*m_host, "/tmp/resumed", path("back")), "fetching the rest");
        QVERIFY2(fetched.resumedAt > 5'000'000, std::to_string(fetched.resumedAt).c_str());
        QVERIFY(fetched.verified);
        QVERIFY(must(readFile(path("back")), "back") == bytes);
    }

    void aWrongBeginningIsNotContinued()
    {
        const std::string bytes = randomBytes(3'000'000);
        QVERIFY(writeFileAtomically(path("source"), bytes));
        QVERIFY(sendFile(*m_host, path("source"), "/tmp/whole"));
        QVERIFY(writeFileAtomically(path("other.partial"), std::string(1'000'000, 'x')));
        const Transfer fetched = must(fetchFile(*m_host, "/tmp/whole", path("other")), "fetching");
        QCOMPARE(fetched.resumedAt, std::uint64_t(0));
        QVERIFY(must(readFile(path("other")), "other") == bytes);
        run({"sh", "-c", "head -c 500000 /dev/zero > /tmp/again.partial"});
        const Transfer sent = must(sendFile(*m_host, path("source"), "/tmp/again"), "sending");
        QCOMPARE(sent.resumedAt, std::uint64_t(0));
        QCOMPARE(run({"sha256sum", "/tmp/again"}).substr(0, 64), sha256(bytes));
        // A longer one than the file.
        QVERIFY(writeFileAtomically(path("other.partial"), bytes + "x"));
        QVERIFY(fetchFile(*m_host, "/tmp/whole", path("other")));
        QVERIFY(must(readFile(path("other")), "other") == bytes);
    }

    void connectionCutInTheMiddle()
    {
        run({"sh", "-c", "head -c 60000000 /dev/urandom > /tmp/cut"});
        JobContext job;
        bool done = false;
        job.report = [&](long long bytes, long long, std::string_view) {
            if (bytes > 20'000'000 && !std::exchange(done, true))
                m_bed->inside("n1", {"pkill", "-KILL", "-f", "sshd: root"});
        };
        const auto cut = fetchFile(*m_host, "/tmp/cut", path("cut"), {}, job);
        QVERIFY(!cut);
        QCOMPARE(cut.error().code, ErrorCode::Unreachable);
        QVERIFY(m_host->lost());
        m_host = must(m_pool->host("n1", deadlineIn(10s)), "connecting again");
        const Transfer fetched = must(fetchFile(*m_host, "/tmp/cut", path("cut")), "fetching the rest");
        QVERIFY2(fetched.resumedAt >= 20'000'000, std::to_string(fetched.resumedAt).c_str());
        QVERIFY(fetched.verified);
        run({"rm", "/tmp/cut"});
    }

    void damageIsNoticed()
    {
        // A sha256sum that prints the sum of another file.
        run({"sh", "-c",
             "mkdir /tmp/bin; printf '#!/bin/sh\\necho "
             "0000000000000000000000000000000000000000000000000000000000000000 -\\n' > /tmp/bin/sha256sum; chmod +x "
             "/tmp/bin/sha256sum"});
        m_bed->inside("n1", {"sh", "-c", "mount --bind /tmp/bin/sha256sum /usr/bin/sha256sum"});
        const auto fetched = fetchFile(*m_host, "/tmp/whole", path("damaged"));
        const auto sent = sendFile(*m_host, path("source"), "/tmp/damaged");
        m_bed->inside("n1", {"umount", "/usr/bin/sha256sum"});
        QVERIFY(!fetched && !sent);
        QCOMPARE(fetched.error().code, ErrorCode::Corrupt);
        QCOMPARE(sent.error().code, ErrorCode::Corrupt);
        QVERIFY(!std::filesystem::exists(path("damaged")) && !std::filesystem::exists(path("damaged.partial")));
        QCOMPARE(run({"sh", "-c", "ls /tmp/damaged* 2>/dev/null | wc -l"}), std::string("0\n"));
    }

    void missingAndForbidden()
    {
        const auto missing = fetchFile(*m_host, "/tmp/no such file", path("x"));
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
        const auto nowhere = sendFile(*m_host, path("source"), "/no/such/folder/x");
        QVERIFY(!nowhere);
        QCOMPARE(nowhere.error().code, ErrorCode::NotFound);
    }

    void fullDisks()
    {
        // Theirs.
        run({"sh", "-c", "rm -rf /tmp/*; head -c 130000000 /dev/zero > /tmp/filler"});
        QVERIFY(writeFileAtomically(path("source"), randomBytes(40'000'000)));
        const auto sent = sendFile(*m_host, path("source"), "/tmp/much");
        QVERIFY(!sent);
        QVERIFY2(sent.error().code == ErrorCode::DiskFull, sent.error().text().c_str());
        QVERIFY2(says(sent.error(), "The disk of n1 is full"), sent.error().text().c_str());
        QCOMPARE(run({"ls", "/tmp"}), std::string("filler\n"));
        const std::filesystem::path program = agent();
        const auto deployed = deployPrograms(*m_host, std::span(&program, 1), "");
        if (std::filesystem::file_size(program) > 27'000'000)
            QVERIFY(!deployed && deployed.error().code == ErrorCode::DiskFull);
        QVERIFY(removePrograms(*m_host, ""));
        // Ours.
        const auto small = path("small");
        std::filesystem::create_directory(small);
        QCOMPARE(::mount("none", small.c_str(), "tmpfs", 0, "size=8m"), 0);
        const auto fetched = fetchFile(*m_host, "/tmp/filler", small / "filler");
        const bool left = !std::filesystem::is_empty(small);
        ::umount(small.c_str());
        QVERIFY(!fetched);
        QCOMPARE(fetched.error().code, ErrorCode::DiskFull);
        QVERIFY(!left);
        run({"rm", "/tmp/filler"});
    }

    void deployTwiceRemoveAndAgain()
    {
        const std::vector<std::filesystem::path> files{agent()};
        const auto first = must(deployPrograms(*m_host, files, ""), "deploying");
        QCOMPARE(first.copied, 1);
        const std::string home(trim(run({"sh", "-c", "echo $HOME"})));
        QCOMPARE(first.folder, home + "/.cache/millrace");
        QVERIFY(first.paths.at(0).starts_with(first.folder + "/programs/"));
        QVERIFY(run({first.paths.at(0), "--version"}).size() > 1);
        const auto second = must(deployPrograms(*m_host, files, ""), "deploying");
        QCOMPARE(second.copied, 0);
        QCOMPARE(second.paths, first.paths);
        // Damaged there: the same size, other bytes.
        run({"sh", "-c", "printf x | dd of=\"$1\" bs=1 seek=1000 conv=notrunc", "sh", first.paths.at(0)});
        QCOMPARE(must(deployPrograms(*m_host, files, ""), "deploying").copied, 1);
        const auto other = must(deployPrograms(*m_host, files, "~/my folder"), "deploying");
        QCOMPARE(other.folder, home + "/my folder");
        QCOMPARE(other.copied, 1);
        QVERIFY(removePrograms(*m_host, "~/my folder"));
        QVERIFY(removePrograms(*m_host, ""));
        QVERIFY(removePrograms(*m_host, ""));
        QCOMPARE(run({"find", home, "-name", "millrace*"}), std::string());
        QCOMPARE(run({"ls", home}), std::string());
    }

    void concurrentDeployments()
    {
        const std::vector<std::filesystem::path> files{agent()};
        std::vector<std::optional<Result<DeployedPrograms>>> results(6);
        {
            std::vector<std::jthread> threads;
            for (auto& result : results)
                threads.emplace_back([&] { result = deployPrograms(*m_host, files, "/var/tmp/together"); });
        }
        for (const auto& result : results)
            QVERIFY2(*result, *result ? "" : result->error().text().c_str());
        QCOMPARE(run({"sh", "-c", "find /var/tmp/together -type f | wc -l"}), std::string("1\n"));
        QVERIFY(removePrograms(*m_host, "/var/tmp/together"));
    }

    void programsThatCannotRun()
    {
        // Another architecture, by a uname that says so.
        run({"sh", "-c",
             "mkdir -p /tmp/bin; printf '#!/bin/sh\\necho riscv64\\n' > /tmp/bin/uname; chmod +x /tmp/bin/uname"});
        m_bed->inside("n1", {"sh", "-c", "mount --bind /tmp/bin/uname /usr/bin/uname"});
        std::filesystem::copy_file(agent(), path("millrace-agent"));
        const std::vector<std::filesystem::path> files{path("millrace-agent")};
        const auto foreign = deployPrograms(*m_host, files, "");
        QVERIFY(!foreign);
        QCOMPARE(foreign.error().code, ErrorCode::Unsupported);
        QVERIFY2(says(foreign.error(), "riscv64") && says(foreign.error(), "millrace-agent-riscv64"),
                 foreign.error().text().c_str());
        // With a program for that machine next to Millrace's own, that one is deployed under the plain name.
        QVERIFY(writeFileAtomically(path("millrace-agent-riscv64"), "#!/bin/sh\necho version\n"));
        const auto own = must(deployPrograms(*m_host, files, ""), "deploying");
        QVERIFY(own.paths.at(0).ends_with("/millrace-agent"));
        QCOMPARE(own.machine, std::string("riscv64"));
        m_bed->inside("n1", {"umount", "/usr/bin/uname"});
        QVERIFY(writeFileAtomically(path("broken"),
                                    "\x7f"
                                    "ELF and nothing else"));
        const std::vector<std::filesystem::path> broken{path("broken")};
        const auto format = deployPrograms(*m_host, broken, "");
        QVERIFY(!format);
        QCOMPARE(format.error().code, ErrorCode::Unsupported);
        QVERIFY2(says(format.error(), "broken cannot run on n1"), format.error().text().c_str());
        // The file is there now, and still cannot run.
        const auto again = deployPrograms(*m_host, broken, "");
        QVERIFY(!again);
        QCOMPARE(again.error().text(), format.error().text());
        QVERIFY(removePrograms(*m_host, ""));
    }

    void noSftp()
    {
        m_bed->inside("n2", {"sh", "-c", "sed -i '/Subsystem/d' /run/sshd_config; kill -HUP $(cat /run/sshd.pid)"});
        // Until the server has reloaded its configuration, it serves as before or not at all.
        const auto attempt = [&]() -> Result<Transfer> {
            SessionPool pool(m_bed->options(), m_prompts);
            MR_TRY(n2, pool.host("n2", deadlineIn(10s)));
            return sendFile(*n2, path("source"), "/tmp/x");
        };
        Result<Transfer> sent = attempt();
        const Deadline patience = deadlineIn(20s);
        while ((sent || sent.error().code != ErrorCode::Unsupported) && timeLeft(patience) > Nanoseconds(0)) {
            QTest::qWait(100);
            sent = attempt();
        }
        QVERIFY(!sent);
        QCOMPARE(sent.error().code, ErrorCode::Unsupported);
        QVERIFY2(says(sent.error(), "refuses to start sftp"), sent.error().text().c_str());
    }
};

int main(int argc, char** argv)
{
    static_cast<void>(enterOwnNetwork());
    QCoreApplication application(argc, argv);
    TestRemoteFiles test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_remote_files.moc"

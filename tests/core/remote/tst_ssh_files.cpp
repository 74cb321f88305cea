// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files and programs by SFTP: OpenSSH's sftp-server behind a server of this process, and servers that answer nonsense.

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/remote/deploy.h"
#include "core/remote/file_transfer.h"
#include "core/remote/session_pool.h"
#include "tests/fakes/ssh_server.h"

#include <QtTest>

#include <random>
#include <sys/stat.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::remote;
using namespace millrace::test;
using namespace std::chrono_literals;

namespace {

std::string randomBytes(std::size_t size)
{
    std::mt19937 random(7);
    std::string bytes(size, '\0');
    std::ranges::generate(bytes, [&] { return static_cast<char>(random()); });
    return bytes;
}

bool says(const Error& error, std::string_view text)
{
    return error.text().find(text) != std::string::npos;
}

} // namespace

class TestSshFiles : public QObject
{
    Q_OBJECT

    std::optional<SshBox> m_box;
    Prompts m_prompts;
    std::shared_ptr<SshHost> m_host;

    std::filesystem::path path(const std::string& name) const { return m_box->path(name); }
    std::string there(const std::string& name) const { return path("there/" + name).string(); }
    void connect()
    {
        ConnectOptions options;
        options.resolve.configuration = m_box->configuration();
        m_host = need(connectHost("box", options, m_prompts, deadlineIn(10s)));
    }
    /// A program of this name is used on the server instead of its own.
    void pretend(const std::string& program, const std::string& script)
    {
        m_box->write("bin/" + program, "#!/bin/sh\n" + script + "\n", true);
        m_box->server.environment = {"HOME=" + path("home").string(),
                                     "PATH=" + path("bin").string() + ":/usr/local/bin:/usr/bin:/bin"};
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (SshServer::sftpProgram().empty())
            QSKIP("needs OpenSSH's sftp-server");
    }
    void init()
    {
        m_box.emplace();
        std::filesystem::create_directories(path("there"));
        std::filesystem::create_directories(path("home"));
        m_box->server.environment = {"HOME=" + path("home").string()};
        connect();
    }
    void cleanup()
    {
        m_host.reset();
        m_box.reset();
    }

    void thereAndBack_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {0, 1, 131'072, 2'000'003})
            QTest::addRow("%d bytes", size) << size;
    }
    void thereAndBack()
    {
        QFETCH(int, size);
        const std::string bytes = randomBytes(static_cast<std::size_t>(size));
        m_box->write("source", bytes);
        long long last = 0;
        JobContext job;
        job.report = [&](long long done, long long, std::string_view) {
            QVERIFY(done >= last);
            last = done;
        };
        const Transfer sent = need(sendFile(*m_host, path("source"), there("it's here"), {true, true, 0640}, job));
        QCOMPARE(sent, (Transfer{bytes.size(), 0, true, sha256(bytes)}));
        QCOMPARE(last, static_cast<long long>(size));
        QVERIFY(m_box->read("there/it's here") == bytes);
        struct stat status = {};
        QVERIFY(::stat(there("it's here").c_str(), &status) == 0 && (status.st_mode & 0777) == 0640);
        last = 0;
        QCOMPARE(need(fetchFile(*m_host, there("it's here"), path("back"), {}, job)), sent);
        QVERIFY(m_box->read("back") == bytes);
        QCOMPARE(last, static_cast<long long>(size));
        QVERIFY(!std::filesystem::exists(path("back.partial")));
        QVERIFY(!std::filesystem::exists(there("it's here.partial")));
    }

    void cancelledAndResumed()
    {
        const std::string bytes = randomBytes(12'000'000);
        m_box->write("source", bytes);
        const auto cutAt = [](std::stop_source& source, long long limit) {
            return JobContext{source.get_token(), [&source, limit](long long done, long long, std::string_view) {
                                  if (done > limit)
                                      source.request_stop();
                              }};
        };
        std::stop_source first;
        const auto cut = sendFile(*m_host, path("source"), there("file"), {}, cutAt(first, 1'000'000));
        QVERIFY(!cut && cut.error().code == ErrorCode::Cancelled);
        const Transfer sent = need(sendFile(*m_host, path("source"), there("file")));
        QVERIFY2(sent.resumedAt > 500'000 && sent.verified, std::to_string(sent.resumedAt).c_str());
        QVERIFY(m_box->read("there/file") == bytes);
        std::stop_source second;
        const auto half = fetchFile(*m_host, there("file"), path("back"), {}, cutAt(second, 1'000'000));
        QVERIFY(!half && half.error().code == ErrorCode::Cancelled);
        const Transfer fetched = need(fetchFile(*m_host, there("file"), path("back")));
        QVERIFY2(fetched.resumedAt > 500'000 && fetched.verified, std::to_string(fetched.resumedAt).c_str());
        QVERIFY(m_box->read("back") == bytes);
    }

    void aWrongBeginningIsNotContinued()
    {
        const std::string bytes = randomBytes(300'000);
        m_box->write("source", bytes);
        m_box->write("there/file", bytes);
        for (const std::string& wrong : {std::string(100'000, 'x'), bytes + "x"}) {
            m_box->write("back.partial", wrong);
            QCOMPARE(need(fetchFile(*m_host, there("file"), path("back"))).resumedAt, std::uint64_t(0));
            QVERIFY(m_box->read("back") == bytes);
            m_box->write("there/again.partial", wrong);
            QCOMPARE(need(sendFile(*m_host, path("source"), there("again"))).resumedAt, std::uint64_t(0));
            QVERIFY(m_box->read("there/again") == bytes);
        }
    }

    void aConnectionThatIsCut()
    {
        m_box->write("there/file", randomBytes(8'000'000));
        JobContext job;
        job.report = [this](long long done, long long, std::string_view) {
            if (done > 500'000)
                m_box->server.sever();
        };
        const auto cut = fetchFile(*m_host, there("file"), path("back"), {}, job);
        QVERIFY(!cut);
        QCOMPARE(cut.error().code, ErrorCode::Unreachable);
        connect();
        const Transfer fetched = need(fetchFile(*m_host, there("file"), path("back")));
        QVERIFY2(fetched.resumedAt >= 500'000 && fetched.verified, std::to_string(fetched.resumedAt).c_str());
    }

    void damageIsNoticed()
    {
        const std::string bytes = randomBytes(1000);
        m_box->write("source", bytes);
        m_box->write("there/file", bytes);
        pretend("sha256sum", "echo 0000000000000000000000000000000000000000000000000000000000000000 -");
        for (const Error& error : {fetchFile(*m_host, there("file"), path("back")).error(),
                                   sendFile(*m_host, path("source"), there("other")).error()}) {
            QCOMPARE(error.code, ErrorCode::Corrupt);
            QVERIFY2(says(error, "the checksums differ"), error.text().c_str());
        }
        for (const char* name : {"back", "back.partial", "there/other", "there/other.partial"})
            QVERIFY(!std::filesystem::exists(path(name)));
        pretend("sha256sum", "echo 'sha256sum: I/O error' >&2; exit 1");
        const auto broken = fetchFile(*m_host, there("file"), path("back"));
        QVERIFY(!broken);
        QVERIFY2(says(broken.error(), "did not compute the checksum") && says(broken.error(), "I/O error"),
                 broken.error().text().c_str());
    }

    void whatIsMissingOrForbidden()
    {
        m_box->write("source", "x");
        QCOMPARE(fetchFile(*m_host, there("none"), path("back")).error().code, ErrorCode::NotFound);
        QCOMPARE(sendFile(*m_host, path("source"), there("none/x")).error().code, ErrorCode::NotFound);
        QCOMPARE(sendFile(*m_host, path("none"), there("x")).error().code, ErrorCode::NotFound);
        m_box->write("there/file", "y");
        QCOMPARE(fetchFile(*m_host, there("file"), "/no/such/folder/x").error().code, ErrorCode::NotFound);
        // A full disk: every write fails there.
        std::filesystem::create_symlink("/dev/full", there("full.partial"));
        const auto full = sendFile(*m_host, path("source"), there("full"), {false, true, 0644});
        QVERIFY(!full);
        QVERIFY2(full.error().code == ErrorCode::Io || full.error().code == ErrorCode::DiskFull,
                 full.error().text().c_str());
        if (::geteuid() == 0)
            return;
        std::filesystem::permissions(path("there"), std::filesystem::perms::owner_read);
        const auto denied = fetchFile(*m_host, there("file"), path("back"));
        std::filesystem::permissions(path("there"), std::filesystem::perms::owner_all);
        QCOMPARE(denied.error().code, ErrorCode::Denied);
    }

    void serversWithoutSftp_data()
    {
        QTest::addColumn<QString>("script"); // of the subsystem
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("refused") << QString() << int(ErrorCode::Unsupported) << "refuses to start sftp";
        QTest::newRow("ends") << "exit 0" << int(ErrorCode::Unreachable) << "ended the SFTP connection";
        QTest::newRow("greets") << "echo 'welcome to this machine'; sleep 1" << int(ErrorCode::Protocol)
                                << "its shell prints something at login";
        QTest::newRow("old") << "printf '\\000\\000\\000\\005\\002\\000\\000\\000\\002'; sleep 1"
                             << int(ErrorCode::Unsupported) << "a version of SFTP before 3";
        const QString version = "printf '\\000\\000\\000\\005\\002\\000\\000\\000\\003'; ";
        QTest::newRow("huge") << version + "printf '\\177\\000\\000\\000'; sleep 1" << int(ErrorCode::Protocol)
                              << "sent an SFTP packet of";
        QTest::newRow("other number") << version
                + "printf '\\000\\000\\000\\011\\145\\000\\000\\000\\143\\000\\000\\000\\000'; sleep 1"
                                      << int(ErrorCode::Protocol) << "was not asked";
    }
    void serversWithoutSftp()
    {
        QFETCH(QString, script);
        QFETCH(int, code);
        QFETCH(QString, sentence);
        m_box->server.sftp.clear();
        if (!script.isEmpty())
            m_box->server.sftp = {"/bin/sh", "-c", script.toStdString()};
        const auto fetched = fetchFile(*m_host, there("file"), path("back"));
        QVERIFY(!fetched);
        QVERIFY2(int(fetched.error().code) == code && says(fetched.error(), sentence.toStdString()),
                 fetched.error().text().c_str());
    }

    void deployTwiceRemoveAndAgain()
    {
        m_box->write("program", "#!/bin/sh\necho version 1\n", true);
        const std::vector<std::filesystem::path> files{path("program")};
        const DeployedPrograms first = need(deployPrograms(*m_host, files, ""));
        QCOMPARE(first.copied, 1);
        QCOMPARE(first.folder, path("home/.cache/millrace").string());
        QVERIFY(first.paths.at(0).starts_with(first.folder + "/programs/"));
        DeployedPrograms second = need(deployPrograms(*m_host, files, ""));
        QCOMPARE(std::exchange(second.copied, 1), 0);
        QCOMPARE(second, first);
        // Damaged there: the same size, other bytes.
        need(writeFileAtomically(first.paths.at(0), "#!/bin/sh\necho version 2\n"));
        std::filesystem::permissions(first.paths.at(0), std::filesystem::perms::owner_all);
        QCOMPARE(need(deployPrograms(*m_host, files, "")).copied, 1);
        QCOMPARE(need(deployPrograms(*m_host, files, "~/my folder")).folder, path("home/my folder").string());
        QCOMPARE(need(deployProgramsByPipe(*m_host, files, "~/piped")).copied, 1);
        for (const char* folder : {"~/my folder", "~/piped", "", ""})
            need(removePrograms(*m_host, folder));
        QVERIFY(!std::filesystem::exists(first.folder));
        QVERIFY(!removePrograms(*m_host, "/"));
    }

    void programsThatCannotRun()
    {
        m_box->write(
            "broken",
            "#!/bin/sh\necho 'broken: error while loading shared libraries: libpcap.so.0.8: no' >&2; exit 127\n", true);
        const std::vector<std::filesystem::path> broken{path("broken")};
        const auto library = deployPrograms(*m_host, broken, "");
        QVERIFY(!library && library.error().code == ErrorCode::Unsupported);
        QVERIFY2(says(library.error(), "broken cannot run on box: the library libpcap.so.0.8 is missing"),
                 library.error().text().c_str());
        QCOMPARE(deployPrograms(*m_host, std::vector{path("none")}, "").error().code, ErrorCode::NotFound);
        // Another architecture, by a uname that says so.
        m_box->write("program", "#!/bin/sh\necho version\n", true);
        const std::vector<std::filesystem::path> files{path("program")};
        pretend("uname", "echo riscv64");
        const auto foreign = deployPrograms(*m_host, files, "");
        QVERIFY(!foreign && foreign.error().code == ErrorCode::Unsupported);
        QVERIFY2(says(foreign.error(), "riscv64") && says(foreign.error(), "program-riscv64"),
                 foreign.error().text().c_str());
        m_box->write("program-riscv64", "#!/bin/sh\necho version of that\n", true);
        const DeployedPrograms own = need(deployPrograms(*m_host, files, ""));
        QVERIFY(own.paths.at(0).ends_with("/program") && own.machine == "riscv64");
        // A node on which nothing can be made, and one that answers something else.
        const auto denied = deployPrograms(*m_host, files, "/proc/none");
        QVERIFY(!denied);
        QVERIFY2(says(denied.error(), "Making /proc/none"), denied.error().text().c_str());
        pretend("uname", "echo two; echo lines");
        QCOMPARE(deployPrograms(*m_host, files, "").error().code, ErrorCode::Protocol);
    }

    void aProgramThatCannotBeCopied()
    {
        m_box->write("program", "#!/bin/sh\necho version\n", true);
        m_box->server.sftp.clear();
        const auto deployed = deployPrograms(*m_host, std::vector{path("program")}, "~/x");
        QVERIFY(!deployed);
        QCOMPARE(deployed.error().code, ErrorCode::Unsupported);
        int files = 0;
        for (const auto& each : std::filesystem::recursive_directory_iterator(path("home/x")))
            files += each.is_regular_file() ? 1 : 0;
        QCOMPARE(files, 0);
    }
};

QTEST_GUILESS_MAIN(TestSshFiles)
#include "tst_ssh_files.moc"

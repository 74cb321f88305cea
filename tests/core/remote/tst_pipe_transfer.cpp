// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files through the standard input and output of a command, as a container has no other way.

#include "core/base/file_io.h"
#include "core/base/local_host.h"
#include "core/remote/pipe_transfer.h"

#include <QtTest>

#include <csignal>
#include <random>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::remote;

namespace {

std::string randomText(std::size_t size)
{
    std::mt19937 random(7);
    std::string text(size, '\0');
    std::ranges::generate(text, [&] { return static_cast<char>(random()); });
    return text;
}

} // namespace

class TestPipeTransfer : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    LocalHost m_host{"box", {"env", "-i", "PATH=/usr/bin:/bin"}, EnvironmentThere::Own};

    std::filesystem::path path(const char* name) const { return m_folder.filePath(QLatin1String(name)).toStdString(); }

private Q_SLOTS:
    void initTestCase() { ::signal(SIGPIPE, SIG_IGN); }

    void thereAndBack_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {0, 1, 262144, 5'000'003})
            QTest::addRow("%d", size) << size;
    }
    void thereAndBack()
    {
        QFETCH(int, size);
        const std::string text = randomText(static_cast<std::size_t>(size));
        QVERIFY(writeFileAtomically(path("from"), text));
        const auto sent = sendByPipe(m_host, path("from"), path("it's \"there\"").string(), 0750);
        QVERIFY2(sent, sent ? "" : sent.error().text().c_str());
        struct stat status
        {
        };
        QCOMPARE(::stat(path("it's \"there\"").c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0750U);
        const auto fetched = fetchByPipe(m_host, path("it's \"there\"").string(), path("back"));
        QVERIFY2(fetched, fetched ? "" : fetched.error().text().c_str());
        QVERIFY(*readFile(path("back")) == text);
        QVERIFY(!std::filesystem::exists(path("back.partial")));
    }

    void whatGoesWrong()
    {
        QVERIFY(writeFileAtomically(path("from"), randomText(3'000'000)));
        QCOMPARE(sendByPipe(m_host, path("none"), path("x").string(), 0600).error().code, ErrorCode::NotFound);
        QCOMPARE(sendByPipe(m_host, path("from"), path("no/folder/x").string(), 0600).error().code, ErrorCode::Denied);
        QCOMPARE(fetchByPipe(m_host, path("none").string(), path("y")).error().code, ErrorCode::NotFound);
        LocalHost damaging("box", {"/bin/sh", "-c", "head -c 1000 | \"$@\"", "sh"}, EnvironmentThere::Own);
        QCOMPARE(sendByPipe(damaging, path("from"), path("short").string(), 0600).error().code, ErrorCode::Corrupt);
        QVERIFY(!std::filesystem::exists(path("short")) && !std::filesystem::exists(path("short.partial")));
        std::stop_source stop;
        const JobContext job{stop.get_token(), [&](long long done, long long, std::string_view) {
                                 if (done > 1'000'000)
                                     stop.request_stop();
                             }};
        QCOMPARE(sendByPipe(m_host, path("from"), path("cut").string(), 0600, job).error().code, ErrorCode::Cancelled);
        QTRY_VERIFY(!std::filesystem::exists(path("cut.partial")));
        QVERIFY(!std::filesystem::exists(path("cut")));
        LocalHost gone("box", {"/no/such/program"}, EnvironmentThere::Own);
        QVERIFY(!sendByPipe(gone, path("from"), path("z").string(), 0600));
    }

    void aFullDisk()
    {
        if (::geteuid() != 0)
            QSKIP("needs root");
        QVERIFY(writeFileAtomically(path("from"), randomText(3'000'000)));
        const auto small = path("small");
        std::filesystem::create_directory(small);
        QCOMPARE(::mount("none", small.c_str(), "tmpfs", 0, "size=1m"), 0);
        const auto full = sendByPipe(m_host, path("from"), (small / "x").string(), 0600);
        const bool left = !std::filesystem::is_empty(small);
        ::umount(small.c_str());
        QVERIFY(!full);
        QVERIFY2(full.error().code == ErrorCode::DiskFull, full.error().text().c_str());
        QVERIFY(!left);
    }

    void environmentAndFolderGoAlong()
    {
        const auto output = m_host.run({{"/bin/sh", "-c", "pwd; echo \"$TOLD\"; env | wc -l"},
                                        {{"TOLD", "it's so"}},
                                        m_folder.path().toStdString()},
                                       deadlineIn(std::chrono::seconds(10)));
        QVERIFY(output && output->succeeded());
        QVERIFY2(output->out.starts_with(m_folder.path().toStdString() + "\nit's so\n"), output->out.c_str());
    }
};

QTEST_APPLESS_MAIN(TestPipeTransfer)
#include "tst_pipe_transfer.moc"

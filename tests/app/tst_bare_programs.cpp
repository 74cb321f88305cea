// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/base/text.h"

#include <QtTest>
#include <cstdlib>
#include <unistd.h>

using namespace millrace;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// The programs that are copied to nodes, in a system that has nothing but them: no loader, no library, no /etc.
class TestBarePrograms : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runInAnEmptySystem_data()
    {
        QTest::addColumn<QString>("program");
        QTest::newRow("agent") << "millrace-agent";
        QTest::newRow("worker") << "millrace-worker";
    }
    void runInAnEmptySystem()
    {
        QFETCH(QString, program);
        if (::geteuid() != 0)
            QSKIP("another root needs root");
        const auto root = TemporaryFolder::make("millrace-bare");
        QVERIFY(root);
        fs::copy_file(fs::path(std::getenv("MR_BIN")) / program.toStdString(), root->path() / "program");
        const auto output =
            runCommand({{"chroot", root->path().string(), "/program", "--version"}, {}, {}}, deadlineIn(20s));
        QVERIFY2(output, output ? "" : output.error().text().c_str());
        QVERIFY2(output->succeeded() && output->out.size() > 3, output->err.c_str());
        // Neither names nor users need what is not there.
        const auto help =
            runCommand({{"chroot", root->path().string(), "/program", "--help"}, {}, {}}, deadlineIn(20s));
        QVERIFY(help && help->succeeded());
    }
};

QTEST_APPLESS_MAIN(TestBarePrograms)
#include "tst_bare_programs.moc"

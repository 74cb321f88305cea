// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/cli_runner.h"

#include <QtTest>

using namespace millrace;
using namespace std::chrono_literals;

// Processes and files that a test leaves behind are distinguished from those of others on the machine.
class TestFootprint : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    /// A process in a network of its own; `inherits`: with the environment of this test.
    [[nodiscard]] static ChildProcess startNetwork(bool inherits)
    {
        std::vector<std::string> argv{"unshare", "--net", "--kill-child", "--fork", "sleep", "60"};
        if (!inherits)
            argv.insert(argv.begin(), {"env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"});
        auto started = ChildProcess::start({argv, {}, {}});
        if (!started)
            qFatal("%s", started.error().text().c_str());
        return *std::move(started);
    }

private Q_SLOTS:
    void initTestCase()
    {
        const std::string reason = e2e::whyNotHere();
        if (!reason.empty())
            QSKIP(reason.c_str());
    }

    void namespacesOfOthersAreNotOurs()
    {
        const auto before = e2e::footprint();
        auto foreign = startNetwork(false);
        QTest::qWait(500);
        QCOMPARE(e2e::leftSince(before, 0), std::string());
        auto own = startNetwork(true);
        QTRY_VERIFY(e2e::leftSince(before, 0).find("namespace ") != std::string::npos);
        (void)own.stop(2s);
        QCOMPARE(e2e::leftSince(before, 10), std::string());
        (void)foreign.stop(2s);
    }

    // A campaign of somebody else, with the same programs.
    void campaignsOfOthersAreNotOurs()
    {
        const auto before = e2e::footprint();
        const std::filesystem::path folder = m_folder.path().toStdString();
        QVERIFY(writeFileAtomically(folder / "small.millrace",
                                    e2e::projectText(e2e::SmallProject{.steps = 200, .computeTime = "20ms"})));
        auto foreign = ChildProcess::start({{"env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                                             e2e::program("millrace-cli").string(), "run", "small.millrace"},
                                            {},
                                            folder});
        QVERIFY(foreign);
        const auto workers = [] { return e2e::pidsOf({e2e::program("millrace-worker").string()}); };
        QTRY_VERIFY_WITH_TIMEOUT(!workers().empty(), 20'000);
        QCOMPARE(e2e::leftSince(before, 0), std::string());
        (void)foreign->stop(10s);

        // The same process started by Millrace is seen.
        const auto own = e2e::startCli(folder, {"run", "small.millrace", "--new"});
        QTRY_VERIFY_WITH_TIMEOUT(e2e::leftSince(before, 0).find("millrace-worker") != std::string::npos, 20'000);
    }

    void cleanupTestCase() { QTRY_COMPARE_WITH_TIMEOUT(e2e::leftSince({}, 0), std::string(), 20'000); }
};

QTEST_GUILESS_MAIN(TestFootprint)
#include "tst_footprint.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// `millrace-agent enter`: this program runs itself with the word "enter" to run a program inside a node.

#include "core/base/process.h"
#include "core/base/text.h"
#include "core/emulate/ability.h"
#include "core/node/enter_command.h"
#include "tests/integration/cluster_bench.h"

#include <QtTest>

#include <csignal>
#include <unistd.h>

using namespace millrace;
using namespace millrace::emulate;
using namespace millrace::tests;
using namespace std::chrono_literals;

namespace {

EmulationSpec oneNode()
{
    return makeEmulationSpec(plainCluster(1), 1, false);
}

} // namespace

class TestEnterCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const EmulationAbility ability = emulationAbility();
        if (ability.kind != AbilityKind::Root)
            QSKIP(("needs root: " + ability.reason).c_str());
    }

    void relaysExitCodesAndSignals()
    {
        const ClusterBench bench(oneNode());
        QCOMPARE(bench.run(0, {"sh", "-c", "exit 37"}).exitCode, 37);
        QCOMPARE(bench.run(0, {"sh", "-c", "kill -9 $$"}).exitCode, 128 + 9);
        QCOMPARE(bench.run(0, {"no-such-program"}).exitCode, 127);
        QCOMPARE(bench.run(0, {"/etc/passwd"}).exitCode, 126);
        auto child = ChildProcess::start(bench.inside(0, {"sh", "-c", "trap 'exit 9' TERM; echo on; sleep 60 & wait"}));
        QVERIFY(child);
        char byte = 0;
        QCOMPARE(::read(child->output.get(), &byte, 1), ssize_t(1));
        QCOMPARE(::kill(child->pid(), SIGTERM), 0);
        const auto status = child->wait(deadlineIn(5s));
        QVERIFY(status);
        QCOMPARE(status->exitCode, 9);
    }

    void itsProgramDiesWithIt()
    {
        const ClusterBench bench(oneNode());
        auto child = ChildProcess::start(bench.inside(0, {"sleep", "4242"}));
        QVERIFY(child);
        const auto sleepers = [&] {
            return std::string(trim(bench.run(0, {"sh", "-c", "pgrep -xc sleep || true"}).out));
        };
        QTRY_COMPARE_WITH_TIMEOUT(sleepers(), std::string("1"), 5000);
        QCOMPARE(::kill(child->pid(), SIGKILL), 0);
        QTRY_COMPARE_WITH_TIMEOUT(sleepers(), std::string("0"), 5000);
    }

    void refusesBadCommandLines_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("nothing") << QStringList{} << 2;
        QTest::newRow("no program") << QStringList{"1", "--"} << 2;
        QTest::newRow("no dashes") << QStringList{"1", "true", "x"} << 2;
        QTest::newRow("no number") << QStringList{"x", "--", "true"} << 2;
        QTest::newRow("negative") << QStringList{"-1", "--", "true"} << 2;
        QTest::newRow("no such process") << QStringList{"4194305", "--", "true"} << 126;
    }

    void refusesBadCommandLines()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);
        std::vector<std::string> argv{ownProgram(), "enter"};
        for (const QString& each : arguments)
            argv.push_back(each.toStdString());
        const auto output = runCommand({argv, {}, {}}, deadlineIn(10s));
        QVERIFY(output);
        QCOMPARE(output->exitCode, exitCode);
        QVERIFY(output->err.starts_with("millrace-agent enter: "));
    }

    void keepsTheWorkingFolderWhereItCan()
    {
        const ClusterBench bench(oneNode());
        Command command = bench.inside(0, {"pwd"});
        command.folder = "/usr";
        QCOMPARE(runCommand(command, deadlineIn(10s))->out, "/usr\n");
        const QTemporaryDir hidden; // below /tmp, which is another one inside
        command.folder = hidden.path().toStdString();
        QCOMPARE(runCommand(command, deadlineIn(10s))->out, "/\n");
    }

    void passesItsStreamsThrough()
    {
        const ClusterBench bench(oneNode());
        const auto output =
            runCommand(bench.inside(0, {"sh", "-c", "cat; echo oops >&2"}), deadlineIn(10s), "in and out");
        QCOMPARE(output->out, "in and out");
        QCOMPARE(output->err, "oops\n");
    }
};

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (!arguments.empty() && arguments[0] == "enter")
        return node::enterCommand({arguments.begin() + 1, arguments.end()});
    TestEnterCommand test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_enter_command.moc"

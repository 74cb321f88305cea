// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is needed for an emulated cluster, with root, without, and with something missing.

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/emulate/ability.h"
#include "core/node/enter_command.h"
#include "tests/integration/cluster_bench.h"

#include <QtTest>

#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

using namespace millrace;
using namespace millrace::emulate;
using namespace millrace::tests;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// This program as an emulating process of an ordinary user: prints the first processes, runs until its input ends.
int runEmulation()
{
    if (auto entered = enterUserNamespace(); !entered) {
        std::cout << entered.error().text() << std::endl;
        return 1;
    }
    auto cluster = EmulatedCluster::start(makeEmulationSpec(plainCluster(2), 1, false));
    if (!cluster) {
        std::cout << cluster.error().text() << std::endl;
        return 1;
    }
    std::cout << (*cluster)->nodes()[0].init << std::endl;
    std::string line;
    std::getline(std::cin, line);
    return 0;
}

std::string readLine(ChildProcess& process)
{
    std::string line;
    char byte = 0;
    while (::read(process.output.get(), &byte, 1) == 1 && byte != '\n')
        line += byte;
    return line;
}

int sayAbility()
{
    std::cout << emulationAbility().reason << std::endl;
    return 0;
}

/// Run as an ordinary user: a cluster in a user namespace, entered from outside of it. Prints what ping says.
int tryAsUser()
{
    if (emulationAbility().kind == AbilityKind::UserNamespace)
        std::cout << "user namespace" << std::endl;
    auto process = ChildProcess::start({{ownProgram(), "emulate-as-user"}, {}, {}});
    if (!process)
        return 1;
    const std::string pid = readLine(*process);
    if (!parseInteger(pid)) {
        std::cout << pid << std::endl;
        return 1;
    }
    for (const std::vector<std::string>& argv :
         {std::vector<std::string>{"hostname"}, {"ping", "-c", "3", "-i", "0.2", "10.77.0.2"}, {"id", "-u"}}) {
        std::vector<std::string> whole{ownProgram(), "enter", pid, "--"};
        whole.insert(whole.end(), argv.begin(), argv.end());
        const auto output = runCommand({whole, {}, {}}, deadlineIn(20s));
        if (!output || !output->succeeded()) {
            std::cout << (output ? output->out + output->err : output.error().text()) << std::endl;
            return 1;
        }
        std::cout << output->out << std::flush;
    }
    return 0;
}

} // namespace

class TestEmulationAbility : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (::geteuid() != 0)
            QSKIP("needs root to prepare what is missing");
        const EmulationAbility ability = emulationAbility();
        if (ability.kind != AbilityKind::Root)
            QSKIP(ability.reason.c_str());
        QCOMPARE(ability.reason, "");
    }

    void worksWithoutRoot();
    void saysWhatIsMissing_data();
    void saysWhatIsMissing();
};

namespace {

/// Runs a shell script, as root in mounts of its own, with $D a folder that all may read and $P this program in it.
Result<CommandOutput> runPrepared(const std::string& script)
{
    MR_TRY(folder, TemporaryFolder::make("mr-nobody"));
    fs::permissions(folder.path(), fs::perms(0755));
    const fs::path program = folder.path() / "program";
    fs::copy_file(ownProgram(), program);
    const Command command{{"unshare", "--mount", "sh", "-e", "-c", "mount --make-rprivate /; cd /; " + script},
                          {{"D", folder.path().string()}, {"P", program.string()}},
                          {}};
    return runCommand(command, deadlineIn(60s));
}

constexpr const char* asNobody = "exec setpriv --reuid=nobody --regid=nogroup --clear-groups --no-new-privs $P ";

} // namespace

// As the user nobody, where /dev/net/tun may be opened by everybody, as udev makes it on an ordinary Debian.
void TestEmulationAbility::worksWithoutRoot()
{
    const std::string openToAll = "mknod $D/tun c 10 200; chmod 0666 $D/tun; mount --bind $D/tun /dev/net/tun";
    const auto output = runPrepared(fmt::format("{}; {}try-as-user", openToAll, asNobody));
    QVERIFY(output);
    const std::string words = output->out + output->err;
    for (const char* refusal : {"user namespaces are switched off", "AppArmor keeps", "may not make namespaces"}) {
        if (!output->succeeded() && words.find(refusal) != std::string::npos)
            QSKIP(words.c_str());
    }
    QVERIFY2(output->succeeded(), words.c_str());
    QVERIFY2(output->out.starts_with("user namespace\nn0\n"), words.c_str());
    QVERIFY2(words.find("3 packets transmitted, 3 received") != std::string::npos, words.c_str());
    QVERIFY2(output->out.ends_with("\n0\n"), words.c_str());
}

void TestEmulationAbility::saysWhatIsMissing_data()
{
    QTest::addColumn<QString>("preparation");
    QTest::addColumn<bool>("nobody");
    QTest::addColumn<QString>("words");
    QTest::newRow("no device") << "mount -t tmpfs none /dev/net" << false << "/dev/net/tun does not exist";
    QTest::newRow("no device, as a user") << "mount -t tmpfs none /dev/net" << true << "/dev/net/tun does not exist";
    QTest::newRow("device of root") << "mknod $D/tun c 10 200; chmod 0600 $D/tun; mount --bind $D/tun /dev/net/tun"
                                    << true << "this user may not open /dev/net/tun";
    QTest::newRow("no ip") << "mount --bind /dev/null $(readlink -f $(which ip))" << false
                           << "install the package iproute2";
    QTest::newRow("root without its power")
        << "P=\"setpriv --bounding-set=-sys_admin --inh-caps=-sys_admin $P\"" << false << "CAP_SYS_ADMIN";
}

void TestEmulationAbility::saysWhatIsMissing()
{
    QFETCH(QString, preparation);
    QFETCH(bool, nobody);
    QFETCH(QString, words);
    const auto output =
        runPrepared(fmt::format("{}; {}ability", preparation.toStdString(), nobody ? asNobody : "exec $P "));
    QVERIFY(output);
    const QString text = QString::fromStdString(output->out + output->err);
    if (nobody && text.contains("may not make namespaces"))
        QSKIP(qPrintable(text));
    QVERIFY2(text.startsWith("an emulated cluster is not possible: "), qPrintable(text));
    QVERIFY2(text.contains(words), qPrintable(text));
    QCOMPARE(text.count('\n'), 1);
}

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const std::string first = arguments.empty() ? "" : arguments[0];
    if (first == "enter")
        return node::enterCommand({arguments.begin() + 1, arguments.end()});
    if (first == "ability")
        return sayAbility();
    if (first == "emulate-as-user")
        return runEmulation();
    if (first == "try-as-user")
        return tryAsUser();
    TestEmulationAbility test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_emulation_ability.moc"

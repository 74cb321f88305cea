// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/run/program_check.h"

#include <QTemporaryDir>
#include <QtTest>
#include <sys/stat.h>

using namespace millrace;
using namespace millrace::run;

namespace {

RunPlan planOf(std::vector<std::string> argv, const std::string& path = "")
{
    RunPlan plan;
    plan.emulation.emplace();
    plan.launch.processes.resize(1);
    plan.launch.processes.front().label = "worker 0";
    plan.launch.processes.front().command.argv = std::move(argv);
    if (!path.empty())
        plan.launch.processes.front().command.environment = {{"PATH", path}};
    return plan;
}

QString why(const RunPlan& plan)
{
    return QString::fromStdString(missingProgram(plan));
}

} // namespace

class TestProgramCheck : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder{"/tmp/program-check-XXXXXX"};

    std::string program() const { return m_folder.filePath("kungfu-run").toStdString(); }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(bool(writeFileAtomically(program(), "#!/bin/sh\n")));
        QCOMPARE(::chmod(program().c_str(), 0755), 0);
    }

    void whatIsThereIsNotSaid()
    {
        QCOMPARE(why(planOf({"sh", "-c", "true"})), QString());
        QCOMPARE(why(planOf({"/bin/sh", "/etc/passwd"})), QString());
        QCOMPARE(why(planOf({"{programs}/millrace-worker", "{run}/x"})), QString());
        QCOMPARE(why(planOf({"./mine"})), QString());
        RunPlan remote = planOf({"no-such-program"});
        remote.emulation.reset();
        QCOMPARE(why(remote), QString());
    }

    void whatIsMissingIsSaid()
    {
        QCOMPARE(why(planOf({"no-such-program"})),
                 QString("worker 0: the program \"no-such-program\" is not in PATH; install it or give its full path"));
        QVERIFY(why(planOf({"/opt/no/such"})).contains("no program /opt/no/such"));
        QVERIFY(why(planOf({"sh"}, "/nowhere")).contains("not in PATH"));
        QVERIFY2(why(planOf({"/etc/passwd"})).contains("no program"), "not executable");
    }

    void belowTmpNothingIsSeen()
    {
        const QString said = "is below /tmp, but every emulated node has a private /tmp";
        QVERIFY(why(planOf({program()})).contains(said));
        QVERIFY(why(planOf({"kungfu-run"}, m_folder.path().toStdString())).contains(said));
        QVERIFY(why(planOf({"sh", program()})).contains(said));
        QCOMPARE(why(planOf({"sh", "/tmp/no/such/output"})), QString());
        RunPlan inFolder = planOf({"sh"});
        inFolder.launch.processes.front().command.folder = m_folder.path().toStdString();
        QVERIFY(why(inFolder).contains(said));
        RunPlan shared = planOf({program()});
        shared.emulation->sharedFolders = {m_folder.path().toStdString()};
        QCOMPARE(why(shared), QString());
    }
};

QTEST_GUILESS_MAIN(TestProgramCheck)
#include "tst_program_check.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/project_lock.h"

#include "core/base/clock.h"
#include "core/base/file_io.h"
#include "core/base/json_fields.h"

#include <QtTest>
#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::project;

namespace {

std::string hostName()
{
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    return name;
}

Json holderJson(const std::string& host, std::int64_t pid, const std::string& since)
{
    return {{"user", "ada"}, {"host", host}, {"pid", pid}, {"program", "millrace"}, {"since", since}};
}

/// A number that no process has: of a child that has been reaped.
pid_t endedProcess()
{
    const pid_t child = fork();
    if (child == 0)
        _exit(0);
    waitpid(child, nullptr, 0);
    return child;
}

} // namespace

class TestProjectLock : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;
    std::filesystem::path m_project;
    std::filesystem::path m_lock;

private Q_SLOTS:
    void init()
    {
        m_folder = *TemporaryFolder::make("tst-lock");
        m_project = m_folder->path() / "a study.millrace";
        m_lock = m_folder->path() / ".a study.millrace.lock";
    }

    void namesItsHolder()
    {
        const auto lock = ProjectLock::take(m_project, "millrace-cli");
        QVERIFY(lock.has_value());
        QVERIFY(std::filesystem::equivalent(lock->file(), m_lock));
        const Json json = Json::parse(*readFile(m_lock));
        QCOMPARE(json["pid"].get<pid_t>(), getpid());
        QCOMPARE(QString::fromStdString(json["host"].get<std::string>()), QString::fromStdString(hostName()));
        QCOMPARE(QString::fromStdString(json["program"].get<std::string>()), QString("millrace-cli"));
        QVERIFY(!json["user"].get<std::string>().empty());
        QVERIFY(parseRfc3339(json["since"].get<std::string>()));
    }

    void secondTakerIsToldWho()
    {
        const auto first = ProjectLock::take(m_project, "millrace");
        const auto second = ProjectLock::take(m_project, "millrace-cli");
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::Locked);
        const QString text = QString::fromStdString(second.error().what);
        QVERIFY2(
            text.startsWith(QString("the project is open: %1 on %2 has it in millrace (process %3) since ")
                                .arg(QString::fromStdString(first->holder().user), QString::fromStdString(hostName()))
                                .arg(getpid())),
            qPrintable(text));
        // The failed attempt must not have taken anything away.
        QVERIFY(std::filesystem::exists(m_lock));
        QVERIFY(!ProjectLock::take(m_project, "x"));
    }

    void isGivenBack()
    {
        {
            auto lock = *ProjectLock::take(m_project, "x");
            ProjectLock moved = std::move(lock);
            QVERIFY(std::filesystem::exists(m_lock));
            moved = *ProjectLock::take(m_folder->path() / "other.millrace", "x");
            QVERIFY(!std::filesystem::exists(m_lock));
            QVERIFY(std::filesystem::exists(m_folder->path() / ".other.millrace.lock"));
        }
        QVERIFY(std::filesystem::is_empty(m_folder->path()));
        QVERIFY(ProjectLock::take(m_project, "x"));
    }

    void theLockOfAKilledProcessIsTakenOver()
    {
        int ready[2];
        QCOMPARE(pipe(ready), 0);
        const pid_t child = fork();
        if (child == 0) {
            const auto lock = ProjectLock::take(m_project, "victim");
            const char answer = lock ? 'y' : 'n';
            if (write(ready[1], &answer, 1) == 1)
                pause();
            _exit(1);
        }
        char answer = 0;
        QCOMPARE(read(ready[0], &answer, 1), ssize_t(1));
        QCOMPARE(answer, 'y');
        const auto during = ProjectLock::take(m_project, "x");
        QVERIFY(!during);
        QVERIFY(during.error().what.find("victim (process " + std::to_string(child) + ")") != std::string::npos);
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        close(ready[0]);
        close(ready[1]);
        QVERIFY(std::filesystem::exists(m_lock));
        const auto after = ProjectLock::take(m_project, "heir");
        QVERIFY(after.has_value());
        QCOMPARE(Json::parse(*readFile(m_lock))["pid"].get<pid_t>(), getpid());
    }

    // In a container without an init process nobody waits for a program that was killed.
    void aZombieHoldsNothing()
    {
        int ready[2];
        QCOMPARE(pipe(ready), 0);
        const pid_t child = fork();
        if (child == 0) {
            const auto lock = ProjectLock::take(m_project, "victim");
            const char answer = lock ? 'y' : 'n';
            if (write(ready[1], &answer, 1) == 1)
                pause();
            _exit(1);
        }
        char answer = 0;
        QCOMPARE(read(ready[0], &answer, 1), ssize_t(1));
        QCOMPARE(answer, 'y');
        kill(child, SIGKILL);
        siginfo_t ended{};
        QCOMPARE(waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0); // it stays a zombie
        QVERIFY(std::filesystem::exists("/proc/" + std::to_string(child)));
        const auto lock = ProjectLock::take(m_project, "heir");
        QVERIFY2(lock.has_value(), lock ? "" : lock.error().what.c_str());
        waitpid(child, nullptr, 0);
        close(ready[0]);
        close(ready[1]);
    }

    void staleLocks_data()
    {
        QTest::addColumn<QString>("content");
        QTest::addColumn<bool>("free");
        const auto row = [](const char* name, const Json& json, bool free) {
            QTest::newRow(name) << QString::fromStdString(json.dump()) << free;
        };
        const std::string now = toRfc3339(wallNow());
        row("ended process", holderJson(hostName(), endedProcess(), now), true);
        row("living process", holderJson(hostName(), getppid(), now), false);
        row("number given to a younger process", holderJson(hostName(), getpid(), "2020-01-01T00:00:00Z"), true);
        row("impossible number", holderJson(hostName(), -5, now), true);
        row("another host", holderJson("elsewhere", endedProcess(), now), false);
        QTest::newRow("empty file") << "" << true;
        QTest::newRow("not ours") << "hello" << false;
        QTest::newRow("damaged") << "{\"user\": \"ada\"" << false;
        QTest::newRow("other kinds") << "{\"user\": 5, \"pid\": \"x\", \"host\": []}" << false;
    }
    void staleLocks()
    {
        QFETCH(QString, content);
        QFETCH(bool, free);
        QVERIFY(writeFileAtomically(m_lock, content.toStdString()));
        const auto lock = ProjectLock::take(m_project, "x");
        QCOMPARE(lock.has_value(), free);
        if (!free) {
            QCOMPARE(lock.error().code, ErrorCode::Locked);
            QVERIFY(lock.error().what.find(m_lock.filename().string()) != std::string::npos);
            QCOMPARE(QString::fromStdString(*readFile(m_lock)), content);
        }
    }

    void twoWaysToOneFileAreOneLock()
    {
        QVERIFY(writeFileAtomically(m_project, "{}"));
        std::filesystem::create_symlink(m_project, m_folder->path() / "link.millrace");
        const auto first = ProjectLock::take(m_project, "x");
        QVERIFY(first.has_value());
        QVERIFY(!ProjectLock::take(m_folder->path() / "link.millrace", "x"));
    }

    void aSymbolicLinkAsLockFileIsNotFollowed()
    {
        const auto target = m_folder->path() / "precious";
        QVERIFY(writeFileAtomically(target, ""));
        std::filesystem::create_symlink(target, m_lock);
        QVERIFY(!ProjectLock::take(m_project, "x"));
        QCOMPARE(QString::fromStdString(*readFile(target)), QString());
    }

    void aFolderThatCannotBeWritten()
    {
        const auto lock = ProjectLock::take("/nowhere/at/all.millrace", "x");
        QVERIFY(!lock);
        QVERIFY(lock.error().what.starts_with("locking the project with "));
    }
};

QTEST_APPLESS_MAIN(TestProjectLock)
#include "tst_project_lock.moc"

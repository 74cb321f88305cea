// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/stale_emulations.h"

#include "core/base/file_io.h"
#include "core/base/process.h"

#include <QtTest>

#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::emulate;
namespace fs = std::filesystem;

namespace {

TemporaryFolder makeFolder()
{
    auto folder = TemporaryFolder::make("mr-registry");
    if (!folder)
        qFatal("%s", folder.error().text().c_str());
    return *std::move(folder);
}

ChildProcess sleeper()
{
    auto child = ChildProcess::start({{"sleep", "60"}, {}, {}});
    if (!child)
        qFatal("%s", child.error().text().c_str());
    return *std::move(child);
}

/// A process that has existed.
ProcessIdentity somebodyGone()
{
    ChildProcess child = sleeper();
    const ProcessIdentity identity = identifyProcess(child.pid()).value();
    child.stop(std::chrono::seconds(0));
    return identity;
}

void writeEntry(const fs::path& folder, const RegistryEntry& entry)
{
    const auto process = [](const ProcessIdentity& identity) {
        return fmt::format("{{\"pid\": {}, \"start_time\": {}}}", identity.pid, identity.startTime);
    };
    std::string folders;
    for (const std::string& each : entry.scratchFolders)
        folders += (folders.empty() ? "\"" : ", \"") + each + "\"";
    std::ofstream(folder / (entry.id + ".json"))
        << fmt::format("{{\"id\": \"{}\", \"emulator\": {}, \"controller\": {}, \"scratch_folders\": [{}]}}", entry.id,
                       process(entry.emulator), process(entry.controller), folders);
}

} // namespace

class TestStaleEmulations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsItself()
    {
        const auto self = identifyProcess(::getpid());
        QVERIFY(self);
        QVERIFY(self->startTime > 0);
        QVERIFY(isAlive(*self));
        QVERIFY(!isAlive({self->pid, self->startTime + 1}));
        QVERIFY(!isAlive(somebodyGone()));
        QVERIFY(!identifyProcess(-1));
    }

    void aRegistrationIsAFileForItsLifetime()
    {
        const auto temporary = makeFolder();
        const fs::path folder = temporary.path() / "millrace";
        const ProcessIdentity self = identifyProcess(::getpid()).value();
        {
            const auto registration = registerEmulation(folder, {"x", self, self, {}});
            QVERIFY(registration);
            struct stat state
            {
            };
            QCOMPARE(::stat(folder.c_str(), &state), 0);
            QCOMPARE(state.st_mode & 0777, 0700u);
            QVERIFY(!fs::is_empty(folder));
            QVERIFY(removeStaleEmulations(folder).empty()); // its controller lives
            QVERIFY(!fs::is_empty(folder));
        }
        QVERIFY(fs::is_empty(folder));
    }

    void refusesAFolderThatOthersCanWrite()
    {
        const auto temporary = makeFolder();
        const fs::path folder = temporary.path() / "millrace";
        fs::create_directory(folder);
        fs::permissions(folder, fs::perms::all);
        const ProcessIdentity self = identifyProcess(::getpid()).value();
        const auto registration = registerEmulation(folder, {"x", self, self, {}});
        QVERIFY(!registration);
        QCOMPARE(registration.error().code, ErrorCode::Denied);
        QVERIFY(fs::is_empty(folder));
    }

    void nothingToDoIsFine() { QVERIFY(removeStaleEmulations("/nonexistent/millrace").empty()); }

    void endsTheEmulatorOfAControllerThatIsGone()
    {
        const auto temporary = makeFolder();
        const fs::path scratch = temporary.path() / "scratch";
        fs::create_directories(scratch / "inner");
        std::ofstream(scratch / "inner" / "file") << "x";
        ChildProcess emulator = sleeper();
        const ProcessIdentity identity = identifyProcess(emulator.pid()).value();
        writeEntry(temporary.path(), {"run", identity, somebodyGone(), {scratch.string()}});
        const auto done = removeStaleEmulations(temporary.path());
        QCOMPARE(done.size(), 3u);
        QVERIFY(!isAlive(identity));
        QCOMPARE(emulator.wait(deadlineIn(std::chrono::seconds(5)))->signal, SIGKILL);
        QVERIFY(!fs::exists(scratch));
        QVERIFY(fs::is_empty(temporary.path()));
    }

    void sparesALaterProcessWithTheSameNumber()
    {
        const auto temporary = makeFolder();
        ChildProcess other = sleeper();
        ProcessIdentity identity = identifyProcess(other.pid()).value();
        --identity.startTime;
        writeEntry(temporary.path(), {"run", identity, somebodyGone(), {}});
        QCOMPARE(removeStaleEmulations(temporary.path()).size(), 1u);
        QVERIFY(!other.poll());
        QVERIFY(fs::is_empty(temporary.path()));
    }

    void sparesARunningEmulationAndForeignFiles()
    {
        const auto temporary = makeFolder();
        const fs::path scratch = temporary.path() / "scratch";
        fs::create_directory(scratch);
        const ProcessIdentity self = identifyProcess(::getpid()).value();
        writeEntry(temporary.path(), {"live", somebodyGone(), self, {scratch.string()}});
        std::ofstream(temporary.path() / "notes.txt") << "mine";
        QVERIFY(removeStaleEmulations(temporary.path()).empty());
        QVERIFY(fs::exists(scratch));
        QVERIFY(fs::exists(temporary.path() / "live.json"));
        QVERIFY(fs::exists(temporary.path() / "notes.txt"));
    }

    void damagedEntriesAreReportedAndLeft_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("{\"id\": ");
        QTest::newRow("array") << QByteArray("[1]");
        QTest::newRow("no controller") << QByteArray(
            R"({"id":"x","emulator":{"pid":5,"start_time":1},"scratch_folders":[]})");
        QTest::newRow("everybody as emulator") << QByteArray(
            R"({"id":"x","emulator":{"pid":-1,"start_time":1},"controller":{"pid":7,"start_time":1},"scratch_folders":[]})");
        QTest::newRow("init as emulator") << QByteArray(
            R"({"id":"x","emulator":{"pid":1,"start_time":1},"controller":{"pid":7,"start_time":1},"scratch_folders":[]})");
    }

    void damagedEntriesAreReportedAndLeft()
    {
        QFETCH(QByteArray, text);
        const auto temporary = makeFolder();
        std::ofstream(temporary.path() / "x.json") << text.toStdString();
        const auto done = removeStaleEmulations(temporary.path());
        QCOMPARE(done.size(), 1u);
        QVERIFY(done[0].find("cannot be read") != std::string::npos);
        QVERIFY(fs::exists(temporary.path() / "x.json"));
    }

    void neverRemovesARootOrRelativeFolder()
    {
        const auto temporary = makeFolder();
        writeEntry(temporary.path(), {"run", somebodyGone(), somebodyGone(), {"relative", "/", ""}});
        QCOMPARE(removeStaleEmulations(temporary.path()).size(), 1u);
        QVERIFY(fs::is_empty(temporary.path()));
    }
};

QTEST_APPLESS_MAIN(TestStaleEmulations)
#include "tst_stale_emulations.moc"

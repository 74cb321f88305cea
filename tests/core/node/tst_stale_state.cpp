// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/impair/impair_plan.h"
#include "core/node/process_search.h"
#include "core/node/stale_state.h"
#include "core/node/work_folder.h"
#include "tests/core/node/node_bed.h"

#include <QtTest>
#include <fcntl.h>
#include <sys/file.h>

using namespace millrace;
using namespace millrace::agent;
using namespace millrace::node;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// The text of a lock with another value of one of its keys.
std::string lockWith(const std::string& token, const std::string& key, const std::string& value)
{
    const std::string lock = lockText(token);
    std::string text;
    for (const std::string_view line : split(lock, '\n'))
        if (!line.empty())
            text += line.starts_with(key + " ") ? key + " " + value + "\n" : std::string(line) + "\n";
    return text;
}

/// A work folder as a killed agent leaves it.
fs::path leave(const fs::path& base, const std::string& name, const std::string& lock)
{
    const fs::path folder = base / ("run-" + name);
    fs::create_directories(folder / "sub");
    writeText(folder / "sub" / "data", "data");
    if (!lock.empty())
        writeText(folder / lockName, lock);
    return folder;
}

std::string recordOf(const std::string& interface)
{
    impair::ImpairRecord record;
    record.interface = interface;
    record.token = 0x8001;
    return impair::recordText(record);
}

} // namespace

class TestStaleState : public QObject
{
    Q_OBJECT

private:
    std::optional<TemporaryFolder> m_base;

    /// What is said of a folder; empty: nothing.
    std::string saidOf(const fs::path& folder) const
    {
        for (const std::string& sentence : cleanUpBelow(m_base->path()))
            if (sentence.starts_with(folder.string() + " "))
                return sentence.substr(folder.string().size() + 1);
        return {};
    }

private Q_SLOTS:
    void init() { m_base.emplace(*TemporaryFolder::make("millrace-left")); }

    void aLockTellsWhoseFolderItIs()
    {
        const std::string text = lockText("abc");
        QVERIFY(text.starts_with("token abc\nboot "));
        for (const std::string& part :
             {std::string("\nhost "), std::string("\nnetwork net:["), fmt::format("\npid {}\n", ::getpid())})
            QVERIFY2(text.find(part) != std::string::npos, part.c_str());
        QVERIFY(text.find(std::string(trim(*readFile("/proc/sys/kernel/random/boot_id")))) != std::string::npos);
    }

    void whatCannotLiveAnyMoreIsDeleted()
    {
        const fs::path folder = leave(m_base->path(), "x", lockWith("x", "boot", "another"));
        writeText(folder / ".millrace-undo-e0.json", recordOf("e0")); // gone with the boot
        QCOMPARE(saidOf(folder), std::string("was left when the machine went down; deleted"));
        QVERIFY(!fs::exists(folder));
    }

    void whatMayBeOfOthersStays()
    {
        const fs::path elsewhere = leave(m_base->path(), "a", lockWith("a", "host", "another"));
        const fs::path damaged = leave(m_base->path(), "b", "nonsense\n");
        const fs::path network = leave(m_base->path(), "c", lockWith("c", "network", "net:[1]"));
        writeText(network / ".millrace-undo-e0.json", recordOf("e0"));
        const fs::path unlocked = leave(m_base->path(), "d", {}); // being made
        const fs::path living = leave(m_base->path(), "e", lockText("e"));
        const UniqueFd held(::open((living / lockName).c_str(), O_RDWR | O_CLOEXEC));
        QCOMPARE(::flock(held.get(), LOCK_EX | LOCK_NB), 0);
        fs::create_directory(m_base->path() / "other");
        fs::create_directory_symlink("other", m_base->path() / "run-link");
        QCOMPARE(saidOf(elsewhere), std::string("belongs to the machine 'another' and stays"));
        QCOMPARE(saidOf(damaged), std::string("belongs to the machine '' and stays"));
        QCOMPARE(saidOf(network), std::string("belongs to another network namespace and stays"));
        for (const fs::path& silent : {unlocked, living, m_base->path() / "run-link"})
            QCOMPARE(saidOf(silent), std::string());
        for (const fs::path& there : {elsewhere, damaged, network, unlocked, living})
            QVERIFY(fs::exists(there / "sub" / "data"));
    }

    void aFolderWithoutALockIsGivenAnHour()
    {
        const fs::path old = leave(m_base->path(), "old", {});
        fs::last_write_time(old, fs::file_time_type::clock::now() - 2h);
        QVERIFY(cleanUpBelow(m_base->path()).empty());
        QVERIFY(!fs::exists(old));
        QVERIFY(cleanUpBelow(m_base->path() / "absent").empty());
    }

    void processesOfAKilledAgentEndWithIt()
    {
        const std::string token = freshToken();
        const fs::path folder = leave(m_base->path(), "killed", lockText(token));
        const auto mark = [](const std::string& value) {
            return ChildProcess::start({{"sleep", "300"}, {{std::string(markVariable), value}}, {}});
        };
        auto own = mark(token + ":1;");
        auto other = mark(token + "0:1;");
        QCOMPARE(saidOf(folder), std::string("was left by a killed agent; put in order"));
        QVERIFY(!fs::exists(folder));
        QVERIFY((own->wait(soon()) == ExitStatus{0, SIGKILL}));
        QVERIFY(!other->poll());
    }

    void anImpairmentIsTakenBackFirst()
    {
        const FakePrograms programs;
        programs.add("ip", "echo \"ip $*\" >> $here/asked; echo \"Device \\\"$6\\\" does not exist.\" >&2; exit 1");
        programs.add("tc", "exit 1");
        const fs::path folder = leave(m_base->path(), "a", lockText("a"));
        writeText(folder / ".millrace-undo-e9.json", recordOf("e9"));
        QVERIFY(cleanUpFolder(folder)); // an interface that has gone needs nothing
        QVERIFY(!fs::exists(folder));
        QVERIFY(readFile(programs.folder() / "asked")->find(" e9") != std::string::npos);
        QVERIFY(cleanUpFolder(folder)); // nothing is there
    }

    void whatCannotBeTakenBackStays()
    {
        const fs::path folder = leave(m_base->path(), "a", lockText("a"));
        writeText(folder / ".millrace-undo-e9.json", "{}");
        const auto cleaned = cleanUpFolder(folder);
        QCOMPARE(cleaned.error().code, ErrorCode::Corrupt);
        QVERIFY(fs::exists(folder / "sub" / "data"));
    }

    void byHand()
    {
        QCOMPARE(cleanUpCommand(m_base->path()), 0);
        const fs::path folder = leave(m_base->path(), "x", lockWith("x", "boot", "another"));
        QCOMPARE(cleanUpCommand(m_base->path()), 0);
        QVERIFY(!fs::exists(folder));
    }
};

QTEST_GUILESS_MAIN(TestStaleState)
#include "tst_stale_state.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/base64.h"
#include "core/node/file_block.h"
#include "core/node/work_handlers.h"
#include "tests/core/node/node_bed.h"

#include <QtTest>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>

using namespace millrace;
using namespace millrace::agent;
using namespace millrace::node;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

struct WorkBed
{
    WorkBed()
        : work(std::make_shared<WorkFolder>(base.path(), token, [this](const fs::path& path) { guarded = path; })),
          bed([this](auto& server) { registerWorkHandlers(server, work); })
    {
    }
    /// file.write with a correct sum.
    Result<Json> write(const std::string& path, std::uint64_t offset, const std::string& bytes, bool last)
    {
        return bed.request("file.write",
                           {{"path", path},
                            {"offset", offset},
                            {"data", toBase64(bytes)},
                            {"mode", 0600},
                            {"last", last},
                            {"sha256", sha256(bytes)}});
    }

    TemporaryFolder base = *TemporaryFolder::make("millrace-work");
    const std::string token = freshToken();
    fs::path guarded;
    std::shared_ptr<WorkFolder> work;
    NodeBed bed;
};

std::size_t entriesOf(const fs::path& folder)
{
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// Sets a variable of the environment for a while; empty: removes it.
class Variable
{
public:
    Variable(const char* name, const std::string& value) : m_name(name)
    {
        if (const char* before = std::getenv(name))
            m_before = before;
        set(value);
    }
    ~Variable() { set(m_before); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    void set(const std::string& value) const
    {
        if (value.empty())
            ::unsetenv(m_name);
        else
            ::setenv(m_name, value.c_str(), 1);
    }

    const char* m_name;
    std::string m_before;
};

} // namespace

class TestWorkFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { ::signal(SIGPIPE, SIG_IGN); }

    void itIsMadeOnceLockedAndRemoved()
    {
        WorkBed node;
        QVERIFY(node.work->temporary().empty());
        QCOMPARE(node.work->inside("a").error().code, ErrorCode::InvalidInput);
        QVERIFY(node.work->remove());
        const auto folder = node.bed.node->openWork("", soon());
        QCOMPARE(*folder, (node.base.path() / ("run-" + node.token)).string());
        QCOMPARE(*node.bed.node->openWork("/elsewhere", soon()), *folder);
        QCOMPARE(node.guarded.string(), *folder);
        struct stat state
        {
        };
        QCOMPARE(::stat(folder->c_str(), &state), 0);
        QCOMPARE(state.st_mode & 07777U, 0700U);
        const fs::path lock = fs::path(*folder) / lockName;
        const UniqueFd fd(::open(lock.c_str(), O_RDWR | O_CLOEXEC));
        QVERIFY(fd && ::flock(fd.get(), LOCK_EX | LOCK_NB) != 0);
        QVERIFY(readFile(lock)->starts_with("token " + node.token + "\nboot "));
        QCOMPARE(node.work->temporary(), fs::path(*folder) / ".millrace-tmp");
        QVERIFY(node.work->remove());
        QCOMPARE(entriesOf(node.base.path()), std::size_t(0));
    }

    void foldersThatCannotBe()
    {
        const auto guard = [](const fs::path&) { QFAIL("nothing was made"); };
        QCOMPARE(WorkFolder("relative", "t", guard).open().error().code, ErrorCode::InvalidInput);
        const TemporaryFolder base = *TemporaryFolder::make("millrace-work");
        writeText(base.path() / "file", "");
        QVERIFY(!WorkFolder(base.path() / "file" / "below", "t", guard).open());
        fs::create_directory(base.path() / "run-t");
        QVERIFY(!WorkFolder(base.path(), "t", guard).open());
    }

    void whereRunsAreByThemselves()
    {
        const TemporaryFolder base = *TemporaryFolder::make("millrace-home");
        const fs::path runs = base.path() / "cache" / "millrace" / "runs";
        {
            const Variable cache("XDG_CACHE_HOME", (base.path() / "cache").string());
            QCOMPARE(*standardWorkFolder(), runs);
            QVERIFY(fs::is_directory(runs));
            WorkFolder work({}, "t", [](const fs::path&) {});
            QCOMPARE(*work.open(), runs / "run-t");
            QVERIFY(work.remove());
        }
        const Variable cache("XDG_CACHE_HOME", "relative");
        {
            const Variable home("HOME", base.path().string());
            QCOMPARE(*standardWorkFolder(), base.path() / ".cache" / "millrace" / "runs");
        }
        const Variable home("HOME", "");
        const std::string temporary = fmt::format("/var/tmp/millrace-{}", ::geteuid());
        QCOMPARE(standardWorkFolder()->string(), temporary);
        std::error_code notEmpty;
        fs::remove(temporary, notEmpty);
    }

    void pathsStayInTheFolder()
    {
        WorkBed node;
        const fs::path folder = *node.work->open();
        fs::create_symlink("/etc", folder / "etc");
        fs::create_symlink(".", folder / "self");
        fs::create_directory(folder / "a");
        for (const std::string path :
             {"", ".", "./", "self", "/etc/passwd", "../x", "a/../../x", "a/..", "etc/passwd", ".millrace-lock",
              "./.millrace-lock", "self/.millrace-lock", ".//.millrace-undo-e0.json", ".millrace/x"}) {
            const auto inside = node.work->inside(path);
            QVERIFY2(!inside && inside.error().code == ErrorCode::InvalidInput, path.c_str());
        }
        QVERIFY(!node.work->inside(std::string("a\0b", 3)));
        QCOMPARE(*node.work->inside("a/b/c"), folder / "a" / "b" / "c");
        QCOMPARE(*node.work->inside("a/./.millrace-x"), folder / "a" / ".millrace-x");
        QCOMPARE(*node.work->inside("self/a"), folder / "a");
    }

    void filesThereAndBack()
    {
        WorkBed node;
        const std::string text("some bytes\0and more", 19);
        QVERIFY(node.bed.node->putFile("a/run.sh", text, true, soon()));
        QVERIFY(node.bed.node->putFile("empty", "", false, soon()));
        QVERIFY(node.bed.node->putFile("empty", "", false, soon()));
        QCOMPARE(*node.bed.node->readFile("a/run.sh", 100, soon()), text);
        const fs::path folder = *node.work->open();
        QCOMPARE(fs::status(folder / "a/run.sh").permissions(), fs::perms::owner_all);
        QCOMPARE(fs::status(folder / "empty").permissions(), fs::perms::owner_read | fs::perms::owner_write);
        // The agent's own files and unfinished ones are in no list.
        fs::create_directory(folder / ".millrace-tmp");
        writeText(folder / ".millrace-tmp" / "x", "x");
        QCOMPARE(node.write("half", 0, "12345", false)->at("bytes").get<int>(), 5);
        fs::create_symlink("empty", folder / "link");
        auto files = *node.bed.node->listFiles(soon());
        std::ranges::sort(files, {}, &WorkFile::path);
        QCOMPARE(files.size(), std::size_t(2));
        QCOMPARE(files[0].path, std::string("a/run.sh"));
        QCOMPARE(files[0].bytes, std::uint64_t(text.size()));
        QVERIFY(std::chrono::abs(files[0].modified - wallNow()) < 20s);
        QCOMPARE(files[1].path, std::string("empty"));
        QCOMPARE(node.bed.node->readFile("absent", 100, soon()).error().code, ErrorCode::NotFound);
        QCOMPARE(node.bed.node->readFile("a", 100, soon()).error().code, ErrorCode::NotFound);
    }

    void aFileIsWrittenInOrderOrNotAtAll()
    {
        WorkBed node;
        const fs::path folder = *node.work->open();
        const auto code = [](const Result<Json>& result) { return result ? ErrorCode::Internal : result.error().code; };
        QVERIFY(node.write("x", 0, "abc", false));
        QVERIFY(node.write("x", 0, "12", false)); // started again
        QCOMPARE(code(node.write("x", 3, "3", false)), ErrorCode::InvalidInput);
        QCOMPARE(code(node.write("x", 2, "3", true)), ErrorCode::NotFound); // the unfinished one is gone
        Json params = {{"path", "x"},  {"offset", 0},  {"data", toBase64("abc")},
                       {"mode", 0600}, {"last", true}, {"sha256", sha256("other")}};
        QCOMPARE(code(node.bed.request("file.write", params)), ErrorCode::Corrupt);
        params["data"] = "no base64!";
        QCOMPARE(code(node.bed.request("file.write", params)), ErrorCode::Protocol);
        params["data"] = toBase64("abc");
        params["offset"] = std::uint64_t(1) << 30;
        QCOMPARE(code(node.bed.request("file.write", params)), ErrorCode::InvalidInput);
        params.erase("offset");
        QCOMPARE(code(node.bed.request("file.write", params)), ErrorCode::InvalidInput);
        // A folder where the file should be, a file where the folder should be.
        fs::create_directories(folder / "full" / "x");
        QVERIFY(!node.write("full", 0, "abc", true));
        writeText(folder / "plain", "kept");
        QVERIFY(!node.write("plain/x", 0, "abc", true));
        QCOMPARE(*readFile(folder / "plain"), std::string("kept"));
        QCOMPARE(node.bed.node->listFiles(soon())->size(), std::size_t(1));
        // None of that is outside the work folder.
        QCOMPARE(entriesOf(node.base.path()), std::size_t(1));
    }

    void blocksOfAFile()
    {
        const TemporaryFolder base = *TemporaryFolder::make("millrace-work");
        const fs::path file = base.path() / "file";
        writeText(file, "0123456789");
        const auto middle = readBlock(file, 3, 4);
        QVERIFY((*middle == FileBlock{"3456", 3, 10}));
        QVERIFY((*readBlock(file, 8, 100) == FileBlock{"89", 8, 10}));
        for (const std::uint64_t offset : {std::uint64_t(10), std::uint64_t(1) << 40})
            QVERIFY((*readBlock(file, offset, 5) == FileBlock{"", offset, 10}));
        fs::resize_file(file, 9 << 20);
        QCOMPARE(readBlock(file, 0, 100 << 20)->bytes.size(), std::size_t(8) << 20);
        QCOMPARE(readBlock(base.path() / "absent", 0, 5).error().code, ErrorCode::NotFound);
        QVERIFY(!readBlock(base.path(), 0, 5));
    }
};

QTEST_GUILESS_MAIN(TestWorkFolder)
#include "tst_work_folder.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/store/database.h"
#include "tests/e2e/cli_runner.h"

#include <QtTest>
#include <fcntl.h>
#include <fstream>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace millrace;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

class TestBadInput : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;

    [[nodiscard]] const fs::path& folder() const { return m_folder->path(); }
    void write(const std::string& text) const { std::ofstream(folder() / "small.millrace") << text; }
    static std::string replaced(std::string text, const std::string& from, const std::string& to)
    {
        const auto at = text.find(from);
        Q_ASSERT(at != std::string::npos);
        return text.replace(at, from.size(), to);
    }
    /// One line on standard error, with these words, and no store made.
    void expectComplaint(const e2e::Finished& finished, int code, const std::vector<std::string>& words) const
    {
        QVERIFY2(finished.code == code, finished.text());
        QVERIFY2(std::ranges::count(finished.err, '\n') == 1, finished.text());
        for (const auto& word : words)
            QVERIFY2(finished.err.find(word) != std::string::npos, finished.text() + "\nlacks: " + word.c_str());
        QVERIFY2(!fs::exists(folder() / "small.mrdb"), "a store was made");
    }

private Q_SLOTS:
    void init() { m_folder.emplace(*TemporaryFolder::make("mr-bad-")); }

    void damagedProject()
    {
        const std::string text = e2e::projectText(e2e::SmallProject{});
        write(text.substr(0, text.size() / 2));
        expectComplaint(e2e::cli(folder(), {"run", "small.millrace"}), 3, {"small.millrace", "line"});
        write("hello");
        expectComplaint(e2e::cli(folder(), {"run", "small.millrace"}), 3, {"small.millrace"});
    }

    void aStoreIsNoProject()
    {
        QVERIFY(millrace::store::Database::create(folder() / "other.mrdb").has_value());
        expectComplaint(e2e::cli(folder(), {"run", "other.mrdb"}), 2, {"other.mrdb", "result store", "*.millrace"});
    }

    void missingProject()
    {
        expectComplaint(e2e::cli(folder(), {"run", "nothing.millrace"}), 3, {"nothing.millrace"});
        expectComplaint(e2e::cli(folder(), {"run", "quikstart"}), 3, {"quickstart"});
    }

    void unknownFactor()
    {
        write(replaced(e2e::projectText(e2e::SmallProject{}), "\"strategy\"", "\"stratgy\""));
        expectComplaint(e2e::cli(folder(), {"run", "small.millrace"}), 2,
                        {"grids[0].factors[0]", "stratgy", "strategy"});
    }

    void impossibleTopology()
    {
        write(replaced(e2e::projectText(e2e::SmallProject{}), "{\"delay\": \"1ms\"}",
                       "{\"from\": \"node7\", \"delay\": \"1ms\"}"));
        expectComplaint(e2e::cli(folder(), {"run", "small.millrace"}), 2, {"clusters[0].links[0]", "node7"});
        write(replaced(e2e::projectText(e2e::SmallProject{}), "{\"delay\": \"1ms\"}", "{\"loss\": 1.5}"));
        expectComplaint(e2e::cli(folder(), {"run", "small.millrace"}), 2, {"clusters[0].links[0].loss"});
        e2e::SmallProject project;
        project.extraFactors = R"(, {"name": "workers", "levels": [2, 9]})";
        write(e2e::projectText(project));
        expectComplaint(e2e::cli(folder(), {"run", "small.millrace"}), 2, {"workers", "9"});
    }

    void unknownGridLevelAndOption()
    {
        write(e2e::projectText(e2e::SmallProject{}));
        expectComplaint(e2e::cli(folder(), {"run", "small.millrace", "--grid", "gird"}), 2, {"gird", "grid"});
        expectComplaint(e2e::cli(folder(), {"run", "small.millrace", "--only", "strategy=RNG"}), 2, {"RNG"});
        expectComplaint(e2e::cli(folder(), {"run", "small.millrace", "--only", "los=1%"}), 2, {"los"});
        QCOMPARE(e2e::cli(folder(), {"run", "small.millrace", "--no-such-option"}).code, 2);
        expectComplaint(e2e::cli(folder(), {"run", "small.millrace", "--on-failure", "maybe"}), 2,
                        {"maybe", "retry=2"});
        QCOMPARE(e2e::cli(folder(), {}).code, 2);
        expectComplaint(e2e::cli(folder(), {"templetes", "small.millrace"}), 2, {"templetes", "templates"});
        expectComplaint(e2e::cli(folder(), {"--quiet", "xyzzyx"}), 2, {"xyzzyx", "templates"});
        expectComplaint(e2e::cli(folder(), {"traffic", "preveiw"}), 2, {"preveiw", "preview"});
    }

    /// A misspelt field has its default: the run goes on, and says so.
    void warningsAreSaid()
    {
        write(replaced(e2e::projectText(e2e::SmallProject{}), "\"repetitions\"", "\"repetitons\""));
        const auto finished = e2e::cli(folder(), {"run", "small.millrace", "--dry-run"});
        QVERIFY2(finished.code == 0, finished.text());
        QVERIFY2(finished.err.find("small.millrace: grids[0]: the field \"repetitons\" is unknown; did you mean "
                                   "\"repetitions\"?")
                     != std::string::npos,
                 finished.text());
        QCOMPARE(e2e::cli(folder(), {"check", "small.millrace"}).err.find("repetitons"), std::string::npos);
    }

    void whatThisVersionCannotRun()
    {
        write(replaced(e2e::projectText(e2e::SmallProject{}), "\"builtin\"", "\"horovod\""));
        const auto finished = e2e::cli(folder(), {"run", "small.millrace"});
        QVERIFY2(finished.code == 4 || finished.code == 2, finished.text());
        QVERIFY2(finished.err.find("horovod") != std::string::npos, finished.text());
    }

    void newerProjectAndStore()
    {
        write(replaced(e2e::projectText(e2e::SmallProject{}), "\"version\": 1", "\"version\": 99"));
        expectComplaint(e2e::cli(folder(), {"run", "small.millrace"}), 3, {"99"});

        write(e2e::projectText(e2e::SmallProject{}));
        {
            auto database = store::Database::create(folder() / "new.mrdb");
            QVERIFY(bool(database));
            QVERIFY(bool(database->execute("PRAGMA user_version = 99")));
        }
        const auto before = sha256(*readFile(folder() / "new.mrdb"));
        expectComplaint(e2e::cli(folder(), {"run", "small.millrace", "--store", "new.mrdb"}), 3, {"new.mrdb", "99"});
        QCOMPARE(sha256(*readFile(folder() / "new.mrdb")), before);
        std::ofstream(folder() / "text.mrdb") << "this is not a store";
        expectComplaint(e2e::cli(folder(), {"run", "small.millrace", "--store", "text.mrdb"}), 3, {"text.mrdb"});
    }

    void lockedStore()
    {
        write(e2e::projectText(e2e::SmallProject{}));
        const auto database = store::Database::create(folder() / "held.mrdb");
        expectComplaint(e2e::cli(folder(), {"run", "small.millrace", "--store", "held.mrdb"}), 3,
                        {"held.mrdb", std::to_string(::getpid())});
    }

    void missingPrivilege()
    {
        if (::geteuid() != 0)
            QSKIP("only root can give up rights");
        write(e2e::projectText(e2e::SmallProject{}));
        QCOMPARE(::chmod(folder().c_str(), 0777), 0);
        // An ordinary user in a mount namespace whose /dev/net/tun only root may open: one clear sentence, nothing
        // made.
        const auto output =
            runCommand({{"unshare", "--mount", "sh", "-c",
                         "mount -t tmpfs -o mode=755 none /dev/net && mknod -m 600 /dev/net/tun c 10 200 && "
                         "exec setpriv --reuid=65534 --regid=65534 --clear-groups -- \"$@\"",
                         "sh", e2e::program("millrace-cli").string(), "run", "small.millrace"},
                        {},
                        folder()},
                       deadlineIn(60s));
        QVERIFY(bool(output));
        if (output->err.find("millrace-cli: ") == std::string::npos)
            QSKIP(("the test cannot give up its rights here: " + output->err).c_str());
        expectComplaint({output->exitCode, output->out, output->err}, 4, {"an emulated cluster is not possible"});
    }

    void fullDisk()
    {
        const std::string reason = e2e::whyNotHere();
        if (!reason.empty())
            QSKIP(reason.c_str());
        if (::geteuid() != 0)
            QSKIP("only root can mount a small file system");
        const auto before = e2e::footprint();
        e2e::SmallProject project;
        project.steps = 400;
        write(e2e::projectText(project));
        const fs::path disk = folder() / "disk";
        fs::create_directory(disk);
        QCOMPARE(::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=700k"), 0);
        const auto full = e2e::cli(folder(), {"run", "small.millrace", "--store", "disk/s.mrdb", "--no-report"});
        const auto unmount = qScopeGuard([&] { ::umount(disk.c_str()); });
        QVERIFY2(full.code == 3, full.text());
        QVERIFY2(full.err.find("disk/s.mrdb") != std::string::npos
                     || full.err.find("No space left") != std::string::npos
                     || full.err.find("full") != std::string::npos,
                 full.text());
        const std::string left = e2e::leftSince(before);
        QVERIFY2(left.empty(), left.c_str());
        {
            auto database = store::Database::openReadOnly(disk / "s.mrdb");
            if (database)
                QVERIFY(database->integrityCheck()->empty());
        }
        QCOMPARE(::mount("tmpfs", disk.c_str(), "tmpfs", MS_REMOUNT, "size=64m"), 0);
        const auto resumed =
            e2e::cli(folder(), {"run", "small.millrace", "--store", "disk/s.mrdb", "--no-report", "--resume"});
        const auto fresh = resumed.code == 3
            ? e2e::cli(folder(), {"run", "small.millrace", "--store", "disk/s.mrdb", "--no-report"})
            : resumed;
        QVERIFY2(fresh.code == 0, (resumed.text() + fresh.text()));
    }

    void checkListsEveryProblem()
    {
        std::string text = replaced(e2e::projectText(e2e::SmallProject{}), "\"strategy\"", "\"stratgy\"");
        text = replaced(text, "{\"delay\": \"1ms\"}", "{\"delay\": \"soon\", \"loss\": 2}");
        write(text);
        const auto finished = e2e::cli(folder(), {"check", "small.millrace"});
        QVERIFY2(finished.code == 2, finished.text());
        for (const char* word : {"clusters[0].links[0].delay", "clusters[0].links[0].loss", "grids[0].factors[0]"})
            QVERIFY2(finished.out.find(word) != std::string::npos, finished.text());
        const auto json = e2e::cli(folder(), {"check", "small.millrace", "--json"});
        QVERIFY(Json::parse(json.out)["problems"].size() >= 3);
    }

    void dryRunChangesNothing()
    {
        write(e2e::projectText(e2e::SmallProject{}));
        const auto finished =
            e2e::cli(folder(), {"run", "small.millrace", "--dry-run", "--only", "strategy=RING", "--steps"});
        QVERIFY2(finished.code == 0, finished.text());
        QVERIFY(finished.out.find("left out by --only") != std::string::npos);
        QVERIFY(finished.out.find("millrace-worker") != std::string::npos);
        QVERIFY2(finished.out.find("estimate: ") != std::string::npos, finished.text());
        QVERIFY(!fs::exists(folder() / "small.mrdb"));
        const auto study = e2e::cli(folder(), {"run", "traffic-study", "--dry-run", "--json"});
        QVERIFY2(study.code != 3, study.text());
        const auto json = e2e::cli(folder(), {"run", "small.millrace", "--dry-run", "--json"});
        const Json estimate = Json::parse(json.out)["estimate"];
        QVERIFY2(estimate["seconds"].is_number() && estimate["store_bytes"].is_null(), json.text());
    }
};

QTEST_APPLESS_MAIN(TestBadInput)
#include "tst_bad_input.moc"

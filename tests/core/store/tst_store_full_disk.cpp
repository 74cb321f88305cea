// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/store/series_repository.h"
#include "core/store/store_writer.h"
#include "tests/core/store/store_fixture.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace millrace;
using namespace millrace::store;
using namespace std::chrono_literals;

namespace {

constexpr int skipped = 77;

/// Ends the child process with the number of the line, so that the test can tell which check failed.
#define CHECK_HERE(condition)                                                                                          \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                                    \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (false)

/// Runs `work` in a child process with a small file system of its own on `folder`.
template <typename Work>
int onSmallDisk(const std::filesystem::path& folder, const char* size, Work work)
{
    const pid_t child = ::fork();
    if (child == 0) {
        if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0
            || ::mount("tmpfs", folder.c_str(), "tmpfs", 0, size) != 0)
            ::_exit(skipped);
        ::_exit(work());
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Takes all space that is left.
void fillDisk(const std::filesystem::path& file)
{
    const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    const std::string block(4096, 'x');
    for (std::size_t size = block.size(); size > 0;)
        if (::write(fd, block.data(), size) <= 0)
            size /= 2;
    ::close(fd);
}

bool isFull(const Error& error)
{
    return error.code == ErrorCode::DiskFull && error.what.find("results.mrdb") != std::string::npos;
}

/// Values that do not compress.
class Noise
{
public:
    Result<void> append(StoreWriter& writer, SeriesId id, int count)
    {
        for (int i = 0; i < count; ++i) {
            const double value = m_random.normal();
            if (auto done = writer.append(id, static_cast<std::int64_t>(m_accepted.size()), value); !done)
                return done;
            m_accepted.push_back(value);
        }
        return {};
    }
    const std::vector<double>& accepted() const { return m_accepted; }

private:
    Random m_random{1};
    std::vector<double> m_accepted;
};

std::string noiseText()
{
    Random random(9);
    std::string text;
    for (int i = 0; i < 300'000; ++i)
        text += static_cast<char>(random());
    return text;
}

struct Scene
{
    Database database;
    CampaignId campaign;
    std::vector<RunRecord> runs;
};

Scene makeScene(const std::filesystem::path& file, const Clock& clock)
{
    Database database = need(Database::create(file));
    RunRepository runs(database, clock);
    const CampaignId campaign = need(runs.createCampaign({}, std::vector<RunRecord>(1)));
    auto planned = need(runs.runs(campaign));
    return {std::move(database), campaign, std::move(planned)};
}

int writeThroughAFullDisk(const std::filesystem::path& folder)
{
    const auto file = folder / "results.mrdb";
    const SystemClock clock;
    Scene scene = makeScene(file, clock);
    RunRepository runs(scene.database, clock);
    const RunId run = scene.runs.front().id;
    StoreWriter::Options options;
    options.commitEvery = 20ms;
    const auto writer = need(StoreWriter::start(scene.database, options));
    const SeriesId id = need(writer->addSeries(run, "noise", "", ""));
    Noise noise;
    need(noise.append(*writer, id, 5000));
    need(writer->flush());
    need(runs.claim(run));
    const std::size_t safe = noise.accepted().size();

    fillDisk(folder / "ballast");
    (void)noise.append(*writer, id, 40'000).has_value();
    const auto flushed = writer->flush();
    CHECK_HERE(!flushed && isFull(flushed.error()));
    const auto appended = noise.append(*writer, id, 1);
    CHECK_HERE(!appended && isFull(appended.error()));
    const auto added = writer->addSeries(run, "more", "", "");
    CHECK_HERE(!added && isFull(added.error()));
    // Small changes may still fit into the log's last pages; large ones do not.
    const auto saved = runs.saveSnapshots(run, std::vector<Snapshot>{{"", std::string(400, 'a')}, {"n", noiseText()}});
    CHECK_HERE(!saved && isFull(saved.error()));
    CHECK_HERE(need(runs.snapshots(run)).empty());

    // What was there is there, also for others.
    Database reader = need(Database::openReadOnly(file));
    CHECK_HERE(need(reader.integrityCheck()).empty());
    Issues issues;
    CHECK_HERE(need(SeriesRepository(reader).read(id, issues)).times.size() == safe);
    CHECK_HERE(need(RunRepository(reader, clock).run(run)).state == RunState::Preparing);

    std::filesystem::remove(folder / "ballast");
    need(writer->flush());
    need(noise.append(*writer, id, 1000));
    need(writer->finishRun(run));
    need(runs.transition(run, RunState::Running));
    const auto series = need(SeriesRepository(scene.database).read(id, issues));
    CHECK_HERE(series.values == noise.accepted());
    CHECK_HERE(issues.empty());
    CHECK_HERE(need(scene.database.integrityCheck()).empty());
    return 0;
}

int recoverByItself(const std::filesystem::path& folder)
{
    const SystemClock clock;
    Scene scene = makeScene(folder / "results.mrdb", clock);
    StoreWriter::Options options;
    options.commitEvery = 20ms;
    const auto writer = need(StoreWriter::start(scene.database, options));
    const SeriesId id = need(writer->addSeries(scene.runs.front().id, "noise", "", ""));
    fillDisk(folder / "ballast");
    Noise noise;
    (void)noise.append(*writer, id, 40'000).has_value();
    // Without asking, the next calls say it.
    Result<void> next;
    for (int i = 0; i < 500 && next; ++i) {
        std::this_thread::sleep_for(10ms);
        next = noise.append(*writer, id, 1);
    }
    CHECK_HERE(!next && isFull(next.error()));
    std::filesystem::remove(folder / "ballast");
    for (int i = 0; i < 500 && !next; ++i) {
        std::this_thread::sleep_for(10ms);
        next = noise.append(*writer, id, 1);
    }
    CHECK_HERE(next);
    need(writer->flush());
    Issues issues;
    CHECK_HERE(need(SeriesRepository(scene.database).read(id, issues)).values == noise.accepted());
    return 0;
}

int openOnAFullDisk(const std::filesystem::path& folder)
{
    const SystemClock clock;
    const auto file = folder / "results.mrdb";
    fillDisk(folder / "ballast");
    const auto created = Database::create(file);
    CHECK_HERE(!created && isFull(created.error()));
    CHECK_HERE(namesIn(folder) == std::vector<std::string>{"ballast"});
    std::filesystem::remove(folder / "ballast");
    makeScene(file, clock);
    // A migration without room for the saved copy does not begin.
    fillDisk(folder / "ballast");
    const std::string hash = hashOf(file);
    std::vector<Migration> migrations(builtInMigrations().begin(), builtInMigrations().end());
    migrations.push_back({migrations.back().version + 1, "CREATE TABLE added (x INTEGER)"});
    const auto opened = Database::open(file, migrations);
    CHECK_HERE(!opened && isFull(opened.error()));
    CHECK_HERE(hashOf(file) == hash);
    std::filesystem::remove(folder / "ballast");
    CHECK_HERE(need(need(Database::open(file, migrations)).integrityCheck()).empty());
    return 0;
}

int openOnAReadOnlyDisk(const std::filesystem::path& folder)
{
    const SystemClock clock;
    const auto file = folder / "results.mrdb";
    makeScene(file, clock);
    CHECK_HERE(::mount(nullptr, folder.c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) == 0);
    const auto writing = Database::open(file);
    CHECK_HERE(!writing);
    Database reader = need(Database::openReadOnly(file));
    CHECK_HERE(need(RunRepository(reader, clock).campaigns()).size() == 1);
    CHECK_HERE(namesIn(folder) == std::vector<std::string>{"results.mrdb"});
    return 0;
}

} // namespace

class TestStoreFullDisk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void smallDisk_data()
    {
        QTest::addColumn<int>("work");
        QTest::newRow("writing continues when there is space again") << 0;
        QTest::newRow("calls say so and recover by themselves") << 1;
        QTest::newRow("creating and migrating") << 2;
        QTest::newRow("read-only medium") << 3;
    }

    void smallDisk()
    {
        QFETCH(int, work);
        constexpr int (*works[])(const std::filesystem::path&) = {writeThroughAFullDisk, recoverByItself,
                                                                  openOnAFullDisk, openOnAReadOnlyDisk};
        const auto folder = need(TemporaryFolder::make("mr-small"));
        const int code =
            onSmallDisk(folder.path(), "size=3m", [&] { return works[static_cast<std::size_t>(work)](folder.path()); });
        if (code == skipped)
            QSKIP("mounting a small file system needs the rights of root");
        QCOMPARE(code, 0);
    }
};

QTEST_APPLESS_MAIN(TestStoreFullDisk)
#include "tst_store_full_disk.moc"

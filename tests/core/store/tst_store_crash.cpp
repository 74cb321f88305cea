// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/store/log_repository.h"
#include "core/store/series_repository.h"
#include "core/store/store_writer.h"
#include "tests/core/store/store_fixture.h"

#include <atomic>
#include <csignal>
#include <new>
#include <random>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace millrace;
using namespace millrace::store;
using namespace std::chrono_literals;

namespace {

constexpr int runCount = 200;

/// Progress that the writing process reports to the test in shared memory, which outlives the process.
struct Progress
{
    std::atomic<std::int64_t> accepted; ///< samples taken by append()
    std::atomic<std::int64_t> flushed; ///< samples before a flush() that succeeded
    std::atomic<std::int64_t> moves; ///< changes of run states that succeeded
    std::atomic<int> failures;
};

class SharedProgress
{
public:
    SharedProgress()
        : m_memory(::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
    {
        if (m_memory == MAP_FAILED)
            qFatal("no shared memory");
        new (m_memory) Progress();
    }
    SharedProgress(const SharedProgress&) = delete;
    SharedProgress& operator=(const SharedProgress&) = delete;
    ~SharedProgress() { ::munmap(m_memory, sizeof(Progress)); }
    Progress* operator->() const { return static_cast<Progress*>(m_memory); }

private:
    void* m_memory;
};

/// Writes until it is killed: run after run, samples 0, 1, 2, … into one series of the first run.
[[noreturn]] void writeForever(const std::filesystem::path& file, const SharedProgress& progress, std::uint64_t seed)
{
    Random random(seed);
    Database database = need(Database::open(file));
    const SystemClock clock;
    RunRepository runs(database, clock);
    const auto planned = need(runs.unfinished(need(runs.campaigns()).front().id));
    StoreWriter::Options options;
    options.commitEvery = 200ms;
    const auto writer = need(StoreWriter::start(database, options));
    const SeriesId series = need(writer->addSeries(planned.front().id, "samples", "", ""));
    const auto count = [&](const Result<void>& done) { done ? ++progress->moves : ++progress->failures; };
    std::int64_t sample = 0;
    for (const RunRecord& run : planned) {
        count(runs.claim(run.id) ? Result<void>() : fail(ErrorCode::Internal, ""));
        for (const RunState next : {RunState::Running, RunState::Collecting, RunState::Analysing, RunState::Done}) {
            for (std::uint64_t i = random.below(2000); i > 0; --i, ++sample)
                writer->append(series, sample, static_cast<double>(sample)) ? ++progress->accepted
                                                                            : ++progress->failures;
            need(writer->addLine(run.id, {clock.wall(), "node0", "worker 0", "stdout", std::string(200, 'x')}));
            std::this_thread::sleep_for(std::chrono::milliseconds(random.below(8)));
            if (random.below(10) == 0) {
                const std::int64_t before = sample;
                need(writer->flush());
                progress->flushed = before;
            }
            count(runs.transition(run.id, next));
        }
        // The first run's samples go on.
        if (run.id != planned.front().id)
            need(writer->finishRun(run.id));
    }
    for (;;)
        std::this_thread::sleep_for(1s);
}

struct Victim
{
    std::unique_ptr<TestStore> store;
    std::unique_ptr<SharedProgress> progress;
    pid_t process = -1;
    Nanoseconds lifetime{0};
    bool running = true;
    std::vector<std::pair<Nanoseconds, std::int64_t>> history; ///< when how many samples were accepted
};

} // namespace

class TestStoreCrash : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingCommittedIsLost()
    {
        Random random(std::random_device{}());
        std::vector<Victim> victims(6);
        for (std::size_t i = 0; i < victims.size(); ++i)
            startVictim(victims[i], 100ms + std::chrono::milliseconds(300 * i + random.below(300)), random());
        const Nanoseconds start = monotonicNow();
        for (bool anyRunning = true; anyRunning;) {
            anyRunning = false;
            for (Victim& victim : victims) {
                if (!victim.running)
                    continue;
                anyRunning = true;
                victim.history.emplace_back(monotonicNow(), (*victim.progress)->accepted.load());
                if (monotonicNow() - start >= victim.lifetime) {
                    ::kill(victim.process, SIGKILL);
                    ::waitpid(victim.process, nullptr, 0);
                    victim.running = false;
                }
            }
            std::this_thread::sleep_for(1ms);
        }
        std::int64_t moves = 0;
        std::int64_t samples = 0;
        for (const Victim& victim : victims) {
            checkVictim(victim, samples);
            moves += (*victim.progress)->moves;
        }
        qInfo("%lld moves and %lld samples found again", static_cast<long long>(moves),
              static_cast<long long>(samples));
        QVERIFY(moves > 0 && samples > 0);
    }

private:
    static void startVictim(Victim& victim, Nanoseconds lifetime, std::uint64_t seed)
    {
        victim.store = std::make_unique<TestStore>(runCount);
        victim.progress = std::make_unique<SharedProgress>();
        victim.lifetime = lifetime;
        // Frees the writer's lock for the child.
        victim.store->database = need(Database::create(victim.store->folder.path() / "other.mrdb"));
        victim.process = ::fork();
        if (victim.process == 0)
            writeForever(victim.store->file, *victim.progress, seed);
    }

    static void checkVictim(const Victim& victim, std::int64_t& found)
    {
        const Progress& progress = *victim.progress->operator->();
        QCOMPARE(progress.failures.load(), 0);
        const std::int64_t seen = samplesSeenByReader(victim);
        Database database = need(Database::open(victim.store->file));
        const Issues issues = need(database.integrityCheck());
        QVERIFY2(issues.empty(), issues.empty() ? "" : issueText(issues.front()).c_str());

        // Every confirmed move is there, plus at most the one in progress.
        const SystemClock clock;
        RunRepository runs(database, clock);
        std::int64_t moves = 0;
        for (const JournalEntry& entry : need(runs.journal(victim.store->campaign)))
            moves += entry.run ? 1 : 0;
        QVERIFY2(moves == progress.moves || moves == progress.moves + 1,
                 qPrintable(QString("%1 of %2").arg(moves).arg(progress.moves.load())));

        std::int64_t old = 0;
        for (const auto& [time, accepted] : victim.history)
            if (time <= victim.history.back().first - 1s)
                old = accepted;
        SeriesRepository series(database);
        const auto record = need(series.find(victim.store->ids.front(), "samples", ""));
        const std::int64_t samples = record ? record->samples : 0;
        found += samples;
        QCOMPARE(samples, seen);
        QVERIFY2(samples >= progress.flushed && samples <= progress.accepted + 1,
                 qPrintable(QString("%1 of %2 flushed").arg(samples).arg(progress.flushed.load())));
        QVERIFY2(samples >= old, qPrintable(QString("%1 of %2 older than 1 s").arg(samples).arg(old)));
        if (!record)
            return;
        Issues damage;
        const auto read = need(series.read(record->id, damage));
        QVERIFY(damage.empty());
        for (std::size_t i = 0; i < read.times.size(); ++i)
            QVERIFY(read.times[i] == static_cast<std::int64_t>(i) && read.values[i] == static_cast<double>(i));
        resume(runs, victim.store->campaign);
    }

    /// A viewer that comes before the next writer.
    static std::int64_t samplesSeenByReader(const Victim& victim)
    {
        Database reader = need(Database::openReadOnly(victim.store->file));
        const auto record = need(SeriesRepository(reader).find(victim.store->ids.front(), "samples", ""));
        return record ? record->samples : 0;
    }

    /// What the run engine does at the next start.
    static void resume(RunRepository& runs, CampaignId campaign)
    {
        int active = 0;
        for (const RunRecord& run : need(runs.unfinished(campaign)))
            if (isActive(run.state)) {
                ++active;
                QCOMPARE(need(runs.repeat(run.id, "the controller was killed", PartialData::Drop)).attempt, 2);
            }
        QVERIFY(active <= 1);
        for (const RunRecord& run : need(runs.runs(campaign)))
            QVERIFY(run.state == RunState::Done || run.state == RunState::Planned);
    }
};

QTEST_APPLESS_MAIN(TestStoreCrash)
#include "tst_store_crash.moc"

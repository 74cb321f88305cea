// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/store/event_repository.h"
#include "core/store/log_codec.h"
#include "core/store/log_repository.h"
#include "core/store/series_repository.h"
#include "core/store/store_writer.h"
#include "tests/core/store/store_fixture.h"

#include <atomic>
#include <cmath>
#include <thread>

using namespace millrace;
using namespace millrace::store;
using namespace std::chrono_literals;

namespace {

StoreWriter::Options quick(Nanoseconds commitEvery = 5ms)
{
    StoreWriter::Options options;
    options.commitEvery = commitEvery;
    return options;
}

LogLine line(int i, const std::string& text)
{
    return {Nanoseconds(1'000'000'000 + i), i % 3 == 0 ? "node0" : "node1", "worker " + std::to_string(i % 2),
            i % 5 == 0 ? "stderr" : "stdout", text};
}

/// Waits until the store shows what is asked for, or 10 s are over.
template <typename Condition>
bool comesTrue(Condition condition)
{
    for (int i = 0; i < 1000; ++i) {
        if (condition())
            return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

} // namespace

class TestStoreWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void samplesArriveByThemselves()
    {
        TestStore store;
        const auto writer = need(StoreWriter::start(store.database, quick(50ms)));
        const SeriesId id = need(writer->addSeries(store.ids[0], "cpu", "node0", ""));
        need(writer->append(id, 1000, 0.5));
        Database reader = need(Database::openReadOnly(store.file));
        SeriesRepository series(reader);
        QVERIFY(comesTrue([&] { return need(series.find(store.ids[0], "cpu", "node0"))->samples == 1; }));
    }

    void smallChunksBecomeLargeOnes()
    {
        TestStore store;
        const auto writer = need(StoreWriter::start(store.database, quick(1h)));
        const SeriesId id = need(writer->addSeries(store.ids[0], "cpu", "node0", "1"));
        SeriesRepository repository(store.database);
        Random random(1);
        analysis::Series expected{"cpu", "node0", "1", {}, {}};
        Issues issues;
        for (int group = 0; group < 60; ++group) {
            for (std::uint64_t i = random.below(300); i > 0; --i) {
                expected.times.push_back(static_cast<std::int64_t>(expected.times.size()) * 1000);
                expected.values.push_back(random.uniform());
                need(writer->append(id, expected.times.back(), expected.values.back()));
            }
            need(writer->flush());
            if (group % 10 == 0)
                QCOMPARE(need(repository.read(id, issues)), expected);
        }
        const auto size = static_cast<std::int64_t>(expected.times.size());
        QVERIFY(size > 4096);
        QVERIFY(askSql(store.file, "SELECT count(*) FROM chunks WHERE samples < 4096") > 2);
        QCOMPARE(askSql(store.file, "SELECT count(*) FROM chunks WHERE samples = 4096"), size / 4096);
        need(writer->finishRun(store.ids[0]));
        QCOMPARE(askSql(store.file, "SELECT count(*) FROM chunks"), (size + 4095) / 4096);
        QCOMPARE(askSql(store.file, "SELECT count(*) FROM overviews"), (size + 4095) / 4096);
        QCOMPARE(need(repository.read(id, issues)), expected);
        QVERIFY(issues.empty());
        const auto late = writer->append(id, 1, 1);
        QVERIFY(!late && late.error().code == ErrorCode::NotFound);
    }

    void batchesOfAnySize()
    {
        TestStore store;
        const auto writer = need(StoreWriter::start(store.database, quick()));
        const SeriesId id = need(writer->addSeries(store.ids[0], "x", "", ""));
        analysis::Series expected{"x", "", "", {}, {}};
        Random random(2);
        for (const std::size_t size : {0, 1, 5000, 1, 4096, 4095, 1, 100'000, 17}) {
            const std::size_t before = expected.times.size();
            for (std::size_t i = 0; i < size; ++i) {
                expected.times.push_back(static_cast<std::int64_t>(random.below(1'000'000)));
                expected.values.push_back(random.normal());
            }
            need(writer->append(id, std::span(expected.times).subspan(before),
                                std::span(expected.values).subspan(before)));
        }
        need(writer->finishRun(store.ids[0]));
        Issues issues;
        QCOMPARE(need(SeriesRepository(store.database).read(id, issues)), expected);
        QVERIFY(!writer->append(id, std::vector<std::int64_t>(2), std::vector<double>(1)));
    }

    void continuesASeries()
    {
        TestStore store;
        SeriesId id;
        for (int round = 0; round < 3; ++round) {
            const auto writer = need(StoreWriter::start(store.database, quick()));
            id = need(writer->addSeries(store.ids[0], "x", "", ""));
            QCOMPARE(need(writer->addSeries(store.ids[0], "x", "", "")), id);
            for (int i = 0; i < 100; ++i)
                need(writer->append(id, round * 100 + i, i));
            for (int i = 0; i < 10; ++i)
                need(writer->addLine(store.ids[0], line(i, "text")));
        }
        Issues issues;
        const auto series = need(SeriesRepository(store.database).read(id, issues));
        QCOMPARE(series.times.size(), std::size_t(300));
        for (int i = 0; i < 300; ++i)
            QCOMPARE(series.times[static_cast<std::size_t>(i)], std::int64_t(i));
        QCOMPARE(need(LogRepository(store.database).lineCount(store.ids[0])), std::int64_t(30));
    }

    void eventsAndMetrics()
    {
        TestStore store(2);
        const auto writer = need(StoreWriter::start(store.database, quick()));
        for (int i = 0; i < 100; ++i)
            need(writer->addEvent(store.ids[0],
                                  {Nanoseconds(i), Nanoseconds(i * 2), i % 2 == 0 ? "even" : "odd",
                                   "node" + std::to_string(i % 3), "text", "{}"}));
        need(writer->addEvent(store.ids[1], {0ns, 0ns, "other", "", "", ""}));
        need(writer->addMetric(store.ids[0], {"steps", "", 20, "", "counted"}));
        need(writer->addMetric(store.ids[0], {"steps", "", 21, "", "counted"}));
        need(writer->flush());
        EventRepository events(store.database);
        EventQuery query;
        query.kind = "even";
        query.node = "node0";
        query.limit = 10;
        std::vector<std::int64_t> seen;
        for (;;) {
            const EventPage page = need(events.events(store.ids[0], query));
            for (const Event& event : page.events) {
                QVERIFY(event.kind == "even" && event.node == "node0" && event.json == "{}");
                QCOMPARE(event.monotonic, 2 * event.wall);
                seen.push_back(event.wall.count());
            }
            if (page.atEnd)
                break;
            query.after = page.next;
        }
        QCOMPARE(seen.size(), std::size_t(17));
        QVERIFY(std::is_sorted(seen.begin(), seen.end()));
        const auto metrics = need(RunRepository(store.database, store.clock).metrics(store.ids[0]));
        QCOMPARE(metrics.size(), std::size_t(1));
        QCOMPARE(metrics[0].value, 21.0);
    }

    void logLines()
    {
        TestStore store(2);
        const auto writer = need(StoreWriter::start(store.database, quick(1h)));
        std::vector<LogLine> expected;
        Random random(4);
        for (int i = 0; i < 10'000; ++i) {
            expected.push_back(
                line(i, i % 1000 == 0 ? std::string(random.below(300'000), 'y') : "step " + std::to_string(i)));
            need(writer->addLine(store.ids[0], expected.back()));
            if (random.below(200) == 0)
                need(writer->flush());
        }
        need(writer->addLine(store.ids[1], line(1, "other run")));
        need(writer->flush());
        checkLog(store, expected);
        const auto before = askSql(store.file, "SELECT count(*) FROM log_blocks");
        need(writer->finishRun(store.ids[0]));
        QVERIFY(askSql(store.file, "SELECT count(*) FROM log_blocks") < before);
        checkLog(store, expected);
        QVERIFY(need(store.database.integrityCheck()).empty());
    }

    void damagedLogBlocksAreCounted()
    {
        TestStore store;
        {
            const auto writer = need(StoreWriter::start(store.database, quick(1h)));
            for (int i = 0; i < 9000; ++i)
                need(writer->addLine(store.ids[0], line(i, std::to_string(i))));
            need(writer->finishRun(store.ids[0]));
        }
        need(store.database.execute("UPDATE log_blocks SET data = x'0102030405060708090a' WHERE first_line = 4096"));
        Issues issues;
        LogQuery query;
        query.limit = 100'000;
        const LogPage page = need(LogRepository(store.database).lines(store.ids[0], query, issues));
        QCOMPARE(page.entries.size(), std::size_t(9000 - 4096));
        QCOMPARE(issues.size(), std::size_t(1));
        QCOMPARE(issues[0].kind, std::string("damaged-log-block"));
    }

    void logBlocksSurviveDamage()
    {
        std::vector<LogLine> lines;
        for (int i = 0; i < 20; ++i)
            lines.push_back(line(i, std::string(static_cast<std::size_t>(i), 'z') + '\n' + '\0'));
        lines.front().wall = Nanoseconds::min();
        lines.back().wall = Nanoseconds::max();
        ZstdCompressor compressor;
        ZstdDecompressor decompressor;
        const Bytes block = encodeLines(lines, compressor);
        QCOMPARE(need(decodeLines(block, decompressor)), lines);
        for (std::size_t size = 0; size < block.size(); ++size)
            QVERIFY(!decodeLines(std::span(block).first(size), decompressor));
        Random random(6);
        for (int round = 0; round < 2000; ++round) {
            Bytes damaged(block.begin(), block.end() - 8);
            damaged[random.below(damaged.size())] = static_cast<std::byte>(random());
            appendChecksum(damaged);
            (void)decodeLines(damaged, decompressor).has_value();
        }
    }

    void refusesWhatIsNotThere()
    {
        TestStore store;
        const auto writer = need(StoreWriter::start(store.database, quick()));
        const auto series = writer->addSeries({99}, "x", "", "");
        QVERIFY(!series && series.error().code == ErrorCode::NotFound);
        QVERIFY(!writer->append({99}, 1, 1));
        QVERIFY(!writer->addEvent({99}, {}));
        QVERIFY(!writer->addLine({99}, {}));
        QVERIFY(!writer->addMetric({99}, {}));
        need(writer->flush());
        const Database reader = need(Database::openReadOnly(store.file));
        const auto denied = StoreWriter::start(reader);
        QVERIFY(!denied && denied.error().code == ErrorCode::Denied);
    }

    void dataOfADroppedAttemptFallsAway()
    {
        TestStore store;
        RunRepository runs(store.database, store.clock);
        need(runs.claim(store.ids[0]));
        const auto writer = need(StoreWriter::start(store.database, quick(1h)));
        const SeriesId id = need(writer->addSeries(store.ids[0], "x", "", ""));
        need(writer->append(id, 1, 1));
        const RunRecord next = need(runs.repeat(store.ids[0], "again", PartialData::Drop));
        need(writer->flush());
        const SeriesId nextId = need(writer->addSeries(next.id, "x", "", ""));
        need(writer->append(nextId, 2, 2));
        need(writer->append(id, 1, 1));
        need(writer->flush());
        QCOMPARE(askSql(store.file, "SELECT count(*) FROM chunks"), std::int64_t(1));
    }

    void theQueueIsBounded()
    {
        TestStore store;
        StoreWriter::Options options = quick(1h);
        options.queueBytes = 16 * 1000;
        options.waitForRoom = 100ms;
        const auto writer = need(StoreWriter::start(store.database, options));
        const SeriesId id = need(writer->addSeries(store.ids[0], "x", "", ""));
        // Somebody else holds the store.
        auto transaction = std::make_unique<Transaction>(need(store.database.begin()));
        int taken = 0;
        Result<void> appended;
        while (appended && taken < 100'000)
            if (appended = writer->append(id, taken, taken); appended)
                ++taken;
        QVERIFY(!appended && appended.error().code == ErrorCode::Timeout);
        QVERIFY2(taken >= 990 && taken <= 1000, qPrintable(QString::number(taken)));
        const auto flushed = writer->flush(50ms);
        QVERIFY(!flushed && flushed.error().code == ErrorCode::Timeout);
        transaction.reset();
        need(writer->flush());
        need(writer->append(id, taken, taken));
        need(writer->finishRun(store.ids[0]));
        Issues issues;
        const auto series = need(SeriesRepository(store.database).read(id, issues));
        QCOMPARE(series.times.size(), static_cast<std::size_t>(taken) + 1);
        QVERIFY(std::is_sorted(series.times.begin(), series.times.end()));
    }

    void manyThreads()
    {
        TestStore store(4);
        constexpr int perThread = 5000;
        {
            const auto writer = need(StoreWriter::start(store.database, quick()));
            std::atomic<int> failures = 0;
            std::vector<std::jthread> threads;
            for (const RunId run : store.ids)
                threads.emplace_back([&, run] {
                    const auto id = writer->addSeries(run, "x", "", "");
                    for (int i = 0; i < perThread; ++i) {
                        failures += writer->append(*id, i, i) ? 0 : 1;
                        if (i % 100 == 0)
                            failures += writer->addLine(run, line(i, "x")) && writer->addEvent(run, {}) ? 0 : 1;
                        if (i % 1000 == 0)
                            failures += writer->flush() ? 0 : 1;
                    }
                    failures += writer->finishRun(run) ? 0 : 1;
                });
            // The controller writes its own things meanwhile.
            RunRepository runs(store.database, store.clock);
            for (const RunId run : store.ids)
                need(runs.claim(run));
            threads.clear();
            QCOMPARE(failures.load(), 0);
        }
        SeriesRepository series(store.database);
        for (const RunId run : store.ids) {
            QCOMPARE(need(series.list(run)).at(0).samples, std::int64_t(perThread));
            QCOMPARE(need(LogRepository(store.database).lineCount(run)), std::int64_t(perThread / 100));
        }
        QVERIFY(need(store.database.integrityCheck()).empty());
    }

    void theDestructorWritesTheRest()
    {
        TestStore store;
        {
            const auto writer = need(StoreWriter::start(store.database, quick(1h)));
            const SeriesId id = need(writer->addSeries(store.ids[0], "x", "", ""));
            need(writer->append(id, 1, 1));
        }
        QCOMPARE(askSql(store.file, "SELECT sum(samples) FROM chunks"), std::int64_t(1));
    }

private:
    static void checkLog(TestStore& store, const std::vector<LogLine>& expected)
    {
        LogRepository log(store.database);
        QCOMPARE(need(log.lineCount(store.ids[0])), static_cast<std::int64_t>(expected.size()));
        for (int variant = 0; variant < 5; ++variant) {
            LogQuery query;
            query.limit = 777;
            query.from = variant == 1 ? 5001 : 0;
            query.node = variant == 2 ? "node0" : "";
            query.process = variant == 3 ? "worker 1" : "";
            query.stream = variant == 3 ? "stderr" : "";
            query.contains = variant == 4 ? "p 77" : "";
            std::vector<LogPage::Entry> wanted;
            for (std::size_t i = static_cast<std::size_t>(query.from); i < expected.size(); ++i) {
                const LogLine& each = expected[i];
                if ((query.node.empty() || each.node == query.node)
                    && (query.process.empty() || each.process == query.process)
                    && (query.stream.empty() || each.stream == query.stream)
                    && each.text.find(query.contains) != std::string::npos)
                    wanted.push_back({static_cast<std::int64_t>(i), each});
            }
            std::vector<LogPage::Entry> found;
            Issues issues;
            for (;;) {
                LogPage page = need(log.lines(store.ids[0], query, issues));
                QVERIFY(page.entries.size() <= query.limit);
                found.insert(found.end(), page.entries.begin(), page.entries.end());
                if (page.atEnd)
                    break;
                QVERIFY(page.next > query.from);
                query.from = page.next;
            }
            QVERIFY(found == wanted);
            QVERIFY(issues.empty());
        }
    }
};

QTEST_APPLESS_MAIN(TestStoreWriter)
#include "tst_store_writer.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/monitor/kungfu_log_parser.h"

#include <QtTest>
#include <filesystem>
#include <map>

using namespace millrace;
using namespace millrace::monitor;

namespace {

std::filesystem::path logFolder()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    const std::filesystem::path root = data.empty()
        ? std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data"
        : std::filesystem::path(data);
    return root / "kungfu-logs";
}

std::vector<std::string> linesOf(const std::filesystem::path& file)
{
    std::vector<std::string> lines;
    LineSplitter splitter;
    splitter.feed(readFile(file).value_or(""), lines);
    splitter.finish(lines);
    return lines;
}

struct Reading
{
    LineCounts counts;
    std::vector<LogEvent> events;

    explicit Reading(const char* name)
    {
        KungFuLogParser parser;
        for (const std::string& line : linesOf(logFolder() / name))
            if (auto event = parser.parse(line, Stream::Out, {}))
                events.push_back(std::move(*event));
        counts = parser.counts();
    }

    template <typename Event>
    std::vector<Event> of() const
    {
        std::vector<Event> found;
        for (const LogEvent& event : events)
            if (const auto* each = std::get_if<Event>(&event))
                found.push_back(*each);
        return found;
    }
};

} // namespace

/// The outputs that KungFu's authors printed for their figures, where the study data are at hand.
class TestKungFuLogs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!std::filesystem::is_directory(logFolder()))
            QSKIP("no study data: set MILLRACE_STUDY_DATA to the folder that holds kungfu-logs");
    }

    /// All 141 lines mean something; "..." marks what the authors left out.
    void everyLineIsKnown()
    {
        std::uint64_t lines = 0;
        for (const auto& entry : std::filesystem::directory_iterator(logFolder())) {
            KungFuLogParser parser;
            for (const std::string& line : linesOf(entry.path())) {
                if (line == "...")
                    continue;
                ++lines;
                static_cast<void>(parser.parse(line, Stream::Out, {}));
                QVERIFY2(parser.issues().empty(), line.c_str());
            }
        }
        QCOMPARE(lines, 141ull);
    }

    void figure5()
    {
        const Reading log("fig5-adapt.log");
        const auto iterations = log.of<IterationEvent>();
        QCOMPARE(int(iterations.size()), 16);
        for (std::size_t i = 0; i < iterations.size(); ++i)
            QCOMPARE(iterations[i].iteration, static_cast<std::int64_t>(20 + i));
        QCOMPARE(*iterations[11].samplesPerSecond, 19.2);
        const auto switches = log.of<SwitchEvent>();
        QCOMPARE(int(switches.size()), 2);
        QCOMPARE(switches[0].stage, std::string("consensus"));
        QCOMPARE(switches[1].stage, std::string("switch"));
        int votes = 0;
        int slow = 0;
        for (const MetricEvent& metric : log.of<MetricEvent>()) {
            if (metric.name == "votes")
                votes = static_cast<int>(metric.value);
            if (metric.limit && metric.value < *metric.limit)
                ++slow;
        }
        QCOMPARE(votes, 7);
        QCOMPARE(slow, 1);
        QCOMPARE(log.counts.silent, 1ull);
    }

    void figure6()
    {
        const Reading log("fig6-bert.log");
        // 14 lines: three values of global_step/sec and four of examples/sec come twice.
        std::map<std::string, int> values;
        for (const MetricEvent& metric : log.of<MetricEvent>())
            ++values[metric.origin.worker + " " + metric.name + " " + shortest(metric.value)];
        for (const auto& [value, count] : values)
            QVERIFY2(count == 1, value.c_str());
        QCOMPARE(log.counts.events, std::uint64_t(values.size()));
        QCOMPARE(log.counts.events + log.counts.silent, log.counts.read);
        QCOMPARE(int(values.size()), 8);
    }

    void figure7()
    {
        const auto resizes = Reading("fig7-resize.log").of<ResizeEvent>();
        QCOMPARE(int(resizes.size()), 2);
        QCOMPARE(resizes[0].duration->count(), 20390000000LL);
        QCOMPARE(resizes[1].duration->count(), 40120000LL);
    }

    void figures8And9()
    {
        const Reading noise("fig8-noise-scale.log");
        QCOMPARE(int(noise.of<MetricEvent>().size()), 5);
        QCOMPARE(int(noise.of<FinishEvent>().size()), 1);
        QCOMPARE(noise.of<FinishEvent>()[0].duration->count(), 71316665569LL);
        const Reading kungfu("fig9-kungfu-32.log");
        const auto results = kungfu.of<ResultEvent>();
        QCOMPARE(int(results.size()), 2);
        QCOMPARE(results[1].mean, 43.42902);
        QCOMPARE(results[1].workers, 32);
        QCOMPARE(int(kungfu.of<IterationEvent>().size()), 8);
        const Reading horovod("fig9-horovod-32.log");
        QCOMPARE(horovod.of<ResultEvent>().back().mean, 12.701925);
    }

    void recognised()
    {
        for (const auto& entry : std::filesystem::directory_iterator(logFolder())) {
            const bool isHorovod = entry.path().filename() == "fig9-horovod-32.log";
            const std::string framework = recogniseFramework(linesOf(entry.path()));
            QVERIFY2(framework == (isHorovod ? "horovod" : "kungfu"), (entry.path().string() + framework).c_str());
        }
    }

    /// Every truncation, and changed bytes: never a crash, every line accounted for.
    void hostileBytes()
    {
        Random random(11);
        for (const auto& entry : std::filesystem::directory_iterator(logFolder())) {
            KungFuLogParser parser;
            std::uint64_t fed = 0;
            for (const std::string& line : linesOf(entry.path())) {
                for (std::size_t length = 0; length <= line.size(); ++length, ++fed)
                    static_cast<void>(parser.parse(std::string_view(line).substr(0, length), Stream::Out, {}));
                for (int change = 0; change < 200; ++change, ++fed) {
                    std::string changed = line;
                    changed[random.below(changed.size())] = static_cast<char>(random.below(256));
                    static_cast<void>(parser.parse(changed, Stream::Out, {}));
                }
            }
            const LineCounts& counts = parser.counts();
            QVERIFY(counts.read >= fed); // a carriage return makes two of one
            QCOMPARE(counts.events + counts.silent + counts.unknown + counts.damaged, counts.read);
        }
    }
};

QTEST_APPLESS_MAIN(TestKungFuLogs)
#include "tst_kungfu_logs.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/replay/log_source.h"
#include "core/replay/replay.h"
#include "core/replay/replay_table.h"
#include "core/replay/stored_run.h"
#include "core/run/recorder.h"
#include "core/store/run_repository.h"
#include "core/store/store_writer.h"

#include <QtTest>
#include <fmt/format.h>
#include <thread>

using namespace millrace;
using namespace millrace::replay;
using namespace std::chrono_literals;

namespace {

constexpr Nanoseconds start = 1'700'000'000s;

/// Two ranks, three steps of 100 ms and 110 ms, and a line that nobody knows.
std::vector<store::LogLine> linesOfRun()
{
    std::vector<store::LogLine> lines;
    for (int step = 0; step < 3; ++step)
        for (int rank = 0; rank < 2; ++rank) {
            const Nanoseconds wall = start + (step + 1) * 200ms + rank * 1ms;
            lines.push_back({wall, fmt::format("node{}", rank), fmt::format("worker {}", rank), "stdout",
                             fmt::format(R"({{"event":"step","rank":{},"mono_ns":{},"wall_ns":{},"step":{},)"
                                         R"("warmup":false,"step_ns":{},"comm_ns":60000000,"samples":8}})",
                                         rank, wall.count(), wall.count(), step, 100'000'000 + rank * 10'000'000)});
        }
    lines.push_back({start + 700ms, "node0", "worker 0", "stderr", "a remark of the user"});
    return lines;
}

/// Counts the notifications it receives.
class Witness final : public run::RunObserver
{
public:
    void runMoved(const run::RunRef& heading, store::RunState) override { label = heading.label; }
    void iteration(const run::RunRef&, const monitor::IterationEvent&) override { ++iterations; }
    void sample(const run::RunRef&, const run::LiveSample& sample) override
    {
        ++samples[std::string(sample.name)];
        inOrder = inOrder && sample.wall >= last - 1s;
        last = std::max(last, sample.wall);
    }
    void line(const run::RunRef&, const store::LogLine& line) override
    {
        ++lines;
        inOrder = inOrder && line.wall >= last - 1s;
    }
    void event(const run::RunRef&, const store::Event& event) override { kinds.push_back(event.kind); }
    void runEnded(const run::RunRef&, const run::RunOutcome&) override { ++ended; }

    std::string label;
    int iterations = 0, lines = 0, ended = 0;
    std::map<std::string, int> samples;
    std::vector<std::string> kinds;
    Nanoseconds last{0};
    bool inOrder = true;
};

/// A store with one run whose lines, series and events are as a run leaves them.
store::RunId makeRun(const std::filesystem::path& file)
{
    auto database = *store::Database::openOrCreate(file);
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    store::CampaignRecord campaign;
    campaign.gridName = "grid";
    campaign.specJson = R"({"imported": true})";
    store::RunRecord run;
    run.cell = "0123456789abcdef";
    run.position = 1;
    run.factors = {{"strategy", "RING", {}, ""}};
    const auto id = *repository.createCampaign(campaign, std::span(&run, 1));
    run = (*repository.runs(id)).front();
    static_cast<void>(repository.claim(run.id));
    auto writer = *store::StoreWriter::start(database);
    run::RunRef heading;
    heading.run = run.id;
    run::RunObserver nobody;
    run::Recorder recorder(*writer, heading, nobody, clock);
    auto parsers = std::map<std::string, std::unique_ptr<monitor::LogParser>>();
    for (const store::LogLine& line : linesOfRun()) {
        static_cast<void>(writer->addLine(run.id, line));
        auto& parser = parsers[line.process];
        if (!parser)
            parser = *monitor::makeLogParser("builtin");
        for (auto event = parser->parse(line.text, monitor::Stream::Out, {line.wall, line.wall}); event;
             event = parser->more())
            if (const auto* iteration = std::get_if<monitor::IterationEvent>(&*event))
                static_cast<void>(recorder.iteration(*iteration));
    }
    store::Event event{start + 10ms, start + 10ms, "worker-start", "node0", "worker 0", {}};
    static_cast<void>(writer->addEvent(run.id, event));
    event = {start + 800ms, start + 800ms, "unknown-line", "", issueText(parsers["worker 0"]->issues().front()), {}};
    static_cast<void>(writer->addEvent(run.id, event));
    const auto series = *writer->addSeries(run.id, "net.sent", "node0", "bit/s");
    for (int i = 0; i < 10; ++i)
        static_cast<void>(writer->append(series, (start + i * 100ms).count(), 1e6 * i));
    static_cast<void>(writer->finishRun(run.id));
    return run.id;
}

const ReplayRow* find(const ReplayReport& report, const std::string& what)
{
    const auto row = std::ranges::find(report.rows, what, &ReplayRow::what);
    return row == report.rows.end() ? nullptr : &*row;
}

} // namespace

class TestReplay : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

private Q_SLOTS:
    void aRunComesBackAsItWas()
    {
        const auto run = makeRun(path("same.mrdb"));
        Witness witness;
        ReplayControl control;
        const auto report = replay::replay({RunOfStore{path("same.mrdb"), run}, true}, witness, control);
        QVERIFY2(report, report ? "" : report.error().text().c_str());
        QCOMPARE(witness.label, std::string("strategy=RING"));
        QCOMPARE(witness.iterations, 6);
        QCOMPARE(witness.lines, 7);
        QCOMPARE(witness.samples["step.time"], 6);
        QCOMPARE(witness.samples["net.sent"], 10);
        QCOMPARE(witness.kinds, std::vector<std::string>{"worker-start"});
        QVERIFY(witness.inOrder);
        QCOMPARE(witness.ended, 1);
        QCOMPARE(report->iterations, 6ull);
        QCOMPARE(report->counts.unknown, 1ull);
        for (const ReplayRow& row : report->rows)
            QVERIFY2(row.agreement == Agreement::Same, (row.what + ": " + row.stored + " | " + row.now).c_str());
        QCOMPARE(find(*report, "series step.time")->now, std::string("6 values, mean 0.105 s"));
        QVERIFY(find(*report, "unknown lines")->now.find("a remark of the user") != std::string::npos);
        QCOMPARE(report->framework, std::string("builtin"));
        const auto position = control.position();
        QVERIFY(position.begin == start);
        QVERIFY(position.now == start + 900ms);
    }

    void whatDiffersIsSaid()
    {
        const auto run = makeRun(path("other.mrdb"));
        {
            auto database = *store::Database::open(path("other.mrdb"));
            auto writer = *store::StoreWriter::start(database);
            const auto series = *writer->addSeries(run, "step.time", "rank 1", "s");
            static_cast<void>(writer->append(series, (start + 900ms).count(), 7.0));
            static_cast<void>(
                writer->addEvent(run, {start, start, "worker-error", "node1", "what nobody says any more", {}}));
            static_cast<void>(writer->finishRun(run));
        }
        run::RunObserver nobody;
        ReplayControl control;
        const auto report = replay::replay({RunOfStore{path("other.mrdb"), run}, true}, nobody, control);
        QVERIFY(report);
        QCOMPARE(int(report->differences()), 3);
        QVERIFY(find(*report, "series step.time")->agreement == Agreement::Different);
        QVERIFY(find(*report, "series step.time of rank 1")->agreement == Agreement::Different);
        QVERIFY(find(*report, "series step.time of rank 0") == nullptr);
        QCOMPARE(find(*report, "events worker-error")->stored, std::string("1"));
        QCOMPARE(find(*report, "events worker-error")->now, std::string("0"));
        const auto table = comparisonTable(*report);
        QCOMPARE(std::get<std::string>(table.rows[0][3]), std::string("no"));
        QCOMPARE(std::get<std::string>(table.rows[2][3]), std::string("no"));
        QCOMPARE(std::get<std::string>(table.rows[3][3]), std::string("yes"));
    }

    void runsByNumberAndId()
    {
        const auto run = makeRun(path("named.mrdb"));
        auto database = *store::Database::openReadOnly(path("named.mrdb"));
        const SystemClock clock;
        const auto record = *store::RunRepository(database, clock).run(run);
        QVERIFY(*findRun(database, record.campaign, "1") == run);
        QVERIFY(*findRun(database, record.campaign, record.uuid.substr(0, 8)) == run);
        QVERIFY(!findRun(database, record.campaign, "2"));
        QVERIFY(!findRun(database, record.campaign, "zz"));
    }

    /// 0.9 s of recording at ten times the speed: at least 70 ms, and far less than 0.9 s.
    void speedAndPause()
    {
        const auto run = makeRun(path("speed.mrdb"));
        run::RunObserver nobody;
        ReplayControl control(10);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(replay::replay({RunOfStore{path("speed.mrdb"), run}, true}, nobody, control));
        QVERIFY2(timer.elapsed() >= 70, std::to_string(timer.elapsed()).c_str());

        ReplayControl held(1);
        held.setPaused(true);
        Witness witness;
        std::stop_source stop;
        std::optional<Result<ReplayReport>> result;
        {
            std::jthread thread([&] {
                result =
                    replay::replay({RunOfStore{path("speed.mrdb"), run}, true}, witness, held, {stop.get_token(), {}});
            });
            std::this_thread::sleep_for(50ms);
            QVERIFY(held.isPaused());
            QVERIFY(held.position().now <= start);
            held.setPaused(false);
            held.skipTo(start + 500ms);
            while (held.position().now < start + 500ms)
                std::this_thread::sleep_for(1ms);
            QVERIFY(held.position().now < start + 900ms);
            stop.request_stop();
        }
        QVERIFY(result && !*result);
        QVERIFY(result->error().code == ErrorCode::Cancelled);
        QVERIFY(witness.iterations >= 2 && witness.iterations < 6);
    }

    /// A log's lines get the times that they tell; without any, an iteration takes its own time.
    void timesOfLogs()
    {
        const auto times = [&](const char* name, const std::string& text) {
            static_cast<void>(writeFileAtomically(path(name), text));
            auto source = *LogSource::open(path(name), {});
            std::vector<double> seconds;
            while (const auto item = *source->next({}))
                seconds.push_back(std::chrono::duration<double>(item->wall - source->span().begin).count());
            return seconds;
        };
        QCOMPARE(times("rows.log",
                       "Type,ID,Timestamp,Loss,Accuracy\nBatch,0,1626091385.5,2,0.1\nBatch,1,1626091387,2,0.1\n")[2],
                 1.5);
        const auto meters = times(
            "meters.log", "Epoch: [0][0/9]\tTime  0.5 ( 0.5)\nEpoch: [0][1/9]\tTime  0.25 ( 0.4)\nsomething else");
        QCOMPARE(meters, (std::vector<double>{0.5, 0.75, 0.75}));
        static_cast<void>(writeFileAtomically(path("zeros.log"), std::string("a\0b\n", 4)));
        const auto binary = LogSource::open(path("zeros.log"), {});
        QVERIFY(!binary && binary.error().code == ErrorCode::Unsupported);
        QVERIFY(LogSource::open(path("nowhere.log"), {}).error().code == ErrorCode::NotFound);
    }

    /// Logs as people have them: what was printed by real programs, cut to their first steps.
    void recordedLogs_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("framework");
        QTest::addColumn<int>("iterations");
        QTest::addColumn<int>("unknown");
        QTest::newRow("torchrun, 2 ranks") << "torchrun-gloo.log"
                                           << "pytorch-ddp" << 8 << 0;
        QTest::newRow("torchrun, a rank dies") << "torchrun-failed.log"
                                               << "pytorch-ddp" << 4 << -1;
    }

    void recordedLogs()
    {
        QFETCH(QString, file);
        QFETCH(QString, framework);
        QFETCH(int, iterations);
        QFETCH(int, unknown);
        const auto log = std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString())
            / "tests/core/replay/logs" / file.toStdString();
        run::RunObserver nobody;
        ReplayControl control;
        const auto report = replay::replay({Recordings{{log}, {}}, true}, nobody, control);
        QVERIFY2(report, report ? "" : report.error().text().c_str());
        QCOMPARE(QString::fromStdString(report->framework), framework);
        QCOMPARE(int(report->iterations), iterations);
        if (unknown >= 0)
            QVERIFY2(int(report->counts.unknown) == unknown,
                     report->issues.empty() ? "" : issueText(report->issues.front()).c_str());
        if (file.contains(QStringLiteral("failed")))
            QVERIFY(find(*report, "events worker-error") != nullptr);
    }
};

QTEST_APPLESS_MAIN(TestReplay)
#include "tst_replay.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/elastic/config_server.h"
#include "core/monitor/log_parser.h"
#include "core/replay/policy_replay.h"
#include "core/trainer/elastic_worker.h"
#include "core/trainer/worker.h"
#include "tests/core/collective/ranks.h"

#include <QtTest>
#include <mutex>

using namespace millrace;
using namespace millrace::trainer;
using namespace std::chrono_literals;

namespace {

/// Workers as threads, and what today's parsers read in their lines.
run::WorkloadRecord recordOf(TrainSpec spec, int workers, int initial)
{
    spec.peers = collective::loopbackPeers(workers, true);
    std::unique_ptr<elastic::ConfigServer> server;
    if (initial > 0) {
        auto started =
            elastic::ConfigServer::start({.listen = {"127.0.0.1", 0}, .initial = workers, .workers = initial});
        if (!started)
            qFatal("%s", started.error().text().c_str());
        server = *std::move(started);
        spec.elastic = ElasticSpec{server->endpoint(), {}, 5s};
    }
    std::mutex mutex;
    std::vector<std::string> lines(static_cast<std::size_t>(workers));
    SystemClock clock;
    std::vector<std::thread> threads;
    for (int rank = 0; rank < workers; ++rank)
        threads.emplace_back([&, rank, own = spec]() mutable {
            own.rank = rank;
            TrainingLog log(
                rank,
                [&, rank](std::string_view text) -> Result<void> {
                    const std::lock_guard lock(mutex);
                    lines[static_cast<std::size_t>(rank)] += text;
                    return {};
                },
                clock);
            const bool ok = own.elastic ? bool(trainElastic(own, log)) : bool(train(own, log));
            if (!ok)
                qFatal("worker %d: %s", rank, lines[static_cast<std::size_t>(rank)].c_str());
        });
    for (auto& thread : threads)
        thread.join();
    run::WorkloadRecord record;
    for (int rank = 0; rank < workers; ++rank) {
        const auto parser = monitor::makeLogParser("builtin", {rank, {}, 0});
        std::istringstream stream(lines[static_cast<std::size_t>(rank)]);
        for (std::string line; std::getline(stream, line);)
            if (const auto event = (*parser)->parse(line, monitor::Stream::Out, {})) {
                record.adaptation.take(*event);
                if (const auto* iteration = std::get_if<monitor::IterationEvent>(&*event))
                    record.iterations.push_back(*iteration);
            }
    }
    return record;
}

TrainSpec baseSpec(const char* policies)
{
    TrainSpec spec;
    spec.session.strategy = collective::Strategy::Star;
    spec.session.deadline = 5s;
    spec.model = *findModel("slp-mnist");
    spec.batch = 16;
    spec.warmupSteps = 3;
    spec.steps = 150;
    spec.verifyEvery = 10;
    spec.compute.duration = 300us;
    spec.policies = *policy::parsePolicies(policies);
    return spec;
}

class TestPolicyReplay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Real workers, whose communication times are whatever this machine makes of them: the replay of their lines
    /// decides as they did, in every step.
    void decidesAsLive_data()
    {
        QTest::addColumn<QByteArray>("policies");
        QTest::addColumn<int>("workers");
        QTest::addColumn<int>("initial"); // 0: not elastic
        QTest::addColumn<bool>("certain"); // something is decided in any case
        QTest::newRow("KungFu's strategy") << QByteArray("kungfu-interference(threshold=1)") << 4 << 0 << false;
        QTest::newRow("our strategy") << QByteArray("model-interference(gain=0.01,patience=5)") << 4 << 0 << false;
        QTest::newRow("schedules") << QByteArray(
            "strategy-schedule(10:RING,20:STAR@2,40:PAIRWISE)+batch-schedule(5:32,50:8)")
                                   << 3 << 0 << true;
        QTest::newRow("goodput") << QByteArray("goodput-batch(interval=5,gain=0.001)") << 3 << 0 << true;
        QTest::newRow("KungFu's batch") << QByteArray("kungfu-batch(cycle=5)") << 3 << 0 << true;
        QTest::newRow("KungFu's workers") << QByteArray("kungfu-workers(window=10,alpha=0.1,most=3)") << 3 << 1 << true;
        QTest::newRow("our workers, our strategy")
            << QByteArray("cost-workers(window=10,most=4,again=3)+model-interference(gain=0.01,patience=5)") << 4 << 2
            << true;
    }

    void decidesAsLive()
    {
        QFETCH(QByteArray, policies);
        QFETCH(int, workers);
        QFETCH(int, initial);
        QFETCH(bool, certain);
        TrainSpec spec = baseSpec(policies.constData());
        for (const policy::PolicySpec& each : spec.policies)
            if (each.traits->needsNoiseScale) {
                spec.statistic = GradientStatistic::NoiseScale;
                spec.noiseScale = 5000;
            }
        const run::WorkloadRecord record = recordOf(spec, workers, initial);
        const auto steps = replay::policySteps(record);
        QCOMPARE(steps.incomplete, 0);
        QCOMPARE(int(steps.steps.size()), spec.warmupSteps + spec.steps);
        const auto found = replay::replayPolicies(steps, spec.policies);
        for (const auto& each : replay::compareDecisions(found, record.adaptation.decisions))
            QVERIFY2(each.isSame(),
                     qPrintable(QString("step %1: %2 then, %3 now")
                                    .arg(each.step)
                                    .arg(QString::fromStdString(each.live ? each.live->reason : "nothing"),
                                         QString::fromStdString(each.replayed ? each.replayed->reason : "nothing"))));
        for (const auto& each : replay::compareDecisions(found, record.adaptation.decisions))
            QCOMPARE(each.live->reason, each.replayed->reason);
        if (certain)
            QVERIFY(!found.decisions.empty());
    }

    /// Steps show what was decided: samples of the new batch, bytes of the new strategy.
    void decisionsAreCarriedOut()
    {
        TrainSpec spec = baseSpec("strategy-schedule(50:STAR@1)+batch-schedule(50:64)");
        const run::WorkloadRecord record = recordOf(spec, 4, 0);
        const std::uint64_t payload = spec.model.bytes();
        int compared = 0;
        for (const monitor::IterationEvent& event : record.iterations) {
            const bool isLater = event.iteration + (event.warmup ? 0 : spec.warmupSteps) >= 50;
            QCOMPARE(int(*event.samples), isLater ? 64 : 16);
            const int root = isLater ? 1 : 0;
            QCOMPARE(*event.sentBytes, event.origin.rank == root ? 3 * payload : payload);
            ++compared;
        }
        QCOMPARE(compared, 4 * (spec.warmupSteps + spec.steps));
        const auto steps = replay::policySteps(record);
        for (const auto& step : steps.steps) {
            const bool isLater = step.observation.step >= 50;
            QCOMPARE(step.observation.setting.root, isLater ? 1 : 0);
            QCOMPARE(step.observation.setting.batch, isLater ? 64 : 16);
        }
    }

    void aDamagedLogIsCounted()
    {
        run::WorkloadRecord record = recordOf(baseSpec("kungfu-interference"), 3, 0);
        std::erase_if(record.iterations, [](const monitor::IterationEvent& event) {
            return event.origin.rank == 1 && event.iteration == 7 && !event.warmup;
        });
        const auto steps = replay::policySteps(record);
        QCOMPARE(steps.incomplete, 1);
        record.iterations.clear();
        QVERIFY(replay::policySteps(record).steps.empty());
        QVERIFY(replay::replayPolicies({}, *policy::parsePolicies("kungfu-interference")).decisions.empty());
    }
};

} // namespace

QTEST_GUILESS_MAIN(TestPolicyReplay)
#include "tst_policy_replay.moc"

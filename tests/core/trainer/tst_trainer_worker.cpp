// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/traffic.h"
#include "core/trainer/synthetic_gradient.h"
#include "core/trainer/worker.h"
#include "tests/core/collective/ranks.h"

#include <QtTest>
#include <mutex>
#include <nlohmann/json.hpp>

using namespace millrace;
using namespace millrace::trainer;
using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

namespace {

/// What the ranks of one run wrote and returned.
struct Outcome
{
    std::vector<std::vector<Json>> events;
    std::vector<std::optional<TrainReport>> reports;
    std::vector<std::optional<Error>> errors;

    explicit Outcome(int ranks)
        : events(static_cast<std::size_t>(ranks)), reports(static_cast<std::size_t>(ranks)),
          errors(static_cast<std::size_t>(ranks))
    {
    }

    std::vector<Json> of(int rank, const std::string& name) const
    {
        std::vector<Json> found;
        for (const Json& event : events[static_cast<std::size_t>(rank)])
            if (event["event"] == name)
                found.push_back(event);
        return found;
    }
};

TrainSpec baseSpec(int ranks, collective::Strategy strategy)
{
    TrainSpec spec;
    spec.peers = collective::makePeers(ranks, ranks);
    spec.session.strategy = strategy;
    spec.session.deadline = 5s;
    spec.model = *findModel("slp-mnist");
    spec.batch = 16;
    spec.warmupSteps = 2;
    spec.steps = 11;
    spec.verifyEvery = 5;
    spec.compute.duration = 1ms;
    return spec;
}

using Adjust = std::function<void(int rank, TrainSpec& spec)>;

Outcome runRanks(const TrainSpec& base, const Adjust& adjust = {})
{
    const int ranks = base.peers.size();
    Outcome outcome(ranks);
    const SystemClock clock;
    collective::spawnRanks(base.peers, base.session, [&](int rank, collective::Session& session) {
        const auto place = static_cast<std::size_t>(rank);
        TrainSpec spec = base;
        spec.rank = rank;
        if (adjust)
            adjust(rank, spec);
        TrainingLog log(
            rank,
            [&](std::string_view lines) -> Result<void> {
                for (const std::string& line : {std::string(lines.substr(0, lines.find('\n')))})
                    outcome.events[place].push_back(Json::parse(line));
                return {};
            },
            clock);
        auto report = trainOver(session, spec, log);
        if (report)
            outcome.reports[place] = *report;
        else
            outcome.errors[place] = report.error();
    });
    return outcome;
}

} // namespace

class TestTrainerWorker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStrategyTrainsAndVerifies_data()
    {
        QTest::addColumn<int>("strategy");
        QTest::addColumn<int>("ranks");
        for (const collective::Strategy strategy : collective::allStrategies())
            for (const int ranks : {1, 3, 4})
                QTest::addRow("%s, %d ranks", std::string(collective::strategyName(strategy)).c_str(), ranks)
                    << static_cast<int>(strategy) << ranks;
    }
    void everyStrategyTrainsAndVerifies()
    {
        QFETCH(int, strategy);
        QFETCH(int, ranks);
        const TrainSpec spec = baseSpec(ranks, static_cast<collective::Strategy>(strategy));
        const Outcome outcome = runRanks(spec);
        const auto traffic =
            collective::predictTraffic(collective::tensorsOfSizes(spec.model.tensors), spec.peers,
                                       collective::resolve(spec.session.strategy, spec.peers), spec.session.hash);
        for (int rank = 0; rank < ranks; ++rank) {
            const auto& report = outcome.reports[static_cast<std::size_t>(rank)];
            QVERIFY2(report,
                     outcome.errors[static_cast<std::size_t>(rank)]
                         ? outcome.errors[static_cast<std::size_t>(rank)]->text().c_str()
                         : "");
            QCOMPARE(report->steps, 11);
            QCOMPARE(report->verified, 3);
            QCOMPARE(report->sentBytes, 11 * traffic.sentBy(rank));
            QCOMPARE(report->receivedBytes, 11 * traffic.receivedBy(rank));
            QVERIFY(report->computeMean >= 1e6);
            QCOMPARE(int(outcome.of(rank, "step").size()), 13);
            QCOMPARE(int(outcome.of(rank, "phase").size()), 2);
            QCOMPARE(int(outcome.of(rank, "end").size()), 1);
        }
    }

    /// The checksum is that of the closed form, so all strategies print the same.
    void checksumsAreThoseOfTheClosedForm()
    {
        const TrainSpec spec = baseSpec(3, collective::Strategy::HalvingDoubling);
        const Outcome outcome = runRanks(spec);
        const SyntheticGradient gradients(spec.seed);
        for (const Json& event : outcome.of(2, "verify")) {
            std::vector<float> sums(spec.model.elements());
            // Warm-up steps count, too: the third step of all is the first measured one.
            const std::int64_t global = spec.warmupSteps + event["step"].get<std::int64_t>();
            for (std::size_t i = 0; i < sums.size(); ++i)
                sums[i] = gradients.sum(i, global, 3);
            QCOMPARE(event["checksum"].get<std::string>(),
                     QString("%1").arg(collective::checksum(sums), 16, 16, QChar('0')).toStdString());
        }
        QCOMPARE(int(outcome.of(2, "verify").size()), 3);
    }

    void roundsOfLocalSteps_data()
    {
        QTest::addColumn<int>("localSteps");
        QTest::addColumn<int>("fragments");
        QTest::addColumn<int>("overlap");
        QTest::addColumn<int>("compression");
        QTest::addColumn<int>("verified");
        const auto row = [](int localSteps, int fragments, int overlap, collective::Compression compression,
                            int verified) {
            QTest::addRow("%d steps, %d fragments, %d overlap, %s", localSteps, fragments, overlap,
                          std::string(collective::compressionName(compression)).c_str())
                << localSteps << fragments << overlap << static_cast<int>(compression) << verified;
        };
        using enum collective::Compression;
        // Of the rounds 0, 1, 2, … of 12 steps, every second one is verified.
        for (const auto compression : {None, Float16, BFloat16, Int8})
            row(1, 1, 0, compression, 6);
        row(4, 1, 0, None, 2);
        row(4, 1, 3, None, 2);
        row(4, 2, 0, Int8, 4);
        row(4, 2, 1, None, 4);
        row(6, 3, 1, Float16, 3);
        row(5, 1, 4, None, 1);
        row(12, 1, 11, BFloat16, 1); // ends with the training
    }
    /// What is averaged is right, and its bytes are those of the graphs.
    void roundsOfLocalSteps()
    {
        QFETCH(int, localSteps);
        QFETCH(int, fragments);
        QFETCH(int, overlap);
        QFETCH(int, compression);
        QFETCH(int, verified);
        TrainSpec spec = baseSpec(3, collective::Strategy::Pairwise);
        spec.averaging = {localSteps, fragments, overlap};
        spec.compression = static_cast<collective::Compression>(compression);
        spec.steps = 12;
        spec.verifyEvery = 2;
        const Outcome outcome = runRanks(spec);
        for (int rank = 0; rank < 3; ++rank) {
            const auto& report = outcome.reports[static_cast<std::size_t>(rank)];
            QVERIFY2(report,
                     outcome.errors[static_cast<std::size_t>(rank)]
                         ? outcome.errors[static_cast<std::size_t>(rank)]->text().c_str()
                         : "");
            QCOMPARE(report->verified, verified);
            std::uint64_t sent = 0;
            for (int fragment = 0; fragment < fragments; ++fragment) {
                const auto part = collective::fragmentOf(spec.model.elements(), fragments, fragment);
                const auto traffic = collective::predictTraffic(
                    collective::tensorsOfSizes(collective::tensorsWithin(spec.model.tensors, part)), spec.peers,
                    spec.session.strategy, spec.session.hash,
                    collective::elementBytes(collective::elementTypeOf(spec.compression)));
                sent +=
                    static_cast<std::uint64_t>(spec.averaging.averagings(spec.steps, fragment)) * traffic.sentBy(rank);
            }
            QCOMPARE(report->sentBytes, sent);
            QCOMPARE(int(outcome.of(rank, "step").size()), 14);
            if (overlap == 0 || localSteps == 12)
                continue;
            // The bytes of an averaging are those of the step in which it has ended.
            std::uint64_t logged = 0;
            for (const Json& step : outcome.of(rank, "step"))
                if (!step["warmup"].get<bool>())
                    logged += step["sent_bytes"].get<std::uint64_t>();
            QCOMPARE(logged, sent);
        }
    }

    /// Steps go on while ranks wait for one that is late.
    void anOverlapHidesTheAveraging()
    {
        const auto longestWait = [](int overlap) {
            TrainSpec spec = baseSpec(2, collective::Strategy::Pairwise);
            spec.averaging = {4, 1, overlap};
            spec.warmupSteps = 0;
            spec.steps = 7; // the averaging after the fourth ends before the last
            spec.verifyEvery = 0;
            spec.compute.duration = 40ms;
            spec.compute.stragglers = {{1, 1.25}};
            const Outcome outcome = runRanks(spec);
            double longest = 0;
            for (const Json& step : outcome.of(0, "step"))
                longest = std::max(longest, step["comm_ns"].get<double>());
            return longest;
        };
        // After four steps, the straggler is 4 × 10 ms late.
        QVERIFY(longestWait(0) > 30e6);
        QVERIFY(longestWait(3) < 20e6);
    }

    void aKilledRankIsFoundDuringAnOverlap()
    {
        TrainSpec spec = baseSpec(3, collective::Strategy::Pairwise);
        spec.averaging = {4, 1, 3};
        spec.steps = 400;
        spec.compute.duration = 2ms;
        const SystemClock clock;
        std::vector<std::optional<Error>> errors(3);
        collective::spawnRanks(spec.peers, spec.session, [&](int rank, collective::Session& session) {
            TrainSpec mine = spec;
            mine.rank = rank;
            int lines = 0;
            TrainingLog log(
                rank,
                [&](std::string_view) -> Result<void> {
                    return rank == 1 && ++lines > 20 ? Result<void>(fail(ErrorCode::DiskFull, "no space"))
                                                     : Result<void>();
                },
                clock);
            if (auto report = trainOver(session, mine, log); !report)
                errors[static_cast<std::size_t>(rank)] = report.error();
        });
        QVERIFY(errors[1] && errors[1]->code == ErrorCode::DiskFull);
        for (const std::size_t survivor : {0u, 2u}) {
            QVERIFY(errors[survivor]);
            QVERIFY2(errors[survivor]->code == ErrorCode::PeerFailed, errors[survivor]->text().c_str());
        }
    }

    void gradientsAreMonitored_data()
    {
        QTest::addColumn<int>("statistic");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("twice"); // measured steps that reduce the squares, too
        QTest::newRow("noise scale") << static_cast<int>(GradientStatistic::NoiseScale) << "gradient-noise-scale" << 0;
        QTest::newRow("variance") << static_cast<int>(GradientStatistic::Variance) << "gradient-variance" << 4;
    }
    void gradientsAreMonitored()
    {
        QFETCH(int, statistic);
        QFETCH(QString, name);
        QFETCH(int, twice);
        TrainSpec spec = baseSpec(3, collective::Strategy::RingAllReduce);
        spec.statistic = static_cast<GradientStatistic>(statistic);
        spec.statisticInterval = 3;
        spec.noiseScale = 64;
        const Outcome outcome = runRanks(spec);
        const auto traffic = collective::predictTraffic(collective::tensorsOfSizes(spec.model.tensors), spec.peers,
                                                        spec.session.strategy, spec.session.hash);
        const double exact =
            SyntheticGradient(spec.seed, spec.noiseScale, spec.batch).noiseScale(spec.model.elements());
        std::vector<std::vector<double>> values(3);
        for (int rank = 0; rank < 3; ++rank) {
            const auto place = static_cast<std::size_t>(rank);
            QVERIFY(outcome.reports[place]);
            QCOMPARE(outcome.reports[place]->verified, 3);
            // Two warm-up steps come first: of the measured steps, 1, 4, 7 and 10 are monitored.
            QCOMPARE(outcome.reports[place]->sentBytes, std::uint64_t(11 + twice) * traffic.sentBy(rank));
            for (const Json& event : outcome.of(rank, "metric")) {
                QCOMPARE(event["name"].get<std::string>(), name.toStdString());
                values[place].push_back(event["value"].get<double>());
            }
        }
        QCOMPARE(values[0].size(), std::size_t(5));
        QCOMPARE(values[1], values[0]);
        QCOMPARE(values[2], values[0]);
        if (twice == 0)
            QVERIFY2(std::abs(values[0].back() / exact - 1) < 0.1, qPrintable(QString::number(values[0].back())));
        else
            QVERIFY(values[0].back() > 0);
    }

    void timesAddUp()
    {
        TrainSpec spec = baseSpec(2, collective::Strategy::RingAllReduce);
        spec.compute.duration = 4ms;
        spec.compute.stragglers = {{1, 2.0}};
        const Outcome outcome = runRanks(spec);
        double total = 0, all = 0;
        int steps = 0;
        for (const Json& step : outcome.of(0, "step")) {
            QCOMPARE(step["compute_ns"].get<double>() + step["comm_ns"].get<double>(), step["step_ns"].get<double>());
            QVERIFY(step["compute_ns"].get<double>() >= 4e6);
            all += step["step_ns"].get<double>();
            ++steps;
            if (!step["warmup"].get<bool>())
                total += step["step_ns"].get<double>();
        }
        for (const Json& step : outcome.of(1, "step"))
            QVERIFY(step["compute_ns"].get<double>() >= 8e6);
        QVERIFY(all >= steps * 7e6); // rank 0 waits for the straggler within its all-reduces
        const TrainReport& report = *outcome.reports[0];
        QVERIFY(std::abs(report.stepMean * 11 - total) < 100);
        QVERIFY(std::abs(report.samplesPerSecond - 16 * 11 * 1e9 / total) < 1e-6 * report.samplesPerSecond);
        QVERIFY(report.rateMean >= report.samplesPerSecond * (1 - 1e-9));
    }

    /// Enough steps for values to overflow if they were never reset.
    void longRunsStayFinite()
    {
        TrainSpec spec = baseSpec(4, collective::Strategy::Clique);
        spec.compute.duration = 0ns;
        spec.warmupSteps = 0;
        spec.steps = 131;
        spec.verifyEvery = 65;
        const Outcome outcome = runRanks(spec);
        for (const auto& report : outcome.reports) {
            QVERIFY(report);
            QCOMPARE(report->verified, 3);
        }
        spec.verifyEvery = 0;
        const Outcome unverified = runRanks(spec);
        QCOMPARE(unverified.reports[3]->verified, 0);
    }

    void fusedIsOneTensor()
    {
        TrainSpec spec = baseSpec(4, collective::Strategy::Ring);
        spec.fuse = true;
        const Outcome outcome = runRanks(spec);
        QVERIFY(outcome.reports[0]);
        const std::vector<std::size_t> whole{spec.model.elements()};
        const auto traffic = collective::predictTraffic(collective::tensorsOfSizes(whole), spec.peers,
                                                        collective::Strategy::Ring, spec.session.hash);
        for (int rank = 0; rank < 4; ++rank)
            QCOMPARE(outcome.reports[static_cast<std::size_t>(rank)]->sentBytes, 11 * traffic.sentBy(rank));
    }

    void differentSettingsAreRefused_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("model") << 0;
        QTest::newRow("seed") << 1;
        QTest::newRow("steps") << 2;
        QTest::newRow("verification") << 3;
        QTest::newRow("fusion") << 4;
        QTest::newRow("local steps") << 5;
        QTest::newRow("compression") << 6;
    }
    void differentSettingsAreRefused()
    {
        QFETCH(int, what);
        const Outcome outcome = runRanks(baseSpec(3, collective::Strategy::Star), [&](int rank, TrainSpec& spec) {
            if (rank != 1)
                return;
            if (what == 0)
                spec.model = *findModel("1024x100");
            if (what == 1)
                spec.seed = 99;
            if (what == 2)
                spec.steps = 12;
            if (what == 3)
                spec.verifyEvery = 4;
            if (what == 4)
                spec.fuse = true;
            if (what == 5)
                spec.averaging.localSteps = 3;
            if (what == 6)
                spec.compression = collective::Compression::Float16;
        });
        for (int rank = 0; rank < 3; ++rank) {
            const auto& error = outcome.errors[static_cast<std::size_t>(rank)];
            QVERIFY(error);
            QVERIFY2(error->code == ErrorCode::InvalidInput, error->text().c_str());
            QCOMPARE(int(outcome.of(rank, "error").size()), 1);
        }
        QVERIFY(outcome.errors[0]->what.find("rank 1 (") != std::string::npos);
    }

    /// A rank whose gradients are wrong is found by all.
    void aWrongSumIsFound()
    {
        TrainSpec spec = baseSpec(3, collective::Strategy::Pairwise);
        const SystemClock clock;
        const Outcome right = runRanks(spec);
        QVERIFY(right.reports[0]);
        std::vector<std::optional<Error>> errors(3);
        collective::spawnRanks(spec.peers, spec.session, [&](int rank, collective::Session& session) {
            TrainSpec mine = spec;
            mine.rank = rank == 2 ? 1 : rank; // fills the gradient of rank 1
            TrainingLog log(
                rank, [](std::string_view) { return Result<void>(); }, clock);
            auto report = trainOver(session, mine, log);
            if (!report)
                errors[static_cast<std::size_t>(rank)] = report.error();
        });
        for (const auto& error : errors) {
            QVERIFY(error);
            QVERIFY2(error->code == ErrorCode::Corrupt, error->text().c_str());
            QVERIFY2(error->what.find("the sum over 3 ranks") != std::string::npos, error->text().c_str());
        }
    }

    void aLogThatCannotBeWrittenEndsTheRun()
    {
        const TrainSpec spec = baseSpec(2, collective::Strategy::Star);
        const SystemClock clock;
        std::vector<std::optional<Error>> errors(2);
        collective::spawnRanks(spec.peers, spec.session, [&](int rank, collective::Session& session) {
            TrainSpec mine = spec;
            mine.rank = rank;
            int lines = 0;
            TrainingLog log(
                rank,
                [&](std::string_view) -> Result<void> {
                    return rank == 1 && ++lines > 6 ? Result<void>(fail(ErrorCode::DiskFull, "no space"))
                                                    : Result<void>();
                },
                clock);
            auto report = trainOver(session, mine, log);
            if (!report)
                errors[static_cast<std::size_t>(rank)] = report.error();
        });
        QVERIFY(errors[1] && errors[1]->code == ErrorCode::DiskFull);
        QVERIFY(errors[0] && errors[0]->code == ErrorCode::PeerFailed);
    }

    void badSpecsAreRefused_data()
    {
        QTest::addColumn<int>("what");
        for (const char* name : {"rank", "negative rank", "batch", "steps", "warm-up", "verification", "deadline",
                                 "straggler", "no peers", "empty model"}) {
            static int next = 0;
            QTest::newRow(name) << next++;
        }
    }
    void badSpecsAreRefused()
    {
        QFETCH(int, what);
        TrainSpec spec = baseSpec(3, collective::Strategy::Star);
        const std::vector<std::function<void()>> changes{
            [&] { spec.rank = 3; },
            [&] { spec.rank = -1; },
            [&] { spec.batch = 0; },
            [&] { spec.steps = 0; },
            [&] { spec.warmupSteps = -1; },
            [&] { spec.verifyEvery = -1; },
            [&] { spec.session.deadline = 0ns; },
            [&] {
                spec.compute.stragglers = {{3, 2.0}};
            },
            [&] { spec.peers = {}; },
            [&] { spec.model.tensors = {}; },
        };
        QVERIFY(validate(spec));
        changes[static_cast<std::size_t>(what)]();
        const auto result = validate(spec);
        QVERIFY(!result);
        QVERIFY(result.error().code == ErrorCode::InvalidInput);
    }
};

QTEST_APPLESS_MAIN(TestTrainerWorker)
#include "tst_trainer_worker.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/usage_drift.h"
#include "core/predict/usage_drivers.h"
#include "tests/core/predict/made_samples.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::predict;

/// Errors of new runs against the intervals, and what drives a value.
class TestUsageDrift : public QObject
{
    Q_OBJECT

    std::optional<UsagePredictor> m_predictor;

    static std::vector<Sample> dated(std::vector<Sample> samples)
    {
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i].provenance.date = "2026-11-27T10:" + std::string(i < 10 ? "0" : "") + std::to_string(i) + ":00Z";
        return samples;
    }
    static const Driver* find(const std::vector<Driver>& drivers, const std::string& fact)
    {
        const auto found = std::ranges::find(drivers, fact, &Driver::fact);
        return found == drivers.end() ? nullptr : &*found;
    }

private Q_SLOTS:
    void initTestCase()
    {
        TrainingOptions options;
        options.kinds = {RegressorKind::Ridge};
        std::size_t called = 0;
        options.rated = [&called](const std::vector<HeldOutErrors>& ratings) {
            ++called;
            for (const HeldOutErrors& each : ratings)
                QCOMPARE(each.metric, ratings.front().metric);
        };
        auto trained = UsagePredictor::train(test::madeSamples(120, 0.1, 1), options);
        QVERIFY(trained);
        QCOMPARE(called, metricCount);
        m_predictor = *std::move(trained);
        QCOMPARE(m_predictor->coverage(), 0.9);
        QCOMPARE(m_predictor->heldOutErrors(0, HoldOut::Random), std::size_t(120));
    }

    /// Sums over all outcomes are 1, and with very many errors it is the binomial distribution.
    void probabilities()
    {
        QVERIFY(std::abs(probabilityOfInside(10, 10, 50, 0.9) - 1) < 1e-9);
        QVERIFY(std::abs(probabilityOfInside(9, 10, 100'000'000, 0.9) - (1 - std::pow(0.9, 10))) < 1e-5);
        // One new run: it is inside with k ÷ (n + 1).
        QVERIFY(std::abs(probabilityOfInside(0, 1, 19, 0.9) - (1 - 18.0 / 20)) < 1e-9);
        QCOMPARE(probabilityOfInside(0, 10, 5, 0.9), 1.0); // too few errors for the coverage
        // Few errors make rare outcomes less rare.
        QVERIFY(probabilityOfInside(4, 10, 20, 0.9) > probabilityOfInside(4, 10, 2000, 0.9));
    }

    void learntRunsAreNoTest()
    {
        const auto runs = compareRuns(*m_predictor, m_predictor->samples());
        QVERIFY(std::ranges::all_of(runs, &ComparedRun::isLearnt));
        const Drift drift = driftOf(*m_predictor, runs);
        QCOMPARE(drift.runs, std::size_t(0));
        QCOMPARE(drift.learnt, std::size_t(120));
        QVERIFY(drift.metrics.empty() && !drift.hasDrifted());
        QVERIFY(newSamples(*m_predictor, m_predictor->samples()).empty());
    }

    void sameNoiseIsNoDrift()
    {
        const auto fresh = dated(test::madeSamples(40, 0.1, 77));
        QCOMPARE(newSamples(*m_predictor, fresh).size(), std::size_t(40));
        const auto runs = compareRuns(*m_predictor, fresh);
        const Drift drift = driftOf(*m_predictor, runs);
        QCOMPARE(drift.runs, std::size_t(40));
        QCOMPARE(drift.metrics.size(), metricCount);
        std::size_t inside = 0, all = 0;
        for (const MetricDrift& metric : drift.metrics) {
            inside += metric.inside;
            all += metric.runs;
            QVERIFY(!metric.hasDrifted);
        }
        QVERIFY2(static_cast<double>(inside) / static_cast<double>(all) > 0.8, qPrintable(QString::number(inside)));
        QCOMPARE(driftOf(*m_predictor, runs, 10).runs, std::size_t(10));
    }

    /// Bursts of twice the length, as after a change of the network.
    void longerBurstsAreADrift()
    {
        auto fresh = dated(test::madeSamples(30, 0.1, 78));
        const std::size_t burst = metricIndex(Resource::Transmit, UseQuantity::Burst);
        for (Sample& sample : fresh)
            sample.labels[burst].value *= 2;
        const auto runs = compareRuns(*m_predictor, fresh);
        const Drift drift = driftOf(*m_predictor, runs);
        QVERIFY(drift.hasDrifted());
        for (const MetricDrift& metric : drift.metrics)
            QCOMPARE(metric.hasDrifted, metric.metric == burst);
        const auto& found = *std::ranges::find(drift.metrics, burst, &MetricDrift::metric);
        QVERIFY2(found.bias > 1.7 && found.bias < 2.4, qPrintable(QString::number(found.bias)));
        QVERIFY(runs.front().values[burst].relativeToInterval() > 1);
        QVERIFY(!runs.front().values[burst].isInside());
    }

    void drivers()
    {
        const Setting setting = test::madeSetting(3, 16, 1e9, 32);
        const auto drivers = driversOf(*m_predictor, setting, RegressorKind::Ridge);
        const Driver* workers = find(drivers, "workers");
        QVERIFY(workers != nullptr && workers->own == "16");
        const std::size_t use = metricIndex(Resource::Transmit, UseQuantity::Consumption);
        QVERIFY(workers->factors[use] < 1); // utilisation falls with the workers
        const Driver* rate = find(drivers, "rate");
        QVERIFY(rate != nullptr && rate->own == "1Gbit");
        // Effects are ratios of predictions.
        Setting usual = setting;
        usual.workers = std::stod(workers->usual);
        const double own = m_predictor->predict(setting).metrics[use].value;
        QCOMPARE(workers->factors[use], own / m_predictor->predict(usual).metrics[use].value);
        QVERIFY(find(drivers, "strategy") != nullptr && find(drivers, "model") != nullptr);
        QVERIFY(find(drivers, "memory_bytes") == nullptr); // no sample has it
        const auto sorted = sortedFor(use, drivers);
        for (std::size_t i = 1; i < sorted.size(); ++i)
            QVERIFY(std::abs(std::log(sorted[i - 1].factors[use])) >= std::abs(std::log(sorted[i].factors[use])));
        const auto unknownOnes = driversOf(*m_predictor, test::madeSetting(3, 500, 1e9, 32), RegressorKind::Ridge);
        QVERIFY(sortedFor(use, unknownOnes).empty());
    }
};

QTEST_APPLESS_MAIN(TestUsageDrift)
#include "tst_usage_drift.moc"

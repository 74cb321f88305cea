// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/random.h"
#include "core/predict/usage_predictor.h"
#include "tests/core/predict/made_samples.h"
#include "tests/processor_time.h"

#include <QtTest/QtTest>
#include <algorithm>
#include <chrono>
#include <cmath>

using namespace millrace;
using namespace millrace::predict;
using namespace millrace::predict::test;

namespace {

UsagePredictor trained(const std::vector<Sample>& samples, std::vector<RegressorKind> kinds = {RegressorKind::Ridge})
{
    TrainingOptions options;
    options.kinds = std::move(kinds);
    auto predictor = UsagePredictor::train(samples, options);
    if (!predictor)
        qFatal("%s", predictor.error().text().c_str());
    return *std::move(predictor);
}

/// Share of the values of samples inside of their intervals, over all metrics.
double coverageOf(const UsagePredictor& predictor, const std::vector<Sample>& samples, RegressorKind kind)
{
    double inside = 0, count = 0;
    for (const Sample& sample : samples) {
        const UsagePrediction prediction = predictor.predict(sample.setting, kind);
        for (std::size_t i = 0; i < metricCount; ++i)
            if (prediction.metrics[i].isKnown) {
                count += 1;
                inside += prediction.metrics[i].interval.contains(sample.labels[i].value) ? 1 : 0;
            }
    }
    return inside / count;
}

double errorOf(const UsagePredictor& predictor, const std::vector<Sample>& samples)
{
    double error = 0, count = 0;
    for (const Sample& sample : samples) {
        const UsagePrediction prediction = predictor.predict(sample.setting);
        for (std::size_t i = 0; i < metricCount; ++i)
            if (prediction.metrics[i].isKnown) {
                error += std::abs(std::log(prediction.metrics[i].value / sample.labels[i].value));
                count += 1;
            }
    }
    return error / count;
}

const HeldOutErrors* ratingOf(const UsagePredictor& predictor, HoldOut holdOut, RegressorKind kind, const char* metric)
{
    for (const HeldOutErrors& rating : predictor.ratings())
        if (rating.holdOut == holdOut && rating.kind == kind && rating.metric == *findMetric(metric))
            return &rating;
    return nullptr;
}

} // namespace

/// Samples made from a known law with known noise.
class TestUsagePredictor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void widthByHand()
    {
        std::vector<double> errors;
        for (int i = 1; i <= 19; ++i)
            errors.push_back(i);
        QCOMPARE(conformalWidth(errors, 0.9), 18.0); // ⌈20 · 0.9⌉
        errors.resize(9);
        QCOMPARE(conformalWidth(errors, 0.9), 9.0);
        errors.resize(8);
        QVERIFY(std::isinf(conformalWidth(errors, 0.9)));
        QVERIFY(std::isinf(conformalWidth({}, 0.9)));
        QCOMPARE(conformalWidth({3, 1, 2}, 0.5), 2.0);
    }

    void groups()
    {
        const auto samples = madeSamples(100, 0, 1);
        for (const HoldOut holdOut : allHoldOuts) {
            const auto groups = groupsOf(holdOut, samples, 42);
            QCOMPARE(groups.size(), samples.size());
            QCOMPARE(groupCount(groups),
                     holdOut == HoldOut::Random      ? 5u
                         : holdOut == HoldOut::Model ? 8u
                         : holdOut == HoldOut::Scale ? 6u
                                                     : 5u);
            for (std::size_t i = 0; i < samples.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    if (holdOut == HoldOut::Model)
                        QCOMPARE(groups[i] == groups[j], samples[i].setting.model == samples[j].setting.model);
        }
        QCOMPARE(std::ranges::count(groupsOf(HoldOut::Random, samples, 42), 0u), 20);
        QVERIFY(groupsOf(HoldOut::Random, samples, 42) != groupsOf(HoldOut::Random, samples, 43));
    }

    /// 90 % intervals cover 87 to 93 % of further samples, by each kind.
    void coverage()
    {
        const auto samples = madeSamples(500, 0.15, 1);
        const auto further = madeSamples(400, 0.15, 1000);
        std::vector<RegressorKind> kinds = {RegressorKind::Mean, RegressorKind::Ridge};
        const UsagePredictor predictor = trained(samples, kinds);
        for (const RegressorKind kind : predictor.kinds()) {
            const double coverage = coverageOf(predictor, further, kind);
            qInfo("%s: %.1f %%", regressorName(kind).data(), 100 * coverage);
            QVERIFY(coverage >= 0.87 && coverage <= 0.93);
            for (const Metric& metric : metrics) {
                const HeldOutErrors* rating = ratingOf(predictor, HoldOut::Random, kind, metric.id.data());
                QVERIFY(rating != nullptr);
                QCOMPARE(rating->samples, std::size_t(500));
                QVERIFY2(rating->coverage >= 0.86 && rating->coverage <= 0.94, metric.id.data());
            }
        }
        if (!BoostedTrees::isAvailable())
            return;
        const UsagePredictor trees = trained(madeSamples(160, 0.15, 1), {RegressorKind::BoostedTrees});
        const double coverage = coverageOf(trees, further, RegressorKind::BoostedTrees);
        qInfo("boosted-trees: %.1f %%", 100 * coverage);
        QVERIFY(coverage >= 0.87 && coverage <= 0.93);
    }

    /// Never above the line rate or 100 %, never below 0, and the interval neither, whatever the noise.
    void physicallyPossible()
    {
        for (const double noise : {0.0, 0.5, 2.0}) {
            const UsagePredictor predictor =
                trained(madeSamples(120, noise, 7), {RegressorKind::Mean, RegressorKind::Ridge});
            double atMost = 0;
            for (const Sample& sample : madeSamples(300, noise, 8))
                for (const RegressorKind kind : predictor.kinds()) {
                    const UsagePrediction prediction = predictor.predict(sample.setting, kind);
                    for (std::size_t i = 0; i < metricCount; ++i) {
                        const MetricPrediction& metric = prediction.metrics[i];
                        QVERIFY2(metric.isKnown, metric.reason.c_str());
                        QVERIFY(metric.value > 0 && metric.interval.low > 0 && metric.interval.low <= metric.value
                                && metric.value <= metric.interval.high);
                        if (metrics[i].quantity != UseQuantity::Consumption)
                            continue;
                        const double most = metrics[i].unit == "%" ? 100 : sample.setting.bitsPerSecond * 1e-6;
                        QVERIFY(metric.boundKind == BoundKind::Most);
                        QCOMPARE(metric.bound, most);
                        QVERIFY(metric.interval.high <= most * (1 + 1e-12));
                        atMost += metric.interval.high >= most * (1 - 1e-12) ? 1 : 0;
                    }
                }
            QVERIFY(atMost > 0); // the bound was needed
        }
    }

    /// Without noise no burst is shorter than its bytes allow, so the law holds for predictions too.
    void shortestTimes()
    {
        const UsagePredictor exact = trained(madeSamples(100, 0.001, 7));
        const UsagePredictor noisy = trained(madeSamples(100, 1.0, 7));
        QVERIFY(std::ranges::any_of(noisy.notes(), [](const std::string& note) {
            return note.find("RX burst: some bursts are shorter") == 0;
        }));
        const std::size_t metric = *findMetric("rx_burst");
        for (const Sample& sample : madeSamples(100, 0, 8)) {
            const MetricPrediction prediction = exact.predict(sample.setting).metrics[metric];
            QVERIFY(prediction.boundKind == BoundKind::Least);
            QVERIFY(prediction.interval.low >= prediction.bound * (1 - 1e-12));
            QVERIFY(noisy.predict(sample.setting).metrics[metric].boundKind == BoundKind::Scale);
        }
    }

    /// A new model, size or network is predicted worse than a new run; physics keeps that small for a law that scales.
    void ratings()
    {
        const UsagePredictor predictor = trained(madeSamples(200, 0.1, 5), {RegressorKind::Mean, RegressorKind::Ridge});
        for (const HoldOut holdOut : allHoldOuts)
            for (const RegressorKind kind : predictor.kinds())
                for (const char* metric : {"rx_idle", "tx_burst", "rx_consumption", "gpu_burst"}) {
                    const HeldOutErrors* rating = ratingOf(predictor, holdOut, kind, metric);
                    QVERIFY(rating != nullptr);
                    qInfo("%s %s %s: %.1f %%, coverage %.0f %%", holdOutName(holdOut).data(),
                          regressorName(kind).data(), metric, 100 * rating->relative, 100 * rating->coverage);
                    QCOMPARE(rating->samples, std::size_t(200));
                    QCOMPARE(rating->groups,
                             holdOut == HoldOut::Random      ? 5u
                                 : holdOut == HoldOut::Model ? 8u
                                 : holdOut == HoldOut::Scale ? 6u
                                                             : 5u);
                }
        // The noise alone is 0.1 · sqrt(2 / π) = 8.0 %; the law is not linear in the logarithm of the rate.
        QVERIFY(ratingOf(predictor, HoldOut::Random, RegressorKind::Ridge, "tx_burst")->logError < 0.115);
        QVERIFY(ratingOf(predictor, HoldOut::Model, RegressorKind::Ridge, "tx_burst")->logError < 0.12);
        QVERIFY(ratingOf(predictor, HoldOut::Model, RegressorKind::Mean, "rx_idle")->logError
                > 1.3 * ratingOf(predictor, HoldOut::Model, RegressorKind::Ridge, "rx_idle")->logError);
        QVERIFY(predictor.recommended() == RegressorKind::Ridge);
        QVERIFY(predictor.recommendedBy() == HoldOut::Model);
    }

    void notKnown()
    {
        const UsagePredictor predictor = trained(madeSamples(60, 0.1, 5));
        Setting setting = madeSetting(2, 4, 1e9, 32);
        QVERIFY(predictor.predict(setting).outside.empty());
        setting.workers = 64;
        UsagePrediction prediction = predictor.predict(setting);
        QVERIFY(!prediction.isAnyKnown());
        QVERIFY(prediction.metrics[0].reason.find("workers 64 is outside") == 0);
        QVERIFY(std::isnan(prediction.metrics[0].value));
        setting = madeSetting(2, 4, 1e9, 32);
        setting.strategy = "NONE";
        QVERIFY(!predictor.predict(setting).isAnyKnown());
        // A new model of usual size is predicted, with the errors of whole models that were held out.
        setting = madeSetting(2, 4, 1e9, 32);
        setting.model = "new";
        prediction = predictor.predict(setting);
        QVERIFY(prediction.isAnyKnown());
        QVERIFY(prediction.holdOut == HoldOut::Model);
        // From two models no third one is.
        const UsagePredictor two = trained(madeSamples(60, 0.1, 5, 2));
        QVERIFY(two.recommendedBy() == HoldOut::Random);
        Setting between = madeSetting(0, 4, 1e9, 32);
        QVERIFY(two.predict(between).isAnyKnown());
        between.model = "new";
        QVERIFY(!two.predict(between).isAnyKnown());
        QVERIFY(two.predict(between).metrics[0].reason.find("samples of 2 models are too few") != std::string::npos);
        // A kind that was not trained.
        QVERIFY(!two.predict(madeSetting(0, 4, 1e9, 32), RegressorKind::Mean).isAnyKnown());
    }

    /// Runs on processors have no values of a GPU: these stay unknown, the others do not suffer.
    void missingMetrics()
    {
        auto samples = madeSamples(40, 0.1, 5);
        for (Sample& sample : samples)
            for (std::size_t i = 0; i < 6; ++i)
                sample.labels[i] = {};
        const UsagePredictor predictor = trained(samples);
        const UsagePrediction prediction = predictor.predict(madeSetting(2, 4, 1e9, 32));
        QVERIFY(!prediction.metrics[0].isKnown && prediction.metrics[6].isKnown);
        QCOMPARE(prediction.metrics[0].reason, std::string("0 samples have it, 10 are needed"));
        samples.resize(9);
        const auto few = UsagePredictor::train(samples);
        QVERIFY(few.error().text().find("9 samples; a predictor needs 10") == 0);
        QVERIFY(!UsagePredictor::train({}).has_value());
    }

    /// Samples of a model whose jobs behave differently: 12 of them bring the error to that of 60.
    void learnsANewModel()
    {
        const auto odd = [](std::size_t count, std::uint64_t seed) {
            auto samples = madeSamples(400, 0.1, seed);
            std::erase_if(samples, [](const Sample& each) { return each.setting.model != "wide"; });
            samples.resize(std::min(count, samples.size()));
            for (Sample& sample : samples) {
                sample.setting.model = "odd";
                for (Label& label : sample.labels)
                    label.value *= 0.6;
            }
            return samples;
        };
        auto samples = madeSamples(120, 0.1, 5);
        std::erase_if(samples, [](const Sample& each) { return each.setting.model == "wide"; });
        UsagePredictor predictor = trained(samples, availableRegressors());
        const auto further = odd(30, 50);
        const double before = errorOf(predictor, further);
        double fastest = 1e9; // of twelve: others use the processors at times
        for (const Sample& sample : odd(12, 51)) {
            const auto start = std::chrono::steady_clock::now();
            auto next = predictor.learn(sample);
            fastest =
                std::min(fastest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
            QVERIFY2(next.has_value(), next ? "" : next.error().text().c_str());
            predictor = *std::move(next);
        }
        const double after = errorOf(predictor, further);
        for (const Sample& sample : odd(48, 52))
            samples.push_back(sample);
        for (const Sample& sample : odd(12, 51))
            samples.push_back(sample);
        const double all = errorOf(trained(samples, {predictor.recommended()}), further);
        qInfo("%s: error of the new model %.3f, after 12 samples %.3f, of 60 %.3f; learning one takes %.3f s",
              regressorName(predictor.recommended()).data(), before, after, all, fastest);
        QVERIFY(after < 0.4 * before);
        QVERIFY(after < 1.3 * all);
        QVERIFY(predictor.inputs().isKnownModel("odd"));
#ifndef MR_SANITIZED
        QVERIFY(fastest < 1);
#endif
    }

    /// One more sample takes below a second of the processors with each kind: 200 samples, a model that is new.
    void learningIsQuick()
    {
        double common = 0; // what does not depend on the number of metrics
        for (const RegressorKind kind : availableRegressors()) {
            auto samples = madeSamples(200, 0.1, 5);
            // One metric, so that its rating is quick.
            for (std::size_t i = 0; i + 1 < metricCount; ++i)
                for (Sample& sample : samples)
                    sample.labels[i] = {};
            const UsagePredictor predictor = trained(samples, {kind});
            Sample sample = madeSamples(1, 0.1, 9).front();
            sample.setting.model = "new";
            bool isLearnt = true;
            const double one =
                tests::leastProcessorTime([&] { isLearnt = isLearnt && predictor.learn(sample).has_value(); });
            QVERIFY(isLearnt);
            if (kind == RegressorKind::Mean)
                common = one;
            const double all = common + double(metricCount) * std::max(0.0, one - common);
            qInfo("%s: %.3f s of a processor for all metrics", regressorName(kind).data(), all);
#ifndef MR_SANITIZED
            QVERIFY(all < 1);
#endif
        }
    }

    /// A label with twenty times the error counts a hundredth.
    void uncertainLabels()
    {
        auto samples = madeSamples(60, 0, 5, 1);
        const std::size_t metric = *findMetric("rx_idle");
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i].labels[metric] = i % 2 == 0 ? Label{1, 0.01, 100} : Label{3, 3 * 10, 100};
        const double predicted =
            trained(samples, {RegressorKind::Mean}).predict(samples[0].setting).metrics[metric].value;
        for (Sample& sample : samples)
            sample.labels[metric].deviation = unknown;
        const double equal = trained(samples, {RegressorKind::Mean}).predict(samples[0].setting).metrics[metric].value;
        qInfo("%.3f, without deviations %.3f", predicted, equal);
        QVERIFY(predicted < 0.8 * equal);
    }

    void learningRefusals()
    {
        const UsagePredictor predictor = trained(madeSamples(30, 0.1, 5));
        Sample sample = madeSamples(1, 0.1, 9).front();
        QVERIFY(predictor.learn(sample).has_value());
        QCOMPARE(predictor.samples().size(), std::size_t(30)); // the value itself is as before
        QCOMPARE(predictor.learn(sample)->samples().size(), std::size_t(31));
        sample.labels[0].value = -1;
        QVERIFY(predictor.learn(sample).error().code == ErrorCode::InvalidInput);
        sample = madeSamples(1, 0.1, 9).front();
        sample.setting.batch = 0;
        QVERIFY(predictor.learn(sample).error().text().find("has no \"batch\"") != std::string::npos);
        // Another strategy is a further input.
        sample = madeSamples(1, 0.1, 9).front();
        sample.setting.strategy = "PAIRWISE";
        const auto wider = predictor.learn(sample);
        QVERIFY(wider.has_value());
        QCOMPARE(wider->inputs().inputs().size(), predictor.inputs().inputs().size() + 1);
        QVERIFY(wider->predict(sample.setting).isAnyKnown());
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(predictor.learn(sample, {stop.get_token(), {}}).error().code == ErrorCode::Cancelled);
        QVERIFY(UsagePredictor::train(madeSamples(30, 0.1, 5), {}, {stop.get_token(), {}}).error().code
                == ErrorCode::Cancelled);
    }

    void files()
    {
        const UsagePredictor predictor = trained(madeSamples(30, 0.1, 5), {});
        QCOMPARE(trained(madeSamples(30, 0.1, 5), {}).text(), predictor.text()); // whatever the threads
        const auto folder = TemporaryFolder::make("predict");
        const auto file = folder->path() / "p.json";
        QVERIFY(predictor.save(file).has_value());
        const auto read = UsagePredictor::open(file);
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(read->text(), predictor.text());
        for (const Sample& sample : madeSamples(10, 0.1, 6))
            for (const RegressorKind kind : predictor.kinds())
                for (std::size_t i = 0; i < metricCount; ++i) {
                    const auto before = predictor.predict(sample.setting, kind).metrics[i];
                    const auto after = read->predict(sample.setting, kind).metrics[i];
                    QCOMPARE(after.value, before.value);
                    QVERIFY(after.interval == before.interval || std::isnan(before.interval.low));
                    QCOMPARE(after.reason, before.reason);
                }
        QVERIFY(UsagePredictor::open(folder->path() / "none").error().code == ErrorCode::NotFound);
    }

    void damagedFiles()
    {
        QVERIFY(UsagePredictor::parse("").error().code == ErrorCode::InvalidInput);
        QVERIFY(UsagePredictor::parse(R"({"format": "millrace-samples"})").error().code == ErrorCode::InvalidInput);
        QVERIFY(UsagePredictor::parse(R"({"format": "millrace-predictor"})").error().code == ErrorCode::Corrupt);
        QVERIFY(UsagePredictor::parse(R"({"format": "millrace-predictor", "version": 2})").error().code
                == ErrorCode::NewerVersion);
        const Json whole = Json::parse(trained(madeSamples(12, 0.1, 5)).text());
        QVERIFY(UsagePredictor::parse(whole.dump()).has_value());
        for (const auto& [key, value] : whole.items()) {
            Json json = whole;
            json.erase(key);
            QVERIFY2(!UsagePredictor::parse(json.dump()).has_value(), key.c_str());
            json[key] = Json::array({Json::array({1})});
            QVERIFY2(!UsagePredictor::parse(json.dump()).has_value(), key.c_str());
        }
        const std::string text = whole.dump();
        for (std::size_t length = 0; length < text.size(); length += 97)
            QVERIFY(!UsagePredictor::parse(text.substr(0, length)).has_value());
    }
};

QTEST_APPLESS_MAIN(TestUsagePredictor)
#include "tst_usage_predictor.moc"

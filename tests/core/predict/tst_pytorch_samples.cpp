// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/need.h"

#include "core/predict/few_samples.h"
#include "core/predict/usage_predictor.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::predict;

namespace {

using tests::need;

/// Largest relative errors, in %.
struct Bars
{
    const char* metric;
    double model; ///< of held-out models
    double rate; ///< of held-out line rates
};
constexpr std::array bars = {Bars{"rx_idle", 24, 24}, Bars{"rx_burst", 32, 27}, Bars{"rx_consumption", 6, 6},
                             Bars{"tx_idle", 20, 18}, Bars{"tx_burst", 24, 19}, Bars{"tx_consumption", 6, 6}};

} // namespace

/// 79 runs of the template "usage-samples" on emulated nodes, two processors, labels from captures.
class TestPytorchSamples : public QObject
{
    Q_OBJECT

    std::optional<UsagePredictor> m_predictor;

    [[nodiscard]] const HeldOutErrors& rating(HoldOut holdOut, RegressorKind kind, std::string_view metric) const
    {
        for (const HeldOutErrors& each : m_predictor->ratings())
            if (each.holdOut == holdOut && each.kind == kind && metrics[each.metric].id == metric)
                return each;
        qFatal("no rating of %s", metric.data());
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!BoostedTrees::isAvailable())
            QSKIP("needs XGBoost");
        const auto file = qEnvironmentVariable("MR_SOURCE") + "/tests/core/predict/pytorch_samples.json";
        const SampleFile samples = need(readSamples(file.toStdString()));
        QVERIFY(samples.issues.empty());
        QCOMPARE(samples.samples.size(), std::size_t(79));
        m_predictor = need(UsagePredictor::train(samples.samples));
        QCOMPARE(m_predictor->inputs().models().size(), std::size_t(5));
    }

    void heldOutModelsAndRates()
    {
        const RegressorKind kind = m_predictor->recommended();
        QVERIFY(kind == RegressorKind::BoostedTrees);
        for (const Bars& bar : bars) {
            const double model = 100 * rating(HoldOut::Model, kind, bar.metric).relative;
            const double rate = 100 * rating(HoldOut::Rate, kind, bar.metric).relative;
            qInfo("%s: %.1f %% for models, %.1f %% for rates", bar.metric, model, rate);
            QVERIFY(model < bar.model);
            QVERIFY(rate < bar.rate);
            for (const HoldOut holdOut : {HoldOut::Model, HoldOut::Rate})
                QVERIFY(rating(holdOut, kind, bar.metric).relative
                        < 0.5 * rating(holdOut, RegressorKind::Mean, bar.metric).relative);
        }
    }

    /// The values of all metrics together: 474 for each way of holding out.
    void coverageOfIntervals()
    {
        for (const HoldOut holdOut : {HoldOut::Random, HoldOut::Model, HoldOut::Rate}) {
            double mean = 0;
            for (const Bars& bar : bars)
                mean += rating(holdOut, m_predictor->recommended(), bar.metric).coverage / bars.size();
            qInfo("%s: %.1f %% are in the intervals", holdOutName(holdOut).data(), 100 * mean);
            QVERIFY(mean >= 0.87 && mean <= 0.93);
        }
    }

    void possibleValuesOnly()
    {
        for (const double rate : {40e6, 55e6, 160e6})
            for (const Sample& sample : m_predictor->samples())
                for (const char* model : {"", "new"}) {
                    Setting setting = sample.setting;
                    setting.model = *model == '\0' ? setting.model : model;
                    setting.bitsPerSecond = rate;
                    const UsagePrediction prediction = m_predictor->predict(setting);
                    for (const Bars& bar : bars) {
                        const MetricPrediction& metric = prediction.metrics[*findMetric(bar.metric)];
                        QVERIFY2(metric.isKnown, metric.reason.c_str());
                        const bool isRate = std::string_view(bar.metric).ends_with("consumption");
                        const double most = isRate ? rate * 1e-6 : 1e9;
                        for (const double value : {metric.value, metric.interval.low, metric.interval.high})
                            QVERIFY(value >= 0 && value <= most * (1 + 1e-12));
                    }
                }
    }

    /// With 12 samples of a new model, the error is that for models that were measured as often as the others.
    void fewSamplesOfANewModel()
    {
        const auto rated = need(rateFewSamples(*m_predictor));
        QCOMPARE(rated.size(), bars.size());
        double few = 0, none = 0, known = 0;
        for (const FewSamplesErrors& each : rated) {
            QCOMPARE(each.models, std::size_t(4));
            none += each.relative.front() / bars.size();
            few += each.relative.back() / bars.size();
            known +=
                rating(HoldOut::Random, m_predictor->recommended(), metrics[each.metric].id).relative / bars.size();
        }
        qInfo("mean error of a new model: %.1f %%, after 12 samples %.1f %%, of known models %.1f %%", 100 * none,
              100 * few, 100 * known);
        QVERIFY(few < none);
        QVERIFY(few < 1.05 * known);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(rateFewSamples(*m_predictor, {stop.get_token(), {}}).error().code == ErrorCode::Cancelled);
    }

    void tooFewForACurve()
    {
        std::vector<Sample> samples(m_predictor->samples().begin(), m_predictor->samples().begin() + 12);
        TrainingOptions options;
        options.kinds = {RegressorKind::Mean};
        QVERIFY(need(rateFewSamples(need(UsagePredictor::train(samples, options)))).empty());
    }
};

QTEST_APPLESS_MAIN(TestPytorchSamples)
#include "tst_pytorch_samples.moc"

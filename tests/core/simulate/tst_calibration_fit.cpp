// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/simulate/calibrated_range.h"
#include "core/simulate/fit.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::simulate;
using collective::Strategy;

namespace {

/// Cells whose times are those of a known calibration, times a factor with this relative deviation.
std::vector<Sample> madeSamples(const Calibration& truth, double noise, std::uint64_t seed)
{
    Random random(seed);
    std::vector<Sample> samples;
    for (const Strategy strategy : {Strategy::RingAllReduce, Strategy::Star, Strategy::BinaryTree, Strategy::Pairwise})
        for (const std::size_t nodes : {3u, 6u})
            for (const double rate : {50e6, 400e6})
                for (const int delay : {200, 4000}) {
                    Sample sample;
                    sample.levels = {{"strategy", std::string(collective::strategyName(strategy))},
                                     {"workers", std::to_string(nodes)}};
                    for (std::size_t i = 0; i < nodes; ++i) {
                        cluster::Node node;
                        node.name = "n" + std::to_string(i);
                        node.nics.front().bitsPerSecond = rate;
                        sample.cluster.nodes.push_back(node);
                    }
                    cluster::Link link;
                    link.settings.delay = std::chrono::microseconds(delay);
                    sample.cluster.links.push_back(link);
                    sample.operation.strategy = strategy;
                    sample.operation.tensors = {30'000, 500, 500, 12'000, 70'000};
                    sample.operation.nodes = nodesOfRanks(sample.cluster);
                    sample.seconds = predictedSeconds(sample, truth) * std::exp(noise * random.normal());
                    samples.push_back(std::move(sample));
                }
    return samples;
}

Calibration truthOfTests()
{
    Calibration truth;
    truth.model = modelVersion;
    truth.efficiency = 0.96;
    truth.hopSeconds = 150e-6;
    truth.messageSeconds = 30e-6;
    return truth;
}

} // namespace

class TestCalibrationFit final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Without noise the held-out cells are predicted to a fraction of what the uncalibrated model is wrong by.
    void findsWhatMadeTheTimes()
    {
        const auto samples = madeSamples(truthOfTests(), 0, 1);
        double plain = 0;
        for (const Sample& sample : samples)
            plain = std::max(plain, std::abs(predictedSeconds(sample, std::nullopt) / sample.seconds - 1));
        const auto fit = fitCalibration(samples);
        QVERIFY(fit);
        QCOMPARE(fit->heldOut.size(), samples.size());
        QVERIFY(plain > 0.1);
        QVERIFY2(fit->calibration.medianError < 0.01, qPrintable(QString::number(fit->calibration.medianError)));
        QVERIFY2(fit->calibration.highError < 0.03, qPrintable(QString::number(fit->calibration.highError)));
        QVERIFY(std::abs(fit->calibration.efficiency - 0.96) < 0.02);
    }

    /// With noise of 3 % the error is that of the noise, and the bands cover about nine of ten values.
    void theBandsCover()
    {
        int covered = 0, all = 0;
        for (const std::uint64_t seed : {3u, 4u, 5u}) {
            const auto samples = madeSamples(truthOfTests(), 0.03, seed);
            const auto fit = fitCalibration(samples);
            QVERIFY(fit);
            QVERIFY(fit->calibration.medianError < 0.04);
            for (const Prediction& prediction : fit->heldOut) {
                covered += prediction.band.contains(samples[prediction.sample].seconds);
                ++all;
            }
        }
        QVERIFY2(covered > 0.82 * all && covered < 0.98 * all, qPrintable(QString("%1 of %2").arg(covered).arg(all)));
    }

    void tooFewCells()
    {
        auto samples = madeSamples(truthOfTests(), 0, 1);
        samples.resize(7);
        const auto fit = fitCalibration(samples);
        QVERIFY(!fit);
        QCOMPARE(QString::fromStdString(fit.error().what),
                 QStringLiteral("a calibration needs 8 measured cells at least, not 7"));
    }

    void theStampSaysTheError()
    {
        Calibration calibration = truthOfTests();
        calibration.made = "2026-11-27T02:10:00Z";
        calibration.cells = 24;
        calibration.medianError = 0.021;
        calibration.highError = 0.06;
        QCOMPARE(
            QString::fromStdString(stampOf(calibration)),
            QStringLiteral("model 6, calibrated 2026-11-27T02:10:00Z (24 cells), error 2.1 % median, 6.0 % for 90 %"));
        calibration.model = 2;
        QCOMPARE(QString::fromStdString(stampOf(calibration)),
                 QStringLiteral("model 6, calibrated 2026-11-27T02:10:00Z (24 cells) for model 2, error not known"));
    }

    /// Emulated nodes have larger buffers than Linux by itself, and so has what is calibrated on them.
    void windowsHaveTheBuffersOfTheMachines()
    {
        cluster::Cluster cluster;
        cluster.kind = cluster::ClusterKind::Simulated;
        QCOMPARE(lawOf({}, cluster).window.largestBytes, double(3 << 20));
        Calibration calibration = truthOfTests();
        QCOMPARE(lawOf(calibration, cluster).window.largestBytes, double(3 << 20));
        calibration.receiveBuffer = 16 << 20;
        QCOMPARE(lawOf(calibration, cluster).window.largestBytes, double(8 << 20));
        cluster.kind = cluster::ClusterKind::Emulated;
        QCOMPARE(lawOf(calibration, cluster).window.largestBytes, double(32 << 20));
        const auto fit = fitCalibration(madeSamples(truthOfTests(), 0, 1));
        QVERIFY(fit.has_value());
        QCOMPARE(fit->calibration.receiveBuffer, double(64 << 20));
    }

    /// The fit knows its cells: 3 and 6 nodes, 50 and 400 Mbit/s, 0.2 and 4 ms, four strategies.
    void cellsBeyondThoseOfTheFit()
    {
        const auto samples = madeSamples(truthOfTests(), 0, 1);
        const auto fit = fitCalibration(samples);
        QVERIFY(fit);
        const std::optional<Calibration> calibration = fit->calibration;
        for (const Sample& sample : samples)
            QCOMPARE(beyond(calibration, rangeOf(sample.cluster, sample.operation)), std::string());

        Sample other = samples.front();
        for (cluster::Node& node : other.cluster.nodes)
            node.nics.front().bitsPerSecond = 10e9;
        other.cluster.links.front().settings.delay = std::chrono::milliseconds(50);
        other.operation.strategy = Strategy::Clique;
        QCOMPARE(QString::fromStdString(beyond(calibration, rangeOf(other.cluster, other.operation))),
                 QStringLiteral("beyond what was calibrated, so that the error is not known: CLIQUE (calibrated: "
                                "RING_ALLREDUCE, STAR, BINARY_TREE, PAIRWISE), 10.0 Gbit/s (calibrated: 50.0 Mbit/s to "
                                "400 Mbit/s), delays of 50.0 ms (calibrated: up to 4.00 ms)"));

        Sample lossy = samples.front();
        lossy.cluster.links.front().settings.loss = 0.02;
        const CellRange range = rangeOf(lossy.cluster, lossy.operation);
        QCOMPARE(QString::fromStdString(beyond(calibration, range)),
                 QStringLiteral(
                     "beyond what was calibrated, so that the error is not known: loss of 2 % (calibrated: none)"));
        std::optional<Calibration> wider = calibration;
        widen(*wider, range);
        QCOMPARE(beyond(wider, range), std::string());
        QCOMPARE(beyond(std::nullopt, rangeOf(other.cluster, other.operation)), std::string());
        QVERIFY(!beyond(truthOfTests(), rangeOf(samples.front().cluster, samples.front().operation)).empty());
    }

    /// The slowest of NIC, link and bottleneck counts; without any of them the rate is that of the processors.
    void theRangeOfACluster()
    {
        Sample sample = madeSamples(truthOfTests(), 0, 1).front();
        QCOMPARE(rangeOf(sample.cluster, sample.operation).mostRate, 50e6);
        sample.cluster.bottleneck = cluster::Bottleneck{"n0", "n1", false, 20e6, 0};
        CellRange range = rangeOf(sample.cluster, sample.operation);
        QCOMPARE(range.leastRate, 20e6);
        QCOMPARE(range.mostRate, 50e6);
        QCOMPARE(range.ranks, 3);
        for (cluster::Node& node : sample.cluster.nodes)
            node.nics.front().bitsPerSecond = 0;
        range = rangeOf(sample.cluster, sample.operation);
        QCOMPARE(range.mostRate, 0.0);
        Calibration calibration;
        widen(calibration, rangeOf(sample.cluster, sample.operation.nodes));
        QVERIFY(beyond(calibration, range).find("rates without a limit") != std::string::npos);
    }

    void cancelled()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto fit = fitCalibration(madeSamples(truthOfTests(), 0, 1), {stop.get_token(), {}});
        QVERIFY(!fit);
        QVERIFY(fit.error().code == ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestCalibrationFit)
#include "tst_calibration_fit.moc"

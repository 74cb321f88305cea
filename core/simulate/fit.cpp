// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/fit.h"

#include "core/base/random.h"
#include "core/base/unknown.h"
#include "core/simulate/calibrated_range.h"
#include "core/simulate/training.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <nlopt.h>
#include <optional>
#include <thread>

namespace millrace::simulate {

namespace {

constexpr std::size_t groups = 5;
constexpr int fewestSteps = 2; // the second begins as the first has ended
constexpr int mostSteps = 8; // until windows are open
constexpr int mostEvaluations = 300;
constexpr int lossyRuns = 9;
constexpr int mostLossySteps = 30;
constexpr double usualError = 0.04; // of the logarithm of a ratio

/// What is fitted, each as a number of about one.
constexpr std::size_t unknowns = 7;
using Point = std::array<double, unknowns>;
constexpr Point usual = {1, 0.5, 0.5, 0.5, 0, 0.5, 0};
constexpr Point leastPoint = {0.5, 0, 0, 0, 0, 0, 0};
constexpr Point mostPoint = {1.1, 50, 50, 5, 50, 5, 50};
constexpr double hopUnit = 100e-6;
constexpr double messageUnit = 10e-6;
constexpr double burstUnit = 1e-3;
constexpr double unfairnessUnit = 0.1;
constexpr double messageBytesUnit = 10e3;
constexpr double byteUnit = 1e-10; // s of all processors for a byte

Calibration calibrationAt(const Point& point)
{
    Calibration calibration;
    calibration.efficiency = point[0];
    calibration.hopSeconds = point[1] * hopUnit;
    calibration.messageSeconds = point[2] * messageUnit;
    calibration.unfairness = point[3] * unfairnessUnit;
    calibration.processorBytesPerSecond = point[4] > 0 ? 1 / (point[4] * byteUnit) : 0;
    calibration.burstSeconds = point[5] * burstUnit;
    calibration.processorMessageBytes = point[6] * messageBytesUnit;
    return calibration;
}

bool losesPackets(const Sample& sample)
{
    return cluster::losesPackets(sample.cluster) || overflowsQueues(sample.operation, sample.cluster);
}

double logRatio(const Sample& sample, const Calibration& calibration)
{
    return std::log(predictedSeconds(sample, calibration) / sample.seconds);
}

class Search
{
public:
    Search(std::span<const Sample> samples, const JobContext& job) : m_samples(samples), m_job(job) { }

    /// From the samples that are not in this group.
    Result<Calibration> without(std::size_t group)
    {
        m_group = group;
        Point point = usual;
        nlopt_opt search = nlopt_create(NLOPT_LN_NELDERMEAD, unknowns);
        nlopt_set_lower_bounds(search, leastPoint.data());
        nlopt_set_upper_bounds(search, mostPoint.data());
        nlopt_set_min_objective(search, &Search::cost, this);
        nlopt_set_maxeval(search, mostEvaluations);
        nlopt_set_xtol_rel(search, 1e-3);
        double value = 0;
        const nlopt_result result = nlopt_optimize(search, point.data(), &value);
        nlopt_destroy(search);
        if (m_job.cancelled())
            return fail(ErrorCode::Cancelled, "the calibration was cancelled");
        if (result < 0)
            return fail(ErrorCode::Internal,
                        fmt::format("the search for a calibration failed (NLopt {})", static_cast<int>(result)));
        return calibrationAt(point);
    }

private:
    static double cost(unsigned, const double* values, double*, void* self)
    {
        return static_cast<Search*>(self)->cost(values);
    }

    double cost(const double* values)
    {
        if (m_job.cancelled())
            return 0;
        Point point;
        std::copy_n(values, unknowns, point.begin());
        const Calibration calibration = calibrationAt(point);
        double sum = 0;
        for (std::size_t i = 0; i < m_samples.size(); ++i)
            // Lost packets have no number of their own that could be fitted, and take many steps.
            if (i % groups != m_group && !losesPackets(m_samples[i]))
                sum += std::log1p(std::pow(logRatio(m_samples[i], calibration) / usualError, 2));
        // What the samples do not tell stays as it usually is.
        double away = 0;
        for (std::size_t i = 0; i < unknowns; ++i)
            away += (point[i] - usual[i]) * (point[i] - usual[i]);
        return sum + 1e-4 * away;
    }

    std::span<const Sample> m_samples;
    const JobContext& m_job;
    std::size_t m_group = groups;
};

/// The calibrations without each group, and at the end that from all samples; on all processors.
Result<std::vector<Calibration>> searchAll(std::span<const Sample> samples, const JobContext& job)
{
    std::vector<std::optional<Result<Calibration>>> found(groups + 1);
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t group = next++; group <= groups; group = next++)
            found[group] = Search(samples, job).without(group);
    };
    job.progress(0, 1, "fitting");
    {
        std::vector<std::jthread> helpers;
        for (unsigned i = 1; i < std::min(std::thread::hardware_concurrency(), unsigned(groups + 1)); ++i)
            helpers.emplace_back(work);
        work();
    }
    std::vector<Calibration> calibrations;
    for (auto& each : found) {
        MR_TRY(calibration, std::move(*each));
        calibrations.push_back(calibration);
    }
    return calibrations;
}

/// The bands by the held-out errors of all other samples.
void addBands(std::vector<Prediction>& predictions, std::span<const Sample> samples)
{
    for (Prediction& prediction : predictions) {
        std::vector<double> errors;
        for (const Prediction& other : predictions)
            if (&other != &prediction)
                errors.push_back(std::abs(std::log(other.seconds / samples[other.sample].seconds)));
        std::ranges::sort(errors);
        const auto place = static_cast<std::size_t>(std::ceil(bandShare * static_cast<double>(errors.size() + 1)));
        const double error = errors[std::min(place, errors.size()) - 1];
        prediction.band = {prediction.seconds * std::exp(-error), prediction.seconds * std::exp(error)};
    }
}

} // namespace

std::string Sample::label() const
{
    std::string text;
    for (const auto& [name, level] : levels)
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, level);
    return text;
}

namespace {

/// Times of the slowest rank from step to step.
class SlowestRank
{
public:
    SlowestRank(const Sample& sample, const AllReduceSpec& operation, const Network& network)
        : m_operation(operation, network), m_training(m_operation, operation.nodes.size(),
                                                      [&sample](int, std::int64_t) { return sample.computeSeconds; })
    {
    }

    double next()
    {
        const Step& step = m_training.next();
        double longest = 0;
        for (std::size_t rank = 0; rank < step.end.size(); ++rank)
            longest = std::max(longest, step.end[rank] - step.computed[rank]);
        return longest;
    }
    [[nodiscard]] bool isSettled() const { return m_training.isSettled(); }

private:
    AllReduce m_operation;
    Training m_training;
};

/// The median of the measured steps of a few runs: losses have another effect in a short run than in a long one.
double lossySeconds(const Sample& sample, const Network& network)
{
    std::vector<double> medians;
    for (int run = 0; run < lossyRuns; ++run) {
        AllReduceSpec operation = sample.operation;
        operation.seed = mixSeed(operation.seed + static_cast<std::uint64_t>(run));
        SlowestRank training(sample, operation, network);
        for (int number = 0; number < sample.warmupSteps; ++number)
            training.next();
        std::vector<double> measured;
        for (int number = 0; number < std::min(sample.steps, mostLossySteps); ++number)
            measured.push_back(training.next());
        medians.push_back(median(measured));
    }
    return median(medians);
}

} // namespace

double predictedSeconds(const Sample& sample, const std::optional<Calibration>& calibration)
{
    const bool loses = losesPackets(sample);
    TransportLaw law = lawOf(calibration, sample.cluster);
    if (sample.computeSeconds < law.window.restartSeconds && !loses)
        law.window.initialBytes = 0; // they are open after some steps, and stay open
    const Network network(sample.cluster, law);
    if (loses)
        return lossySeconds(sample, network);
    SlowestRank training(sample, sample.operation, network);
    double longest = unknown;
    for (int number = 0; number < fewestSteps || (!training.isSettled() && number < mostSteps); ++number)
        longest = training.next();
    return longest;
}

Result<Fit> fitCalibration(std::span<const Sample> samples, const JobContext& job)
{
    if (samples.size() < fewestSamples)
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("a calibration needs {} measured cells at least, not {}", fewestSamples, samples.size()));
    MR_TRY(calibrations, searchAll(samples, job));
    Fit fit;
    for (std::size_t group = 0; group < groups; ++group)
        for (std::size_t i = group; i < samples.size(); i += groups)
            fit.heldOut.push_back({i, predictedSeconds(samples[i], calibrations[group]), {}});
    std::ranges::sort(fit.heldOut, {}, &Prediction::sample);
    addBands(fit.heldOut, samples);
    fit.calibration = calibrations[groups];
    fit.calibration.model = modelVersion;
    fit.calibration.cells = static_cast<int>(samples.size());
    const auto isEmulated = [](const Sample& sample) { return sample.cluster.kind == cluster::ClusterKind::Emulated; };
    if (std::ranges::all_of(samples, isEmulated))
        fit.calibration.receiveBuffer = cluster::emulatedSocketBuffer;
    for (const Sample& sample : samples)
        widen(fit.calibration, rangeOf(sample.cluster, sample.operation));
    std::vector<double> errors;
    for (const Prediction& prediction : fit.heldOut)
        errors.push_back(std::abs(prediction.seconds / samples[prediction.sample].seconds - 1));
    fit.calibration.medianError = median(errors);
    fit.calibration.highError = quantile(errors, 0.9);
    return fit;
}

} // namespace millrace::simulate

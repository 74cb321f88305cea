// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/worker.h"

#include "core/base/random.h"
#include "core/base/units.h"
#include "core/trainer/synthetic_gradient.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <vector>

namespace millrace::trainer {
namespace {

using collective::Session;

/// Elements of a verified step compared with the closed form, in addition to the ends of every tensor.
constexpr std::size_t verifiedSamples = 1 << 16;

collective::TensorList tensorsOf(const TrainSpec& spec)
{
    if (!spec.fuse)
        return collective::tensorsOfSizes(spec.model.tensors);
    const std::size_t whole = spec.model.elements();
    return collective::tensorsOfSizes(std::span(&whole, 1));
}

/// Hash of the settings that must be the same on all ranks and that the session does not compare itself.
std::uint64_t settingsHash(const TrainSpec& spec)
{
    return stableHash(fmt::format("{} {} {} {} {} {} {} {} {} {} {}", spec.model.name, spec.model.elements(), spec.fuse,
                                  spec.batch, spec.steps, spec.warmupSteps, spec.verifyEvery, spec.seed,
                                  spec.noiseScale, static_cast<int>(spec.statistic), spec.statisticInterval));
}

SyntheticGradient gradientsOf(const TrainSpec& spec)
{
    return spec.noiseScale > 0 ? SyntheticGradient(spec.seed, spec.noiseScale, spec.batch)
                               : SyntheticGradient(spec.seed);
}

/// Running mean and population deviation (Welford 1962).
class Moments
{
public:
    void add(double value) noexcept
    {
        const double before = value - m_mean;
        m_mean += before / static_cast<double>(++m_count);
        m_squares += before * (value - m_mean);
    }
    [[nodiscard]] std::int64_t count() const noexcept { return m_count; }
    [[nodiscard]] double mean() const noexcept { return m_mean; }
    [[nodiscard]] double deviation() const noexcept
    {
        return m_count == 0 ? 0 : std::sqrt(m_squares / static_cast<double>(m_count));
    }

private:
    std::int64_t m_count = 0;
    double m_mean = 0;
    double m_squares = 0;
};

/// Sums over the measured steps.
struct Totals
{
    Moments rate, step, compute, communication;
    std::uint64_t sentBytes = 0;
    std::uint64_t receivedBytes = 0;
    std::int64_t verified = 0;

    void add(const StepReport& report) noexcept;
};

void Totals::add(const StepReport& report) noexcept
{
    const auto nanoseconds = static_cast<double>(std::max<Nanoseconds::rep>(1, report.total.count()));
    rate.add(report.samples * 1e9 / nanoseconds);
    step.add(nanoseconds);
    compute.add(static_cast<double>(report.compute.count()));
    communication.add(static_cast<double>(report.communication.count()));
    sentBytes += report.sentBytes;
    receivedBytes += report.receivedBytes;
}

class Loop
{
public:
    Loop(Session& session, const TrainSpec& spec, TrainingLog& log, ComputeModel compute)
        : m_session(session), m_spec(spec), m_log(log), m_compute(compute), m_gradients(gradientsOf(spec)),
          m_tensors(tensorsOf(spec)), m_arena(spec.model.elements()),
          m_squares(spec.statistic == GradientStatistic::Variance ? spec.model.elements() : 0),
          m_noiseScale(spec.batch, session.size())
    {
    }

    Result<TrainReport> run()
    {
        MR_CHECK(compareSettings());
        MR_CHECK(runPhase(true, m_spec.warmupSteps));
        MR_CHECK(runPhase(false, m_spec.steps));
        MR_CHECK(m_session.barrier());
        return report();
    }

private:
    Result<void> compareSettings();
    Result<void> runPhase(bool warmup, int steps);
    Result<StepReport> runStep(std::int64_t step, bool warmup, std::optional<double>& observed);
    [[nodiscard]] bool isMonitored() const noexcept
    {
        return m_spec.statistic != GradientStatistic::None && m_done % m_spec.statisticInterval == 0;
    }
    /// All-reduces the gradients, and returns the statistic of a monitored step if it is defined.
    Result<std::optional<double>> reduce();
    /// Refreshes the values of the arena, and waits for all ranks.
    Result<void> refresh();
    Result<void> verify(std::int64_t step);
    TrainReport report() const;

    Session& m_session;
    const TrainSpec& m_spec;
    TrainingLog& m_log;
    ComputeModel m_compute;
    SyntheticGradient m_gradients;
    collective::TensorList m_tensors;
    std::vector<float> m_arena;
    std::vector<float> m_squares; ///< of the arena, for the variance; else empty
    NoiseScaleEstimate m_noiseScale;
    std::int64_t m_done = 0; ///< steps of both phases: argument of the gradients and the compute time
    std::int64_t m_refreshed = 0; ///< value of m_done at that time
    Totals m_totals;
};

Result<void> Loop::compareSettings()
{
    MR_TRY(hashes, m_session.exchange(settingsHash(m_spec)));
    for (std::size_t rank = 0; rank < hashes.size(); ++rank) {
        if (hashes[rank] != hashes[static_cast<std::size_t>(m_spec.rank)])
            return fail(
                ErrorCode::InvalidInput,
                fmt::format(
                    "model, batch, seed, fusion or number of steps of {} differ from those of rank {}; start all "
                    "ranks with the same",
                    m_spec.peers.describe(static_cast<int>(rank)), m_spec.rank));
    }
    return {};
}

Result<void> Loop::runPhase(bool warmup, int steps)
{
    if (steps == 0)
        return {};
    MR_CHECK(m_session.barrier());
    MR_CHECK(m_log.phase(warmup));
    for (int step = 0; step < steps; ++step) {
        const bool isVerified = !warmup && m_spec.verifyEvery > 0 && step % m_spec.verifyEvery == 0;
        const bool isWornOut = m_done - m_refreshed >= SyntheticGradient::stepsUntilOverflow(m_session.size());
        if (isVerified || isWornOut || isMonitored() || m_done == 0)
            MR_CHECK(refresh());
        std::optional<double> observed;
        MR_TRY(report, runStep(step, warmup, observed));
        MR_CHECK(m_log.step(report));
        if (observed)
            MR_CHECK(m_log.metric(m_spec.statistic == GradientStatistic::Variance ? "gradient-variance"
                                                                                  : "gradient-noise-scale",
                                  *observed, step));
        if (!warmup)
            m_totals.add(report);
        if (isVerified)
            MR_CHECK(verify(step));
        ++m_done;
    }
    return {};
}

Result<void> Loop::refresh()
{
    m_gradients.fill(m_arena, m_done, m_spec.rank);
    m_refreshed = m_done;
    return m_session.barrier();
}

Result<std::optional<double>> Loop::reduce()
{
    const bool monitored = isMonitored();
    const double local = monitored && m_spec.statistic == GradientStatistic::NoiseScale ? squaredNorm(m_arena) : 0;
    if (monitored && m_spec.statistic == GradientStatistic::Variance)
        std::ranges::transform(m_arena, m_squares.begin(), [](float value) { return value * value; });
    MR_CHECK(m_session.allReduce(m_tensors, m_arena));
    if (!monitored)
        return std::optional<double>();
    const int ranks = m_session.size();
    if (m_spec.statistic == GradientStatistic::Variance) {
        MR_CHECK(m_session.allReduce(m_tensors, m_squares));
        return std::optional(gradientVariance(m_arena, m_squares, m_spec.model.tensors, ranks));
    }
    MR_TRY(squares, m_session.exchange(std::bit_cast<std::uint64_t>(local)));
    double sum = 0;
    for (const std::uint64_t square : squares)
        sum += std::bit_cast<double>(square);
    m_noiseScale.add(sum / ranks, squaredNorm(m_arena) / ranks / ranks);
    return m_noiseScale.value();
}

Result<StepReport> Loop::runStep(std::int64_t step, bool warmup, std::optional<double>& observed)
{
    const collective::SessionStatistics::Peer before = m_session.statistics().total();
    const auto begin = std::chrono::steady_clock::now();
    MR_CHECK(m_session.computeUntil(begin + m_compute.durationOf(m_done)));
    const auto computed = std::chrono::steady_clock::now();
    MR_TRY(statistic, reduce());
    observed = statistic;
    const auto end = std::chrono::steady_clock::now();
    const collective::SessionStatistics::Peer after = m_session.statistics().total();
    return StepReport{step,
                      warmup,
                      computed - begin,
                      end - computed,
                      end - begin,
                      after.sentBytes - before.sentBytes,
                      after.receivedBytes - before.receivedBytes,
                      m_spec.batch};
}

Result<void> Loop::verify(std::int64_t step)
{
    VerifyReport report{step, collective::checksum(m_arena), false, {}};
    const auto mismatch = m_gradients.check(m_arena, m_spec.model.tensors, m_done, m_session.size(), verifiedSamples);
    MR_TRY(agree, m_session.checksumsAgree(report.checksum));
    if (mismatch)
        report.what = fmt::format("element {} of step {} is {} and not {}, the sum over {} ranks", mismatch->element,
                                  step, mismatch->found, mismatch->expected, m_session.size());
    else if (!agree)
        report.what = fmt::format("the ranks have different results in step {}", step);
    report.ok = report.what.empty();
    MR_CHECK(m_log.verified(report));
    if (!report.ok)
        return fail(ErrorCode::Corrupt, report.what);
    ++m_totals.verified;
    return {};
}

TrainReport Loop::report() const
{
    return TrainReport{m_totals.step.count(),   m_spec.batch * 1e9 / m_totals.step.mean(),
                       m_totals.rate.mean(),    m_totals.rate.deviation(),
                       m_totals.step.mean(),    m_totals.step.deviation(),
                       m_totals.compute.mean(), m_totals.communication.mean(),
                       m_totals.sentBytes,      m_totals.receivedBytes,
                       m_totals.verified};
}

Result<TrainReport> runOver(Session& session, const TrainSpec& spec, TrainingLog& log)
{
    MR_TRY(compute, ComputeModel::make(spec.compute, spec.model, spec.batch, spec.rank));
    try {
        Loop loop(session, spec, log, compute);
        MR_TRY(report, loop.run());
        if (const auto totals = session.tcpToOtherHosts())
            MR_CHECK(log.sent(*totals));
        MR_CHECK(log.end(report, spec, session.strategy()));
        return report;
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::Io,
                    fmt::format("there is not enough memory for the {} of gradients of model {}",
                                humanSize(static_cast<double>(spec.model.bytes())), spec.model.name));
    }
}

Result<std::unique_ptr<Session>> open(const TrainSpec& spec, TrainingLog& log, const JobContext& job)
{
    MR_CHECK(validate(spec));
    MR_TRY(compute, ComputeModel::make(spec.compute, spec.model, spec.batch, spec.rank));
    MR_CHECK(log.start(spec, compute.nominal()));
    const Nanoseconds begin = monotonicNow();
    MR_TRY(session, Session::connect(spec.peers, spec.rank, spec.session, job));
    MR_CHECK(log.connected(*session, monotonicNow() - begin));
    return session;
}

} // namespace

Result<TrainReport> train(const TrainSpec& spec, TrainingLog& log, const JobContext& job)
{
    auto session = open(spec, log, job);
    if (!session) {
        static_cast<void>(log.error(session.error(), spec.peers, std::nullopt));
        return std::move(session).error();
    }
    auto report = trainOver(**session, spec, log);
    if (report)
        (*session)->close();
    return report;
}

Result<TrainReport> trainOver(Session& session, const TrainSpec& spec, TrainingLog& log)
{
    auto report = runOver(session, spec, log);
    // The failure itself has priority over one of logging it.
    if (!report)
        static_cast<void>(log.error(report.error(), spec.peers, session.culprit()));
    return report;
}

} // namespace millrace::trainer

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/step_loop.h"

#include "core/base/random.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace millrace::trainer {
namespace {

/// Elements of a verified step compared with the closed form, in addition to the ends of every tensor.
constexpr std::size_t verifiedSamples = 1 << 16;

/// The announcement, if any, is the last element of the last tensor: a tensor of its own would be one more message.
collective::TensorList tensorsOf(const TrainSpec& spec, bool announcing)
{
    std::vector<std::size_t> sizes = spec.model.tensors;
    if (spec.fuse)
        sizes = {spec.model.elements()};
    if (announcing)
        ++sizes.back();
    return collective::tensorsOfSizes(sizes);
}

/// Hash of the settings that must be the same on all ranks and that the session does not compare itself.
std::uint64_t settingsHash(const TrainSpec& spec)
{
    return stableHash(fmt::format("{} {} {} {} {} {} {} {} {} {} {}", spec.model.name, spec.model.elements(), spec.fuse,
                                  spec.batch, spec.steps, spec.warmupSteps, spec.verifyEvery, spec.seed,
                                  spec.noiseScale, static_cast<int>(spec.statistic), spec.statisticInterval));
}

SyntheticGradient gradientsOf(const TrainSpec& spec, int batch)
{
    return spec.noiseScale > 0 ? SyntheticGradient(spec.seed, spec.noiseScale, batch) : SyntheticGradient(spec.seed);
}

} // namespace

StepLoop::StepLoop(const TrainSpec& spec, TrainingLog& log, const ComputeModel& compute, bool announcing)
    : m_spec(spec), m_log(log), m_setting{spec.session.strategy, 0, spec.batch}, m_compute(compute),
      m_announcing(announcing), m_gradients(gradientsOf(spec, spec.batch)), m_tensors(tensorsOf(spec, announcing)),
      m_arena(spec.model.elements() + (announcing ? 1 : 0)),
      m_squares(spec.statistic == GradientStatistic::Variance ? m_arena.size() : 0), m_noiseScale(spec.batch, 1),
      m_meter(spec.peerReports, spec.peers)
{
}

void StepLoop::use(collective::Session& session, const collective::PeerList& peers)
{
    m_session = &session;
    m_peers = &peers;
    m_setting.strategy = session.strategy();
    m_setting.root = 0;
    m_noiseScale.setSizes(m_setting.batch, session.size());
    m_refreshed = -1;
    m_phaseBegun = -1;
    m_meter.setMembers(peers);
}

Result<void> StepLoop::adopt(const policy::Setting& setting)
{
    const int root = std::min(setting.root, m_session->size() - 1);
    if (setting.strategy != m_setting.strategy || root != m_setting.root) {
        MR_CHECK(reportPeers(true));
        MR_CHECK(m_session->useStrategy(setting.strategy, root));
        m_setting.strategy = m_session->strategy();
        m_setting.root = root;
    }
    if (setting.batch != m_setting.batch) {
        m_setting.batch = setting.batch;
        m_noiseScale.setSizes(setting.batch, m_session->size());
        m_gradients = gradientsOf(m_spec, setting.batch);
        m_refreshed = -1;
    }
    return {};
}

Result<void> StepLoop::apply(const policy::Decision& decision)
{
    policy::Setting setting = m_setting;
    if (decision.change == policy::Change::Strategy) {
        setting.strategy = decision.strategy;
        setting.root = decision.value;
    } else if (decision.change == policy::Change::Batch)
        setting.batch = std::clamp(decision.value, 1, mostBatch);
    return adopt(setting);
}

void StepLoop::continueAfter(std::int64_t steps) noexcept
{
    m_done = steps;
    m_refreshed = -1;
}

Result<void> StepLoop::compareSettings()
{
    MR_TRY(hashes, m_session->exchange(settingsHash(m_spec)));
    for (std::size_t rank = 0; rank < hashes.size(); ++rank) {
        if (hashes[rank] != hashes[static_cast<std::size_t>(m_session->rank())])
            return fail(
                ErrorCode::InvalidInput,
                fmt::format(
                    "model, batch, seed, fusion or number of steps of {} differ from those of rank {}; start all "
                    "ranks with the same",
                    m_peers->describe(static_cast<int>(rank)), m_session->rank()));
    }
    return {};
}

Result<void> StepLoop::beginPhase()
{
    const std::int64_t phase = inWarmup() ? 0 : 1;
    if (phase == m_phaseBegun)
        return {};
    MR_CHECK(m_session->barrier());
    if (m_phaseLogged != phase)
        MR_CHECK(m_log.phase(inWarmup()));
    m_phaseLogged = phase;
    m_phaseBegun = phase;
    return {};
}

Result<bool> StepLoop::step(bool announcement)
{
    MR_CHECK(beginPhase());
    const bool warmup = inWarmup();
    const std::int64_t number = warmup ? m_done : m_done - m_spec.warmupSteps;
    const bool isVerified = !warmup && m_spec.verifyEvery > 0 && number % m_spec.verifyEvery == 0;
    const bool isWornOut =
        m_refreshed < 0 || m_done - m_refreshed >= SyntheticGradient::stepsUntilOverflow(m_session->size());
    if (isVerified || isWornOut || isMonitored())
        MR_CHECK(refresh());
    if (m_announcing)
        m_arena.back() = announcement ? 1 : 0;
    MR_TRY(report, train(number, warmup, m_lastStatistic));
    m_lastStep = report;
    MR_CHECK(m_log.step(report));
    if (m_lastStatistic)
        MR_CHECK(
            m_log.metric(m_spec.statistic == GradientStatistic::Variance ? "gradient-variance" : "gradient-noise-scale",
                         *m_lastStatistic, number));
    if (!warmup)
        m_totals.add(report);
    if (isVerified)
        MR_CHECK(verify(number));
    ++m_done;
    MR_CHECK(reportPeers(finished()));
    return m_announcing && m_arena.back() > 0;
}

Result<void> StepLoop::reportPeers(bool atOnce)
{
    const auto report = m_meter.take(monotonicNow(), atOnce);
    return report ? m_log.peers(*report, m_setting) : Result<void>();
}

/// Refreshes the values of the arena, and waits for all ranks.
Result<void> StepLoop::refresh()
{
    m_gradients.fill(gradients(), m_done, m_announcing ? m_session->rank() : m_spec.rank);
    m_refreshed = m_done;
    return m_session->barrier();
}

Result<std::optional<double>> StepLoop::reduce()
{
    const bool monitored = isMonitored();
    const double local = monitored && m_spec.statistic == GradientStatistic::NoiseScale ? squaredNorm(gradients()) : 0;
    if (monitored && m_spec.statistic == GradientStatistic::Variance)
        std::ranges::transform(m_arena, m_squares.begin(), [](float value) { return value * value; });
    MR_CHECK(m_session->allReduce(m_tensors, m_arena));
    if (!monitored)
        return std::optional<double>();
    const int ranks = m_session->size();
    if (m_spec.statistic == GradientStatistic::Variance) {
        MR_CHECK(m_session->allReduce(m_tensors, m_squares));
        return std::optional(
            gradientVariance(gradients(), std::span(m_squares).first(gradients().size()), m_spec.model.tensors, ranks));
    }
    MR_TRY(squares, m_session->exchange(std::bit_cast<std::uint64_t>(local)));
    double sum = 0;
    for (const std::uint64_t square : squares)
        sum += std::bit_cast<double>(square);
    m_noiseScale.add(sum / ranks, squaredNorm(gradients()) / ranks / ranks);
    return m_noiseScale.value();
}

Result<StepReport> StepLoop::train(std::int64_t step, bool warmup, std::optional<double>& observed)
{
    const collective::SessionStatistics before = m_session->statistics();
    const auto begin = std::chrono::steady_clock::now();
    MR_CHECK(compute());
    const auto computed = std::chrono::steady_clock::now();
    MR_TRY(statistic, reduce());
    observed = statistic;
    const auto end = std::chrono::steady_clock::now();
    const collective::SessionStatistics after = m_session->statistics();
    const auto sumBefore = before.total();
    const auto sumAfter = after.total();
    const StepReport report{step,
                            warmup,
                            computed - begin,
                            end - computed,
                            end - begin,
                            sumAfter.sentBytes - sumBefore.sentBytes,
                            sumAfter.receivedBytes - sumBefore.receivedBytes,
                            m_setting.batch,
                            m_announcing ? m_session->size() : 0,
                            m_announcing ? m_session->rank() : -1};
    m_meter.add(before, after, report, m_spec.model.bytes(), monotonicNow());
    return report;
}

/// Sleeps for the time of the computation. A process that computed would not go on while it is stopped, so neither does
/// this one: what a wait is late by, beyond what a busy machine makes of it, is added.
Result<void> StepLoop::compute()
{
    constexpr Nanoseconds slice = std::chrono::milliseconds(5);
    constexpr Nanoseconds busy = std::chrono::milliseconds(20);
    auto now = std::chrono::steady_clock::now();
    auto end = now + computation();
    do {
        const auto wanted = std::min(end, now + slice);
        MR_CHECK(m_session->computeUntil(wanted));
        now = std::chrono::steady_clock::now();
        if (now - wanted > busy)
            end += now - wanted;
    } while (now < end);
    return {};
}

/// It grows with the batch.
Nanoseconds StepLoop::computation() const
{
    const Nanoseconds time = m_compute.durationOf(m_done);
    if (m_setting.batch == m_spec.batch)
        return time;
    return Nanoseconds(std::llround(static_cast<double>(time.count()) * m_setting.batch / m_spec.batch));
}

Result<void> StepLoop::verify(std::int64_t step)
{
    VerifyReport report{step, collective::checksum(gradients()), false, {}};
    const auto mismatch =
        m_gradients.check(gradients(), m_spec.model.tensors, m_done, m_session->size(), verifiedSamples);
    MR_TRY(agree, m_session->checksumsAgree(report.checksum));
    if (mismatch)
        report.what = fmt::format("element {} of step {} is {} and not {}, the sum over {} ranks", mismatch->element,
                                  step, mismatch->found, mismatch->expected, m_session->size());
    else if (!agree)
        report.what = fmt::format("the ranks have different results in step {}", step);
    report.ok = report.what.empty();
    MR_CHECK(m_log.verified(report));
    if (!report.ok)
        return fail(ErrorCode::Corrupt, report.what);
    m_totals.addVerified();
    return {};
}

TrainReport StepLoop::report() const
{
    return m_totals.report();
}

} // namespace millrace::trainer

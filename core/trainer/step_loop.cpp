// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/step_loop.h"

#include "core/base/random.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <thread>
#include <utility>

namespace millrace::trainer {
namespace {

/// Elements of a verified step compared with the closed form, in addition to the ends of every tensor.
constexpr std::size_t verifiedSamples = 1 << 16;

/// The announcement, if any, is the last element of the last tensor: a tensor of its own would be one more message.
std::vector<std::size_t> tensorsOf(const TrainSpec& spec, bool announcing)
{
    std::vector<std::size_t> sizes = spec.model.tensors;
    if (spec.fuse)
        sizes = {spec.model.elements()};
    if (announcing)
        ++sizes.back();
    return sizes;
}

/// Hash of the settings that must be the same on all ranks and that the session does not compare itself.
std::uint64_t settingsHash(const TrainSpec& spec)
{
    return stableHash(fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", spec.model.name,
                                  spec.model.elements(), spec.fuse, spec.batch, spec.steps, spec.warmupSteps,
                                  spec.verifyEvery, spec.seed, spec.noiseScale, static_cast<int>(spec.statistic),
                                  spec.statisticInterval, spec.averaging.localSteps, spec.averaging.fragments,
                                  spec.averaging.overlapSteps, collective::compressionName(spec.compression)));
}

SyntheticGradient gradientsOf(const TrainSpec& spec, int batch)
{
    return spec.noiseScale > 0 ? SyntheticGradient(spec.seed, spec.noiseScale, batch) : SyntheticGradient(spec.seed);
}

} // namespace

StepLoop::StepLoop(const TrainSpec& spec, TrainingLog& log, const ComputeModel& compute, bool announcing)
    : m_spec(spec), m_log(log), m_setting{spec.session.strategy, 0, spec.batch}, m_compute(compute),
      m_announcing(announcing), m_gradients(gradientsOf(spec, spec.batch)),
      m_tensors(collective::tensorsOfSizes(tensorsOf(spec, announcing))),
      m_arena(spec.model.elements() + (announcing ? 1 : 0)),
      m_squares(spec.statistic == GradientStatistic::Variance ? m_arena.size() : 0), m_noiseScale(spec.batch, 1),
      m_meter(spec.peerReports, spec.peers), m_averager(spec.averaging, spec.compression, tensorsOf(spec, announcing))
{
}

void StepLoop::use(collective::Session& session, const collective::PeerList& peers)
{
    m_session = &session;
    m_averager.use(session);
    m_peers = &peers;
    m_setting.strategy = session.strategy();
    m_setting.root = 0;
    m_noiseScale.setSizes(m_setting.batch, session.size());
    m_refreshed = -1;
    m_begun.reset();
    m_isPrepared = false;
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
    m_isPrepared = false;
    m_phaseBegun = phase;
    return {};
}

Result<bool> StepLoop::step(bool announcement)
{
    MR_CHECK(beginPhase());
    const bool warmup = inWarmup();
    const std::int64_t number = stepNumber();
    MR_CHECK(prepare(number));
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
    if (m_begun && number >= m_begun->until) {
        const Begun begun = *std::exchange(m_begun, std::nullopt);
        if (begun.isVerified)
            MR_CHECK(verify(number, begun.fragment));
    }
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
    m_sums = 0;
    return m_session->barrier();
}

/// As early as possible, where the ranks have just waited for each other anyway.
Result<void> StepLoop::prepare(std::int64_t number)
{
    if (m_begun || m_isPrepared)
        return {};
    m_isPrepared = true;
    const std::int64_t next = m_spec.averaging.nextFrom(number + 1) - 1;
    if (!inWarmup() && next >= m_spec.steps)
        return {};
    const bool isWornOut = m_refreshed < 0 || m_sums >= SyntheticGradient::stepsUntilOverflow(m_session->size());
    return isVerified(next) || isWornOut || isMonitored() ? refresh() : Result<void>();
}

bool StepLoop::isVerified(std::int64_t number) const noexcept
{
    const std::int64_t round = number / m_spec.averaging.localSteps;
    return !inWarmup() && m_spec.verifyEvery > 0 && round % m_spec.verifyEvery == 0;
}

Result<void> StepLoop::average(std::int64_t number)
{
    const std::int64_t last = (inWarmup() ? m_spec.warmupSteps : m_spec.steps) - 1;
    if (m_begun && number >= m_begun->until)
        MR_CHECK(m_averager.finish());
    const auto fragment = m_spec.averaging.fragmentAfter(number + 1);
    if (!fragment)
        return {};
    m_isPrepared = false;
    ++m_sums;
    m_begun = Begun{std::min(number + m_spec.averaging.overlapSteps, last), *fragment, isVerified(number)};
    MR_CHECK(m_averager.begin(*fragment, m_arena));
    return number >= m_begun->until ? m_averager.finish() : Result<void>();
}

Result<std::optional<double>> StepLoop::reduce(std::int64_t number)
{
    const bool monitored = isMonitored();
    const double local = monitored && m_spec.statistic == GradientStatistic::NoiseScale ? squaredNorm(gradients()) : 0;
    if (monitored && m_spec.statistic == GradientStatistic::Variance)
        std::ranges::transform(m_arena, m_squares.begin(), [](float value) { return value * value; });
    MR_CHECK(average(number));
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
    const collective::SessionStatistics before = m_averager.statistics();
    const auto begin = std::chrono::steady_clock::now();
    MR_CHECK(compute());
    const auto computed = std::chrono::steady_clock::now();
    MR_TRY(statistic, reduce(step));
    observed = statistic;
    const auto end = std::chrono::steady_clock::now();
    const collective::SessionStatistics& after = m_averager.statistics();
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
    const auto averaged = m_averager.take();
    m_meter.add(before, after, report, averaged ? averaged->payload : 0, averaged ? averaged->took : Nanoseconds(0),
                monotonicNow());
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
        MR_TRY(averages, m_averager.busy());
        if (averages)
            std::this_thread::sleep_until(wanted);
        else
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

Result<void> StepLoop::verify(std::int64_t step, int fragment)
{
    const auto part = collective::fragmentOf(gradients().size(), m_spec.averaging.fragments, fragment);
    VerifyReport report{step, collective::checksum(gradients().subspan(part.begin, part.end - part.begin)), false, {}};
    const bool isCompressed = m_spec.compression != collective::Compression::None;
    const int ranks = m_session->size();
    const collective::Quantizer quantizer{m_spec.compression, ranks, m_gradients.largest()};
    const auto mismatch = m_gradients.check(gradients(), m_spec.model.tensors, m_refreshed,
                                            {.ranks = ranks,
                                             .isMean = isCompressed,
                                             .tolerance = quantizer.largestError(),
                                             .begin = part.begin,
                                             .end = part.end},
                                            verifiedSamples);
    MR_TRY(agree, m_session->checksumsAgree(report.checksum));
    if (mismatch)
        report.what = fmt::format("element {} of step {} is {} and not {}, the {} over {} ranks", mismatch->element,
                                  step, mismatch->found, mismatch->expected, isCompressed ? "mean" : "sum", ranks);
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

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/collective/session.h"
#include "core/policy/decision.h"
#include "core/policy/observation.h"
#include "core/trainer/averager.h"
#include "core/trainer/compute_model.h"
#include "core/trainer/gradient_monitor.h"
#include "core/trainer/peer_meter.h"
#include "core/trainer/step_totals.h"
#include "core/trainer/synthetic_gradient.h"
#include "core/trainer/train_report.h"
#include "core/trainer/train_spec.h"
#include "core/trainer/training_log.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace millrace::trainer {

/// The steps of one rank: compute, all-reduce, log, verify. It works over one session after another, so that the
/// members of a job can change between two steps. The steps of both phases are counted together from 0; the measured
/// ones begin after the warm-up.
class StepLoop
{
public:
    /// Allocates the gradients. `spec` and `log` outlive the loop. `announcing`: see step().
    StepLoop(const TrainSpec& spec, TrainingLog& log, const ComputeModel& compute, bool announcing = false);

    /// All that follows is over this session of these peers; both outlive its use.
    /// The strategy is that of the session then, and the batch is kept.
    void use(collective::Session& session, const collective::PeerList& peers);
    /// InvalidInput if a rank was started with other settings.
    [[nodiscard]] Result<void> compareSettings();

    [[nodiscard]] bool finished() const noexcept { return m_done >= m_spec.warmupSteps + m_spec.steps; }
    /// Finished steps.
    [[nodiscard]] std::int64_t done() const noexcept { return m_done; }
    /// Goes on after so many steps, with new gradients.
    void continueAfter(std::int64_t steps) noexcept;
    /// One step, and what belongs to it before and after. An announcing loop all-reduces one more element, so that
    /// every rank learns, in the same step and without a message of its own, whether one of them has an announcement to
    /// make; returns whether one has.
    [[nodiscard]] Result<bool> step(bool announcement = false);

    /// Strategy and batch of the next step.
    [[nodiscard]] const policy::Setting& setting() const noexcept { return m_setting; }
    /// Every rank of the session calls it with the same, between two steps.
    [[nodiscard]] Result<void> adopt(const policy::Setting& setting);
    /// Changes the strategy or the batch; not the workers.
    [[nodiscard]] Result<void> apply(const policy::Decision& decision);
    /// The last finished step.
    [[nodiscard]] const StepReport& lastStep() const noexcept { return m_lastStep; }
    /// Of the last finished step.
    [[nodiscard]] std::optional<double> lastNoiseScale() const noexcept
    {
        return m_spec.statistic == GradientStatistic::NoiseScale ? m_lastStatistic : std::nullopt;
    }

    /// The gradients; free for other use between two steps if continueAfter() follows.
    [[nodiscard]] std::span<float> gradients() noexcept { return std::span(m_arena).first(m_spec.model.elements()); }
    /// Over the measured steps so far.
    [[nodiscard]] TrainReport report() const;

private:
    [[nodiscard]] bool inWarmup() const noexcept { return m_done < m_spec.warmupSteps; }
    [[nodiscard]] bool isMonitored() const noexcept
    {
        return m_spec.statistic != GradientStatistic::None && m_done % m_spec.statisticInterval == 0;
    }
    /// Of the phase.
    [[nodiscard]] std::int64_t stepNumber() const noexcept { return inWarmup() ? m_done : m_done - m_spec.warmupSteps; }
    [[nodiscard]] bool isVerified(std::int64_t number) const noexcept;
    [[nodiscard]] Result<void> beginPhase();
    [[nodiscard]] Result<void> reportPeers(bool atOnce);
    /// Gives the gradients what the next averaging of this phase needs.
    [[nodiscard]] Result<void> prepare(std::int64_t number);
    [[nodiscard]] Result<void> refresh();
    [[nodiscard]] Result<StepReport> train(std::int64_t step, bool warmup, std::optional<double>& observed);
    [[nodiscard]] Result<void> compute();
    [[nodiscard]] Nanoseconds computation() const;
    /// All-reduces the gradients, and returns the statistic of a monitored step if it is defined.
    [[nodiscard]] Result<std::optional<double>> reduce(std::int64_t number);
    /// Ends the averaging that may not last longer than this step of the phase, and begins the one that is due after
    /// it.
    [[nodiscard]] Result<void> average(std::int64_t number);
    [[nodiscard]] Result<void> verify(std::int64_t step, int fragment);

    const TrainSpec& m_spec;
    TrainingLog& m_log;
    policy::Setting m_setting;
    StepReport m_lastStep;
    std::optional<double> m_lastStatistic;
    ComputeModel m_compute; ///< of the first batch
    bool m_announcing;
    SyntheticGradient m_gradients;
    collective::TensorList m_tensors;
    std::vector<float> m_arena; ///< the gradients, and in an announcing loop the announcements
    std::vector<float> m_squares; ///< of the arena, for the variance; else empty
    collective::Session* m_session = nullptr;
    const collective::PeerList* m_peers = nullptr;
    NoiseScaleEstimate m_noiseScale;
    PeerMeter m_meter;
    std::int64_t m_done = 0; ///< argument of the gradients and the compute time
    std::int64_t m_refreshed = -1; ///< value of m_done at that time; -1: never
    std::int64_t m_phaseBegun = -1; ///< by all ranks of the session; 0: warm-up, 1: measured
    std::int64_t m_phaseLogged = -1;
    StepTotals m_totals;
    /// Of the averaging that began last.
    struct Begun
    {
        std::int64_t until = -1; ///< step of the phase at whose end it must be over
        int fragment = 0;
        bool isVerified = false;
    };
    std::optional<Begun> m_begun; ///< until it is over
    bool m_isPrepared = false; ///< for the next one
    std::int64_t m_sums = 0; ///< averagings since the gradients were refreshed
    Averager m_averager; ///< uses the arena
};

} // namespace millrace::trainer

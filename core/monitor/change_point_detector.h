// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/run_length_filter.h"
#include "core/monitor/slowdown_evidence.h"

#include <vector>

namespace millrace::monitor {

struct ChangePointParameters
{
    double smallest = 0.02; ///< δ: relative growth that is not worth an alarm
    double raiseAt = 0.98; ///< probability of a growth by more than δ
    double overAt = 0.9; ///< probability of having come back
    double likely = 0.9; ///< a change lasts while its probability is above this
    double backShare = 0.35; ///< of the alarm's size: below this it is over
    std::int64_t lasting = 5; ///< iterations that a change must have lasted
    std::int64_t lastingDown = 10; ///< likewise of a fall below the reference, which is then learnt anew
    std::size_t learning = 12; ///< iterations before the first judgement
    double memory = 300; ///< iterations over which the reference follows a drift
    double certainty = 4; ///< of the noise of a new segment (RunPrior)
};

/// Millrace's own. The logarithm of the iteration time is taken as segments of constant mean with noise and spikes
/// (RunLengthFilter). An alarm is raised when the probability, summed over all possible beginnings, that the mean lies
/// more than δ above the reference reaches `raiseAt` and has been above `likely` for `lasting` iterations; it is over
/// when the mean has come back with probability `overAt`, for as long. Confidence: that probability. Onset: the
/// likeliest beginning. Size: the expected mean over the reference.
///
/// The reference is first the median of the first iterations, follows slow drifts with clipped steps while there is no
/// alarm, and is learnt anew when iterations have become faster for good. The noise and its autocorrelation are
/// estimated all the time from clipped residuals. About 15 µs an iteration.
class ChangePointDetector : public Detector
{
public:
    explicit ChangePointDetector(int ranks, const ChangePointParameters& parameters = {});
    [[nodiscard]] std::string_view name() const noexcept override { return "change-point"; }
    [[nodiscard]] std::optional<Alarm> take(const StepSight& step) override;
    void take(const LinkSight& sight) override { m_evidence.take(sight); }
    void excuse(int iterations) override { m_excused = iterations; }

private:
    /// One thing that may be so now, by all hypotheses that say it.
    struct Claim
    {
        double probability = 0;
        double best = 0; ///< of the likeliest hypothesis …
        std::int64_t begin = 0; ///< … and the number of its first value

        void add(double more, std::int64_t which) noexcept;
    };
    /// How long a claim has been likely.
    struct Stretch
    {
        std::int64_t length = 0;
        std::int64_t begin = 0; ///< earliest beginning that was likeliest meanwhile

        void follow(const Claim& claim, double likely) noexcept;
    };
    /// What the posterior says about the present.
    struct Belief
    {
        Claim slower; ///< by more than δ
        Claim faster; ///< likewise
        Claim back; ///< near the reference again
        double level = 0; ///< expected mean where it is slower
    };
    bool learnFirst(double value);
    [[nodiscard]] RunPrior prior() const;
    [[nodiscard]] Belief believe() const;
    void follow(double value, const Belief& belief);
    void learnAnew();
    [[nodiscard]] std::optional<Alarm> decide(const StepSight& step, const Belief& belief);
    [[nodiscard]] std::int64_t iterationOf(std::int64_t number) const;

    ChangePointParameters m_parameters;
    RunLengthFilter m_filter;
    std::vector<double> m_first; ///< until the reference is known
    std::vector<std::int64_t> m_iterations; ///< of the last values; a ring
    std::int64_t m_number = 0; ///< of the value
    double m_level = 0; ///< the reference, ln s
    double m_noise = 0;
    double m_similarity = 0; ///< autocorrelation from one value to the next
    double m_lastResidual = 0;
    double m_known = 0; ///< values that the reference is made of
    double m_size = 0; ///< of the alarm, ln
    int m_excused = 0;
    bool m_alarmed = false;
    Stretch m_slower, m_faster, m_back;
    SlowdownEvidence m_evidence;
};

} // namespace millrace::monitor

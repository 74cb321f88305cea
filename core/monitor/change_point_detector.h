// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/noise_model.h"
#include "core/monitor/pause_memory.h"
#include "core/monitor/shift_test.h"
#include "core/monitor/slowdown_evidence.h"

#include <deque>
#include <vector>

namespace millrace::monitor {

/// Chosen on the development seeds of the noise families in tests/bench.
struct ChangePointParameters
{
    double smallest = 0.02; ///< δ: smaller relative growth is ignored
    double evidence = 6; ///< log likelihood ratio that raises an alarm, plus …
    double youth = 90; ///< … this ÷ values seen, as a share of it
    double wariness = 3; ///< … and this for each recent alarm of similar size that went away
    double evidenceOver = 5; ///< that ends an alarm
    double evidenceFaster = 4; ///< that resets the level to a lower one
    double worseShare = 0.25; ///< growth that makes an event, as a share of the alarm's size
    double backShare = 0.35; ///< rest at which an alarm is over, as a share of its size
    std::int64_t lasting = 5; ///< minimum duration of a slow-down, iterations …
    std::int64_t lastingEarly = 9; ///< … in the first `early` iterations, when pauses are unknown
    std::int64_t early = 64;
    std::int64_t lastingOver = 3; ///< minimum duration of a recovery
    std::int64_t lastingFaster = 10; ///< minimum duration of a fall below the reference
    std::size_t learning = 12; ///< iterations before the first judgement
    double memory = 200; ///< time constant of the level, iterations
    double slopeLasts = 50; ///< iterations without a sight of the level after which half of its certainty is gone
    double doubtful = 4; ///< evidence above which the level is frozen …
    std::int64_t doubtLasts = 60; ///< … for at most this many iterations
    double learntShift = 5; ///< shifts below this many standard deviations do not discard training samples
};

/// Default detector. Models the logarithm of the iteration time as a slowly drifting level plus noise (NoiseModel), and
/// tests for shifts of the level (ShiftTest). A shift up raises an alarm when its evidence suffices, it lasted
/// `lasting` iterations and longer than recent pauses of the job (PauseMemory), and it exceeds δ. During an alarm, a
/// further shift up makes it worse, a shift down ends it. Confidence: posterior probability of the shift, given one per
/// 250 iterations. Onset: most likely first iteration. Size: median since the onset over the reference.
///
/// Evidence from n values against a level known from k values is scaled by k/(k+n), the share of the noise in the
/// variance of their difference. The level follows drift by double exponential smoothing (Holt 1957) while no shift is
/// suspected, and is reset when iterations became faster for good. Takes a few µs per iteration.
class ChangePointDetector : public Detector
{
public:
    explicit ChangePointDetector(int ranks, const ChangePointParameters& parameters = {});
    [[nodiscard]] std::string_view name() const noexcept override { return "change-point"; }
    [[nodiscard]] std::optional<Alarm> take(const StepSight& step) override;
    void take(const LinkSample& sight) override { m_evidence.take(sight); }
    void excuse(int iterations) override { m_excused = iterations; }

private:
    /// Level with drift.
    struct Level
    {
        double value = 0; ///< ln s
        double slope = 0; ///< each iteration
        double known = 0; ///< effective number of values
    };
    struct Value
    {
        std::int64_t iteration = 0;
        double value = 0; ///< ln s
    };
    /// Accepted shift.
    struct Shift
    {
        std::int64_t begin = 0;
        double evidence = 0;
        double size = 0; ///< ln
        NoiseModel::History history{};
    };
    bool learnFirst(double value);
    [[nodiscard]] std::optional<Shift> strongestShift(bool up) const;
    [[nodiscard]] std::int64_t lastingOf(bool up) const;
    [[nodiscard]] double evidenceOf(bool up, double shift) const;
    [[nodiscard]] double medianSince(std::int64_t begin) const;
    [[nodiscard]] std::optional<Alarm> decide(const StepSight& step);
    [[nodiscard]] std::optional<Alarm> rise(const StepSight& step, const Shift& shift);
    [[nodiscard]] std::optional<Alarm> fall(const StepSight& step, const Shift& shift);
    [[nodiscard]] Alarm over(const StepSight& step, const Shift& shift);
    [[nodiscard]] Alarm alarmOf(const StepSight& step, const Shift& shift) const;
    void settleAt(const Shift& shift);
    void endAlarm(const Shift& shift);
    void follow(double value);
    void watchPauses(double innovation);
    [[nodiscard]] const Value& valueAt(std::int64_t number) const;

    ChangePointParameters m_parameters;
    NoiseModel m_noise;
    ShiftTest m_test;
    PauseMemory m_pauses;
    std::vector<double> m_first; ///< until the level is known
    std::vector<Value> m_values; ///< the last ones; a ring
    std::deque<NoiseModel::Sample> m_unsettled; ///< latest samples, discarded when a shift is found
    NoiseModel::History m_history{}; ///< around the level
    Level m_level; ///< the present one
    Level m_normal; ///< reference of the alarm
    double m_size = 0; ///< of the alarm, ln; 0: none
    std::int64_t m_alarmBegin = 0; ///< number
    std::int64_t m_highBegin = -1; ///< of a stretch of long iterations
    double m_highSum = 0;
    std::int64_t m_number = 0; ///< of the value
    std::int64_t m_judged = 0; ///< number of values outside of expected pauses
    std::int64_t m_doubtfulFor = 0; ///< values
    double m_passed = 0; ///< number of recent alarms that went away …
    double m_passedSize = 0; ///< … and their largest size; both decay
    int m_excused = 0;
    SlowdownEvidence m_evidence;
};

} // namespace millrace::monitor

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/averaging_schedule.h"
#include "core/simulate/all_reduce.h"

#include <functional>
#include <limits>
#include <vector>

namespace millrace::simulate {

/// One step of a training; times in s since its beginning, by rank.
struct Step
{
    std::vector<double> begin;
    std::vector<double> computed; ///< then the all-reduce begins, if the step has one
    std::vector<double> end;
};

/// Training as trainer::StepLoop does it: each rank computes, then all-reduces what the schedule says, then begins the
/// next step; or begins it meanwhile.
class Training
{
public:
    /// `compute`: s of a rank in a step. All outlive the training.
    using Compute = std::function<double(int rank, std::int64_t step)>;
    Training(AllReduce& operation, std::size_t ranks, Compute compute)
        : Training({}, std::vector{&operation}, ranks, std::move(compute))
    {
    }
    /// `operations`: by fragment.
    Training(const collective::AveragingSchedule& schedule, std::vector<AllReduce*> operations, std::size_t ranks,
             Compute compute)
        : m_schedule(schedule), m_operations(std::move(operations)), m_compute(std::move(compute)), m_free(ranks, 0),
          m_known(m_operations.size())
    {
    }

    /// All ranks wait for each other before the next step. The last of `steps` waits for an all-reduce that is under
    /// way.
    void beginPhase(std::int64_t steps = std::numeric_limits<std::int64_t>::max());
    /// Valid until the next call.
    [[nodiscard]] const Step& next();
    /// Whether the last all-reduce would take as long again if the next one began like it.
    [[nodiscard]] bool isSettled() const noexcept { return m_isSettled; }

private:
    collective::AveragingSchedule m_schedule;
    std::vector<AllReduce*> m_operations;
    Compute m_compute;
    std::vector<double> m_free; ///< the last step's end
    std::int64_t m_number = 0;
    std::int64_t m_inPhase = 0; ///< steps of it that are done
    std::int64_t m_phase = std::numeric_limits<std::int64_t>::max(); ///< its steps
    Step m_step;
    bool m_isSettled = true;
    double m_lastEnd = 0; ///< of the all-reduces
    std::vector<double> m_underWay; ///< ends of the all-reduce that steps overlap; empty: none
    std::int64_t m_until = 0; ///< step of the phase that waits for it
    struct Known
    {
        std::vector<double> shape; ///< when the ranks began the all-reduce, since the first of them
        double pause = 0; ///< since the one before
        std::vector<double> ends; ///< since the same instant
        bool isSettled = false; ///< it would be the same again
    };
    static constexpr std::size_t mostKnown = 4;
    [[nodiscard]] const std::vector<double>& endsFor(int fragment, std::vector<double> shape, double pause);
    [[nodiscard]] std::vector<double> reduce(int fragment, const std::vector<double>& begin);
    std::vector<double> m_once; ///< ends of an all-reduce that no other is like
    double m_computing = 0; ///< s, of the quickest rank until the next all-reduce
    std::vector<std::vector<Known>> m_known; ///< by fragment; the latest last
};

} // namespace millrace::simulate

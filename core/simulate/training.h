// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/simulate/all_reduce.h"

#include <functional>
#include <vector>

namespace millrace::simulate {

/// One step of a training; times in s since its beginning, by rank.
struct Step
{
    std::vector<double> begin;
    std::vector<double> computed; ///< then the all-reduce begins
    std::vector<double> end;
};

/// Synchronous training as trainer::StepLoop does it: each rank computes, then all-reduces, then begins the next step.
class Training
{
public:
    /// `compute`: s of a rank in a step. All outlive the training.
    using Compute = std::function<double(int rank, std::int64_t step)>;
    Training(AllReduce& operation, std::size_t ranks, Compute compute)
        : m_operation(operation), m_compute(std::move(compute)), m_free(ranks, 0)
    {
    }

    /// All ranks wait for each other.
    void barrier();
    /// Valid until the next call.
    [[nodiscard]] const Step& next();

private:
    AllReduce& m_operation;
    Compute m_compute;
    std::vector<double> m_free; ///< the last step's end
    std::int64_t m_number = 0;
    Step m_step;
    struct Known
    {
        std::vector<double> shape; ///< when the ranks began the all-reduce, since the first of them
        std::vector<double> ends; ///< since the same instant
    };
    static constexpr std::size_t mostKnown = 4;
    [[nodiscard]] const std::vector<double>& endsFor(std::vector<double> shape);
    std::vector<Known> m_known; ///< the latest last
};

} // namespace millrace::simulate

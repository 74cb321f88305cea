// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/trainer/train_report.h"

namespace millrace::trainer {

/// Sums and moments over the steps of one rank.
class StepTotals
{
public:
    void add(const StepReport& report) noexcept;
    void addVerified() noexcept { ++m_verified; }
    [[nodiscard]] TrainReport report() const;

private:
    /// Running mean and population deviation (Welford 1962).
    struct Moments
    {
        std::int64_t count = 0;
        double mean = 0;
        double squares = 0;

        void add(double value) noexcept;
        [[nodiscard]] double deviation() const noexcept;
    };

    Moments m_rate, m_step, m_compute, m_communication;
    std::uint64_t m_sentBytes = 0;
    std::uint64_t m_receivedBytes = 0;
    std::int64_t m_verified = 0;
    double m_samples = 0;
};

} // namespace millrace::trainer

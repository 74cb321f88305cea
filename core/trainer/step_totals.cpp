// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/step_totals.h"

#include <algorithm>
#include <cmath>

namespace millrace::trainer {

void StepTotals::Moments::add(double value) noexcept
{
    const double before = value - mean;
    mean += before / static_cast<double>(++count);
    squares += before * (value - mean);
}

double StepTotals::Moments::deviation() const noexcept
{
    return count == 0 ? 0 : std::sqrt(squares / static_cast<double>(count));
}

void StepTotals::add(const StepReport& report) noexcept
{
    const auto nanoseconds = static_cast<double>(std::max<Nanoseconds::rep>(1, report.total.count()));
    m_samples += report.samples;
    m_rate.add(report.samples * 1e9 / nanoseconds);
    m_step.add(nanoseconds);
    m_compute.add(static_cast<double>(report.compute.count()));
    m_communication.add(static_cast<double>(report.communication.count()));
    m_sentBytes += report.sentBytes;
    m_receivedBytes += report.receivedBytes;
}

TrainReport StepTotals::report() const
{
    TrainReport report;
    report.steps = m_step.count;
    report.samplesPerSecond = m_samples * 1e9 / (m_step.mean * static_cast<double>(m_step.count));
    report.rateMean = m_rate.mean;
    report.rateDeviation = m_rate.deviation();
    report.stepMean = m_step.mean;
    report.stepDeviation = m_step.deviation();
    report.computeMean = m_compute.mean;
    report.communicationMean = m_communication.mean;
    report.sentBytes = m_sentBytes;
    report.receivedBytes = m_receivedBytes;
    report.verified = m_verified;
    return report;
}

} // namespace millrace::trainer

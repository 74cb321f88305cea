// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/goodput.h"

#include "core/base/statistics.h"
#include "core/run/metric_list.h"
#include "core/run/step_attempts.h"

#include <algorithm>

namespace millrace::run {

namespace metrics = store::metrics;

namespace {

using failures::LedgerPart;

constexpr std::pair<LedgerPart, const store::MetricKind*> partMetrics[] = {
    {LedgerPart::Productive, &metrics::goodput},     {LedgerPart::Reduced, &metrics::goodputReduced},
    {LedgerPart::StartUp, &metrics::goodputStartUp}, {LedgerPart::Redone, &metrics::goodputRedone},
    {LedgerPart::Detect, &metrics::goodputDetect},   {LedgerPart::Decide, &metrics::goodputDecide},
    {LedgerPart::Connect, &metrics::goodputConnect}, {LedgerPart::State, &metrics::goodputState},
    {LedgerPart::Lost, &metrics::goodputLost},       {LedgerPart::Other, &metrics::goodputOther},
};
static_assert(std::size(partMetrics) == failures::ledgerParts);

} // namespace

failures::GoodputLedger ledgerOf(const WorkloadRecord& record)
{
    failures::LedgerInput input;
    for (const StepAttempt& attempt : stepAttempts(record))
        input.steps.push_back({attempt.number, attempt.begin, attempt.end, attempt.samples(), attempt.workers});
    for (const monitor::ResizeEvent& resize : record.adaptation.resizes)
        if (const auto& phases = resize.phases; phases && resize.from > 0)
            input.changes.push_back(
                {phases->step, phases->cause == "failure", phases->decide, phases->connect, phases->state});
    for (const Strike& strike : record.strikes)
        input.failures.push_back(strike.begin);
    input.restarts = record.restarts;
    input.begin = record.adaptation.begun;
    if (input.begin == Nanoseconds(0) && !input.steps.empty())
        input.begin = std::ranges::min_element(input.steps, {}, &failures::LedgerStep::begin)->begin;
    return failures::goodputLedger(std::move(input));
}

std::vector<store::Metric> goodputMetrics(const RunPlan& plan, const WorkloadRecord& record)
{
    const bool isElastic = std::ranges::any_of(
        record.adaptation.resizes, [](const monitor::ResizeEvent& resize) { return resize.phases.has_value(); });
    if (plan.failures.empty() && !isElastic)
        return {};
    const failures::GoodputLedger ledger = ledgerOf(record);
    if (ledger.total <= Nanoseconds(0))
        return {};
    MetricList list;
    for (const auto& [part, kind] : partMetrics)
        list.add(*kind, ledger.share(part));
    if (!plan.failures.empty()) {
        list.add(metrics::failures, static_cast<double>(record.strikes.size()));
        list.add(metrics::failuresLeftOut, record.failuresLeftOut);
    }
    if (!ledger.recoveries.empty()) {
        list.add(metrics::recoveryMedian, median(ledger.recoveries));
        list.add(metrics::recoveryP95, quantile(ledger.recoveries, 0.95));
        list.add(metrics::recoveryMax, *std::ranges::max_element(ledger.recoveries));
    }
    list.add(metrics::lostSteps, static_cast<double>(ledger.lostSteps));
    return list.take();
}

} // namespace millrace::run

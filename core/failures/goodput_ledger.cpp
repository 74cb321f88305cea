// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/failures/goodput_ledger.h"

#include "core/base/seconds.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <map>

namespace millrace::failures {
namespace {

constexpr std::array<std::string_view, ledgerParts> partNames = {
    "productive", "reduced", "start-up", "redone", "detect", "decide", "connect", "state", "lost", "other"};
constexpr double asFast = 0.95;

/// Samples per second of undisturbed steps.
double undisturbedRate(const std::vector<LedgerStep>& steps)
{
    int most = 0;
    for (const LedgerStep& step : steps)
        most = std::max(most, step.workers);
    std::vector<double> rates;
    for (const LedgerStep& step : steps)
        if (step.workers == most && step.end > step.begin)
            rates.push_back(step.samples / seconds(step.end - step.begin));
    return rates.empty() ? 0 : median(rates);
}

class Accountant
{
public:
    explicit Accountant(LedgerInput input) : m_input(std::move(input)), m_rate(undisturbedRate(m_input.steps))
    {
        std::ranges::stable_sort(m_input.steps, {}, &LedgerStep::end);
        std::ranges::sort(m_input.failures);
        std::ranges::sort(m_input.restarts);
        for (std::size_t i = 0; i < m_input.steps.size(); ++i)
            m_last[m_input.steps[i].number] = i;
        // Of several members the slowest counts: the gap ends when all are ready.
        for (const LedgerChange& change : m_input.changes) {
            LedgerChange& kept = m_changes[change.step];
            kept.failed = kept.failed || change.failed;
            kept.decide = std::max(kept.decide, change.decide);
            kept.connect = std::max(kept.connect, change.connect);
            kept.state = std::max(kept.state, change.state);
        }
    }

    GoodputLedger book()
    {
        Nanoseconds cursor = m_input.begin;
        for (std::size_t i = 0; i < m_input.steps.size(); ++i) {
            const LedgerStep& step = m_input.steps[i];
            const Nanoseconds begin = std::clamp(step.begin, cursor, std::max(cursor, step.end));
            bookGap(cursor, begin, step.number, i == 0);
            const Nanoseconds end = std::max(begin, step.end);
            bookStep(begin, end, step, m_last[step.number] == i);
            cursor = end;
        }
        m_ledger.total = cursor - m_input.begin;
        for (const Nanoseconds failure : m_input.failures)
            findRecovery(failure);
        return std::move(m_ledger);
    }

private:
    void add(LedgerPart part, Nanoseconds time) { m_ledger.parts[static_cast<std::size_t>(part)] += time; }

    /// The first failure in (from, to]; `to` if there is none.
    [[nodiscard]] static Nanoseconds firstIn(const std::vector<Nanoseconds>& times, Nanoseconds from, Nanoseconds to)
    {
        const auto found = std::ranges::upper_bound(times, from);
        return found == times.end() || *found > to ? to : *found;
    }

    void bookGap(Nanoseconds from, Nanoseconds to, std::int64_t number, bool isFirst)
    {
        const Nanoseconds restart = firstIn(m_input.restarts, from, to);
        if (restart < to) {
            const Nanoseconds failure = firstIn(m_input.failures, from, restart);
            add(LedgerPart::Redone, failure - from);
            add(LedgerPart::Detect, restart - failure);
            add(LedgerPart::StartUp, to - restart);
            return;
        }
        if (isFirst)
            return add(LedgerPart::StartUp, to - from);
        const auto found = m_changes.find(number);
        if (found == m_changes.end())
            return add(LedgerPart::Other, to - from);
        Nanoseconds left = to - from;
        for (const auto& [part, time] : {std::pair{LedgerPart::State, found->second.state},
                                         {LedgerPart::Connect, found->second.connect},
                                         {LedgerPart::Decide, found->second.decide}}) {
            const Nanoseconds booked = std::min(left, time);
            add(part, booked);
            left -= booked;
        }
        if (!found->second.failed)
            return add(LedgerPart::Other, left);
        const Nanoseconds noticed = from + left;
        const Nanoseconds failure = firstIn(m_input.failures, from, noticed);
        const bool isKnown = failure < noticed;
        add(LedgerPart::Redone, isKnown ? failure - from : Nanoseconds(0));
        add(LedgerPart::Detect, isKnown ? noticed - failure : left);
    }

    void bookStep(Nanoseconds begin, Nanoseconds end, const LedgerStep& step, bool counts)
    {
        if (!counts) {
            const bool isChange = m_changes.contains(step.number);
            m_ledger.lostSteps += isChange ? 0 : 1;
            return add(isChange ? LedgerPart::Redone : LedgerPart::Lost, end - begin);
        }
        const double expected = m_rate > 0 ? step.samples / m_rate : 0;
        const double taken = seconds(end - begin);
        const Nanoseconds productive =
            expected >= asFast * taken ? end - begin : Nanoseconds(static_cast<Nanoseconds::rep>(expected * 1e9));
        add(LedgerPart::Productive, productive);
        add(LedgerPart::Reduced, end - begin - productive);
    }

    void findRecovery(Nanoseconds failure)
    {
        const auto next =
            std::ranges::find_if(m_input.steps, [failure](const LedgerStep& step) { return step.begin >= failure; });
        if (next != m_input.steps.end())
            m_ledger.recoveries.push_back(seconds(next->end - failure));
    }

    LedgerInput m_input;
    double m_rate;
    std::map<std::int64_t, std::size_t> m_last; ///< the attempt of each step that counts
    std::map<std::int64_t, LedgerChange> m_changes; ///< by step
    GoodputLedger m_ledger;
};

} // namespace

std::string_view ledgerPartName(LedgerPart part) noexcept
{
    return partNames[static_cast<std::size_t>(part)];
}

double GoodputLedger::share(LedgerPart part) const
{
    return total.count() > 0 ? static_cast<double>(of(part).count()) / static_cast<double>(total.count()) : 0;
}

GoodputLedger goodputLedger(LedgerInput input)
{
    return Accountant(std::move(input)).book();
}

} // namespace millrace::failures

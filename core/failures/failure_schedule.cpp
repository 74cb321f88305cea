// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/failures/failure_schedule.h"

#include <algorithm>
#include <cmath>

namespace millrace::failures {

FailureSchedule::FailureSchedule(const std::vector<FailureSpec>& specs, int workers, std::uint64_t seed)
    : m_workers(workers)
{
    for (const FailureSpec& spec : specs) {
        m_sources.push_back({spec, Random(mixSeed(seed ^ mixSeed(spec.seed + m_sources.size()))), Nanoseconds(0), 0});
        advance(m_sources.back());
    }
}

void FailureSchedule::advance(Source& source)
{
    const FailureSpec& spec = source.spec;
    if (spec.every.count() > 0) {
        const double gap = source.random.exponential() * static_cast<double>(spec.every.count());
        *source.next += Nanoseconds(std::llround(gap));
    } else if (source.taken < spec.at.size())
        source.next = spec.at[source.taken++];
    else
        source.next.reset();
}

std::optional<Nanoseconds> FailureSchedule::next() const noexcept
{
    std::optional<Nanoseconds> earliest;
    for (const Source& source : m_sources)
        if (source.next && (!earliest || *source.next < *earliest))
            earliest = source.next;
    return earliest;
}

std::optional<Failure> FailureSchedule::take(Nanoseconds now, const std::vector<bool>& works)
{
    const auto due = next();
    if (!due || *due > now)
        return std::nullopt;
    Source& source = *std::ranges::find(m_sources, due, &Source::next);
    const FailureSpec& spec = source.spec;
    // Drawn whether it is needed or not, so that what follows does not depend on who works.
    const std::size_t count = spec.who.empty() ? static_cast<std::size_t>(m_workers) : spec.who.size();
    const std::size_t first = source.random.below(count);
    advance(source);
    if (std::ranges::count(works, true) < 2) {
        ++m_leftOut;
        return std::nullopt;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t position = (first + i) % count;
        const int worker = spec.who.empty() ? static_cast<int>(position) : spec.who[position];
        if (static_cast<std::size_t>(worker) < works.size() && works[static_cast<std::size_t>(worker)])
            return Failure{spec.kind, *due, worker, spec.lasts, spec.kind == FailureKind::Slow ? spec.factor : 1};
    }
    ++m_leftOut;
    return std::nullopt;
}

} // namespace millrace::failures

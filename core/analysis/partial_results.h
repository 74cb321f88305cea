// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic_pass.h"

#include <string_view>

namespace millrace::analysis {

/// Reports intermediate results: soon at first, then at growing intervals, so that it never takes much of the time.
class PartialResults
{
public:
    explicit PartialResults(const AnalysisRequest& request)
        : m_request(request), m_next(Clock::now() + request.partialEvery / 3)
    {
    }

    /// `sources()` gives the sources of the summary.
    template <typename Pass, typename Sources>
    void show(Pass& pass, Sources sources)
    {
        if (!m_request.onPartial || Clock::now() < m_next)
            return;
        const Clock::time_point begin = Clock::now();
        TrafficSummary summary = pass.snapshot();
        summary.filter = m_request.filter;
        summary.sources = sources();
        m_request.onPartial(std::move(summary));
        const Clock::time_point end = Clock::now();
        m_next = end + std::max<Clock::duration>(m_request.partialEvery, 10 * (end - begin));
    }

private:
    using Clock = std::chrono::steady_clock;

    const AnalysisRequest& m_request;
    Clock::time_point m_next;
};

/// Notes that packets seen by several "interfaces" or "captures" were left out.
void noteDuplicates(TrafficSummary& summary, std::uint64_t duplicates, std::string_view points);

} // namespace millrace::analysis

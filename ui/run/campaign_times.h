// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/unknown.h"
#include "core/run/campaign_options.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace millrace::ui {

/// How long the campaign of this window has taken and will take, in seconds.
class CampaignTimes
{
public:
    void begin()
    {
        m_progress.reset();
        m_begin = monotonicNow();
    }
    void take(const run::CampaignProgress& progress)
    {
        m_progress = progress;
        m_progressTime = monotonicNow();
    }
    [[nodiscard]] double soFar() const { return secondsSince(m_begin); }
    /// `estimate` of the whole campaign is used until a run has ended; NaN: unknown.
    [[nodiscard]] double left(double estimate) const
    {
        if (m_progress && m_progress->left.count() > 0)
            return std::max(1.0,
                            std::chrono::duration<double>(m_progress->left).count() - secondsSince(m_progressTime));
        const double left = estimate - soFar();
        return left > 0 ? left : unknown;
    }

private:
    [[nodiscard]] static double secondsSince(Nanoseconds monotonic)
    {
        return std::chrono::duration<double>(monotonicNow() - monotonic).count();
    }

    std::optional<run::CampaignProgress> m_progress;
    Nanoseconds m_progressTime{0}; ///< monotonic
    Nanoseconds m_begin{0}; ///< monotonic
};

} // namespace millrace::ui

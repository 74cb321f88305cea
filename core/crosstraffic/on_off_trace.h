// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::crosstraffic {

/// Send rate of a job over time: constant until the next step.
struct OnOffTrace
{
    struct Step
    {
        Nanoseconds at{0}; ///< from the beginning, ascending
        double bitsPerSecond = 0;

        bool operator==(const Step&) const = default;
    };
    std::vector<Step> steps;
    Nanoseconds length{0}; ///< the trace repeats after it

    [[nodiscard]] double bytes() const noexcept;
    bool operator==(const OnOffTrace&) const = default;
};

/// Parses CSV `seconds,bit/s` with this header, a line for each step; the last line ends the trace and its rate is
/// ignored. Corrupt with the line and the remedy.
[[nodiscard]] Result<OnOffTrace> parseOnOff(std::string_view text);
[[nodiscard]] std::string onOffText(const OnOffTrace& trace);
/// Whether the first line is the header of such a CSV.
[[nodiscard]] bool looksLikeOnOff(std::string_view text) noexcept;

/// Returns runs of bins whose rate is at least the threshold, each with its mean rate; the others, and NaN, are silent.
[[nodiscard]] OnOffTrace onOffFrom(std::span<const double> bitsPerSecond, Nanoseconds bin, double threshold);

} // namespace millrace::crosstraffic

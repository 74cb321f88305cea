// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/store/run_data.h"

#include <optional>
#include <string>
#include <variant>

namespace millrace::replay {

/// A value of a stored series that today's parsers do not make themselves.
struct SeriesValue
{
    std::string name;
    std::string subject;
    std::string unit;
    double value = 0;
};

/// Something that was recorded, at its time.
struct ReplayItem
{
    Nanoseconds wall{0};
    std::variant<store::LogLine, store::Event, SeriesValue> what;
};

/// Gives what was recorded in the order of its times, without holding all of it.
class ReplaySource
{
public:
    virtual ~ReplaySource() = default;
    /// Nothing: the end.
    [[nodiscard]] virtual Result<std::optional<ReplayItem>> next(const JobContext& job) = 0;
    /// From the first item to the last.
    struct Span
    {
        Nanoseconds begin{0};
        Nanoseconds end{0};
    };
    [[nodiscard]] virtual Span span() const = 0;
};

} // namespace millrace::replay

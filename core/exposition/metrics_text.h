// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace::exposition {

/// Name and value of each, in order.
using Labels = std::vector<std::pair<std::string, std::string>>;

struct Sample
{
    Labels labels = {};
    double value = 0; ///< NaN and infinities have texts of their own
};

/// Samples of one name.
struct Family
{
    std::string name; ///< as metricName() makes it
    std::string_view type; ///< "gauge" or "counter"
    std::string help; ///< one sentence
    std::vector<Sample> samples;
};

/// The text format of Prometheus, version 0.0.4. Families without samples are left out.
[[nodiscard]] std::string metricsText(const std::vector<Family>& families);
inline constexpr std::string_view metricsContentType = "text/plain; version=0.0.4; charset=utf-8";

/// "millrace_net_sent_bits_per_second" for "net.sent" in "bit/s": letters, digits and underscores, with the unit
/// written out.
[[nodiscard]] std::string metricName(std::string_view name, std::string_view unit);

} // namespace millrace::exposition

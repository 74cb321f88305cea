// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/metric_kinds.h"

#include <cmath>
#include <vector>

namespace millrace::run {

/// Metrics of a whole run, without unknown ones.
class MetricList
{
public:
    void add(const store::MetricKind& kind, double value)
    {
        if (!std::isnan(value))
            m_all.push_back(kind.with(value));
    }
    [[nodiscard]] std::vector<store::Metric> take() { return std::move(m_all); }

private:
    std::vector<store::Metric> m_all;
};

} // namespace millrace::run

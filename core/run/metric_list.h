// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/records.h"

#include <cmath>
#include <string>
#include <vector>

namespace millrace::run {

/// The metrics of a whole run, without those whose value is not known.
class MetricList
{
public:
    void add(std::string name, double value, std::string unit, std::string how)
    {
        if (!std::isnan(value))
            m_all.push_back({std::move(name), {}, value, std::move(unit), std::move(how)});
    }
    [[nodiscard]] std::vector<store::Metric> take() { return std::move(m_all); }

private:
    std::vector<store::Metric> m_all;
};

} // namespace millrace::run

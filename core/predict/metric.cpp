// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/metric.h"

namespace millrace::predict {

std::optional<std::size_t> findMetric(std::string_view id) noexcept
{
    for (std::size_t i = 0; i < metrics.size(); ++i)
        if (metrics[i].id == id)
            return i;
    return std::nullopt;
}

} // namespace millrace::predict

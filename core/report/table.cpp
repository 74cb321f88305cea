// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/table.h"

#include <cmath>

namespace millrace::report {

bool isUnknown(const Cell& cell) noexcept
{
    if (const double* number = std::get_if<double>(&cell))
        return std::isnan(*number);
    if (const Quantity* quantity = std::get_if<Quantity>(&cell))
        return std::isnan(quantity->value);
    return std::holds_alternative<std::monostate>(cell);
}

} // namespace millrace::report

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"

#include <cmath>
#include <numbers>

namespace millrace {

double Random::normal() noexcept
{
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
}

double Random::exponential() noexcept
{
    return -std::log(1 - uniform());
}

} // namespace millrace

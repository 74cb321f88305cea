// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/operations/operations.h"
#include "core/project/effective.h"

#include <cstdint>

namespace millrace::run {

/// What the workers of a run do in so many steps, as operations: in each step a rank computes, then the messages of the
/// all-reduce follow along the graphs of the strategy, and the next step begins when it has sent and received all of
/// them. Of a workload of operations, these themselves, once. Unsupported for frameworks whose messages are not known.
[[nodiscard]] Result<operations::Operations> operationsOf(const project::EffectiveSettings& settings,
                                                          std::uint64_t seed, int steps);

} // namespace millrace::run

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/graphs/request.h"

namespace millrace::graphs {

/// Executes a training or a prediction and returns the members of its "done" answer. A training that is cancelled or
/// fails stores nothing.
[[nodiscard]] Result<Json> execute(const Request& request, const EpochObserver& observer, const JobContext& job);

/// member, epoch, train, validation.
[[nodiscard]] Json epochJson(const EpochLoss& loss);

} // namespace millrace::graphs

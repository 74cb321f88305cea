// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/network_matrix.h"
#include "core/store/database.h"

namespace millrace::run {

/// What the probes of a store's finished runs measured between nodes: the medians of rates and round trips over the
/// latest runs. A round trip holds for both directions. NotFound if there are none.
[[nodiscard]] Result<cluster::NetworkMatrix> measuredMatrix(store::Database& database);

} // namespace millrace::run

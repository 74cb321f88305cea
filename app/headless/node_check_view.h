// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/cluster_check.h"

#include <string>

namespace millrace::headless {

/// Returns the traffic lights as a table of letters (g, Y, R, ?), then the sentences of all findings that are not
/// green. Colours are for terminals.
[[nodiscard]] std::string nodeCheckText(const run::ClusterCheck& check, bool colours);
/// Whether stdout is a terminal with colours: respects NO_COLOR, CLICOLOR_FORCE and TERM=dumb.
[[nodiscard]] bool wantsColours();

} // namespace millrace::headless

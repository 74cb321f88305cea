// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/cluster_check.h"

#include <string>

namespace millrace::headless {

/// The traffic lights as a table of letters (g, Y, R, ?), then the sentences of all that is not green. Colours are for
/// terminals.
[[nodiscard]] std::string nodeCheckText(const run::ClusterCheck& check, bool colours);
/// Whether standard output is a terminal that wants colours: NO_COLOR, CLICOLOR_FORCE and TERM=dumb are honoured.
[[nodiscard]] bool wantsColours();

} // namespace millrace::headless

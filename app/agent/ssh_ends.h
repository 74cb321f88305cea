// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/impair/impair_spec.h"

namespace millrace {

/// Adds the ends of the ssh connection under which this program runs, whose variable is looked for in the processes
/// above it too (sudo and srun throw it away), and port 22.
void protectSsh(impair::ImpairSpec& spec);

} // namespace millrace

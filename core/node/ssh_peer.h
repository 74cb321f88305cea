// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/impair/impair_spec.h"

namespace millrace::node {

/// Excludes the ends of this program's ssh connection and port 22 from impairments. Searches SSH_CONNECTION in parent
/// processes too (sudo and srun remove it).
void protectSsh(impair::ImpairSpec& spec);

} // namespace millrace::node

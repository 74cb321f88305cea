// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/audit.h"

#include <string>

namespace millrace::headless {

/// Returns the findings, the most severe first, with their evidence; with `claims` also all numbers of the publication.
[[nodiscard]] std::string auditText(const studies::Audit& audit, bool claims);
/// Returns everything as one JSON document.
[[nodiscard]] std::string auditJson(const studies::Audit& audit);

} // namespace millrace::headless

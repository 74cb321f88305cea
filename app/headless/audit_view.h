// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/audit.h"

#include <string>

namespace millrace::headless {

/// Findings, the gravest first, with the places that they rest on; with `claims` all numbers of the publication, too.
[[nodiscard]] std::string auditText(const studies::Audit& audit, bool claims);
/// Everything as one JSON document.
[[nodiscard]] std::string auditJson(const studies::Audit& audit);
/// Everything as one page that needs nothing beside it.
[[nodiscard]] std::string auditHtml(const studies::Audit& audit);

} // namespace millrace::headless

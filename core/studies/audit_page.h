// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/audit.h"

#include <string>

namespace millrace::studies {

/// The audit as one self-contained page: findings with their numbers and evidence, claims, notes.
[[nodiscard]] std::string auditHtml(const Audit& audit);

} // namespace millrace::studies

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/tum/import.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace millrace::headless {

/// Counts occurrences of issues above notes.
[[nodiscard]] std::int64_t damageOf(const Issues& issues) noexcept;

/// Everything that an import found, as one JSON document.
[[nodiscard]] std::string importJson(const studies::tum::TumImportOutcome& outcome);
/// The runs as a table, the figures over them, and with `figures` those of every run.
[[nodiscard]] std::string importText(const studies::tum::TumImportOutcome& outcome, bool figures);
/// Whether a run had files that could not be read, or no traffic.
[[nodiscard]] bool withoutAny(const studies::tum::TumImportOutcome& outcome);

} // namespace millrace::headless

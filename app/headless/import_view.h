// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/tum_import.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace millrace::headless {

/// Occurrences of all that is more than a note.
[[nodiscard]] std::int64_t damageOf(const Issues& issues) noexcept;

/// Everything that an import found, as one JSON document.
[[nodiscard]] std::string importJson(const studies::TumImportOutcome& outcome);
/// The runs as a table, the figures over them, and with `figures` those of every run.
[[nodiscard]] std::string importText(const studies::TumImportOutcome& outcome, bool figures);
/// Whether a run had files that could not be read, or no traffic.
[[nodiscard]] bool withoutAny(const studies::TumImportOutcome& outcome);

} // namespace millrace::headless

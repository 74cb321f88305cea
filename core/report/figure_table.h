// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"
#include "core/report/table.h"

namespace millrace::report {

/// The numbers that a figure shows, one row for each point or box: the alternative to looking, and what its CSV holds.
[[nodiscard]] Table figureTable(const FigureSpec& figure);

/// What stands beside a CSV file, which has no place for it (RFC 4180): title, caption, notes and provenance as JSON.
/// The file's name is that of the CSV followed by "-metadata.json", as "CSV on the Web" (W3C, 2015) looks for it.
[[nodiscard]] std::string csvMetadata(const Table& table, const Provenance& provenance);

} // namespace millrace::report

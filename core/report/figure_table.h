// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"
#include "core/report/table.h"

namespace millrace::report {

/// The numbers of a figure, one row per point or box: the text alternative, and the content of its CSV.
[[nodiscard]] Table figureTable(const FigureSpec& figure);

/// Metadata next to a CSV file, which has no place for it (RFC 4180): title, caption, notes and provenance as JSON. The
/// file's name is that of the CSV followed by "-metadata.json", as "CSV on the Web" (W3C, 2015) expects.
[[nodiscard]] std::string csvMetadata(const Table& table, const Provenance& provenance);

} // namespace millrace::report

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <filesystem>

namespace millrace::report {

/// Where a report page is written without asking: `file`, unless one of that name is there that is no report of
/// Millrace; then "NAME-report.html", "NAME-report-2.html", …
[[nodiscard]] std::filesystem::path freeReportFile(const std::filesystem::path& file);

} // namespace millrace::report

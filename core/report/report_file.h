// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <filesystem>

namespace millrace::report {

/// Default path of a report page: `file`, unless a file of that name exists that is not a Millrace report; then
/// "NAME-report.html", "NAME-report-2.html", …
[[nodiscard]] std::filesystem::path freeReportFile(const std::filesystem::path& file);

} // namespace millrace::report

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::importers {

/// A sheet of cells as texts: numbers as they are in the file, formulas by their last value; errors (#DIV/0!) and
/// missing cells are empty. Chart sheets have none.
struct WorkbookSheet
{
    std::string name;
    std::vector<std::vector<std::string>> rows; ///< each as long as its last cell; row 0 is the sheet's row 1
};

/// An Excel workbook (.xlsx, Office Open XML).
struct Workbook
{
    std::vector<WorkbookSheet> sheets; ///< in the order of its tabs
    Issues issues; ///< "error-cell", "sheet-beyond", "bad-sheet"
};

/// Limits for reading a workbook; larger ones are refused, however small they are when compressed.
struct WorkbookLimits
{
    std::size_t bytes = std::size_t(256) << 20; ///< unpacked, of all parts read
    std::size_t cells = 5'000'000; ///< with the empty ones before others
    std::size_t sheets = 256;
};

/// Whether bytes begin like a ZIP archive, which a workbook is.
[[nodiscard]] bool looksLikeWorkbook(std::string_view head) noexcept;
/// InvalidInput for a file that is not a workbook, is encrypted or exceeds the limits; Cancelled.
[[nodiscard]] Result<Workbook> readWorkbook(const std::filesystem::path& file, const WorkbookLimits& limits = {},
                                            const JobContext& job = {});
/// The sheet as lines with commas between the cells; a comma within a text becomes a semicolon.
[[nodiscard]] std::string commaText(const WorkbookSheet& sheet);

} // namespace millrace::importers

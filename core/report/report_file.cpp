// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/report_file.h"

#include <fmt/format.h>
#include <fstream>
#include <string>

namespace millrace::report {

namespace {

/// Recognised by the mark at the beginning of every page.
bool isOwnReport(const std::filesystem::path& file)
{
    constexpr std::string_view mark = "<meta name=\"generator\" content=\"Millrace ";
    std::string head(1024, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(stream.gcount()));
    return head.starts_with("<!DOCTYPE html>") && head.find(mark) != std::string::npos;
}

bool mayWrite(const std::filesystem::path& file)
{
    std::error_code ignored;
    const auto status = std::filesystem::symlink_status(file, ignored);
    return !std::filesystem::exists(status) || (std::filesystem::is_regular_file(status) && isOwnReport(file));
}

} // namespace

std::filesystem::path freeReportFile(const std::filesystem::path& file)
{
    std::filesystem::path free = file;
    for (int number = 1; !mayWrite(free); ++number)
        free = file.parent_path()
            / fmt::format("{}-report{}{}", file.stem().string(), number == 1 ? "" : fmt::format("-{}", number),
                          file.extension().string());
    return free;
}

} // namespace millrace::report

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/importers/file_format.h"

#include <filesystem>
#include <vector>

namespace millrace::importers {

/// An interval of an iperf text log.
struct IperfLine
{
    double bitsPerSecond = 0;
    double begin = 0; ///< seconds
    double end = 0;
    bool isSum = false; ///< "[SUM]", of parallel streams
    int stream = -1; ///< number between the brackets; -1: sum
};
struct IperfLog
{
    std::vector<IperfLine> lines;
    Issues issues;
};
/// The text that iperf 2 or 3 prints, all units from bit/s to Gbit/s. InvalidInput when no line is an interval.
[[nodiscard]] Result<IperfLog> readIperfText(const std::filesystem::path& file, const JobContext& job = {});

extern const FileFormat iperfTextFormat;

} // namespace millrace::importers

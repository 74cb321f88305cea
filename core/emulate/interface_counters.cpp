// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/interface_counters.h"

#include "core/base/file_io.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace millrace::emulate {

namespace {

constexpr int transmitDropColumn = 11; // after the name: 8 columns of receiving, then bytes, packets, errors, drops

} // namespace

Result<std::uint64_t> transmitDrops(pid_t process, std::string_view interface)
{
    MR_TRY(text, readFile(fmt::format("/proc/{}/net/dev", process)));
    return parseTransmitDrops(text, interface);
}

Result<std::uint64_t> parseTransmitDrops(std::string_view text, std::string_view interface)
{
    for (const std::string_view line : split(text, '\n')) {
        const auto colon = line.find(':');
        if (colon == std::string_view::npos || trim(line.substr(0, colon)) != interface)
            continue;
        int column = 0;
        for (const std::string_view piece : split(line.substr(colon + 1), ' ')) {
            if (piece.empty())
                continue;
            if (column++ == transmitDropColumn) {
                MR_TRY(value, parseInteger(piece));
                return static_cast<std::uint64_t>(value);
            }
        }
    }
    return fail(ErrorCode::NotFound, fmt::format("/proc/net/dev has no counters of {}", interface));
}

} // namespace millrace::emulate

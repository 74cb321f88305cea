// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/importers/packet_source.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace millrace::importers {

/// "14:03:05.000050" as nanoseconds since midnight, with up to 9 decimals, more are truncated; none for other texts.
[[nodiscard]] std::optional<std::int64_t> parseTimeOfDay(std::string_view text);
/// "2021-07-12" as nanoseconds from 1970; years 1970 to 2261.
[[nodiscard]] std::optional<std::int64_t> parseDate(std::string_view text);
/// "1626091385.123456" as nanoseconds, exactly; up to 9 decimals, more are truncated.
[[nodiscard]] std::optional<std::int64_t> parseEpoch(std::string_view text);

/// Why a time could not be read.
enum class TimeProblem
{
    NoTime,
    UnknownZone
};
/// A time as tshark prints frame.time: "Jul 12, 2021 14:03:05.000000000 CEST" in the zone of the machine that printed
/// it, with English or German month names; ISO 8601 with Z or an offset; or seconds since 1970. The zone abbreviation
/// gives the true instant: by PacketOptions::zoneWords, by PacketOptions::zone if it uses that abbreviation, otherwise
/// by a table; ambiguous abbreviations mean the zone most common among Wireshark's users (CST: North America, IST:
/// India, BST: Britain).
[[nodiscard]] std::optional<std::int64_t> parseFrameTime(std::string_view text, const PacketOptions& options,
                                                         TimeProblem& problem);
/// Nanoseconds east of UTC of "CEST" or "+0330"; none for an unknown abbreviation.
[[nodiscard]] std::optional<std::int64_t> zoneOffset(std::string_view word);

/// "Jul 12, 2021 14:03:05.000000000 CEST", as tshark prints it in this zone.
[[nodiscard]] std::string frameTimeText(std::int64_t time, const analysis::WallZone& zone);

} // namespace millrace::importers

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/iteration_event.h"
#include "core/monitor/log_parser.h"

#include <string>
#include <string_view>

namespace millrace::monitor {

/// Line without the prefixes of launchers and terminals.
struct LogLine
{
    std::string body; ///< valid UTF-8, no colours, no blanks at the end
    EventOrigin origin; ///< from the innermost prefix; times are those of the arrival
};

/// Removes "\r", colours and nested prefixes: KungFu's "[ip.port::stdout] ", mpirun's "[1,3]<stdout>:", Horovod's "Fri
/// Sep 18 03:11:09 2020[0]<stderr>:", torchrun's "[default0]:" (the rank on its node) and PyTorch's "[rank0]:" (the
/// rank).
[[nodiscard]] LogLine normaliseLine(std::string_view line, Stream stream, const Arrival& arrival,
                                    const LogSource& source);

/// Removes an ambiguous prefix, which may as well be part of the line; to be tried only on unknown lines: "3: " of
/// `srun -l` (a rank) and "node1: " of pdsh (a worker). Returns false without one.
[[nodiscard]] bool takeDoubtfulPrefix(LogLine& line);

/// Returns the bytes up to a second line inside this one: after a carriage return, at a second "[1,3]<stdout>:", or
/// where two JSON events follow each other without a line end. The size of the line if there is only one.
[[nodiscard]] std::size_t firstPieceLength(std::string_view line) noexcept;

/// Replaces every byte that does not belong to a well-formed UTF-8 sequence by U+FFFD.
[[nodiscard]] std::string validUtf8(std::string_view bytes);
[[nodiscard]] bool isAscii(std::string_view bytes) noexcept;

} // namespace millrace::monitor

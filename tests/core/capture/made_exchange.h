// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/core/capture/made_capture.h"

namespace millrace::test {

/// One TCP connection from 10.0.0.1 to port 5001 of 10.0.0.2, as text with one line for each packet:
///
///     microseconds  > or <  flags  begin:end  acknowledgement  window
///
/// "> SA 0:0 1 500" is a SYN with ACK from the client. Numbers count from the sender's and the receiver's first one, so
/// data begin at 1. Flags are S, A, F, R, P.
struct Exchange
{
    std::string name;
    std::string text;
    std::uint32_t clientStart = 1000;
    std::uint32_t serverStart = 5000;
    std::uint16_t port = 0; ///< of the client; 0: 40000 and the row
};

/// All exchanges one after the other in one list, in order of time, a hundred `stretch` milliseconds apart, with times
/// multiplied by `stretch`; frames are cut to 100 bytes.
[[nodiscard]] std::vector<MadeRecord> recordsOf(const std::vector<Exchange>& exchanges, std::int64_t stretch = 1);

/// Loss, reordering, duplicates, zero windows, keep-alives, resets, reused ports, wrapped sequence numbers; the name of
/// each describes its case.
[[nodiscard]] const std::vector<Exchange>& knownExchanges();

} // namespace millrace::test

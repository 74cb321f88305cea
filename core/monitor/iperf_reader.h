// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/line_reader.h"

namespace millrace::monitor {

/// Sums at the end of iperf3's output, as text, with -J and with --json-stream: results with the metrics "iperf_rate"
/// (received payload ÷ time at the receiver) and "iperf_rate_sender", in bit/s. With several streams, the sum is
/// printed last. Whole files of iperf3 are read by core/importers.
class IperfReader final : public LineReader
{
public:
    [[nodiscard]] LineOutcome read(std::string_view body, const EventOrigin& origin) override;

private:
    struct State
    {
        bool document = false; ///< within what -J prints
        std::string sum; ///< last opened member that names a sum: "sum_received"
    };
    [[nodiscard]] static LineOutcome readDocument(std::string_view text, State& state, const EventOrigin& origin);

    PerWorker<State> m_states;
};

} // namespace millrace::monitor

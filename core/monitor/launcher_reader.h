// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/line_reader.h"

namespace millrace::monitor {

/// Errors of launchers and libraries: torchrun's tables of failed children, the errors of c10d, gloo, NCCL, gRPC,
/// Horovod and mpirun, the last line of a traceback; every other line with a level becomes a message.
class LauncherReader final : public LineReader
{
public:
    [[nodiscard]] LineOutcome read(std::string_view body, const EventOrigin& origin) override;

private:
    struct State
    {
        bool traceback = false;
        bool table = false; ///< of torchrun: "Root Cause (first observed failure):" and the lines after it
        bool missing = false; ///< after Horovod's "Missing ranks:"
        std::string host;
        int rank = -1;
    };
    [[nodiscard]] LineOutcome readTable(std::string_view text, State& state, const EventOrigin& origin);
    [[nodiscard]] LineOutcome readTraceback(std::string_view body, State& state);

    PerWorker<State> m_states;
};

} // namespace millrace::monitor

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/line_reader.h"

#include <string>
#include <vector>

namespace millrace::monitor {

/// Training logs in tabular form: train_history.log of TUM's traffic study, "Type,ID,Timestamp,Loss,Accuracy" (an
/// iteration lasts from the time of the previous batch of the same epoch to its own, and is numbered through all
/// epochs), and rows of the multi-cloud study (exported from W&B), by the names in their header.
class RowReader final : public LineReader
{
public:
    [[nodiscard]] LineOutcome read(std::string_view body, const EventOrigin& origin) override;

private:
    struct State
    {
        std::int64_t base = 0; ///< iterations of the previous epochs
        std::int64_t lastBatch = -1;
        double lastTime = 0; ///< s since 1970
        double lastSamples = -1;
        std::vector<std::string> columns; ///< of a table with its own header
    };
    [[nodiscard]] LineOutcome readBatch(std::string_view body, State& state, const EventOrigin& origin);
    [[nodiscard]] LineOutcome readNamed(std::string_view body, State& state, const EventOrigin& origin);

    PerWorker<State> m_states;
};

} // namespace millrace::monitor

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/line_reader.h"

namespace millrace::monitor {

/// Hivemind's log ("Mar 23 01:28:58.301 [INFO] [hivemind.optim.optimizer.step:434] …"): epochs, samples gathered by the
/// peers, rounds of averaging and their outcome.
class HivemindReader final : public LineReader
{
public:
    [[nodiscard]] LineOutcome read(std::string_view body, const EventOrigin& origin) override;
};

} // namespace millrace::monitor

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/line_reader.h"

namespace millrace::monitor {

/// What Hivemind logs ("Mar 23 01:28:58.301 [INFO] [hivemind.optim.optimizer.step:434] …", study E 4.4): epochs,
/// samples that the peers gathered, rounds of averaging and what became of them.
class HivemindReader final : public LineReader
{
public:
    [[nodiscard]] LineOutcome read(std::string_view body, const EventOrigin& origin) override;
};

} // namespace millrace::monitor

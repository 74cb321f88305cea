// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/line_reader.h"

namespace millrace::monitor {

/// Lines of users' own programs that begin with "step 3", "Step: 3/100", "iteration 3," or "iter #3", optionally with
/// "took 0.25 s" (or ms) and "loss 1.5".
class PlainStepReader final : public LineReader
{
public:
    [[nodiscard]] LineOutcome read(std::string_view body, const EventOrigin& origin) override;
};

} // namespace millrace::monitor

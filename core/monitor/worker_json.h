// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/line_reader.h"

namespace millrace::monitor {

/// The JSON lines of a worker, as core/trainer/training_log.h lists them; `millrace-worker train` and the scripts in
/// resources/workloads print them, and "progress" of the Hivemind monitor there. Rank and times in the line take the
/// place of those of the origin.
[[nodiscard]] LineOutcome readWorkerJson(std::string_view body, const EventOrigin& origin);

/// The same among other output: a JSON event behind text whose line end got lost is found too.
class WorkerJsonReader final : public LineReader
{
public:
    [[nodiscard]] LineOutcome read(std::string_view body, const EventOrigin& origin) override;
};

} // namespace millrace::monitor

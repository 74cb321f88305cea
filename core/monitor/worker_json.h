// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/line_reader.h"

namespace millrace::monitor {

/// Parses the JSON lines of a worker, see core/trainer/training_log.h; printed by `millrace-worker train`, the scripts
/// in resources/workloads and the Hivemind monitor there ("progress"). Rank and times in the line replace those of the
/// origin.
[[nodiscard]] LineOutcome readWorkerJson(std::string_view body, const EventOrigin& origin);

/// Reads them among other output, including a JSON event after text without a line end.
class WorkerJsonReader final : public LineReader
{
public:
    [[nodiscard]] LineOutcome read(std::string_view body, const EventOrigin& origin) override;
};

} // namespace millrace::monitor

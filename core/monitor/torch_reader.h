// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/line_reader.h"

namespace millrace::monitor {

/// Meters of PyTorch's ImageNet example and its derivatives, each "current (mean so far)": "Epoch: [0][
/// 3/20019]<tab>Time  0.163 ( 0.412)<tab>Data  0.001 ( 0.040)<tab>Loss 6.9e+00 (6.9e+00)…". An iteration is numbered
/// from 0 through all epochs. Every rank prints: an iteration of the job comes once for each of them.
class TorchReader final : public LineReader
{
public:
    [[nodiscard]] LineOutcome read(std::string_view body, const EventOrigin& origin) override;
};

} // namespace millrace::monitor

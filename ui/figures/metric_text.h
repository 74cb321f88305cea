// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <string_view>

namespace millrace::ui {

/// What a metric is called: "Step time" of "step_mean"; of one without a name of its own that with spaces.
[[nodiscard]] QString metricText(std::string_view metric);
/// The same of a series: "Step time" of "step.time".
[[nodiscard]] QString seriesText(std::string_view series);

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace millrace::project {

/// The files of resources/templates; defined in a source that CMake writes.
extern const std::string_view quickstart_text;
extern const std::string_view traffic_study_text;
extern const std::string_view kungfu_strategies_text;
extern const std::string_view loss_and_delay_text;
extern const std::string_view cross_traffic_text;
extern const std::string_view detectors_text;
extern const std::string_view kungfu_interference_text;
extern const std::string_view pytorch_ddp_text;
extern const std::string_view remote_text;

} // namespace millrace::project

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/run_state.h"

#include <QString>

#include <string_view>

namespace millrace::ui {

[[nodiscard]] QString runStateText(store::RunState state);

/// The same, but "interrupted" for a run that was under way when its program ended.
[[nodiscard]] QString runStateText(store::RunState state, std::string_view errorCode);

} // namespace millrace::ui

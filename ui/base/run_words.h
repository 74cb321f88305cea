// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/run_state.h"

#include <QString>

namespace millrace::ui {

[[nodiscard]] QString runStateText(store::RunState state);

} // namespace millrace::ui

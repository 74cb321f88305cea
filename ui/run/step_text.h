// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "core/run/run_observer.h"

#include <QString>

namespace millrace::ui {

/// Returns "measuring the conditions".
[[nodiscard]] QString stepText(run::RunStep step);
/// Returns the remedy for an error of this code, as a sentence.
[[nodiscard]] QString remedyText(std::string_view errorCode);
/// Returns the kind of failure: "a timeout".
[[nodiscard]] QString failureKindText(std::string_view errorCode);

} // namespace millrace::ui

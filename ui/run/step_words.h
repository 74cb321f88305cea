// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "core/run/run_observer.h"

#include <QString>

namespace millrace::ui {

/// "measuring the conditions".
[[nodiscard]] QString stepText(run::RunStep step);
/// What to do about an error of this kind (the name of its code), in a sentence.
[[nodiscard]] QString remedyText(std::string_view errorCode);
/// "a timeout": what kind of failure this is.
[[nodiscard]] QString failureKindText(std::string_view errorCode);

} // namespace millrace::ui

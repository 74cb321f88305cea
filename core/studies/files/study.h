// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/study.h"

namespace millrace::studies::files {

/// Files of other tools that belong to no study.
[[nodiscard]] Study study();

} // namespace millrace::studies::files

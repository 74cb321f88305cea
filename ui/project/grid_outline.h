// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/grid_spec.h"
#include "ui/project/outline_item.h"
#include "ui/project/project_document.h"

#include <QLocale>

namespace millrace::ui {

/// A grid with its factors, conditions and exclusions as children.
[[nodiscard]] OutlineItem gridOutline(const grid::GridSpec& grid, const GridSize& size, const QLocale& locale);

} // namespace millrace::ui

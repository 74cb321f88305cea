// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/project/outline_item.h"
#include "ui/project/project_document.h"

#include <QLocale>

namespace millrace::ui {

/// The tree of a project: overview, clusters with nodes and links, workloads, grids with factors and rules.
[[nodiscard]] std::vector<OutlineItem> projectOutline(const ProjectDocument& document, const QLocale& locale);

} // namespace millrace::ui

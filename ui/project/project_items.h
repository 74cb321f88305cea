// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/project/project_tree_model.h"

#include <string>
#include <vector>

namespace millrace::ui {

/// Adding, copying, renaming and removing clusters, workloads, cross traffic, grids and plans: each one edit that can
/// be undone.

[[nodiscard]] std::vector<std::string> itemNames(const project::Project& project, ProjectPart part);
/// A new item behind the others, ready to be used as far as can be; a grid takes the first cluster and workload.
[[nodiscard]] ProjectPlace addItem(ProjectEditor& editor, ProjectPart part);
/// The copy follows the original.
[[nodiscard]] ProjectPlace duplicateItem(ProjectEditor& editor, const ProjectPlace& place);
void removeItem(ProjectEditor& editor, const ProjectPlace& place);
/// False, without an edit, for an empty name or one that another item of the part has.
bool renameItem(ProjectEditor& editor, const ProjectPlace& place, const QString& name);
/// "cluster “four nodes”".
[[nodiscard]] QString itemText(const project::Project& project, const ProjectPlace& place);

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/detail_view.h"

#include <QString>

#include <vector>

namespace millrace::ui {

/// One line of a tree, with what the detail pane says about it.
struct OutlineItem
{
    QString name;
    QString summary;
    Details details;
    std::vector<OutlineItem> children;

    bool operator==(const OutlineItem&) const = default;
};

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/cluster.h"
#include "ui/project/outline_item.h"

#include <QLocale>

namespace millrace::ui {

/// A cluster with its nodes, links and bottleneck as children.
[[nodiscard]] OutlineItem clusterOutline(const cluster::Cluster& cluster, const QLocale& locale);

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/project.h"

namespace millrace::ui {

/// The profile of cross traffic at this position of a project; nullptr if there is none.
inline crosstraffic::TrafficProfile* trafficAt(project::Project& project, int profile)
{
    const auto index = static_cast<std::size_t>(profile);
    return profile >= 0 && index < project.traffic.size() ? &project.traffic[index] : nullptr;
}

/// One with default values if there is none.
inline const crosstraffic::TrafficProfile& trafficOrNone(const project::Project& project, int profile)
{
    static const crosstraffic::TrafficProfile none;
    const crosstraffic::TrafficProfile* found = trafficAt(const_cast<project::Project&>(project), profile);
    return found ? *found : none;
}

} // namespace millrace::ui

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/grid/grid_spec.h"

namespace millrace::grid {

/// Parses as much as possible; every problem is an Issue with its field below `path` ("grids[0].factors[2].levels[1]").
[[nodiscard]] GridSpec readGrid(const Json& json, const std::string& path, Issues& issues);
/// Leaves out fields with their default; quantities are written with units.
[[nodiscard]] Json toJson(const GridSpec& grid);
/// Parses the object "capture" of a grid.
[[nodiscard]] CaptureSettings readCapture(const Json& json, const std::string& path, Issues& issues);
[[nodiscard]] Json toJson(const CaptureSettings& settings);
/// Returns a level as a JSON number, boolean or text.
[[nodiscard]] Json toJson(const Level& level);

} // namespace millrace::grid

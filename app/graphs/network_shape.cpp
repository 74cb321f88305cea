// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/network_shape.h"

#include <algorithm>

namespace millrace::graphs {

std::string_view layerKindName(LayerKind kind) noexcept
{
    return layerKindNames[static_cast<std::size_t>(kind)];
}

std::optional<LayerKind> findLayerKind(std::string_view name) noexcept
{
    const auto* const found = std::ranges::find(layerKindNames, name);
    if (found == layerKindNames.end())
        return std::nullopt;
    return static_cast<LayerKind>(found - layerKindNames.begin());
}

} // namespace millrace::graphs

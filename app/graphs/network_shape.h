// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/graphs/depth.h"

#include <array>
#include <optional>

namespace millrace::graphs {

/// Kinds of message passing.
enum class LayerKind
{
    Gcn, ///< normalised adjacency
    Gin, ///< sum over neighbours, then two linear layers
    Gat, ///< four attention heads with the published pairing of nodes, see GatHead
    GatTextbook, ///< four attention heads as in Velickovic et al., 2018, without self-loops
    Mpnn, ///< four towers of linear messages, summed
};
inline constexpr std::array<std::string_view, 5> layerKindNames = {"gcn", "gin", "gat", "gat-textbook", "mpnn"};

[[nodiscard]] std::string_view layerKindName(LayerKind kind) noexcept;
[[nodiscard]] std::optional<LayerKind> findLayerKind(std::string_view name) noexcept;

/// Shape of a published network. The defaults are the published "best" configuration.
struct PublishedShape
{
    LayerKind layer = LayerKind::Gcn;
    int features = 3; ///< columns of a node
    int hidden = 64; ///< a multiple of 4
    Depth depth;
    int set2setSteps = 0; ///< 0: as many as nodes, as published
    bool operator==(const PublishedShape&) const = default;
};

} // namespace millrace::graphs

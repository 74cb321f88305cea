// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <string_view>

namespace millrace::graphs {

/// Which weights a training changes.
enum class Transfer
{
    None, ///< all, from the start
    ReadOut, ///< the linear layers of the readout, over embeddings that are computed once: what the published transfer
             ///< learning does
    LastLayers, ///< the readout and the second half of the layers (published networks: a copy of the middle layer that
                ///< serves the second half of the steps); the states before it are computed once
    Everything, ///< all, from loaded weights
};
inline constexpr std::array<std::string_view, 4> transferNames = {"none", "readout", "last-layers", "everything"};

} // namespace millrace::graphs

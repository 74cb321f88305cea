// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <string_view>

namespace millrace::graphs {

/// How the states of the nodes become values of a graph.
enum class Pooling
{
    Statistics, ///< mean, maximum and standard deviation over the nodes
    Sum,
    Set2Set, ///< with ResidualShape::set2setSteps
};
inline constexpr std::array<std::string_view, 3> poolingNames = {"statistics", "sum", "set2set"};

/// Shape of the corrected network.
struct ResidualShape
{
    int features = 3; ///< columns of a node in the data set
    int settings = 0; ///< length of the setting vector
    int layers = 4; ///< 0 to 16; 0: only the statistics of the graph are read
    int hidden = 32;
    int readOutWidth = 64;
    int members = 5; ///< readouts of the ensemble
    Pooling pooling = Pooling::Statistics;
    int set2setSteps = 4;
    bool statistics = true; ///< the readout also reads statisticNames()
    double dropout = 0.1;
    bool operator==(const ResidualShape&) const = default;
};

} // namespace millrace::graphs

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <span>
#include <string>
#include <vector>

namespace millrace::scaling {

/// A measured configuration: the values of the columns that a law names, and the time of a step.
struct Row
{
    std::vector<double> values;
    double seconds = 0;
};

/// A number of a law that is fitted, above zero.
struct Constant
{
    std::string name; ///< "computing of a sample"
    std::string unit;
    double usual = 1; ///< what it is where the rows say nothing, and where the search begins …
    double spread = 3; ///< … within about this factor
    bool ofScale = false; ///< `usual` is in units of the median step time
};

/// A formula of the time of a step.
struct Law
{
    std::string name; ///< "ring"
    std::string source;
    std::vector<std::string> columns; ///< what Row::values are
    std::vector<Constant> constants;
    /// Seconds; the constants in the order of the list.
    double (*seconds)(std::span<const double> constants, std::span<const double> values) = nullptr;
};

/// Data-parallel training on so many GPUs of so many nodes, with a local batch: columns "GPUs", "nodes", "batch".
/// As published: Qiao et al., Pollux, OSDI 2021, section 4.1; the synchronisation grows linearly with the GPUs.
[[nodiscard]] const Law& polluxLaw();
/// The same with a ring's 2 (K - 1) / K in its place, as Patarasuk, Yuan 2009.
[[nodiscard]] const Law& ringLaw();
/// The ring with another rate for two nodes than for more (one pair of links, or several), and with the slowest of K
/// GPUs: the expected largest of K normal values, Harter, Biometrika 48 (1961).
[[nodiscard]] const Law& slowestRingLaw();

/// Training of a transformer on tensor-, data- and pipeline-parallel GPUs: columns "GPUs", "global batch", "micro
/// batch", "hidden", "layers", "sequence", "tensor", "data", "pipeline". Computing by floating-point operations
/// (Narayanan et al., Megatron-LM, SC 2021), messages by bytes and rates, the pipeline's bubble.
[[nodiscard]] const Law& transformerLaw();

/// The expected largest of n standard normal values; 0 for one.
[[nodiscard]] double expectedLargest(double n);

} // namespace millrace::scaling

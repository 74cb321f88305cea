// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scaling/law.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace millrace::scaling {

namespace {

using Values = std::span<const double>;

const std::vector<std::string> placementColumns = {"GPUs", "nodes", "batch"};

struct Placement
{
    double gpus, nodes, batch;
    explicit Placement(Values values) : gpus(values[0]), nodes(values[1]), batch(values[2]) { }
    [[nodiscard]] double ring() const { return 2 * (gpus - 1) / gpus; }
};

/// Computing and synchronisation that overlap in part: 1 is not at all, infinity is fully.
double overlapped(double computing, double synchronising, double power)
{
    return std::pow(std::pow(computing, power) + std::pow(synchronising, power), 1 / power);
}

double powerOf(double constant)
{
    return 1 + std::min(constant, 9.0);
}

double polluxSeconds(Values c, Values values)
{
    const Placement at(values);
    const double more = std::max(at.gpus - 2, 0.0);
    const double sync = at.gpus <= 1 ? 0 : at.nodes <= 1 ? c[2] + c[3] * more : c[4] + c[5] * more;
    return overlapped(c[0] + c[1] * at.batch, sync, powerOf(c[6]));
}

double ringSeconds(Values c, Values values)
{
    const Placement at(values);
    const double sync = at.gpus <= 1 ? 0 : at.nodes <= 1 ? c[2] * at.ring() : c[3] + c[4] * at.ring();
    return overlapped(c[0] + c[1] * at.batch, sync, powerOf(c[5]));
}

double slowestRingSeconds(Values c, Values values)
{
    const Placement at(values);
    const double link = at.nodes <= 2 ? c[5] : c[4];
    const double sync = at.gpus <= 1 ? 0 : at.nodes <= 1 ? c[2] * at.ring() : c[3] + link * at.ring();
    const double slowest = 1 + c[7] * expectedLargest(at.gpus);
    return slowest * overlapped(c[0] + c[1] * at.batch, sync, powerOf(c[6]));
}

double transformerSeconds(Values c, Values values)
{
    const double batch = values[1], micro = values[2], hidden = values[3], layers = values[4], sequence = values[5];
    const double tensor = values[6], data = values[7], pipeline = values[8];
    constexpr double vocabulary = 51200;
    constexpr double gpusOfANode = 8;
    const double microBatches = batch / (data * micro);
    const double flops = 72 * micro * sequence * hidden * hidden * (1 + sequence / (6 * hidden)) / tensor;
    const double computing = overlapped(c[0] * flops, c[1], powerOf(c[2]));
    const double vector = 2 * micro * sequence * hidden; // bytes
    const double tensorMessages = 4 * (tensor - 1) * (2 * c[3] * vector / tensor + c[4]);
    // Activations that are read and written: those outside of the tensor-parallel regions by every GPU.
    const double memory = c[9] * vector * (10 + 24 / tensor);
    const double stage = layers / pipeline * (computing + memory + tensorMessages * (tensor > gpusOfANode ? 4 : 1))
        + (pipeline > 1 ? 2 * c[5] * vector : 0) + c[0] * 6 * micro * sequence * hidden * vocabulary / tensor;
    const double parameters = 12 * layers * hidden * hidden + vocabulary * hidden;
    const double own = parameters / (tensor * pipeline);
    return (microBatches + pipeline - 1) * stage + 2 * (data - 1) / data * 2 * own * c[6] + own * c[7] + c[8];
}

} // namespace

double expectedLargest(double n)
{
    // Harter 1961, table 1; beyond 16 Blom's approximation, which is within 0.5 % there.
    static constexpr std::array<double, 17> table = {0,       0,       0.56419, 0.84628, 1.02938, 1.16296,
                                                     1.26721, 1.35218, 1.42360, 1.48501, 1.53875, 1.58644,
                                                     1.62923, 1.66799, 1.70338, 1.73591, 1.76599};
    if (n <= 1)
        return 0;
    if (n <= 16) {
        const auto low = static_cast<std::size_t>(n);
        const double part = n - static_cast<double>(low);
        return table[low] + (part > 0 ? part * (table[std::min<std::size_t>(low + 1, 16)] - table[low]) : 0);
    }
    // The quantile (n - 0.375) / (n + 0.25) of the normal distribution, by Newton's method on its tail.
    const double tail = 1 - (n - 0.375) / (n + 0.25);
    double x = std::sqrt(-2 * std::log(tail)) - 0.5;
    for (int i = 0; i < 20; ++i) {
        const double above = 0.5 * std::erfc(x / std::sqrt(2.0));
        const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::acos(-1.0));
        x += (above - tail) / density;
    }
    return x;
}

const Law& polluxLaw()
{
    static const Law law = {"linear",
                            "Qiao et al., Pollux, OSDI 2021, section 4.1",
                            placementColumns,
                            {{"computing", "s", 0.5, 10, true},
                             {"computing of a sample", "s", 0.01, 30, true},
                             {"two GPUs of a node", "s", 0.1, 10, true},
                             {"each further GPU of a node", "s", 0.1, 10, true},
                             {"two GPUs of several nodes", "s", 0.2, 10, true},
                             {"each further GPU of several nodes", "s", 0.2, 10, true},
                             {"overlap", "", 1, 10}},
                            polluxSeconds};
    return law;
}

const Law& ringLaw()
{
    static const Law law = {"ring",
                            "the same with the ring of Patarasuk, Yuan 2009",
                            placementColumns,
                            {{"computing", "s", 0.5, 10, true},
                             {"computing of a sample", "s", 0.01, 30, true},
                             {"ring in a node", "s", 0.1, 10, true},
                             {"several nodes", "s", 0.2, 10, true},
                             {"ring over several nodes", "s", 0.2, 10, true},
                             {"overlap", "", 1, 10}},
                            ringSeconds};
    return law;
}

const Law& slowestRingLaw()
{
    static const Law law = {"slowest of a ring",
                            "the ring, two rates between nodes, and the expected largest of K normal values",
                            placementColumns,
                            {{"computing", "s", 0.5, 10, true},
                             {"computing of a sample", "s", 0.01, 30, true},
                             {"ring in a node", "s", 0.1, 10, true},
                             {"several nodes", "s", 0.2, 10, true},
                             {"ring over more than two nodes", "s", 0.2, 10, true},
                             {"ring over two nodes", "s", 0.2, 10, true},
                             {"overlap", "", 1, 10},
                             {"deviation of a GPU", "", 0.05, 1}},
                            slowestRingSeconds};
    return law;
}

const Law& transformerLaw()
{
    static const Law law = {
        "transformer",
        "floating-point operations and bytes of Narayanan et al., Megatron-LM, SC 2021",
        {"GPUs", "global batch", "micro batch", "hidden", "layers", "sequence", "tensor", "data", "pipeline"},
        {{"time of an operation", "s", 1 / 150e12, 2},
         {"start of a layer", "s", 2e-3, 4},
         {"overlap of the two", "", 2, 4},
         {"byte between GPUs of a node", "s", 1 / 150e9, 3},
         {"message between GPUs of a node", "s", 30e-6, 4},
         {"byte between stages", "s", 1 / 50e9, 4},
         {"byte of gradients", "s", 1 / 20e9, 4},
         {"optimizer, of a parameter", "s", 5e-11, 4},
         {"step", "s", 5e-3, 4},
         {"byte of memory", "s", 1 / 1.5e12, 2}},
        transformerSeconds};
    return law;
}

} // namespace millrace::scaling

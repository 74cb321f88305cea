// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/trainer/train_spec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace millrace::trainer {

/// Command-line options of `millrace-worker train`.
struct TrainOptions
{
    int rank = 0;
    std::string peers;
    std::string strategy = "RING_ALLREDUCE";
    std::string chunkHash = "NAME";
    std::string segment = "0";
    int streams = 1;
    std::string parts;
    std::string socketBuffer = "0";
    std::string congestionControl;
    std::string model = "resnet50";
    bool fuse = false;
    int localSteps = 1;
    int fragments = 1;
    int overlapSteps = 0;
    std::string compression = "none";
    int batch = 32;
    int steps = 20;
    int warmup = 2;
    int verifyEvery = 5;
    std::string computeTime;
    std::string deviceFlops;
    std::string computeJitter = "0";
    std::vector<std::string> stragglers;
    std::uint64_t seed = 1;
    double noiseScale = 0;
    std::string monitor = "none";
    int monitorInterval = 1;
    std::string deadline = "10s";
    std::string connectDeadline = "30s";
    std::string policy = "none";
    std::string configServer;
    std::string resizeSchedule;
    std::string serverDeadline = "30s";
    std::string peerReports = "1s";
    std::string operations;
    int metricsPort = -1; ///< 0: any free one; below: no page

    /// Declares them; parsing the command line sets the values.
    void declare(CLI::App& command);
    /// Fails with InvalidInput that names the option.
    [[nodiscard]] Result<TrainSpec> toSpec() const;
    /// The same without a look at what belongs together: rank, peers, stragglers.
    [[nodiscard]] Result<TrainSpec> read() const;
};

/// Reads the options of a planned worker: the arguments behind "train". InvalidInput names the option. For a worker of
/// thousands, `peers` may name the first ones only, so the specification is not validated.
[[nodiscard]] Result<TrainSpec> readTrainArguments(const std::vector<std::string>& arguments);

/// Parses "8.4T", "15.7 TFLOP/s", "5e12": floating-point operations per second, above zero.
[[nodiscard]] Result<double> parseFlops(std::string_view text);

} // namespace millrace::trainer

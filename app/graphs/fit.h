// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <functional>
#include <vector>

namespace millrace::graphs {

/// How a network is trained. The defaults are the published ones.
struct FitPlan
{
    int epochs = 100000;
    int patience = 1000; ///< stop after so many epochs without a smaller validation loss
    double learningRate = 0.003;
    double weightDecay = 1e-6;
};

/// Losses are means of squared errors of labels divided by the largest label of the training part.
struct EpochLoss
{
    int member = 0; ///< of the ensemble, from 0
    int epoch = 0; ///< from 1, in this member
    double train = 0; ///< published networks: of the last batch, as published; others: mean over the epoch
    double validation = 0; ///< mean over the batches
    std::vector<double> steps; ///< of each batch, before its step
};

/// Losses of the three parts, by predict::Part, each a mean over batches; 0 for a part without batches.
using PartLosses = std::array<double, 3>;

struct FitReport
{
    PartLosses before{}; ///< with the loaded weights that the training started from; 0 where they were drawn
    PartLosses after{}; ///< with those of the best epoch
    std::vector<EpochLoss> epochs;
    int bestEpoch =
        0; ///< of the first member; whose weights the network has at the end; 0: those from before the first epoch
    double bestValidation = 0; ///< of that epoch
    bool stoppedEarly = false;
    double cpuSeconds = 0; ///< of the process, all threads
};

/// Called after each epoch on the thread that trains.
using EpochObserver = std::function<void(const EpochLoss&)>;

/// Seconds of processor time that the process has used.
[[nodiscard]] double processorSeconds();

} // namespace millrace::graphs

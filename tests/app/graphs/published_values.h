// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/graphs/published_model.h"
#include "core/predict/driple_synth.h"

#include <QtTest/QtTest>
#include <cmath>
#include <map>

/// Networks and data sets of the tests that compare with values of the published code.
namespace millrace::graphs {

inline const predict::DataSet& synth(char name)
{
    static std::map<char, predict::DataSet> sets;
    const auto found = sets.find(name);
    if (found != sets.end())
        return found->second;
    return sets.emplace(name, predict::makeDripleSynth(*predict::findSynthSetting(name))).first->second;
}

inline PublishedModel model(LayerKind layer, Transfer transfer = Transfer::None, std::uint64_t seed = 42)
{
    PublishedShape shape;
    shape.layer = layer;
    auto created = PublishedModel::create(shape, transfer, seed);
    if (!created)
        qFatal("%s", created.error().text().c_str());
    return *std::move(created);
}

inline bool isNear(double value, double expected, double relative, double absolute)
{
    return std::abs(value - expected) <= relative * std::abs(expected) + absolute;
}

/// Whether libtorch and BLAS use the instructions with which the values were made.
inline bool hasPublishedRounding()
{
#if defined(__x86_64__)
    return qEnvironmentVariable("OPENBLAS_CORETYPE") == "ZEN" && __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/// Tolerance of a loss of an epoch: rounding grows over the epochs, most where gradients are smallest.
inline double epochTolerance(int epoch, double expected)
{
    if (hasPublishedRounding())
        return 1e-6;
    return epoch <= 3 ? 1e-4 : 0.02 * expected;
}

/// Number of epochs that the tests of trainings run: 2, or MILLRACE_GRAPHS_EPOCHS in the nightly checks.
inline int testedEpochs()
{
    const int epochs = qEnvironmentVariableIntValue("MILLRACE_GRAPHS_EPOCHS");
    return epochs > 0 ? epochs : 2;
}

/// A loss pair of an epoch: that of the last training batch, and validation.
struct PublishedEpoch
{
    int epoch;
    double train;
    double validation;
};

} // namespace millrace::graphs

#define MR_NEAR(value, expected, relative, absolute)                                                                   \
    QVERIFY2(isNear(value, expected, relative, absolute),                                                              \
             qPrintable(QString("%1 instead of %2").arg(value, 0, 'g', 10).arg(expected, 0, 'g', 10)))

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/sample.h"

#include <cstdint>
#include <vector>

namespace millrace::predict::test {

/// Models of made samples: parameters, forward operations of one sample, tensors.
inline constexpr std::size_t madeModels = 8;

/// A setting of one of the models on 2 to 16 workers and lines of 0.1 to 10 Gbit/s.
Setting madeSetting(std::size_t model, double workers, double bitsPerSecond, double batch);

/// What such a job uses: bursts of the ring's bytes at a utilisation that falls with the number of workers and the
/// rate, computing at 30 to 60 % of the device; each value times exp(noise · normal), not above what is possible.
Sample madeSample(const Setting& setting, double noise, std::uint64_t seed);

/// `count` samples of random settings of the first `models` models.
std::vector<Sample> madeSamples(std::size_t count, double noise, std::uint64_t seed, std::size_t models = madeModels);

} // namespace millrace::predict::test

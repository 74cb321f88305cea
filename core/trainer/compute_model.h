// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/trainer/model.h"

#include <cstdint>
#include <map>
#include <optional>

namespace millrace::trainer {

/// Requested computation time of each step.
struct ComputeSpec
{
    std::optional<Nanoseconds> duration; ///< of a step on a device of normal speed; wins over deviceFlops
    std::optional<double> deviceFlops; ///< sustained floating-point operations per second
    double jitter = 0; ///< standard deviation relative to the duration, 0 to 0.3
    std::map<int, double> stragglers; ///< rank → factor on the computation time
    std::uint64_t seed = 1;

    bool operator==(const ComputeSpec&) const = default;
};

/// Sustained FLOP/s of a V100 on ResNet-50 in float32: 344 images a second (16 V100 at global batch 4096, KungFu's OSDI
/// 2020 artifact).
inline constexpr double defaultDeviceFlops = 8.4e12;

/// Time of forward and backward passes. Without a given duration it is 3 × forward FLOPs × batch ÷ device FLOP/s: the
/// backward pass costs twice the forward one (Kaplan et al. 2020, section 2.1). Without device
/// FLOP/s it is defaultDeviceFlops, or no time at all for a model of unknown FLOPs.
/// Each step is multiplied by 1 + jitter·z, z standard normal redrawn until |z| ≤ 3, so that the mean is unchanged and
/// no step falls below a tenth; then by the factor of a straggler. z depends on seed, rank and step alone.
class ComputeModel
{
public:
    /// Fails with InvalidInput for a jitter or factor out of range, and for a model whose FLOPs are not known but
    /// needed.
    [[nodiscard]] static Result<ComputeModel> make(const ComputeSpec& spec, const Model& model, int batch, int rank);
    [[nodiscard]] Nanoseconds durationOf(std::int64_t step) const;
    /// Duration of this rank without jitter.
    [[nodiscard]] Nanoseconds nominal() const noexcept
    {
        return Nanoseconds(static_cast<Nanoseconds::rep>(m_nanoseconds));
    }

private:
    ComputeModel() = default;

    double m_nanoseconds = 0;
    double m_jitter = 0;
    std::uint64_t m_seed = 0;
};

} // namespace millrace::trainer

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/compute_model.h"

#include "core/base/random.h"

#include <cmath>
#include <fmt/format.h>

namespace millrace::trainer {
namespace {

constexpr double maximumJitter = 0.3;
constexpr double truncation = 3;
constexpr double longest = 3600e9;

double truncatedNormal(Random& random)
{
    double z = random.normal();
    while (std::abs(z) > truncation)
        z = random.normal();
    return z;
}

Result<double> nominalNanoseconds(const ComputeSpec& spec, const Model& model, int batch)
{
    if (spec.duration)
        return static_cast<double>(spec.duration->count());
    if (model.forwardFlops <= 0 && !spec.deviceFlops)
        return 0.0;
    if (model.forwardFlops <= 0)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the FLOPs of model {} are unknown; give the compute time instead", model.name));
    const double speed = spec.deviceFlops.value_or(defaultDeviceFlops);
    if (!(speed > 0))
        return fail(ErrorCode::InvalidInput, fmt::format("a device of {} FLOP/s cannot compute", speed));
    return 3 * model.forwardFlops * batch / speed * 1e9;
}

} // namespace

Result<ComputeModel> ComputeModel::make(const ComputeSpec& spec, const Model& model, int batch, int rank)
{
    if (!(spec.jitter >= 0 && spec.jitter <= maximumJitter))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the compute jitter must be from 0 to {}, not {}", maximumJitter, spec.jitter));
    for (const auto& [slow, factor] : spec.stragglers) {
        if (!(factor > 0 && factor <= 1000))
            return fail(
                ErrorCode::InvalidInput,
                fmt::format("the straggler factor of rank {} must be above 0 and at most 1000, not {}", slow, factor));
    }
    MR_TRY(nominal, nominalNanoseconds(spec, model, batch));
    ComputeModel made;
    const auto straggler = spec.stragglers.find(rank);
    made.m_nanoseconds = nominal * (straggler == spec.stragglers.end() ? 1.0 : straggler->second);
    if (!(made.m_nanoseconds * (1 + truncation * spec.jitter) <= longest))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("a step of rank {} would compute for {:.0f} s; at most an hour is allowed", rank,
                                made.m_nanoseconds / 1e9));
    made.m_jitter = spec.jitter;
    made.m_seed = mixSeed(mixSeed(spec.seed) ^ static_cast<std::uint64_t>(rank));
    return made;
}

Nanoseconds ComputeModel::durationOf(std::int64_t step) const
{
    double factor = 1;
    if (m_jitter > 0) {
        Random random(m_seed ^ mixSeed(static_cast<std::uint64_t>(step)));
        factor += m_jitter * truncatedNormal(random);
    }
    return Nanoseconds(std::llround(m_nanoseconds * factor));
}

} // namespace millrace::trainer

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/reduce_kernel.h"

#include <algorithm>

namespace millrace::collective {

namespace {

[[gnu::always_inline]] inline void combine(Operator operation, float* __restrict target, const float* __restrict source,
                                           std::size_t count) noexcept
{
    switch (operation) {
    case Operator::Sum:
        for (std::size_t i = 0; i < count; ++i)
            target[i] += source[i];
        break;
    case Operator::Minimum:
        for (std::size_t i = 0; i < count; ++i)
            target[i] = source[i] < target[i] ? source[i] : target[i];
        break;
    case Operator::Maximum:
        for (std::size_t i = 0; i < count; ++i)
            target[i] = source[i] > target[i] ? source[i] : target[i];
        break;
    case Operator::Product:
        for (std::size_t i = 0; i < count; ++i)
            target[i] *= source[i];
        break;
    }
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void combineWide(Operator operation, float* target, const float* source,
                                         std::size_t count) noexcept
{
    combine(operation, target, source, count);
}
#endif

} // namespace

void reduceInto(Operator operation, float* target, const float* source, std::size_t count) noexcept
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        combineWide(operation, target, source, count);
        return;
    }
#endif
    combine(operation, target, source, count);
}

} // namespace millrace::collective

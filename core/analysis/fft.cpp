// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/fft.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <fftw3.h>
#include <mutex>

namespace millrace::analysis {

namespace {

/// FFTW's planner works on data that all threads share.
std::mutex& plannerMutex()
{
    static std::mutex mutex;
    return mutex;
}

} // namespace

std::size_t fastLength(std::size_t size) noexcept
{
    std::size_t best = std::bit_ceil(std::max<std::size_t>(size, 1));
    for (std::size_t five = 1; five < best; five *= 5) {
        for (std::size_t three = five; three < best; three *= 3) {
            std::size_t length = three;
            while (length < size)
                length *= 2;
            best = std::min(best, length);
        }
    }
    return best;
}

class RealFft::Plans
{
public:
    explicit Plans(std::size_t size)
    {
        const std::size_t complexes = size / 2 + 1;
        memory = fftw_alloc_complex(complexes);
        const std::lock_guard lock(plannerMutex());
        const int length = static_cast<int>(size);
        auto* real = reinterpret_cast<double*>(memory);
        forward = fftw_plan_dft_r2c_1d(length, real, memory, FFTW_ESTIMATE);
        backward = fftw_plan_dft_c2r_1d(length, memory, real, FFTW_ESTIMATE);
        std::fill_n(real, 2 * complexes, 0.0);
    }
    ~Plans()
    {
        const std::lock_guard lock(plannerMutex());
        fftw_destroy_plan(forward);
        fftw_destroy_plan(backward);
        fftw_free(memory);
    }
    Plans(const Plans&) = delete;
    Plans& operator=(const Plans&) = delete;

    fftw_complex* memory = nullptr;
    fftw_plan forward = nullptr;
    fftw_plan backward = nullptr;
};

RealFft::RealFft(std::size_t size) : m_size(size)
{
    assert(size > 0);
    m_plans = std::make_unique<Plans>(size);
}

RealFft::~RealFft() = default;

std::span<double> RealFft::values() noexcept
{
    return {reinterpret_cast<double*>(m_plans->memory), m_size};
}

std::span<std::complex<double>> RealFft::coefficients() noexcept
{
    return {reinterpret_cast<std::complex<double>*>(m_plans->memory), m_size / 2 + 1};
}

void RealFft::forward()
{
    fftw_execute(m_plans->forward);
}

void RealFft::backward()
{
    fftw_execute(m_plans->backward);
}

} // namespace millrace::analysis

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>

namespace millrace::analysis {

/// The smallest product of powers of 2, 3 and 5 that is at least `size`: a length with a fast transform.
[[nodiscard]] std::size_t fastLength(std::size_t size) noexcept;

/// The discrete Fourier transform of real values in place, by FFTW: 16 bytes for two values. An object is not
/// thread-safe; different objects may be used concurrently.
class RealFft
{
public:
    /// Of `size` values, above 0; all are 0 at first.
    explicit RealFft(std::size_t size);
    ~RealFft();
    RealFft(const RealFft&) = delete;
    RealFft& operator=(const RealFft&) = delete;

    [[nodiscard]] std::span<double> values() noexcept;
    /// The same memory after forward(): size / 2 + 1 coefficients, from frequency 0 up.
    [[nodiscard]] std::span<std::complex<double>> coefficients() noexcept;

    void forward();
    /// Back from coefficients to values, which are scaled by the size.
    void backward();

private:
    class Plans;
    std::size_t m_size;
    std::unique_ptr<Plans> m_plans;
};

} // namespace millrace::analysis

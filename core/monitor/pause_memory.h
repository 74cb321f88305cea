// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <deque>

namespace millrace::monitor {

/// Pauses of a job: runs of slow iterations that end by themselves, as while an asynchronous checkpoint is written.
/// Alarms must outlast recent pauses. Three similar pauses at equal distances are a pattern, and the next ones are
/// excused without a longer wait.
class PauseMemory
{
public:
    struct Pause
    {
        std::int64_t begin = 0; ///< number of its first value
        std::int64_t length = 0;
        double size = 0; ///< growth of the logarithm
    };

    /// Adds a finished pause. Single values are ignored.
    void add(const Pause& pause);
    /// Whether a pause is expected here and the value is not much slower than it.
    [[nodiscard]] bool foresees(std::int64_t number, double growth, double deviation) const noexcept;
    /// Length of the longest recent pause outside of the pattern; 0: none.
    [[nodiscard]] std::int64_t longest(std::int64_t number) const noexcept;

private:
    [[nodiscard]] bool isForeseen(const Pause& pause) const noexcept;
    void findPeriod();

    std::deque<Pause> m_pauses; ///< the last ones
    std::int64_t m_period = 0; ///< 0: none
    Pause m_pattern; ///< latest one, with the largest length and size of the three
};

} // namespace millrace::monitor

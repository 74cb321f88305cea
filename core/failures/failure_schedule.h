// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/random.h"
#include "core/failures/failure_spec.h"

#include <optional>
#include <vector>

namespace millrace::failures {

/// A failure that is to happen.
struct Failure
{
    FailureKind kind = FailureKind::Kill;
    Nanoseconds at{0}; ///< since the training began
    int worker = 0; ///< rank
    Nanoseconds lasts{0}; ///< of a kill: until it is started again, 0: never
    double factor = 1;
};

/// When which worker fails: the same for the same seeds, whatever happens meanwhile. Times between failures of a rate
/// are exponentially distributed; who fails is drawn uniformly. A worker that has failed cannot fail again before it is
/// over, and the last one that works does not fail: then the next one in the order of ranks fails instead, or none.
class FailureSchedule
{
public:
    FailureSchedule(const std::vector<FailureSpec>& specs, int workers, std::uint64_t seed);

    /// When the next one is due; nothing if there are no more.
    [[nodiscard]] std::optional<Nanoseconds> next() const noexcept;
    /// Takes what is due at this time, the earliest first. `works`: by rank, whether the worker is there and well.
    /// Nothing: no failure, or it was left out because nobody may fail.
    [[nodiscard]] std::optional<Failure> take(Nanoseconds now, const std::vector<bool>& works);
    /// Failures that were left out.
    [[nodiscard]] int leftOut() const noexcept { return m_leftOut; }

private:
    struct Source
    {
        FailureSpec spec;
        Random random;
        std::optional<Nanoseconds> next;
        std::size_t taken = 0;
    };
    void advance(Source& source);

    int m_workers;
    std::vector<Source> m_sources;
    int m_leftOut = 0;
};

} // namespace millrace::failures

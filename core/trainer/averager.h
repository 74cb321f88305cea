// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/collective/averaging_schedule.h"
#include "core/collective/compression.h"
#include "core/collective/session.h"

#include <cstdint>
#include <future>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace millrace::trainer {

/// The averagings of one rank during its steps: one fragment after another, compressed, and while steps go on. Without
/// compression the ranks get the sum and not the mean, which synthetic gradients can be held against exactly.
///
/// One thread calls it. While one is busy it uses the session, and nobody else may.
class Averager
{
public:
    /// `tensors`: elements of each, one after another in the arena, which outlives the use.
    Averager(collective::AveragingSchedule schedule, collective::Compression compression,
             std::span<const std::size_t> tensors);
    ~Averager();
    Averager(const Averager&) = delete;
    Averager& operator=(const Averager&) = delete;

    /// All that follows is over this session, which outlives its use.
    void use(collective::Session& session) noexcept { m_session = &session; }

    /// What an averaging was.
    struct Finished
    {
        std::uint64_t payload = 0; ///< bytes of one rank
        Nanoseconds took{0};
    };
    /// Begins one, which ends at once unless the schedule lets steps go on meanwhile.
    [[nodiscard]] Result<void> begin(int fragment, std::span<float> arena);
    /// Whether one is running. An error is that of the averaging.
    [[nodiscard]] Result<bool> busy();
    /// Waits for the end of the running one, if any.
    [[nodiscard]] Result<void> finish();
    /// The last one that has ended since the last call.
    [[nodiscard]] std::optional<Finished> take() noexcept { return std::exchange(m_finished, std::nullopt); }
    /// What the session has moved; while one is running, what it had moved before.
    [[nodiscard]] const collective::SessionStatistics& statistics();

private:
    [[nodiscard]] Result<Finished> average(int fragment, std::span<float> arena);
    [[nodiscard]] Result<void> keep(Result<Finished> finished);

    collective::AveragingSchedule m_schedule;
    collective::Compression m_compression;
    std::vector<collective::TensorList> m_tensors; ///< by fragment
    std::vector<collective::Fragment> m_fragments;
    std::vector<char> m_sent; ///< compressed values
    collective::Session* m_session = nullptr;
    std::future<Result<Finished>> m_running;
    std::optional<Finished> m_finished;
    collective::SessionStatistics m_statistics;
};

} // namespace millrace::trainer

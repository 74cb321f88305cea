// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <stop_token>
#include <string_view>

namespace millrace {

/// Last parameter of every long, blocking function: cancellation and progress.
struct JobContext
{
    std::stop_token stop;
    /// `done` and `total` in the job's own unit (bytes, packets, runs); total 0: not known. Called on the job's thread.
    std::function<void(long long done, long long total, std::string_view step)> report;

    [[nodiscard]] bool cancelled() const noexcept { return stop.stop_requested(); }
    void progress(long long done, long long total, std::string_view step) const
    {
        if (report)
            report(done, total, step);
    }
};

} // namespace millrace

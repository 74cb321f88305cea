// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/store/records.h"

#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

/// What a store says that a program under test has written, while it writes or afterwards.
namespace e2e {

/// The current attempts of the latest campaign of a store; none where there is no store yet.
[[nodiscard]] std::vector<millrace::store::RunRecord> runsOf(const std::filesystem::path& file);
[[nodiscard]] int countOf(const std::vector<millrace::store::RunRecord>& runs, millrace::store::RunState state);
/// By subject, which is empty for the whole run.
[[nodiscard]] std::map<std::string, double> metricsOf(const std::filesystem::path& file, millrace::store::RunId run,
                                                      const std::string& name);
/// Of the whole run; NaN when it has none of this name.
[[nodiscard]] double metricOf(const std::filesystem::path& file, millrace::store::RunId run, const std::string& name);
[[nodiscard]] std::vector<millrace::store::GateResult> gatesOf(const std::filesystem::path& file,
                                                               millrace::store::RunId run, const std::string& name);

template <typename Condition>
[[nodiscard]] bool waitFor(Condition condition, std::chrono::seconds most)
{
    using namespace std::chrono_literals;
    for (const millrace::Deadline end = millrace::deadlineIn(most); millrace::timeLeft(end) > 0ns;
         std::this_thread::sleep_for(20ms))
        if (condition())
            return true;
    return condition();
}

} // namespace e2e

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <filesystem>

namespace millrace::ui::test {

/// Makes a store of 6 · `repetitions` runs of three models on 2 and 4 workers, with series of sent and received bytes
/// whose bursts are those of the ring on a line of 1 Gbit/s with some noise, `stretch` times as long. Created if
/// missing; another campaign is added to an existing one.
void addMeasuredRuns(const std::filesystem::path& store, double stretch = 1, unsigned seed = 1, int repetitions = 8);

} // namespace millrace::ui::test

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/fakes/fake_runs.h"

#include <filesystem>

namespace e2e {

/// A project of 12 runs and its store with campaigns of every fate.
struct MadeCampaigns
{
    static constexpr int runs = 12;
    static constexpr int failed = 2; ///< positions in the first campaign
    static constexpr int invalid = 4;

    std::filesystem::path project;
    std::filesystem::path store;
};

/// The first campaign is stopped in its sixth run, resumed, and finished but for one failed and one invalid run, and
/// one that was cancelled before it began. The second, which takes its place, was being executed by a program that died
/// in its fourth run. Throws std::runtime_error.
[[nodiscard]] MadeCampaigns makeCampaigns(const std::filesystem::path& folder, millrace::test::FakeRuns& runs);

} // namespace e2e

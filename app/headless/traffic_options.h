// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/crosstraffic/traffic_profile.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace millrace::headless {

/// Cross-traffic profile on a command line: one of a project, changed by options, or made of options alone.
struct TrafficOptions
{
    std::string project;
    std::string profile;
    std::string pattern;
    std::string rate;
    std::string duration;
    std::string sizes; ///< a name, a file or a size
    std::string convention;
    double unitBytes = 0;
    double scale = 0;
    double variation = 0;
    std::string onTime;
    std::string offTime;
    std::string period;
    std::string width;
    std::string share;
    std::string trace;
    int streams = 0;
    std::string matrix;
    std::vector<std::string> sources;
    std::vector<std::string> destinations;
    bool chance = false; ///< no exact volume
    std::uint64_t seed = 1;
};

void addTrafficOptions(CLI::App& command, TrafficOptions& options);
/// Returns the profile without errors; its warnings go to stderr.
[[nodiscard]] Result<crosstraffic::TrafficProfile> profileOf(const TrafficOptions& options);
/// A name of sizes, "10MB", or a file.
[[nodiscard]] crosstraffic::SizeSpec sizesFrom(const std::string& text);

} // namespace millrace::headless

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/traffic_profile.h"

#include "core/base/text.h"
#include "core/base/units.h"

#include <fmt/format.h>

namespace millrace::crosstraffic {

namespace {

/// "10 MB", "200 kB", "1460 B".
std::string roundSize(std::uint64_t bytes)
{
    constexpr std::uint64_t million = 1'000'000;
    if (bytes % million == 0)
        return fmt::format("{} MB", bytes / million);
    return bytes % 1000 == 0 ? fmt::format("{} kB", bytes / 1000) : fmt::format("{} B", bytes);
}

std::string sizeNames(const TrafficProfile& profile)
{
    if (profile.pattern == Pattern::PublishedPoisson || profile.sizes.name == "fixed")
        return fmt::format("{} flows", roundSize(profile.sizes.fixedBytes));
    if (profile.pattern == Pattern::PublishedConsistent || profile.pattern == Pattern::PublishedBurst)
        return "web-search-study";
    return profile.sizes.name == "file" ? profile.sizes.file.filename().string() : profile.sizes.name;
}

std::string sizesText(const TrafficProfile& profile)
{
    if (profile.pattern == Pattern::Trace)
        return profile.file.filename().string();
    const std::string names = sizeNames(profile);
    return profile.sizes.scale == 1 ? names : fmt::format("{} × {}", names, shortest(profile.sizes.scale));
}

/// "40 Mbit/s of web-search-study".
std::string amountText(const TrafficProfile& profile)
{
    const std::string rate = profile.bitsPerSecond > 0 ? humanRate(profile.bitsPerSecond) : std::string();
    if (profile.slowdown > 0)
        return fmt::format("steps {} longer", fractionText(profile.slowdown));
    if (profile.pattern != Pattern::Stream)
        return rate.empty() ? sizesText(profile) : fmt::format("{} of {}", rate, sizesText(profile));
    return fmt::format("{} in {} {}", rate.empty() ? "unlimited" : rate, profile.streams,
                       profile.streams == 1 ? "connection" : "connections");
}

std::string wayText(const TrafficProfile& profile)
{
    const auto firstOf = [](const std::vector<std::string>& names) {
        return names.empty() ? std::string("?") : names.front();
    };
    const bool one = profile.matrix == Matrix::One;
    const std::string from = one ? firstOf(profile.sources) : join(profile.sources, ", ");
    const bool many = profile.matrix == Matrix::Many || profile.matrix == Matrix::AllToAll;
    const std::string to = many ? join(profile.destinations, ", ") : firstOf(profile.destinations);
    return fmt::format("{}{} → {}", one ? "" : fmt::format("{} ", matrixName(profile.matrix)), from, to);
}

} // namespace

std::string_view patternName(Pattern pattern) noexcept
{
    return patternNames[static_cast<std::size_t>(pattern)];
}

std::vector<Pattern> allPatterns()
{
    std::vector<Pattern> all;
    for (std::size_t i = 0; i < patternNames.size(); ++i)
        all.push_back(static_cast<Pattern>(i));
    return all;
}

std::string_view matrixName(Matrix matrix) noexcept
{
    return matrixNames[static_cast<std::size_t>(matrix)];
}

std::string_view transportName(Transport transport) noexcept
{
    return transportNames[static_cast<std::size_t>(transport)];
}

std::string describe(const TrafficProfile& profile)
{
    std::string text =
        fmt::format("{}, {}, {}", patternName(profile.pattern), amountText(profile), transportName(profile.transport));
    if (profile.dscp != 0)
        text += fmt::format(" DSCP {}", profile.dscp);
    if (!profile.congestionControl.empty())
        text += fmt::format(" {}", profile.congestionControl);
    return fmt::format("{}, {}", text, wayText(profile));
}

} // namespace millrace::crosstraffic

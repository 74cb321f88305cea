// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/statistics.h"
#include "core/base/unknown.h"
#include "core/studies/flumen/published_rates.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::studies::flumen {

namespace {

/// Bytes at one time.
struct LogEntry
{
    std::int64_t time = 0;
    std::uint64_t bytes = 0;
    bool shortGap = false; ///< to the next entry
};

double bitsPerNanosecond(std::uint64_t bytes, std::int64_t nanoseconds)
{
    return static_cast<double>(bytes) * 8 / static_cast<double>(nanoseconds);
}

/// The scripts' moving window: `width` entries over the time to the next entry, advanced by half the width.
std::vector<RateWindow> movingWindows(std::span<const LogEntry> entries, std::size_t width)
{
    std::vector<RateWindow> windows;
    const std::size_t step = width / 2 + 1;
    for (std::size_t i = 0; i + width < entries.size(); i += step) {
        std::int64_t time = entries[i + width].time - entries[i].time;
        if (time == 0 && i + width + 1 < entries.size())
            time = entries[i + width + 1].time - entries[i].time;
        std::uint64_t bytes = 0;
        std::size_t shortGaps = 0;
        for (std::size_t k = i; k < i + width; ++k) {
            bytes += entries[k].bytes;
            shortGaps += entries[k].shortGap ? 1 : 0;
        }
        if (time != 0)
            windows.push_back({static_cast<double>(entries[i + width / 2].time) / 1e9, bitsPerNanosecond(bytes, time),
                               static_cast<double>(shortGaps)});
    }
    return windows;
}

void scaleBursts(std::vector<RateWindow>& windows)
{
    double most = 0;
    for (const RateWindow& window : windows)
        most = std::max(most, window.burst);
    for (RateWindow& window : windows)
        window.burst = most > 0 ? window.burst / most : 0;
}

/// The entries of one log on the script's axis: differences of times of day accumulated from `begin`, the first
/// relative to `before`, which belongs to another log.
std::vector<LogEntry> publishedEntries(const std::vector<LoggedPacket>& log, std::int64_t begin, std::int64_t before)
{
    std::vector<LogEntry> entries{{begin, log.front().payloadBytes, false}};
    std::int64_t old = begin;
    for (std::size_t i = 1; i < log.size(); ++i) {
        if (log[i].payloadBytes == 0)
            continue;
        const std::int64_t total = log[i].timeOfDay() - before + entries.back().time;
        if (total == old)
            entries.back().bytes += log[i].payloadBytes;
        else
            entries.push_back({total, log[i].payloadBytes, false});
        old = total;
        before = log[i].timeOfDay();
    }
    return entries;
}

std::vector<LogEntry> rightEntries(std::span<const LoggedPacket> log, std::int64_t origin, bool keepEmpty)
{
    std::vector<LogEntry> entries;
    for (const LoggedPacket& packet : log) {
        if (packet.payloadBytes == 0 && !keepEmpty)
            continue;
        if (!entries.empty() && entries.back().time == packet.time - origin)
            entries.back().bytes += packet.payloadBytes;
        else
            entries.push_back({packet.time - origin, packet.payloadBytes, false});
    }
    return entries;
}

std::uint64_t bytesOf(std::span<const LogEntry> entries)
{
    std::uint64_t bytes = 0;
    for (const LogEntry& entry : entries)
        bytes += entry.bytes;
    return bytes;
}

double rightRate(std::span<const LogEntry> entries)
{
    if (entries.size() < 2)
        return unknown;
    return bitsPerNanosecond(bytesOf(entries.subspan(1)), entries.back().time - entries.front().time);
}

report::PublishedFigures syncedFigures(const SyncedRates& rates, std::span<const LogEntry> published,
                                       std::span<const LogEntry> right, std::size_t number)
{
    const std::string subject = fmt::format("log {}", number + 1);
    const std::int64_t end = published.back().time;
    const std::vector<double> publishedRates = ratesOf(rates.windows), rightRates = ratesOf(rates.right);
    return {
        {"rate.long-term", subject, "Gbit/s", end == 0 ? unknown : bitsPerNanosecond(bytesOf(published), end),
         rightRate(right), "all payload by the last time on the common axis",
         "payload after the first packet by the time from the first packet to the last",
         "the published time starts at the earliest log"},
        {"rate.deviation", subject, "Gbit/s", publishedRates.empty() ? unknown : populationDeviation(publishedRates),
         rightRates.empty() ? unknown : populationDeviation(rightRates), "population deviation of the moving windows",
         "the same on the right clock", "the first published window has the time of another log"},
    };
}

} // namespace

Result<std::vector<SyncedRates>> syncedRates(std::span<const std::vector<LoggedPacket>> logs, std::size_t width)
{
    if (logs.size() < 2 || width == 0 || std::ranges::any_of(logs, [](const auto& log) { return log.empty(); }))
        return fail(ErrorCode::InvalidInput,
                    "rates on one axis need two or more logs with packets, and a width above 0");
    std::vector<std::int64_t> published(logs.size());
    std::int64_t origin = logs.front().front().time;
    for (std::size_t i = 0; i < logs.size(); ++i) {
        // The script takes the first line's time from the previous log.
        published[i] = logs[(i + logs.size() - 1) % logs.size()].front().timeOfDay();
        origin = std::min(origin, logs[i].front().time);
    }
    const std::int64_t zero = *std::ranges::min_element(published);
    std::vector<SyncedRates> result(logs.size());
    for (std::size_t i = 0; i < logs.size(); ++i) {
        const std::vector<LogEntry> entries = publishedEntries(logs[i], published[i] - zero, published[i]);
        const std::vector<LogEntry> right = rightEntries(logs[i], origin, false);
        result[i].windows = movingWindows(entries, width);
        result[i].right = movingWindows(right, width);
        result[i].figures = syncedFigures(result[i], entries, right, i);
    }
    return result;
}

Result<BurstWindows> burstWindows(std::span<const LoggedPacket> packets, std::size_t width, std::int64_t gap)
{
    if (width == 0 || packets.empty())
        return fail(ErrorCode::InvalidInput, "burst windows need packets and a width above 0");
    std::vector<LogEntry> entries = rightEntries(packets, packets.front().time, true);
    if (entries.size() < width)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} packets at different times are fewer than one window of {}; choose a smaller one",
                                entries.size(), width));
    std::size_t shortGaps = 0;
    for (std::size_t i = 0; i + 1 < entries.size(); ++i) {
        entries[i].shortGap = entries[i + 1].time - entries[i].time < gap;
        shortGaps += entries[i].shortGap ? 1 : 0;
    }
    BurstWindows result;
    result.windows = movingWindows(entries, width);
    scaleBursts(result.windows);
    const std::int64_t last = entries.back().time;
    const auto share =
        static_cast<double>(shortGaps) / static_cast<double>(std::max<std::size_t>(entries.size() - 1, 1));
    result.figures = {
        {"rate.long-term", "", "Gbit/s", last == 0 ? unknown : bitsPerNanosecond(bytesOf(entries), last),
         rightRate(entries), "all bytes by the last time",
         "bytes after the first packet by the time from the first packet to the last",
         "the first packet's bytes belong to no time in the log"},
        {"bursts.short-gaps", "", "", share, share,
         fmt::format("share of the gaps that are shorter than {} µs", gap / 1000), "the same", ""},
    };
    return result;
}

} // namespace millrace::studies::flumen

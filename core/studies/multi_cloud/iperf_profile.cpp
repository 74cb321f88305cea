// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/multi_cloud/iperf_profile.h"

#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/importers/csv_table.h"
#include "core/importers/table_times.h"
#include "core/importers/table_units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::multi_cloud {

namespace {

constexpr std::array<std::string_view, 7> columnNames = {
    "timestamp", "local_hostname", "target_hostname", "target_ip", "bandwidth", "bandwidth_metric", "avg_ping_ms"};

/// bit/s; 0: not a rate as iperf prints it.
[[nodiscard]] double bitsOf(std::string_view text)
{
    const auto unit = text.ends_with("bits/sec") ? importers::storeUnitOf(text) : std::nullopt;
    return unit && unit->unit == "bit/s" ? unit->factor : 0;
}

[[nodiscard]] double bytesOf(std::string_view unit) noexcept
{
    if (unit == "GBytes")
        return 1073741824;
    if (unit == "MBytes")
        return 1048576;
    return unit == "KBytes" ? 1024 : 0;
}

/// A row with a transferred volume in place of the rate is the line of one stream: the line of their sum would not be
/// shifted. Rows hardly faster than such a stream are also lines of one stream.
void dropSingleStreams(IperfProfile& profile, const std::vector<double>& volumes, const std::string& name)
{
    constexpr double transferTime = 10; // s
    constexpr double clearlyFaster = 2;
    if (profile.streams < 4 || volumes.empty())
        return;
    const double most = clearlyFaster * std::ranges::max(volumes) * 8 / transferTime;
    std::erase_if(profile.rows, [&](const IperfMeasurement& row) {
        if (row.rate >= most)
            return false;
        countIssue(profile.issues,
                   {"single-stream-row", Severity::Warning, 1,
                    fmt::format("{:.4g} Mbit/s is the rate of one of {} streams", row.rate / 1e6, profile.streams),
                    fmt::format("{} line {}", name, row.line)});
        return true;
    });
}

/// Host, streams and addition, from the name of a file.
void readName(IperfProfile& profile, std::string_view name)
{
    if (name.ends_with(".csv"))
        name.remove_suffix(4);
    if (name.starts_with("iperf-profile-"))
        name.remove_prefix(14);
    const auto dash = name.rfind('-');
    if (dash != std::string_view::npos && name.ends_with("thread")) {
        const auto streams = parseInteger(name.substr(dash + 1, name.size() - dash - 7));
        if (streams && *streams > 0 && *streams < 100'000) {
            profile.streams = static_cast<int>(*streams);
            name = name.substr(0, dash);
        }
    }
    if (name.ends_with("-p2")) {
        profile.later = true;
        name.remove_suffix(3);
    }
    profile.host = name;
}

} // namespace

bool isIperfProfileHeader(std::string_view firstLine)
{
    return firstLine.find("target_hostname") != std::string_view::npos
        && firstLine.find("bandwidth_metric") != std::string_view::npos;
}

Result<IperfProfile> readIperfProfile(std::string text, const std::string& name)
{
    MR_TRY(table, importers::CsvTable::parse(std::move(text), name, {.delimiter = ','}));
    std::array<std::size_t, columnNames.size()> at{};
    for (std::size_t i = 0; i < columnNames.size(); ++i) {
        const auto column = table.column(columnNames[i]);
        if (!column)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("{} is not a network profile: it has no column {}", name, columnNames[i]));
        at[i] = *column;
    }
    IperfProfile profile;
    readName(profile, name);
    profile.issues = table.issues();
    std::vector<double> volumes; ///< B, in place of rates
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const auto bad = [&](const char* kind, std::string_view example) {
            countIssue(profile.issues,
                       {kind, Severity::Warning, 1, std::string(example.substr(0, 80)), table.place(row)});
        };
        const double scale = bitsOf(table.text(row, at[5]));
        const auto rate = parseDouble(table.text(row, at[4]));
        if (scale == 0 || !rate || !std::isfinite(*rate) || *rate < 0) {
            const auto volume = parseDouble(table.text(row, at[5]));
            if (const double bytes = bytesOf(table.text(row, at[4])); bytes > 0 && volume && *volume > 0)
                volumes.push_back(*volume * bytes);
            bad("shifted-row", fmt::format("rate \"{}\", unit \"{}\"", table.text(row, at[4]), table.text(row, at[5])));
            continue;
        }
        const auto time = importers::parseTableTime(table.text(row, at[0]), {}); // as if it were UTC
        if (!time)
            bad("bad-time", table.text(row, at[0]));
        const auto ping = parseDouble(table.text(row, at[6]));
        const bool known = ping && std::isfinite(*ping) && *ping >= 0;
        if (!known)
            bad("bad-ping", table.text(row, at[6]));
        const std::string_view from = table.text(row, at[1]);
        profile.rows.push_back({time.value_or(0), from.empty() ? profile.host : std::string(from),
                                std::string(table.text(row, at[2])), std::string(table.text(row, at[3])), *rate * scale,
                                known ? *ping / 1e3 : unknown, table.line(row)});
    }
    dropSingleStreams(profile, volumes, name);
    return profile;
}

const importers::FileFormat iperfProfileFormat{
    .name = "iperf-profile",
    .kind = importers::FileKind::Table,
    .sign = importers::FormatSign::Header,
    .match = [](const importers::FileHead& head) {
        return importers::matchIf(head.header().starts_with("timestamp,local_hostname,target_hostname"), 0.95,
                                  "its header is that of the network profiles");
    }};

} // namespace millrace::studies::multi_cloud

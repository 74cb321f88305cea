// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/replay/capture_source.h"

#include "core/store/series_kinds.h"

#include <algorithm>
#include <map>

namespace millrace::replay {
namespace {

constexpr std::int64_t step = 100'000'000; // ns
constexpr std::size_t mostValues = 20'000'000;

} // namespace

CaptureSource::CaptureSource(const analysis::TrafficSummary& traffic)
{
    for (const auto& address : traffic.addresses)
        m_addresses.push_back(address.text());
    std::map<std::pair<std::int64_t, std::uint32_t>, double> bytes;
    const analysis::FlowBins& bins = traffic.bins;
    for (std::size_t flow = 0; flow < traffic.flows.size() && flow + 1 < bins.begin.size(); ++flow)
        for (std::uint64_t row = bins.begin[flow]; row < bins.begin[flow + 1]; ++row) {
            const std::int64_t time = bins.start + static_cast<std::int64_t>(bins.index[row]) * bins.width;
            const auto key = std::pair(time / step, traffic.flows[flow].source);
            if (bytes.size() < mostValues || bytes.contains(key))
                bytes[key] += bins.wireBytes[row];
        }
    for (const auto& [place, sum] : bytes)
        m_values.push_back({Nanoseconds((place.first + 1) * step), place.second, 8e9 * sum / double(step)});
    if (!m_values.empty())
        m_span = {m_values.front().wall, m_values.back().wall};
}

Result<std::optional<ReplayItem>> CaptureSource::next(const JobContext& job)
{
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the replay was stopped");
    if (m_place == m_values.size())
        return std::optional<ReplayItem>();
    const Value& value = m_values[m_place++];
    return std::optional(ReplayItem{value.wall,
                                    SeriesValue{std::string(store::series::netSent.name), m_addresses[value.address],
                                                std::string(store::series::netSent.unit), value.bitsPerSecond}});
}

} // namespace millrace::replay

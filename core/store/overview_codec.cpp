// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/overview_codec.h"

#include "core/analysis/series_pyramid.h"

#include <algorithm>

namespace millrace::store {

namespace {

constexpr std::byte overviewFormat{1};

std::size_t blockCount(std::size_t samples)
{
    return (samples + overviewSamples - 1) / overviewSamples;
}

} // namespace

ChunkOverview encodeOverview(ChunkEncoder& encoder, std::span<const std::int64_t> times, std::span<const double> values)
{
    std::vector<std::int64_t> edges;
    std::vector<double> numbers;
    Bytes gaps;
    for (std::size_t at = 0; at < times.size(); at += overviewSamples) {
        const std::size_t size = std::min(overviewSamples, times.size() - at);
        const auto block = analysis::columnOf(times.subspan(at, size), values.subspan(at, size));
        edges.insert(edges.end(), {block.firstTime, block.lastTime});
        numbers.insert(numbers.end(), {block.minimum, block.maximum, block.first, block.last});
        appendVarint(gaps, static_cast<std::uint64_t>(block.gaps));
    }
    ChunkOverview overview;
    const auto [earliest, latest] = std::minmax_element(times.begin(), times.end());
    overview.earliest = *earliest;
    overview.latest = *latest;
    overview.blocks.push_back(overviewFormat);
    appendVarint(overview.blocks, times.size());
    encoder.appendTimes(overview.blocks, edges);
    encoder.appendValues(overview.blocks, numbers);
    appendBytes(overview.blocks, gaps);
    appendChecksum(overview.blocks);
    return overview;
}

Result<void> OverviewDecoder::decode(std::span<const std::byte> bytes, std::vector<analysis::SeriesColumn>& blocks)
{
    MR_TRY(body, checked(bytes));
    ByteReader in(body);
    MR_TRY(version, in.byte());
    MR_TRY(samples, in.varint());
    if (static_cast<std::byte>(version) != overviewFormat || samples == 0 || samples > chunkSamples)
        return fail(ErrorCode::Corrupt, "an overview is coded in an unknown way");
    const std::size_t count = blockCount(static_cast<std::size_t>(samples));
    m_times.resize(2 * count);
    m_values.resize(4 * count);
    MR_CHECK(m_decoder.takeTimes(in, m_times));
    MR_CHECK(m_decoder.takeValues(in, m_values));
    const std::size_t before = blocks.size();
    for (std::size_t i = 0; i < count; ++i) {
        auto gaps = in.varint();
        const std::uint64_t size = std::min<std::uint64_t>(overviewSamples, samples - i * overviewSamples);
        if (!gaps || *gaps > size) {
            blocks.resize(before);
            return fail(ErrorCode::Corrupt, "an overview counts more gaps than samples");
        }
        blocks.push_back({m_times[2 * i], m_times[2 * i + 1], m_values[4 * i], m_values[4 * i + 1], m_values[4 * i + 2],
                          m_values[4 * i + 3], static_cast<std::int64_t>(size - *gaps),
                          static_cast<std::int64_t>(*gaps)});
    }
    return {};
}

} // namespace millrace::store

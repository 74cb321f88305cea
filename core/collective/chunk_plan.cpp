// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/chunk_plan.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace millrace::collective {

namespace {

constexpr std::size_t kungFuChunkBytes = std::size_t(1) << 20;
constexpr std::array<std::string_view, 3> hashNames{"NAME", "SIMPLE", "BALANCED"};

std::size_t divideUp(std::size_t value, std::size_t by)
{
    return (value + by - 1) / by;
}

/// Calls piece(index, begin, end) for `count` pieces of [0, elements), the first `elements mod count` one longer.
template <typename Piece>
void cutEvenly(std::size_t elements, std::size_t count, Piece piece)
{
    std::size_t begin = 0;
    for (std::size_t index = 0; index < count; ++index) {
        const std::size_t end = begin + elements / count + (index < elements % count ? 1 : 0);
        piece(index, begin, end);
        begin = end;
    }
}

/// Returns the pair with the fewest elements so far, the lowest number among equals.
class Balancer
{
public:
    explicit Balancer(std::size_t pairs) : m_loads(pairs, 0) { }
    std::uint32_t place(std::size_t elements)
    {
        const auto least = std::min_element(m_loads.begin(), m_loads.end());
        *least += elements;
        return static_cast<std::uint32_t>(least - m_loads.begin());
    }

private:
    std::vector<std::size_t> m_loads;
};

std::vector<Chunk> planWhole(const TensorList& tensors, const ChunkRule& rule)
{
    std::vector<Chunk> chunks;
    Balancer balancer(rule.pairs);
    for (const Tensor& tensor : tensors) {
        const std::size_t count = divideUp(tensor.elements * rule.elementBytes, kungFuChunkBytes);
        cutEvenly(tensor.elements, count, [&](std::size_t index, std::size_t begin, std::size_t end) {
            std::uint32_t pair = 0;
            if (rule.hash == ChunkHash::Name)
                pair = static_cast<std::uint32_t>(nameHash(chunkName(tensor.name, begin, end)) % rule.pairs);
            else if (rule.hash == ChunkHash::Simple)
                pair = static_cast<std::uint32_t>(index % rule.pairs);
            else
                pair = balancer.place(end - begin);
            chunks.push_back({tensor.begin + begin, tensor.begin + end, pair});
        });
    }
    return chunks;
}

/// Merges adjacent tensors.
std::vector<Chunk> contiguousRuns(const TensorList& tensors)
{
    std::vector<Chunk> runs;
    for (const Tensor& tensor : tensors) {
        if (tensor.elements == 0)
            continue;
        if (!runs.empty() && runs.back().end == tensor.begin)
            runs.back().end += tensor.elements;
        else
            runs.push_back({tensor.begin, tensor.begin + tensor.elements, 0});
    }
    return runs;
}

std::size_t segmentBytesFor(std::size_t totalBytes, const ChunkRule& rule)
{
    if (rule.segmentBytes > 0)
        return std::max(rule.segmentBytes, rule.elementBytes);
    return std::clamp<std::size_t>(totalBytes / rule.pairs / 4, 128 << 10, 1 << 20);
}

/// Segments of at most so many bytes, a multiple of the streams.
std::size_t segmentsOf(std::size_t bytes, std::size_t segmentBytes, int streams)
{
    const auto multiple = static_cast<std::size_t>(streams);
    return divideUp(divideUp(bytes, segmentBytes), multiple) * multiple;
}

/// Every pair has one piece of the elements, as large as its part says, cut into segments. The pairs take turns.
void planParts(const Chunk& run, std::size_t segmentBytes, const ChunkRule& rule, std::vector<Chunk>& chunks)
{
    struct Placed
    {
        double turn;
        Chunk chunk;
    };
    std::vector<Placed> placed;
    const double all = std::accumulate(rule.parts.begin(), rule.parts.end(), 0.0);
    double until = 0;
    std::size_t begin = run.begin;
    for (std::size_t pair = 0; pair < rule.pairs; ++pair) {
        until += rule.parts[pair] / all;
        const std::size_t end = pair + 1 == rule.pairs
            ? run.end
            : std::clamp(run.begin
                             + static_cast<std::size_t>(std::llround(until * static_cast<double>(run.elements()))),
                         begin, run.end);
        const std::size_t count =
            std::min(end - begin, segmentsOf((end - begin) * rule.elementBytes, segmentBytes, rule.streams));
        cutEvenly(end - begin, count, [&](std::size_t index, std::size_t from, std::size_t to) {
            placed.push_back({(static_cast<double>(index) + 0.5) / static_cast<double>(count),
                              {begin + from, begin + to, static_cast<std::uint32_t>(pair)}});
        });
        begin = end;
    }
    std::ranges::stable_sort(placed, {}, &Placed::turn);
    for (const Placed& each : placed)
        chunks.push_back(each.chunk);
}

std::vector<Chunk> planShards(const TensorList& tensors, const ChunkRule& rule)
{
    std::vector<Chunk> chunks;
    Balancer balancer(rule.pairs);
    for (const Chunk& run : contiguousRuns(tensors)) {
        const std::size_t bytes = run.elements() * rule.elementBytes;
        if (rule.parts.size() == rule.pairs) {
            planParts(run, segmentBytesFor(bytes, rule), rule, chunks);
            continue;
        }
        const std::size_t rounds = segmentsOf(bytes, rule.pairs * segmentBytesFor(bytes, rule), rule.streams);
        const std::size_t count = std::min(run.elements(), rule.pairs * rounds);
        cutEvenly(run.elements(), count, [&](std::size_t, std::size_t begin, std::size_t end) {
            chunks.push_back({run.begin + begin, run.begin + end, balancer.place(end - begin)});
        });
    }
    return chunks;
}

} // namespace

TensorList tensorsOfSizes(std::span<const std::size_t> elements)
{
    TensorList tensors;
    std::size_t begin = 0;
    for (std::size_t index = 0; index < elements.size(); ++index) {
        tensors.push_back({fmt::format("NegotiatedGrad_{}/AllReduce", index), begin, elements[index]});
        begin += elements[index];
    }
    return tensors;
}

std::string_view chunkHashName(ChunkHash hash) noexcept
{
    return hashNames[static_cast<std::size_t>(hash)];
}

Result<ChunkHash> parseChunkHash(std::string_view name)
{
    const auto found = std::find(hashNames.begin(), hashNames.end(), name);
    if (found == hashNames.end())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" is not a chunk hash; available: NAME, SIMPLE and BALANCED", name));
    return static_cast<ChunkHash>(found - hashNames.begin());
}

std::vector<Chunk> planChunks(const TensorList& tensors, const ChunkRule& rule)
{
    return isSharded(rule.strategy) ? planShards(tensors, rule) : planWhole(tensors, rule);
}

std::string chunkName(std::string_view tensor, std::size_t begin, std::size_t end)
{
    return fmt::format("part::{}[{}:{}]", tensor, begin, end);
}

std::uint64_t nameHash(std::string_view name) noexcept
{
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < name.size();) {
        const auto lead = static_cast<unsigned char>(name[at++]);
        std::uint64_t point = lead < 0x80 ? lead
            : lead < 0xe0                 ? lead & 0x1fu
            : lead < 0xf0                 ? lead & 0x0fu
                                          : lead & 0x07u;
        while (at < name.size() && (static_cast<unsigned char>(name[at]) & 0xc0u) == 0x80u)
            point = (point << 6) | (static_cast<unsigned char>(name[at++]) & 0x3fu);
        sum += point * point;
    }
    return sum;
}

} // namespace millrace::collective

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/chunk_plan.h"

#include <QtTest>
#include <algorithm>
#include <array>
#include <numeric>

using namespace millrace;
using namespace millrace::collective;

namespace {

/// Tensor sizes of KungFu's fake VGG16.
std::vector<std::size_t> vgg16()
{
    std::vector<std::size_t> counts{1728,   64,  36864,  64,  73728,  128, 147456,  128,
                                    294912, 256, 589824, 256, 589824, 256, 1179648, 512};
    for (int layer = 0; layer < 5; ++layer)
        counts.insert(counts.end(), {2359296, 512});
    counts.insert(counts.end(), {102760448, 4096, 16777216, 4096, 4096000, 1000});
    return counts;
}

double maxOverMean(const std::vector<std::size_t>& loads)
{
    const auto sum = static_cast<double>(std::accumulate(loads.begin(), loads.end(), std::size_t(0)));
    return static_cast<double>(*std::max_element(loads.begin(), loads.end())) * static_cast<double>(loads.size()) / sum;
}

/// Elements per pair.
std::vector<std::size_t> pairLoads(std::span<const Chunk> chunks, std::size_t pairs)
{
    std::vector<std::size_t> loads(pairs, 0);
    for (const Chunk& chunk : chunks)
        loads[chunk.pair] += chunk.elements();
    return loads;
}

double imbalance(ChunkHash hash, std::size_t pairs)
{
    const auto chunks = planChunks(tensorsOfSizes(vgg16()), {Strategy::Clique, hash, pairs, 0});
    return maxOverMean(pairLoads(chunks, pairs));
}

/// Every element of the tensors once, in order, no chunk empty.
bool covers(const std::vector<Chunk>& chunks, const TensorList& tensors)
{
    std::size_t index = 0;
    for (const Tensor& tensor : tensors) {
        for (std::size_t at = tensor.begin; at < tensor.begin + tensor.elements; at = chunks[index++].end) {
            if (index >= chunks.size() || chunks[index].begin != at || chunks[index].end <= at
                || chunks[index].end > tensor.begin + tensor.elements)
                return false;
        }
    }
    return index == chunks.size();
}

} // namespace

class TestChunkPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAndHashesAreKungFus()
    {
        QCOMPARE(chunkName("NegotiatedGrad_0/AllReduce", 0, 1000),
                 std::string("part::NegotiatedGrad_0/AllReduce[0:1000]"));
        QCOMPARE(nameHash("part::NegotiatedGrad_0/AllReduce[0:1000]"), std::uint64_t(332959));
        QCOMPARE(nameHash("part::NegotiatedGrad_1/AllReduce[0:256000]"), std::uint64_t(338880));
        QCOMPARE(nameHash("é"), std::uint64_t(0xe9 * 0xe9));
        QCOMPARE(nameHash("€𝄞"), std::uint64_t(0x20ac) * 0x20ac + std::uint64_t(0x1d11e) * 0x1d11e);
    }

    void chunksAreAtMostOneMebibyteAndEven()
    {
        const TensorList tensors = tensorsOfSizes(std::array<std::size_t, 5>{0, 1, 262144, 262145, 1000003});
        const auto chunks = planChunks(tensors, {Strategy::Ring, ChunkHash::Simple, 3, 0});
        QVERIFY(covers(chunks, tensors));
        QCOMPARE(chunks.size(), std::size_t(0 + 1 + 1 + 2 + 4));
        std::vector<std::size_t> sizes;
        std::vector<std::uint32_t> pairs;
        for (const Chunk& chunk : chunks) {
            sizes.push_back(chunk.elements());
            pairs.push_back(chunk.pair);
        }
        QVERIFY((sizes == std::vector<std::size_t>{1, 262144, 131073, 131072, 250001, 250001, 250001, 250000}));
        QVERIFY((pairs == std::vector<std::uint32_t>{0, 0, 0, 1, 0, 1, 2, 0}));
    }

    void chunkCountsOfVgg16()
    {
        const auto counts = vgg16();
        QCOMPARE(counts.size(), std::size_t(32));
        const auto total = std::accumulate(counts.begin(), counts.end(), std::size_t(0));
        QCOMPARE(total, std::size_t(138357544));
        QCOMPARE(planChunks(tensorsOfSizes(counts), {Strategy::Star, ChunkHash::Name, 1, 0}).size(), std::size_t(550));
        QCOMPARE(planChunks(tensorsOfSizes(std::array{total}), {Strategy::Star, ChunkHash::Name, 1, 0}).size(),
                 std::size_t(528));
    }

    void imbalanceOfVgg16IsThatOfTheTable()
    {
        const std::array<std::size_t, 4> pairs{4, 8, 16, 32};
        const std::array named{1.14, 1.18, 1.36, 1.63};
        const std::array simple{1.04, 1.11, 1.18, 1.51};
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            QVERIFY(std::abs(imbalance(ChunkHash::Name, pairs[i]) - named[i]) < 0.005);
            QVERIFY(std::abs(imbalance(ChunkHash::Simple, pairs[i]) - simple[i]) < 0.005);
            QVERIFY(imbalance(ChunkHash::Balanced, pairs[i]) < 1.06);
        }
    }

    void ownStrategiesCutEqualShardsOfEverything()
    {
        const TensorList tensors = tensorsOfSizes(vgg16());
        for (const std::size_t pairs : {1u, 2u, 3u, 7u, 32u}) {
            for (const Strategy strategy : {Strategy::RingAllReduce, Strategy::HalvingDoubling, Strategy::Pairwise}) {
                const auto chunks = planChunks(tensors, {strategy, ChunkHash::Name, pairs, 0});
                QVERIFY(covers(chunks, {{"all", 0, 138357544}}));
                QCOMPARE(chunks.size() % pairs, std::size_t(0));
                QVERIFY(maxOverMean(pairLoads(chunks, pairs)) < 1.0001);
            }
        }
    }

    void segmentSizeIsObeyed()
    {
        const TensorList tensors = tensorsOfSizes(std::array<std::size_t, 2>{100000, 23});
        const auto chunks = planChunks(tensors, {Strategy::RingAllReduce, ChunkHash::Name, 4, 4096});
        QVERIFY(covers(chunks, {{"all", 0, 100023}}));
        for (const Chunk& chunk : chunks)
            QVERIFY(chunk.elements() <= 1024);
        QVERIFY(planChunks(tensors, {Strategy::Pairwise, ChunkHash::Name, 4, 1}).size() == 100023);
    }

    void gapsBetweenTensorsAreLeftAlone()
    {
        const TensorList tensors{{"a", 10, 5}, {"b", 15, 0}, {"c", 15, 6}, {"d", 40, 2}};
        const auto chunks = planChunks(tensors, {Strategy::Pairwise, ChunkHash::Name, 3, 0});
        QVERIFY(covers(chunks, {{"ac", 10, 11}, {"d", 40, 2}}));
        QVERIFY((pairLoads(chunks, 3) == std::vector<std::size_t>{5, 4, 4}));
        QVERIFY(planChunks({{"none", 3, 0}}, {Strategy::Pairwise, ChunkHash::Name, 3, 0}).empty());
        QVERIFY(planChunks({}, {Strategy::Ring, ChunkHash::Name, 3, 0}).empty());
    }
};

QTEST_APPLESS_MAIN(TestChunkPlan)
#include "tst_chunk_plan.moc"

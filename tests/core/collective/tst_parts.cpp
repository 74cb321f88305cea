// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/chunk_plan.h"
#include "core/collective/parts.h"
#include "core/collective/traffic.h"

#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

using namespace millrace;
using namespace millrace::collective;

namespace {

/// Until the slowest rank has moved what it has to, in units of all values ÷ a rate.
double timeOf(const ShardParts& parts, const std::vector<double>& rates)
{
    const auto others = static_cast<double>(rates.size()) - 2;
    double time = 0;
    for (std::size_t i = 0; i < rates.size(); ++i)
        time = std::max(time, (1 + others * parts[i]) / rates[i]);
    return time;
}

double sumOf(const ShardParts& parts)
{
    return std::accumulate(parts.begin(), parts.end(), 0.0);
}

} // namespace

/// Parts by rank: how they are read, which are the best, and what they make of chunks and traffic.
class TestParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readAndWritten()
    {
        QCOMPARE(parseParts("2, 1,0")->size(), std::size_t(3));
        QCOMPARE(partsText(*parseParts("2,1,0.5")), std::string("2,1,0.5"));
        QVERIFY(parseParts("")->empty() && parseParts("equal")->empty());
        for (const char* bad : {"0,0", "1,-1", "1,,2", "many", "1,inf", "1,nan", "1e308,1e308"})
            QVERIFY2(!parseParts(bad), bad);
    }

    /// Every step of an exhaustive search over three ranks is at most as good; closed forms elsewhere.
    void theBestByRate()
    {
        for (const std::vector<double>& rates :
             {std::vector<double>{4, 2, 1}, {1, 1, 1}, {10, 1, 1}, {3, 3, 1}, {1, 5, 2}, {100, 100, 1}}) {
            const ShardParts best = partsByRate(rates);
            QVERIFY(std::abs(sumOf(best) - 1) < 1e-12);
            double least = 1e9;
            constexpr int steps = 400;
            for (int a = 0; a <= steps; ++a)
                for (int b = 0; a + b <= steps; ++b)
                    least =
                        std::min(least, timeOf({1.0 * a / steps, 1.0 * b / steps, 1 - 1.0 * (a + b) / steps}, rates));
            QVERIFY(timeOf(best, rates) <= least * (1 + 1e-9));
        }
        QCOMPARE(partsByRate(std::vector<double>{5, 1}), (ShardParts{0.5, 0.5}));
        QCOMPARE(partsByRate(std::vector<double>{7}), ShardParts{1});
        for (const double part : partsByRate(std::vector<double>(8, 3.0)))
            QVERIFY(std::abs(part - 0.125) < 1e-12);
        // Who needs longer for the values of the others alone than they for everything reduces nothing.
        QCOMPARE(partsByRate(std::vector<double>{10, 10, 10, 1}).back(), 0.0);
    }

    void chunksAreAsLargeAsTheParts()
    {
        const std::size_t elements = 3'000'001;
        for (const int streams : {1, 4}) {
            ChunkRule rule{Strategy::Pairwise, ChunkHash::Name, 4, 0, sizeof(float), streams};
            rule.parts = {4, 2, 0, 1};
            const auto chunks = planChunks(tensorsOfSizes(std::array{elements}), rule);
            std::array<double, 4> loads{};
            std::array<int, 4> counts{};
            for (const Chunk& chunk : chunks) {
                loads[chunk.pair] += static_cast<double>(chunk.elements());
                ++counts[chunk.pair];
            }
            for (std::size_t pair = 0; pair < 4; ++pair) {
                QVERIFY(std::abs(loads[pair] - rule.parts[pair] / 7 * static_cast<double>(elements)) <= 1);
                QCOMPARE(counts[pair] % streams, 0);
            }
            // All elements, once.
            auto sorted = chunks;
            std::ranges::sort(sorted, {}, &Chunk::begin);
            std::size_t at = 0;
            for (const Chunk& chunk : sorted) {
                QCOMPARE(chunk.begin, at);
                at = chunk.end;
            }
            QCOMPARE(at, elements);
            // The pairs take turns.
            QVERIFY(chunks[0].pair != chunks[1].pair || chunks[1].pair != chunks[2].pair);
        }
    }

    /// Rank i sends what the others reduce, and its own part to each of them.
    void bytesOnTheWire()
    {
        const std::size_t elements = 700'000;
        const ShardParts parts{4, 2, 1, 0};
        std::vector<Endpoint> endpoints;
        for (int i = 0; i < 4; ++i)
            endpoints.push_back({fmt::format("10.0.0.{}", i + 1), 7000});
        const auto traffic = predictTraffic(tensorsOfSizes(std::array{elements}), PeerList(std::move(endpoints)),
                                            Strategy::Pairwise, ChunkHash::Name, sizeof(float), 1, parts);
        for (int rank = 0; rank < 4; ++rank) {
            const double part = parts[static_cast<std::size_t>(rank)] / 7;
            const double expected = (1 - part + 3 * part) * static_cast<double>(elements) * sizeof(float);
            QVERIFY(std::abs(static_cast<double>(traffic.sentBy(rank)) - expected) < 16);
            QVERIFY(std::abs(static_cast<double>(traffic.receivedBy(rank)) - expected) < 16);
        }
    }

    void fewElements()
    {
        for (const std::size_t elements : {0ul, 1ul, 2ul, 5ul}) {
            ChunkRule rule{Strategy::Pairwise, ChunkHash::Name, 3};
            rule.parts = {1, 1, 8};
            std::size_t sum = 0;
            for (const Chunk& chunk : planChunks(tensorsOfSizes(std::array{elements}), rule)) {
                QVERIFY(chunk.elements() > 0);
                sum += chunk.elements();
            }
            QCOMPARE(sum, elements);
        }
    }
};

QTEST_APPLESS_MAIN(TestParts)

#include "tst_parts.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/series_pyramid.h"
#include "core/base/random.h"
#include "core/store/checksum.h"
#include "core/store/chunk_codec.h"
#include "core/store/overview_codec.h"

#include <QtTest>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

using namespace millrace;
using namespace millrace::store;

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

std::uint64_t sumOf(const std::string& text)
{
    return checksum(std::as_bytes(std::span(text)));
}

using Times = std::vector<std::int64_t>;
using Values = std::vector<double>;

std::int64_t anyTime(Random& random)
{
    return static_cast<std::int64_t>(random());
}

/// Time series of many shapes, chosen by `kind`.
Times makeTimes(std::size_t size, std::uint64_t kind, Random& random)
{
    Times times;
    std::int64_t time = 1'795'159'450'000'000'000;
    for (std::size_t i = 0; i < size; ++i) {
        switch (kind % 8) {
        case 0: // regular
            time += 10'000'000;
            break;
        case 1: // jitter in microseconds
            time += 1'000'000 + static_cast<std::int64_t>(random.below(40)) * 1000;
            break;
        case 2: // jitter in nanoseconds and a stall now and then
            time +=
                1'000'000 + static_cast<std::int64_t>(random.below(5000)) + (random.below(500) == 0 ? 12'000'000 : 0);
            break;
        case 3: // duplicates
            time += random.below(2) == 0 ? 0 : 1;
            break;
        case 4: // backwards
            time -= static_cast<std::int64_t>(random.below(1000));
            break;
        case 5: // anything
            time = anyTime(random);
            break;
        case 6: // the extremes in turn
            time = i % 2 == 0 ? lowest : highest;
            break;
        default: // accelerating
            time += static_cast<std::int64_t>(i) * 1000;
        }
        times.push_back(time);
    }
    return times;
}

double makeValue(std::size_t i, std::uint64_t kind, Random& random)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double special[] = {0.0,
                              -0.0,
                              infinity,
                              -infinity,
                              std::numeric_limits<double>::quiet_NaN(),
                              std::bit_cast<double>(0x7ff0000000000001ull), // signalling NaN
                              std::bit_cast<double>(0xfff8dead0000beefull), // NaN with a payload
                              std::numeric_limits<double>::denorm_min(),
                              std::numeric_limits<double>::max(),
                              std::numeric_limits<double>::lowest(),
                              0x1p53,
                              -0x1p53 - 2,
                              0x1p52 + 1,
                              9.007199254740993e15,
                              static_cast<double>(highest),
                              static_cast<double>(lowest),
                              3.4028235677973366e38,
                              1.7e-45};
    switch (kind % 12) {
    case 0: return 42;
    case 1: return static_cast<double>(i);
    case 2: return random.below(10) < 6 ? 0 : 1514.0 * static_cast<double>(random.below(83));
    case 3: return std::floor(random.uniform() * 100) / 100;
    case 4: return static_cast<double>(static_cast<float>(random.normal()));
    case 5: return random.normal();
    case 6: return std::bit_cast<double>(random());
    case 7: return special[random.below(std::size(special))];
    case 8: // integers with some gaps
        return random.below(20) == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(random.below(9));
    case 9: // integers with some -0.0
        return random.below(20) == 0 ? -0.0 : static_cast<double>(random.below(9));
    case 10: // large integers, not exact as doubles
        return static_cast<double>(anyTime(random));
    default: // six decimals
        return static_cast<double>(static_cast<std::int64_t>(random.below(2'000'000'000)) - 1'000'000'000) / 1e6;
    }
}

bool sameBits(const Values& a, const Values& b)
{
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

} // namespace

class TestChunkCodec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void checksumIsXxh64()
    {
        // From the reference implementation.
        QCOMPARE(sumOf(""), 0xef46db3751d8e999ull);
        QCOMPARE(sumOf("a"), 0xd24ec4f1a98c6e5bull);
        QCOMPARE(sumOf("abc"), 0x44bc2cf5ad770999ull);
        QCOMPARE(sumOf("Nobody inspects the spammish repetition"), 0xfbcea83c8a378bf1ull);
    }

    void varints()
    {
        for (const std::uint64_t value : {0ull, 1ull, 127ull, 128ull, 300ull, 0x7fffffffffffffffull, ~0ull}) {
            Bytes bytes;
            appendVarint(bytes, value);
            ByteReader reader(bytes);
            const auto read = reader.varint();
            QVERIFY(read && *read == value && reader.left() == 0);
            ByteReader shorter{std::span<const std::byte>(bytes).first(bytes.size() - 1)};
            QVERIFY(!shorter.varint());
        }
        Bytes tooLong(11, std::byte{0xff});
        QVERIFY(!ByteReader(tooLong).varint());
        for (const std::int64_t value : {std::int64_t(0), std::int64_t(-1), lowest, highest})
            QCOMPARE(unzigzag(zigzag(value)), value);
    }

    void roundTrips()
    {
        ChunkEncoder encoder;
        ChunkDecoder decoder;
        Random random(7);
        for (std::uint64_t kind = 0; kind < 8 * 12; ++kind)
            for (const std::size_t size : {1, 2, 3, 47, 48, 1 + static_cast<int>(random.below(4095)), 4096}) {
                const Times times = makeTimes(size, kind, random);
                Values values;
                for (std::size_t i = 0; i < size; ++i)
                    values.push_back(makeValue(i, kind / 8, random));
                const Bytes chunk = encoder.encode(times, values);
                Times readTimes = {1};
                Values readValues = {1};
                const auto done = decoder.decode(chunk, readTimes, readValues);
                QVERIFY2(done, done ? "" : done.error().text().c_str());
                readTimes.erase(readTimes.begin());
                readValues.erase(readValues.begin());
                QCOMPARE(readTimes, times);
                QVERIFY2(sameBits(readValues, values), qPrintable(QString("kind %1 size %2").arg(kind).arg(size)));
            }
    }

    void isSmall_data()
    {
        QTest::addColumn<int>("timeKind");
        QTest::addColumn<int>("valueKind");
        QTest::addColumn<double>("bytesPerSample");
        QTest::newRow("regular times, constant") << 0 << 0 << 0.02;
        QTest::newRow("regular times, counter") << 0 << 1 << 0.02;
        QTest::newRow("regular times, frames in bins") << 0 << 2 << 0.8;
        QTest::newRow("jitter, two decimals") << 1 << 3 << 1.75;
        QTest::newRow("regular times, float32") << 0 << 4 << 3.8;
        QTest::newRow("anything") << 5 << 6 << 16.1;
    }

    void isSmall()
    {
        QFETCH(int, timeKind);
        QFETCH(int, valueKind);
        QFETCH(double, bytesPerSample);
        Random random(9);
        const Times times = makeTimes(chunkSamples, static_cast<std::uint64_t>(timeKind), random);
        Values values;
        for (std::size_t i = 0; i < chunkSamples; ++i)
            values.push_back(makeValue(i, static_cast<std::uint64_t>(valueKind), random));
        const double size = static_cast<double>(ChunkEncoder().encode(times, values).size()) / chunkSamples;
        QVERIFY2(size <= bytesPerSample, qPrintable(QString::number(size)));
    }

    void everyTruncationIsFound()
    {
        Random random(3);
        const Bytes chunk = makeChunk(200, random);
        ChunkDecoder decoder;
        Times times;
        Values values;
        for (std::size_t size = 0; size < chunk.size(); ++size) {
            const auto done = decoder.decode(std::span(chunk).first(size), times, values);
            QVERIFY(!done && done.error().code == ErrorCode::Corrupt);
            QVERIFY(times.empty() && values.empty());
        }
    }

    void everyFlippedBitIsFound()
    {
        Random random(4);
        Bytes chunk = makeChunk(60, random);
        ChunkDecoder decoder;
        Times times;
        Values values;
        for (std::size_t bit = 0; bit < chunk.size() * 8; ++bit) {
            chunk[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
            QVERIFY(!decoder.decode(chunk, times, values));
            chunk[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
        }
        QVERIFY(decoder.decode(chunk, times, values));
    }

    void damageWithAFittingChecksumIsSurvived()
    {
        // Whatever the bytes say, decoding ends with samples or Corrupt; sanitizers watch.
        Random random(5);
        ChunkDecoder decoder;
        OverviewDecoder overviews;
        int decoded = 0;
        for (int round = 0; round < 4000; ++round) {
            Bytes chunk = makeChunk(1 + random.below(100), random);
            chunk.resize(chunk.size() - 8);
            if (round % 3 == 0)
                chunk.resize(random.below(chunk.size() + 1));
            for (std::uint64_t flips = random.below(4); flips > 0 && !chunk.empty(); --flips)
                chunk[random.below(std::min<std::size_t>(chunk.size(), 40))] = static_cast<std::byte>(random());
            appendChecksum(chunk);
            Times times;
            Values values;
            decoded += decoder.decode(chunk, times, values) ? 1 : 0;
            QCOMPARE(times.size(), values.size());
            std::vector<analysis::SeriesColumn> blocks;
            (void)overviews.decode(chunk, blocks).has_value();
        }
        QVERIFY(decoded > 0 && decoded < 4000);
    }

    void overviews()
    {
        Random random(6);
        ChunkEncoder encoder;
        OverviewDecoder decoder;
        for (const std::size_t size : {1, 2, 255, 256, 257, 1000, 4096}) {
            const Times times = makeTimes(size, 2, random);
            Values values;
            for (std::size_t i = 0; i < size; ++i)
                values.push_back(makeValue(i, 8, random));
            const ChunkOverview overview = encodeOverview(encoder, times, values);
            QCOMPARE(overview.earliest, times.front());
            QCOMPARE(overview.latest, times.back());
            std::vector<analysis::SeriesColumn> blocks(1);
            const auto done = decoder.decode(overview.blocks, blocks);
            QVERIFY2(done, done ? "" : done.error().text().c_str());
            blocks.erase(blocks.begin());
            QCOMPARE(blocks.size(), (size + 255) / 256);
            for (std::size_t i = 0; i < blocks.size(); ++i) {
                const std::size_t count = std::min<std::size_t>(256, size - i * 256);
                const auto expected = analysis::columnOf(std::span(times).subspan(i * 256, count),
                                                         std::span(values).subspan(i * 256, count));
                QCOMPARE(blocks[i].firstTime, expected.firstTime);
                QCOMPARE(blocks[i].lastTime, expected.lastTime);
                QCOMPARE(blocks[i].count, expected.count);
                QCOMPARE(blocks[i].gaps, expected.gaps);
                QVERIFY(blocks[i].count == 0
                        || (blocks[i].minimum == expected.minimum && blocks[i].last == expected.last));
            }
            for (std::size_t cut = 0; cut < overview.blocks.size(); cut += 7)
                QVERIFY(!decoder.decode(std::span(overview.blocks).first(cut), blocks));
        }
    }

private:
    static Bytes makeChunk(std::size_t size, Random& random)
    {
        const std::uint64_t kind = random();
        const Times times = makeTimes(size, kind, random);
        Values values;
        for (std::size_t i = 0; i < size; ++i)
            values.push_back(makeValue(i, kind / 8, random));
        return ChunkEncoder().encode(times, values);
    }
};

QTEST_APPLESS_MAIN(TestChunkCodec)
#include "tst_chunk_codec.moc"

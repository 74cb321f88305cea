// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/frame.h"
#include "core/base/random.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::agent;

namespace {

std::span<const std::byte> bytesOf(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

/// All payloads of a stream that is given in pieces of this size.
Result<std::vector<std::string>> payloadsOf(std::string_view stream, std::size_t pieceSize)
{
    FrameReader reader;
    std::vector<std::string> payloads;
    for (std::size_t at = 0; at < stream.size(); at += pieceSize) {
        reader.feed(bytesOf(stream.substr(at, pieceSize)));
        for (;;) {
            MR_TRY(payload, reader.next());
            if (!payload)
                break;
            payloads.push_back(*payload);
        }
    }
    MR_CHECK(reader.finish());
    return payloads;
}

const std::vector<std::string> samples{"a", "{\"id\":1}", std::string(300, 'x'), std::string("zero\0byte", 9)};

std::string sampleStream()
{
    std::string stream;
    for (const auto& payload : samples)
        stream += toFrame(payload);
    return stream;
}

} // namespace

class TestFrame : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lengthIsLittleEndian()
    {
        QCOMPARE(toFrame(std::string(258, 'x')).substr(0, 4), std::string("\x02\x01\0\0", 4));
    }

    void anyCutOfTheStreamGivesTheSamePayloads()
    {
        const std::string stream = sampleStream();
        for (std::size_t size = 1; size <= stream.size(); ++size) {
            const auto payloads = payloadsOf(stream, size);
            QVERIFY(payloads);
            QCOMPARE(*payloads, samples);
        }
    }

    void truncatedAnywhereIsNoticed()
    {
        const std::string stream = sampleStream();
        std::vector<std::size_t> boundaries{0};
        for (const auto& payload : samples)
            boundaries.push_back(boundaries.back() + 4 + payload.size());
        for (std::size_t length = 0; length <= stream.size(); ++length) {
            const auto payloads = payloadsOf(std::string_view(stream).substr(0, length), 64);
            const bool whole = std::ranges::find(boundaries, length) != boundaries.end();
            QCOMPARE(payloads.has_value(), whole);
            if (!whole)
                QCOMPARE(payloads.error().code, ErrorCode::Protocol);
        }
    }

    void flippedBitsNeverCrashNorGrow()
    {
        const std::string stream = sampleStream();
        for (std::size_t bit = 0; bit < 8 * stream.size(); ++bit) {
            std::string damaged = stream;
            damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
            const auto payloads = payloadsOf(damaged, 17);
            if (payloads)
                QVERIFY(payloads->size() <= stream.size() / 5);
        }
    }

    void textIsRefusedAtItsFirstFourBytes()
    {
        for (const char* text :
             {"Welcome to node7!\n", "bash: millrace-agent: command not found\n", "\n\n\n\n", "    "}) {
            FrameReader reader;
            reader.feed(bytesOf(std::string_view(text).substr(0, 4)));
            const auto payload = reader.next();
            QVERIFY2(!payload, text);
            QCOMPARE(payload.error().code, ErrorCode::Protocol);
        }
    }

    void theErrorShowsWhatCame()
    {
        FrameReader reader;
        reader.feed(bytesOf("Last login: today\n\x01"));
        const auto payload = reader.next();
        QVERIFY(!payload);
        QVERIFY2(payload.error().what.find("\"Last login: today??\"") != std::string::npos,
                 payload.error().what.c_str());
        QVERIFY(!reader.next()); // for good
    }

    void lengthLimits_data()
    {
        QTest::addColumn<quint32>("length");
        QTest::addColumn<bool>("good");
        QTest::newRow("empty") << 0u << false;
        QTest::newRow("one byte") << 1u << true;
        QTest::newRow("the maximum") << quint32(maximumFrame) << true;
        QTest::newRow("one more") << quint32(maximumFrame + 1) << false;
        QTest::newRow("all bits") << 0xffffffffu << false;
    }
    void lengthLimits()
    {
        QFETCH(quint32, length);
        QFETCH(bool, good);
        std::string header;
        for (unsigned shift = 0; shift < 32; shift += 8)
            header += static_cast<char>(length >> shift);
        FrameReader reader;
        reader.feed(bytesOf(header));
        QCOMPARE(reader.next().has_value(), good);
    }

    void theLargestFrameArrives()
    {
        const std::string payload(maximumFrame, 'm');
        const auto payloads = payloadsOf(toFrame(payload), 65536);
        QVERIFY(payloads);
        QCOMPARE(payloads->size(), std::size_t(1));
        QVERIFY(payloads->front() == payload);
    }

    void manySmallFramesInOnePiece()
    {
        std::string stream;
        for (int i = 0; i < 200'000; ++i)
            stream += toFrame("ping");
        const auto payloads = payloadsOf(stream, stream.size());
        QVERIFY(payloads);
        QCOMPARE(payloads->size(), std::size_t(200'000));
    }

    void noiseIsNeverTakenForMuch()
    {
        Random random(7);
        for (int round = 0; round < 200; ++round) {
            std::string noise(400, '\0');
            for (char& c : noise)
                c = static_cast<char>(random.below(256));
            (void)payloadsOf(noise, 1 + random.below(50));
        }
    }
};

QTEST_APPLESS_MAIN(TestFrame)
#include "tst_frame.moc"

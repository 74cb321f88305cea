// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/capture/made_damage.h"
#include "tests/core/capture/read_capture.h"

#include <QtTest>

#include <fstream>
#include <random>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <zlib.h>

using namespace millrace;
using namespace millrace::capture;
using namespace millrace::test;

namespace {

constexpr std::int64_t second = 1'000'000'000;

/// Packets that end at or before a place.
std::size_t packetsBefore(const SmallCapture& capture, std::size_t place)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < capture.recordEnds.size(); ++i)
        count += capture.recordEnds[i] <= place && capture.isPacket[i] ? 1 : 0;
    return count;
}

bool sameStart(const ReadCapture& read, const ReadCapture& whole, std::size_t count)
{
    if (read.packets.size() < count)
        return false;
    for (std::size_t i = 0; i < count; ++i)
        if (read.packets[i].time != whole.packets[i].time || read.frames[i] != whole.frames[i])
            return false;
    return true;
}

/// What zlib makes of the start of a gzip file.
std::size_t inflatable(Bytes bytes)
{
    z_stream stream{};
    inflateInit2(&stream, 15 + 16);
    Bytes out(1 << 16);
    stream.next_in = bytes.data();
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    while (stream.avail_in > 0 && inflate(&stream, Z_NO_FLUSH) == Z_STREAM_END)
        inflateReset2(&stream, 15 + 16);
    inflateEnd(&stream);
    return out.size() - stream.avail_out;
}

long long residentKilobytes()
{
    struct rusage usage
    {
    };
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

} // namespace

class TestHostileCaptures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void truncations_data() { small(); }
    void truncations()
    {
        QFETCH(int, number);
        const SmallCapture whole = smallCaptures().at(static_cast<std::size_t>(number));
        const ReadCapture intact = read(whole.bytes);
        QCOMPARE(intact.info.issues.size(), whole.name == "pcapng" ? std::size_t{2} : std::size_t{0});
        QString wrong;
        forEachTruncation(whole, [&](const Bytes& bytes, std::size_t size, const std::string& how) {
            const ReadCapture cut = read(bytes);
            std::size_t plain = size;
            if (whole.recordEnds.empty())
                plain = whole.name == "gzip" ? inflatable(bytes) : 0;
            const SmallCapture records = whole.recordEnds.empty() ? smallCaptures()[0] : whole;
            const bool opens = size >= whole.header && (whole.recordEnds.empty() || plain >= records.header);
            const std::size_t expected = packetsBefore(records, plain);
            if (!opens && !cut.error)
                wrong += QString::fromStdString(how + " opens; ");
            if (!sameStart(cut, intact, expected))
                wrong += QString::fromStdString(how + " loses packets; ");
            if (whole.name != "zstd" && cut.packets.size() != expected)
                wrong += QString::fromStdString(how + " invents packets; ");
            const bool boundary = size == 24 || std::ranges::count(whole.recordEnds, size) != 0;
            const std::int64_t damage = cut.counted("cut-record") + cut.counted("damaged-compression");
            if (!cut.error && !whole.recordEnds.empty() && damage != (boundary ? 0 : 1))
                wrong += QString::fromStdString(how + " is not counted once; ");
        });
        QCOMPARE(wrong.left(500), QString());
    }

    void flips_data() { small(); }
    void flips()
    {
        QFETCH(int, number);
        const SmallCapture whole = smallCaptures().at(static_cast<std::size_t>(number));
        const ReadCapture intact = read(whole.bytes);
        QString wrong;
        forEachFlip(whole, [&](const Bytes& bytes, std::size_t at, const std::string& how) {
            const ReadCapture flipped = read(bytes);
            if (at >= whole.header && flipped.error && !whole.recordEnds.empty())
                wrong += QString::fromStdString(how + " does not open; ");
            if (at >= whole.header && !sameStart(flipped, intact, packetsBefore(whole, at)))
                wrong += QString::fromStdString(how + " loses packets before it; ");
            // A block of pcapng whose kind changes to one that nobody knows is no damage that could be seen.
            const auto block = std::ranges::upper_bound(whole.recordEnds, at);
            const std::size_t begin = block == whole.recordEnds.begin() ? 0 : *std::prev(block);
            const bool visible = whole.name != "pcapng" || at >= begin + 4;
            const std::int64_t damage = flipped.counted("damaged-record") + flipped.counted("cut-record")
                + flipped.counted("damaged-compression") + flipped.counted("too-many-interfaces");
            if (!flipped.error && visible && flipped.packets.size() != intact.packets.size() && damage == 0)
                wrong += QString::fromStdString(how + " is not counted; ");
        });
        QCOMPARE(wrong.left(500), QString());
    }

    void scrambles_data() { small(); }
    void scrambles()
    {
        QFETCH(int, number);
        const SmallCapture whole = smallCaptures().at(static_cast<std::size_t>(number));
        const ReadCapture intact = read(whole.bytes);
        QString wrong;
        forEachScramble(whole, 1500, [&](const Bytes& bytes, std::size_t at, const std::string& how) {
            const ReadCapture scrambled = read(bytes);
            if (at >= whole.header && !sameStart(scrambled, intact, packetsBefore(whole, at)))
                wrong += QString::fromStdString(how + " loses packets before it; ");
        });
        QCOMPARE(wrong.left(500), QString());
    }

    void damageInTheMiddleCostsLittle_data()
    {
        QTest::addColumn<bool>("pcapng");
        QTest::newRow("pcap") << false;
        QTest::newRow("pcapng") << true;
    }

    void damageInTheMiddleCostsLittle()
    {
        QFETCH(bool, pcapng);
        std::vector<MadeRecord> records;
        for (int i = 0; i < 8; ++i)
            for (const MadeRecord& record : recordsOf(Wrapping::Ethernet, 100))
                records.push_back({madeEpoch * second + static_cast<std::int64_t>(records.size()) * 10'000,
                                   record.frame, record.wire});
        PcapngWriter blocks;
        blocks.section(false).interface({.linkType = 1});
        std::vector<std::size_t> begins;
        for (const MadeRecord& record : records) {
            begins.push_back(blocks.bytes.size());
            blocks.enhanced(0, static_cast<std::uint64_t>(record.time / 1000), record.frame, record.wire);
        }
        Bytes bytes = pcapng ? blocks.bytes : pcapFile({}, records);
        if (!pcapng) {
            begins.assign(1, 24);
            for (const MadeRecord& record : records)
                begins.push_back(begins.back() + pcapRecordBytes({}, record));
        }
        for (const std::size_t number : {std::size_t{0}, records.size() / 2, records.size() - 8})
            for (std::size_t at = begins[number]; at < begins[number + 1]; ++at)
                for (const int turned : {0x01, 0x10, 0x80, 0xff}) {
                    bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ turned);
                    const ReadCapture found = read(bytes);
                    bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ turned);
                    QVERIFY2(found.packets.size() + 3 >= records.size(),
                             qPrintable(QStringLiteral("byte %1 ^ %2: %3 of %4 packets")
                                            .arg(at)
                                            .arg(turned)
                                            .arg(found.packets.size())
                                            .arg(records.size())));
                    QCOMPARE(found.packets.back().time, records.back().time);
                }
    }

    void noCaptures()
    {
        const std::string text = "time,source,destination\n1,10.0.0.1,10.0.0.2\n";
        for (const Bytes& bytes :
             {Bytes{}, Bytes{0xd4}, Bytes(text.begin(), text.end()), Bytes(5000), Bytes(5000, 0xff),
              Bytes{0xd4, 0xc3, 0xb2, 0xa1}, Bytes{0x0a, 0x0d, 0x0d, 0x0a}, Bytes{0x1f, 0x8b}, gzipped({}),
              gzipped(Bytes(text.begin(), text.end())), zstdCompressed(Bytes(100))}) {
            const ReadCapture none = read(bytes);
            QVERIFY(none.error.has_value());
            QVERIFY(none.error->code == ErrorCode::InvalidInput || none.error->code == ErrorCode::Corrupt);
            QVERIFY(none.error->what.find(m_file.string()) != std::string::npos);
        }
        QCOMPARE(readCapture(m_file.parent_path()).error->code, ErrorCode::InvalidInput);
        QCOMPARE(readCapture(m_file.parent_path() / "absent").error->code, ErrorCode::NotFound);
    }

    void unreadable()
    {
        if (::geteuid() == 0)
            QSKIP("root reads every file");
        writeBytes(m_file, pcapFile({}, {}));
        std::filesystem::permissions(m_file, std::filesystem::perms::none);
        const ReadCapture denied = readCapture(m_file);
        std::filesystem::remove(m_file);
        QCOMPARE(denied.error->code, ErrorCode::Denied);
    }

    /// What is kept of a cut file is said, and nothing is when nothing was read.
    void cutCompressedFilesSayWhatIsKept()
    {
        std::vector<MadeRecord> records;
        std::mt19937 random(7);
        for (int i = 0; i < 400; ++i) {
            Bytes frame(600);
            std::ranges::generate(frame, [&random] { return static_cast<std::uint8_t>(random()); });
            records.push_back({madeEpoch * second + i * 1000LL, std::move(frame)});
        }
        const Bytes plain = pcapFile({}, records);
        for (const Bytes& whole : {gzipped(plain), zstdCompressed(plain)}) {
            const ReadCapture cut =
                read({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(whole.size() * 3 / 4)});
            QVERIFY(!cut.error && !cut.packets.empty());
            QCOMPARE(cut.counted("damaged-compression"), std::int64_t(1));
            QVERIFY2(cut.info.issues[0].example.find("the packets before that place are kept") != std::string::npos,
                     cut.info.issues[0].example.c_str());
            const ReadCapture none = read({whole.begin(), whole.begin() + 12});
            QVERIFY(none.error);
            QVERIFY2(none.error->text().find("kept") == std::string::npos, none.error->text().c_str());
        }
    }

    void zstdFrameThatFillsTheOutput()
    {
        const std::vector<MadeRecord> some = recordsOf(Wrapping::Ethernet);
        std::vector<MadeRecord> records;
        while (records.size() < 2000)
            records.insert(records.end(), some.begin(), some.end());
        const Bytes plain = pcapFile({}, records);
        for (const std::size_t last : {5000u, 100'000u, 200'000u}) {
            // The last frame begins a little before the first block of 512 KiB is full, and needs no more input then.
            const auto cut = plain.begin() + 524'288 - 1000;
            Bytes file = zstdCompressed({plain.begin(), cut}, 1, false);
            const Bytes rest = zstdCompressed({cut, cut + static_cast<std::ptrdiff_t>(last)}, 1, false);
            file.insert(file.end(), rest.begin(), rest.end());
            const ReadCapture all = read(file);
            QCOMPARE(all.counted("damaged-compression"), 0);
            QCOMPARE(all.packets.size(), read({plain.begin(), cut + static_cast<std::ptrdiff_t>(last)}).packets.size());
        }
    }

    void sparse_data()
    {
        QTest::addColumn<bool>("pcapng");
        QTest::newRow("pcap") << false;
        QTest::newRow("pcapng") << true;
    }

    /// Zeros behind a good start, as a disk that filled up leaves them; and packets behind the zeros.
    void sparse()
    {
        QFETCH(bool, pcapng);
        const SmallCapture start = smallCaptures().at(pcapng ? 3 : 0);
        writeBytes(m_file, start.bytes);
        std::filesystem::resize_file(m_file, std::uintmax_t{5} << 30);
        const std::size_t begin = pcapng ? 0 : 24;
        std::ofstream end(m_file, std::ios::binary | std::ios::app);
        end.write(reinterpret_cast<const char*>(start.bytes.data() + begin),
                  static_cast<std::streamsize>(start.bytes.size() - begin));
        end.close();
        const long long before = residentKilobytes();
        QElapsedTimer timer;
        timer.start();
        const ReadCapture read = readCapture(m_file);
        qInfo("%lld ms, %lld KiB more", static_cast<long long>(timer.elapsed()), residentKilobytes() - before);
        QVERIFY(!read.error);
        const std::size_t packets = packetsBefore(start, start.bytes.size());
        QCOMPARE(read.packets.size(), 2 * packets);
        QCOMPARE(read.counted("damaged-record"), 1);
#ifndef MR_SANITIZED
        QVERIFY(timer.elapsed() < 10'000);
        QVERIFY(residentKilobytes() - before < 16 * 1024);
#endif
    }

    void cancelledInTheMiddle()
    {
        Bytes bytes = zstdCompressed(smallCaptures().at(0).bytes);
        const Bytes zeros = zstdCompressed(Bytes(std::size_t{32} << 20));
        for (int i = 0; i < 200; ++i)
            bytes.insert(bytes.end(), zeros.begin(), zeros.end());
        writeBytes(m_file, bytes);
        std::stop_source stop;
        std::jthread soon([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            m_stopped.start();
            stop.request_stop();
        });
        const ReadCapture read = readCapture(m_file, {.filter = {}, .stop = stop.get_token()});
        QVERIFY(read.error.has_value());
        QCOMPARE(read.error->code, ErrorCode::Cancelled);
        QVERIFY(m_stopped.elapsed() < 500);
    }

    void oddTimesAndLengths()
    {
        std::vector<MadeRecord> records = recordsOf(Wrapping::Ethernet);
        records.resize(7);
        const std::int64_t day = 86'400 * second;
        const std::array<std::int64_t, 7> times{
            0, 7 * day, 372 * day, 373 * day, -365 * day, 1, 4'294'967'295 * second - madeEpoch * second};
        for (std::size_t i = 0; i < 7; ++i)
            records[i].time = madeEpoch * second + times[i];
        records[2].wire = 20; // captured more than there was
        records[5].frame.clear();
        records[5].wire = 70;
        const ReadCapture odd = read(pcapFile({.nanoseconds = true, .snapLength = 0}, records));
        QCOMPARE(odd.packets.size(), std::size_t{7});
        for (std::size_t i = 0; i < 7; ++i)
            QCOMPARE(odd.packets[i].time, records[i].time);
        QCOMPARE(odd.counted("time-backwards"), 1);
        QCOMPARE(odd.counted("captured-over-original"), 1);
        QCOMPARE(odd.info.interfaces.at(0).snapLength, 0u);
        QVERIFY(odd.packets[5].has(packet_mark::headersCut));
    }

    void extremeClocks()
    {
        PcapngWriter file;
        file.section(false);
        for (const int resolution : {0, 6, 9, 18, 19, 0x7f, 0x80, 0x80 | 62, 0x80 | 63, 0xff})
            for (const std::int64_t offset : {std::int64_t{0}, std::numeric_limits<std::int64_t>::min(),
                                              std::numeric_limits<std::int64_t>::max(), std::int64_t{-6'300'000'000}})
                file.interface({.linkType = 1, .resolution = static_cast<std::uint8_t>(resolution), .offset = offset});
        const Bytes frame = wrapped(Wrapping::Ethernet, everyKind()[1]);
        for (std::uint32_t i = 0; i < 40; ++i)
            for (const std::uint64_t units : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 63})
                file.enhanced(i, units, frame);
        const ReadCapture odd = read(file.bytes);
        QCOMPARE(odd.packets.size(), std::size_t{120});
        QVERIFY(odd.counted("unknown-resolution") > 0);
        QVERIFY(odd.counted("time-backwards") > 0);
    }

    void longestRecords()
    {
        const Bytes longest(262'144, 0x81); // and nothing but VLAN tags, were it Ethernet
        Bytes tags(262'144);
        for (std::size_t i = 0; i < tags.size(); i += 2)
            tags[i] = 0x81;
        const std::vector<MadeRecord> records{{madeEpoch * second, longest, 0}, {madeEpoch * second, tags, 0}};
        const ReadCapture pcap = read(pcapFile({}, records));
        QCOMPARE(pcap.packets.size(), std::size_t{2});
        QCOMPARE(pcap.frames[1], tags);
        QCOMPARE(pcap.info.issues, Issues());
        PcapngWriter file;
        file.section(true).interface({.linkType = 1}).enhanced(0, 1, longest).enhanced(0, 2, tags).simple(longest);
        const ReadCapture blocks = read(file.bytes);
        QCOMPARE(blocks.packets.size(), std::size_t{3});
        QCOMPARE(blocks.frames[2], longest);
    }

    void manyInterfaces()
    {
        PcapngWriter file;
        file.section(false);
        const std::string name(3000, 'x');
        for (int i = 0; i < 65'536; ++i)
            file.interface({.linkType = 1, .name = i % 16 == 0 ? name : std::string()});
        file.enhanced(65'534, 1, Bytes(60)).enhanced(65'535, 2, Bytes(60));
        file.section(false).interface({.linkType = 1}).enhanced(0, 3, Bytes(60));
        const ReadCapture many = read(file.bytes);
        QCOMPARE(many.info.interfaces.size(), std::size_t{65'535});
        QCOMPARE(many.packets.size(), std::size_t{1});
        QCOMPARE(many.counted("too-many-interfaces"), 2);
        QCOMPARE(many.counted("damaged-record"), 2);
        QVERIFY(many.info.interfaces[0].name.size() <= 1024);
    }

    void claimedLengths()
    {
        const Bytes frame = wrapped(Wrapping::Ethernet, everyKind()[1]);
        for (const std::uint32_t type : {6u, 0xbadu})
            for (const std::uint32_t length : {0u, 4u, 8u, 11u, 13u, 0x10000u, 0x7ffffffcu, 0xfffffffcu, 0xffffffffu}) {
                PcapngWriter file;
                file.section(false).interface({.linkType = 1}).enhanced(0, 1, frame);
                file.bytes = ByteWriter(false).raw(file.bytes).word(type).word(length).raw(Bytes(92, 0x11)).bytes;
                file.enhanced(0, 2, frame);
                const ReadCapture claimed = read(file.bytes);
                QVERIFY(!claimed.packets.empty());
                QCOMPARE(claimed.counted("damaged-record") + claimed.counted("cut-record"), 1);
            }
        // Blocks with less in them than their kind must have, and packets that claim more than their block has.
        PcapngWriter file;
        file.section(true).interface({.linkType = 1});
        for (const std::uint32_t type : {1u, 2u, 3u, 5u, 6u, 0x0a0d0d0au})
            file.block(type, type == 0x0a0d0d0a ? ByteWriter(true).word(0x1a2b3c4d).bytes : Bytes{});
        file.block(6, ByteWriter(true).word(0).word(0).word(0).word(262'144).word(4).raw(Bytes(64)).bytes);
        file.block(6, ByteWriter(true).word(7).word(0).word(0).word(4).word(4).raw(Bytes(64)).bytes);
        const ReadCapture empty = read(file.bytes);
        QCOMPARE(empty.packets.size(), std::size_t{0});
        QCOMPARE(empty.counted("damaged-record"), 8);
    }

    /// Each place looks like a record that reaches far: looking for the next one must not take the square of the time.
    void plausibleEverywhere()
    {
        Bytes bytes = pcapFile({}, {});
        ByteWriter head(false);
        head.word(0xffffffff).word(0xffffffff).word(0xffffffff).word(0xffffffff);
        bytes.insert(bytes.end(), head.bytes.begin(), head.bytes.end());
        for (int i = 0; i < 64'000; ++i)
            bytes.insert(bytes.end(), {0xf0, 0xf0, 0x03, 0x00}); // 258 288 bytes of as many, beyond the end
        QElapsedTimer timer;
        timer.start();
        (void)read(bytes);
#ifndef MR_SANITIZED
        QVERIFY(timer.elapsed() < 500);
#endif
    }

private:
    static void small()
    {
        QTest::addColumn<int>("number");
        const std::vector<SmallCapture> all = smallCaptures();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].name.c_str()) << static_cast<int>(i);
    }

    ReadCapture read(const Bytes& bytes, const ReaderOptions& options = {})
    {
        writeBytes(m_file, bytes);
        return readCapture(m_file, options);
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_file = std::filesystem::path(m_folder.path().toStdString()) / "hostile.capture";
    QElapsedTimer m_stopped;
};

QTEST_APPLESS_MAIN(TestHostileCaptures)
#include "tst_hostile_captures.moc"

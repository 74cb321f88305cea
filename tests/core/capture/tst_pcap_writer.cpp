// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/capture/pcap_writer.h"

#include <QtTest>
#include <array>
#include <cstring>
#include <sys/mount.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::capture;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::string toolText(const std::vector<std::string>& argv)
{
    const auto output = runCommand({argv, {{"TZ", "UTC"}, {"LC_ALL", "C"}}, {}}, deadlineIn(std::chrono::seconds(30)));
    return output && output->succeeded() ? output->out : std::string("failed: ") + (output ? output->err : "");
}

Bytes frame(std::uint8_t mark, std::size_t size)
{
    Bytes bytes(size, mark);
    const std::array<std::uint8_t, 14> header{2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0x88, 0xb5};
    std::copy_n(header.begin(), std::min(size, header.size()), bytes.begin());
    return bytes;
}

/// A small file system in memory; needs root.
class SmallDisk
{
public:
    explicit SmallDisk(const char* options)
        : m_folder(*TemporaryFolder::make("mr-small")),
          m_mounted(::mount("tmpfs", m_folder.path().c_str(), "tmpfs", 0, options) == 0)
    {
    }
    ~SmallDisk()
    {
        if (m_mounted)
            ::umount2(m_folder.path().c_str(), MNT_DETACH);
    }
    [[nodiscard]] bool isMounted() const { return m_mounted; }
    [[nodiscard]] std::filesystem::path path() const { return m_folder.path(); }

private:
    TemporaryFolder m_folder;
    bool m_mounted;
};

} // namespace

class TestPcapWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void toolsReadWhatIsWritten()
    {
        const auto folder = TemporaryFolder::make("mr-pcap-writer");
        const auto file = folder->path() / "three.pcap";
        auto writer = PcapWriter::create(file, 1, 100);
        QVERIFY2(writer, writer ? "" : writer.error().text().c_str());
        QVERIFY(writer->add(1'795'000'000'123'456'789, 1514, frame(1, 100)));
        QVERIFY(writer->add(1'795'000'001'000'000'001, 60, frame(2, 60)));
        QVERIFY(writer->add(0, 2000, frame(3, 300))); // longer than the snap length
        QVERIFY(!std::filesystem::exists(file));
        QVERIFY(writer->finish());
        QCOMPARE(writer->packets(), std::uint64_t(3));
        QCOMPARE(std::filesystem::file_size(file), std::uint64_t(24 + 3 * 16 + 100 + 60 + 100));
        QCOMPARE(writer->bytes(), std::uint64_t(std::filesystem::file_size(file)));
        QVERIFY(!std::filesystem::exists(file.string() + ".part"));
        const std::string fields = toolText({"tshark", "-r", file.string(), "-T", "fields", "-e", "frame.time_epoch",
                                             "-e", "frame.len", "-e", "frame.cap_len", "-e", "eth.src"});
        QCOMPARE(QByteArray::fromStdString(fields),
                 QByteArray("1795000000.123456789\t1514\t100\t02:00:00:00:00:01\n"
                            "1795000001.000000001\t60\t60\t02:00:00:00:00:01\n"
                            "0.000000000\t2000\t100\t02:00:00:00:00:01\n"));
        const std::string facts = toolText({"capinfos", "-tEsl", file.string()});
        QVERIFY2(facts.find("nanosecond") != std::string::npos, facts.c_str());
        QVERIFY2(facts.find("Ethernet") != std::string::npos, facts.c_str());
        QVERIFY2(facts.find("100 bytes") != std::string::npos, facts.c_str());
    }

    void manyBuffers()
    {
        const auto folder = TemporaryFolder::make("mr-pcap-writer");
        const auto file = folder->path() / "many.pcap";
        auto writer = PcapWriter::create(file, 1, 0, 1000);
        QVERIFY(writer);
        constexpr int packets = 5000;
        for (int i = 0; i < packets; ++i)
            QVERIFY(writer->add(i, 100, frame(static_cast<std::uint8_t>(i), 14 + static_cast<std::size_t>(i % 1400))));
        QVERIFY(writer->finish(false));
        const std::string count = toolText({"capinfos", "-Mcd", file.string()});
        QVERIFY2(count.find("5000") != std::string::npos, count.c_str());
    }

    void nothingIsLeftWithoutFinish()
    {
        const auto folder = TemporaryFolder::make("mr-pcap-writer");
        {
            auto writer = PcapWriter::create(folder->path() / "given-up.pcap", 1, 100);
            QVERIFY(writer && writer->add(1, 60, frame(1, 60)) && writer->flush());
        }
        QVERIFY(std::filesystem::is_empty(folder->path()));
    }

    void timesThatTheFormatCannotHold()
    {
        const auto folder = TemporaryFolder::make("mr-pcap-writer");
        auto writer = PcapWriter::create(folder->path() / "times.pcap", 1, 100);
        QVERIFY(writer);
        QVERIFY(writer->add(4'294'967'295'999'999'999, 60, frame(1, 60)));
        for (const std::int64_t time : {std::int64_t(-1), std::int64_t(4'294'967'296'000'000'000)}) {
            const auto refused = writer->add(time, 60, frame(1, 60));
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        }
        QVERIFY(writer->finish());
        QCOMPARE(writer->packets(), std::uint64_t(1));
    }

    void aFullDiskLeavesWholeRecords()
    {
        const SmallDisk disk("size=256k");
        if (!disk.isMounted())
            QSKIP("mounting a small file system needs root");
        const auto file = disk.path() / "full.pcap";
        auto writer = PcapWriter::create(file, 1, 100, 10'000);
        QVERIFY(writer);
        Result<void> added;
        for (int i = 0; i < 10'000 && added; ++i)
            added = writer->add(i, 1514, frame(1, 100));
        QVERIFY(!added);
        QCOMPARE(added.error().code, ErrorCode::DiskFull);
        QVERIFY(writer->finish(false));
        const auto size = std::filesystem::file_size(file);
        QVERIFY(size > 250'000);
        QCOMPARE((size - 24) % 116, std::uint64_t(0));
        QCOMPARE((size - 24) / 116, writer->packets());
        const std::string count = toolText({"capinfos", "-Mc", file.string()});
        QVERIFY2(count.find(std::to_string(writer->packets())) != std::string::npos, count.c_str());
    }

    void errorsOfFlushAreSeen()
    {
        const SmallDisk disk("size=16k");
        if (!disk.isMounted())
            QSKIP("mounting a small file system needs root");
        auto writer = PcapWriter::create(disk.path() / "full.pcap", 1, 100);
        QVERIFY(writer);
        for (int i = 0; i < 1000; ++i)
            QVERIFY(writer->add(i, 1514, frame(1, 100)));
        const auto finished = writer->finish();
        QVERIFY(!finished);
        QCOMPARE(finished.error().code, ErrorCode::DiskFull);
        QVERIFY(!std::filesystem::exists(disk.path() / "full.pcap"));
    }

    void foldersThatAreNotThere()
    {
        const auto writer = PcapWriter::create("/nowhere/at/all.pcap", 1, 100);
        QVERIFY(!writer);
        QCOMPARE(writer.error().code, ErrorCode::NotFound);
    }
};

QTEST_APPLESS_MAIN(TestPcapWriter)
#include "tst_pcap_writer.moc"

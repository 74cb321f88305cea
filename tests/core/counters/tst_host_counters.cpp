// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/counters/host_counters.h"

#include <QtTest>
#include <sys/sysinfo.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::counters;

namespace {

constexpr std::string_view netDev = "Inter-|   Receive                                                |  Transmit\n"
                                    " face |bytes    packets errs drop fifo frame compressed multicast|bytes    "
                                    "packets errs drop fifo colls carrier compressed\n"
                                    "    lo: 5000000000  100    1    2    3     4          5         6 5000000001  200 "
                                    "   7    8    9    10      11         12\n"
                                    "eth0:1 18446744073709551615 0 0 0 0 0 0 3 4 0 0 0 0 0 0\n"
                                    "veth:1:7 8 9 10 0 0 0 0 11 12 13 14 0 0 0 0\n";

} // namespace

class TestHostCounters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pressure()
    {
        QCOMPARE(*parsePressure("some avg10=1.53 avg60=1.20 avg300=0.75 total=157622151\nfull avg10=0.00\n"),
                 Nanoseconds(157'622'151'000));
        QVERIFY(!parsePressure("full avg10=0.00 avg60=0.00 avg300=0.00 total=5"));
        QVERIFY(!parsePressure("some avg10=1.53"));
        QVERIFY(!parsePressure(""));
    }

    void readsInterfaces()
    {
        std::vector<InterfaceCounters> all;
        QVERIFY(parseInterfaces(netDev, all));
        QCOMPARE(all.size(), std::size_t(3));
        QVERIFY((all[0] == InterfaceCounters{"lo", 5'000'000'000, 100, 1, 2, 5'000'000'001, 200, 7, 8}));
        QVERIFY((all[1] == InterfaceCounters{"eth0", 1, 18'446'744'073'709'551'615ull, 0, 0, 3, 4, 0, 0}));
        QVERIFY((all[2] == InterfaceCounters{"veth:1", 7, 8, 9, 10, 11, 12, 13, 14}));
    }

    void replacesWhatWasThere()
    {
        std::vector<InterfaceCounters> all(7, InterfaceCounters{"old", 1, 1, 1, 1, 1, 1, 1, 1});
        QVERIFY(parseInterfaces(netDev, all));
        QCOMPARE(all.size(), std::size_t(3));
        QCOMPARE(all[0].name, std::string("lo"));
        QVERIFY(parseInterfaces("header\nheader\n", all));
        QVERIFY(all.empty());
        QVERIFY(parseInterfaces("", all));
    }

    void damagedInterfaces()
    {
        std::vector<InterfaceCounters> all;
        for (const char* line :
             {"eth0 1 2 3", "eth0: 1 2 3", "eth0: a 2 3 4 5 6 7 8 9 10 11 12", ": 1 2 3 4 5 6 7 8 9 10 11 12",
              "eth0: 1 2 3 4 5 6 7 8 9 10 11 99999999999999999999"}) {
            const auto result = parseInterfaces(std::string("h\nh\n") + line + "\n", all);
            QVERIFY2(!result, line);
            QCOMPARE(result.error().code, ErrorCode::Corrupt);
        }
        for (std::size_t length = 0; length < netDev.size(); ++length)
            (void)parseInterfaces(netDev.substr(0, length), all);
    }

    void agreesWithSysfs()
    {
        auto file = ProcFile::open("/proc/self/net/dev");
        QVERIFY(file);
        std::vector<InterfaceCounters> all;
        // The loopback interface may be busy: its counter must lie between two readings of the other source.
        const std::string counter = "/sys/class/net/lo/statistics/rx_bytes";
        const auto before = std::stoull(*readFile(counter));
        QVERIFY(parseInterfaces(*file->read(), all));
        const auto after = std::stoull(*readFile(counter));
        const auto lo = std::ranges::find(all, "lo", &InterfaceCounters::name);
        QVERIFY(lo != all.end());
        QVERIFY(lo->receivedBytes >= before && lo->receivedBytes <= after);
    }

    void readsMachineCpu()
    {
        const auto cpu = parseMachineCpu("cpu  100 20 30 400 50 6 7 8 0 0\ncpu0 1 2 3\n");
        QVERIFY(cpu);
        const auto tick = Nanoseconds(1'000'000'000 / ::sysconf(_SC_CLK_TCK));
        QVERIFY((*cpu == MachineCpu{120 * tick, 43 * tick, 450 * tick, 8 * tick}));
        for (const char* bad : {"", "cpu", "cpu 1 2 3", "cpu0 1 2 3 4 5 6 7 8", "cpu a b c d e f g h", "intr 1"})
            QVERIFY2(!parseMachineCpu(bad), bad);
    }

    void machineCpuAddsUpToTime()
    {
        auto file = ProcFile::open("/proc/stat");
        const auto sum = [&] {
            const auto cpu = parseMachineCpu(*file->read());
            return cpu->user + cpu->system + cpu->idle + cpu->steal;
        };
        const Nanoseconds before = sum();
        const Nanoseconds start = monotonicNow();
        QTest::qWait(500);
        const double processors = double((sum() - before).count()) / double((monotonicNow() - start).count());
        const double expected = double(::sysconf(_SC_NPROCESSORS_ONLN));
        QVERIFY2(std::abs(processors - expected) < 0.2 * expected + 0.1, std::to_string(processors).c_str());
    }

    void readsMemory()
    {
        QCOMPARE(*parseAvailableMemory("MemTotal: 5 kB\nMemAvailable:   123 kB\n"), std::uint64_t(123 * 1024));
        QVERIFY(!parseAvailableMemory("MemTotal: 5 kB\n"));
        QVERIFY(!parseAvailableMemory(""));
        auto file = ProcFile::open("/proc/meminfo");
        const auto available = parseAvailableMemory(*file->read());
        struct sysinfo whole
        {
        };
        ::sysinfo(&whole);
        QVERIFY(available && *available > 0 && *available <= std::uint64_t(whole.totalram) * whole.mem_unit);
    }

    void procFileReadsAgainAndGrows()
    {
        auto file = ProcFile::open("/proc/self/maps");
        QVERIFY(file);
        const std::string first(*file->read());
        QVERIFY(first.size() > 2048); // the first buffer
        QVERIFY(first.find("[stack]") != std::string::npos);
        const std::string second(*file->read());
        QVERIFY(second.find("[stack]") != std::string::npos);
    }

    void procFileOfAnEndedProcess()
    {
        std::optional<ProcFile> file;
        {
            const auto child = ChildProcess::start({{"sleep", "60"}, {}, {}});
            auto opened = ProcFile::open("/proc/" + std::to_string(child->pid()) + "/stat");
            QVERIFY(opened && opened->read());
            file = *std::move(opened);
        }
        const auto text = file->read();
        QVERIFY(!text);
        QCOMPARE(text.error().code, ErrorCode::NotFound);
        QCOMPARE(ProcFile::open("/proc/nothing").error().code, ErrorCode::NotFound);
    }
};

QTEST_APPLESS_MAIN(TestHostCounters)
#include "tst_host_counters.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/studies/flumen/published_estimators.h"
#include "core/studies/tum/run.h"
#include "tests/core/importers/made_captures.h"

#include <QRandomGenerator>
#include <QtTest>
#include <cstdlib>
#include <fmt/format.h>

using namespace millrace;
using namespace millrace::importers;
using namespace millrace::studies;
using namespace millrace::studies::flumen;
using namespace millrace::studies::tum;

namespace {

const std::string ring = "horovod-resnet50-adam-64-mpi-normal-ring";

/// The JSON files of a campaign, all in one text.
std::string published(const std::filesystem::path& campaign, const TumOptions& options)
{
    const auto found = findTumRuns(campaign);
    if (!found)
        qFatal("%s", found.error().text().c_str());
    std::string all;
    for (const TumRunFolder& folder : found->runs) {
        const auto run = readTumRun(folder, options);
        if (!run || run->source == TumTraffic::None)
            qFatal("a run cannot be read");
        const auto& traffic = run->traffic;
        const TextSink sink = [&](std::string_view text) {
            all += text;
            return Result<void>();
        };
        all += jointSentReceivedJson(traffic) + flowCdfJson(traffic) + flowArrivalJson(traffic, run->publishedTimes);
        if (!bytesPerSecJson(traffic, sink) || !utilizationJson(traffic, sink) || !temporalFlowJson(traffic, sink))
            qFatal("a file cannot be written");
    }
    return all;
}

double figure(const report::PublishedFigures& figures, std::string_view name, bool right)
{
    for (const auto& each : figures)
        if (each.name == name)
            return right ? each.right : each.asPublished;
    qFatal("no such figure");
}

/// What both studies make of packets.
struct Published
{
    importers::NameBook names;
    TrafficEstimators traffic{names};
    LogEstimators logs{names};
    std::vector<PublishedFile> files;

    [[nodiscard]] bool read(const PublishedRequest& request)
    {
        const std::array<PublishedEstimators*, 2> both = {&traffic, &logs};
        auto result = readPublished(request, names, both);
        if (result)
            files = *std::move(result);
        return result.has_value();
    }
};

} // namespace

/// Against the real tshark and tcpdump, in several time zones.
class TestPublishedTools : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    /// The captures of a campaign without the captures: only what tshark made of them.
    bool makeTables(const std::filesystem::path& campaign, const std::string& zone) const
    {
        for (const auto& run : std::filesystem::directory_iterator(campaign)) {
            if (!runTshark(run.path(), zone))
                return false;
            for (int k = 0; k < 4; ++k)
                std::filesystem::remove(run.path() / fmt::format("worker-{}-tcpdump.pcap", k));
        }
        return true;
    }

private Q_SLOTS:
    void everyZoneTheSame_data()
    {
        QTest::addColumn<QString>("machine"); ///< zone of this process
        QTest::addColumn<QString>("tshark"); ///< zone in which tshark printed; empty: captures
        QTest::addColumn<qint64>("begin");
        for (const char* machine : {"UTC", "Europe/Berlin", "America/New_York"})
            for (const char* season : {"summer", "winter"}) {
                const qint64 begin = season[0] == 's' ? summerTime : winterTime;
                QTest::newRow(qPrintable(QString("%1 %2 captures").arg(machine, season)))
                    << machine << QString() << begin;
                QTest::newRow(qPrintable(QString("%1 %2 tshark").arg(machine, season))) << machine << machine << begin;
            }
    }
    void everyZoneTheSame()
    {
        QFETCH(QString, machine);
        QFETCH(QString, tshark);
        QFETCH(qint64, begin);
        if (!tshark.isEmpty() && !hasTool("tshark"))
            QSKIP("tshark is not installed");
        const QByteArray before = qgetenv("TZ");
        qputenv("TZ", machine.toLatin1());
        ::tzset();
        const auto campaign = path("zones" + std::to_string(QRandomGenerator::global()->generate()));
        writeFourHosts(campaign / ring, begin);
        if (!tshark.isEmpty())
            QVERIFY(makeTables(campaign, tshark.toStdString()));
        const std::string text = published(campaign, {});
        qputenv("TZ", before);
        ::tzset();
        // Summer: the digest of what the study's definitions give in Europe/Berlin, see tst_tum_json.
        const bool summer = begin == summerTime;
        QVERIFY(text.find(summer ? R"("1626098585000":6008,"1626098585001":4506)"
                                 : R"("1637326800000":6008,"1637326800001":4506)")
                != std::string::npos);
        static std::map<bool, std::string> digests;
        const std::string digest = sha256(text);
        const auto known = digests.try_emplace(summer, digest).first;
        QCOMPARE(digest, known->second);
    }

    void tableInAnyZone_data()
    {
        QTest::addColumn<QString>("zone");
        for (const char* zone : {"Asia/Kolkata", "Europe/London", "America/Sao_Paulo"})
            QTest::newRow(zone) << zone;
    }
    void tableInAnyZone()
    {
        if (!hasTool("tshark"))
            QSKIP("tshark is not installed");
        QFETCH(QString, zone);
        const auto campaign = path("table-" + zone.toStdString().substr(zone.indexOf('/') + 1));
        writeOddRuns(campaign);
        const std::string fromCaptures = published(campaign, {});
        QVERIFY(makeTables(campaign, zone.toStdString()));
        const std::string fromTables = published(campaign, {});
        // Flow times have 9 decimals in both; IPv6 flows have no address in the study's field list.
        QVERIFY(fromTables == fromCaptures);
    }

    void textOfTcpdump_data()
    {
        QTest::addColumn<QString>("options");
        for (const char* options : {"-n", "-n -S", "-n -tt", "-n -tttt", "-n -e", "-n -v", "-n -tttt -e -v"})
            QTest::newRow(options) << options;
    }
    void textOfTcpdump()
    {
        if (!hasTool("tcpdump"))
            QSKIP("tcpdump is not installed");
        QFETCH(QString, options);
        const auto run = path("text") / ring;
        writeFourHosts(run, summerTime);
        const auto log = path("text") / "log.txt";
        writeText(
            log,
            runTool(fmt::format("tcpdump {} -r '{}'", options.toStdString(), (run / "worker-0-tcpdump.pcap").string()),
                    "Europe/Berlin"));
        PublishedRequest request;
        request.packets.zone = analysis::WallZone::centralEurope();
        request.packets.day = analysis::civilTime(2021, 7, 12, 0);
        request.files = {run / "worker-0-tcpdump.pcap"};
        Published capture, text;
        QVERIFY(capture.read(request));
        request.files = {log};
        QVERIFY(text.read(request));
        QVERIFY(text.files[0].format == "tcpdump-text");
        QCOMPARE(text.files[0].packets, std::uint64_t(210));
        QVERIFY(text.files[0].issues.empty());
        QCOMPARE(text.traffic.traffic.first, summerTime);
        for (const char* name : {"rate.mean", "rate.truncated-mean", "rate.time", "job.rate", "packet.mean-bits",
                                 "packet.second-moment", "bursts.short-gaps"})
            QCOMPARE(figure(text.logs.figures, name, false), figure(capture.logs.figures, name, false));
        QCOMPARE(figure(text.logs.figures, "rate.mean", true), figure(capture.logs.figures, "rate.mean", true));
        QCOMPARE(text.traffic.traffic.flows.size(), std::size_t(2));
        QCOMPARE(text.traffic.traffic.flows[0].packets, std::uint64_t(200));
        if (options.contains("-e"))
            QCOMPARE(figure(text.traffic.figures, "bytes.all", true), 301'940.0);
    }

    void delaysOfTwoLogs()
    {
        if (!hasTool("tcpdump"))
            QSKIP("tcpdump is not installed");
        // Worker 1 sees worker 0's packets 2 ms later by a clock that is 1 ms ahead, and answers.
        std::vector<MadePacket> at0, at1;
        for (int i = 0; i < 300; ++i) {
            const std::int64_t time = summerTime + i * 1'000'000ll;
            const auto data = ipv4Frame(workerAddress(0), workerAddress(1), 5, 6, 100, std::uint32_t(1 + i * 100));
            const auto answer = ipv4Frame(workerAddress(1), workerAddress(0), 6, 5, 10, std::uint32_t(1 + i * 10));
            at0.push_back({time, data});
            at0.push_back({time + 500'000, answer});
            at1.push_back({time - 500'000, answer}); // sent 2 ms earlier by the right clock
            at1.push_back({time + 3'000'000, data});
        }
        std::ranges::stable_sort(at1, {}, &MadePacket::time);
        writePcap(path("delay0.pcap"), at0);
        writePcap(path("delay1.pcap"), at1);
        PublishedRequest request;
        request.packets.day = analysis::civilTime(2021, 7, 12, 0);
        for (int k = 0; k < 2; ++k) {
            const auto log = path(fmt::format("delay{}.txt", k));
            writeText(log,
                      runTool(fmt::format("tcpdump -n -S -r '{}'", path(fmt::format("delay{}.pcap", k)).string())));
            request.files.push_back(log);
        }
        Published result;
        QVERIFY(result.read(request));
        QCOMPARE(result.logs.delays.size(), std::size_t(2));
        QCOMPARE(result.logs.delays[0].pairs, std::uint64_t(300));
        QVERIFY(std::abs(result.logs.delays[0].mean - 0.003) < 1e-9);
        QVERIFY(std::abs(result.logs.delays[0].rightMean - 0.002) < 1e-9);
        QVERIFY(std::abs(result.logs.delays[0].clockOffset - 0.001) < 1e-9);
        QVERIFY(std::abs(figure(result.logs.figures, "delay.mean", true) - 0.002) < 1e-9);
        const auto all = analysePublished(request);
        QVERIFY(all);
        QCOMPARE(all->sections.size(), std::size_t(2)); // by the studies' letters
        QVERIFY(all->sections[0].key == "traffic_study" && all->sections[1].key == "cross_traffic_study");
        QCOMPARE(all->sections[1].more["delays"].size(), std::size_t(2));
        QCOMPARE(all->sections[1].figures.size(), result.logs.figures.size());
    }
};

QTEST_APPLESS_MAIN(TestPublishedTools)
#include "tst_published_tools.moc"

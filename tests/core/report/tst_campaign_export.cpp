// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/report/campaign_export.h"
#include "core/store/artefact_repository.h"
#include "tests/core/report/made_store.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace millrace::report {

namespace {

std::string csvOf(MadeStore& store, ExportPart part, const ExportOptions& options = {})
{
    std::string csv;
    need(exportCsv(store.database, store.campaign, part, options, [&csv](std::string_view text) -> Result<void> {
        csv += text;
        return {};
    }));
    return csv;
}

nlohmann::json jsonOf(MadeStore& store, const ExportOptions& options = {})
{
    std::string text;
    need(exportJson(store.database, store.campaign, options, [&text](std::string_view piece) -> Result<void> {
        text += piece;
        return {};
    }));
    return nlohmann::json::parse(text);
}

std::vector<std::string> linesOf(const std::string& csv)
{
    std::vector<std::string> lines;
    for (const QString& line : QString::fromStdString(csv).split("\r\n", Qt::SkipEmptyParts))
        lines.push_back(line.toStdString());
    return lines;
}

Made run(const std::string& level)
{
    Made made;
    made.factors = {textFactor("strategy", level), numberFactor("delay", "2ms", 2e6, "ns")};
    made.metrics = {metric("step_mean", 0.1 + 0.2, "s"), {"sent_bytes", "node0", 5, "B", "counted"}};
    made.gates = {{"loss", "node0→node1", 0.01, std::nan(""), 0, 1, "", store::Verdict::Unknown, "not, \"known\""}};
    return made;
}

/// What every row begins with.
std::string identity(int run)
{
    return fmt::format("1,{0},11111111-2222-4333-8444-555555555555,00000000-0000-4000-8000-{0:012},", run);
}

} // namespace

class TestCampaignExport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsAreOneRowEach()
    {
        MadeStore store({run("RING"), run("STAR, or \"so\"")});
        const auto lines = linesOf(csvOf(store, ExportPart::Runs));
        QCOMPARE(lines.size(), std::size_t(3));
        QCOMPARE(lines[0],
                 std::string(
                     "campaign,run,campaign_id,run_id,cell,block,repetition,attempt,state,warmup,superseded,excluded,"
                     "exclusion_reason,strategy,delay,delay.number (ns),started,ended,duration (s),step_mean (s),"
                     "error_code,error"));
        QVERIFY(lines[1].starts_with(identity(1)));
        QVERIFY(lines[1].ends_with(",RING,2ms,2000000,2026-11-20T09:42:40.000000Z,2026-11-20T09:42:44.000000Z,4,"
                                   "0.30000000000000004,,"));
        QVERIFY(lines[2].find(",\"STAR, or \"\"so\"\"\",") != std::string::npos);
    }

    void longTables()
    {
        MadeStore store({run("RING")});
        const std::string cell = linesOf(csvOf(store, ExportPart::Runs)).at(1).substr(identity(1).size(), 16);
        QCOMPARE(linesOf(csvOf(store, ExportPart::Metrics)).at(1),
                 identity(1) + cell + ",sent_bytes,node0,5,B,counted");
        const std::string gate = linesOf(csvOf(store, ExportPart::Gates)).at(1);
        QVERIFY2(gate.ends_with(",loss,node0→node1,0.01,,0,1,,unknown,\"not, \"\"known\"\"\""), gate.c_str());
    }

    void recordings()
    {
        MadeStore store({run("RING"), run("STAR")});
        store::Artefact whole;
        whole.node = "node0";
        whole.sha256 = std::string(64, 'a');
        whole.bytes = 5'000'000'000;
        whole.packets = 7;
        whole.received = 9;
        whole.droppedByKernel = 2;
        whole.wireBytes = 11;
        whole.interface = "eth0";
        whole.filter = "host 10.0.0.1 and (tcp, \"x\")";
        whole.direction = "both";
        whole.snapLength = 100;
        whole.start = Nanoseconds(1'795'167'760'000'000'001);
        whole.stop = Nanoseconds(1'795'167'761'000'000'002);
        whole.notes = R"([{"kind":"frames-above-mtu","count":3,"text":"too big"}])";
        store::Artefact ended = whole;
        ended.node = "node1";
        ended.sha256.clear();
        ended.droppedByInterface = 4;
        ended.reason = "the disk is full";
        store::ArtefactRepository repository(store.database);
        need(repository.save(store.ids[1], std::vector{whole, ended}));
        const auto lines = linesOf(csvOf(store, ExportPart::Captures));
        QCOMPARE(lines.size(), std::size_t(3));
        QVERIFY2(lines[1].starts_with(identity(2)), lines[1].c_str());
        QVERIFY2(lines[1].find(",node0,eth0,\"host 10.0.0.1 and (tcp, \"\"x\"\")\",both,100,7,9,2,,11,5000000000,"
                               + whole.sha256 + ",1795167760000000001,1795167761000000002,,")
                     != std::string::npos,
                 lines[1].c_str());
        QVERIFY2(lines[2].find(",7,9,2,4,11,5000000000,,1795167760000000001,1795167761000000002,the disk is full,")
                     != std::string::npos,
                 lines[2].c_str());
        const auto json = jsonOf(store);
        QVERIFY(!json["runs"][0].contains("captures"));
        const auto& captures = json["runs"][1]["captures"];
        QCOMPARE(captures.size(), std::size_t(2));
        QVERIFY(captures[0]["dropped_by_interface"].is_null() && captures[1]["sha256"].is_null());
        QCOMPARE(captures[0]["sha256"].get<std::string>(), whole.sha256);
        QCOMPARE(captures[1]["dropped_by_interface"].get<int>(), 4);
        QCOMPARE(captures[0]["notes"][0]["count"].get<int>(), 3);
    }

    void seriesAreWholeAndExact()
    {
        MadeStore store({run("RING"), run("STAR")});
        analysis::Series series{"tcp.rtt", "node0", "s", {}, {}};
        for (int i = 0; i < 20'000; ++i) {
            series.times.push_back(1'795'167'760'000'000'000 + i * 10'000'000LL);
            series.values.push_back(i == 7 ? std::nan("") : 0.001 * i);
        }
        store.addSeries(1, series);
        const auto lines = linesOf(csvOf(store, ExportPart::Series));
        QCOMPARE(lines.size(), std::size_t(20'001));
        QCOMPARE(lines[0], std::string("campaign,run,campaign_id,run_id,series,node,unit,time_ns,value"));
        QCOMPARE(lines[1], identity(2) + "tcp.rtt,node0,s,1795167760000000000,0");
        QVERIFY(lines[8].ends_with(",1795167760070000000,")); // not known
        QVERIFY(lines[20'000].ends_with(",1795167959990000000,19.999"));
        const auto json = jsonOf(store, {false, true});
        const auto& stored = json["runs"][1]["series"][0];
        QCOMPARE(stored["times_ns"][1].get<std::int64_t>(), 1'795'167'760'010'000'000);
        QVERIFY(stored["values"][7].is_null());
        QCOMPARE(stored["values"][19'999].get<double>(), series.values[19'999]);
        QVERIFY(json["runs"][0]["series"].empty());
        QVERIFY(!jsonOf(store)["runs"][1].contains("series"));
    }

    void jsonHoldsEverything()
    {
        auto failed = run("STAR");
        failed.state = store::RunState::Failed;
        failed.error = "rank 2 \xff";
        MadeStore store({run("RING"), failed}, R"({"grid": {"name": "grid"}})");
        const auto json = jsonOf(store);
        QCOMPARE(json["format"].get<std::string>(), std::string("millrace-campaign"));
        QCOMPARE(json["campaign"]["specification"]["grid"]["name"].get<std::string>(), std::string("grid"));
        QCOMPARE(json["campaign"]["seed"].get<int>(), 7);
        QCOMPARE(json["runs"].size(), std::size_t(2));
        const auto& first = json["runs"][0];
        QCOMPARE(first["campaign"].get<int>(), 1);
        QCOMPARE(first["run"].get<int>(), 1);
        QCOMPARE(first["campaign_id"].get<std::string>(), std::string("11111111-2222-4333-8444-555555555555"));
        QCOMPARE(first["run_id"].get<std::string>(), std::string("00000000-0000-4000-8000-000000000001"));
        QCOMPARE(first["factors"]["delay"]["number"].get<double>(), 2e6);
        QCOMPARE(first["metrics"].size(), std::size_t(2));
        QCOMPARE(first["metrics"][1]["value"].get<double>(), 0.1 + 0.2);
        QVERIFY(first["gates"][0]["achieved"].is_null());
        QCOMPARE(first["duration_ns"].get<std::int64_t>(), 4'000'000'000);
        QCOMPARE(json["runs"][1]["error"].get<std::string>(), std::string("rank 2 \xef\xbf\xbd"));
    }

    void emptyCampaigns()
    {
        MadeStore store(std::vector<Made>{});
        QVERIFY(jsonOf(store, {true, true})["runs"].empty());
        for (const ExportPart part :
             {ExportPart::Runs, ExportPart::Metrics, ExportPart::Gates, ExportPart::Captures, ExportPart::Series})
            QCOMPARE(linesOf(csvOf(store, part)).size(), std::size_t(1));
    }

    void folders()
    {
        MadeStore store({run("RING")});
        store.addSeries(0, {"tcp.rtt", "node0", "s", {1}, {2}});
        const auto folder = store.folder.path() / "out" / "here";
        need(exportFolder(store.database, store.campaign, folder, {false, true}));
        for (const ExportPart part :
             {ExportPart::Runs, ExportPart::Metrics, ExportPart::Gates, ExportPart::Captures, ExportPart::Series})
            QCOMPARE(need(readFile(folder / exportFileName(part))), csvOf(store, part));
        QVERIFY(nlohmann::json::parse(need(readFile(folder / "campaign.json"))).contains("specification"));
        int files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            QVERIFY(entry.path().extension() != ".part");
            ++files;
        }
        QCOMPARE(files, 6);
        // Nothing is overwritten.
        const auto again = exportFolder(store.database, store.campaign, folder, {});
        QCOMPARE(again.error().code, ErrorCode::AlreadyExists);
        need(exportFolder(store.database, store.campaign, store.folder.path() / "two", {}));
        QVERIFY(!std::filesystem::exists(store.folder.path() / "two" / "series.csv"));
    }

    void anErrorOfTheSinkEndsTheExport()
    {
        const auto store = quickstartStore();
        for (const ExportPart part :
             {ExportPart::Runs, ExportPart::Metrics, ExportPart::Gates, ExportPart::Captures, ExportPart::Series}) {
            const auto done =
                exportCsv(store->database, store->campaign, part, {},
                          [](std::string_view) -> Result<void> { return fail(ErrorCode::DiskFull, "full"); });
            QCOMPARE(done.error().code, ErrorCode::DiskFull);
        }
        std::size_t written = 0;
        const auto done = exportJson(store->database, store->campaign, {false, true}, [&](std::string_view text) {
            written += text.size();
            return written > 100'000 ? Result<void>(fail(ErrorCode::Io, "gone")) : Result<void>();
        });
        QCOMPARE(done.error().code, ErrorCode::Io);
    }

    void damageIsNotHidden()
    {
        MadeStore store({run("RING")});
        analysis::Series series{"tcp.rtt", "node0", "s", {}, {}};
        for (int i = 0; i < 5000; ++i) {
            series.times.push_back(i);
            series.values.push_back(i * 0.5);
        }
        store.addSeries(0, series);
        store.sql("UPDATE chunks SET data = x'00' WHERE first_sample = 0");
        std::string csv;
        const auto done = exportCsv(store.database, store.campaign, ExportPart::Series, {},
                                    [&](std::string_view text) -> Result<void> {
                                        csv += text;
                                        return {};
                                    });
        QVERIFY(!done && done.error().code == ErrorCode::Corrupt);
        QVERIFY(done.error().what.find("tcp.rtt") != std::string::npos);
    }

    void stopsWhenAsked()
    {
        const auto store = quickstartStore();
        std::stop_source stop;
        std::size_t pieces = 0;
        const auto done = exportJson(store->database, store->campaign, {false, true},
                                     [&](std::string_view) -> Result<void> {
                                         if (++pieces == 5)
                                             stop.request_stop();
                                         return {};
                                     },
                                     {stop.get_token(), {}});
        QCOMPARE(done.error().code, ErrorCode::Cancelled);
        QVERIFY(pieces < 10);
    }
};

} // namespace millrace::report

QTEST_APPLESS_MAIN(millrace::report::TestCampaignExport)
#include "tst_campaign_export.moc"

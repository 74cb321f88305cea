// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/importers/pandas_columns.h"
#include "core/studies/tum/json.h"
#include "core/studies/tum/run.h"
#include "tests/core/importers/made_captures.h"

#include <QtTest>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace millrace;
using namespace millrace::importers;
using namespace millrace::studies;
using namespace millrace::studies::tum;

namespace {

const std::string ring = "horovod-resnet50-adam-64-mpi-normal-ring";
const std::string temporal = "tf_sync-resnet50-adam-64-grpc-normal-ring";
const std::string odd = "kungfu_ssgd-resnet50-adam-64-kungfu-normal-TREE";
const std::string mixed = "tf_sync-mobilenetv2-adam-128-grpc-loss_0.1-ring";

/// Reads a campaign and writes its files in the study's format next to it.
std::filesystem::path asPublished(const std::filesystem::path& campaign, const TumOptions& options = {})
{
    const auto found = findTumRuns(campaign);
    if (!found)
        qFatal("%s", found.error().text().c_str());
    std::filesystem::path target = campaign;
    target += ".out";
    std::filesystem::create_directories(target);
    std::vector<NamedTraffic> named;
    for (const TumRunFolder& folder : found->runs) {
        const auto run = readTumRun(folder, options);
        if (!run)
            qFatal("%s", run.error().text().c_str());
        if (const auto written = writeTumRunJson(*run, target); !written)
            qFatal("%s", written.error().text().c_str());
        named.push_back(namedTraffic(*run));
    }
    if (const auto written = writeTumCampaignJson(named, target); !written)
        qFatal("%s", written.error().text().c_str());
    return target;
}

std::string file(const std::filesystem::path& target, const std::string& run, const std::string& name)
{
    return textOf(target / run / "parsed-files" / name);
}

std::string digest(const std::filesystem::path& target, const std::string& run, const std::string& name)
{
    return sha256(file(target, run, name));
}

} // namespace

/// Expected texts and digests are of files computed with pandas 1.5.3 as in the study's aggregate.py, from field lists
/// of tshark 4.0.17 in Europe/Berlin.
class TestTumJson : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

private Q_SLOTS:
    void fourHosts()
    {
        writeFourHosts(path("four") / ring, summerTime);
        const auto out = asPublished(path("four"));
        QCOMPARE(textOf(out / "bytes_sent.json"),
                 std::string("{\"horovod-resnet50-adam-64-mpi-normal-ring\":{\"192.168.17.50\":301940,"
                             "\"192.168.17.51\":301940,\"192.168.17.52\":301940,\"192.168.17.53\":301940}}"));
        QCOMPARE(textOf(out / "number_flows.json"),
                 std::string("{\"flows\":{\"horovod-resnet50-adam-64-mpi-normal-ring\":8}}"));
        QCOMPARE(file(out, ring, "flow_cdf.json"),
                 std::string("{\"value\":{\"0\":1540,\"1\":300400},\"frequency\":{\"0\":4,\"1\":4},"
                             "\"pdf\":{\"0\":0.5,\"1\":0.5},\"cdf\":{\"0\":0.5,\"1\":1.0}}"));
        const std::string utilization = file(out, ring, "utilization.json");
        QVERIFY(utilization.starts_with(
            "{\"('192.168.17.50', '192.168.17.51')\":{\"1626098585000\":6008,\"1626098585001\":4506,"));
        QCOMPARE(sha256(utilization), std::string("50d270082457b28228d4e6f817182c2b19797c2dbe9011eb429f3685492210f2"));
        QCOMPARE(digest(out, ring, "bytes_per_sec.json"),
                 std::string("fd0942ae7fc46596e93a8263e89b5433041146f130e95b4e58b3a3808710e4ab"));
        QCOMPARE(digest(out, ring, "joint_sent_received.json"),
                 std::string("b5502d5ad6b8c836f4bc3486719958077d320af8e0cfd57f788682082190af49"));
        QCOMPARE(digest(out, ring, "temporal_flow.json"),
                 std::string("2d7bb9402593bfddc341f00a3b253f61f19581a2dc385656e5f5b188ef243039"));
    }

    void temporalFlows()
    {
        writeTemporalHosts(path("temporal") / temporal, summerTime);
        const auto out = asPublished(path("temporal"));
        const std::string text = file(out, temporal, "temporal_flow.json");
        // Compared as JSON: json.dump writes a space after colons, the expected text has none.
        const auto json = nlohmann::json::parse(text);
        QCOMPARE(json["flow1"].get<std::string>(),
                 std::string("{\"frame.len\":{\"0\":485146,\"10\":485146,\"20\":483644,\"30\":348464}}"));
        QCOMPARE(sha256(text), std::string("78e3e8323a395221ce8094117684d620dd6398d85bf219e4bdf2cb9c3e9bfd1e"));
        QCOMPARE(digest(out, temporal, "utilization.json"),
                 std::string("711518415258c9f6934520069d4d7918bad430b0c4ea9fcd29bbbfeabb284326"));
        QCOMPARE(digest(out, temporal, "bytes_per_sec.json"),
                 std::string("cc4c6fcdec8f7cde4873c1b6b173f8e19cdecb6c2ba5e148b98ebc1d484ec61b"));
        // Flow times looked up in the wrong rows.
        QCOMPARE(digest(out, temporal, "flow_arrival.json"),
                 std::string("0f2a2b35faa662e337e778c19a619cbf19847621e8dd1104be2034bef22c0753"));
    }

    void oddRuns()
    {
        writeOddRuns(path("odd"));
        const auto out = asPublished(path("odd"));
        QCOMPARE(textOf(out / "bytes_sent.json"),
                 std::string("{\"kungfu_ssgd-resnet50-adam-64-kungfu-normal-TREE\":{\"192.168.17.50\":225.0,"
                             "\"192.168.17.51\":224.0,\"192.168.17.52\":null},"
                             "\"tf_sync-mobilenetv2-adam-128-grpc-loss_0.1-ring\":{\"192.168.17.50\":156.0,"
                             "\"192.168.17.51\":null,\"192.168.17.52\":1970.0}}"));
        QCOMPARE(file(out, odd, "flow_cdf.json"),
                 std::string("{\"value\":{\"0\":55,\"1\":169,\"2\":225},\"frequency\":{\"0\":1,\"1\":1,\"2\":1},"
                             "\"pdf\":{\"0\":0.3333333333,\"1\":0.3333333333,\"2\":0.3333333333},"
                             "\"cdf\":{\"0\":0.3333333333,\"1\":0.6666666667,\"2\":1.0}}"));
        QCOMPARE(
            file(out, odd, "temporal_flow.json"),
            std::string("{\"flow1\": \"{\\\"frame.len\\\":{\\\"0\\\":138,\\\"10\\\":87}}\", "
                        "\"flow2\": \"{\\\"frame.len\\\":{\\\"3\\\":54,\\\"13\\\":54,\\\"23\\\":0,\\\"33\\\":61}}\", "
                        "\"flow3\": \"{\\\"frame.len\\\":{\\\"5\\\":55}}\"}"));
        for (const auto& [run, name, expected] : std::vector<std::array<std::string, 3>>{
                 {odd, "flow_arrival.json", "1d4340413540f78cad1aa79a57b3207a39b860a81fa738bd69ccef9f28c4e97e"},
                 {odd, "bytes_per_sec.json", "c3e65f130e4194c346edeaeac29072154ea336f8ea99736399bd375da2aaed64"},
                 {odd, "utilization.json", "04ca72ca5acc7a8cbc101d42448495346c1c9ed2e95f5457905f5c9c24e2278e"},
                 {odd, "joint_sent_received.json", "e5fc50bf4f95a4b6f0f7e32b156c000c3f3b9ed2e1f9fac9458cba22a7b0241f"},
                 {mixed, "flow_arrival.json", "db3bf89eac0019398f0bd00e47a688fe4d09566f64b469b244ca00f4cbbd2c8e"},
                 {mixed, "bytes_per_sec.json", "f1921a22dea0a94eef311720847cdd7c7253753eff403560bd195e53d6ca5303"},
                 {mixed, "utilization.json", "2f91f2cae7024b70c0e34af8c410335b23f562043249578fa4abf094e5e1ab76"},
                 {mixed, "flow_cdf.json", "9582e53071a87017653c55ec4c107154a49f897a1f472f59a55b1da67739b2e4"},
                 {mixed, "temporal_flow.json", "e6099d4b43835e626393eb7ab2ab7fcfae6709fa162d5261466f85893c096f29"},
                 {mixed, "joint_sent_received.json",
                  "8e988c33ce6ae90c8a91d12b3be30145e368e6d0f2fcdbd809d17e54d94682b3"}})
            QVERIFY2(digest(out, run, name) == expected, qPrintable(QString::fromStdString(run + " " + name)));
    }

    void publishedAndTrueTimes()
    {
        writeOddRuns(path("times"));
        const auto found = findTumRuns(path("times"));
        QVERIFY(found);
        const auto run = readTumRun(found->runs[0], {});
        QVERIFY(run);
        QCOMPARE(run->folder.name, odd);
        const auto& flows = run->traffic.flows;
        QCOMPARE(flows[2].first - winterTime, std::int64_t(5'000'000'123));
        QCOMPARE(run->publishedTimes[2].arrival - winterTime, std::int64_t(3'700'000'000));
        const auto error = std::ranges::find(run->figures, "flows.time-error", &report::PublishedFigure::name);
        QVERIFY(error != run->figures.end());
        QCOMPARE(error->asPublished, 8.3); // 3.7 s became 12 s
    }

    void roundTrip()
    {
        writeTemporalHosts(path("round") / temporal, winterTime);
        const auto out = asPublished(path("round"));
        Issues issues;
        const auto parsed = out / temporal / "parsed-files";
        const auto traffic = readTumTraffic(parsed, analysis::WallZone::centralEurope(), issues);
        QVERIFY(traffic);
        QCOMPARE(traffic->wireBytes, std::uint64_t(4 * 1'802'400));
        QCOMPARE(traffic->first, winterTime);
        QCOMPARE(traffic->pairs.size(), std::size_t(4));
        QCOMPARE(traffic->flows[1].source, workerAddress(1));
        QCOMPARE(traffic->flows[1].sourcePortNumber, 40001u);
        std::string again;
        QVERIFY(utilizationJson(*traffic, [&](std::string_view text) {
            again += text;
            return Result<void>();
        }));
        QVERIFY(again == file(out, temporal, "utilization.json"));
        QCOMPARE(issues.size(), std::size_t(1));
        QCOMPARE(issues[0].kind, std::string("published-times"));
    }

    void numbersAndTexts()
    {
        // What pandas 1.5.3 prints.
        QCOMPARE(pandasNumber(1.0 / 3), std::string("0.3333333333"));
        QCOMPARE(pandasNumber(0.1 + 0.2), std::string("0.3"));
        QCOMPARE(pandasNumber(2.0 / 3), std::string("0.6666666667"));
        QCOMPARE(pandasNumber(0.99999999999), std::string("1.0"));
        QCOMPARE(pandasNumber(1e-5), std::string("0.00001"));
        QCOMPARE(pandasNumber(0.00001234567), std::string("0.0000123457"));
        QCOMPARE(pandasNumber(NAN), std::string("null"));
        QCOMPARE(pandasText("x/y"), std::string("\"x\\/y\""));
        QCOMPARE(pandasText("ä\"\\\n"), std::string("\"\\u00e4\\\"\\\\\\n\""));
        QCOMPARE(pandasText("\xf0\x9f\x98\x80\xff"), std::string("\"\\ud83d\\ude00?\""));
    }

    void tooManyRows()
    {
        writePcap(path("year") / ring / "worker-0-tcpdump.pcap",
                  {{summerTime, ipv4Frame(workerAddress(0), workerAddress(1), 1, 2, 10)},
                   {summerTime + 365 * 86'400'000'000'000ll, ipv4Frame(workerAddress(0), workerAddress(1), 1, 2, 10)}});
        const auto found = findTumRuns(path("year"));
        const auto run = readTumRun(found->runs[0], {});
        QVERIFY(run);
        const auto nothing = [](std::string_view) { return Result<void>(); };
        QVERIFY(!bytesPerSecJson(run->traffic, nothing));
        QVERIFY(!utilizationJson(run->traffic, nothing));
        QVERIFY(temporalFlowJson(run->traffic, nothing));
    }

    void damagedJson_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("readable");
        QTest::addColumn<QString>("kind");
        QTest::newRow("empty") << QByteArray() << false << "";
        QTest::newRow("text") << QByteArray("hello") << false << "";
        QTest::newRow("array") << QByteArray("[1,2]") << false << "";
        QTest::newRow("cut") << QByteArray("{\"ip.src\":{\"0\":\"a\",\"1\":\"b") << true << "cut-file";
        QTest::newRow("cut number") << QByteArray("{\"ip.src\":{\"0\":") << true << "cut-file";
        QTest::newRow("deeper") << QByteArray("{\"ip.src\":{\"0\":{\"x\":1}}}") << true << "other-value";
        QTest::newRow("list inside") << QByteArray("{\"ip.src\":[1,2,3]}") << true << "other-value";
        QTest::newRow("very deep") << QByteArray("{\"a\":").append(QByteArray("[").repeated(100'000)) << true
                                   << "cut-file";
        QTest::newRow("other column") << QByteArray("{\"speed\":{\"0\":7}}") << true << "other-value";
        QTest::newRow("negative") << QByteArray("{\"value\":{\"0\":-7}}") << true << "other-value";
        QTest::newRow("huge") << QByteArray("{\"value\":{\"0\":1e300}}") << true << "other-value";
        QTest::newRow("bytes") << QByteArray("{\"a\xff\":{\"0\":1}}") << true << "cut-file";
    }
    void damagedJson()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, readable);
        QFETCH(QString, kind);
        const auto file = path("damaged.json");
        writeText(file, text.toStdString());
        Issues issues;
        QCOMPARE(bool(readFlowArrival(file, issues)), readable);
        if (readable) {
            QVERIFY(!issues.empty());
            QCOMPARE(QString::fromStdString(issues[0].kind), kind);
        }
    }

    void damagedTraffic()
    {
        const auto folder = path("parsed");
        Issues issues;
        QVERIFY(!readTumTraffic(folder, {}, issues));
        writeText(folder / "bytes_per_sec.json",
                  "{\"frame.time\":{\"0\":1626098585000,\"1\":1626098585001,\"9\":1626098585009,\"2\":7,\"10\":5e18},"
                  "\"frame.len\":{\"0\":10,\"1\":4294967296,\"2\":3,\"5\":1,\"x\":2}}");
        writeText(folder / "utilization.json",
                  "{\"('a', 'b')\":{\"1626098585000\":10,\"soon\":1},\"a-b\":{\"1626098585000\":99}}");
        const auto traffic = readTumTraffic(folder, analysis::WallZone::centralEurope(), issues);
        QVERIFY(traffic);
        QCOMPARE(traffic->wireBytes, std::uint64_t(10));
        QCOMPARE(traffic->pairs.size(), std::size_t(1));
        QCOMPARE(traffic->pairs[0].wireBytes, std::uint64_t(10));
        QCOMPARE(traffic->first, summerTime);
        std::vector<std::string> kinds;
        for (const Issue& issue : issues)
            kinds.push_back(issue.kind);
        QVERIFY(std::ranges::find(kinds, "other-value") != kinds.end());
        QVERIFY(std::ranges::find(kinds, "other-key") != kinds.end());
        QVERIFY(std::ranges::find(kinds, "rows-beyond") != kinds.end());
    }

    void rowNumbersWithoutNext()
    {
        const auto folder = path("last-row");
        writeText(folder / "bytes_per_sec.json",
                  "{\"frame.time\":{\"9223372036854775806\":1626098585000,\"9223372036854775807\":1626098585001},"
                  "\"frame.len\":{\"9223372036854775806\":10,\"9223372036854775807\":20}}");
        Issues issues;
        const auto traffic = readTumTraffic(folder, {}, issues);
        QVERIFY(traffic);
        QCOMPARE(traffic->wireBytes, std::uint64_t(0));
        QVERIFY(std::ranges::find(issues, "rows-beyond", &Issue::kind) != issues.end());
    }

    void cancelled()
    {
        std::string text = "{\"frame.len\":{\"0\":1";
        for (int i = 1; i < 200'000; ++i)
            text += fmt::format(",\"{}\":1", i);
        writeText(path("long.json"), text + "}}");
        std::stop_source stop;
        stop.request_stop();
        Issues issues;
        const auto result =
            readPandasColumns(path("long.json"), [](auto, auto, const auto&) {}, issues, {stop.get_token(), {}});
        QVERIFY(!result && result.error().code == ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestTumJson)
#include "tst_tum_json.moc"

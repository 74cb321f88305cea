// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/importers/file_format.h"
#include "core/importers/table_mapping.h"
#include "core/importers/table_times.h"
#include "core/importers/table_units.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>

using namespace millrace;
using namespace millrace::importers;

namespace {

CsvTable tableOf(const std::string& text)
{
    auto table = CsvTable::parse(text, "made.csv");
    if (!table)
        qFatal("%s", table.error().text().c_str());
    return *std::move(table);
}

std::int64_t countOf(const Issues& issues, const std::string& kind)
{
    const auto found = std::ranges::find(issues, kind, &Issue::kind);
    return found == issues.end() ? 0 : found->count;
}

const char* const hosts = "timestamp,host,rtt (ms),bandwidth (Mbit/s),note\n"
                          "1700000000,a,10,100,x\n"
                          "1700000000,b,20,200,x\n"
                          "1700000001,a,12,110,x\n"
                          "1700000001,b,,210,x\n";

std::string fixture(const std::string& name)
{
    const auto folder = std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString());
    return readFile(folder / "tests/core/importers/tools" / name).value_or("");
}

} // namespace

/// Tables of any tool by a mapping of their columns, and what a file is by its first bytes.
class TestTableMapping : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void units()
    {
        QCOMPARE(storeUnitOf("ms").value_or(StoreUnit{}), (StoreUnit{"s", 1e-3}));
        QCOMPARE(storeUnitOf("Mbits/sec").value_or(StoreUnit{}), (StoreUnit{"bit/s", 1e6}));
        QCOMPARE(storeUnitOf("Gbps").value_or(StoreUnit{}), (StoreUnit{"bit/s", 1e9}));
        QCOMPARE(storeUnitOf("MB/s").value_or(StoreUnit{}), (StoreUnit{"bit/s", 8e6}));
        QCOMPARE(storeUnitOf("Mb/s").value_or(StoreUnit{}), (StoreUnit{"bit/s", 1e6}));
        QCOMPARE(storeUnitOf("KiB").value_or(StoreUnit{}), (StoreUnit{"B", 1024}));
        QCOMPARE(storeUnitOf("%").value_or(StoreUnit{}), (StoreUnit{"", 0.01}));
        QVERIFY(!storeUnitOf("apples").has_value());
        QVERIFY(!storeUnitOf("").has_value());
        QCOMPARE(splitUnit("rtt (ms)"), (std::pair<std::string, std::string>("rtt", "ms")));
        QCOMPARE(splitUnit("rtt_ms"), (std::pair<std::string, std::string>("rtt", "ms")));
        QCOMPARE(splitUnit("loss"), (std::pair<std::string, std::string>("loss", "")));
    }

    void times()
    {
        const auto berlin = analysis::WallZone::parse("Europe/Berlin");
        QVERIFY(berlin.has_value());
        // 2023-04-06T14:36:08Z is 1680791768
        QCOMPARE(parseTableTime("2023-04-06_14-36-08", {}).value_or(0), 1'680'791'768'000'000'000);
        QCOMPARE(parseTableTime("2023-04-06 14:36:08", {}).value_or(0), 1'680'791'768'000'000'000);
        QCOMPARE(parseTableTime("2023-04-06T16:36:08.25+02:00", {}).value_or(0), 1'680'791'768'250'000'000);
        QCOMPARE(parseTableTime("2023-04-06T16:36:08+0200", {}).value_or(0), 1'680'791'768'000'000'000);
        QCOMPARE(parseTableTime("2023-04-06 16:36:08", *berlin).value_or(0), 1'680'791'768'000'000'000);
        QVERIFY(!parseTableTime("yesterday afternoon", {}).has_value());
        QVERIFY(!parseTableTime("2023-04-06", {}).has_value());
    }

    void guess()
    {
        const CsvTable table = tableOf(hosts);
        const GuessedMapping guess = guessMapping(table);
        QVERIFY(guess.mapping.time.has_value());
        QCOMPARE(guess.mapping.time->column, std::string("timestamp"));
        QVERIFY(guess.mapping.time->kind == TableTime::Epoch);
        QCOMPARE(guess.mapping.node, std::string("host"));
        QCOMPARE(guess.mapping.series.size(), std::size_t(2));
        QCOMPARE(guess.mapping.series.at(0).name, std::string("net.rtt"));
        QCOMPARE(guess.mapping.series.at(0).factor, 1e-3);
        QCOMPARE(guess.mapping.series.at(1).unit, std::string("bit/s"));
        QCOMPARE(guess.mapping.factors.size(), std::size_t(1));
        QVERIFY(guess.confidence > 0.9);
        QVERIFY(guess.reasons.size() >= 5);

        Issues issues;
        const auto runs = applyMapping(table, guess.mapping, issues);
        QVERIFY(runs.has_value());
        QCOMPARE(runs->size(), std::size_t(1));
        const ToolRun& run = runs->front();
        QCOMPARE(run.series.size(), std::size_t(4));
        QCOMPARE(run.begin.count(), 1'700'000'000'000'000'000);
        QCOMPARE(run.end.count(), 1'700'000'001'000'000'000);
        QCOMPARE(run.series.at(0).node, std::string("a"));
        QCOMPARE(run.series.at(0).values.at(1), 0.012);
        QCOMPARE(run.series.at(3).node, std::string("b"));
        QCOMPARE(run.series.at(3).values.at(1), 210e6);
        QVERIFY(issues.empty());
    }

    /// A table of results, one row for each combination of levels.
    void guessRows()
    {
        const CsvTable table =
            tableOf("framework;workers;throughput (img/s)\nhorovod;2;100\nhorovod;4;180\nkungfu;2;90\n");
        const GuessedMapping guess = guessMapping(table);
        QVERIFY(!guess.mapping.time.has_value());
        QCOMPARE(guess.mapping.run, std::string("#"));
        Issues issues;
        const auto runs = applyMapping(table, guess.mapping, issues);
        QCOMPARE(runs->size(), std::size_t(3));
        QCOMPARE(runs->at(1).factors.size(), std::size_t(2));
        QCOMPARE(runs->at(1).factors.at(0).level, std::string("horovod"));
        QCOMPARE(runs->at(1).factors.at(1).number.value_or(0), 4.0);
        QCOMPARE(runs->at(1).metrics.at(0).value, 180.0);
        QCOMPARE(runs->at(1).metrics.at(0).unit, std::string("samples/s"));
        QVERIFY(guessMapping(tableOf("a,b\nx,y\nz,w\n")).confidence == 0);
        QVERIFY(guessMapping(tableOf("a,b\n")).confidence == 0);
    }

    /// A mapping says all itself: milliseconds since 1970, runs by a column, metrics reduced.
    void mapping()
    {
        const char* const json = R"({"time": {"column": "t", "kind": "epoch", "unit": "ms"}, "run": "exp",
            "series": [{"column": "v", "name": "net.rate", "unit": "bit/s", "factor": 8, "node": "n0"}],
            "metrics": [{"column": "v", "name": "peak", "unit": "bit/s", "factor": 8, "reduce": "max"}],
            "factors": [{"column": "gpus", "name": "gpus"}, {"column": "t"}]})";
        const auto mappings = parseTableMappings(json, "made.json");
        QVERIFY(mappings.has_value());
        QCOMPARE(parseTableMappings(mappingJson(mappings->front()), "again")->front(), mappings->front());
        const CsvTable table = tableOf("exp,t,v,gpus\none,1700000002000,3,2\none,1700000001000,1,2\ntwo,oops,5,4\n"
                                       "two,1700000003000,x,4\n");
        Issues issues;
        const auto runs = applyMapping(table, mappings->front(), issues);
        QCOMPARE(runs->size(), std::size_t(2));
        QCOMPARE(runs->front().name, std::string("one"));
        QCOMPARE(runs->front().series.at(0).values, (std::vector<double>{8, 24})); // put in order
        QCOMPARE(runs->front().metrics.at(0).value, 24.0);
        QVERIFY(runs->back().metrics.empty());
        QCOMPARE(countOf(issues, "time-backwards"), 1);
        QCOMPARE(countOf(issues, "bad-time"), 1);
        QCOMPARE(countOf(issues, "text-cell"), 1);
        QCOMPARE(countOf(issues, "factor-varies"), 1);
        const TablePreview preview = previewTable(table, mappings->front(), 2);
        QCOMPARE(preview.columns,
                 (std::vector<std::string>{"run", "time", "node", "net.rate (bit/s)", "peak (bit/s)"}));
        QCOMPARE(preview.rows.at(0).at(3), std::string("24"));
        QCOMPARE(preview.rows.size(), std::size_t(2));
    }

    void mistakes()
    {
        QVERIFY(!parseTableMappings("[]", "x"));
        QVERIFY(!parseTableMappings("{\"mappings\": []}", "x"));
        const auto wrong = parseTableMappings(R"({"series": [{"name": "a"}]})", "x");
        QVERIFY(!wrong);
        QVERIFY(wrong.error().what.find("series[0].column") != std::string::npos);
        QVERIFY(!parseTableMappings(R"({"time": {"column": "t", "unit": "apples"}})", "x"));
        QVERIFY(!parseTableMappings(R"({"metrics": [{"column": "a", "reduce": "guess"}]})", "x"));
        Issues issues;
        TableMapping missing;
        missing.series.push_back({"nowhere", "a", "", 1, "", "mean"});
        const auto none = applyMapping(tableOf(hosts), missing, issues);
        QVERIFY(!none);
        QVERIFY(none.error().what.find("nowhere") != std::string::npos);
        QVERIFY(!applyMapping(tableOf(hosts), {}, issues));
    }

    void hostile()
    {
        const std::string text = hosts;
        const auto use = [](const std::string& bytes) {
            const auto table = CsvTable::parse(bytes, "x");
            if (!table)
                return;
            const GuessedMapping guess = guessMapping(*table);
            Issues issues;
            (void)previewTable(*table, guess.mapping);
            (void)applyMapping(*table, guess.mapping, issues);
        };
        for (std::size_t i = 0; i < text.size(); ++i) {
            use(text.substr(0, i));
            for (const char byte : {'\0', ',', '"', '\n', '9', 'e', '\xff'}) {
                std::string changed = text;
                changed[i] = byte;
                use(changed);
            }
        }
        use("t,v\n1e308,1e308\n-1e308,nan\ninf,-inf\n");
        std::string wide(10'000, ',');
        wide[5000] = '\n';
        use(wide);
    }

    void formats_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("format");
        const auto row = [](const char* format, const std::string& text) {
            QTest::newRow(format) << QByteArray(text.data(), static_cast<qsizetype>(text.size())) << QString(format);
        };
        row("iperf3-json", fixture("iperf3-tcp.json"));
        row("nccl-tests", fixture("nccl-all-reduce-8.txt"));
        row("flent", R"({"metadata": {"NAME": "rrul", "FLENT_VERSION": "2"}, "results": {}, "x_values": []})");
        row("capture", std::string("\xd4\xc3\xb2\xa1\x02\x00\x04\x00", 8));
        row("tshark-fields", "frame.time_epoch\tip.src\tip.dst\tframe.len\n1.5\t10.0.0.1\t10.0.0.2\t60\n");
        row("tcpdump-text", "10:00:00.000001 IP 10.0.0.1.5 > 10.0.0.2.6: Flags [.], seq 1:2, ack 1, win 5, length 1\n");
        row("framework-log", "[127.0.0.1.10000::stdout] Iter #9: 31.6 img/sec per /gpu:0\n");
        row("table", "time,v\n0,1\n1,2\n");
        row("unknown", "Dear reader,\nthis is a letter.\nYours\n");
        QTest::newRow("empty") << QByteArray() << QString("unknown");
        QTest::newRow("binary") << QByteArray("\x7f"
                                              "ELF\0\0\0",
                                              7)
                                << QString("unknown");
        QTest::newRow("bzip2") << QByteArray("BZh91AY&SY") << QString("unknown");
        QTest::newRow("workbook") << QByteArray("PK\x03\x04\x14\0\0\0", 8) << QString("unknown");
    }
    void formats()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, format);
        const std::string bytes(text.constData(), static_cast<std::size_t>(text.size()));
        const RecognisedFile file = recogniseBytes(bytes);
        QCOMPARE(QString::fromUtf8(file.name().data(), static_cast<qsizetype>(file.name().size())), format);
        QVERIFY(!file.match.why.empty());
        for (std::size_t i = 0; i < bytes.size(); i += std::max<std::size_t>(1, bytes.size() / 60))
            (void)recogniseBytes(std::string_view(bytes).substr(0, i), false);
    }
};

QTEST_APPLESS_MAIN(TestTableMapping)
#include "tst_table_mapping.moc"

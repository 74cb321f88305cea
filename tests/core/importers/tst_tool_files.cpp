// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/importers/flent.h"
#include "core/importers/iperf3_json.h"
#include "core/importers/loose_json.h"
#include "core/importers/nccl_tests.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

using namespace millrace;
using namespace millrace::importers;

namespace {

std::string fixture(const std::string& name)
{
    const auto folder = std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString());
    return readFile(folder / "tests/core/importers/tools" / name).value_or("");
}

std::int64_t countOf(const Issues& issues, const std::string& kind)
{
    const auto found = std::ranges::find(issues, kind, &Issue::kind);
    return found == issues.end() ? 0 : found->count;
}

std::optional<double> metricOf(const ToolRun& run, const std::string& name, const std::string& subject = {})
{
    for (const ToolRun::Metric& metric : run.metrics)
        if (metric.name == name && metric.subject == subject)
            return metric.value;
    return std::nullopt;
}

std::string factorOf(const ToolRun& run, const std::string& name)
{
    const auto found = std::ranges::find(run.factors, name, &ToolRun::Factor::name);
    return found == run.factors.end() ? std::string() : found->level;
}

const analysis::Series* seriesOf(const ToolRun& run, const std::string& name, const std::string& node)
{
    const auto found = std::ranges::find_if(
        run.series, [&](const analysis::Series& each) { return each.name == name && each.node == node; });
    return found == run.series.end() ? nullptr : &*found;
}

ToolRun iperf3(const std::string& name)
{
    Issues issues;
    auto runs = parseIperf3(fixture(name), name, issues);
    return runs && runs->size() == 1 ? runs->front() : ToolRun{};
}

bool isNear(double found, double wanted, double share)
{
    return std::abs(found - wanted) <= share * std::abs(wanted);
}

std::string flentText(const std::string& version, const std::string& units, const std::string& t0)
{
    return R"({"metadata": {"NAME": "rrul", "TITLE": "made", "HOST": "node1", "LOCAL_HOST": "node0", "LENGTH": 2, )"
           R"("STEP_SIZE": 0.5, "T0": ")"
        + t0 + R"(")" + units + "}, " + version
        + R"("raw_values": {"Ping (ms) ICMP": [{"t": 1500000000.25, "val": 20.0}, {"t": 1500000000.75, "val": 22.0}]},)"
          R"("results": {"Ping (ms) ICMP": [20.0, null, 24.0, 26.0], "TCP upload": [1.0, 2.0, 3.0, null]}, )"
          R"("x_values": [0.0, 0.5, 1.0, 1.5]})";
}

/// Every prefix, and bytes changed one after the other: nothing may fail but by an Error.
template <typename Parse>
void damage(const std::string& text, Parse parse)
{
    const std::size_t step = std::max<std::size_t>(1, text.size() / 400);
    for (std::size_t length = 0; length < text.size(); length += step)
        parse(text.substr(0, length));
    for (std::size_t place = 0; place < text.size(); place += step)
        for (const char byte : {'\0', '"', '{', ']', '9', '-', '\xff', '\n'}) {
            std::string changed = text;
            changed[place] = byte;
            parse(changed);
        }
}

} // namespace

/// Files of iperf3, Flent and nccl-tests. Those of iperf3 were written by iperf 3.12 on the loop-back interface, and
/// its own sums at their ends are the oracle.
class TestToolFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void iperf3Sums_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("direction");
        QTest::addColumn<int>("streams");
        QTest::newRow("TCP") << "iperf3-tcp.json"
                             << "sent" << 1;
        QTest::newRow("TCP, 3 streams") << "iperf3-tcp-3.json"
                                        << "sent" << 3;
        QTest::newRow("TCP -R") << "iperf3-reverse.json"
                                << "received" << 1;
        QTest::newRow("TCP --bidir, 2 streams") << "iperf3-bidir-2.json"
                                                << "both" << 2;
        QTest::newRow("TCP -O 1") << "iperf3-omit.json"
                                  << "sent" << 1;
        QTest::newRow("UDP, 2 streams") << "iperf3-udp-2.json"
                                        << "sent" << 2;
        QTest::newRow("UDP -R") << "iperf3-udp-reverse.json"
                                << "received" << 1;
    }
    /// What the intervals carry is what iperf3 says at the end.
    void iperf3Sums()
    {
        QFETCH(QString, file);
        QFETCH(QString, direction);
        QFETCH(int, streams);
        const ToolRun run = iperf3(file.toStdString());
        QCOMPARE(factorOf(run, "direction"), direction.toStdString());
        QCOMPARE(factorOf(run, "streams"), std::to_string(streams));
        QCOMPARE(factorOf(run, "client"), std::string("127.0.0.1"));
        QCOMPARE(countOf(run.issues, "sums-differ"), 0);
        const LooseJson json = LooseJson::parse(fixture(file.toStdString()));
        const LooseJson& end = json["end"];
        for (const std::string& way : {std::string("sent"), std::string("received")}) {
            if (direction != "both" && direction.toStdString() != way)
                continue;
            const std::string tail = direction == "both" && way == "received" ? "_bidir_reverse" : "";
            QCOMPARE(metricOf(run, "rate", way).value_or(0),
                     end["sum_received" + tail]["bits_per_second"].get<double>());
            QCOMPARE(metricOf(run, "sent", way).value_or(0), end["sum_sent" + tail]["bytes"].get<double>());
            const analysis::Series* rate = seriesOf(run, "net.rate", way);
            QVERIFY(rate != nullptr);
            QCOMPARE(rate->values.size(), std::size_t(4));
            const double mean = std::accumulate(rate->values.begin(), rate->values.end(), 0.0) / 4;
            QVERIFY(isNear(mean, end["sum_sent" + tail]["bits_per_second"].get<double>(), 0.02));
            for (int i = 1; i <= streams; ++i)
                QVERIFY(seriesOf(run, "net.rate", way + " " + std::to_string(i)) != nullptr);
            QVERIFY(seriesOf(run, "net.rate", way + " " + std::to_string(streams + 1)) == nullptr);
        }
        const std::int64_t begin =
            json["start"]["timestamp"]["timesecs"].get<std::int64_t>() + (file.contains("omit") ? 1 : 0);
        QCOMPARE(run.begin.count(), begin * 1'000'000'000);
        QCOMPARE(countOf(run.issues, "omitted-interval"), file.contains("omit") ? 2 : 0);
    }

    /// mean_rtt 186, 175 and 166 µs stand in the file, min_rtt 142, 94, 92, max_rtt 251, 326, 315.
    void iperf3Details()
    {
        const ToolRun tcp = iperf3("iperf3-tcp-3.json");
        QVERIFY(isNear(metricOf(tcp, "rtt").value_or(0), (186 + 175 + 166) / 3.0 * 1e-6, 1e-12));
        QVERIFY(isNear(metricOf(tcp, "rtt_min").value_or(0), 92e-6, 1e-12));
        QVERIFY(isNear(metricOf(tcp, "rtt_max").value_or(0), 326e-6, 1e-12));
        QCOMPARE(factorOf(tcp, "congestion_control"), std::string("bbr"));
        QVERIFY(seriesOf(tcp, "tcp.rtt", "sent 3") != nullptr);
        QCOMPARE(seriesOf(tcp, "tcp.rtt", "sent 1")->values.front(), 142e-6);
        const ToolRun udp = iperf3("iperf3-udp-reverse.json");
        QCOMPARE(metricOf(udp, "loss", "received").value_or(-1), 0.0);
        QVERIFY(isNear(metricOf(udp, "jitter", "received").value_or(0), 0.13065680606960992e-3, 1e-12));
        QVERIFY(seriesOf(udp, "net.jitter", "received 1") != nullptr);
    }

    void iperf3Errors()
    {
        const ToolRun run = iperf3("iperf3-error.json");
        QCOMPARE(countOf(run.issues, "tool-error"), 1);
        QCOMPARE(countOf(run.issues, "no-intervals"), 1);
        QVERIFY(run.metrics.empty());
        Issues issues;
        QVERIFY(!parseIperf3("no JSON at all", "x", issues));
        QVERIFY(!parseIperf3("{\"other\": 1}", "x", issues));
        QVERIFY(!parseIperf3("", "x", issues));
    }

    /// Complete intervals of a truncated file are kept; nan becomes a gap; a duplicate document counts once.
    void iperf3Damage()
    {
        const std::string text = fixture("iperf3-tcp.json");
        Issues cut;
        const std::size_t third = text.find("\"start\":1.0");
        QVERIFY(third != text.npos);
        const auto some = parseIperf3(text.substr(0, third), "cut", cut);
        QVERIFY(some.has_value());
        QCOMPARE(countOf(cut, "cut-file"), 1);
        QCOMPARE(seriesOf(some->front(), "net.rate", "sent")->values.size(), std::size_t(2));
        QVERIFY(!metricOf(some->front(), "rate", "sent"));
        QVERIFY(metricOf(some->front(), "rate_intervals", "sent").has_value());

        Issues twice;
        QCOMPARE(parseIperf3(text + text, "twice", twice)->size(), std::size_t(1));
        QCOMPARE(countOf(twice, "double-document"), 1);
        Issues two;
        const auto both = parseIperf3(text + "warning: made\n" + fixture("iperf3-reverse.json"), "two", two);
        QCOMPARE(both->size(), std::size_t(2));
        QCOMPARE(both->back().name, std::string("2"));
        QCOMPARE(countOf(two, "text-between"), 1);

        std::string nan = text;
        const std::size_t rtt = nan.find("\"rtt\":");
        nan.replace(rtt, nan.find(',', rtt) - rtt, "\"rtt\":-nan");
        Issues words;
        const auto run = parseIperf3(nan, "nan", words);
        QCOMPARE(countOf(words, "not-a-number"), 1);
        QCOMPARE(seriesOf(run->front(), "tcp.rtt", "sent 1")->values.size(), std::size_t(3));

        std::string wrong = text;
        const std::string sum = "\"sum_sent\":{\"start\":0,\"end\":";
        const std::size_t bytes = wrong.find("\"bytes\":", wrong.find(sum)) + 8;
        wrong.insert(bytes, "9");
        Issues ignored;
        QVERIFY(countOf(parseIperf3(wrong, "wrong", ignored)->front().issues, "sums-differ") > 0);
    }

    /// The lines of --json-stream say the same.
    void iperf3Stream()
    {
        const LooseJson json = LooseJson::parse(fixture("iperf3-tcp-3.json"));
        std::string lines = LooseJson{{"event", "start"}, {"data", json["start"]}}.dump() + "\n";
        for (const LooseJson& interval : json["intervals"])
            lines += LooseJson{{"event", "interval"}, {"data", interval}}.dump() + "\n";
        lines += LooseJson{{"event", "end"}, {"data", json["end"]}}.dump() + "\n";
        QVERIFY(looksLikeIperf3(lines));
        Issues issues;
        const auto runs = parseIperf3(lines, "iperf3-tcp-3.json", issues);
        QVERIFY(runs.has_value());
        QCOMPARE(runs->size(), std::size_t(1));
        QVERIFY(issues.empty());
        QCOMPARE(runs->front(), iperf3("iperf3-tcp-3.json"));
    }

    void flentValues()
    {
        const auto run = parseFlent(
            flentText("\"version\": 4,",
                      R"(, "SERIES_META": {"TCP upload": {"UNITS": "Mbits/s"}, "Ping (ms) ICMP": {"UNITS": "ms"}})",
                      "2017-07-14T02:40:00.000000Z"),
            "made.flent");
        QVERIFY(run.has_value());
        QVERIFY(run->issues.empty());
        QCOMPARE(run->begin.count(), 1'500'000'000'000'000'000); // 2017-07-14T02:40:00Z
        QCOMPARE(run->end.count(), 1'500'000'001'500'000'000);
        const analysis::Series* rtt = seriesOf(*run, "net.rtt", "Ping (ms) ICMP");
        QVERIFY(rtt != nullptr);
        QCOMPARE(rtt->unit, std::string("s"));
        QCOMPARE(rtt->values.at(0), 0.02);
        QVERIFY(std::isnan(rtt->values.at(1)));
        QCOMPARE(rtt->times.at(2), 1'500'000'001'000'000'000);
        QCOMPARE(seriesOf(*run, "net.rate", "TCP upload")->values.at(2), 3e6);
        QCOMPARE(metricOf(*run, "rate", "TCP upload").value_or(0), 2e6);
        QVERIFY(isNear(metricOf(*run, "rtt", "Ping (ms) ICMP").value_or(0), (20 + 24 + 26) / 3e3, 1e-12));
        const analysis::Series* raw = seriesOf(*run, "net.rtt_raw", "Ping (ms) ICMP");
        QVERIFY(raw != nullptr);
        QCOMPARE(raw->times.front(), 1'500'000'000'250'000'000);
        QCOMPARE(factorOf(*run, "test"), std::string("rrul"));
        QCOMPARE(factorOf(*run, "step"), std::string("0.5"));
    }

    /// Older files have no version, no units and no zone: 04:40 is the local time two hours east of UTC.
    void flentVersions()
    {
        const auto old = parseFlent(flentText("", "", "2017-07-14T04:40:00.000000"), "old");
        QVERIFY(old.has_value());
        QCOMPARE(old->begin.count(), 1'500'000'000'000'000'000);
        QCOMPARE(countOf(old->issues, "zone-guessed"), 1);
        QCOMPARE(countOf(old->issues, "unit-guessed"), 1);
        QCOMPARE(metricOf(*old, "rate", "TCP upload").value_or(0), 2e6);
        const auto next = parseFlent(flentText("\"version\": 5,", "", "2017-07-14T02:40:00Z"), "next");
        QVERIFY(!next);
        QVERIFY(next.error().code == ErrorCode::Unsupported);
        QVERIFY(!parseFlent("{}", "empty"));
        QVERIFY(!parseFlent("", "nothing"));
        std::string uneven = flentText("\"version\": 3,", "", "2017-07-14T02:40:00Z");
        uneven.replace(uneven.find("[1.0, 2.0, 3.0, null]"), 21, "[1.0, \"x\"]");
        const auto damaged = parseFlent(uneven, "uneven");
        QCOMPARE(countOf(damaged->issues, "length-differs"), 1);
        QCOMPARE(countOf(damaged->issues, "damaged-value"), 1);
    }

    /// 8 ranks: bus bandwidth is 1.75 × algorithm bandwidth.
    void ncclRows()
    {
        Issues issues;
        const auto runs = parseNcclTests(fixture("nccl-all-reduce-8.txt"), "made", issues);
        QVERIFY(runs.has_value());
        QCOMPARE(runs->size(), std::size_t(5));
        const ToolRun& table = runs->front();
        QCOMPARE(factorOf(table, "collective"), std::string("all_reduce"));
        QCOMPARE(factorOf(table, "ranks"), std::string("8"));
        QCOMPARE(factorOf(table, "nodes"), std::string("2"));
        QVERIFY(isNear(metricOf(table, "bus_bandwidth_average").value_or(0), 12.9375 * 8e9, 1e-9));
        QVERIFY(isNear(metricOf(table, "bus_bandwidth_average_published").value_or(0), 12.9375 * 8e9, 1e-9));
        const ToolRun& row = runs->at(1);
        QCOMPARE(factorOf(row, "size"), std::string("1048576"));
        QVERIFY(isNear(metricOf(row, "bus_bandwidth", "out-of-place").value_or(0), 9.18 * 8e9, 1e-12));
        QVERIFY(isNear(metricOf(row, "time", "in-place").value_or(0), 210e-6, 1e-12));
        QVERIFY(isNear(metricOf(row, "bus_bandwidth").value_or(0), 8.96 * 8e9, 1e-12));
        QVERIFY(!metricOf(runs->at(4), "wrong", "in-place").has_value()); // N/A
        for (const Issue& issue : issues)
            QVERIFY2(issue.kind == "unknown-line", issue.kind.c_str());
    }

    void ncclMistakes()
    {
        const std::string text = fixture("nccl-all-reduce-8.txt");
        const auto with = [&](const std::string& what, const std::string& by) {
            std::string changed = text;
            changed.replace(changed.find(what), what.size(), by);
            Issues issues;
            (void)parseNcclTests(changed, "made", issues);
            return issues;
        };
        QCOMPARE(countOf(with("   12.23 ", "   11.23 "), "busbw-differs"), 1);
        QCOMPARE(countOf(with("    500.0 ", "    400.0 "), "algbw-differs"), 1);
        QCOMPARE(countOf(with(" 1048576     float", " 1048570     float"), "count-differs"), 1);
        QCOMPARE(countOf(with("14.68      0", "14.68      7"), "wrong-values"), 1);
        QCOMPARE(countOf(with(": 12.9375", ": 9.9375"), "average-differs"), 1);
        QCOMPARE(countOf(with("    300.0 ", "    3x0.0 "), "damaged-row"), 1);
        QCOMPARE(countOf(with("    300.0 ", "    3x0.0 "), "rows-missing"), 1);
        QCOMPARE(countOf(with("Rank  7 ", "Rank  0 "), "rank-twice"), 1);
        QCOMPARE(countOf(with("# Avg bus", "# Avg b"), "no-average"), 1);
        Issues issues;
        QVERIFY(!parseNcclTests("", "empty", issues));
        QVERIFY(!parseNcclTests(text.substr(0, 1000), "header only", issues));
    }

    /// Table 1 of PERFORMANCE.md.
    void ncclFactors()
    {
        QCOMPARE(busFactor("all_reduce", 2).value_or(0), 1.0);
        QCOMPARE(busFactor("all_reduce", 4).value_or(0), 1.5);
        QCOMPARE(busFactor("reduce_scatter", 4).value_or(0), 0.75);
        QCOMPARE(busFactor("alltoall", 8).value_or(0), 0.875);
        QCOMPARE(busFactor("broadcast", 8).value_or(0), 1.0);
        QVERIFY(!busFactor("hypercube", 8).has_value());
        QVERIFY(!busFactor("all_reduce", 0).has_value());
    }

    /// One sentence for a file that does not fit, and for one in a compression that is not read.
    void largeAndPacked()
    {
        const auto file = std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString())
            / "tests/core/importers/tools/iperf3-tcp.json";
        Issues issues;
        QCOMPARE(readToolText(file, issues).value_or(""), fixture("iperf3-tcp.json"));
        const auto large = readToolText(file, issues, 1000);
        QVERIFY(!large);
        QVERIFY(large.error().code == ErrorCode::InvalidInput);
        const auto flent = readToolText(file.parent_path() / "flent-made.flent.gz", issues);
        QVERIFY(flent.has_value());
        QVERIFY(looksLikeFlent(*flent));
        QVERIFY(parseFlent(*flent, "made")->issues.empty());
    }

    void hostile()
    {
        const auto iperf = [](const std::string& text) {
            Issues issues;
            (void)parseIperf3(text, "x", issues);
        };
        damage(fixture("iperf3-udp-reverse.json"), iperf);
        damage(flentText("\"version\": 4,", "", "2017-07-14T02:40:00Z"),
               [](const std::string& text) { (void)parseFlent(text, "x"); });
        damage(fixture("nccl-all-reduce-8.txt"), [](const std::string& text) {
            Issues issues;
            (void)parseNcclTests(text, "x", issues);
        });
        Issues issues;
        QVERIFY(readLooseJson(std::string(1'000'000, '{'), "deep", issues).empty());
        QVERIFY(readLooseJson("{\"a\":" + std::string(100'000, '['), "deep", issues).empty());
        QVERIFY(countOf(issues, "deep-json") > 0);
        iperf(R"({"start":{"timestamp":{"timesecs":1e308},"test_start":{"omit":-1e300}},"intervals":[{"streams":[)"
              R"({"socket":1e300,"end":1e6,"bytes":1e308,"seconds":1e-308,"bits_per_second":1}]}],"end":[]})");
    }
};

QTEST_APPLESS_MAIN(TestToolFiles)
#include "tst_tool_files.moc"

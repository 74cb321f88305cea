// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/flow_log.h"

#include <QtTest>

#include <cmath>

using namespace millrace;
using namespace millrace::crosstraffic;
using namespace std::chrono_literals;

namespace {

FlowRecord flow(std::uint32_t index, std::uint64_t bytes, Nanoseconds completion, Nanoseconds ideal = 0ns)
{
    FlowRecord record;
    record.index = index;
    record.destination = "w0";
    record.bytes = bytes;
    record.ackedBytes = bytes;
    record.plannedStart = 1795220130640692567ns;
    record.start = record.plannedStart + 7us;
    record.completion = completion;
    record.ideal = ideal;
    return record;
}

} // namespace

class TestFlowLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figuresOfOneFlow()
    {
        const FlowRecord record = flow(0, 1'000'000, 100ms, 80ms);
        QCOMPARE(record.goodput(), 8e7);
        QCOMPARE(record.slowdown(), 1.25);
        QCOMPARE(record.startError(), Nanoseconds(7us));
        QVERIFY(std::isnan(flow(0, 1, 0ns).goodput()));
        QVERIFY(std::isnan(flow(0, 1, 1ms).slowdown()));
        FlowRecord cut = record;
        cut.end = FlowEnd::Cut;
        QVERIFY(std::isnan(cut.slowdown()));
    }

    void comesBackAsWritten()
    {
        std::vector<FlowRecord> records{flow(0, 1'000'000, 100ms, 80ms), flow(1, 0, 20s)};
        records[1].end = FlowEnd::Cut;
        records[1].datagramsLost = 12;
        records[1].datagramsReordered = 3;
        records[1].retransmissions = 4;
        records.push_back(flow(2, 5, 0ns));
        records[2].end = FlowEnd::Failed;
        records[2].error = "Connection refused";
        Issues issues;
        const auto read = parseFlowLog(flowLogText(records), issues);
        QVERIFY(read);
        QCOMPARE(read->size(), records.size());
        for (std::size_t i = 0; i < records.size(); ++i)
            QVERIFY((*read)[i] == records[i]);
        QVERIFY(issues.empty());
    }

    void oneSentenceAboutWhatWentWrong()
    {
        std::vector<FlowRecord> records(200, flow(0, 1000, 1ms));
        QCOMPARE(shortfallText(records, 200, 2s), std::string());
        records[0].plannedStart -= 20ms; // one of 200 late: that happens
        records[1].plannedStart -= 20ms;
        QCOMPARE(shortfallText(records, 200, 2s), std::string());
        records[2].end = FlowEnd::Failed;
        records[2].error = "Connection refused";
        QCOMPARE(shortfallText(records, 200, 2s),
                 std::string("of 200 flows 2 began more than 10 ms late, 1 ended with \"Connection refused\"; the flow "
                             "log has each of them"));
        QCOMPARE(shortfallText(records, 250, 2s),
                 std::string("of 250 flows 2 began more than 10 ms late, 50 did not start, 1 ended with \"Connection "
                             "refused\"; this node began 100 flows per second: lower the rate, make the flows larger, "
                             "or use more sources; the flow log has each of them"));
    }

    void textThatWouldBreakALine()
    {
        std::vector<FlowRecord> records{flow(0, 1, 1ms)};
        records[0].destination = "a,b";
        records[0].error = "first\nsecond, \"third\"";
        Issues issues;
        const auto read = parseFlowLog(flowLogText(records), issues);
        QVERIFY(read);
        QCOMPARE(read->size(), std::size_t(1));
        QCOMPARE((*read)[0].destination, std::string("a;b"));
        QCOMPARE((*read)[0].error, std::string("first second;  third "));
    }

    void damagedLinesAreCounted()
    {
        const std::string good = flowLogText({flow(0, 10, 1ms), flow(1, 20, 1ms)});
        const std::string lines = good + "2,w0,-5,0,0,0,0,0,0,0,0,completed,\n" + "3,w0,5,0\n"
            + "4,w0,5,0,0,0,-1,0,0,0,0,completed,\n" + "5,w0,5,0,0,0,0,0,0,0,0,lost,\n"
            + "99999999999999999999,w0,5,0,0,0,0,0,0,0,0,cut,\n" + std::string(10'000, ',') + "\n\r\n";
        Issues issues;
        const auto read = parseFlowLog(lines, issues);
        QVERIFY(read);
        QCOMPARE(read->size(), std::size_t(2));
        QCOMPARE(issues.size(), std::size_t(1));
        QCOMPARE(issues[0].count, std::int64_t(6));
        QCOMPARE(issues[0].where, std::string("line 4"));
    }

    void nothingWithoutHeader()
    {
        for (const std::string text : {"", "index\n", "0,w0,1,1,1,1,1,1,0,0,0,completed,\n", "\n\n", "index"}) {
            Issues issues;
            const auto read = parseFlowLog(text, issues);
            QVERIFY(!read);
            QCOMPARE(read.error().code, ErrorCode::Corrupt);
        }
        Issues issues;
        const auto none = parseFlowLog(flowLogText({}), issues);
        QVERIFY(none && none->empty());
    }

    void classesBySize()
    {
        std::vector<FlowRecord> records;
        for (std::uint32_t i = 1; i <= 100; ++i)
            records.push_back(flow(i, i <= 50 ? 100'000 : 100'001, Nanoseconds(i * 1'000'000), 1ms));
        records.push_back(flow(101, 10'000'001, 5s));
        records.push_back(flow(102, 0, 20s));
        records.push_back(flow(103, 7, 1ms));
        records.back().end = FlowEnd::Cut;
        records.push_back(flow(104, 7, 1ms));
        records.back().end = FlowEnd::Failed;
        records.back().start = records.back().plannedStart - 1ms;
        const FlowSummary summary = summarise(records);
        QCOMPARE(summary.classes.size(), std::size_t(4));
        QCOMPARE(summary.classes[0].name, std::string("small"));
        QCOMPARE(summary.classes[0].flows, std::size_t(50));
        QCOMPARE(summary.classes[0].median, 0.0255);
        QCOMPARE(summary.classes[0].mean, 0.0255);
        QCOMPARE(summary.classes[1].flows, std::size_t(50));
        QCOMPARE(summary.classes[1].meanSlowdown, 75.5);
        QCOMPARE(summary.classes[2].flows, std::size_t(1));
        QVERIFY(std::isnan(summary.classes[2].p99Slowdown));
        QCOMPARE(summary.classes[3].flows, std::size_t(101));
        QCOMPARE(summary.completed, std::size_t(102));
        QCOMPARE(summary.cut, std::size_t(1));
        QCOMPARE(summary.failed, std::size_t(1));
        QCOMPARE(summary.startErrorMedian, 7e-6);
        QVERIFY(summary.startErrorP99 >= 7e-6 && summary.startErrorP99 < 1e-3);
        QVERIFY(std::isnan(crosstraffic::summarise({}).classes[3].mean));
    }
};

QTEST_APPLESS_MAIN(TestFlowLog)
#include "tst_flow_log.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/trace/made_traffic.h"
#include "ui/trace/burst_table.h"
#include "ui/trace/flow_table.h"
#include "ui/trace/group_tables.h"
#include "ui/trace/matrix_model.h"

#include <QtTest>

#include <algorithm>

using namespace millrace;
using namespace millrace::ui;
using Kind = TraceFocus::Kind;

namespace {

std::shared_ptr<const Trace> tiny()
{
    static const auto trace = makeTrace(test::madeTraffic(), true);
    return trace;
}

/// Packets and bytes of a flow in bins that touch a range, bin by bin.
FlowLoad countedLoad(const Trace& trace, std::uint32_t flow, TimeRange range)
{
    const analysis::FlowBins& bins = trace.summary.bins;
    FlowLoad load;
    for (auto i = bins.begin[flow]; i < bins.begin[flow + 1]; ++i) {
        const std::int64_t begin = bins.start + bins.index[i] * bins.width;
        if (begin < range.end && begin + bins.width > range.begin) {
            load.packets += bins.packets[i];
            load.wireBytes += bins.wireBytes[i];
        }
    }
    return load;
}

} // namespace

class TestTraceFocus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timeCountsOnlyWhatLiesInIt();
    void focusNarrowsOthers();
    void ownSelectionDoesNotNarrow();
    void remapsAfterReadingFurther();
    void matrixAddsUp();
};

void TestTraceFocus::timeCountsOnlyWhatLiesInIt()
{
    const auto trace = tiny();
    TraceFocus focus;
    const TimeRange asked{trace->summary.first + 20'300'000, trace->summary.first + 31'900'000};
    focus.time = snapToBins(*trace, asked);
    QCOMPARE(focus.time->begin, trace->summary.first + 20'000'000);
    QCOMPARE(focus.time->end, trace->summary.first + 32'000'000);

    const FlowTable flows(trace, focus);
    std::uint64_t packets = 0, bytes = 0;
    for (std::uint32_t row = 0; row < flows.rowCount(); ++row) {
        const FlowLoad load = countedLoad(*trace, row, *focus.time);
        QCOMPARE(flows.isInFocus(row), load.packets > 0);
        QCOMPARE(flows.integer(row, FlowTable::PacketsColumn), static_cast<std::int64_t>(load.packets));
        QCOMPARE(flows.integer(row, FlowTable::BytesColumn), static_cast<std::int64_t>(load.wireBytes));
        packets += load.packets;
        bytes += load.wireBytes;
    }
    QVERIFY(packets > 0 && packets < trace->summary.packets.all);
    const PairTable pairs(trace, focus);
    const NodeTable nodes(trace, focus);
    std::int64_t ofPairs = 0, sent = 0, received = 0;
    for (std::uint32_t row = 0; row < pairs.rowCount(); ++row)
        ofPairs += pairs.integer(row, PairTable::BytesColumn);
    for (std::uint32_t row = 0; row < nodes.rowCount(); ++row) {
        sent += nodes.integer(row, NodeTable::BytesSentColumn);
        received += nodes.integer(row, NodeTable::BytesReceivedColumn);
    }
    QCOMPARE(ofPairs, static_cast<std::int64_t>(bytes));
    QCOMPARE(sent, static_cast<std::int64_t>(bytes));
    QCOMPARE(received, static_cast<std::int64_t>(bytes));
    const BurstTable bursts(trace, focus);
    for (std::uint32_t row = 0; row < bursts.rowCount(); ++row) {
        const analysis::Burst& burst = trace->summary.bursts[row];
        QCOMPARE(bursts.isInFocus(row), burst.last >= focus.time->begin && burst.first < focus.time->end);
    }
}

void TestTraceFocus::focusNarrowsOthers()
{
    const auto trace = tiny();
    TraceFocus focus;
    focus.kind = Kind::Pairs;
    focus.rows = {0};
    const analysis::PairTraffic& pair = trace->pairs[0];
    const FlowTable flows(trace, focus);
    for (std::uint32_t row = 0; row < flows.rowCount(); ++row) {
        const analysis::Flow& flow = trace->summary.flows[row];
        QCOMPARE(flows.isInFocus(row), flow.source == pair.source && flow.destination == pair.destination);
    }
    focus.kind = Kind::Nodes;
    const BurstTable bursts(trace, focus);
    const std::uint32_t address = trace->nodes[0].address;
    for (std::uint32_t row = 0; row < bursts.rowCount(); ++row) {
        const analysis::Flow& flow = trace->summary.flows[trace->summary.bursts[row].flow];
        QCOMPARE(bursts.isInFocus(row), flow.source == address || flow.destination == address);
    }
    focus.kind = Kind::Bursts;
    focus.rows = {3, 4};
    QCOMPARE(timeInFocus(*trace, focus)->begin, trace->summary.bursts[3].first);
    QCOMPARE(selectedFlows(*trace, focus), (std::vector<std::uint32_t>{1})); // three bursts each
    TraceFocus only;
    only.only = std::vector<std::uint32_t>{2, 5};
    const PairTable pairs(trace, only);
    std::int64_t flowsInPairs = 0;
    for (std::uint32_t row = 0; row < pairs.rowCount(); ++row)
        flowsInPairs += pairs.integer(row, PairTable::FlowsColumn);
    QCOMPARE(flowsInPairs, 2);
}

void TestTraceFocus::ownSelectionDoesNotNarrow()
{
    const auto trace = tiny();
    TraceFocus focus;
    focus.kind = Kind::Flows;
    focus.rows = {1};
    const FlowTable flows(trace, focus);
    for (std::uint32_t row = 0; row < flows.rowCount(); ++row)
        QVERIFY(flows.isInFocus(row));
    QCOMPARE(flowsInFocus(*trace, focus, Kind::Pairs)[1], 1);
    QCOMPARE(flowsInFocus(*trace, focus, Kind::Pairs)[2], 0);
}

void TestTraceFocus::remapsAfterReadingFurther()
{
    const auto before = tiny();
    analysis::TrafficSummary further = test::madeTraffic();
    std::ranges::reverse(further.flows); // another order, as when times go backwards
    further.bursts.clear();
    const auto after = makeTrace(std::move(further), true);
    TraceFocus focus;
    focus.kind = Kind::Flows;
    focus.rows = {0, 3};
    focus.only = std::vector<std::uint32_t>{0, 3, 4};
    focus.time = TimeRange{before->summary.first, before->summary.first + 1'000'000};
    const TraceFocus there = remapped(focus, *before, *after);
    QCOMPARE(there.rows, (std::vector<std::uint32_t>{8, 11}));
    QCOMPARE(*there.only, (std::vector<std::uint32_t>{7, 8, 11}));
    QVERIFY(there.time == focus.time);
    QVERIFY(remapped(focus, *before, *before) == focus);
    focus.kind = Kind::Bursts;
    QVERIFY(remapped(focus, *before, *after).kind == Kind::None);
}

void TestTraceFocus::matrixAddsUp()
{
    const auto trace = tiny();
    const TrafficMatrix matrix = makeMatrix(trace, {});
    std::uint64_t sum = 0;
    for (const std::uint64_t bytes : matrix.bytes)
        sum += bytes;
    QCOMPARE(sum, trace->summary.wireBytes);
    MatrixModel model;
    model.setMatrix(matrix);
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column) {
            std::uint64_t bytes = 0;
            for (const analysis::Flow& flow : trace->summary.flows)
                if (flow.source == static_cast<std::uint32_t>(row)
                    && flow.destination == static_cast<std::uint32_t>(column))
                    bytes += flow.wireBytes;
            QCOMPARE(model.index(row, column).data(MatrixModel::SortRole).toDouble(), static_cast<double>(bytes));
        }
}

QTEST_GUILESS_MAIN(TestTraceFocus)
#include "tst_trace_focus.moc"

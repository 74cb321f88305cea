// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/traffic_report.h"
#include "tests/ui/trace/made_traffic.h"
#include "ui/trace/burst_table.h"
#include "ui/trace/flow_table.h"
#include "ui/trace/group_tables.h"
#include "ui/trace/matrix_model.h"
#include "ui/trace/packet_table.h"
#include "ui/trace/trace_table_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include <algorithm>
#include <set>

using namespace millrace;
using namespace millrace::ui;
using Kind = TraceFocus::Kind;

namespace {

std::shared_ptr<const Trace> tiny()
{
    static const auto trace = makeTrace(test::madeTraffic(), true);
    return trace;
}

/// A model of a table, shown to its end.
template <typename Table>
std::unique_ptr<TraceTableModel> shown(const std::shared_ptr<const Trace>& trace, const TraceFocus& focus = {})
{
    auto model = std::make_unique<TraceTableModel>(Table::makeColumns());
    QSignalSpy done(model.get(), &TraceTableModel::arrangedChanged);
    model->show([trace, focus] { return std::make_shared<Table>(trace, focus); });
    return done.wait(20'000) ? std::move(model) : nullptr;
}

void settle(TraceTableModel& model)
{
    QTRY_VERIFY_WITH_TIMEOUT(!model.isArranging(), 20'000);
}

/// Rows of the trace in the order shown.
std::vector<std::uint32_t> rowsOf(const TraceTableModel& model)
{
    return model.arranged()->order;
}

std::vector<std::uint32_t> filtered(TraceTableModel& model, const char* text)
{
    model.setFilter(QString::fromUtf8(text));
    settle(model);
    return rowsOf(model);
}

template <typename Keep>
std::vector<std::uint32_t> flowsWhere(const Trace& trace, Keep keep)
{
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < trace.summary.flows.size(); ++row)
        if (keep(trace.summary.flows[row]))
            rows.push_back(row);
    return rows;
}

} // namespace

class TestTraceTables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void modelsHoldTogether();
    void sortsByEveryColumn_data();
    void sortsByEveryColumn();
    void sortIsStableAndUnknownLast();
    void filtersByWords();
    void filtersByComparisons();
    void briefNamesMeanTheSame();
    void wrongFilterIsExplained_data();
    void wrongFilterIsExplained();
    void packetsOfSeveralFilesInOrder();
    void flowColumnsAreThoseOfTheReport();
    void unknownIsADash();
    void textsAndCsv();
    void millionRowsBelowASecond();
};

void TestTraceTables::modelsHoldTogether()
{
    const auto check = [](std::unique_ptr<TraceTableModel> model, int rows) {
        QVERIFY(model);
        QAbstractItemModelTester tester(model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model->rowCount(), rows);
        model->sort(0, Qt::DescendingOrder);
        settle(*model);
        model->setFilter(QStringLiteral("10.0.0.1"));
        settle(*model);
        QVERIFY(model->rowCount() > 0 && model->rowCount() < rows);
    };
    const auto trace = tiny();
    check(shown<FlowTable>(trace), 12);
    check(shown<PairTable>(trace), static_cast<int>(trace->pairs.size()));
    check(shown<NodeTable>(trace), 4);
    check(shown<BurstTable>(trace), 40);
    MatrixModel matrix;
    QAbstractItemModelTester tester(&matrix, QAbstractItemModelTester::FailureReportingMode::QtTest);
    matrix.setMatrix(makeMatrix(trace, {}));
    matrix.setValue(MatrixValue::Rate);
    QCOMPARE(matrix.rowCount(), 4);
}

void TestTraceTables::sortsByEveryColumn_data()
{
    QTest::addColumn<int>("column");
    for (int column = 0; column < FlowTable::ColumnCount; ++column)
        QTest::newRow(FlowTable::makeColumns()[static_cast<std::size_t>(column)].name) << column;
}

void TestTraceTables::sortsByEveryColumn()
{
    QFETCH(const int, column);
    const auto trace = makeTrace(test::madeTraffic({7, 500, 600, 3, 2}), true);
    auto model = shown<FlowTable>(trace);
    QVERIFY(model);
    const FlowTable table(trace, {});
    const auto value = [&](std::uint32_t row) {
        if (!table.isKnown(row, column))
            return std::nan("");
        if (isReal(table.columns()[static_cast<std::size_t>(column)].kind))
            return table.real(row, column);
        if (column == FlowTable::SourceColumn || column == FlowTable::DestinationColumn) {
            const auto& flow = trace->summary.flows[row];
            const auto address = column == FlowTable::SourceColumn ? flow.source : flow.destination;
            return static_cast<double>(trace->summary.addresses[address].asV4());
        }
        return static_cast<double>(table.integer(row, column));
    };
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        // From a known order, as sorting is stable.
        model->sort(-1);
        settle(*model);
        model->sort(column, order);
        settle(*model);
        std::vector<std::uint32_t> expected = analysis::allRows(500);
        std::ranges::stable_sort(expected, [&](std::uint32_t a, std::uint32_t b) {
            const double x = value(a), y = value(b);
            if (std::isnan(x) || std::isnan(y))
                return !std::isnan(x) && std::isnan(y);
            return order == Qt::AscendingOrder ? x < y : x > y;
        });
        QCOMPARE(rowsOf(*model), expected);
    }
}

void TestTraceTables::sortIsStableAndUnknownLast()
{
    const auto trace = tiny();
    auto model = shown<FlowTable>(trace);
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        model->sort(FlowTable::RttMinimumColumn, order);
        settle(*model);
        const std::vector<std::uint32_t> rows = rowsOf(*model);
        for (std::size_t i = 8; i < 12; ++i) // a third has no samples
            QVERIFY(std::isnan(trace->summary.flows[rows[i]].rttMinimum));
    }
}

void TestTraceTables::filtersByWords()
{
    const auto trace = tiny();
    auto model = shown<FlowTable>(trace);
    const auto& addresses = trace->addresses;
    QCOMPARE(filtered(*model, "10.0.0.2"), flowsWhere(*trace, [&](const analysis::Flow& flow) {
                 return addresses[flow.source] == QLatin1String("10.0.0.2")
                     || addresses[flow.destination] == QLatin1String("10.0.0.2");
             }));
    QCOMPARE(filtered(*model, "5003"),
             flowsWhere(*trace, [](const analysis::Flow& flow) { return flow.destinationPort == 5003; }));
    QCOMPARE(filtered(*model, "10.0.0.1:30000").size(), std::size_t(1));
    QCOMPARE(filtered(*model, "10.0.0.2:30000").size(), std::size_t(0));
    QCOMPARE(filtered(*model, "UDP"),
             flowsWhere(*trace, [](const analysis::Flow& flow) { return flow.protocol == 17; }));
    QCOMPARE(filtered(*model, "-udp"),
             flowsWhere(*trace, [](const analysis::Flow& flow) { return flow.protocol != 17; }));
    QCOMPARE(filtered(*model, "syn"),
             flowsWhere(*trace, [](const analysis::Flow& flow) { return (flow.flagsSeen & 2) != 0; }));
    QCOMPARE(filtered(*model, "  ").size(), std::size_t(12));
    QCOMPARE(filtered(*model, "nowhere").size(), std::size_t(0));
    QCOMPARE(filtered(*model, "tcp 10.0.0.2"), flowsWhere(*trace, [&](const analysis::Flow& flow) {
                 return flow.protocol == 6
                     && (addresses[flow.source] == QLatin1String("10.0.0.2")
                         || addresses[flow.destination] == QLatin1String("10.0.0.2"));
             }));
}

void TestTraceTables::filtersByComparisons()
{
    const auto trace = tiny();
    auto model = shown<FlowTable>(trace);
    const auto& first = trace->summary.first;
    const auto compare = [&](const char* text, auto keep) {
        QCOMPARE(filtered(*model, text), flowsWhere(*trace, keep));
        QVERIFY(model->problem().isEmpty());
    };
    using Flow = analysis::Flow;
    compare("packets>250", [](const Flow& flow) { return flow.packets > 250; });
    compare("bytes>=0.25M", [](const Flow& flow) { return flow.wireBytes >= 250'000; });
    compare("bytes<250KiB", [](const Flow& flow) { return flow.wireBytes < 256'000; });
    compare("rtt_min<0.5", [](const Flow& flow) { return flow.rttMinimum < 0.5e-3; });
    compare("rtt_min<500us", [](const Flow& flow) { return flow.rttMinimum < 0.5e-3; });
    compare("start>=5ms", [&](const Flow& flow) { return flow.first - first >= 5'000'000; });
    compare("start<0.005", [&](const Flow& flow) { return flow.first - first < 5'000'000; });
    compare("duration>130ms", [&](const Flow& flow) { return flow.duration() > 130'000'000; });
    compare("sport=30003", [&](const Flow& flow) { return flow.sourcePort == 30003; });
    compare("port!=5003", [&](const Flow& flow) { return flow.destinationPort != 5003; });
    compare("source=10.0.0.3", [&](const Flow& flow) { return flow.source == 2; });
    compare("source!=10.0.0.3", [&](const Flow& flow) { return flow.source != 2; });
    compare("protocol=tcp retransmissions>50",
            [&](const Flow& flow) { return flow.protocol == 6 && flow.retransmissions > 50; });
    // The names of every table of flows, and what is unknown fits nothing.
    compare("wire_bytes>=250k", [](const Flow& flow) { return flow.wireBytes >= 250'000; });
    compare("source_port=30003", [&](const Flow& flow) { return flow.sourcePort == 30003; });
    compare("out_of_order>=0", [&](const Flow& flow) { return flow.protocol == 6; });
    compare("outoforder>=0", [&](const Flow& flow) { return flow.protocol == 6; });
    compare("retransmissions<5", [&](const Flow& flow) { return flow.protocol == 6 && flow.retransmissions < 5; });
    compare("retransmissions!=5", [&](const Flow& flow) { return flow.protocol != 6 || flow.retransmissions != 5; });
    compare("ce_share>10", [&](const Flow& flow) { return flow.ceShare() > 0.1; });
    compare("dscp=46", [&](const Flow& flow) { return flow.dscps == std::uint64_t{1} << 46; });
    compare("rate>15", [&](const Flow& flow) {
        return static_cast<double>(flow.wireBytes) * 8e9 / static_cast<double>(flow.duration()) > 15e6;
    });
}

void TestTraceTables::briefNamesMeanTheSame()
{
    auto model = shown<FlowTable>(tiny());
    for (const auto& [brief, full] : {std::pair{"sport>30001", "source_port>30001"},
                                      {"dport<5003", "destination_port<5003"},
                                      {"start>5ms", "first>5ms"},
                                      {"bytes>250k", "wire_bytes>250k"},
                                      {"payload>200k", "payload_bytes>200k"},
                                      {"retransmitted=0", "retransmitted_bytes=0"},
                                      {"outoforder=0", "out_of_order=0"},
                                      {"dupacks=0", "duplicate_acks=0"},
                                      {"zerowindows=0", "zero_windows=0"},
                                      {"resets=0", "rst=0"}}) {
        const auto rows = filtered(*model, full);
        QVERIFY2(!rows.empty() && model->problem().isEmpty(), full);
        QCOMPARE(filtered(*model, brief), rows);
        QVERIFY2(model->problem().isEmpty(), brief);
    }
}

void TestTraceTables::wrongFilterIsExplained_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("said");
    QTest::newRow("no such column") << QStringLiteral("weight>3") << QStringLiteral("Unknown column “weight”");
    QTest::newRow("no number") << QStringLiteral("packets>many") << QStringLiteral("“many” is not a value");
    QTest::newRow("no value") << QStringLiteral("packets>") << QStringLiteral("is not a value");
    QTest::newRow("text ordered") << QStringLiteral("source<b") << QStringLiteral("= and !=");
    QTest::newRow("no port") << QStringLiteral("port=web") << QStringLiteral("not a port");
}

void TestTraceTables::wrongFilterIsExplained()
{
    QFETCH(const QString, text);
    QFETCH(const QString, said);
    auto model = shown<FlowTable>(tiny());
    model->setFilter(QStringLiteral("tcp"));
    settle(*model);
    const auto before = rowsOf(*model);
    model->setFilter(text);
    settle(*model);
    QVERIFY2(model->problem().contains(said), qPrintable(model->problem()));
    QCOMPARE(rowsOf(*model), before);
    model->setFilter({});
    QVERIFY(model->problem().isEmpty());
}

void TestTraceTables::packetsOfSeveralFilesInOrder()
{
    const auto rows = [](std::vector<std::int64_t> times, std::uint64_t beyond = 0) {
        analysis::PacketRows packets;
        for (std::size_t i = 0; i < times.size(); ++i) {
            packets.time.push_back(times[i]);
            packets.number.push_back(i + 1);
            packets.offset.push_back(0);
            packets.flow.push_back(i % 2 == 0 ? 0 : analysis::noRow);
            packets.wireBytes.push_back(100);
            packets.payloadBytes.push_back(60);
            packets.sequence.push_back(0);
            packets.acknowledgement.push_back(0);
            packets.window.push_back(0);
            packets.tcpFlags.push_back(0x10);
        }
        packets.beyond = beyond;
        return packets;
    };
    const std::int64_t base = test::madeStart;
    auto list =
        std::make_shared<const PacketList>(joinPackets({rows({base + 1, base + 5}), rows({base + 2, base + 3})}));
    QCOMPARE(list->rows.time, (std::vector<std::int64_t>{base + 1, base + 2, base + 3, base + 5}));
    QCOMPARE(list->file, (std::vector<std::uint16_t>{0, 1, 1, 0}));
    QCOMPARE(list->rows.beyond, std::uint64_t(0));
    // The second file goes on after what is listed of it: the first one ends there as well.
    const PacketList cut = joinPackets({rows({base + 1, base + 5}), rows({base + 2, base + 3}, 7)});
    QCOMPARE(cut.rows.time, (std::vector<std::int64_t>{base + 1, base + 2, base + 3}));
    QCOMPARE(cut.rows.beyond, std::uint64_t(8));
    const auto trace = tiny();
    const PacketTable table(trace, list);
    QCOMPARE(table.integer(3, PacketTable::DeltaColumn), 2);
    QCOMPARE(table.words(0, PacketTable::SourceColumn), QStringLiteral("10.0.0.1"));
    QCOMPARE(table.words(2, PacketTable::SourceColumn), QStringLiteral("–"));
    QCOMPARE(table.words(0, PacketTable::FlagsColumn), QStringLiteral("ACK"));
}

/// The window, the command line, CSV and filters have one list of columns.
void TestTraceTables::flowColumnsAreThoseOfTheReport()
{
    const std::vector<TableColumn> columns = FlowTable::makeColumns();
    const report::Table flows = report::flowTable(tiny()->summary);
    QCOMPARE(flows.columns.size(), columns.size() + 1); // and the time of the first packet
    for (std::size_t i = 0; i < columns.size(); ++i) {
        QVERIFY2(!columns[i].heading.isEmpty(), columns[i].name);
        const report::Column& column = flows.columns[i];
        const std::string heading = column.unit.empty() ? column.name : column.name + " (" + column.unit + ")";
        QCOMPARE(csvHeading(columns[i]).toStdString(), heading);
    }
}

void TestTraceTables::unknownIsADash()
{
    const auto trace = tiny();
    auto pairs = shown<PairTable>(trace);
    auto flows = shown<FlowTable>(trace);
    int unknownFlows = 0;
    for (int row = 0; row < flows->rowCount(); ++row) {
        const bool isTcp = trace->summary.flows[flows->traceRow(row)].protocol == 6;
        const int column = int(analysis::FlowColumn::Retransmissions);
        QCOMPARE(flows->index(row, column).data().toString() == QStringLiteral("–"), !isTcp);
        unknownFlows += isTcp ? 0 : 1;
    }
    QVERIFY(unknownFlows > 0);
    std::set<std::uint32_t> ordered;
    for (std::uint32_t flow = 0; flow < trace->summary.flows.size(); ++flow)
        if (trace->summary.flows[flow].protocol == 6)
            ordered.insert(trace->pairOfFlow[flow]);
    for (int row = 0; row < pairs->rowCount(); ++row)
        for (const int column : {int(PairTable::RetransmissionsColumn), int(PairTable::OutOfOrderColumn)})
            QCOMPARE(pairs->index(row, column).data().toString() == QStringLiteral("–"),
                     !ordered.contains(pairs->traceRow(row)));
}

void TestTraceTables::textsAndCsv()
{
    const auto trace = tiny();
    auto model = shown<FlowTable>(trace);
    model->sort(FlowTable::BytesColumn, Qt::DescendingOrder);
    settle(*model);
    model->setFilter(QStringLiteral("tcp"));
    settle(*model);
    const std::vector<int> columns{FlowTable::SourceColumn, FlowTable::StartColumn, FlowTable::BytesColumn,
                                   FlowTable::RttMinimumColumn};
    const QStringList lines =
        QString::fromStdString(csvOf(*model->arranged(), columns, {})).split(QStringLiteral("\r\n"));
    QCOMPARE(lines.size(), model->rowCount() + 2);
    QCOMPARE(lines.front(), QStringLiteral("source,first (s),wire_bytes (B),rtt_min (s)"));
    QVERIFY(lines.back().isEmpty());
    for (int row = 0; row < model->rowCount(); ++row) {
        const analysis::Flow& flow = trace->summary.flows[model->traceRow(row)];
        const QStringList cells = lines.at(row + 1).split(QLatin1Char(','));
        QCOMPARE(cells.at(0), trace->addresses[flow.source]);
        const std::int64_t start = flow.first - trace->summary.first;
        QCOMPARE(
            cells.at(1),
            QStringLiteral("%1.%2").arg(start / 1'000'000'000).arg(start % 1'000'000'000, 9, 10, QLatin1Char('0')));
        QCOMPARE(cells.at(2).toULongLong(), flow.wireBytes);
        if (std::isnan(flow.rttMinimum))
            QVERIFY(cells.at(3).isEmpty());
        else
            QCOMPARE(cells.at(3).toDouble(), flow.rttMinimum);
    }
    QCOMPARE(model->index(0, FlowTable::StartColumn).data().toString().size(), 8); // 0.012000
    JobContext cancelled;
    std::stop_source stop;
    stop.request_stop();
    cancelled.stop = stop.get_token();
    QVERIFY(csvOf(*model->arranged(), columns, cancelled).empty());
}

void TestTraceTables::millionRowsBelowASecond()
{
    const auto trace = makeTrace(test::madeTraffic({16, 2000, 1'000'000, 5, 3}), true);
    auto model = shown<BurstTable>(trace);
    QVERIFY(model);
    QCOMPARE(model->rowCount(), 1'000'000);
    // The best of three: other programs run at the same time.
    const auto timed = [&](const char* what, const std::function<void(bool odd)>& act) {
        qint64 best = std::numeric_limits<qint64>::max(), blocked = 0;
        for (int attempt = 0; attempt < 3; ++attempt) {
            QSignalSpy done(model.get(), &TraceTableModel::arrangedChanged);
            QElapsedTimer clock;
            clock.start();
            act(attempt % 2 != 0);
            blocked = clock.elapsed();
            QVERIFY(done.wait(20'000));
            best = std::min(best, clock.elapsed());
        }
        qInfo("%s: %lld ms, of these %lld before it returned", what, best, blocked);
#ifndef MR_SANITIZED // which makes everything several times slower
        QVERIFY2(best < 1000, what);
#endif
    };
    const auto sorted = [&](int column) {
        return [&, column](bool odd) { model->sort(column, odd ? Qt::AscendingOrder : Qt::DescendingOrder); };
    };
    const auto filtered = [&](const char* text) {
        return [&, text](bool odd) { model->setFilter(QLatin1String(text) + QLatin1String(odd ? " " : "")); };
    };
    timed("by bytes", sorted(BurstTable::BytesColumn));
    timed("by source", sorted(BurstTable::SourceColumn));
    timed("by rate", sorted(BurstTable::RateColumn));
    timed("by start", sorted(BurstTable::StartColumn));
    timed("word", filtered("10.0.0.7"));
    timed("comparison", filtered("packets>10 udp"));
    timed("no filter", filtered(""));
}

QTEST_MAIN(TestTraceTables)
#include "tst_trace_tables.moc"

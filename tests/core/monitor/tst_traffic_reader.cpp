// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/traffic_reader.h"

#include <QtTest>

#include <algorithm>

using namespace millrace;
using namespace millrace::monitor;

namespace {

/// With ' for ".
std::optional<TrafficLine> read(std::string line)
{
    std::replace(line.begin(), line.end(), '\'', '"');
    return parseTrafficLine(line);
}

} // namespace

class TestTrafficReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesOfASender()
    {
        const auto rate = read("{'event':'traffic-rate','wall_ns':1795220131640706789,'mono_ns':52411184,"
                               "'interval_ns':100000123,'sent_bytes':5,'acked_bytes':4,'active':3}");
        QVERIFY(rate);
        QCOMPARE(rate->kind, TrafficLine::Kind::Rate);
        QCOMPARE(rate->wall, Nanoseconds(1795220131640706789));
        QCOMPARE(rate->monotonic, Nanoseconds(52411184));
        QCOMPARE(rate->interval, Nanoseconds(100000123));
        QCOMPARE(rate->sentBytes, std::uint64_t(5));
        QCOMPARE(rate->ackedBytes, std::uint64_t(4));
        QCOMPARE(rate->active, std::int64_t(3));
        const auto end =
            read("{'event':'traffic-end','wall_ns':1,'mono_ns':2,'flows':9,'completed':5,'cut':3,'failed':1,"
                 "'not_begun':7,'start_error_p50_ns':11,'start_error_p99_ns':12}");
        QVERIFY(end);
        QCOMPARE(end->kind, TrafficLine::Kind::End);
        QCOMPARE(end->flows, std::uint64_t(9));
        QCOMPARE(end->completed + end->cut + end->failed, end->flows);
        QCOMPARE(end->notBegun, std::uint64_t(7));
        QCOMPARE(end->startErrorP99, Nanoseconds(12));
    }

    void linesOfAReceiver()
    {
        const auto ready = read("{'event':'traffic-ready','wall_ns':1,'mono_ns':2,'role':'receiver','port':40123}");
        QVERIFY(ready);
        QCOMPARE(ready->role, std::string("receiver"));
        QCOMPARE(ready->port, 40123);
        const auto rate =
            read("{'event':'traffic-rate','wall_ns':1,'mono_ns':2,'received_bytes':10,'lost':-4,'reordered':2}");
        QVERIFY(rate);
        QCOMPARE(rate->receivedBytes, std::uint64_t(10));
        QCOMPARE(rate->lost, std::uint64_t(0));
        QCOMPARE(rate->reordered, std::uint64_t(2));
    }

    void errors()
    {
        const auto error = read("{'event':'traffic-error','wall_ns':1,'mono_ns':2,'what':'no \\'x\\' here'}");
        QVERIFY(error);
        QCOMPARE(error->what, std::string("no \"x\" here"));
    }

    void otherLines()
    {
        for (const char* line :
             {"", "traffic-rate", "{}", "{'event':'traffic-rate','wall_ns':1}", "{'event':'traffic-rate','mono_ns':1}",
              "{'event':'traffic-other','wall_ns':1,'mono_ns':2}", "{'event':'step','wall_ns':1,'mono_ns':2}",
              "{'event':'traffic-rate','wall_ns':1,'mono_ns':2"})
            QVERIFY2(!read(line), line);
    }
};

QTEST_APPLESS_MAIN(TestTrafficReader)
#include "tst_traffic_reader.moc"

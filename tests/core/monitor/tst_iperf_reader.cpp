// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/log_parser.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::monitor;

namespace {

/// What the parser of programs of one's own finds: "iperf_rate 93600000 bit/s; …"
QString resultsOf(const char* log)
{
    const auto parser = *makeLogParser("command");
    QStringList found;
    for (const QByteArray& line : QByteArray(log).split('\n'))
        for (auto event = parser->parse(line.toStdString(), Stream::Out, {}); event; event = parser->more())
            if (const auto* result = std::get_if<ResultEvent>(&*event))
                found << QStringLiteral("%1 %2 %3")
                             .arg(QString::fromStdString(result->metric))
                             .arg(result->mean, 0, 'f', 0)
                             .arg(QString::fromStdString(result->unit));
    return found.join("; ");
}

} // namespace

/// The sums of iperf3 3.12, as a workload prints them.
class TestIperfReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void text()
    {
        QCOMPARE(resultsOf("Connecting to host 10.77.0.1, port 5201\n"
                           "[  5] local 10.77.0.2 port 46284 connected to 10.77.0.1 port 5201\n"
                           "[ ID] Interval           Transfer     Bitrate         Retr  Cwnd\n"
                           "[  5]   0.00-1.00   sec  11.9 MBytes  99.8 Mbits/sec    0   1.12 MBytes       \n"
                           "- - - - - - - - - - - - - - - - - - - - - - - - -\n"
                           "[ ID] Interval           Transfer     Bitrate         Retr\n"
                           "[  5]   0.00-3.00   sec  35.2 MBytes  98.5 Mbits/sec    0             sender\n"
                           "[  5]   0.00-3.04   sec  33.8 MBytes  93.1 Mbits/sec                  receiver\n"
                           "\n"
                           "iperf Done."),
                 QString("iperf_rate_sender 98500000 bit/s; iperf_rate 93100000 bit/s"));
    }

    void theSumOfStreamsComesLast()
    {
        QCOMPARE(resultsOf("[  5]   0.00-2.04   sec  1.09 GBytes  4.59 Gbits/sec                  receiver\n"
                           "[  7]   0.00-2.04   sec  1.10 GBytes  4.60 Gbits/sec                  receiver\n"
                           "[SUM]   0.00-2.04   sec  2.19 GBytes  9.19 Gbits/sec                  receiver"),
                 QString("iperf_rate 4590000000 bit/s; iperf_rate 4600000000 bit/s; iperf_rate 9190000000 bit/s"));
    }

    void udp()
    {
        QCOMPARE(resultsOf("[  5]   0.00-2.04   sec  2.44 MBytes  10.0 Mbits/sec  0.011 ms  0/1768 (0%)  receiver"),
                 QString("iperf_rate 10000000 bit/s"));
    }

    void document()
    {
        QCOMPARE(resultsOf("{\n\t\"start\":\t{\n\t\t\"version\":\t\"iperf 3.12\"\n\t},\n"
                           "\t\"intervals\":\t[{\n\t\t\t\"sum\":\t{\n\t\t\t\t\"bits_per_second\":\t1,\n"
                           "\t\t\t\t\"sender\":\ttrue\n\t\t\t}\n\t\t}],\n"
                           "\t\"end\":\t{\n\t\t\"sum_sent\":\t{\n\t\t\t\"seconds\":\t3.0,\n"
                           "\t\t\t\"bits_per_second\":\t98500000.5,\n\t\t\t\"sender\":\ttrue\n\t\t},\n"
                           "\t\t\"sum_received\":\t{\n\t\t\t\"bits_per_second\":\t9.31e+07,\n"
                           "\t\t\t\"sender\":\ttrue\n\t\t}\n\t}\n}"),
                 QString("iperf_rate_sender 98500001 bit/s; iperf_rate 93100000 bit/s"));
    }

    void stream()
    {
        QCOMPARE(
            resultsOf(
                R"({"event":"end","data":{"sum_sent":{"bits_per_second":7e6},"sum_received":{"seconds":1,"bits_per_second":6e6,"sender":true}}})"),
            QString("iperf_rate 6000000 bit/s"));
    }

    void otherLinesAreNone()
    {
        QCOMPARE(resultsOf("[  5] sender\n[] receiver\n[  5]   x-y sec 1 MBytes abc Mbits/sec receiver\n]\n{\n}\n{"),
                 QString());
    }
};

QTEST_GUILESS_MAIN(TestIperfReader)
#include "tst_iperf_reader.moc"

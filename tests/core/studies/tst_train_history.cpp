// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/importers/iperf_text.h"
#include "core/studies/tum/train_history.h"
#include "tests/core/importers/made_captures.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::importers;
using namespace millrace::studies::tum;

namespace {

const std::string example = "Type,ID,Timestamp,Loss,Accuracy\n"
                            "Batch,0,1626091385.123456,2.9312,0.1015\n"
                            "Batch,1,1626091385.401122,2.8874,0.1093\n"
                            "Epoch,0,1626091460.220001,1.8021,0.3817\n";

std::int64_t count(const Issues& issues, std::string_view kind)
{
    for (const Issue& issue : issues)
        if (issue.kind == kind)
            return issue.count;
    return 0;
}

} // namespace

class TestTrainHistory : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path write(const std::string& text) const
    {
        const auto file = std::filesystem::path(m_folder.path().toStdString()) / "log";
        writeText(file, text);
        return file;
    }

private Q_SLOTS:
    void theExample()
    {
        const auto history = readTrainHistory(write(example));
        QVERIFY(history);
        QCOMPARE(history->rows.size(), std::size_t(3));
        const studies::tum::TrainRow first{false, 0, 1'626'091'385'123'456'000, 2.9312, 0.1015, -1};
        QCOMPARE(history->rows[0], first);
        QVERIFY(history->rows[2].epoch);
        QVERIFY(history->issues.empty());
    }

    void launchersPrefixes()
    {
        // horovodrun puts the rank before every line, KungFu the worker.
        const auto history = readTrainHistory(write("[1,0]<stdout>:Type,ID,Timestamp,Loss,Accuracy\n"
                                                    "[1,0]<stdout>:Batch,0,1626091385.123456,2.9312,0.1015\r\n"
                                                    "Fri Sep 18 03:11:09 2020[3]<stdout>:Batch,1,1626091385.5,2.8,0.2\n"
                                                    "[10.0.0.19.10000::stdout] Batch,2,1626091386.5,nan,\n"
                                                    "[1,0]<stderr>:WARNING: something else\n"));
        QVERIFY(history);
        QCOMPARE(history->rows.size(), std::size_t(3));
        QCOMPARE(history->rows[0].rank, 0);
        QCOMPARE(history->rows[1].rank, 3);
        QVERIFY(std::isnan(history->rows[2].loss) && std::isnan(history->rows[2].accuracy));
        QCOMPARE(count(history->issues, "damaged-line"), std::int64_t(1));
        QCOMPARE(count(history->issues, "no-header"), std::int64_t(0));
    }

    void damage()
    {
        const auto history = readTrainHistory(
            write("Batch,0,1626091385.1,2.9,0.1\nBatch,1,1626091384.1,2.9,0.1\nBatch,x,1626091386.1,2.9,0.1\n"
                  "Batch,2,yesterday,2.9,0.1\nBatch,2,1626091386.1,2.9,0.1,7\nStep,2,1626091386.1,2.9,0.1\n\n"
                  "Batch,3,1626091387.1,2.9"));
        QVERIFY(history);
        QCOMPARE(history->rows.size(), std::size_t(3));
        QCOMPARE(count(history->issues, "damaged-line"), std::int64_t(4));
        QCOMPARE(count(history->issues, "time-backwards"), std::int64_t(1));
        QCOMPARE(count(history->issues, "no-header"), std::int64_t(1));
        QCOMPARE(history->issues[1].where, std::string("log line 3"));
        QVERIFY(!readTrainHistory(write("")));
        QVERIFY(!readTrainHistory(write("Type,ID,Timestamp,Loss,Accuracy\n")));
        const auto missing = readTrainHistory("/nowhere/log");
        QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
    }

    void iperf()
    {
        const auto log = readIperfText(write("------------------------------------------------------------\n"
                                             "Client connecting to 10.0.0.2, TCP port 5001\n"
                                             "[  3] local 10.0.0.1 port 5000 connected with 10.0.0.2 port 5001\n"
                                             "[ ID] Interval       Transfer     Bandwidth\n"
                                             "[  3]  0.0- 1.0 sec   118 MBytes   994 Mbits/sec\n"
                                             "[  3]  1.0- 2.0 sec  1.09 GBytes  9.41 Gbits/sec\n"
                                             "[SUM]  0.0- 2.0 sec  1.21 GBytes  5.20 Gbits/sec\n"
                                             "[  5]   2.00-3.00   sec   112 KBytes   917 Kbits/sec    0   1.41 MBytes\n"
                                             "[  5]   3.00-4.00   sec  0.00 Bytes  0.00 bits/sec\n"
                                             "[  5]   4.00-3.00   sec  0.00 Bytes  1.00 Mbits/sec\n"));
        QVERIFY(log);
        QCOMPARE(log->lines.size(), std::size_t(5));
        QCOMPARE(log->lines[0].bitsPerSecond, 994e6);
        QCOMPARE(log->lines[1].bitsPerSecond, 9.41e9);
        QVERIFY(log->lines[2].isSum);
        QCOMPARE(log->lines[3].bitsPerSecond, 917e3);
        QCOMPARE(log->lines[3].stream, 5);
        QCOMPARE(log->lines[4].bitsPerSecond, 0.0);
        QCOMPARE(count(log->issues, "other-line"), std::int64_t(5));
        QVERIFY(!readIperfText(write("iperf: connect failed\n")));
    }

    void cancelled()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto history = readTrainHistory(write(example), {stop.get_token(), {}});
        QVERIFY(!history && history.error().code == ErrorCode::Cancelled);
    }

    void hostile()
    {
        const std::string log = example + "[  3]  0.0- 1.0 sec   118 MBytes   994 Mbits/sec\n";
        Random random(5);
        for (int i = 0; i < 150; ++i) {
            std::string text = log.substr(0, i % 3 == 0 ? random.below(log.size()) : log.size());
            for (int k = 0; k < 4 && !text.empty(); ++k)
                text[random.below(text.size())] = static_cast<char>(random.below(256));
            const auto file = write(text);
            for (const bool good : {readTrainHistory(file).has_value(), readIperfText(file).has_value()})
                Q_UNUSED(good);
        }
    }
};

QTEST_APPLESS_MAIN(TestTrainHistory)
#include "tst_train_history.moc"

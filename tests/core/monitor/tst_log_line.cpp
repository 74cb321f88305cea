// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/log_line.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::monitor;

namespace {

const LogSource source{-1, {"10.0.0.19:10000", "10.0.0.20:10000"}};

LogLine normal(const std::string& line)
{
    return normaliseLine(line, Stream::Out, {Nanoseconds(5), Nanoseconds(6)}, source);
}

} // namespace

class TestLogLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void prefixes_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("worker");
        QTest::addColumn<int>("rank");
        QTest::addColumn<bool>("isErrors");
        const auto row = [](const char* name, const char* line, const char* body, const char* worker, int rank = -1,
                            bool isErrors = false) {
            QTest::newRow(name) << QString(line) << QString(body) << QString(worker) << rank << isErrors;
        };
        row("none", "Iter #1", "Iter #1", "");
        row("peer", "[10.0.0.20.10000::stdout] Iter #1", "Iter #1", "10.0.0.20.10000", 1);
        row("unknown peer", "[127.0.0.1.10003::stderr] Variance", "Variance", "127.0.0.1.10003", -1, true);
        row("nested", "[host::stdout] [10.0.0.19.10000::stderr] x", "x", "10.0.0.19.10000", 0, true);
        row("program", "[vm#1$python3::stdout] x", "x", "vm#1$python3");
        row("colours", "[\x1b[1;32m127.0.0.1.10000\x1b[m::stdout] x", "x", "127.0.0.1.10000");
        row("coloured stream", "[a.1::\x1b[1;35mstderr\x1b[m] \x1b[1;35m[E]\x1b[m y", "[E] y", "a.1", -1, true);
        row("carriage return", "[a.1::stdout] x\r", "x", "a.1");
        row("blanks at the end", "[a.1::stdout] Cluster response ", "Cluster response", "a.1");
        row("nothing behind", "[a.1::stdout]", "", "a.1");
        row("level is not a prefix", "[I] all", "[I] all", "");
        row("argument is not a prefix", "[arg] [0]=x", "[arg] [0]=x", "");
        row("other stream", "[a::stdlog] x", "[a::stdlog] x", "");
        row("no source", "[::stdout] x", "[::stdout] x", "");
        row("mpirun", "[1,3]<stdout>:Iter #0", "Iter #0", "", 3);
        row("mpirun, errors", "[1,12]<stderr>: Iter #0", "Iter #0", "", 12, true);
        row("horovod elastic", "Fri Sep 18 03:11:09 2020[0]<stderr>:Iter #0", "Iter #0", "", 0, true);
        row("horovod elastic, short day", "Fri Sep  8 03:11:09 2020[7]<stdout>:x", "x", "", 7);
        row("mpirun without rank", "[1,]<stdout>:x", "[1,]<stdout>:x", "");
        row("mpirun, negative", "[1,-3]<stdout>:x", "[1,-3]<stdout>:x", "");
        row("half a prefix", "[10.0.0.1", "[10.0.0.1", "");
        row("empty", "", "", "");
    }
    void prefixes()
    {
        QFETCH(QString, line);
        QFETCH(QString, body);
        QFETCH(QString, worker);
        QFETCH(int, rank);
        QFETCH(bool, isErrors);
        const LogLine found = normal(line.toStdString());
        QCOMPARE(QString::fromStdString(found.body), body);
        QCOMPARE(QString::fromStdString(found.origin.worker), worker);
        QCOMPARE(found.origin.rank, rank);
        QCOMPARE(found.origin.stream == Stream::Errors, isErrors);
        QCOMPARE(found.origin.monotonic.count(), 5LL);
        QCOMPARE(found.origin.wall.count(), 6LL);
        QVERIFY(!found.origin.timedByWorker);
    }

    void manyPrefixesTakeLinearTime()
    {
        std::string line;
        while (line.size() < (1 << 20))
            line += "[a.1::stdout] ";
        QCOMPARE(normal(line + "x").body, std::string("x"));
    }

    void utf8_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("valid");
        const QByteArray bad = "\xef\xbf\xbd";
        QTest::newRow("ascii") << QByteArray("abc") << QByteArray("abc");
        QTest::newRow("micro") << QByteArray("3\xc2\xb5s") << QByteArray("3\xc2\xb5s");
        QTest::newRow("four bytes") << QByteArray("\xf0\x9f\x98\x80") << QByteArray("\xf0\x9f\x98\x80");
        QTest::newRow("lone tail") << QByteArray("a\x80z") << "a" + bad + "z";
        QTest::newRow("cut") << QByteArray("a\xc2") << "a" + bad;
        QTest::newRow("overlong") << QByteArray("\xc0\xaf") << bad + bad;
        QTest::newRow("overlong of three") << QByteArray("\xe0\x80\xaf") << bad + bad + bad;
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << bad + bad + bad;
        QTest::newRow("too high") << QByteArray("\xf4\x90\x80\x80") << bad + bad + bad + bad;
    }
    void utf8()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, valid);
        QCOMPARE(QByteArray::fromStdString(validUtf8(bytes.toStdString())), valid);
        QCOMPARE(isAscii(bytes.toStdString()), bytes == "abc");
    }

    void everyByteSequenceBecomesValid()
    {
        for (int first = 0; first < 256; ++first) {
            for (int second = 0; second < 256; ++second) {
                const std::string bytes{static_cast<char>(first), static_cast<char>(second), 'a'};
                const std::string once = validUtf8(bytes);
                QCOMPARE(validUtf8(once), once);
                // Qt's decoder is the oracle: nothing more to replace.
                QVERIFY(QString::fromStdString(once).toStdString() == once);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestLogLine)
#include "tst_log_line.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/crosstraffic/load_file.h"
#include "core/crosstraffic/on_off_trace.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::crosstraffic;
using namespace std::chrono_literals;

class TestLoadFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theStudysFormat()
    {
        // The head of one of the study's Poisson loads of 10 Gbit/s.
        const std::string text = "3\n24230 10000000 2\n38747 10000000 2\n39750 10000000 2\n";
        const auto flows = parseLoadFile(text);
        QVERIFY(flows.has_value());
        QCOMPARE(*flows,
                 (std::vector<LoadFlow>{{24'230, 10'000'000, 2}, {38'747, 10'000'000, 2}, {39'750, 10'000'000, 2}}));
        QCOMPARE(loadFileText(*flows), text);
    }

    /// Comments are written after the flows: programs that read the announced number of flows stop before them.
    void remarks()
    {
        const std::vector<LoadFlow> flows{{5, 10, 0}, {7, 20, 1}};
        const std::string text = loadFileText(flows, "seed 3");
        QCOMPARE(text, std::string("2\n5 10 0\n7 20 1\n# seed 3\n"));
        QCOMPARE(*parseLoadFile(text), flows);
        QCOMPARE(*parseLoadFile("# one\n2\n# two\n5 10 0\n7 20 1\n"), flows);
    }

    void backwardAndLongTimesAreKept()
    {
        const auto flows = parseLoadFile("2\r\n5000000000 1 0\r\n-7 2 3\r\n");
        QCOMPARE(*flows, (std::vector<LoadFlow>{{5'000'000'000, 1, 0}, {-7, 2, 3}}));
        QVERIFY(parseLoadFile("0\n")->empty());
    }

    void damagedFiles_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << ""
                               << "is empty";
        QTest::newRow("blank") << " \n\n"
                               << "is empty";
        QTest::newRow("no count") << "1 2 3\n"
                                  << "line 1 of the load file is not the number of flows";
        QTest::newRow("negative count") << "-1\n"
                                        << "line 1 of the load file is not the number of flows";
        QTest::newRow("word") << "1\n1 two 3\n"
                              << "line 2 of the load file is not";
        QTest::newRow("two") << "1\n1 2\n"
                             << "line 2 of the load file is not";
        QTest::newRow("four") << "1\n1 2 3 4\n"
                              << "line 2 of the load file is not";
        QTest::newRow("fraction") << "1\n1.5 2 3\n"
                                  << "line 2 of the load file is not";
        QTest::newRow("cut") << "3\n1 2 3\n"
                             << "announces 3 flows on its first line and has 1";
        QTest::newRow("hostile count") << "9223372036854775807\n1 2 3\n"
                                       << "announces 9223372036854775807";
        QTest::newRow("count too large") << "9223372036854775808\n1 2 3\n"
                                         << "line 1";
        QTest::newRow("more") << "1\n1 2 3\n4 5 6\n"
                              << "announces 1 flows on its first line and has 2";
        QTest::newRow("no bytes") << "1\n1 0 3\n"
                                  << "has a flow of 0 bytes";
        QTest::newRow("negative bytes") << "1\n1 -5 3\n"
                                        << "has a flow of -5 bytes";
        QTest::newRow("far") << "1\n9223372036854775807 1 3\n"
                             << "begins its flow at";
        QTest::newRow("destination") << "1\n1 1 5000\n"
                                     << "sends to destination 5000";
    }
    void damagedFiles()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, says);
        const auto parsed = parseLoadFile(text.toStdString());
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, ErrorCode::Corrupt);
        QVERIFY2(parsed.error().what.find(says.toStdString()) != std::string::npos, parsed.error().what.c_str());
    }

    void noisyBytesNeverHurt()
    {
        const std::string alphabet = "0123456789 -.,e\n\r\t\0xseconds,bit/s";
        Random random(5);
        for (int i = 0; i < 2000; ++i) {
            std::string text = i % 2 == 0 ? "2\n" : "seconds,bit/s\n";
            for (std::uint64_t length = random.below(60); length > 0; --length)
                text += alphabet[random.below(alphabet.size())];
            if (const auto flows = parseLoadFile(text))
                QCOMPARE(*parseLoadFile(loadFileText(*flows)), *flows);
            if (const auto trace = parseOnOff(text))
                QVERIFY(parseOnOff(onOffText(*trace))->length == trace->length);
        }
    }

    void onAndOff()
    {
        const std::string text = "seconds,bit/s\n0,1e+08\n0.25,0\n1.5,2.5e+07\n2,0\n";
        const auto trace = parseOnOff(text);
        QVERIFY(trace.has_value());
        QVERIFY(trace->length == 2s);
        QCOMPARE(trace->steps, (std::vector<OnOffTrace::Step>{{0s, 1e8}, {250ms, 0}, {1500ms, 25e6}}));
        QCOMPARE(trace->bytes(), 1e8 * 0.25 / 8 + 25e6 * 0.5 / 8);
        QCOMPARE(*parseOnOff(onOffText(*trace)), *trace);
        QVERIFY(looksLikeOnOff(text));
        QVERIFY(!looksLikeOnOff("3\n1 2 3\n"));
    }

    void damagedTraces_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("header") << "0,1\n1,0\n"
                                << "the first line";
        QTest::newRow("no end") << "seconds,bit/s\n0,5\n"
                                << "needs two lines";
        QTest::newRow("columns") << "seconds,bit/s\n0,5,6\n"
                                 << "line 2 of the on/off trace has 3 columns";
        QTest::newRow("time") << "seconds,bit/s\n-1,5\n"
                              << "line 2 of the on/off trace does not start";
        QTest::newRow("nan") << "seconds,bit/s\nnan,5\n"
                             << "line 2 of the on/off trace does not start";
        QTest::newRow("far") << "seconds,bit/s\n1e99,5\n"
                             << "line 2 of the on/off trace does not start";
        QTest::newRow("rate") << "seconds,bit/s\n0,-5\n"
                              << "line 2 of the on/off trace does not end";
        QTest::newRow("order") << "seconds,bit/s\n1,5\n1,6\n"
                               << "line 3 of the on/off trace is not later";
    }
    void damagedTraces()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, says);
        const auto parsed = parseOnOff(text.toStdString());
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, ErrorCode::Corrupt);
        QVERIFY2(parsed.error().what.find(says.toStdString()) != std::string::npos, parsed.error().what.c_str());
    }

    void fromARateSeries()
    {
        const std::vector<double> rates = {0, 90, 110, 3, NAN, 0, 50, 50};
        const auto trace = onOffFrom(rates, 10ms, 40);
        QCOMPARE(trace.steps, (std::vector<OnOffTrace::Step>{{0ms, 0}, {10ms, 100}, {30ms, 0}, {60ms, 50}}));
        QVERIFY(trace.length == 80ms);
        QCOMPARE(trace.bytes(), (200 + 100) * 0.01 / 8);
        QVERIFY(onOffFrom({}, 10ms, 1).steps.empty());
    }
};

QTEST_APPLESS_MAIN(TestLoadFile)
#include "tst_load_file.moc"

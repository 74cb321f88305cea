// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/line_pattern.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::monitor;

class TestLinePattern : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matching_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QStringList>("captures"); ///< "-" alone: no match
        const QStringList none{"-"};
        const auto row = [](const char* name, const char* pattern, const char* line, const QStringList& captures) {
            QTest::newRow(name) << QString(pattern) << QString(line) << captures;
        };
        row("literal", "abc", "abc", {});
        row("literal, more", "abc", "abcd", none);
        row("literal, less", "abc", "ab", none);
        row("empty", "", "", {});
        row("integer", "#{d}:", "#12:", {"12"});
        row("integer, none", "#{d}:", "#:", none);
        row("integer, signed", "#{d}", "#-1", none);
        row("signed integer", "{i}", "-1", {"-1"});
        row("signed integer, sign alone", "{i}", "-", none);
        row("decimal", "{f} x", "1.5 x", {"1.5"});
        row("general", "{g}", "-1.5e-07", {"-1.5e-07"});
        row("general, inf", "{g}", "-inf", {"-inf"});
        row("general, nan", "{g}", "nan", {"nan"});
        row("general, point last", "{g}", "5.", {"5."});
        row("general, exponent without digits", "{g}", "5e", none);
        row("word at the end", "per {w}", "per /job:worker/task:1", {"/job:worker/task:1"});
        row("word before a literal", "per {w}: {f}", "per /gpu:0: 30.5", {"/gpu:0", "30.5"});
        row("word with a blank", "per {w}: {f}", "per a b: 1", none);
        row("word, none", "per {w}", "per ", none);
        row("text before a literal", "per {t}, took {f}s", "per a b c, took 1.5s", {"a b c", "1.5"});
        row("text, literal absent", "per {t}, took", "per abc", none);
        row("rest", "why: {r}", "why: because of that", {"because of that"});
        row("rest, empty", "why: {r}", "why: ", {""});
        row("two words", "[{w}, {w}]", "[256B, 9MiB]", {"256B", "9MiB"});
        row("six", "{d}{d}", "12", none);
    }
    void matching()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, line);
        QFETCH(QStringList, captures);
        const std::string patternText = pattern.toStdString();
        const std::string lineText = line.toStdString();
        Captures found;
        const bool matched = matchLine(patternText, lineText, found);
        QCOMPARE(matched, captures != QStringList{"-"});
        if (!matched)
            return;
        QStringList texts;
        for (std::size_t i = 0; i < found.size(); ++i)
            texts.append(QString::fromUtf8(found.text(i).data(), static_cast<qsizetype>(found.text(i).size())));
        QCOMPARE(texts, captures);
    }

    void durations_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qlonglong>("nanoseconds"); ///< -1: none
        const auto row = [](const char* text, qlonglong nanoseconds) {
            QTest::newRow(text) << QString::fromUtf8(text) << nanoseconds;
        };
        row("1m56.574329056s", 116574329056);
        row("55.146302161s", 55146302161);
        row("40.12ms", 40120000);
        row("450.386632ms", 450386632);
        row("2h3m4s", 7384000000000);
        row("17ns", 17);
        row("3us", 3000);
        row("3\u00b5s", 3000);
        row("3\u03bcs", 3000);
        row("0s", 0);
        row("1m20s", 80000000000);
        row("", -1);
        row("5", -1);
        row("5x", -1);
        row("s", -1);
        row("1..2s", -1);
        row("-1s", -1);
        row("99999999999999h", -1);
    }
    void durations()
    {
        QFETCH(QString, text);
        QFETCH(qlonglong, nanoseconds);
        Nanoseconds duration(0);
        const bool read = readGoDuration(text.toStdString(), duration);
        QCOMPARE(read, nanoseconds >= 0);
        if (read)
            QCOMPARE(qlonglong(duration.count()), nanoseconds);
    }

    void rates_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("expected"); ///< negative: none
        QTest::newRow("with a blank") << "119.70 MiB/s" << 119.70 * 1048576;
        QTest::newRow("without") << "7.62GiB/s" << 7.62 * 1073741824;
        QTest::newRow("bytes") << "0.00B/s" << 0.0;
        QTest::newRow("KiB") << "1 KiB/s" << 1024.0;
        QTest::newRow("TiB") << "2TiB/s" << 2.0 * 1099511627776;
        QTest::newRow("decimal") << "3 MB/s" << 3e6;
        QTest::newRow("no unit") << "3" << -1.0;
        QTest::newRow("no number") << "MiB/s" << -1.0;
        QTest::newRow("bits") << "3 Mbit/s" << -1.0;
        QTest::newRow("more") << "3 MiB/s." << -1.0;
        QTest::newRow("two points") << "3.1.2 MiB/s" << -1.0;
    }
    void rates()
    {
        QFETCH(QString, text);
        QFETCH(double, expected);
        double rate = 0;
        const bool read = readByteRate(text.toStdString(), rate);
        QCOMPARE(read, expected >= 0);
        if (read)
            QVERIFY(std::abs(rate - expected) <= 1e-9 * expected);
    }

    void numbersThatCannotBeReadAreTold()
    {
        Captures captures;
        QVERIFY(matchLine("{f} {d} {d} {g}", "1.2.3 99999999999999999999 3000000000 +2.5", captures));
        QCOMPARE(captures.number(3), 2.5);
        QVERIFY(!captures.failed());
        QCOMPARE(captures.longInteger(2), 3000000000LL);
        QVERIFY(!captures.failed());
        Captures first = captures;
        QCOMPARE(first.number(0), 0.0);
        QVERIFY(first.failed());
        Captures second = captures;
        QCOMPARE(second.longInteger(1), 0LL);
        QVERIFY(second.failed());
        Captures third = captures;
        QCOMPARE(third.integer(2), 0);
        QVERIFY(third.failed());
    }

    void aMegabyteIsNoProblem()
    {
        const std::string line = "[I] " + std::string(1 << 20, 'x');
        Captures captures;
        QVERIFY(matchLine("[I] {r}", line, captures));
        QVERIFY(!matchLine("[I] {w}, rate: {w}", line, captures));
        QVERIFY(!matchLine("[I] {t} at {r}", line, captures));
    }
};

QTEST_APPLESS_MAIN(TestLinePattern)
#include "tst_line_pattern.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"

#include <QtTest>

using namespace millrace;

class TestText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void splitKeepsEmptyPieces()
    {
        const auto parts = split("a,,b,", ',');
        QCOMPARE(parts.size(), std::size_t(4));
        QVERIFY(parts[1].empty() && parts[3].empty());
        QCOMPARE(split("", ',').size(), std::size_t(1));
    }

    void numbersTakeTheWholeText()
    {
        QCOMPARE(*parseDouble("1e-3"), 0.001);
        QCOMPARE(*parseDouble("+2.5"), 2.5);
        for (const char* bad : {"", "1x", "1,5", " 1", "0x10", "+", "--1"})
            QVERIFY2(!parseDouble(bad), bad);
        QCOMPARE(*parseInteger("-42"), std::int64_t(-42));
        QVERIFY(!parseInteger("9223372036854775808"));
        QVERIFY(!parseInteger("1.0"));
    }

    void shortestReadsBack()
    {
        for (const double value : {0.1, 25.0, 1e-7, 1.0 / 3.0, 1e300})
            QCOMPARE(*parseDouble(shortest(value)), value);
        QCOMPARE(shortest(0.1), std::string("0.1"));
    }

    void coloursAndReturnsAreRemoved()
    {
        QCOMPARE(cleanLine("[\x1b[1;32m127.0.0.1.10000\x1b[m::stdout] hi\r"),
                 std::string("[127.0.0.1.10000::stdout] hi"));
        QCOMPARE(cleanLine("\x1b[12"), std::string("\x1b[12"));
        QCOMPARE(cleanLine("\x1b"), std::string("\x1b"));
    }

    void nearestFindsTypingErrorsOnly()
    {
        const std::vector<std::string> names = {"RING", "STAR", "BINARY_TREE"};
        QCOMPARE(nearest("RNIG", names), std::string());
        QCOMPARE(nearest("RIN", names), std::string("RING"));
        QCOMPARE(nearest("binary_tre", names), std::string("BINARY_TREE"));
        QVERIFY(nearest("hierarchical", names).empty());
    }

    void linesAcrossPieces()
    {
        LineSplitter splitter(8);
        std::vector<std::string> lines;
        splitter.feed("ab", lines);
        QVERIFY(lines.empty());
        splitter.feed("c\n\n0123456789\nend", lines);
        splitter.finish(lines);
        QCOMPARE(lines, (std::vector<std::string>{"abc", "", "01234567", "89", "end"}));
    }
};

QTEST_APPLESS_MAIN(TestText)
#include "tst_text.moc"

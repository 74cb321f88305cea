// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/importers/csv_table.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::importers;

namespace {

std::int64_t countOf(const Issues& issues, std::string_view kind)
{
    for (const Issue& issue : issues)
        if (issue.kind == kind)
            return issue.count;
    return 0;
}

/// Everything that can be asked of a table; whatever comes back, it must not read outside.
std::size_t walk(const CsvTable& table)
{
    std::size_t length = 0;
    for (std::size_t row = 0; row < table.rows(); ++row)
        for (std::size_t column = 0; column < table.header().size(); ++column)
            length += table.text(row, column).size() + table.line(row);
    Issues issues;
    for (std::size_t column = 0; column < table.header().size(); ++column)
        if (table.numbers(column, issues).size() != table.rows())
            return 0;
    return length + 1;
}

} // namespace

class TestCsvTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fieldsAndNumbers()
    {
        const auto table = CsvTable::parse("a,b , c\n1,,x\n\n2.5e3, +4 ,NaN\n", "t.csv");
        QVERIFY(table);
        QCOMPARE(table->header(), (std::vector<std::string>{"a", "b", "c"}));
        QCOMPARE(table->rows(), std::size_t(2));
        QCOMPARE(table->line(1), std::uint64_t(4)); // the empty line counts as a line, not as a row
        QCOMPARE(table->text(1, 1), std::string_view("+4"));
        QVERIFY(!table->column("d"));
        Issues issues;
        QCOMPARE(table->numbers(0, issues), (std::vector<double>{1, 2500}));
        const auto second = table->numbers(*table->column("b"), issues);
        QVERIFY(std::isnan(second[0]));
        QCOMPARE(second[1], 4.0);
        QVERIFY(issues.empty());
        QVERIFY(std::isnan(table->numbers(2, issues)[0]));
        QCOMPARE(countOf(issues, "text-cell"), 2);
        QCOMPARE(issues[0].where, std::string("t.csv line 2"));
        QCOMPARE(issues[0].example, std::string("\"x\" in column c"));
    }

    void quotesMarksAndLineEnds()
    {
        const auto table =
            CsvTable::parse("\xEF\xBB\xBF\"a\",\"b, c\"\r\n\"say \"\"yes\"\"\",\"two\nlines\"\r\n3,4", "t");
        QVERIFY(table);
        QCOMPARE(table->header(), (std::vector<std::string>{"a", "b, c"}));
        QCOMPARE(table->text(0, 0), std::string_view("say \"yes\""));
        QCOMPARE(table->text(0, 1), std::string_view("two\nlines"));
        QCOMPARE(table->line(1), std::uint64_t(4)); // the row before has a line end inside
        QCOMPARE(table->text(1, 1), std::string_view("4"));
        QVERIFY(table->issues().empty());
        const auto open = CsvTable::parse("a,b\n1,\"x\n2,3\n", "t");
        QVERIFY(open);
        QCOMPARE(open->rows(), std::size_t(2)); // the rest is not swallowed
        QCOMPARE(open->text(0, 1), std::string_view("\"x"));
        QCOMPARE(countOf(open->issues(), "open-quote"), 1);
    }

    void delimiters_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("comma") << QByteArray("a,b,c\n1,2;2;2;2,3\n");
        QTest::newRow("semicolon with decimal commas") << QByteArray("a;b;c\n1,0;2,0;3,5\n");
        QTest::newRow("tab") << QByteArray("a\tb\tc\n1\t2 | 2\t3\n");
        QTest::newRow("bar") << QByteArray("a|b|c\n1|2|3\n");
        QTest::newRow("quoted") << QByteArray("a;\"b,b,b,b\";c\n1;\",,,\";3\n");
    }
    void delimiters()
    {
        QFETCH(QByteArray, text);
        const auto table = CsvTable::parse(text.toStdString(), "t");
        QVERIFY(table);
        QCOMPARE(table->header().size(), std::size_t(3));
        QCOMPARE(table->rows(), std::size_t(1));
        QVERIFY(table->text(0, 2).starts_with("3"));
        QVERIFY(table->issues().empty());
    }

    void raggedRowsAndDoubleColumns()
    {
        const auto table = CsvTable::parse("a,b,a\n1\n1,2,3,4,5\n1,2,3\n", "t");
        QVERIFY(table);
        QCOMPARE(table->rows(), std::size_t(3));
        QCOMPARE(table->text(0, 2), std::string_view());
        QCOMPARE(table->text(1, 2), std::string_view("3"));
        QCOMPARE(*table->column("a"), std::size_t(0));
        QCOMPARE(countOf(table->issues(), "short-row"), 1);
        QCOMPARE(countOf(table->issues(), "long-row"), 1);
        QCOMPARE(countOf(table->issues(), "double-column"), 1);
        const auto headless = CsvTable::parse("1;2\n3;4\n", "t", {.header = false});
        QVERIFY(headless);
        QCOMPARE(headless->header(), (std::vector<std::string>{"1", "2"}));
        QCOMPARE(headless->text(0, 1), std::string_view("2"));
    }

    void numbersThatAreNone()
    {
        const auto table = CsvTable::parse("a\n1e999\ninf\n0x10\n1,5\n--1\n1 2\n-0.5\n", "t", {.delimiter = '\t'});
        QVERIFY(table);
        Issues issues;
        const auto values = table->numbers(0, issues);
        QCOMPARE(countOf(issues, "text-cell"), 6);
        QCOMPARE(values.back(), -0.5);
    }

    void whatIsRefused()
    {
        QVERIFY(!CsvTable::parse("", "t"));
        QVERIFY(!CsvTable::parse("\n \r\n", "t"));
        QVERIFY(!CsvTable::parse(std::string("PK\x03\x04 a,b\n1,2\n"), "t"));
        QVERIFY(!CsvTable::parse("a,b\n1,2\n", "t", {.mostBytes = 4}));
        QVERIFY(!CsvTable::read("/nowhere/at/all.csv"));
        const auto holes = CsvTable::parse(std::string("abcdefghijklmnop,b\n1,\0\n", 23), "t");
        QVERIFY(holes);
        QCOMPARE(countOf(holes->issues(), "nul-byte"), 1);
    }

    /// Lines of any width and meaning, as they are.
    void linesAsWritten()
    {
        const CsvOptions options{.delimiter = ',', .header = false, .asWritten = true};
        const auto table = CsvTable::parse("\xEF\xBB\xBFSHORT runs\r\n\n1, \"2\",,3\r\n ,\nlast", "t.csv", options);
        QVERIFY(table);
        QVERIFY(table->issues().empty());
        QCOMPARE(table->rows(), std::size_t(5));
        using Fields = std::vector<std::string_view>;
        QVERIFY(table->fields(0) == Fields{"SHORT runs"});
        QVERIFY(table->fields(1) == Fields{""});
        QVERIFY((table->fields(2) == Fields{"1", "\"2\"", "", "3"}));
        QVERIFY((table->fields(3) == Fields{"", ""}));
        QVERIFY(table->fields(4) == Fields{"last"});
        QCOMPARE(table->place(4), std::string("t.csv line 5"));
        Issues issues;
        table->count(issues, "odd", Severity::Note, 2);
        table->count(issues, "odd", Severity::Note, 4);
        table->count(issues, "told", Severity::Warning, 0, "why");
        QCOMPARE(issues.size(), std::size_t(2));
        QVERIFY((issues[0] == Issue{"odd", Severity::Note, 2, "1, \"2\",,3", "t.csv line 3"}));
        QVERIFY((issues[1] == Issue{"told", Severity::Warning, 1, "why", "t.csv line 1"}));
        const auto nothing = CsvTable::parse("", "t", options);
        QVERIFY(nothing && nothing->rows() == 0);
        QVERIFY(CsvTable::parse(std::string(20, '\0'), "t", options));
        Random random(11);
        for (int i = 0; i < 2'000; ++i) {
            std::string text(40, ' ');
            for (char& sign : text)
                sign = "\",\n\r;\t|\0 a1"[random.below(11)];
            const auto any = CsvTable::parse(text, "t", options);
            QVERIFY(any);
            for (std::size_t row = 0; row < any->rows(); ++row) {
                any->count(issues, "any", Severity::Note, row);
                QVERIFY(!any->fields(row).empty());
            }
        }
    }

    /// A header of many columns and as many short rows must cost what the file is large, not their product.
    void wideHeaderShortRows()
    {
        std::string text(200'000, ',');
        for (int i = 0; i < 100'000; ++i)
            text += "\n1";
        const auto table = CsvTable::parse(std::move(text), "t");
        QVERIFY(table);
        QCOMPARE(table->header().size(), std::size_t(200'001));
        QCOMPARE(table->rows(), std::size_t(100'000));
        QCOMPARE(countOf(table->issues(), "short-row"), 100'000);
        QCOMPARE(table->text(99'999, 0), std::string_view("1"));
        QCOMPARE(table->text(99'999, 200'000), std::string_view());
    }

    void cutAndFlippedAnywhere()
    {
        const std::string whole = "\"a\",b,\"c \"\"d\"\"\"\r\n1,\"2\n3\",\"\"\n\"\",\"x\"y,4\n,,\n";
        for (std::size_t length = 0; length <= whole.size(); ++length)
            if (const auto table = CsvTable::parse(whole.substr(0, length), "t"))
                QVERIFY(walk(*table) > 0);
        Random random(7);
        for (int i = 0; i < 20'000; ++i) {
            std::string text = whole;
            for (int flips = 0; flips < 3; ++flips)
                text[random.below(text.size())] = "\",\n\r;\t|\0 a1"[random.below(11)];
            if (const auto table = CsvTable::parse(std::move(text), "t"))
                QVERIFY(walk(*table) > 0);
        }
    }
};

QTEST_APPLESS_MAIN(TestCsvTable)
#include "tst_csv_table.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/report/number_format.h"
#include "core/report/safe_text.h"
#include "core/report/table_writers.h"
#include "tests/core/report/markup_check.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace millrace::report {

namespace {

const std::string replaced = "\xef\xbf\xbd";

Table smallTable()
{
    Table table;
    table.title = "Small";
    table.columns = {{"strategy"}, {"step_mean", "step time", "s", "mean of steps", 4}, {"n", "n", "", "runs"}};
    table.rows = {{std::string("RING"), 0.01234, 3.0},
                  {std::string("STAR"), std::nan(""), 0.0},
                  {std::string("a, \"b\"\nc"), 0.1, Cell()}};
    table.notes = {"1 run left out."};
    return table;
}

/// RFC 4180, read by an automaton of its own.
std::vector<std::vector<std::string>> readCsv(const std::string& csv)
{
    std::vector<std::vector<std::string>> records(1, {""});
    bool quoted = false;
    for (std::size_t i = 0; i < csv.size(); ++i) {
        const char c = csv[i];
        if (quoted && c == '"' && i + 1 < csv.size() && csv[i + 1] == '"')
            records.back().back() += csv[++i];
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && c == ',')
            records.back().emplace_back();
        else if (!quoted && c == '\r' && i + 1 < csv.size() && csv[i + 1] == '\n') {
            records.push_back({""});
            ++i;
        } else
            records.back().back() += c;
    }
    records.pop_back();
    return records;
}

std::size_t widestLine(const std::string& text)
{
    std::size_t widest = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        widest = std::max(widest, displayWidth(text.substr(begin, end - begin)));
        begin = end == std::string::npos ? text.size() : end + 1;
    }
    return widest;
}

} // namespace

class TestReportTables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void repairsUtf8_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("valid");
        const QByteArray mark(replaced.c_str());
        QTest::newRow("ascii") << QByteArray("plain") << QByteArray("plain");
        QTest::newRow("two bytes") << QByteArray("\xc3\xa9") << QByteArray("\xc3\xa9");
        QTest::newRow("four bytes") << QByteArray("\xf0\x9f\x98\x80") << QByteArray("\xf0\x9f\x98\x80");
        QTest::newRow("lonely continuation") << QByteArray("a\x80z") << QByteArray("a") + mark + "z";
        QTest::newRow("cut off") << QByteArray("\xe2\x82") << mark + mark;
        QTest::newRow("overlong slash") << QByteArray("\xc0\xaf") << mark + mark;
        QTest::newRow("overlong of three") << QByteArray("\xe0\x80\xaf") << mark + mark + mark;
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << mark + mark + mark;
        QTest::newRow("too large") << QByteArray("\xf4\x90\x80\x80") << mark + mark + mark + mark;
        QTest::newRow("latin 1") << QByteArray("caf\xe9") << QByteArray("caf") + mark;
    }
    void repairsUtf8()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, valid);
        QCOMPARE(QByteArray::fromStdString(validUtf8(bytes.toStdString())), valid);
        // Qt's decoder is the second opinion on what is valid.
        QCOMPARE(QString::fromUtf8(bytes).toUtf8(), valid);
    }

    void escapesMarkup()
    {
        QCOMPARE(escapeXml("<script>alert('x & \"y\"')</script>"),
                 std::string("&lt;script&gt;alert(&#39;x &amp; &quot;y&quot;&#39;)&lt;/script&gt;"));
        QCOMPARE(escapeXml(std::string_view("a\0b\x01\n\t", 6)), "a" + replaced + "b" + replaced + "\n\t");
    }

    void keepsTerminalsSafe()
    {
        QCOMPARE(oneLine("a\nb\tc"), std::string("a b c"));
        QCOMPARE(oneLine("\x1b[31mred"), replaced + "[31mred");
        QCOMPARE(oneLine("\xc2\x9b"
                         "31m"),
                 replaced + "31m"); // the one-byte CSI of ISO 6429
    }

    void elidesTheMiddle()
    {
        QCOMPARE(elideMiddle("MULTI_BINARY_TREE_STAR", 9), std::string("MULT…STAR"));
        QCOMPARE(elideMiddle("short", 5), std::string("short"));
        QCOMPARE(elideMiddle("ééééé", 3), std::string("é…é"));
        QCOMPARE(displayWidth("漢字"), std::size_t(4));
        QVERIFY(displayWidth(elideMiddle("漢字漢字漢字", 5)) <= 5);
        QCOMPARE(elideMiddle("abc", 0), std::string());
        QCOMPARE(elideMiddle("abc", 1), std::string("…"));
    }

    void choosesPrefixes_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        QTest::newRow("ms") << 0.0123 << "s"
                            << "12.3 ms";
        QTest::newRow("µs") << 40e-6 << "s"
                            << "40 µs";
        QTest::newRow("s") << 12.0 << "s"
                           << "12 s";
        QTest::newRow("long") << 12345.0 << "s"
                              << "12345 s";
        QTest::newRow("rate") << 1.25e9 << "bit/s"
                              << "1.25 Gbit/s";
        QTest::newRow("bytes are IEC") << 1048576.0 << "B"
                                       << "1 MiB";
        QTest::newRow("share") << 0.01 << "share"
                               << "1 %";
        QTest::newRow("zero time") << 0.0 << "s"
                                   << "0 s";
        QTest::newRow("zero share") << 0.0 << "share"
                                    << "0 %";
        QTest::newRow("number") << 20.0 << ""
                                << "20";
        QTest::newRow("unknown") << std::nan("") << "s"
                                 << "–";
        QTest::newRow("negative") << -0.002 << "s"
                                  << "-2 ms";
        QTest::newRow("tiny") << 3e-13 << "s"
                              << "0.0003 ns";
        QTest::newRow("rounding") << 1e-20 << "s"
                                  << "1e-11 ns";
        QTest::newRow("bytes of gigabytes") << -2.52e-7 << "GB"
                                            << "-252 B";
        QTest::newRow("gigabytes") << 1.5 << "GB"
                                   << "1.5 GB";
        QTest::newRow("megabytes") << 0.0123 << "MB"
                                   << "12.3 kB";
        QTest::newRow("drift") << 50.01e-6 << "s/s"
                               << "50 ppm";
    }
    void choosesPrefixes()
    {
        QFETCH(double, value);
        QFETCH(QString, unit);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(quantityText(value, unit.toStdString())), text);
    }

    void formatsColumnsAlike()
    {
        const std::vector<double> times = {0.0123, 0.0456, 1.5};
        const NumberFormat format = formatFor(times, "s", 4);
        QCOMPARE(format, (NumberFormat{1e-3, "ms", 2}));
        QCOMPARE(numberText(0.0123, format), std::string("12.30"));
        QCOMPARE(numberText(1.5, format), std::string("1500.00"));
        QCOMPARE(numberText(1e-9, format), std::string("<0.01")); // not 0.00
        QCOMPARE(numberText(-1e-9, format), std::string(">-0.01"));
        QCOMPARE(numberText(1e-20, {1e-9, "ns", 6}), std::string("1e-11"));
        QCOMPARE(numberText(0, format), std::string("0.00"));
        QCOMPARE(numberText(std::nan(""), format), std::string("–"));
        QCOMPARE(numberText(INFINITY, format), std::string("∞"));
        const std::vector<double> counts = {20, 3, std::nan("")};
        QCOMPARE(formatFor(counts, "", 4).decimals, 0);
        const std::vector<double> none;
        QCOMPARE(formatFor(none, "s", 4), (NumberFormat{1, "s", 0}));
    }

    void writesCsv()
    {
        const std::string csv = toCsv(smallTable());
        QCOMPARE(csv,
                 std::string("strategy,step_mean (s),n\r\nRING,0.01234,3\r\nSTAR,,0\r\n\"a, \"\"b\"\"\nc\",0.1,\r\n"));
        const auto records = readCsv(csv);
        QCOMPARE(records.size(), std::size_t(4));
        QCOMPARE(records[3][0], std::string("a, \"b\"\nc"));
        QCOMPARE(records[2], (std::vector<std::string>{"STAR", "", "0"}));
    }

    void csvKeepsEveryDigit()
    {
        Table table;
        table.columns = {{"x"}};
        const std::vector<double> values = {0.1 + 0.2, 1e-300, 123456789.123456789, -0.0, 5e22};
        for (const double value : values)
            table.rows.push_back({value});
        const auto records = readCsv(toCsv(table));
        for (std::size_t i = 0; i < values.size(); ++i)
            QCOMPARE(std::stod(records[i + 1][0]), values[i]);
    }

    void writesJson()
    {
        const auto json = toJson(smallTable());
        QVERIFY(json["rows"][1][1].is_null());
        QVERIFY(json["rows"][2][2].is_null());
        QCOMPARE(json["rows"][0][1].get<double>(), 0.01234);
        QVERIFY(json["rows"][0][2].is_number_integer());
        QCOMPARE(json["columns"][1]["unit"].get<std::string>(), std::string("s"));
        QCOMPARE(json["notes"].size(), std::size_t(1));
        Table hostile = smallTable();
        hostile.title = "\xff";
        hostile.rows[0][0] = std::string("\xc3");
        QCOMPARE(nlohmann::json::parse(toJson(hostile).dump())["rows"][0][0].get<std::string>(), replaced);
    }

    void writesText()
    {
        QCOMPARE(toText(smallTable()),
                 std::string("Small\n"
                             "\n"
                             "           step\n"
                             "           time\n"
                             "strategy   (ms)  n\n"
                             "────────  ─────  ─\n"
                             "RING       12.3  3\n"
                             "STAR          –  0\n"
                             "a, \"b\" c  100.0  –\n"
                             "\n"
                             "1 run left out.\n"));
        Table empty;
        empty.columns = {{"a"}};
        QVERIFY(toText(empty).find("(no rows)") != std::string::npos);
    }

    void fitsTheTerminal()
    {
        Table table;
        table.title = "Wide";
        table.columns = {{"strategy"}, {"a long remark about nothing"}};
        for (int i = 0; i < 12; ++i)
            table.columns.push_back({"column" + std::to_string(i), {}, "s"});
        std::vector<Cell> row = {std::string("MULTI_BINARY_TREE_STAR"), std::string(300, 'x')};
        for (int i = 0; i < 12; ++i)
            row.emplace_back(0.001 * (i + 1));
        table.rows = {row, row};
        table.notes = {std::string(30, 'w') + " " + std::string(40, 'w') + " " + std::string(50, 'w')};
        for (const std::size_t width : {60u, 80u, 120u}) {
            const std::string text = toText(table, {width, true});
            QVERIFY2(widestLine(text) <= width, text.c_str());
            // Nothing is lost: every column is in a block, and each block begins with the first column.
            for (int i = 0; i < 12; ++i)
                QVERIFY(text.find("column" + std::to_string(i)) != std::string::npos);
            QVERIFY(text.find("12.00") != std::string::npos);
        }
        QVERIFY(widestLine(toText(table, {0, true})) > 300);
    }

    void writesHtml()
    {
        Table table = smallTable();
        table.rows.push_back({std::string("<script>alert(1)</script>"), 1.0, 1.0});
        table.columns[1].how = "a < b & \"c\"";
        const std::string html = toHtml(table);
        QCOMPARE(markupProblem(html), std::string());
        QVERIFY(html.find("<script") == std::string::npos);
        QVERIFY(html.find("&lt;script&gt;") != std::string::npos);
        QVERIFY(html.find("title=\"a &lt; b &amp; &quot;c&quot;\"") != std::string::npos);
        QVERIFY(html.find("<td class=\"n\">–</td>") != std::string::npos);
    }

    void cutsLongHtml()
    {
        Table table = smallTable();
        const std::string html = toHtml(table, 2);
        QVERIFY(html.find("The first 2 of 3 rows are shown") != std::string::npos);
        QVERIFY(html.find("a, &quot;b&quot;") == std::string::npos);
        QVERIFY(toHtml(table, 3).find("are shown") == std::string::npos);
    }

    void quantitiesHaveTheirOwnUnits()
    {
        Table table;
        table.columns = {{"requested"}, {"remark"}};
        table.rows = {{Quantity{0.002, "s"}, std::string("delay")},
                      {Quantity{1e9, "bit/s"}, std::string("rate")},
                      {std::string(), std::string("setting")}};
        const std::string text = toText(table);
        QVERIFY(text.find("   2 ms") != std::string::npos); // to the right
        QVERIFY(text.find("1 Gbit/s") != std::string::npos);
        QCOMPARE(readCsv(toCsv(table))[1][0], std::string("0.002"));
        QVERIFY(isUnknown(Quantity{std::nan(""), "s"}));
        QVERIFY(!isUnknown(Cell(std::string())));
    }
};

} // namespace millrace::report

QTEST_APPLESS_MAIN(millrace::report::TestReportTables)
#include "tst_report_tables.moc"

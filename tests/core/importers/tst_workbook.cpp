// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/importers/csv_table.h"
#include "core/importers/workbook.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>
#include <zip.h>

using namespace millrace;
using namespace millrace::importers;
namespace fs = std::filesystem;

namespace {

const std::string bookParts =
    R"(<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="7" r:id="rId1"/></sheets></workbook>)";
const std::string bookRelations =
    R"(<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>)";

fs::path madeBook()
{
    return fs::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "tests/core/importers/tools/made.xlsx";
}

fs::path sharedData()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    return data.empty() ? fs::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data" : fs::path(data);
}

std::string cellOf(const WorkbookSheet& sheet, std::size_t row, std::size_t column)
{
    return row < sheet.rows.size() && column < sheet.rows[row].size() ? sheet.rows[row][column] : std::string();
}

} // namespace

class TestWorkbook : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    [[nodiscard]] fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

    /// A workbook of one sheet with this XML, packed.
    fs::path bookOf(const std::string& sheet, const std::string& texts = {})
    {
        const fs::path file = place("book.xlsx");
        int code = 0;
        zip_t* const archive = zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
        const auto add = [archive](const char* name, const std::string& content) {
            if (content.empty())
                return;
            zip_source_t* const source = zip_source_buffer(archive, content.data(), content.size(), 0);
            if (zip_file_add(archive, name, source, 0) < 0)
                qFatal("%s", zip_strerror(archive));
        };
        add("xl/workbook.xml", bookParts);
        add("xl/_rels/workbook.xml.rels", bookRelations);
        add("xl/worksheets/sheet1.xml", sheet);
        add("xl/sharedStrings.xml", texts);
        if (zip_close(archive) != 0)
            qFatal("%s", zip_strerror(archive));
        return file;
    }

private Q_SLOTS:
    /// Written by another program (openpyxl).
    void cells()
    {
        const auto book = readWorkbook(madeBook());
        QVERIFY2(book, book ? "" : book.error().text().c_str());
        QCOMPARE(book->sheets.size(), std::size_t(3));
        QCOMPARE(book->sheets[0].name, std::string("RN50_8_30ave"));
        QCOMPARE(book->sheets[0].rows.size(), std::size_t(8));
        QCOMPARE(cellOf(book->sheets[0], 0, 3), std::string("Dara"));
        for (int i = 0; i < 6; ++i) {
            const std::size_t row = static_cast<std::size_t>(i) + 2;
            QCOMPARE(parseDouble(cellOf(book->sheets[0], row, 1)).value_or(-1), 1.5 + i / 7.0);
            QCOMPARE(parseDouble(cellOf(book->sheets[0], row, 4)).value_or(-1), 3.25 + i / 3.0);
            QCOMPARE(cellOf(book->sheets[0], row, 2), std::string());
        }
        const WorkbookSheet& odd = book->sheets[1];
        QCOMPARE(odd.name, std::string("Values & texts"));
        QCOMPARE(cellOf(odd, 2, 1), std::string("a, b"));
        QCOMPARE(cellOf(odd, 2, 2), std::string("1"));
        QCOMPARE(parseDouble(cellOf(odd, 2, 4)).value_or(-1), 1e-300);
        QCOMPARE(cellOf(odd, 4, 0), std::string("zwei\nZeilen"));
        QCOMPARE(parseDouble(cellOf(odd, 6, 27)).value_or(1), -0.1);
        QCOMPARE(book->issues.size(), std::size_t(1));
        QCOMPARE(book->issues[0].kind, std::string("error-cell"));
        QCOMPARE(book->sheets[2].rows.size(), std::size_t(0));
        QCOMPARE(commaText({"x", {{"a, b", ""}, {}, {"1", "2\n3"}}}), std::string("a; b,\n\n1,2 3\n"));
    }

    void sharedTextsAndGaps()
    {
        const auto book = readWorkbook(bookOf(
            R"(<worksheet><sheetData><row><c t="s"><v>1</v></c><c t="s"><v>0</v></c></row>
               <row r="4"><c r="B4"><f>1/3</f><v>0.33333333333333331</v></c><c><v>5</v></c></row>
               <row><c t="s"><v>9</v></c><c t="str"><v>x</v></c></row></sheetData></worksheet>)",
            R"(<sst><si><t>zero</t></si><si><r><t>on</t></r><r><t>e</t></r><rPh><t>read</t></rPh></si></sst>)"));
        QVERIFY2(book, book ? "" : book.error().text().c_str());
        const WorkbookSheet& sheet = book->sheets.front();
        QCOMPARE(sheet.rows.size(), std::size_t(5));
        QCOMPARE(sheet.rows[0], (std::vector<std::string>{"one", "zero"}));
        QCOMPARE(sheet.rows[3], (std::vector<std::string>{"", "0.33333333333333331", "5"}));
        QCOMPARE(sheet.rows[4], (std::vector<std::string>{"", "x"}));
        QCOMPARE(book->issues.front().kind, std::string("bad-text"));
    }

    void limits()
    {
        // 64 MiB of spaces in a packed file of some kilobytes.
        const fs::path bomb = bookOf("<worksheet>" + std::string(std::size_t(64) << 20, ' ') + "</worksheet>");
        QVERIFY(fs::file_size(bomb) < 200'000);
        WorkbookLimits small;
        small.bytes = 1 << 20;
        const auto refused = readWorkbook(bomb, small);
        QVERIFY(!refused && refused.error().code == ErrorCode::InvalidInput);
        QVERIFY(refused.error().what.find("when it is unpacked") != std::string::npos);
        // A cell at the far end of the sheet costs the empty ones before it.
        const fs::path far = bookOf(R"(<worksheet><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></worksheet>)");
        WorkbookLimits few;
        few.cells = 1'000'000;
        QVERIFY(!readWorkbook(far, few));
        QVERIFY(readWorkbook(far));
        const auto odd = readWorkbook(bookOf(R"(<worksheet><row r="99999999999"><c r="ZZZZ9"><v>1</v></c>
            <c r="A0"><v>2</v></c><c r="-1"><v>3</v></c></row></worksheet>)"));
        QVERIFY(odd && odd->sheets.front().rows.size() <= 1'048'576);
    }

    void entitiesAreRefused()
    {
        const auto book = readWorkbook(bookOf(R"(<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>
            <worksheet><row><c t="str"><v>&b;</v></c></row></worksheet>)"));
        QVERIFY(!book);
        QVERIFY2(book.error().what.find("document type") != std::string::npos, book.error().what.c_str());
    }

    void otherFiles()
    {
        std::ofstream(place("text.xlsx")) << "hello";
        QCOMPARE(readWorkbook(place("text.xlsx")).error().code, ErrorCode::InvalidInput);
        QVERIFY(!readWorkbook(place("nowhere.xlsx")));
        QVERIFY(looksLikeWorkbook("PK\x03\x04...."));
        QVERIFY(!looksLikeWorkbook("PK"));
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(readWorkbook(madeBook(), {}, {stop.get_token(), {}}).error().code, ErrorCode::Cancelled);
    }

    /// Every truncation and many flipped bytes: a workbook or one sentence.
    void damaged()
    {
        const auto bytes = readFile(madeBook());
        QVERIFY(bytes);
        Random random(1);
        const fs::path file = place("damaged.xlsx");
        const auto tryBytes = [&](const std::string& content) {
            std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
            const auto book = readWorkbook(file);
            QVERIFY(book || !book.error().what.empty());
        };
        for (std::size_t size = 0; size < bytes->size(); size += 7)
            tryBytes(bytes->substr(0, size));
        for (int time = 0; time < 600; ++time) {
            std::string flipped = *bytes;
            for (int i = 0; i < 3; ++i)
                flipped[random.below(flipped.size())] = static_cast<char>(random.below(256));
            tryBytes(flipped);
        }
    }

    /// The study's workbook against the CSV that a spreadsheet saved of the same series.
    void publishedSheet()
    {
        const fs::path file = sharedData() / "flumen-workbooks/generated_load_sample.xlsx";
        if (!fs::exists(file))
            QSKIP("the published data are not here (MILLRACE_STUDY_DATA)");
        const auto book = readWorkbook(file);
        QVERIFY2(book, book ? "" : book.error().text().c_str());
        const WorkbookSheet& sheet = book->sheets.front();
        CsvOptions options;
        options.delimiter = ',';
        const auto table = CsvTable::read(sharedData() / "flumen/sample_loads/generated_load_sample.csv", options);
        QVERIFY(table);
        QCOMPARE(sheet.rows.size(), table->rows() + 1);
        Issues ignored;
        for (std::size_t column = 0; column < 3; ++column) {
            const std::vector<double> expected = table->numbers(column, ignored);
            for (std::size_t row = 0; row < expected.size(); ++row) {
                const auto value = parseDouble(cellOf(sheet, row + 1, column));
                QVERIFY(value && std::abs(*value - expected[row]) <= 1e-14 * std::abs(expected[row]));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestWorkbook)
#include "tst_workbook.moc"

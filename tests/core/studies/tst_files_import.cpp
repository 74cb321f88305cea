// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/store/database.h"
#include "core/studies/found_files.h"
#include "core/studies/study_figure.h"
#include "core/studies/study_import.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>

using namespace millrace;
using namespace millrace::studies;

namespace {

std::filesystem::path toolFixtures()
{
    return std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "tests/core/importers/tools";
}

std::int64_t countOf(const Issues& issues, const std::string& kind)
{
    const auto found = std::ranges::find(issues, kind, &Issue::kind);
    return found == issues.end() ? 0 : found->count;
}

void put(const std::filesystem::path& file, const std::string& text)
{
    std::filesystem::create_directories(file.parent_path());
    QVERIFY(writeFileAtomically(file, text).has_value());
}

/// A pcap file without packets of Ethernet.
std::string emptyCapture()
{
    return std::string(
        "\xd4\xc3\xb2\xa1\x02\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\x00\x00\x01\x00\x00\x00", 24);
}

} // namespace

/// A folder with files of many tools becomes runs of one store.
class TestFilesImport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rankNames()
    {
        const auto rank = [](const char* name) { return rankOfName(name).rank; };
        QCOMPARE(rank("rank-3.log"), 3);
        QCOMPARE(rank("worker.11.out"), 11);
        QCOMPARE(rank("train_2.log"), 2);
        QCOMPARE(rank("out4.txt"), 4);
        QCOMPARE(rank("training.log"), -1);
        QCOMPARE(rank("layout2.txt"), -1);
        QCOMPARE(rankOfName("rank-3.log").stem, rankOfName("rank-12.log").stem);
    }

    void folder()
    {
        QTemporaryDir temporary;
        const std::filesystem::path folder = temporary.path().toStdString();
        std::filesystem::copy(toolFixtures(), folder / "tools");
        put(folder / "ranks/rank-0.log", "Iter #0: 10.0 img/sec per GPU\nIter #1: 12.0 img/sec per GPU\n");
        put(folder / "ranks/rank-1.log", "Iter #0: 20.0 img/sec per GPU\nIter #1: 22.0 img/sec per GPU\n");
        put(folder / "table.csv", "time,host,rtt (ms)\n0,a,10\n1,a,20\n2,a,30\n");
        put(folder / "letter.txt", "Dear reader,\nthis is a letter.\n");
        put(folder / "empty.pcap", emptyCapture());
        put(folder / "packets.txt",
            "frame.time_epoch\tframe.len\tip.src\tip.dst\tip.proto\ttcp.srcport\ttcp.dstport\n"
            "1626091385.000000\t1066\t10.0.0.1\t10.0.0.2\t6\t5\t6\n"
            "1626091385.100000\t1066\t10.0.0.1\t10.0.0.2\t6\t5\t6\n");
        put(folder / ".hidden/table.csv", "time,v\n0,1\n1,2\n");
        const auto source = openStudy("files", folder, {});
        QVERIFY2(source.has_value(), source ? "" : source.error().text().c_str());
        QCOMPARE(countOf((*source)->issues(), "not-known"), 2); // the letter and the workbook
        const auto workbook = importers::recogniseFile(folder / "tools/made.xlsx");
        QVERIFY(workbook && workbook->format == nullptr);
        QVERIFY2(workbook->match.why.find("save its sheets as CSV") != std::string::npos, workbook->match.why.c_str());
        std::map<std::string, ImportedRun> runs;
        std::map<std::string, int> keys;
        for (std::size_t i = 0; i < (*source)->entries().size(); ++i) {
            const auto run = (*source)->read(i, {}, {});
            QVERIFY(run.has_value());
            ++keys[run->key];
            QCOMPARE(run->name, (*source)->entries()[i].name);
            runs[run->name] = *run;
        }
        QCOMPARE(keys.size(), (*source)->entries().size());
        // 8 of iperf3, 1 + 4 of nccl-tests, Flent, the logs, the table, the capture, the packets
        QCOMPARE(runs.size(), std::size_t(8 + 5 + 1 + 1 + 1 + 1 + 1));
        const ImportedRun& packets = runs["packets.txt"];
        QVERIFY(std::ranges::find(packets.series, std::string("traffic.rate"), &analysis::Series::name)
                != packets.series.end());
        QCOMPARE(runs["tools/flent-made.flent.gz"].begin.count(), 1'500'000'000'000'000'000);
        const ImportedRun& logs = runs["ranks/rank-0.log"];
        QCOMPARE(logs.files.size(), std::size_t(2));
        QCOMPARE(std::ranges::count(logs.series, std::string("throughput"), &analysis::Series::name), 2);
        const ImportedRun& table = runs["table.csv"];
        QCOMPARE(countOf(table.files.front().issues, "guessed-columns"), 1);
        QCOMPARE(table.series.at(0).values, (std::vector<double>{0.01, 0.02, 0.03}));
        QCOMPARE(runs["tools/iperf3-tcp.json"].files.front().format, std::string("iperf3-json"));
    }

    void mapping()
    {
        QTemporaryDir temporary;
        const std::filesystem::path folder = temporary.path().toStdString();
        put(folder / "data/t.csv", "exp,a,b\none,1,5\none,2,6\ntwo,3,7\n");
        put(folder / "mapping.json", R"({"run": "exp", "metrics": [{"column": "b", "name": "b", "unit": "s"}]})");
        const auto source = openStudy("files", folder / "data", {folder / "mapping.json"});
        QVERIFY(source.has_value());
        QCOMPARE((*source)->entries().size(), std::size_t(2));
        const auto one = (*source)->read(0, {}, {});
        QCOMPARE(one->name, std::string("t.csv one"));
        QCOMPARE(one->metrics.at(0).value, 5.5);
        QCOMPARE(countOf(one->files.front().issues, "guessed-columns"), 0);
        put(folder / "mapping.json", "{\"series\": 5}");
        const auto wrong = openStudy("files", folder / "data", {folder / "mapping.json"});
        QVERIFY(!wrong);
        QVERIFY(wrong.error().text().find("series") != std::string::npos);
        const auto nothing = openStudy("files", folder / "mapping.json", {});
        QVERIFY(!nothing);
        QVERIFY(nothing.error().code == ErrorCode::InvalidInput);
    }

    /// Into a store, and once more: nothing is stored twice.
    void store()
    {
        QTemporaryDir temporary;
        const std::filesystem::path folder = temporary.path().toStdString();
        auto database = store::Database::create(folder / "files.mrdb");
        QVERIFY(database.has_value());
        const StudyImportRequest request{"files", toolFixtures(), {}, 2};
        const auto first = importStudy(request, &*database, {});
        QVERIFY2(first.has_value(), first ? "" : first.error().text().c_str());
        QCOMPARE(first->runs.size(), std::size_t(14));
        QVERIFY(std::ranges::all_of(first->runs, [](const auto& run) { return run.fate == RunFate::Stored; }));
        Issues issues;
        const std::vector<Recipe> recipes = loadRecipes({}, issues);
        for (const char* name : {"net-rate", "net-rtt", "iperf3-rate", "nccl-bus-bandwidth"}) {
            const auto figure = makeStudyFigure(*database, *findRecipe("", name, recipes), first->campaign);
            QVERIFY2(figure.has_value(), name);
            QVERIFY2(!figure->table.rows.empty(), name);
        }
        const auto again = importStudy(request, &*database, {});
        QVERIFY(again.has_value());
        QVERIFY(std::ranges::all_of(again->runs, [](const auto& run) { return run.fate == RunFate::AlreadyThere; }));
    }
};

QTEST_APPLESS_MAIN(TestFilesImport)
#include "tst_files_import.moc"

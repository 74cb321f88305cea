// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/studies/flumen/study.h"
#include "core/studies/study_figure.h"
#include "core/studies/study_import.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>

using namespace millrace;
using namespace millrace::studies;
using namespace millrace::studies::flumen;

namespace {

/// A small file of every format, named as the study names them.
const std::map<std::string, std::string> studyFiles = {
    {"iperf/processed_results/iperf_data_iter_bert24.txt",
     "index, mean, stdev, tail99\n0,0.8384,0.0112,0.846\n8,1.186,0.0259,1.21\n132,1.2,0.3,1.21\n50,5,1,6\n9,2,1,3\n"},
    {"iperf/processed_results/iperf_data_bw_bert24.txt",
     "index, mean, stdev\n8,7999.9,0.5\n132,12790.1,3\n50,20784.1,914.3\n16,15000,1\n"},
    {"burst_ws/processed_results/burst_data_iter_r50.csv",
     "reference, ave time, number vals, stdev, tail99\n18,0.2171,2475,0.0443,0.391\n18,0.2172,2475,0.0443,0.391\n"},
    {"burst_ws/processed_results/burst_data_extended_iter_r50.csv", "23.0,\t0.403038, \t2148,\t0.158249,\t0.795"},
    {"burst_ws/processed_results/burst_data_TCP_reference.csv",
     "index, mean, mean_truncated, num_samples, run_time, stdev\nSHORT (3min) "
     "Runs\n18,19.5,17.4,55131,24.1,12.1\nLONG (5min) Runs\n23,19.6,19.5,131869,24,5.5\n"},
    {"cdfs/BERT_8G_burst_TCP.csv", "1.19, 0.0\n1.2, 0.3333333333333333\n1.25, 0.6666666666666666\n1.4, 1.0\n"},
    {"histogram/traffic_histogram_data.csv", "4,0,2,4.8\n18,0.7,1,5.1\n3,1.4,3,5.4\n2,2.1,0,0\n"},
    {"sample_loads/burst_traffic_figure_data.csv",
     "Time (s),Instantaneous Measurement (Gbps),,,Long Term "
     "Measurement,\r\n0,10,,,0,5\r\n0.001,1,,,1,5\r\n0.004,7,,,,\r\n"},
    {"instantaneous/RN50_8_30ave.csv",
     "Cowan,TCP only,,Dara,ML only\ntimestamp,bw_est,,timestamp,bw_est\n0,1,,0.5,4,Flow 1\n1,3,,0.75,6\n3,1,,,\n"},
    {"loads/10G_burst.config", "3\n0 1000 0\n1000 2000 1\n500 3000 0\n"},
    {"load_generation/CDF_search.tcl", "3 1 0\n6 1 0.15\n20 1 1\n"},
    {"run/bw.txt", "0 0\n9 1000\n10 2000\n11 3000\n12 4000\n1 5000\n6\n"},
    {"run/server_received_bytes", "30000 100 1000000\n30000 200 3000000\n"},
    {"run/fraction_RDMA_probe_0", "time,   data_recv\n0.001,4294967000\n0.002,704\n0.001,1704\n"},
    {"run/flow_durations.txt", "1893\n220410\n77\n3\n"},
    {"run/windows.txt", "10, 0.799, 0.629, 3, 0.05, 0.2\n0.0,1.0\n0.01,2.0\n0.04,1.0\n"}};

void write(const std::filesystem::path& file, const std::string& text)
{
    std::filesystem::create_directories(file.parent_path());
    QFile out(QString::fromStdString(file.string()));
    if (out.open(QIODevice::WriteOnly))
        out.write(text.data(), qint64(text.size()));
}

double metric(const ImportedRun& run, std::string_view name, std::string_view subject = {})
{
    for (const store::Metric& each : run.metrics)
        if (each.name == name && each.subject == subject)
            return each.value;
    return std::nan("");
}

std::int64_t issue(const ImportedRun& run, std::string_view kind)
{
    std::int64_t count = 0;
    for (const Issue& each : run.issues)
        count += each.kind == kind ? each.count : 0;
    for (const SourceFile& file : run.files)
        for (const Issue& each : file.issues)
            count += each.kind == kind ? each.count : 0;
    return count;
}

bool near(double found, double wanted)
{
    return std::abs(found - wanted) <= 1e-9 * std::abs(wanted);
}

/// All runs of a folder by name. Whatever the folder holds, every value is finite and every series is whole.
std::map<std::string, ImportedRun> readAll(const std::filesystem::path& folder)
{
    std::map<std::string, ImportedRun> runs;
    const auto source = openFlumen(folder, {}, {});
    if (!source) {
        if (source.error().code != ErrorCode::InvalidInput || source.error().what.empty())
            qFatal("%s", source.error().text().c_str());
        return runs;
    }
    for (std::size_t i = 0; i < (*source)->entries().size(); ++i) {
        auto run = (*source)->read(i, {}, {});
        if (!run)
            qFatal("%s", run.error().text().c_str());
        if (run->key.size() != 64 || run->name.empty())
            qFatal("a run without name or key");
        for (const store::Metric& each : run->metrics)
            if (!std::isfinite(each.value))
                qFatal("%s is not finite", each.name.c_str());
        for (const analysis::Series& series : run->series)
            if (series.times.size() != series.values.size())
                qFatal("%s is not whole", series.name.c_str());
        runs[run->name] = *std::move(run);
    }
    return runs;
}

} // namespace

class TestFlumenFormats : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    std::filesystem::path study(const std::string& name) const
    {
        for (const auto& [file, text] : studyFiles)
            write(path(name) / file, text);
        return path(name);
    }
    /// Reads a variant of one of the files alone.
    void tryVariant(const std::string& file, const std::string& text) const
    {
        write(path("variant") / file, text);
        readAll(path("variant"));
    }

private Q_SLOTS:
    void everyFormat()
    {
        const auto runs = readAll(study("all"));
        for (const auto& [name, run] : runs)
            QVERIFY2(issue(run, "bad-file") == 0, name.c_str());
        // 5 + 1 rates alone, 2, 1 extended, 2 references, and 12 of other files, one of which has two histograms.
        QCOMPARE(runs.size(), std::size_t(6 + 1 + 1 + 2 + 12));
        const ImportedRun& eight = runs.at("iperf bert 8");
        QVERIFY(near(metric(eight, "cross_rate"), 7999.9e6) && near(metric(eight, "slowdown"), 1.186 / 0.8384));
        QVERIFY(near(metric(eight, "available"), 25e9 - 7999.9e6));
        QCOMPARE(issue(runs.at("iperf bert 9"), "no-rate"), 1);
        QCOMPARE(issue(runs.at("iperf bert 16"), "no-iterations"), 1);
        QVERIFY(std::isnan(metric(runs.at("iperf bert 16"), "step_mean")));
        QVERIFY(std::isnan(metric(runs.at("iperf bert 9"), "cross_rate")));
        QCOMPARE(issue(runs.at("burst-tcp resnet50 18"), "double-label"), 1);
        QVERIFY(near(metric(runs.at("burst-tcp resnet50 18"), "cross_rate_published"), 17.4e9));
        QVERIFY(near(metric(runs.at("burst-tcp resnet50 23 extended"), "cross_rate"), 19.6e9));
        QVERIFY(near(metric(runs.at("burst-tcp rate 23 long"), "cross_rate_truncated_published"), 19.5e9));

        QVERIFY(near(metric(runs.at("BERT_8G_burst_TCP"), "step_mean"), (1.19 + 1.2 + 1.25 + 1.4) / 4));
        QCOMPARE(metric(runs.at("traffic_histogram_data 1"), "cross_windows"), 27.0);
        QCOMPARE(metric(runs.at("traffic_histogram_data 2"), "cross_windows"), 6.0);
        const ImportedRun& sample = runs.at("burst_traffic_figure_data");
        QVERIFY(near(metric(sample, "cross_rate"), 6e9) && near(metric(sample, "rate_mean"), 3.25e9));
        QVERIFY(near(metric(sample, "cross_rate_stated"), 5e9));
        const ImportedRun& hosts = runs.at("RN50_8_30ave");
        QVERIFY(near(metric(hosts, "rate_mean", "Cowan"), (1.0 + 2 * 3) / 3 * 1e9));
        QVERIFY(near(metric(hosts, "rate_mean_published", "Dara"), 5e9));
    }

    void runtimeFiles()
    {
        const auto runs = readAll(study("runtime"));
        const ImportedRun& load = runs.at("10G_burst");
        QCOMPARE(metric(load, "flows"), 3.0);
        QVERIFY(near(metric(load, "flow_bytes"), 6000) && near(metric(load, "cross_requested"), 6000 * 8 / 1e-3));
        QCOMPARE(metric(load, "destinations"), 2.0);
        QCOMPARE(issue(load, "time-backwards"), 1);
        QVERIFY(std::ranges::is_sorted(load.series.at(0).times));
        QVERIFY(near(metric(runs.at("CDF_search"), "flow_size_mean"), 1460 * (6 * 0.15 + 20 * 0.85)));
        // read_bw.py: 0, 9 and 10 left out, then 11 and 12; 1 is below (11 + 12 + 1 + 6) / 4 / 4.
        const ImportedRun& client = runs.at("bw");
        QVERIFY(near(metric(client, "cross_rate_published"), 11.5e9)
                && near(metric(client, "cross_offered"), 43e9 / 5));
        const ImportedRun& server = runs.at("server_received_bytes");
        QVERIFY(near(metric(server, "received"), 4e6) && near(metric(server, "cross_received"), 4e6 * 8 / 60));
        const ImportedRun& probe = runs.at("fraction_RDMA_probe_0"); // 1000 steps of 4 bytes twice, one over the end
        QVERIFY(near(metric(probe, "received"), 8000) && near(metric(probe, "received_rate"), 64000 / 3e-3));
        QCOMPARE(issue(probe, "counter-wrapped"), 1);
        const ImportedRun& flows = runs.at("flow_durations");
        QVERIFY(metric(flows, "flows") == 3 && near(metric(flows, "flow_duration_median"), 1893e-6));
        const ImportedRun& windows = runs.at("windows");
        QVERIFY(near(metric(windows, "cross_rate_windows_published"), 0.799e9));
        QVERIFY(near(metric(windows, "rate_mean"), (1.0 * 0.01 + 2.0 * 0.03) / 0.04 * 1e9));
    }

    void damagedCounts()
    {
        write(path("counts") / "bw.txt", "0 0\n9 1000\nEnd of File\n10 2000\n");
        write(path("counts") / "flow_durations.txt", "5\n7\n");
        write(path("counts") / "5G_consist.config", "9\n0 1000 0\n");
        const auto runs = readAll(path("counts"));
        QCOMPARE(issue(runs.at("bw"), "no-count"), 1);
        QCOMPARE(issue(runs.at("bw"), "damaged-line"), 1);
        QCOMPARE(issue(runs.at("flow_durations"), "no-count"), 1);
        QCOMPARE(issue(runs.at("5G_consist"), "bad-file"), 1);
        QVERIFY(runs.at("5G_consist").metrics.empty());
    }

    void truncated()
    {
        for (const auto& [file, text] : studyFiles)
            for (std::size_t length = 0; length<text.size(); length += text.size()> 150 ? 3 : 1)
                tryVariant(file, text.substr(0, length));
    }

    void shuffledAndDamaged()
    {
        for (const auto& [file, text] : studyFiles) {
            std::vector<std::string_view> lines = split(text, '\n');
            std::ranges::reverse(lines);
            std::string reversed, mirrored;
            for (const std::string_view line : lines) {
                reversed += std::string(line) + "\n";
                std::vector<std::string_view> fields = split(line, ',');
                std::ranges::reverse(fields);
                for (const std::string_view field : fields)
                    mirrored += std::string(field) + ",";
                mirrored += "\n";
            }
            tryVariant(file, reversed);
            tryVariant(file, mirrored);
            tryVariant(file, "\xEF\xBB\xBF" + text);
            std::string windows = text;
            replaceAll(windows, "\n", "\r\n");
            tryVariant(file, windows);
            tryVariant(file, text + text);
            tryVariant(file, std::string(3000, '\0'));
            tryVariant(file, std::string(70'000, '9'));
            for (const char* number : {"1e308", "-1e308", "nan", "inf", "99999999999999999999", "x", ""}) {
                std::string huge = text;
                replaceAll(huge, "1", number);
                tryVariant(file, huge);
            }
            for (std::size_t i = 0; i < text.size(); i += 5)
                for (const char byte : {'\xff', '-', ','}) {
                    std::string flipped = text;
                    flipped[i] = byte;
                    tryVariant(file, flipped);
                }
        }
    }

    /// Every recipe of the study draws something of its real data.
    void recipes()
    {
        const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
        StudyImportRequest request;
        request.study = "flumen";
        request.folder = data.empty() ? qEnvironmentVariable("MR_SOURCE").toStdString() + "/../shared/data/flumen"
                                      : data + "/flumen";
        if (!std::filesystem::exists(request.folder))
            QSKIP("no study data: set MILLRACE_STUDY_DATA to the folder that holds flumen");
        auto database = store::Database::create(path("recipes.mrdb"));
        QVERIFY(database.has_value());
        const auto outcome = importStudy(request, &*database, {});
        QVERIFY(outcome.has_value());
        Issues issues;
        int count = 0;
        for (const Recipe& recipe : loadRecipes({}, issues)) {
            if (recipe.study != "flumen")
                continue;
            ++count;
            const auto figure = makeStudyFigure(*database, recipe, outcome->campaign);
            QVERIFY2(figure.has_value(), recipe.name.c_str());
            QVERIFY2(figure->table.rows.size() > 1, recipe.name.c_str());
            qInfo("%s: %zu rows", recipe.name.c_str(), figure->table.rows.size());
            for (const auto& drawn : {figure->published, figure->measured})
                QVERIFY2(!drawn || !drawn->series.empty(), recipe.name.c_str());
        }
        QVERIFY(issues.empty() && count >= 19);
    }

    void foldersOfOthers()
    {
        write(path("other") / "notes.csv", "a,b\n1,2\n");
        write(path("other") / "run.log", "hello\n");
        QCOMPARE(openFlumen(path("other"), {}, {}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(openFlumen(path("nowhere"), {}, {}).error().code, ErrorCode::NotFound);
        write(path("mixed") / "notes.csv", "a,b\n1,2\n");
        write(path("mixed") / "book.xlsx", "PK");
        write(path("mixed") / "bw.txt", "1 0\n1\n");
        const auto source = openFlumen(path("mixed"), {}, {});
        QVERIFY(source && (*source)->entries().size() == 1);
        QVERIFY(std::ranges::count((*source)->issues(), "not-of-this-study", &Issue::kind) == 1);
        QVERIFY(std::ranges::count((*source)->issues(), "passed-over", &Issue::kind) == 1);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(openFlumen(path("mixed"), {}, {stop.get_token(), {}}).error().code, ErrorCode::Cancelled);
        QCOMPARE((*source)->read(0, {}, {stop.get_token(), {}}).error().code, ErrorCode::Cancelled);
        // What the store has is not read.
        const auto known = (*source)->read(0, [](std::string_view) { return true; }, {});
        QVERIFY(known && known->metrics.empty() && !known->key.empty());
    }
};

QTEST_APPLESS_MAIN(TestFlumenFormats)
#include "tst_flumen_formats.moc"

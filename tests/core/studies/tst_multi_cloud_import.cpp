// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/glob.h"
#include "core/base/json_fields.h"
#include "core/base/random.h"
#include "core/store/run_repository.h"
#include "core/studies/multi_cloud/mapping.h"
#include "core/studies/multi_cloud/study.h"
#include "core/studies/study_import.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

using namespace millrace;
using namespace millrace::studies;
using namespace millrace::studies::multi_cloud;
namespace fs = std::filesystem;

namespace {

fs::path studyData()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    const fs::path folder =
        data.empty() ? fs::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data" : fs::path(data);
    return folder / "multi-cloud";
}

std::int64_t countOf(const Issues& issues, std::string_view kind)
{
    const auto found = std::ranges::find(issues, kind, &Issue::kind);
    return found == issues.end() ? 0 : found->count;
}

void write(const fs::path& file, const std::string& text)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

double metricOf(const ImportedRun& run, std::string_view name, std::string_view subject = {})
{
    for (const store::Metric& metric : run.metrics)
        if (metric.name == name && metric.subject == subject)
            return metric.value;
    return std::nan("");
}

Result<ImportedRun> readRun(const StudySource& source, std::string_view name)
{
    for (std::size_t i = 0; i < source.entries().size(); ++i)
        if (source.entries()[i].name == name)
            return source.read(i, {}, {});
    return fail(ErrorCode::NotFound, "no such run");
}

const std::string peerHeader = "_step,_runtime,_timestamp,01_general/step,01_general/locally_processed_samples,"
                               "01_general/dataset_iteration_count,01_general/lr,02_timing/dataload_time_s,"
                               "02_timing/dataload_cuda_move_time_s,02_timing/forward_time_s,"
                               "02_timing/loss_calc_time_s,02_timing/backward_time_s,02_timing/opt_step_time_s,"
                               "02_timing/step_time_s,03_hivemind/num_peers,03_hivemind/global_epoch\n";

std::string rowOf(int step, int second, bool round, int epoch)
{
    const std::string number = std::to_string(step);
    const std::string times = round ? "5,5.5" : "0.01,0.51";
    return number + "," + std::to_string(second) + "," + std::to_string(1'680'000'000 + second) + "," + number + ","
        + std::to_string((step + 1) * 32) + ",0,1e-4,0.1,0.1,0.1,0.1,0.1," + times + ",2," + std::to_string(epoch)
        + "\n";
}

/// A peer that makes a step of 32 samples each second and averages after every tenth for five.
std::string peerLog(int rounds)
{
    std::string text = peerHeader;
    int second = 0;
    for (int step = 0; step < rounds * 10 + 5; ++step) {
        const bool round = step > 0 && step % 10 == 0;
        second += round ? 5 : 1;
        text += rowOf(step, second, round, step / 10);
    }
    return text;
}

} // namespace

class TestMultiCloudImport : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path folder(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

private Q_SLOTS:
    void shippedMapping()
    {
        const auto mapping = loadMultiCloudMapping({});
        QVERIFY2(mapping, mapping ? "" : mapping.error().text().c_str());
        QCOMPARE(mapping->runs.size(), std::size_t(177));
        std::set<std::string> names;
        for (const MappedRun& run : mapping->runs) {
            QVERIFY(names.insert(run.run).second);
            QVERIFY(mapping->findModel(run.model) != nullptr);
            QVERIFY(!run.experiment.empty() && run.gpus > 0 && run.targetBatch > 0 && !run.providers.empty());
        }
        QCOMPARE(mapping->findRun("hivemind-327")->model, std::string("RN152"));
        QCOMPARE(mapping->findRun("hivemind-327")->experiment, std::string("8xA10"));
        QCOMPARE(mapping->findRun("hivemind-338")->experiment, std::string("E-C-4"));
        QCOMPARE(mapping->findRun("hivemind-369")->model, std::string("WhisperTiny"));
        QCOMPARE(mapping->findRun("hivemind-78")->experimentD, std::string("D-1"));
        QCOMPARE(mapping->placeOf("hivemind-93", "gc-t4-20").region, std::string("AUS"));
        QCOMPARE(mapping->placeOf("hivemind-88", "gc-t4-5").region, std::string("EU"));
        QCOMPARE(mapping->placeOf("hivemind-80", "gc-t4-5").region, std::string("US"));
        QCOMPARE(mapping->placeOf("hivemind-96", "vm-gpu-2").gpu, std::string("RTX8000"));
        QCOMPARE(mapping->placeOf("hivemind-352", "gc-t4-3").region, std::string("ASIA"));
        const auto again = parseMultiCloudMapping(writeMultiCloudMapping(*mapping));
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(*again == *mapping);
    }

    void ownMapping()
    {
        const auto over = parseMultiCloudMapping(
            R"({"runs": [{"run": "hivemind-77", "experiment": "mine", "model": "RN50", "gpus": 4}],
                "hosts": [{"hosts": ["gc-t4-2"], "region": "EU"}],
                "peers": [{"run": "hivemind-77", "peer": 1, "host": "gc-t4-3"}]})");
        QVERIFY(over);
        const MultiCloudMapping merged = mergedMapping(*loadMultiCloudMapping({}), *over);
        QCOMPARE(merged.runs.size(), std::size_t(177));
        QCOMPARE(merged.findRun("hivemind-77")->experiment, std::string("mine"));
        QCOMPARE(merged.findRun("hivemind-78")->experiment, std::string("A-4"));
        QCOMPARE(merged.placeOf("hivemind-77", "gc-t4-2").region, std::string("EU"));
        QCOMPARE(merged.placeOf("hivemind-77", "gc-t4-2").provider, std::string("GC"));
        QCOMPARE(merged.peers.size(), std::size_t(1));
    }

    void badMappings_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("place");
        QTest::newRow("no object") << QByteArray("[1]") << QByteArray("one JSON object");
        QTest::newRow("cut") << QByteArray("{\"runs\": [") << QByteArray("one JSON object");
        QTest::newRow("number") << QByteArray(R"({"runs": [{"run": "a"}, {"run": "b", "gpus": "four"}]})")
                                << QByteArray("runs[1].gpus");
        QTest::newRow("no name") << QByteArray(R"({"runs": [{"model": "a"}]})") << QByteArray("runs[0].run");
        QTest::newRow("no hosts") << QByteArray(R"({"hosts": [{"region": "US"}]})") << QByteArray("hosts[0].hosts");
        QTest::newRow("misspelt") << QByteArray(R"({"runs": [{"run": "a", "modell": "b"}]})")
                                  << QByteArray("\"modell\"");
        QTest::newRow("list") << QByteArray(R"({"peers": {"a": 1}})") << QByteArray("peers");
        QTest::newRow("other study") << QByteArray(R"({"study": "tum"})") << QByteArray("study");
    }
    void badMappings()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, place);
        const auto mapping = parseMultiCloudMapping(text.toStdString());
        QVERIFY(!mapping);
        QVERIFY2(mapping.error().what.find(place.toStdString()) != std::string::npos, mapping.error().what.c_str());
    }

    void patterns()
    {
        QVERIFY(matchesGlob("gc-t4-1-us", "gc-t4-*-us"));
        QVERIFY(matchesGlob("a", "*"));
        QVERIFY(matchesGlob("", "**"));
        QVERIFY(!matchesGlob("gc-t4-11", "gc-t4-1"));
        QVERIFY(!matchesGlob("abc", "a*d"));
        QVERIFY(matchesGlob("aXbXc", "a*b*c"));
    }

    void madeRun()
    {
        const fs::path made = folder("made");
        write(made / "hivemind-900-here-1.csv", peerLog(3));
        write(made / "hivemind-900-here-2.csv", peerLog(3));
        write(made / "hivemind-900-vm-monitor.csv", "\n");
        write(made / "other.csv", "a,b\n1,2\n");
        const auto source = openMultiCloud(made, {}, {});
        QVERIFY(source);
        QCOMPARE((*source)->entries().size(), std::size_t(1));
        QCOMPARE(countOf((*source)->issues(), "not-of-this-study"), 1);
        const auto run = (*source)->read(0, {}, {});
        QVERIFY(run);
        QCOMPARE(run->name, std::string("hivemind-900"));
        QCOMPARE(run->factors.size(), std::size_t(3)); // no entry of the mapping: what it is, no more
        QCOMPARE(metricOf(*run, "rounds", "here-1"), 3.0);
        QCOMPARE(metricOf(*run, "averaging_time"), 5.0);
        QCOMPARE(metricOf(*run, "averaging_time_published"), 5.0);
        QCOMPARE(metricOf(*run, "samples"), 2.0 * 35 * 32);
        // 34 steps after the first: 31 of 1 s and 3 of 5 s by the clock.
        QCOMPARE(metricOf(*run, "ledger_wall", "here-1"), 46.0);
        QVERIFY(std::abs(metricOf(*run, "ledger_averaging", "here-1") - 15) < 1e-9);
        QVERIFY(std::abs(metricOf(*run, "ledger_forward", "here-1") - 34 * 0.1) < 1e-9);
        QVERIFY(std::abs(metricOf(*run, "ledger_unaccounted", "here-1") - (46 - 15 - 34 * 0.5 - 31 * 0.01)) < 1e-9);
        QVERIFY(std::isnan(metricOf(*run, "throughput")));
        QCOMPARE(countOf(run->files[2].issues, "empty-file"), 1);
        QCOMPARE(countOf(run->issues, "no-monitor"), 1);
        const auto known = (*source)->read(0, [&](std::string_view key) { return key == run->key; }, {});
        QVERIFY(known && known->metrics.empty());
        QCOMPARE(known->key, run->key);
    }

    /// Two hosts, the second eight seconds late; the monitor saw the second one first.
    void peersByTheirCounters()
    {
        const fs::path made = folder("peers");
        const auto log = [](int late) {
            std::string text = peerHeader;
            for (int step = 0; step < 60; ++step)
                text += rowOf(step, step + late, false, 0);
            return text;
        };
        write(made / "hivemind-901-early.csv", log(1));
        write(made / "hivemind-901-late.csv", log(9));
        std::string monitor = "_step,_runtime,_timestamp,03_hivemind/global_epoch,03_hivemind/epoch_based_sps,"
                              "04_peers/peer_1_epoch,04_peers/peer_1_samples_accumulated,04_peers/peer_2_epoch,"
                              "04_peers/peer_2_samples_accumulated\n";
        for (int second = 12; second < 50; ++second) {
            const std::string number = std::to_string(second);
            monitor += number + "," + number + "," + std::to_string(1'680'000'000 + second) + ",0,,0,"
                + std::to_string((second - 9) * 32) + ",0," + std::to_string((second - 1) * 32) + "\n";
        }
        write(made / "hivemind-901-vm-monitor.csv", monitor);
        const auto hostsOf = [&](const StudyOptions& options) {
            std::vector<std::string> hosts;
            const auto run = readRun(**openMultiCloud(made, options, {}), "hivemind-901");
            for (const store::Event& event : run->events)
                if (event.kind == "peer")
                    hosts.push_back(event.node);
            return hosts;
        };
        QCOMPARE(hostsOf({}), (std::vector<std::string>{"late", "early"}));
        write(folder("peers.json"), R"({"peers": [{"run": "hivemind-901", "peer": 1, "host": "early"}]})");
        QCOMPARE(hostsOf({folder("peers.json")}).front(), std::string("early"));
    }

    void keyFollowsTheMapping()
    {
        const fs::path made = folder("keys");
        write(made / "hivemind-77-gc-t4-1.csv", peerLog(2));
        const auto first = readRun(**openMultiCloud(made, {}, {}), "hivemind-77");
        const fs::path other = folder("other.json");
        write(other, R"({"runs": [{"run": "hivemind-78", "experiment": "mine"}]})");
        const auto same = readRun(**openMultiCloud(made, {other}, {}), "hivemind-77");
        write(other, R"({"runs": [{"run": "hivemind-77", "experiment": "mine"}]})");
        const auto changed = readRun(**openMultiCloud(made, {other}, {}), "hivemind-77");
        QVERIFY(first && same && changed);
        QCOMPARE(same->key, first->key);
        QVERIFY(changed->key != first->key);
        write(other, "{");
        QVERIFY(!openMultiCloud(made, {other}, {}));
        QVERIFY(!openMultiCloud(made, {folder("nothing.json")}, {}));
    }

    void nothingOfTheStudy()
    {
        write(folder("none") / "a.csv", "x,y\n1,2\n");
        const auto source = openMultiCloud(folder("none"), {}, {});
        QVERIFY(!source);
        QVERIFY(source.error().code == ErrorCode::InvalidInput);
    }

    void damage()
    {
        const std::string whole = peerLog(2);
        Random random(5);
        const fs::path made = folder("damage");
        for (int i = 0; i < 300; ++i) {
            std::string text = whole.substr(0, i % 3 == 0 ? random.below(whole.size()) : whole.size());
            for (int flips = 0; flips < 5 && !text.empty(); ++flips)
                text[random.below(text.size())] = "9-,e\n\"x."[random.below(8)];
            write(made / "hivemind-900-here-1.csv", text);
            if (const auto source = openMultiCloud(made, {}, {}))
                for (std::size_t entry = 0; entry < (*source)->entries().size(); ++entry) {
                    const auto run = (*source)->read(entry, {}, {});
                    QVERIFY(run);
                    for (const store::Metric& metric : run->metrics)
                        QVERIFY(std::isfinite(metric.value));
                }
        }
    }

    void networkTables()
    {
        if (!fs::exists(studyData() / "networking"))
            QSKIP("the data of the multi-cloud study are not here");
        const auto source = openMultiCloud(studyData(), {}, {});
        QVERIFY(source);
        struct Row
        {
            const char* run;
            const char* pair;
            double megabits;
            double digits;
            double milliseconds;
        };
        const std::vector<Row> rows = {{"experiment-set-1/1-5", "US→US", 6904, 0, 0.66},
                                       {"experiment-set-1/1-5", "US→EU", 210.0, 1, 103.11},
                                       {"experiment-set-1/1-5", "US→ASIA", 133.6, 1, 157.09},
                                       {"experiment-set-1/1-5", "US→AUS", 117.0, 1, 176.20},
                                       {"experiment-set-1/1-5", "EU→US", 214.5, 1, 103.14},
                                       {"experiment-set-1/1-5", "EU→EU", 6816, 0, 0.65},
                                       {"experiment-set-1/1-5", "EU→ASIA", 76.2, 1, 253.10},
                                       {"experiment-set-1/1-5", "EU→AUS", 69.3, 1, 271.98},
                                       {"experiment-set-1/1-5", "ASIA→US", 133.4, 1, 157.08},
                                       {"experiment-set-1/1-5", "ASIA→EU", 76.0, 1, 253.10},
                                       {"experiment-set-1/1-5", "ASIA→ASIA", 6786, 0, 0.72},
                                       {"experiment-set-1/1-5", "ASIA→AUS", 163.1, 1, 131.45},
                                       {"experiment-set-1/1-5", "AUS→US", 119.3, 1, 175.98},
                                       {"experiment-set-1/1-5", "AUS→EU", 69.4, 1, 272.08},
                                       {"experiment-set-1/1-5", "AUS→ASIA", 162.5, 1, 131.42},
                                       {"experiment-set-1/1-5", "AUS→AUS", 6840, 0, 0.64},
                                       {"experiment-set-2/aws-gc", "GC→AWS", 1520, 0, 15.32},
                                       {"experiment-set-2/aws-gc", "AWS→GC", 1808, 0, 13.85},
                                       {"experiment-set-2/aws-gc", "AWS→AWS", 4780, 0, 0.15},
                                       {"experiment-set-2/aws-gc", "GC→GC", 6352, 0, 0.71},
                                       {"experiment-set-2/azure-gc", "GC→Azure", 454.6, 1, 51.22},
                                       {"experiment-set-2/azure-gc", "Azure→GC", 472.0, 1, 49.81},
                                       {"experiment-set-2/azure-gc", "Azure→Azure", 7628, 0, 1.56},
                                       {"experiment-set-2/azure-gc", "GC→GC", 6906, 0, 0.71}};
        for (const Row& row : rows) {
            const auto run = readRun(**source, row.run);
            QVERIFY2(run, row.run);
            const double rate = metricOf(*run, "rate", row.pair) / 1e6;
            QVERIFY2(std::abs(rate - row.megabits) <= 0.501 * std::pow(10, -row.digits),
                     qPrintable(QString("%1 %2: %3").arg(row.run, row.pair).arg(rate)));
            const double trip = metricOf(*run, "rtt", row.pair) * 1e3;
            if (std::string_view(row.run) != "experiment-set-2/azure-gc" || std::string_view(row.pair) != "GC→GC")
                QVERIFY2(std::abs(trip - row.milliseconds) <= 0.00501,
                         qPrintable(QString("%1 %2: %3 ms").arg(row.run, row.pair).arg(trip)));
        }
        // rate × round trip hardly depends on the link: 18.9 to 23.3 Mbit, a window of 2.4 to 2.9 MB.
        const auto geo = readRun(**source, "experiment-set-1/1-5");
        for (const store::Metric& metric : geo->metrics)
            if (metric.name == "window")
                QVERIFY(metric.value > 2.3e6 && metric.value < 2.95e6);
            else if (metric.name == "rate_residual")
                QVERIFY(std::abs(metric.value) < 0.12);
        const auto shifted = readRun(**source, "experiment-set-3/multi-threaded-160thread");
        QVERIFY(shifted);
        std::int64_t count = 0;
        for (const SourceFile& file : shifted->files)
            count += countOf(file.issues, "shifted-row");
        QVERIFY(count >= 4);
        QVERIFY(shifted->files[0].issues[0].where.starts_with("experiment-set-3/"));
    }

    void priceTables()
    {
        if (!fs::exists(studyData() / "prices"))
            QSKIP("the data of the multi-cloud study are not here");
        const auto run = readRun(**openMultiCloud(studyData() / "prices", {}, {}), "aws-spot-pricing-25-april");
        QVERIFY(run);
        QCOMPARE(metricOf(*run, "price_spot", "AWS/us-west-2/g4dn.2xlarge/usw2-az3"), 0.458);
        const auto alone =
            openMultiCloud(studyData() / "prices" / "gc-spot-pricing-25-april.csv", {}, {}); // one file only
        QVERIFY(alone);
        QCOMPARE(metricOf(*(*alone)->read(0, {}, {}), "price_ondemand", "GC/us-west1/n1-standard-8"), 0.38);
    }

    void wholeFolderIntoAStore()
    {
        if (!fs::exists(studyData() / "wandb"))
            QSKIP("the data of the multi-cloud study are not here");
        const SystemClock clock;
        auto database = store::Database::openOrCreate(folder("multi-cloud.mrdb"));
        QVERIFY2(database, database ? "" : database.error().text().c_str());
        const StudyImportRequest request{"multi-cloud", studyData(), {}, 0};
        const auto first = importStudy(request, &*database, {}, {});
        QVERIFY2(first, first ? "" : first.error().text().c_str());
        qInfo("%zu runs, %zu files, %.1f MB in %.2f s; store of %.1f MB", first->runs.size(), first->files,
              static_cast<double>(first->bytes) / 1e6, first->seconds,
              static_cast<double>(fs::file_size(folder("multi-cloud.mrdb"))) / 1e6);
        QVERIFY(first->runs.size() >= 30);
        for (const StudyImportedRun& run : first->runs) {
            QVERIFY(run.fate == RunFate::Stored);
            QVERIFY2(run.metrics > 0 || run.name.ends_with("160thread"), run.name.c_str());
        }
        const auto second = importStudy(request, &*database, {}, {});
        QVERIFY(second);
        for (const StudyImportedRun& run : second->runs)
            QVERIFY(run.fate == RunFate::AlreadyThere);
    }
};

QTEST_APPLESS_MAIN(TestMultiCloudImport)
#include "tst_multi_cloud_import.moc"

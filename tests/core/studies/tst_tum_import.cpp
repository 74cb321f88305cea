// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/store/result_query.h"
#include "core/store/run_repository.h"
#include "core/store/series_repository.h"
#include "core/studies/imported_runs.h"
#include "core/studies/study_figure.h"
#include "core/studies/study_import.h"
#include "core/studies/tum/import.h"
#include "core/studies/tum/study.h"
#include "core/studies/tum/values.h"
#include "tests/core/importers/made_captures.h"
#include "tests/need.h"

#include <QtTest>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace millrace;
using namespace millrace::studies;
using namespace millrace::studies::tum;
using namespace millrace::importers;

namespace {

constexpr std::int64_t millisecond = 1'000'000;

using tests::need;

/// 1000 packets of 1000 bytes, one each ms, then 5 s of silence and one more; ten steps of 100 ms.
void writeRun(const std::filesystem::path& folder, std::int64_t begin)
{
    std::vector<MadePacket> packets;
    for (int i = 0; i < 1000; ++i)
        packets.push_back({begin + i * millisecond, ipv4Frame(workerAddress(0), workerAddress(1), 1, 2, 946)});
    packets.push_back({begin + 6000 * millisecond, ipv4Frame(workerAddress(1), workerAddress(0), 2, 1, 946)});
    writePcap(folder / "worker-0-tcpdump.pcap", packets);
    std::string log = "Type,ID,Timestamp,Loss,Accuracy\n";
    for (int i = 0; i < 10; ++i)
        log += fmt::format("Batch,{},{}.{:03},{},{}\n", i, begin / 1'000'000'000, 50 + 100 * i, 2 - i / 10.0, i / 10.0);
    writeText(folder / "train_history.log", log);
}

double metric(const std::vector<store::Metric>& metrics, std::string_view name, std::string_view subject = {})
{
    for (const store::Metric& each : metrics)
        if (each.name == name && each.subject == subject)
            return each.value;
    return std::nan("");
}

} // namespace

class TestTumImport : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    std::filesystem::path campaign(const std::string& name) const
    {
        const auto folder = path(name);
        writeRun(folder / "horovod-resnet50-adam-64-mpi-0-ring", summerTime);
        writeRun(folder / "kungfu-mobilenetv2-adam-128-kungfu-0.5-TREE", winterTime);
        return folder;
    }
    static TumImportOutcome import(const std::filesystem::path& folder, store::Database* database)
    {
        TumImportRequest request;
        request.folder = folder;
        return need(importTum(request, database, {}));
    }

private Q_SLOTS:
    void storesRuns()
    {
        const auto folder = campaign("stored");
        auto database = need(store::Database::create(path("stored.mrdb")));
        int calls = 0;
        TumImportRequest request;
        request.folder = folder;
        const auto outcome = need(importTum(request, &database, [&](const TumImportedRun& run) {
            ++calls;
            QCOMPARE(fateName(run.fate), std::string_view("stored"));
        }));
        QCOMPARE(calls, 2);
        const SystemClock clock;
        store::RunRepository repository(database, clock);
        const auto campaigns = need(repository.campaigns());
        QCOMPARE(campaigns.size(), std::size_t(1));
        QCOMPARE(campaigns[0].uuid, outcome.campaign);
        QCOMPARE(campaigns[0].state, store::CampaignState::Done);
        const auto runs = need(repository.runs(campaigns[0].id));
        QCOMPARE(runs.size(), std::size_t(2));
        const store::RunRecord& run = runs[0];
        QCOMPARE(run.state, store::RunState::Done);
        QCOMPARE(run.started.count(), summerTime);
        QCOMPARE(run.duration.count(), 6000 * millisecond);
        QCOMPARE(run.factors[0].level, std::string("horovod"));
        QCOMPARE(run.factors[3].number, std::optional(64.0));
        QCOMPARE(runs[1].factors[5].level, std::string("0.5%"));
        QCOMPARE(runs[1].factors[5].number, std::optional(0.005));

        const auto metrics = need(repository.metrics(run.id));
        QCOMPARE(metric(metrics, "bytes_sent", workerAddress(0)), 1e6);
        QCOMPARE(metric(metrics, "bytes_all"), 1'001'000.0);
        QCOMPARE(metric(metrics, "data_per_step"), 1e5);
        QVERIFY(std::isfinite(metric(metrics, "data_per_step_published")));
        QVERIFY(std::isnan(metric(metrics, "flows_published"))); // it is the same
        QCOMPARE(metric(metrics, "training_duration"), 0.9);
        QCOMPARE(metric(metrics, "clock_shift_published"), 7200.0);

        Issues issues;
        store::SeriesRepository series(database);
        const auto rate = need(series.find(run.id, "traffic.rate", ""));
        QVERIFY(rate);
        const auto values = need(series.read(rate->id, issues));
        // 100 bins of 10 ms with 10 packets, the first and the last bin of the silence, the last packet.
        QCOMPARE(values.times.size(), std::size_t(103));
        QCOMPARE(values.values[0], 8e6);
        QCOMPARE(values.values[100], 0.0);
        QCOMPARE(values.times[101] - summerTime, 5990 * millisecond);
        QVERIFY(need(series.find(run.id, "net.sent", workerAddress(1))));
        const auto accuracy = need(series.find(run.id, "training.accuracy", ""));
        QVERIFY(accuracy && accuracy->samples == 10 && accuracy->firstTime == summerTime + 50 * millisecond);
        QVERIFY(need(series.find(run.id, "training.data", "")));

        const auto snapshots = need(repository.snapshots(run.id));
        const auto json = nlohmann::json::parse(snapshots.at(0).json);
        QCOMPARE(json["imported"]["content"].get<std::string>(), outcome.runs[0].key);
        QCOMPARE(json["imported"]["files"][0]["rows"].get<int>(), 1001);
        QVERIFY(need(database.integrityCheck()).empty());
    }

    void repeatsWithoutDoubles()
    {
        const auto folder = campaign("twice");
        auto database = need(store::Database::create(path("twice.mrdb")));
        import(folder, &database);
        const auto again = import(folder, &database);
        for (const TumImportedRun& run : again.runs)
            QCOMPARE(run.fate, RunFate::AlreadyThere);
        // The same content elsewhere is known, too; a new run joins the campaign.
        std::filesystem::copy(folder, path("moved"), std::filesystem::copy_options::recursive);
        QCOMPARE(import(path("moved"), &database).runs[0].fate, RunFate::AlreadyThere);
        writeRun(folder / "horovod-resnet50-adam-64-mpi-normal-ring", summerTime + 1);
        const auto third = import(folder, &database);
        QCOMPARE(third.runs.size(), std::size_t(3));
        QCOMPARE(third.runs[1].fate, RunFate::Stored);
        QCOMPARE(third.campaign, again.campaign);
        const SystemClock clock;
        store::RunRepository repository(database, clock);
        std::size_t runs = 0;
        for (const auto& each : need(repository.campaigns())) {
            for (const auto& run : need(repository.runs(each.id)))
                runs += run.state == store::RunState::Done ? 1 : 0;
            if (each.uuid == third.campaign) {
                // Runner's and notebook's name of the same cell: two repetitions of it.
                const auto all = need(repository.runs(each.id));
                QCOMPARE(all[0].cell, all[2].cell);
                QCOMPARE(all[2].repetition, 1);
            }
        }
        QCOMPARE(runs, std::size_t(3));
    }

    void goesOnWithAPart()
    {
        // A run that a killed import left at the beginning of its way.
        const auto folder = campaign("part");
        auto database = need(store::Database::create(path("part.mrdb")));
        const auto found = need(findTumRuns(folder));
        const SystemClock clock;
        store::RunRepository repository(database, clock);
        store::CampaignRecord made;
        made.gridName = "traffic study";
        made.projectPath = found.path.string();
        made.specJson = R"({"imported": {"study": "tum"}})";
        QVERIFY(repository.createCampaign(made, {}));
        const auto campaigns = need(repository.campaigns());
        store::RunRecord record;
        record.uuid = uuidOf(need(contentKey(found.runs[0])));
        record.cell.push_back('x');
        QVERIFY(repository.addRuns(campaigns[0].id, std::span(&record, 1)));
        const auto planned = need(repository.runs(campaigns[0].id));
        QVERIFY(repository.claim(planned[0].id));
        const auto outcome = import(folder, &database);
        QCOMPARE(outcome.runs[0].fate, RunFate::Stored);
        const auto runs = need(repository.runs(campaigns[0].id));
        QCOMPARE(runs.size(), std::size_t(2));
        QCOMPARE(runs[0].state, store::RunState::Done);
        QCOMPARE(import(folder, &database).runs[0].fate, RunFate::AlreadyThere);
    }

    void cancelled()
    {
        const auto folder = campaign("stop");
        auto database = need(store::Database::create(path("stop.mrdb")));
        std::stop_source stop;
        TumImportRequest request;
        request.folder = folder;
        const auto first =
            importTum(request, &database, [&](const TumImportedRun&) { stop.request_stop(); }, {stop.get_token(), {}});
        QVERIFY(!first && first.error().code == ErrorCode::Cancelled);
        const auto second = import(folder, &database);
        QCOMPARE(second.runs[0].fate, RunFate::AlreadyThere);
        QCOMPARE(second.runs[1].fate, RunFate::Stored);
    }

    void progress()
    {
        long long last = -1, total = 0;
        TumImportRequest request;
        request.folder = campaign("progress");
        JobContext job;
        job.report = [&](long long done, long long all, std::string_view) {
            QVERIFY(done >= 0 && done <= all);
            last = std::max(last, done);
            total = all;
        };
        need(importTum(request, nullptr, {}, job));
        QVERIFY(total > 0 && last > total / 2);
    }

    void figuresOverRuns()
    {
        writeRun(path("over") / "kungfu_ssgd-resnet50-adam-64-kungfu-normal-BINARY_TREE_STAR", summerTime);
        writeRun(path("over") / "kungfu_ssgd-resnet50-adam-64-kungfu-normal-TREE", summerTime);
        const auto outcome = import(path("over"), nullptr);
        QVERIFY(outcome.campaign.empty());
        QCOMPARE(outcome.patterns.size(), std::size_t(2));
        QCOMPARE(outcome.patterns[0].publishedRuns.size(), std::size_t(2)); // \"in\" matches substrings
        QCOMPARE(outcome.patterns[0].rightRuns.size(), std::size_t(1));
        QVERIFY(outcome.regression);
        QCOMPARE(outcome.runs[0].fate, RunFate::Read);
        TumImportRequest request;
        request.folder = path("over");
        request.publishedJson = path("json");
        std::filesystem::create_directories(path("json"));
        need(importTum(request, nullptr, {}));
        QVERIFY(std::filesystem::exists(path("json") / "number_flows.json"));
        QVERIFY(!importTum({path("nowhere"), {}, {}}, nullptr, {}));
    }

    void asAnyStudy()
    {
        const auto folder = campaign("any");
        auto database = need(store::Database::create(path("any.mrdb")));
        StudyImportRequest request;
        request.study = "tum";
        request.folder = folder;
        request.threads = 2;
        const auto outcome = need(importStudy(request, &database, {}));
        QCOMPARE(outcome.runs.size(), std::size_t(2));
        for (const StudyImportedRun& run : outcome.runs)
            QVERIFY(run.fate == RunFate::Stored && run.files == 2 && run.metrics > 10 && run.series > 4);
        // The other way into the store finds the same runs and the same campaign.
        for (const TumImportedRun& run : import(folder, &database).runs)
            QCOMPARE(run.fate, RunFate::AlreadyThere);
        QCOMPARE(need(storedStudies(database)).size(), std::size_t(1));
        for (const StudyImportedRun& run : need(importStudy(request, &database, {})).runs)
            QCOMPARE(run.fate, RunFate::AlreadyThere);
        QCOMPARE(need(recogniseStudy(folder)), std::optional<std::string_view>("tum"));
        // Captures of anything are not of the study.
        writePcap(path("captures") / "eth0.pcap",
                  {{summerTime, ipv4Frame(workerAddress(0), workerAddress(1), 1, 2, 946)}});
        QCOMPARE(openTum(path("captures"), {}, {}).error().code, ErrorCode::InvalidInput);
    }

    /// A store of an earlier version: cells and study under their first names.
    void oldStores()
    {
        const auto folder = path("old");
        writeRun(folder / "horovod-resnet50-adam-64-mpi-0-ring", summerTime);
        auto database = need(store::Database::create(path("old.mrdb")));
        const auto found = need(findTumRuns(folder));
        const SystemClock clock;
        store::RunRepository repository(database, clock);
        store::CampaignRecord record;
        record.gridName = "traffic study";
        record.projectPath = found.path.string();
        record.specJson = R"({"imported": {"study": "traffic"}})";
        store::RunRecord run;
        run.uuid = uuidOf(need(contentKey(found.runs[0])));
        run.factors = factorsOf(found.runs[0]);
        std::string text;
        for (const store::Factor& factor : run.factors)
            text += factor.name + "=" + factor.level + ";";
        run.cell = "traffic-study-" + sha256(text).substr(0, 16);
        const auto id = need(repository.createCampaign(record, std::span(&run, 1)));
        const auto planned = need(repository.runs(id));
        QVERIFY(repository.claim(planned[0].id));
        for (const auto state :
             {store::RunState::Running, store::RunState::Collecting, store::RunState::Analysing, store::RunState::Done})
            QVERIFY(repository.transition(planned[0].id, state));
        QCOMPARE(import(folder, &database).runs[0].fate, RunFate::AlreadyThere);
        // A new run of the same factors is a repetition in the same campaign.
        writeRun(folder / "horovod-resnet50-adam-64-mpi-normal-ring", summerTime + 1);
        const auto outcome = import(folder, &database);
        QCOMPARE(outcome.runs[1].fate, RunFate::Stored);
        const auto runs = need(repository.runs(id));
        QCOMPARE(runs.size(), std::size_t(2));
        QCOMPARE(runs[1].cell, runs[0].cell);
        QCOMPARE(runs[1].repetition, 1);
        QCOMPARE(need(storedStudies(database))[0].study, std::string("tum"));
    }

    void recipes()
    {
        auto database = need(store::Database::create(path("recipes.mrdb")));
        const auto outcome = import(campaign("recipes"), &database);
        Issues issues;
        int count = 0;
        for (const Recipe& recipe : loadRecipes({}, issues)) {
            if (recipe.study != "tum")
                continue;
            ++count;
            const auto figure = need(makeStudyFigure(database, recipe, outcome.campaign));
            QVERIFY2(!figure.table.rows.empty(), recipe.name.c_str());
        }
        QVERIFY(issues.empty() && count >= 9);
    }

    void identifiers()
    {
        const std::string key = "fb915895ed3fecc120c4d230a7a620fad99ea5b3ec6dce9b2588f294975f944b";
        QCOMPARE(uuidOf(key), std::string("fb915895-ed3f-8cc1-a0c4-d230a7a620fa"));
        QCOMPARE(uuidOf(key)[14], '8');
    }
};

QTEST_APPLESS_MAIN(TestTumImport)
#include "tst_tum_import.moc"

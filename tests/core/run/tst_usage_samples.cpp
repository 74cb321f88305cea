// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/summary_codec.h"
#include "core/analysis/traffic_pass.h"
#include "core/base/file_io.h"
#include "core/predict/usage_predictor.h"
#include "core/project/project_file.h"
#include "core/run/usage_samples.h"
#include "core/store/artefact_repository.h"
#include "core/store/result_query.h"
#include "core/store/run_repository.h"
#include "core/store/series_kinds.h"
#include "core/store/series_repository.h"
#include "core/store/series_subject.h"
#include "tests/core/analysis/made_packets.h"
#include "tests/fakes/fake_runs.h"
#include "tests/need.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::run;

namespace {

constexpr std::string_view projectText = R"({
  "format": "millrace-project", "version": 1, "name": "small",
  "clusters": [{"name": "lab", "nodes": 4, "nic_rate": "1Gbit", "links": [{"delay": "5ms"}]}],
  "workloads": [{"name": "job", "framework": "builtin", "model": "resnet50", "batch": 8, "steps": 3,
                 "compute_time": "200ms"}],
  "grids": [{"name": "grid", "cluster": "lab", "workload": "job", "repetitions": 4, "order": "as-listed",
             "factors": [{"name": "strategy", "levels": ["RING_ALLREDUCE", "STAR"]}, {"name": "workers", "levels": [2, 4]}]}]
})";

/// The same with PyTorch's small network, on two nodes.
std::string pytorchText()
{
    return R"({
  "format": "millrace-project", "version": 1, "name": "small",
  "clusters": [{"name": "lab", "nodes": 2, "nic_rate": "1Gbit"}],
  "workloads": [{"name": "job", "framework": "pytorch-ddp", "backend": "millrace", "model": "mlp", "batch": 8,
                 "strategy": "STAR", "steps": 3}],
  "grids": [{"name": "grid", "cluster": "lab", "workload": "job"}]
})";
}

using tests::need;

/// 100 ms samples: `on` of a rate, then `off` of nothing, twelve times, between two bursts that the ends cut.
analysis::Series wave(const char* name, const std::string& node, int on, int off, double rate)
{
    analysis::Series series{name, node, "bit/s", {}, {}};
    const auto add = [&series](int count, double value) {
        for (int i = 0; i < count; ++i) {
            series.times.push_back(1'790'000'000'000'000'000
                                   + 100'000'000 * static_cast<std::int64_t>(series.times.size()));
            series.values.push_back(value);
        }
    };
    add(on, rate);
    for (int i = 0; i < 12; ++i) {
        add(off, 0);
        add(on, rate);
    }
    add(off, 0);
    add(on, rate);
    return series;
}

class Quiet final : public RunObserver
{
};

} // namespace

/// Runs of a made campaign, with series of the interfaces whose bursts are known.
class TestUsageSamples : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;
    std::optional<store::Database> m_database;
    test::FakeRuns m_runs;

    std::vector<store::RunRecord> makeRuns(std::string text = std::string(projectText))
    {
        m_folder.emplace(need(TemporaryFolder::make("usage")));
        m_database.emplace(need(store::Database::openOrCreate(m_folder->path() / "small.mrdb")));
        CampaignOptions options;
        options.executor = m_runs.executor();
        const auto file = need(project::ProjectFile::parse(text, m_folder->path() / "small.millrace"));
        Quiet quiet;
        const auto plan = need(planCampaign(file, options));
        static_cast<void>(need(executeCampaign(plan, *m_database, options, quiet, {})));
        std::vector<store::RunRecord> records;
        for (const store::ResultRow& row : need(store::ResultQuery(*m_database).all({})))
            records.push_back(row.run);
        return records;
    }
    void addSeries(store::RunId run, const std::vector<analysis::Series>& series)
    {
        QCOMPARE(need(store::SeriesRepository(*m_database).saveNew(run, series)), series.size());
    }

private Q_SLOTS:
    /// 25 557 032 parameters and 1 Gbit/s, 5 ms each way; 200 ms for 3 · forward operations · 8.
    void settingOfARun()
    {
        static_cast<void>(makeRuns());
        const auto file = need(project::ProjectFile::parse(std::string(projectText), "x.millrace"));
        const auto settings = need(project::effectiveSettings(file.project, file.project.grids.front(), grid::Cell{}));
        const predict::Setting setting = usageSetting(settings);
        QCOMPARE(setting.model, std::string("resnet50"));
        QVERIFY(setting.parameters > 25e6 && setting.parameters < 26e6);
        QCOMPARE(setting.bitsPerSecond, 1e9);
        QCOMPARE(setting.roundTrip, 0.01);
        QCOMPARE(setting.workers, 4.0);
        QCOMPARE(setting.batch, 8.0);
        QVERIFY(std::abs(setting.flopsPerSecond - 3 * setting.forwardFlops * 8 / 0.2) < 1);
    }

    /// 366 600 parameters in six tensors, 784 - 300 - 100 - 1000; the rate of the device is measured by the runs.
    void settingOfAPytorchRun()
    {
        const auto file = need(project::ProjectFile::parse(pytorchText(), "x.millrace"));
        auto settings = need(project::effectiveSettings(file.project, file.project.grids.front(), grid::Cell{}));
        const predict::Setting setting = usageSetting(settings);
        QCOMPARE(setting.parameters, 366600.0);
        QCOMPARE(setting.tensors, 6.0);
        QCOMPARE(setting.forwardFlops, 2.0 * (784 * 300 + 300 * 100 + 100 * 1000));
        QCOMPARE(setting.strategy, std::string("STAR"));
        QCOMPARE(setting.flopsPerSecond, 0.0);
        settings.workload.extras["averaging"] = "local"; // every tenth step
        QCOMPARE(usageSetting(settings).batch, 80.0);
        settings.workload.command = {"own.py"};
        QCOMPARE(usageSetting(settings).parameters, 0.0);
    }

    /// A burst is that of one averaging: of half of the parameters, as bytes, after three steps.
    void settingOfFewAveragings()
    {
        const auto file = need(project::ProjectFile::parse(std::string(projectText), "x.millrace"));
        auto settings = need(project::effectiveSettings(file.project, file.project.grids.front(), grid::Cell{}));
        const predict::Setting usual = usageSetting(settings);
        settings.workload.extras = {{"local_steps", "6"}, {"fragments", "2"}, {"compression", "int8"}};
        const predict::Setting few = usageSetting(settings);
        QCOMPARE(few.bytesPerParameter, 0.5);
        QCOMPARE(few.batch, 3 * usual.batch);
        QCOMPARE(few.flopsPerSecond, usual.flopsPerSecond);
        QCOMPARE(few.parameters, usual.parameters);
    }

    /// Links of 300 Mbit/s to each of three others allow 900 Mbit/s, below the NIC's 1 Gbit/s.
    void lineRateOfLinksTogether()
    {
        const auto file = need(project::ProjectFile::parse(std::string(projectText), "x.millrace"));
        auto settings = need(project::effectiveSettings(file.project, file.project.grids.front(), grid::Cell{}));
        settings.cluster.links.front().settings.bitsPerSecond = 3e8;
        const double others = static_cast<double>(settings.cluster.nodes.size()) - 1;
        QCOMPARE(usageSetting(settings).bitsPerSecond, std::min(1e9, 3e8 * others));
    }

    void labelsOfRuns()
    {
        const auto records = makeRuns();
        QCOMPARE(records.size(), std::size_t(16));
        const char* sent = store::series::netSent.name.data();
        const char* received = store::series::netReceived.name.data();
        // The first run: its nodes differ. The second: one direction. The third: no burst. The others: none at all.
        addSeries(records[0].id,
                  {wave(sent, "node0", 4, 3, 4e8), wave(sent, "node1", 6, 5, 6e8), wave(received, "node0", 5, 4, 5e8),
                   wave(received, "node1", 5, 4, 5e8)});
        addSeries(records[1].id, {wave(sent, "node0", 4, 3, 4e8)});
        analysis::Series flat = wave(sent, "node0", 4, 3, 4e8);
        for (double& value : flat.values)
            value = 1e8;
        addSeries(records[2].id, {flat});
        addSeries(records[3].id, {wave(sent, "node0", 4, 3, 5e9)}); // above the line rate
        const UsageSamples found = need(readUsageSamples(*m_database, {}));
        QCOMPARE(found.runs, std::size_t(16));
        QCOMPARE(found.samples.size(), std::size_t(2));
        QCOMPARE(found.withoutBursts, std::size_t(1));
        QCOMPARE(found.contradicting, std::size_t(1));
        QCOMPARE(found.unreadable, std::size_t(0));
        QCOMPARE(found.withoutSeries, std::size_t(12));
        const auto at = [](const predict::Sample& sample, const char* id) {
            return sample.labels[*predict::findMetric(id)];
        };
        const predict::Sample& first = found.samples[0];
        QCOMPARE(first.provenance.run, records[0].uuid);
        QVERIFY(std::abs(at(first, "tx_burst").value - 0.5) < 1e-9); // of 0.4 and 0.6
        QVERIFY(std::abs(at(first, "tx_idle").value - 0.4) < 1e-9);
        QVERIFY(std::abs(at(first, "tx_consumption").value - 500) < 1e-6);
        QVERIFY(std::abs(at(first, "rx_burst").value - 0.5) < 1e-9);
        QCOMPARE(at(first, "tx_burst").count, 12.0);
        QVERIFY(!at(first, "gpu_idle").isKnown());
        QVERIFY(!at(found.samples[1], "rx_burst").isKnown());
        QVERIFY(std::abs(first.provenance.sampling - 0.1) < 1e-9);
        QCOMPARE(first.setting.workers, 2.0);
        QVERIFY(first.setting.strategy == "RING_ALLREDUCE" || first.setting.strategy == "STAR");
    }

    /// Node 0 sends what node 1 receives: 40 ms at 100 Mbit/s in each step of 100 ms. The interface of node 0 sees it
    /// twice as fast, in half the time, because the emulated NIC is behind it.
    void labelsOfCaptures()
    {
        const auto records = makeRuns(pytorchText());
        const store::RunId run = records.front().id;
        constexpr std::int64_t begin = 1'790'000'000'000'000'000, step = 100'000'000;
        const auto capture = [&](const char* node, std::int64_t length) {
            capture::AddressBook book;
            analysis::TrafficPass pass({}, book);
            analysis::test::MadePackets made;
            for (std::int64_t i = 0; i < 12; ++i)
                for (std::int64_t packet = 0; packet < 500; ++packet)
                    made.tcp(begin + i * step + 20'000'000 + packet * length / 500, 0x0a4d0001, 5000, 0x0a4d0002, 6000,
                             946);
            pass.add(made.packets);
            store::Artefact artefact;
            artefact.node = node;
            artefact.direction = "both";
            artefact.summary = analysis::encodeSummary(pass.finish());
            return artefact;
        };
        QVERIFY(bool(m_database->execute("DELETE FROM series"))); // steps of the made run
        const SystemClock clock;
        const store::Snapshot network{{}, R"({"nodes": [{"name": "node0", "address": "10.77.0.1"},
                                                        {"name": "node1", "address": "10.77.0.2"}]})"};
        QVERIFY(bool(store::RunRepository(*m_database, clock).saveSnapshots(run, std::span(&network, 1))));
        std::vector<store::Artefact> captures = {capture("node0", 20'000'000), capture("node1", 40'000'000)};
        QVERIFY(bool(store::ArtefactRepository(*m_database).save(run, captures)));
        std::vector<analysis::Series> series;
        for (int rank = 0; rank < 2; ++rank)
            for (const auto& [kind, value] :
                 {std::pair(store::series::stepTime, 0.1), {store::series::stepCompute, 0.05}}) {
                series.push_back({std::string(kind.name), store::rankSubject(rank), "s", {}, {}});
                for (std::int64_t i = 1; i <= 12; ++i) {
                    series.back().times.push_back(begin + i * step);
                    series.back().values.push_back(value);
                }
            }
        addSeries(run, series);
        const UsageSamples found = need(readUsageSamples(*m_database, {}));
        QCOMPARE(found.fromCaptures, std::size_t(1));
        QCOMPARE(found.samples.size(), std::size_t(1));
        const predict::Sample& sample = found.samples.front();
        for (const char* direction : {"tx", "rx"}) {
            const auto at = [&](const char* quantity) {
                return sample.labels[*predict::findMetric(std::string(direction) + quantity)];
            };
            QVERIFY(std::abs(at("_burst").value - 0.04) < 1e-9);
            QVERIFY(std::abs(at("_idle").value - 0.06) < 1e-9);
            QVERIFY(std::abs(at("_consumption").value - 100) < 1e-6);
            QCOMPARE(at("_burst").count, 11.0);
        }
        QCOMPARE(sample.provenance.sampling, 0.01);
        QVERIFY(std::abs(sample.setting.flopsPerSecond - 3 * sample.setting.forwardFlops * 8 / 0.05) < 1);
        // A capture with lost packets says nothing, and there are no counters.
        captures.back().droppedByKernel = 1;
        QVERIFY(bool(store::ArtefactRepository(*m_database).save(run, captures)));
        const UsageSamples lost = need(readUsageSamples(*m_database, {}));
        QCOMPARE(lost.fromCaptures, std::size_t(0));
        QVERIFY(lost.samples.empty());
    }

    /// From the store to a prediction.
    void aPredictorOfAStore()
    {
        for (const store::RunRecord& run : makeRuns())
            addSeries(run.id, {wave(store::series::netSent.name.data(), "node0", 4 + run.position % 3, 3, 4e8)});
        const UsageSamples found = need(readUsageSamples(*m_database, {}));
        QCOMPARE(found.samples.size(), std::size_t(16));
        const auto predictor = need(predict::UsagePredictor::train(found.samples));
        const auto prediction = predictor.predict(found.samples.front().setting);
        const auto& burst = prediction.metrics[*predict::findMetric("tx_burst")];
        QVERIFY2(burst.isKnown, burst.reason.c_str());
        QVERIFY(burst.value > 0.35 && burst.value < 0.65);
        QVERIFY(!prediction.metrics[*predict::findMetric("rx_burst")].isKnown);
    }

    void crossTrafficIsLeftOut()
    {
        std::string text(projectText);
        const std::string factors = R"("factors": [)";
        text.insert(text.find(factors) + factors.size(), R"({"name": "cross_traffic", "levels": ["load"]}, )");
        text.replace(text.rfind('}'), 0,
                     R"(, "cross_traffic": [{"name": "load", "sources": ["node0"], "destinations": ["node1"],
                                            "rate": "1Mbit"}])");
        for (const store::RunRecord& run : makeRuns(text))
            addSeries(run.id, {wave(store::series::netSent.name.data(), "node0", 4, 3, 4e8)});
        const UsageSamples found = need(readUsageSamples(*m_database, {}));
        QCOMPARE(found.withCrossTraffic, found.runs);
        QVERIFY(found.runs > 0 && found.samples.empty());
    }

    void cancelled()
    {
        static_cast<void>(makeRuns());
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(readUsageSamples(*m_database, {}, {stop.get_token(), {}}).error().code == ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestUsageSamples)
#include "tst_usage_samples.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/need.h"

#include "core/base/file_io.h"
#include "core/report/campaign_data.h"
#include "core/run/calibration_runs.h"
#include "core/run/campaign.h"
#include "core/store/event_repository.h"
#include "core/store/metric_kinds.h"
#include "core/store/run_repository.h"
#include "core/store/series_kinds.h"
#include "core/store/series_repository.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace millrace;
using namespace millrace::run;

namespace {

/// Eight nodes of 1 Gbit/s, 2 ms apart; 1 000 000 gradients in one tensor.
constexpr std::string_view projectText = R"({
  "format": "millrace-project", "version": 1, "name": "small",
  "clusters": [{"name": "twin", "kind": "simulated", "nodes": 8, "nic_rate": "1Gbit", "links": [{"delay": "2ms"}]}],
  "workloads": [{"name": "job", "framework": "builtin", "model": "slp-mnist", "batch": 8, "steps": 5,
                 "compute_time": "10ms", "extras": {"--segment": "1GiB"}}],
  "grids": [{"name": "grid", "cluster": "twin", "workload": "job", "repetitions": 1,
             "factors": [{"name": "workers", "levels": [2, 8]}]}]
})";

using tests::need;

std::string replaced(std::string text, const std::string& what, const std::string& by)
{
    const std::size_t at = text.find(what);
    return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

} // namespace

class TestSimulatedRun final : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;
    std::optional<store::Database> m_database;

    Result<CampaignOutcome> execute(const std::string& text)
    {
        MR_TRY(file, project::ProjectFile::parse(text, m_folder->path() / "small.millrace"));
        MR_TRY(plan, planCampaign(file, {}));
        RunObserver nobody;
        return executeCampaign(plan, *m_database, {}, nobody, {});
    }

    /// Two workers, and a source of cross traffic to the second one.
    static std::string withTraffic(const std::string& how)
    {
        const std::string traffic = R"("cross_traffic": [{"name": "load", "sources": ["source"], "destinations": ["w1"],
            "phases": {"baseline": "2s", "loaded": "2s", "recovery": "1s"}, )"
            + how + R"(}], "grids")";
        std::string text = replaced(std::string(projectText), R"("nodes": 8)",
                                    R"("nodes": [{"name": "w0"}, {"name": "w1"}, {"name": "source", "slots": 0}])");
        text = replaced(text, R"("grids")", traffic);
        return replaced(text, R"({"name": "workers", "levels": [2, 8]})",
                        R"({"name": "cross_traffic", "levels": ["load"]})");
    }

private Q_SLOTS:
    void init()
    {
        m_folder.emplace(need(TemporaryFolder::make("mr-simulated-")));
        m_database.emplace(need(store::Database::create(m_folder->path() / "small.mrdb")));
    }

    /// 7 850 float32 values: a ring in equal shards, of which every message has a header of 16 bytes.
    void aRingTakesItsClosedForm()
    {
        const CampaignOutcome outcome = need(execute(std::string(projectText)));
        QCOMPARE(outcome.done, 2);
        const auto data = need(report::loadCampaign(*m_database, outcome.campaign));
        QCOMPARE(data.counted, std::size_t(2));
        for (const auto& row : data.rows) {
            QVERIFY(row.run.simulation.starts_with("model 6, not calibrated, error not known"));
            const double n = *row.run.factors.front().number;
            const double rate = 125e6 * 1448 / 1514 / (1 + 66.0 / (2 * 1448) * 1448 / 1514);
            const double hop = (std::ceil(7850 / n) * 4 + 16) / rate + 2e-3;
            const double expected = 2 * (n - 1) * hop;
            const double actual = report::metricOf(row, store::metrics::communicationMean.name);
            QVERIFY2(std::abs(actual - expected) < 2e-3 * expected, qPrintable(QString::number(actual, 'g', 9)));
            QVERIFY(std::abs(report::metricOf(row, store::metrics::stepMean.name) - actual - 10e-3) < 1e-6);
            QVERIFY(std::isnan(report::metricOf(row, store::metrics::workerCpu.name)));
            QVERIFY(std::isnan(report::metricOf(row, store::metrics::retransmittedBytes.name)));
        }
        QCOMPARE(QString::fromStdString(report::noteOnRuns(data)),
                 QStringLiteral("Simulated, not measured: model 6, not calibrated, error not known."));
    }

    /// Two machines at 0.5 $ a second each. Bytes that are not known cost what is not known.
    void whatTheStepsCost()
    {
        constexpr const char* machine =
            R"({"name": "a%", "provider": "P", "machine": "big", "nics": [{"rate": "1Gbit"}]})";
        std::string nodes;
        for (const char* name : {"a0", "a1"})
            nodes += (nodes.empty() ? "[" : ", ") + replaced(machine, "a%", name);
        for (const char* perGigabyte : {"0", "0.5"}) {
            init(); // or the campaign would be resumed
            const std::string prices = replaced(
                R"("prices": {"machines": [{"provider": "P", "machine": "big", "on_demand": 1800, "date": "2026-11-01",
                   "source": "offer"}], "traffic": [{"provider": "P", "per_gigabyte": x, "date": "2026-11-02", "source": "list"}]},
                   "grids")",
                "x", perGigabyte);
            std::string text = replaced(std::string(projectText), R"("nodes": 8)", R"("nodes": )" + nodes + "]");
            text = replaced(replaced(text, "[2, 8]", "[2]"), R"("grids")", prices);
            const CampaignOutcome outcome = need(execute(text));
            QCOMPARE(outcome.done, 1);
            const auto data = need(report::loadCampaign(*m_database, outcome.campaign));
            const auto& row = data.rows.front();
            const double cost = report::metricOf(row, store::metrics::trainingCost.name);
            if (std::string_view(perGigabyte) != "0") {
                QVERIFY(std::isnan(cost));
                continue;
            }
            const double seconds = 5 * report::metricOf(row, store::metrics::stepMean.name);
            QVERIFY2(std::abs(cost / seconds - 1) < 1e-9, qPrintable(QString::number(cost)));
            const SystemClock clock;
            const auto stored = need(store::RunRepository(*m_database, clock).metrics(row.run.id));
            QVERIFY(std::ranges::any_of(stored, [](const store::Metric& metric) {
                return metric.name == "training_cost" && metric.how.find("2026-11-01, offer") != std::string::npos;
            }));
        }
    }

    void theSeriesAreThoseOfAMeasuredRun()
    {
        const CampaignOutcome outcome = need(execute(std::string(projectText)));
        const auto data = need(report::loadCampaign(*m_database, outcome.campaign));
        store::SeriesRepository series(*m_database);
        int communication = 0, throughput = 0;
        for (const auto& each : need(series.list(data.rows.front().run.id))) {
            communication += each.name == store::series::stepCommunication.name;
            throughput += each.name == store::series::throughput.name && each.node.empty();
        }
        QVERIFY(communication >= 2);
        QCOMPARE(throughput, 1);
    }

    /// A thousand nodes: no list by pair, no series by rank.
    void aThousandNodes()
    {
        const std::string text =
            replaced(replaced(std::string(projectText), R"("nodes": 8)", R"("nodes": 1000)"), "[2, 8]", "[1000]");
        const CampaignOutcome outcome = need(execute(text));
        QCOMPARE(outcome.done, 1);
        const auto data = need(report::loadCampaign(*m_database, outcome.campaign));
        store::SeriesRepository series(*m_database);
        QCOMPARE(need(series.list(data.rows.front().run.id)).size(), std::size_t(1));
    }

    /// Where measured runs are among them, simulated ones count only if the filter asks for them.
    void measuredRunsDoNotMixWithSimulatedOnes()
    {
        const CampaignOutcome simulated = need(execute(std::string(projectText)));
        const SystemClock clock;
        store::RunRepository repository(*m_database, clock);
        store::CampaignRecord campaign;
        campaign.projectName = "small";
        campaign.gridName = "other";
        store::RunRecord run;
        run.cell = "0123456789abcdef";
        run.repetition = 1;
        run.position = 1;
        const store::CampaignId measured = need(repository.createCampaign(campaign, std::vector{run}));
        const store::RunId id = need(repository.runs(measured)).front().id;
        need(repository.claim(id));
        for (const auto state :
             {store::RunState::Running, store::RunState::Collecting, store::RunState::Analysing, store::RunState::Done})
            QVERIFY(repository.transition(id, state));
        store::ResultFilter filter;
        const auto both = need(report::loadRuns(*m_database, filter));
        QCOMPARE(both.counted, std::size_t(1));
        QCOMPARE(QString::fromStdString(report::noteOnRuns(both)), QStringLiteral("Left out: 2 simulated runs."));
        filter.conditions = need(store::parseConditions("origin=measured origin=simulated"));
        QCOMPARE(need(report::loadRuns(*m_database, filter)).counted, std::size_t(3));
        filter.conditions = need(store::parseConditions("origin=simulated"));
        const auto only = need(report::loadRuns(*m_database, filter));
        QCOMPARE(only.counted, std::size_t(2));
        QCOMPARE(only.campaign.id, simulated.campaign);
    }

    void aCalibrationIsReadAsItWasStored()
    {
        QVERIFY(!need(storedCalibration(*m_database)));
        const simulate::Calibration stored{.model = simulate::modelVersion,
                                           .made = "2026-11-28T15:17:02Z",
                                           .machine = "host, 2 processors, Linux 6.18.44",
                                           .efficiency = 1.00738,
                                           .messageSeconds = 1.6e-5,
                                           .hopSeconds = 1.2e-4,
                                           .processorBytesPerSecond = 1.8e9,
                                           .processorMessageBytes = 1234.5,
                                           .burstSeconds = 1.3e-3,
                                           .unfairness = 0.117,
                                           .receiveBuffer = 64 << 20,
                                           .cells = 35,
                                           .medianError = 0.0443,
                                           .highError = 0.147,
                                           .leastRate = 5e7,
                                           .mostRate = 1e10,
                                           .mostDelaySeconds = 4e-3,
                                           .mostLoss = 0.001,
                                           .mostRanks = 8,
                                           .strategies = "RING_ALLREDUCE PAIRWISE"};
        QVERIFY(saveCalibration(*m_database, stored).has_value());
        const auto read = need(storedCalibration(*m_database));
        QVERIFY(read.has_value());
        QCOMPARE(toJson(*read).dump(), toJson(stored).dump());
        QVERIFY(*read == stored);
    }

    /// The size of a connection's buffers is what is in flight at most: few windows of 64 KiB take their round trips.
    void buffersOfTheWorkload()
    {
        const auto stepWith = [&](const std::string& size) {
            init(); // or the campaign would be resumed
            std::string text = replaced(std::string(projectText), R"("--segment": "1GiB")",
                                        R"("--segment": "1GiB", "socket_buffer": "size")");
            text = replaced(text, "size", size);
            text = replaced(replaced(text, "[2, 8]", "[2]"), R"("delay": "2ms")", R"("delay": "40ms")");
            const CampaignOutcome outcome = need(execute(replaced(text, "slp-mnist", "vector/128")));
            const auto data = need(report::loadCampaign(*m_database, outcome.campaign));
            return report::metricOf(data.rows.front(), store::metrics::communicationMean.name);
        };
        // Half of 8 MiB, twice; 1.4 times 64 KiB in each round trip of 80 ms.
        const double expected = 2 * (4 << 20) / (1.4 * (64 << 10)) * 80e-3;
        const double small = stepWith("64KiB");
        QVERIFY2(std::abs(small / expected - 1) < 0.05, qPrintable(QString::number(small)));
        QVERIFY(stepWith("0") < 0.3);
    }

    /// The cells of a calibration for every number of nodes, some of them with loss.
    void theCellsOfACalibration()
    {
        for (int nodes = fewestCalibrationNodes; nodes <= mostCalibrationNodes; ++nodes) {
            const CampaignPlan plan = need(planCampaign(calibrationProject(nodes), {}, {}));
            int lossy = 0;
            for (const grid::PlannedRun& run : plan.schedule.runs)
                lossy += plan.expansion.cell(run.cell).find("loss")->text != "0%";
            QVERIFY(plan.schedule.runs.size() >= 30);
            QCOMPARE(lossy, 4);
            if (nodes == mostCalibrationNodes)
                QCOMPARE(plan.schedule.runs.size(), std::size_t(35));
        }
    }

    /// Lost packets make steps longer, in each repetition by another time; the whole again gives the same.
    void whatLossCosts()
    {
        std::string text = replaced(std::string(projectText), R"("delay": "2ms")", R"("delay": "2ms", "loss": "2%")");
        text = replaced(replaced(text, "[2, 8]", "[8]"), R"("repetitions": 1)", R"("repetitions": 3)");
        text = replaced(text, R"("steps": 5)", R"("steps": 40)");
        const auto means = [&] {
            init(); // or the campaign would be resumed
            const CampaignOutcome outcome = need(execute(text));
            const auto data = need(report::loadCampaign(*m_database, outcome.campaign));
            std::vector<double> found;
            for (const auto& row : data.rows)
                found.push_back(report::metricOf(row, store::metrics::communicationMean.name));
            return found;
        };
        const std::vector<double> first = means();
        QCOMPARE(first.size(), std::size_t(3));
        const double without = 14 * ((std::ceil(7850 / 8.0) * 4 + 16) / 120e6 + 2e-3);
        for (const double mean : first)
            QVERIFY2(mean > 1.1 * without && mean < 6 * without, qPrintable(QString::number(mean)));
        QVERIFY(first[0] != first[1] && first[1] != first[2]);
        QVERIFY(means() == first);
    }

    /// One sentence for what is not known, before anything starts.
    /// A ring of two; the second node also receives datagrams with 40 % of its rate. As long as the queue takes them
    /// up, its messages take 1.4 times as long, and after that there is 60 % of the rate: see rateForSlowdown().
    void crossTrafficHasItsPhases()
    {
        std::string text = withTraffic(R"("pattern": "stream", "transport": "udp", "rate": "400Mbit")");
        text = replaced(text, R"("steps": 5)", R"("steps": 100000)");
        text = replaced(text, "slp-mnist", "mobilenetv2");
        const CampaignOutcome outcome = need(execute(text));
        QCOMPARE(outcome.done, 1);
        const auto data = need(report::loadCampaign(*m_database, outcome.campaign));
        const auto& row = data.rows.front();
        const auto metric = [&row](const store::MetricKind& kind) { return report::metricOf(row, kind.name); };
        const double baseline = metric(store::metrics::baselineStepMedian);
        const double communication = metric(store::metrics::baselineCommunicationMean);
        const double part = communication / baseline;
        const double slowdown = metric(store::metrics::slowdown);
        QVERIFY2(slowdown > 1 + 0.9 * part * 0.4 && slowdown < 1 + part * (1 / 0.6 - 1),
                 qPrintable(QString::number(slowdown)));
        QVERIFY(std::abs(metric(store::metrics::recoveryStepMedian) / baseline - 1) < 0.02);
        QVERIFY(std::abs(metric(store::metrics::crossAchieved) / 4e8 - 1) < 0.03);
        QCOMPARE(metric(store::metrics::crossRequested), 4e8);
        QCOMPARE(metric(store::metrics::crossCapacity), 1e9);
        QCOMPARE(metric(store::metrics::crossFlows), 1.0);
        store::SeriesRepository series(*m_database);
        const auto acked = need(series.find(row.run.id, store::series::crossAcked.name, "source"));
        QVERIFY(acked.has_value());
        Issues issues;
        const auto values = need(series.read(acked->id, issues)).values;
        QCOMPARE(values.size(), std::size_t(20)); // 2 s
        QVERIFY(std::abs(values[10] / 4e8 - 1) < 0.03);
    }

    /// Steps that end before the phases do leave them unknown, and the run says so.
    void fewStepsEndBeforeThePhases()
    {
        const CampaignOutcome outcome = need(execute(withTraffic(R"("pattern": "stream", "streams": 2)")));
        QCOMPARE(outcome.done, 1);
        const auto data = need(report::loadCampaign(*m_database, outcome.campaign));
        QVERIFY(std::isnan(report::metricOf(data.rows.front(), store::metrics::slowdown.name)));
        const auto page = need(store::EventRepository(*m_database).events(data.rows.front().run.id));
        QVERIFY(std::ranges::any_of(page.events, [](const auto& event) {
            return event.text
                == "the workload ended in an unfinished baseline; increase its steps, or shorten the phases";
        }));
    }

    void whatIsNotKnownIsRefused_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("by");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("jitter") << R"("delay": "2ms")"
                                << R"("delay": "2ms", "jitter": "1ms")"
                                << "what jitter costs is not known; set \"jitter\" of the links to 0";
        QTest::newRow("framework") << R"("framework": "builtin", "model": "slp-mnist")"
                                   << R"("framework": "pytorch-ddp", "model": "resnet50")"
                                   << "only the frameworks builtin and operations can be simulated, not pytorch-ddp";
        QTest::newRow("failures") << R"("steps": 5)"
                                  << R"x("steps": 5, "failures": "kill(at=1s)")x"
                                  << "failures of workers are not simulated; leave \"failures\" out";
        QTest::newRow("slow-down") << QString(projectText.data()) // all of it
                                   << QString::fromStdString(
                                          withTraffic(R"("pattern": "stream", "transport": "udp", "slowdown": 0.1)"))
                                   << "the rate of cross traffic \"load\" is chosen while it runs, from its effect, "
                                      "which is not simulated; set \"rate\" instead of \"slowdown\"";
    }
    void whatIsNotKnownIsRefused()
    {
        QFETCH(const QString, what);
        QFETCH(const QString, by);
        QFETCH(const QString, sentence);
        std::string text = replaced(std::string(projectText), what.toStdString(), by.toStdString());
        text = replaced(text, R"(, "extras": {"--segment": "1GiB"})", "");
        const auto result = execute(text);
        QVERIFY(!result);
        QVERIFY2(QString::fromStdString(result.error().text()).contains(sentence), result.error().text().c_str());
    }
};

QTEST_GUILESS_MAIN(TestSimulatedRun)
#include "tst_simulated_run.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/studies/multi_cloud/study.h"
#include "core/studies/multi_cloud/training.h"
#include "core/studies/study.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>

using namespace millrace;
using namespace millrace::studies;
using namespace millrace::studies::multi_cloud;

namespace {

std::filesystem::path studyData()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    const std::filesystem::path folder = data.empty()
        ? std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data"
        : std::filesystem::path(data);
    return folder / "multi-cloud";
}

/// A run of the multi-cloud study with its expected values.
struct Golden
{
    const char* run;
    const char* experiment;
    double rate;
    double granularity;
    double averaging;
    double local;
};
constexpr Golden goldens[] = {
    {"hivemind-81", "A-2", 70.15, 39.73, 6.59, 71.1},     {"hivemind-82", "A-2", 211.44, 6.86, 13.77, 232.5},
    {"hivemind-354", "A-3", 102.58, 21.23, 8.4, 105.3},   {"hivemind-356", "A-3", 296.69, 3.89, 16.2, 348.5},
    {"hivemind-77", "A-4", 140.4, 14.48, 8.85, 145.5},    {"hivemind-78", "A-4", 378.85, 2.74, 17.14, 470.4},
    {"hivemind-114", "A-6", 200.08, 8.31, 10.57, 213.4},  {"hivemind-115", "A-6", 500.18, 1.66, 18.86, 703.3},
    {"hivemind-79", "A-8", 261.86, 5.39, 12.09, 288.4},   {"hivemind-80", "A-8", 575.09, 1.15, 20.83, 923.3},
    {"hivemind-92", "C-8", 244.3, 3.33, 19.8, 286.0},     {"hivemind-93", "C-8", 340.67, 0.4, 59.05, 926.5},
    {"hivemind-113", "D-2", 141.5, 14.25, 8.93, 146.8},   {"hivemind-112", "D-2", 373.07, 2.54, 18.13, 473.2},
    {"hivemind-117", "D-3", 139.97, 12.72, 10.08, 146.2}, {"hivemind-118", "D-3", 369.03, 1.99, 22.26, 497.0},
    {"hivemind-96", "E-A-8", 316.84, 3.24, 15.63, 370.5}, {"hivemind-97", "E-A-8", 556.73, 0.66, 29.27, 1153.6},
};

} // namespace

class TestMultiCloudValues : public QObject
{
    Q_OBJECT

    std::unique_ptr<StudySource> m_source;
    std::map<std::string, ImportedRun> m_runs;

    const ImportedRun& run(const std::string& name)
    {
        static const ImportedRun none;
        if (!m_runs.contains(name)) {
            const auto entry = std::ranges::find(m_source->entries(), name, &StudySource::Entry::name);
            if (entry == m_source->entries().end())
                return none;
            auto result = m_source->read(static_cast<std::size_t>(entry - m_source->entries().begin()), {}, {});
            if (result)
                m_runs[name] = *std::move(result);
        }
        return m_runs[name];
    }
    double metric(const std::string& name, std::string_view wanted, std::string_view subject = {})
    {
        for (const store::Metric& metric : run(name).metrics)
            if (metric.name == wanted && metric.subject == subject)
                return metric.value;
        return std::nan("");
    }
    static std::string level(const ImportedRun& run, std::string_view name)
    {
        const auto found = std::ranges::find(run.factors, name, &store::Factor::name);
        return found == run.factors.end() ? std::string() : found->level;
    }
    /// Equal to the digits that are given: at most half of the last one off.
    static bool equal(double found, double wanted, int digits)
    {
        const bool good = std::abs(found - wanted) <= 0.5001 * std::pow(10, -digits) * (1 + 1e-9);
        if (!good)
            qWarning("found %.6f instead of %.*f", found, digits, wanted);
        return good;
    }

private Q_SLOTS:
    void init()
    {
        if (!std::filesystem::exists(studyData() / "wandb"))
            QSKIP("the data of the multi-cloud study are not here");
        if (!m_source) {
            auto source = openMultiCloud(studyData(), {}, {});
            QVERIFY(source);
            m_source = *std::move(source);
        }
    }

    void publishedValues_data()
    {
        QTest::addColumn<int>("row");
        for (int i = 0; i < static_cast<int>(std::size(goldens)); ++i)
            QTest::newRow(goldens[i].run) << i;
    }
    void publishedValues()
    {
        QFETCH(int, row);
        const Golden& golden = goldens[row];
        QCOMPARE(level(run(golden.run), "experiment"), std::string(golden.experiment));
        QVERIFY(equal(metric(golden.run, "throughput_published"), golden.rate, 2));
        QVERIFY(equal(metric(golden.run, "granularity_published"), golden.granularity, 2));
        QVERIFY(equal(metric(golden.run, "averaging_time_published"), golden.averaging, 2));
        QVERIFY(equal(metric(golden.run, "local_rate_published"), golden.local, 1));
        const double whole = metric(golden.run, "throughput");
        QVERIFY(std::abs(whole - golden.rate) < 0.02 * golden.rate);
    }

    void baselines()
    {
        QVERIFY(equal(metric("baseline-75", "throughput_published"), 80.778, 3));
        QCOMPARE(metric("baseline-75", "steps"), 342.0);
        QCOMPARE(metric("baseline-75", "samples"), 10944.0);
        QVERIFY(equal(metric("baseline-76", "throughput_published"), 208.76, 2));
        QVERIFY(equal(metric("baseline-94", "throughput_published"), 194.83, 2));
        QVERIFY(equal(metric("baseline-95", "throughput_published"), 431.83, 2));
        QVERIFY(equal(metric("baseline-163", "throughput_published"), 1462.2, 1));
        QCOMPARE(metric("baseline-163", "steps"), 9059.0);
        QCOMPARE(metric("baseline-163", "samples"), 289270.0);
        // By the clock.
        QVERIFY(equal(metric("baseline-75", "throughput"), 37.0, 1));
        QVERIFY(equal(metric("baseline-76", "throughput"), 139.6, 1));
        QVERIFY(equal(metric("baseline-94", "throughput"), 86.8, 1));
        QVERIFY(equal(metric("baseline-95", "throughput"), 87424.0 / 298, 6)); // the table says 294
        QVERIFY(equal(metric("baseline-163", "throughput"), 974, 0));
        // The table has 0.86 including the first step, which is before the interval that the timers cover.
        QVERIFY(std::abs(metric("baseline-163", "timer_coverage") - 0.86) < 0.015);
        QVERIFY(metric("baseline-75", "timer_coverage") < 0.5);
        QCOMPARE(level(run("baseline-75"), "kind"), std::string("baseline"));
    }

    void speedups()
    {
        const auto speedup = [&](const char* of, const char* to, const char* name) {
            return metric(of, name) / metric(to, name);
        };
        QVERIFY(equal(speedup("hivemind-79", "baseline-75", "throughput_published"), 3.24, 2));
        QVERIFY(equal(speedup("hivemind-80", "baseline-76", "throughput_published"), 2.75, 2));
        QVERIFY(equal(speedup("hivemind-92", "baseline-75", "throughput_published"), 3.02, 2));
        QVERIFY(equal(speedup("hivemind-96", "baseline-94", "throughput_published"), 1.63, 2));
        QVERIFY(equal(speedup("hivemind-97", "baseline-95", "throughput_published"), 1.29, 2));
        // By the clock, to two digits: the epochs' own rates are rounded.
        QVERIFY(equal(speedup("hivemind-79", "baseline-75", "throughput"), 7.1, 1));
        QVERIFY(equal(speedup("hivemind-80", "baseline-76", "throughput"), 4.1, 1));
        QVERIFY(equal(speedup("hivemind-92", "baseline-75", "throughput"), 6.6, 1));
    }

    void granularityByTheClock()
    {
        QVERIFY(equal(metric("hivemind-79", "granularity"), 9.4, 1));
        QVERIFY(equal(metric("hivemind-80", "granularity"), 1.74, 2));
        QVERIFY(equal(metric("hivemind-93", "granularity"), 0.64, 2));
        QVERIFY(equal(metric("hivemind-81", "granularity"), 70, 0));
    }

    void trafficOfAPeer() // golden values
    {
        const double gigabyte = 1.024e9;
        QVERIFY(equal(metric("hivemind-78", "sent_published", "gc-t4-1") / gigabyte, 4.964494, 6));
        QVERIFY(equal(metric("hivemind-78", "received_published", "gc-t4-1") / gigabyte, 5.678446, 6));
        QVERIFY(equal(metric("hivemind-78", "loading_published", "gc-t4-1") / gigabyte, 0.741138, 6));
        QCOMPARE(metric("hivemind-78", "runtime", "gc-t4-1"), 354.0);
        QCOMPARE(metric("hivemind-78", "system_rows", "gc-t4-1"), 352.0);
        QVERIFY(equal(metric("hivemind-93", "sent_published", "gc-t4-1") / gigabyte, 5.807738, 6));
        QVERIFY(equal(metric("hivemind-93", "received_published", "gc-t4-1") / gigabyte, 6.290262, 6));
        QVERIFY(equal(metric("hivemind-93", "loading_published", "gc-t4-1") / gigabyte, 0.507067, 6));
        QCOMPARE(metric("hivemind-93", "runtime", "gc-t4-1"), 413.0);
        QVERIFY(equal(metric("hivemind-382", "sent_published", "gc-t4-7") / gigabyte, 4.195116, 6));
        QVERIFY(equal(metric("hivemind-382", "received_published", "gc-t4-7") / gigabyte, 5.151133, 6));
        QVERIFY(equal(metric("hivemind-382", "loading_published", "gc-t4-7") / gigabyte, 0.983637, 6));
        QCOMPARE(metric("hivemind-382", "runtime", "gc-t4-7"), 224.0);
        QVERIFY(equal(metric("hivemind-92", "peak_sent_published", "gc-t4-1") / 1e6, 678, 0));
        // Mean GB of the peers ÷ their mean runtime, GB/h.
        const auto hourly = [&](const char* name) {
            return metric(name, "sent_published") / gigabyte / metric(name, "runtime") * 3600;
        };
        QVERIFY(equal(hourly("hivemind-79"), 18.44, 2));
        QVERIFY(equal(hourly("hivemind-80"), 96.86, 2));
    }

    void roundsAndEpochs()
    {
        std::vector<std::pair<int, double>> rounds;
        for (const store::Event& event : run("hivemind-78").events)
            if (event.kind == "averaging-round" && event.node == "gc-t4-1") {
                const Json json = Json::parse(event.json);
                rounds.emplace_back(json["row"].get<int>(), std::round(json["seconds"].get<double>() * 10) / 10);
                QCOMPARE(json["line"].get<int>(), json["row"].get<int>() + 2);
            }
        QCOMPARE(rounds, (std::vector<std::pair<int, double>>{{450, 17.0}, {793, 17.2}, {1136, 17.0}}));
        std::vector<double> rates;
        for (const store::Event& event : run("hivemind-77").events)
            if (event.kind == "epoch")
                rates.push_back(Json::parse(event.json)["rate"].get<double>());
        QCOMPARE(rates.size(), std::size_t(3));
        QVERIFY(equal(rates[0], 137.0078, 4));
        QVERIFY(equal(rates[1], 140.4491, 4));
        QVERIFY(equal(rates[2], 140.3487, 4));
        const auto monitor =
            std::ranges::find(run("hivemind-77").files, "hivemind-77-vm-monitor.csv", &SourceFile::path);
        QVERIFY(monitor != run("hivemind-77").files.end());
        QCOMPARE(monitor->rows, std::uint64_t(664));
    }

    void costs() // claims 26 to 30 and 32
    {
        const auto cost = [&](const char* name, const char* part, const char* provider) {
            return metric(name, std::string(part) + "_published", provider);
        };
        QVERIFY(equal(cost("hivemind-77", "cost_loading", "GC"), 0.14369, 5));
        QVERIFY(equal(cost("hivemind-78", "cost_loading", "GC"), 0.08288, 5));
        QVERIFY(equal(cost("hivemind-77", "cost_internal", "GC"), 0.02886, 5));
        QVERIFY(equal(cost("hivemind-77", "cost_external", "GC"), 0.05771, 5));
        QVERIFY(equal(cost("hivemind-77", "cost_external", "Azure"), 0.11543, 5));
        QVERIFY(equal(cost("hivemind-78", "cost_internal", "GC"), 0.19064, 5));
        QVERIFY(equal(cost("hivemind-78", "cost_external", "AWS"), 0.38128, 5));
        QVERIFY(equal(cost("hivemind-78", "cost_external", "Azure"), 0.76256, 5));
        QVERIFY(equal(cost("hivemind-92", "cost_external", "GC"), 1.1809, 4));
        QVERIFY(equal(cost("hivemind-93", "cost_external", "GC"), 4.3293, 4));
        QVERIFY(equal(cost("hivemind-92", "cost_external", "AWS"), 0.2054, 4));
        QVERIFY(equal(cost("hivemind-93", "cost_external", "AWS"), 0.7529, 4));
        QVERIFY(equal(cost("hivemind-92", "cost_external", "Azure"), 0.5134, 4));
        QVERIFY(equal(cost("hivemind-93", "cost_external", "Azure"), 1.8823, 4));
        QVERIFY(equal(cost("hivemind-92", "cost_loading", "GC"), 0.1227, 4));
        QVERIFY(equal(cost("hivemind-93", "cost_loading", "GC"), 0.0415, 4));
        QVERIFY(equal(cost("hivemind-92", "cost_internal", "GC"), 0.0685, 4));
        QVERIFY(equal(cost("hivemind-93", "cost_internal", "GC"), 0.2510, 4));
        QVERIFY(equal(cost("hivemind-93", "cost_total", "GC"), 4.804, 3));
        QVERIFY(std::abs(cost("hivemind-93", "cost_total", "AWS") - 1.376) <= 0.001);
        QVERIFY(equal(cost("hivemind-93", "cost_total", "Azure"), 2.101, 3));
        QVERIFY(equal(cost("hivemind-77", "cost_total", "GC"), 0.410, 3));
        QVERIFY(equal(cost("hivemind-77", "cost_total", "AWS"), 0.625, 3));
        QVERIFY(equal(cost("hivemind-77", "cost_total", "Azure"), 0.393, 3));
        QVERIFY(equal(cost("hivemind-78", "cost_total", "GC"), 0.835, 3));
        QVERIFY(equal(cost("hivemind-78", "cost_total", "AWS"), 1.050, 3));
        QVERIFY(equal(cost("hivemind-78", "cost_total", "Azure"), 0.979, 3));
        QVERIFY(equal(metric("hivemind-79", "cost_per_million_published", "GC"), 1.773, 3));
        QVERIFY(equal(metric("hivemind-80", "cost_per_million_published", "GC"), 1.434, 3));
        QVERIFY(equal(metric("baseline-75", "cost_per_million_published", "GC"), 0.619, 3));
        QVERIFY(equal(metric("hivemind-382", "cost_internal_published", "GC"), 0.6345, 4));
    }

    void costsByOwnTraffic()
    {
        // Its GB are of 1.024e9 B.
        QVERIFY(std::abs(metric("hivemind-79", "cost_internal", "GC") / 1.024 / 0.184 - 1) < 0.03);
        QVERIFY(std::abs(metric("hivemind-80", "cost_internal", "GC") / 1.024 / 0.969 - 1) < 0.03);
        const double external =
            metric("hivemind-93", "cost_internal", "GC") + metric("hivemind-93", "cost_external", "GC");
        QVERIFY(external > 5.5 && external < 7);
        QVERIFY(metric("hivemind-79", "cost_per_million", "GC") > 2.5);
    }

    void whatCannotBe()
    {
        QVERIFY(equal(metric("baseline-76", "implied_flops") / 1e12, 359, 0));
        QCOMPARE(metric("baseline-76", "flops_peak"), 65e12);
        QVERIFY(metric("baseline-75", "implied_flops") < 65e12);
        for (const char* host : {"azure-t4-1", "azure-t4-2"}) {
            QVERIFY(metric("hivemind-117", "interface_factor", host) > 1.9);
            QVERIFY(equal(metric("hivemind-117", "sent_published", host) / 1.024e9, 3.6, 1));
        }
        for (const char* host : {"gc-t4-1", "gc-t4-2"}) {
            const double factor = metric("hivemind-117", "interface_factor", host);
            QVERIFY(factor > 0.98 && factor < 1.2);
        }
    }

    void roundsOfAllPeersAreEqual()
    {
        for (const Golden& golden : goldens)
            for (const store::Metric& metric : run(golden.run).metrics)
                if (metric.name == "rounds" && metric.value != 3)
                    QFAIL(qPrintable(QString("%1 %2: %3").arg(golden.run, metric.subject.c_str()).arg(metric.value)));
    }

    void peersAreHosts()
    {
        int known = 0;
        std::map<std::string, int> named;
        for (const store::Event& event : run("hivemind-96").events)
            if (event.kind == "peer" && !event.node.empty()) {
                ++known;
                QCOMPARE(++named[event.node], 1); // no host is two peers
                QVERIFY(Json::parse(event.json)["sure"].get<double>() >= 0.2);
            }
        QVERIFY(known > 0);
    }
};

QTEST_APPLESS_MAIN(TestMultiCloudValues)
#include "tst_multi_cloud_values.moc"

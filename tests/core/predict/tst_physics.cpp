// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/physics.h"
#include "core/predict/pooled_features.h"
#include "core/predict/setting_inputs.h"
#include "tests/core/predict/made_samples.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::predict;
using namespace millrace::predict::test;

namespace {

Setting ring()
{
    Setting setting = madeSetting(3, 4, 1e9, 32);
    setting.parameters = 1e6;
    return setting;
}

bool isNear(double value, double expected, double tolerance = 1e-9)
{
    return std::abs(value - expected) <= tolerance * std::abs(expected);
}

} // namespace

class TestPhysics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void traffic_data()
    {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<double>("workers");
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("most");
        // In vectors: what a worker sends on average, and what the most loaded machine sends or receives.
        QTest::newRow("none") << "" << 4.0 << 1.5 << 1.5;
        QTest::newRow("ring") << "RING_ALLREDUCE" << 4.0 << 1.5 << 1.5;
        QTest::newRow("ring, 16") << "RING_ALLREDUCE" << 16.0 << 1.875 << 1.875;
        QTest::newRow("ring, 1000") << "RING_ALLREDUCE" << 1000.0 << 1.998 << 1.998;
        QTest::newRow("pairwise") << "PAIRWISE" << 8.0 << 1.75 << 1.75;
        QTest::newRow("star") << "STAR" << 4.0 << 1.5 << 3.0;
        QTest::newRow("one worker") << "RING_ALLREDUCE" << 1.0 << 0.0 << 0.0;
        QTest::newRow("servers") << "PARAMETER_SERVER" << 4.0 << 1.0 << 2.0;
    }

    void traffic()
    {
        QFETCH(QString, strategy);
        QFETCH(double, workers);
        QFETCH(double, mean);
        QFETCH(double, most);
        Setting setting = ring();
        setting.strategy = strategy.toStdString();
        setting.workers = workers;
        setting.parameterServers = 2;
        const auto traffic = stepTraffic(setting);
        QVERIFY2(traffic.has_value(), traffic ? "" : traffic.error().text().c_str());
        QVERIFY2(isNear(traffic->sent, 4e6 * mean, 1e-4), qPrintable(QString::number(traffic->sent)));
        QVERIFY(isNear(traffic->received, 4e6 * mean, 1e-4));
        QVERIFY2(isNear(traffic->mostLoaded, 4e6 * most, 1e-4), qPrintable(QString::number(traffic->mostLoaded)));
        // Twice the bytes of a parameter, or 1000 times the parameters: as much traffic more.
        setting.bytesPerParameter = 8;
        QVERIFY(isNear(stepTraffic(setting)->sent, 8e6 * mean, 1e-4));
        setting.parameters = 1e9;
        QVERIFY(isNear(stepTraffic(setting)->sent, 8e9 * mean, 1e-3));
    }

    void unknownFacts()
    {
        Setting setting = ring();
        setting.strategy = "RINGS";
        QVERIFY(stepTraffic(setting).error().code == ErrorCode::InvalidInput);
        setting = ring();
        setting.parameters = 0;
        QVERIFY(std::isnan(stepTraffic(setting)->sent));
        setting = ring();
        setting.bitsPerSecond = 0;
        const auto bounds = boundsOf(setting, *stepTraffic(setting));
        QVERIFY(std::isnan(bounds[*findMetric("rx_consumption")].value));
        QVERIFY(std::isnan(bounds[*findMetric("rx_burst")].value));
        QCOMPARE(bounds[*findMetric("gpu_consumption")].value, 100.0);
        setting = ring();
        setting.flopsPerSecond = 0;
        const StepFloor floor = stepFloor(setting, *stepTraffic(setting));
        QVERIFY(std::isnan(floor.computing));
        QCOMPARE(floor.seconds(), floor.communication);
    }

    /// 4 MB on 4 workers at 1 Gbit/s: 6 MB in 48 ms. 3 · 8.2e9 · 32 operations at 10e12 in a second: 78.7 ms.
    void bounds()
    {
        const Setting setting = ring();
        const auto traffic = stepTraffic(setting);
        const auto bounds = boundsOf(setting, *traffic);
        const auto at = [&bounds](const char* id) { return bounds[*findMetric(id)]; };
        QVERIFY(isNear(at("rx_burst").value, 0.048, 1e-4));
        QVERIFY(at("rx_burst").kind == BoundKind::Least);
        QVERIFY(isNear(at("tx_consumption").value, 1000));
        QVERIFY(at("tx_consumption").kind == BoundKind::Most);
        QVERIFY(isNear(at("gpu_burst").value, 3 * 8.2e9 * 32 / 10e12));
        QVERIFY(isNear(at("tx_idle").value, 3 * 8.2e9 * 32 / 10e12));
        QVERIFY(at("tx_idle").kind == BoundKind::Scale);
        // The device waits for the network; without its rate, the network's wait is only known to grow with that.
        QVERIFY(isNear(at("gpu_idle").value, 0.048, 1e-4));
        Setting unknownDevice = setting;
        unknownDevice.flopsPerSecond = 0;
        QVERIFY(isNear(boundsOf(unknownDevice, *traffic)[*findMetric("tx_idle")].value, 0.048, 1e-4));
        QVERIFY(isNear(at("gpu_memory_consumption").value, 100));
    }

    void inputs()
    {
        std::vector<Setting> settings;
        for (const Sample& sample : madeSamples(40, 0, 3))
            settings.push_back(sample.setting);
        const SettingInputs inputs = SettingInputs::choose(settings);
        const auto names = [&inputs] {
            std::vector<std::string> list;
            for (const Input& each : inputs.inputs())
                list.push_back(each.name);
            return list;
        }();
        QVERIFY(std::ranges::find(names, "log workers") != names.end());
        QVERIFY(std::ranges::find(names, "strategy RING_ALLREDUCE") != names.end());
        QVERIFY(std::ranges::find(names, "log memory_bytes") == names.end()); // no sample has it
        QVERIFY(std::ranges::find(names, pooledFeatureNames()[0]) == names.end());
        for (const Setting& setting : settings) {
            QVERIFY(inputs.outside(setting).empty());
            for (const double value : inputs.row(setting))
                QVERIFY(std::isfinite(value));
        }
        const auto read = SettingInputs::parse(Json::parse(inputs.toJson().dump()));
        QVERIFY(read.has_value());
        QVERIFY(read->inputs() == inputs.inputs());
        QCOMPARE(read->models(), inputs.models());
        QVERIFY(!SettingInputs::parse(Json::object()).has_value());
    }

    void outside_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("reason");
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("a bit more") << "17 workers"
                                    << "";
        QTest::newRow("many workers") << "64 workers"
                                      << "workers 64 is outside of what was measured, 2 to 16";
        QTest::newRow("fast line") << "100 Gbit/s"
                                   << "rate 1e+11 is outside of what was measured, 1e+08 to 1e+10";
        QTest::newRow("large model") << "1e9 parameters"
                                     << "parameters 1e+09 is outside";
        QTest::newRow("no batch") << "no batch"
                                  << "batch is missing, and all samples have it";
        QTest::newRow("other strategy") << "STAR"
                                        << "strategy STAR was never measured";
    }

    /// A graph whose features are mostly outside of those of the samples is not one of them.
    void graphs()
    {
        std::vector<Setting> settings;
        for (const Sample& sample : madeSamples(50, 0, 3)) {
            settings.push_back(sample.setting);
            for (std::size_t i = 0; i < pooledFeatureCount; ++i)
                settings.back().graph.push_back(static_cast<double>(i + settings.size() % 7));
        }
        const SettingInputs inputs = SettingInputs::choose(settings);
        Setting setting = settings[5];
        QVERIFY(inputs.outside(setting).empty());
        for (std::size_t i = 0; i < 9; ++i)
            setting.graph[i] = 100;
        QVERIFY(inputs.outside(setting).empty()); // a third
        setting.graph[9] = 100;
        QCOMPARE(inputs.outside(setting).size(), std::size_t(1));
        QVERIFY(inputs.outside(setting).front().find("10 of its 27 features") != std::string::npos);
        setting.graph.clear();
        QCOMPARE(inputs.outside(setting).front(), std::string("the graph is missing, and all samples have it"));
        // Where one sample has no graph, none is read.
        settings[3].graph.clear();
        QVERIFY(SettingInputs::choose(settings).outside(setting).empty());
    }

    void outside()
    {
        QFETCH(QString, change);
        QFETCH(QString, reason);
        std::vector<Setting> settings;
        for (const Sample& sample : madeSamples(200, 0, 3))
            settings.push_back(sample.setting);
        Setting setting = madeSetting(3, 4, 1e9, 32);
        if (change == "17 workers")
            setting.workers = 17;
        else if (change == "64 workers")
            setting.workers = 64;
        else if (change == "100 Gbit/s")
            setting.bitsPerSecond = 1e11;
        else if (change == "1e9 parameters")
            setting.parameters = 1e9;
        else if (change == "no batch")
            setting.batch = 0;
        else if (change == "STAR")
            setting.strategy = "STAR";
        const auto reasons = SettingInputs::choose(settings).outside(setting);
        QCOMPARE(reasons.empty(), reason.isEmpty());
        if (!reasons.empty())
            QVERIFY2(QString::fromStdString(reasons.front()).startsWith(reason), reasons.front().c_str());
    }
};

QTEST_APPLESS_MAIN(TestPhysics)
#include "tst_physics.moc"

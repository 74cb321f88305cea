// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/parts.h"
#include "core/project/effective.h"

#include "core/project/project_file.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::project;
using namespace std::chrono_literals;

namespace {

const char* const text = R"({"format":"millrace-project","version":1,"name":"t",
"clusters":[
 {"name":"two sites","nodes":[{"name":"a","zone":"west","slots":2},{"name":"b","zone":"west"},{"name":"c","zone":"east","slots":3}],
  "links":[{"delay":"1ms","rate":"1Gbit"},{"from":"west","to":"east","delay":"20ms","loss":"1%"},{"from":"a","to":"c","queue":"64KiB"}],
  "bottleneck":{"from":"west","to":"east","rate":"100Mbit"}},
 {"name":"bare","nodes":2}],
"workloads":[{"name":"w","model":"bert","batch":8,"compute_time":"5ms"},
 {"name":"script","framework":"horovod","backend":"mpi","strategy":"RING","command":["x"]}],
"cross_traffic":[{"name":"burst","pattern":"burst","rate":"10Mbit","sources":["c"],"destinations":["a"]},
 {"name":"from d","pattern":"stream","sources":["d"],"destinations":["a"]}],
"grids":[]})";

Project sample()
{
    auto file = ProjectFile::parse(text, "/tmp/t.millrace");
    return file->project;
}

using Levels = std::vector<std::pair<const char*, const char*>>;

Result<EffectiveSettings> effective(const char* cluster, const char* workload, const Levels& levels, bool own = false)
{
    grid::GridSpec grid;
    grid.cluster = cluster;
    grid.workload = workload;
    grid::Cell cell;
    for (const auto& [name, level] : levels) {
        const grid::KnownFactor* known = grid::findKnownFactor(name);
        const auto parsed = grid::parseLevel(known ? known->quantity : grid::Quantity::Text, level, name);
        grid.factors.push_back({name, {*parsed}, own && known == nullptr, "", {}});
        cell.levels.emplace_back(name, *parsed);
    }
    return effectiveSettings(sample(), grid, cell);
}

QString messageOf(const Result<EffectiveSettings>& settings)
{
    return settings ? QString("no error") : QString::fromStdString(settings.error().text());
}

} // namespace

class TestEffective : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutFactorsEverythingStays()
    {
        const auto settings = effective("two sites", "w", {});
        QVERIFY(settings->cluster == sample().clusters[0]);
        launch::Workload expected = sample().workloads[0];
        expected.backend = "tcp";
        expected.strategy = "RING_ALLREDUCE";
        QVERIFY(settings->workload == expected);
        QCOMPARE(settings->workers, 6);
        QVERIFY(!settings->traffic);
    }

    void linkFactorsOverrideThatFieldOfEveryLink()
    {
        const auto settings = effective("two sites", "w", {{"loss", "0.5%"}, {"delay", "3ms"}, {"jitter", "1ms"}});
        QCOMPARE(settings->cluster.links.size(), std::size_t(3));
        for (std::size_t i = 0; i < 3; ++i) {
            cluster::LinkSettings expected = sample().clusters[0].links[i].settings;
            expected.loss = 0.005;
            expected.delay = 3ms;
            expected.jitter = 1ms;
            QVERIFY(settings->cluster.links[i].settings == expected);
        }
        const auto nics = effective("two sites", "w", {{"nic_rate", "2Gbit"}});
        for (const cluster::Node& node : nics->cluster.nodes)
            QCOMPARE(node.nics.front().bitsPerSecond, 2e9);
        const auto others = effective("two sites", "w", {{"rate", "2Gbit"}, {"queue", "1MiB"}});
        QCOMPARE(*others->cluster.links[1].settings.bitsPerSecond, 2e9);
        QCOMPARE(*others->cluster.links[1].settings.queueBytes, std::uint64_t(1 << 20));
        QCOMPARE(*others->cluster.links[1].settings.delay, std::chrono::nanoseconds(20ms));
    }

    void whatAPathGets()
    {
        const auto settings = effective("two sites", "w", {{"loss", "2%"}});
        const auto& nodes = settings->cluster.nodes;
        const auto path = cluster::pathBetween(settings->cluster, nodes[0], nodes[2]);
        QCOMPARE(path.loss, 0.02);
        QCOMPARE(path.delay, std::chrono::nanoseconds(20ms));
        QCOMPARE(path.bitsPerSecond, 1e9);
        QCOMPARE(path.queueBytes, std::uint64_t(65536));
    }

    void aClusterWithoutLinksGetsOneForAllPairs()
    {
        const auto settings = effective("bare", "w", {{"loss", "1%"}, {"rate", "1Gbit"}});
        cluster::Link expected;
        expected.settings.loss = 0.01;
        expected.settings.bitsPerSecond = 1e9;
        QVERIFY(settings->cluster.links == std::vector<cluster::Link>{expected});
    }

    void workersAreTheFirstSlots_data()
    {
        QTest::addColumn<QString>("workers");
        QTest::addColumn<QString>("slots");
        QTest::addColumn<int>("links");
        QTest::addColumn<bool>("bottleneck");
        QTest::newRow("1") << "1"
                           << "a:1" << 1 << false;
        QTest::newRow("2") << "2"
                           << "a:2" << 1 << false;
        QTest::newRow("3") << "3"
                           << "a:2 b:1" << 1 << false;
        QTest::newRow("4") << "4"
                           << "a:2 b:1 c:1" << 3 << true;
        QTest::newRow("6") << "6"
                           << "a:2 b:1 c:3" << 3 << true;
    }
    void workersAreTheFirstSlots()
    {
        QFETCH(QString, workers);
        QFETCH(QString, slots);
        QFETCH(int, links);
        QFETCH(bool, bottleneck);
        const auto settings = effective("two sites", "w", {{"workers", qPrintable(workers)}});
        QStringList kept;
        for (const auto& node : settings->cluster.nodes)
            kept << QString("%1:%2").arg(QString::fromStdString(node.name)).arg(node.slots);
        QCOMPARE(kept.join(" "), slots);
        QCOMPARE(QString::number(settings->workers), workers);
        QCOMPARE(int(settings->cluster.links.size()), links);
        QCOMPARE(settings->cluster.bottleneck.has_value(), bottleneck);
        QVERIFY(!hasErrors(validate(settings->cluster)));
    }

    void clusterFactors()
    {
        const auto settings = effective("two sites", "w",
                                        {{"congestion_control", "bbr"},
                                         {"mode", "packet"},
                                         {"mtu", "9000"},
                                         {"bottleneck_rate", "50Mbit"},
                                         {"bottleneck_queue", "100KiB"},
                                         {"cross_traffic", "burst"}});
        QCOMPARE(QString::fromStdString(settings->cluster.congestionControl), QString("bbr"));
        QVERIFY(settings->cluster.mode == cluster::SwitchMode::Packet);
        QCOMPARE(settings->cluster.mtu, 9000);
        QCOMPARE(settings->cluster.bottleneck->bitsPerSecond, 5e7);
        QCOMPARE(settings->cluster.bottleneck->queueBytes, std::uint64_t(102400));
        QCOMPARE(settings->traffic->name, std::string("burst"));
    }

    void crossTrafficIsLookedUpAndChanged()
    {
        const auto loaded = effective("two sites", "w", {{"cross_traffic", "burst"}, {"cross_rate", "20Mbit"}});
        QVERIFY2(bool(loaded), qPrintable(messageOf(loaded)));
        QCOMPARE(loaded->traffic->bitsPerSecond, 2e7);
        // No load at all, whatever the pattern.
        const auto quiet = effective("two sites", "w", {{"cross_traffic", "burst"}, {"cross_rate", "0"}});
        QCOMPARE(quiet->traffic->bitsPerSecond, 0.0);
        QVERIFY(quiet->traffic->pattern != crosstraffic::Pattern::Burst);
        QVERIFY(!effective("two sites", "w", {{"cross_traffic", "none"}, {"cross_rate", "20Mbit"}})->traffic);
        QVERIFY(messageOf(effective("two sites", "w", {{"cross_traffic", "brust"}})).contains("brust"));
        QVERIFY(messageOf(effective("two sites", "w", {{"cross_traffic", "from d"}})).contains("\"d\""));
        // The node that sends is gone with the workers that are left out; one without slots stays.
        QVERIFY(
            messageOf(effective("two sites", "w", {{"cross_traffic", "burst"}, {"workers", "2"}})).contains("\"c\""));
        Project project = sample();
        project.clusters[0].nodes[2].slots = 0;
        grid::GridSpec grid;
        grid.cluster = "two sites";
        grid.workload = "w";
        grid::Cell cell;
        cell.levels = {{"workers", grid::numberLevel(grid::Quantity::Count, 2)},
                       {"cross_traffic", grid::textLevel("burst")}};
        const auto kept = effectiveSettings(project, grid, cell);
        QVERIFY2(bool(kept), qPrintable(messageOf(kept)));
        QCOMPARE(kept->workers, 2);
        QCOMPARE(kept->cluster.nodes.size(), std::size_t(2));
        QCOMPARE(kept->cluster.nodes[1].name, std::string("c"));
    }

    void workloadFactors()
    {
        const auto settings = effective("bare", "w",
                                        {{"model", "vgg16"},
                                         {"batch", "64"},
                                         {"strategy", "STAR"},
                                         {"optimizer", "sgd"},
                                         {"compute_jitter", "10%"},
                                         {"steps", "7"},
                                         {"warmup_steps", "3"},
                                         {"verify_every", "0"},
                                         {"deadline", "3s"},
                                         {"backend", "tcp"},
                                         {"device_flops", "1e12"}});
        launch::Workload expected = sample().workloads[0];
        expected.model = "vgg16";
        expected.batch = 64;
        expected.strategy = "STAR";
        expected.computeJitter = 0.1;
        expected.steps = 7;
        expected.warmupSteps = 3;
        expected.verifyEvery = 0;
        expected.deadline = 3s;
        expected.backend = "tcp";
        expected.deviceFlops = 1e12;
        expected.computeTime.reset();
        QVERIFY(settings->workload == expected);
        QCOMPARE(*effective("bare", "w", {{"compute_time", "7ms"}})->workload.computeTime,
                 std::chrono::nanoseconds(7ms));
    }

    void everyKnownFactorHasAnEffect()
    {
        const EffectiveSettings plain = *effective("two sites", "w", {});
        for (const grid::KnownFactor& factor : grid::knownFactors()) {
            const std::string name(factor.name);
            if (name == "cross_rate" || name == "cross_slowdown")
                continue; // of cross traffic only
            const char* level = name == "framework"           ? "command"
                : name == "workers"                           ? "3"
                : name == "mode"                              ? "packet"
                : name == "mtu"                               ? "900"
                : name == "cross_traffic"                     ? "burst"
                : factor.quantity == grid::Quantity::Text     ? "other"
                : factor.quantity == grid::Quantity::Count    ? "77"
                : factor.quantity == grid::Quantity::Fraction ? "7%"
                : factor.quantity == grid::Quantity::Duration ? "77ms"
                : factor.quantity == grid::Quantity::Rate     ? "77Mbit"
                : factor.quantity == grid::Quantity::Size     ? "77KiB"
                                                              : "77";
            const auto settings = effective("two sites", "w", {{name.c_str(), level}});
            QVERIFY2(settings.has_value(), qPrintable(messageOf(settings)));
            QVERIFY2(!(*settings == plain), name.c_str());
        }
    }

    void anotherFrameworkStartsFromItsOwnDefaults()
    {
        const auto changed = effective("bare", "script", {{"framework", "kungfu"}});
        QCOMPARE(QString::fromStdString(changed->workload.backend), QString("kungfu"));
        QCOMPARE(QString::fromStdString(changed->workload.strategy), QString("BINARY_TREE_STAR"));
        const auto same = effective("bare", "script", {{"framework", "horovod"}});
        QCOMPARE(QString::fromStdString(same->workload.backend), QString("mpi"));
        // Factors count, whatever their order.
        const auto both =
            effective("bare", "script", {{"strategy", "TREE"}, {"framework", "kungfu"}, {"backend", "nccl"}});
        QCOMPARE(QString::fromStdString(both->workload.strategy), QString("TREE"));
        QCOMPARE(QString::fromStdString(both->workload.backend), QString("nccl"));
        const auto none = effective("bare", "script", {{"framework", "pytorch-ddp"}, {"strategy", "RING"}});
        QCOMPARE(QString::fromStdString(none->workload.strategy), QString());
    }

    void ownFactorsGoToTheExtras()
    {
        const auto settings = effective("bare", "w", {{"bucket", "25MB"}}, true);
        QCOMPARE(QString::fromStdString(settings->workload.extras.at("bucket")), QString("25MB"));
    }

    /// The steps whose samples are at least that many: batch 8 on so many workers.
    void targetBatchIsSteps()
    {
        const auto steps = [](const char* target, const char* workers) {
            const auto settings = effective("bare", "w", {{"target_batch", target}, {"workers", workers}}, true);
            if (!settings || settings->workload.extras.contains("target_batch"))
                return messageOf(settings);
            return QString::fromStdString(settings->workload.extras.at("local_steps"));
        };
        QCOMPARE(steps("160", "2"), QString("10"));
        QCOMPARE(steps("161", "2"), QString("11"));
        QCOMPARE(steps("160", "1"), QString("20"));
        QCOMPARE(steps("1", "2"), QString("1"));
    }
    void targetBatchThatIsNone()
    {
        QCOMPARE(messageOf(effective("bare", "w", {{"target_batch", "many"}}, true)),
                 QString("target_batch: \"many\" is not a whole number of samples from 1"));
        QCOMPARE(messageOf(effective("bare", "w", {{"target_batch", "64"}, {"local_steps", "2"}}, true)),
                 QString("target_batch: \"local_steps\" says it, too; remove one of them"));
        // A program of the user may have an option of this name.
        const auto script = effective("bare", "script", {{"target_batch", "many"}}, true);
        QCOMPARE(script->workload.extras.at("target_batch"), std::string("many"));
    }

    /// Rates that each worker shares its node's links by; none is limited in "bare".
    void partsByRate()
    {
        QCOMPARE(effective("bare", "w", {{"parts", "rate"}}, true)->workload.extras.at("parts"), std::string("equal"));
        QCOMPARE(effective("bare", "w", {{"parts", "2,1"}}, true)->workload.extras.at("parts"), std::string("2,1"));
        QCOMPARE(messageOf(effective("bare", "w", {{"parts", "1,1,1"}}, true)),
                 QString("parts: 3 parts are not one for each of 2 workers"));
        auto file = ProjectFile::parse(R"({"format": "millrace-project", "version": 1,
            "clusters": [{"name": "far", "nodes": [{"name": "us"}, {"name": "eu"}, {"name": "asia"}, {"name": "aus", "nics": [{"rate": "100Mbit"}]}],
                          "links": [{"rate": "100Mbit"}, {"from": "us", "to": "*", "rate": "200Mbit"}]}],
            "workloads": [{"name": "w", "strategy": "PAIRWISE", "extras": {"parts": "rate"}}], "grids": []})",
                                       "/tmp/t.millrace");
        QVERIFY(file.has_value());
        grid::GridSpec grid;
        grid.cluster = "far";
        grid.workload = "w";
        const auto settings = effectiveSettings(file->project, grid, {});
        QVERIFY2(settings.has_value(), qPrintable(messageOf(settings)));
        // 600, 400, 400 and, by its NIC, 100 Mbit/s: t = (2 + 3) ÷ 1400, at which the last one has no time for a part.
        const auto parts = collective::parseParts(settings->workload.extras.at("parts"));
        QCOMPARE(parts->size(), std::size_t(4));
        QVERIFY(std::abs((*parts)[0] - (3000.0 / 1400 - 1) / 2) < 1e-9);
        QVERIFY(std::abs((*parts)[1] - (2000.0 / 1400 - 1) / 2) < 1e-9);
        QCOMPARE((*parts)[3], 0.0);
    }
    void partsOfRatesThatAreNotKnown()
    {
        auto file = ProjectFile::parse(R"({"format": "millrace-project", "version": 1,
            "clusters": [{"name": "c", "nodes": [{"name": "a", "nics": [{"rate": "1Gbit"}]}, {"name": "b"}, {"name": "d"}]}],
            "workloads": [{"name": "w", "strategy": "PAIRWISE", "extras": {"parts": "rate"}}], "grids": []})",
                                       "/tmp/t.millrace");
        grid::GridSpec grid;
        grid.cluster = "c";
        grid.workload = "w";
        QVERIFY(messageOf(effectiveSettings(file->project, grid, {})).startsWith("parts: the rates of 2 of 3 workers"));
    }

    void errors_data()
    {
        QTest::addColumn<QString>("cluster");
        QTest::addColumn<QString>("workload");
        QTest::addColumn<QString>("factor");
        QTest::addColumn<QString>("level");
        QTest::addColumn<QString>("message");
        QTest::newRow("cluster") << "none"
                                 << "w"
                                 << "loss"
                                 << "1%"
                                 << "the project has no cluster \"none\"";
        QTest::newRow("workload") << "bare"
                                  << "none"
                                  << "loss"
                                  << "1%"
                                  << "the project has no workload \"none\"";
        QTest::newRow("too many workers") << "bare"
                                          << "w"
                                          << "workers"
                                          << "3"
                                          << "workers: 3 workers do not fit on the 2 slots of the cluster \"bare\"";
        QTest::newRow("no workers") << "bare"
                                    << "w"
                                    << "workers"
                                    << "0"
                                    << "workers: there must be at least 1 worker";
        QTest::newRow("huge") << "bare"
                              << "w"
                              << "batch"
                              << "1e10"
                              << "batch: 10000000000 is too large for batch";
        QTest::newRow("mode") << "bare"
                              << "w"
                              << "mode"
                              << "quick"
                              << "mode: \"quick\" is not a mode; write automatic, fast, packet";
        QTest::newRow("bottleneck")
            << "bare"
            << "w"
            << "bottleneck_rate"
            << "1Mbit"
            << "bottleneck_rate: the cluster \"bare\" has no bottleneck for bottleneck_rate to set";
        QTest::newRow("unknown") << "bare"
                                 << "w"
                                 << "colour"
                                 << "red"
                                 << "colour: unknown factor \"colour\"";
    }
    void errors()
    {
        QFETCH(QString, cluster);
        QFETCH(QString, workload);
        QFETCH(QString, factor);
        QFETCH(QString, level);
        QFETCH(QString, message);
        QCOMPARE(
            messageOf(effective(qPrintable(cluster), qPrintable(workload), {{qPrintable(factor), qPrintable(level)}})),
            message);
    }
};

QTEST_APPLESS_MAIN(TestEffective)
#include "tst_effective.moc"

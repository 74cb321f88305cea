// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/expected_traffic.h"
#include "core/launch/frameworks.h"
#include "core/launch/placement.h"

#include <QtTest>
#include <numeric>

using namespace millrace;
using namespace millrace::launch;

namespace {

std::vector<PlacedNode> nodesOf(std::initializer_list<int> slotCounts)
{
    std::vector<PlacedNode> nodes;
    for (const int count : slotCounts)
        nodes.push_back({"n" + std::to_string(nodes.size()), "10.77.0." + std::to_string(nodes.size() + 1), count});
    return nodes;
}

double sum(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

Workload workloadOf(const std::string& framework, const std::string& model)
{
    Workload workload;
    workload.framework = framework;
    workload.model = model;
    const FrameworkTraits& traits = *Frameworks().find(framework);
    workload.backend = traits.backends.empty() ? "" : traits.backends.front();
    workload.strategy =
        traits.hasStrategyWith(workload.backend) && !traits.strategies.empty() ? traits.strategies.front() : "";
    return workload;
}

} // namespace

class TestExpectedTraffic : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parameterCounts()
    {
        // torchvision 0.14.1 counted by itself; keras.applications as its published summaries have them.
        const auto count = [](const char* model, ModelFamily family, int classes) {
            return parameterCount(*findModelSize(model), family, classes);
        };
        QCOMPARE(count("mobilenetv2", ModelFamily::Torchvision, 1000), 3504872);
        QCOMPARE(count("densenet201", ModelFamily::Torchvision, 1000), 20013928);
        QCOMPARE(count("resnet50", ModelFamily::Torchvision, 1000), 25557032);
        QCOMPARE(count("resnet101", ModelFamily::Torchvision, 1000), 44549160);
        QCOMPARE(count("resnet50", ModelFamily::Keras, 1000), 25583592);
        QCOMPARE(count("resnet101", ModelFamily::Keras, 1000), 44601832);
        // Measured on torchvision with num_classes=10: platform facts, 5.
        QCOMPARE(count("resnet18", ModelFamily::Torchvision, 10), 11181642);
        QCOMPARE(count("mobilenet_v2", ModelFamily::Torchvision, 10), 2236682);
        QCOMPARE(findModelSize("mobilenet_v2"), findModelSize("mobilenetv2"));
        QVERIFY(!findModelSize("resnet"));
    }

    void gradientsFollowTheClasses()
    {
        Workload workload = workloadOf("pytorch-ddp", "resnet50");
        QCOMPARE(*gradientBytes(workload, ModelFamily::Torchvision), 4 * 25557032.0);
        workload.extras["data"] = "/data/cifar";
        QCOMPARE(*gradientBytes(workload, ModelFamily::Torchvision), 4 * 23528522.0); // torchvision, 10 classes
        workload.extras["classes"] = "1000";
        QCOMPARE(*gradientBytes(workload, ModelFamily::Torchvision), 4 * 25557032.0);
        workload.command = {"mine"};
        QVERIFY(!gradientBytes(workload, ModelFamily::Torchvision));
        QVERIFY(!gradientBytes(workloadOf("pytorch-ddp", "mine"), ModelFamily::Torchvision));
    }

    void rings()
    {
        const auto four = nodesOf({1, 1, 1, 1});
        for (const auto traffic = ringTraffic(1000, four); const double bytes : traffic.sentByNode)
            QCOMPARE(bytes, 1500.0);
        // Eight workers on two nodes: only the last of a node sends to another one.
        for (const auto traffic = ringTraffic(1000, nodesOf({4, 4})); const double bytes : traffic.sentByNode)
            QCOMPARE(bytes, 1750.0);
        QCOMPARE(sum(ringTraffic(1000, nodesOf({4})).sentByNode), 0.0);
    }

    void parameterServers()
    {
        // One server on the first node: its own worker's traffic stays inside.
        const std::vector one = {1, 0, 0, 0};
        QCOMPARE(parameterServerTraffic(1000, nodesOf({1, 1, 1, 1}), one).sentByNode,
                 (std::vector<double>{3000, 1000, 1000, 1000}));
        const std::vector even = {1, 1};
        QCOMPARE(parameterServerTraffic(1000, nodesOf({1, 1}), even).sentByNode, (std::vector<double>{1000, 1000}));
    }

    void butterflies()
    {
        // 2 P b (N-1)/N for each peer and round.
        for (const auto traffic = butterflyTraffic(1000, 1, nodesOf({1, 1, 1, 1}));
             const double bytes : traffic.sentByNode)
            QCOMPARE(bytes, 1500.0);
        for (const auto traffic = butterflyTraffic(1000, 10, nodesOf({1, 1, 1, 1}));
             const double bytes : traffic.sentByNode)
            QCOMPARE(bytes, 150.0);
    }

    void graphs()
    {
        // n = 4, one rank per host: STAR's root sends (n-1) S, the others S each; a RING's chunks
        // walk there and back, (n-1) edges each way and no more.
        const auto nodes = nodesOf({1, 1, 1, 1});
        const auto peers = peerAddresses(nodes, 10000);
        const double s = 4.0 * (1 << 20);
        const auto star = graphTraffic(s, "STAR", peers, nodes);
        QCOMPARE(star->sentByNode, (std::vector<double>{3 * s, s, s, s}));
        QCOMPARE(sum(graphTraffic(s, "RING", peers, nodes)->sentByNode), 6 * s);
        const auto clique = graphTraffic(s, "CLIQUE", peers, nodes);
        for (const double bytes : clique->sentByNode)
            QCOMPARE(bytes, 1.5 * s);
        QVERIFY(!graphTraffic(s, "NONE", peers, nodes));
    }

    /// He et al. 2016, table 1, has 1.8e9 multiply-adds of ResNet-18; torchvision publishes 1.814 and 4.089, 0.301.
    void modelOfAWorkload()
    {
        Workload workload = workloadOf("pytorch-ddp", "resnet18");
        const auto model = trainedModel(workload, {});
        QCOMPARE(model->parameters, 11689512.0);
        QCOMPARE(model->tensors, 62.0);
        QCOMPARE(model->roundSteps, 1.0);
        QVERIFY(std::abs(model->forwardFlops / 2 - 1.814e9) < 0.001e9);
        QVERIFY(std::abs(multiplyAdds(*findModelSize("resnet50"), 224, 1000) - 4.089e9) < 0.001e9);
        QVERIFY(std::abs(multiplyAdds(*findModelSize("mobilenetv2"), 224, 1000) - 0.301e9) < 0.001e9);
        workload.extras = {{"data", "generated"}}; // 32 pixels, 10 classes
        QVERIFY(std::abs(trainedModel(workload, {})->forwardFlops - 2 * (1813561344.0 / 49 + 5120)) < 1);
        workload.extras = {{"image_size", "50"}, {"classes", "1"}}; // as 64 pixels
        QVERIFY(std::abs(trainedModel(workload, {})->forwardFlops - 2 * (1813561344.0 * 64 * 64 / 224 / 224 + 512))
                < 1);
        workload.extras = {{"averaging", "diloco"}, {"local_steps", "8"}};
        QCOMPARE(trainedModel(workload, {})->roundSteps, 8.0);
        for (const auto& [name, value] :
             {std::pair("averaging", "pair"), {"monitor", "variance"}, {"policy", "goodput-batch"}}) {
            workload.extras = {{name, value}};
            QVERIFY(!trainedModel(workload, {}));
        }
        workload = workloadOf("pytorch-ddp", "mlp"); // 784 - 300 - 100 - 1000
        QCOMPARE(trainedModel(workload, {})->forwardFlops, 2.0 * (784 * 300 + 300 * 100 + 100 * 1000));
        workload.command = {"own.py"};
        QVERIFY(!trainedModel(workload, {}));
        QVERIFY(!trainedModel(workloadOf("builtin", "resnet50"), {}));
        QVERIFY(!trainedModel(workloadOf("kungfu", "resnet50"), {})); // its steps may exchange models instead
    }

    void frameworksOfAWorkload()
    {
        const auto four = nodesOf({1, 1, 1, 1});
        // The figures that platform facts 5 compares a measurement with: 67.09 MB for each of four ranks.
        Workload workload = workloadOf("pytorch-ddp", "resnet18");
        workload.extras["classes"] = "10";
        QVERIFY(std::abs(expectedTraffic(workload, four, {})->sentByNode[0] / 1e6 - 67.09) < 0.005);
        QVERIFY(expectedTraffic(workload, four, {})->beside.find("38560 bytes") != std::string::npos);
        QVERIFY(!expectedTraffic(workloadOf("builtin", "resnet50"), four, {}));
        Workload kungfu = workloadOf("kungfu", "resnet50");
        kungfu.optimizer = "pair";
        QCOMPARE(expectedTraffic(kungfu, four, {})->sentByNode[2], 4 * 25583592.0);
        Workload hivemind = workloadOf("hivemind", "resnet50"); // by rule, a round takes ten steps
        QCOMPARE(expectedTraffic(hivemind, four, {})->sentByNode[0], 1.5 * 4 * 25557032.0 / 10);
        hivemind.extras["compression"] = "fp16";
        QCOMPARE(expectedTraffic(hivemind, four, {})->sentByNode[0], 1.5 * 2 * 25557032.0 / 10);
        QVERIFY(!expectedTraffic(workload, {}, {}));
    }
};

QTEST_APPLESS_MAIN(TestExpectedTraffic)
#include "tst_expected_traffic.moc"

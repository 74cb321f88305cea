// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/request.h"

#include <QtTest/QtTest>

using namespace millrace;
using namespace millrace::graphs;

class TestGraphsRequests : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void train()
    {
        std::int64_t id = 0;
        const auto request = parseRequest(
            R"({"id":7,"op":"train","data":["synth:A",{"source":"b.safetensors","setting":[1,12.5]}],"layers":6,)"
            R"("pooling":"sum","members":3,"epochs":9,"learning_rate":0.01,"batch":16,"save":"m.safetensors","seed":5})",
            id);
        QVERIFY2(request.has_value(), request ? "" : request.error().text().c_str());
        QCOMPARE(id, 7);
        const auto& train = std::get<TrainRequest>(request->what);
        QCOMPARE(train.data.size(), std::size_t(2));
        QCOMPARE(train.data[1].setting, (std::vector<double>{1, 12.5}));
        const auto& shape = std::get<ResidualShape>(train.shape);
        QCOMPARE(shape.layers, 6);
        QCOMPARE(shape.members, 3);
        QVERIFY(shape.pooling == Pooling::Sum);
        QCOMPARE(train.residualPlan.fit.epochs, 9);
        QCOMPARE(train.residualPlan.fit.learningRate, 0.01);
        QCOMPARE(train.residualPlan.batch, 16);
        QCOMPARE(train.seed, std::uint64_t(5));
    }

    void published()
    {
        std::int64_t id = 0;
        const auto request = parseRequest(
            R"({"id":1,"op":"train","network":"published","layer":"gin","depth":"log2N","data":["synth:B"]})", id);
        QVERIFY(request.has_value());
        const auto& train = std::get<TrainRequest>(request->what);
        const auto& shape = std::get<PublishedShape>(train.shape);
        QVERIFY(shape.layer == LayerKind::Gin);
        QCOMPARE(shape.depth.rule, std::string("log2N"));
        QCOMPARE(train.publishedPlan.patience, 1000); // published defaults
        QCOMPARE(train.publishedPlan.learningRate, 0.003);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* line, const char* message) {
            QTest::newRow(name) << QByteArray(line) << QString(message);
        };
        row("not JSON", "train", "a request is one JSON object on one line");
        row("list", "[1]", "a request is one JSON object on one line");
        row("without id", R"({"op":"train"})", "id: a request needs a whole number as its id");
        row("id is text", R"({"id":"1","op":"train"})", "id: a request needs a whole number as its id");
        row("without op", R"({"id":1})", "op: a request needs an op: train, predict or cancel");
        row("unknown op", R"({"id":1,"op":"fit"})", "op: ");
        row("without data", R"({"id":1,"op":"train"})", "data: name at least one data set, as [\"FILE\"]");
        row("unknown key", R"({"id":1,"op":"train","data":["synth:A"],"layerz":3})",
            "the field \"layerz\" is unknown; did you mean \"layers\"?");
        row("foreign key", R"({"id":1,"op":"cancel","target":2,"gizmo":3})",
            "the request has a key that \"cancel\" does not know");
        row("wrong type", R"({"id":1,"op":"train","data":["synth:A"],"epochs":"many"})", "epochs: ");
        row("range", R"({"id":1,"op":"train","data":["synth:A"],"dropout":1.5})", "dropout: ");
        row("depth", R"({"id":1,"op":"train","network":"published","data":["synth:A"],"depth":"7log2N"})",
            "depth: unknown depth \"7log2N\"; use a number from 0 to 1000, or a rule such as Nover2 or log2N");
        row("negative setting", R"({"id":1,"op":"train","data":[{"source":"synth:A","setting":[-1]}]})",
            "data[0].setting: expected numbers that are not negative");
        row("data is a number", R"({"id":1,"op":"train","data":[3]})", "data[0]");
        row("transfer without start", R"({"id":1,"op":"train","data":["synth:A"],"transfer":"readout"})",
            "transfer: a transfer needs \"start\", the model file to start from");
        row("start without transfer", R"({"id":1,"op":"train","data":["synth:A"],"start":"m"})",
            "transfer: \"start\" needs \"transfer\": readout, last-layers or everything");
        row("start with a shape",
            R"({"id":1,"op":"train","data":["synth:A"],"start":"m","transfer":"readout","layers":3})",
            "layers: the model that the training starts from defines its shape; remove this key");
        row("prediction without model", R"({"id":1,"op":"predict","data":"synth:A"})", "model: name the model file");
        row("cancellation without target", R"({"id":1,"op":"cancel"})", "target: name the id of the request to cancel");
    }

    void refused()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, message);
        std::int64_t id = 0;
        const auto request = parseRequest({line.constData(), static_cast<std::size_t>(line.size())}, id);
        QVERIFY(!request.has_value());
        QCOMPARE(request.error().code, ErrorCode::InvalidInput);
        const QString text = QString::fromStdString(request.error().text());
        QVERIFY2(message.endsWith(": ") || message == "data[0]"
                     ? text.startsWith(message) && text.size() > message.size()
                     : text == message,
                 qPrintable(text));
    }
};

QTEST_APPLESS_MAIN(TestGraphsRequests)
#include "tst_graphs_requests.moc"

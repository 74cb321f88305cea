// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/chunk_plan.h"
#include "core/trainer/layer_shapes.h"
#include "core/trainer/model.h"

#include <QtTest>
#include <algorithm>

using namespace millrace;
using namespace millrace::trainer;

namespace {

Model model(const char* name)
{
    auto found = findModel(name);
    return found ? *std::move(found) : Model{};
}

std::size_t chunks(const std::vector<std::size_t>& tensors)
{
    return collective::planChunks(collective::tensorsOfSizes(tensors), {collective::Strategy::Star}).size();
}

} // namespace

class TestModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// The sizes of KungFu's fake models, and published totals for the others.
    void totals_data()
    {
        QTest::addColumn<qulonglong>("tensors");
        QTest::addColumn<qulonglong>("elements");
        QTest::addColumn<qulonglong>("bytes");
        const auto row = [](const char* name, qulonglong tensors, qulonglong elements, qulonglong bytes) {
            QTest::newRow(name) << tensors << elements << bytes;
        };
        row("resnet50", 214, 25583592, 102334368);
        row("vgg16", 32, 138357544, 553430176);
        row("bert", 599, 327270150, 1309080600);
        row("bert-grad", 199, 108893186, 435572744);
        row("slp-mnist", 2, 7850, 31400);
        row("tiny", 10000, 80000, 320000);
        row("1024x100", 100, 102400, 409600);
        row("mobilenetv2", 158, 3504872, 14019488);
        row("densenet201", 604, 20013928, 80055712);
        row("resnet101", 314, 44549160, 178196640);
    }
    void totals()
    {
        QFETCH(qulonglong, tensors);
        QFETCH(qulonglong, elements);
        QFETCH(qulonglong, bytes);
        const Model found = model(QTest::currentDataTag());
        QCOMPARE(found.name, std::string(QTest::currentDataTag()));
        QCOMPARE(qulonglong(found.tensors.size()), tensors);
        QCOMPARE(qulonglong(found.elements()), elements);
        QCOMPARE(qulonglong(found.bytes()), bytes);
        QVERIFY(!found.source.empty());
        QVERIFY(found.forwardFlops == 0 || !found.flopsSource.empty());
    }

    /// Smallest, median and largest tensor, those of at most 4 KiB, and the 1 MiB chunks per tensor and fused.
    void details_data()
    {
        QTest::addColumn<int>("smallest");
        QTest::addColumn<int>("middle");
        QTest::addColumn<int>("largest");
        QTest::addColumn<int>("small");
        QTest::addColumn<int>("perTensor");
        QTest::addColumn<int>("fused");
        QTest::newRow("resnet50") << 64 << 512 << 2359296 << 148 << 281 << 98;
        QTest::newRow("vgg16") << 64 << 4096 << 102760448 << 14 << 550 << 528;
        QTest::newRow("bert") << 2 << 768 << 23440896 << 334 << 1735 << 1249;
        QTest::newRow("slp-mnist") << 10 << 7840 << 7840 << 1 << 2 << 1;
        QTest::newRow("tiny") << 8 << 8 << 8 << 10000 << 10000 << 1;
        QTest::newRow("1024x100") << 1024 << 1024 << 1024 << 100 << 100 << 1;
    }
    void details()
    {
        QFETCH(int, smallest);
        QFETCH(int, middle);
        QFETCH(int, largest);
        QFETCH(int, small);
        QFETCH(int, perTensor);
        QFETCH(int, fused);
        const Model found = model(QTest::currentDataTag());
        auto sorted = found.tensors;
        std::ranges::sort(sorted);
        QCOMPARE(int(sorted.front()), smallest);
        QCOMPARE(int(sorted[sorted.size() / 2]), middle);
        QCOMPARE(int(sorted.back()), largest);
        QCOMPARE(int(std::ranges::count_if(sorted, [](std::size_t size) { return size * 4 <= 4096; })), small);
        QCOMPARE(int(chunks(found.tensors)), perTensor);
        QCOMPARE(int(chunks({found.elements()})), fused);
    }

    void orderIsThatOfTheStudy()
    {
        const auto resnet = model("resnet50").tensors;
        const std::vector<std::size_t> first{1000, 2048000, 2048, 2048, 2048, 512 * 2048, 512, 512, 512, 9 * 512 * 512};
        QVERIFY(std::equal(first.begin(), first.end(), resnet.begin()));
        const std::vector<std::size_t> last{64, 64, 64, 9408};
        QVERIFY(std::equal(last.begin(), last.end(), resnet.end() - 4));
        QCOMPARE(int(model("vgg16").tensors.front()), 1728);
        QCOMPARE(int(model("vgg16").tensors.back()), 1000);
        QCOMPARE(int(model("bert").tensors.front()), 23440896);
        // The slots repeat the variables without the pooler, each twice.
        const auto bert = model("bert").tensors;
        QCOMPARE(int(bert[201]), 23440896);
        QCOMPARE(int(bert[202]), 23440896);
        QCOMPARE(int(bert[598]), 2);
    }

    void gradientsRunFromTheLastLayerToTheFirst()
    {
        QCOMPARE(int(model("bert-grad").tensors.front()), 2);
        QCOMPARE(int(model("bert-grad").tensors.back()), 23440896);
        const auto mobile = model("mobilenetv2").tensors;
        const std::vector<std::size_t> first{1000, 1280 * 1000, 1280, 1280, 320 * 1280, 320, 320, 960 * 320};
        QVERIFY(std::equal(first.begin(), first.end(), mobile.begin()));
        QCOMPARE(int(mobile.back()), 32 * 3 * 9);
        const auto dense = model("densenet201").tensors;
        const std::vector<std::size_t> head{1000, 1920 * 1000, 1920,       1920, 128 * 32 * 9,
                                            128,  128,         128 * 1888, 1888, 1888};
        QVERIFY(std::equal(head.begin(), head.end(), dense.begin()));
        QCOMPARE(int(dense.back()), 64 * 3 * 49);
        QCOMPARE(int(model("resnet101").tensors.back()), 9408);
    }

    /// The sides of the layers are right only if the multiply-adds come out as published.
    void arithmeticAgreesWithThePublishedFigure_data()
    {
        QTest::addColumn<double>("counted");
        QTest::newRow("mobilenetv2") << mobilenetV2().multiplyAdds();
        QTest::newRow("densenet201") << densenet201().multiplyAdds();
        QTest::newRow("resnet101") << resnet101().multiplyAdds();
    }
    void arithmeticAgreesWithThePublishedFigure()
    {
        QFETCH(double, counted);
        const double published = model(QTest::currentDataTag()).forwardFlops / 2;
        QVERIFY2(std::abs(counted / published - 1) < 0.002, qPrintable(QString::number(counted / published)));
    }

    void aliases()
    {
        QCOMPARE(model("resnet50-imagenet").name, std::string("resnet50"));
        QCOMPARE(model("vgg16-imagenet").name, std::string("vgg16"));
        QCOMPARE(model("mobilenet_v2").name, std::string("mobilenetv2"));
        for (const std::string& name : modelNames())
            QCOMPARE(model(name.c_str()).name, name);
    }

    void anUnknownModelNamesTheNearest()
    {
        const auto near = findModel("resnet5O");
        QVERIFY(!near);
        QVERIFY(near.error().code == ErrorCode::InvalidInput);
        QVERIFY2(near.error().what.find("\"resnet50\"") != std::string::npos, near.error().what.c_str());
        const auto far = findModel("quite another thing");
        QVERIFY(!far);
        QVERIFY2(far.error().what.find("slp-mnist") != std::string::npos, far.error().what.c_str());
    }
};

QTEST_APPLESS_MAIN(TestModel)
#include "tst_model.moc"

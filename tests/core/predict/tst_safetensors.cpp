// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/predict/driple_synth.h"
#include "core/predict/safetensors.h"
#include "tests/core/predict/made_pickle.h"

#include <QtTest/QtTest>

using namespace millrace;
using namespace millrace::predict;
using namespace millrace::predict::test;

namespace {

SafeTensors made()
{
    SafeTensors content;
    content.metadata = {{"name", "a \"name\" ä"}};
    content.tensors = {{"w", {{2, 3}, Tensor::Floats{1, 2, 3, -4, 5.5f, 6}}},
                       {"n", {{2}, Tensor::Integers{0, 4'294'967'295u}}},
                       {"empty", {{0, 4}, Tensor::Floats{}}},
                       {"one", {{}, Tensor::Floats{7}}}};
    return content;
}

Result<SafeTensors> withHeader(const std::string& header, const std::string& data)
{
    return parseSafeTensors(little(static_cast<std::uint64_t>(header.size())) + header + data);
}

template <typename T>
QString errorOf(const Result<T>& result)
{
    return result ? QString() : QString::fromStdString(result.error().text());
}

} // namespace

class TestSafetensors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrip()
    {
        const auto read = parseSafeTensors(formatSafeTensors(made()));
        QVERIFY2(read.has_value(), qPrintable(errorOf(read)));
        QVERIFY(*read == made());
        const auto folder = TemporaryFolder::make("predict");
        const auto file = folder->path() / "w.safetensors";
        QVERIFY(writeSafeTensors(file, made()).has_value());
        QVERIFY(*readSafeTensors(file) == made());
        QVERIFY(readSafeTensors(folder->path() / "none").error().code == ErrorCode::NotFound);
    }

    /// The bytes of the format's own description.
    void knownBytes()
    {
        const auto read = withHeader(R"({"t":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", floatBytes({1.5f}));
        QVERIFY2(read.has_value(), qPrintable(errorOf(read)));
        QCOMPARE(*findTensor(read->tensors, "t")->floats(), std::vector<float>{1.5f});
        const auto wide = withHeader(R"({"t":{"dtype":"I64","shape":[2],"data_offsets":[0,16]}})",
                                     little(std::int64_t(7)) + little(std::int64_t(1) << 31));
        QCOMPARE(*findTensor(wide->tensors, "t")->integers(), std::vector<std::uint32_t>({7, 1u << 31}));
        const auto bytes = withHeader(R"({"t":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})", "\1\xff");
        QCOMPARE(*findTensor(bytes->tensors, "t")->integers(), std::vector<std::uint32_t>({1, 255}));
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<QString>("sentence");
        const QByteArray four(4, '\0'), eight(8, '\0');
        QTest::newRow("no JSON") << QByteArray("{\"t\":") << four << "not a JSON object";
        QTest::newRow("list") << QByteArray("[]") << QByteArray() << "not a JSON object";
        QTest::newRow("no object") << QByteArray(R"({"t":1})") << four << "has no type";
        QTest::newRow("half") << QByteArray(R"({"t":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}})") << four
                              << "type F16; save it as F32";
        QTest::newRow("no shape") << QByteArray(R"({"t":{"dtype":"F32","data_offsets":[0,4]}})") << four
                                  << "no list \"shape\"";
        QTest::newRow("negative") << QByteArray(R"({"t":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})") << four
                                  << "not a list of counts";
        QTest::newRow("shape") << QByteArray(R"({"t":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})") << four
                               << "does not fit its shape";
        QTest::newRow("overflow") << QByteArray(
            R"({"t":{"dtype":"F32","shape":[4294967296,4294967296,4],"data_offsets":[0,0]}})")
                                  << QByteArray() << "not plausible";
        QTest::newRow("outside") << QByteArray(R"({"t":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})") << four
                                 << "does not fit";
        QTest::newRow("overlap") << QByteArray(R"({"t":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
                                               R"("u":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})")
                                 << four << "overlap or leave a gap";
        QTest::newRow("gap") << QByteArray(R"({"t":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})") << eight
                             << "overlap or leave a gap";
        QTest::newRow("rest") << QByteArray(R"({"t":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})") << eight
                              << "4 bytes belong to no tensor";
        QTest::newRow("below 0") << QByteArray(R"({"t":{"dtype":"I32","shape":[1],"data_offsets":[0,4]}})")
                                 << QByteArray(4, '\xff') << "has the value -1";
    }

    void refusals()
    {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, data);
        QFETCH(QString, sentence);
        const QString text = errorOf(withHeader(header.toStdString(), data.toStdString()));
        QVERIFY2(text.contains(sentence), qPrintable(text));
    }

    void lengthOfTheHeader()
    {
        QVERIFY(errorOf(parseSafeTensors("")).contains("longer than the file"));
        QVERIFY(errorOf(parseSafeTensors(little(std::uint64_t(9)) + "{}")).contains("longer than the file"));
        QVERIFY(errorOf(parseSafeTensors(little(~std::uint64_t(0)) + "{}")).contains("longer than the file"));
        const std::string whole = formatSafeTensors(made());
        for (std::size_t length = 0; length < whole.size(); ++length)
            QVERIFY(!parseSafeTensors(std::string_view(whole).substr(0, length)).has_value());
    }

    void exchange()
    {
        const DataSet set = makeDripleSynth(synthSettings[1]);
        const auto content = toExchange(set);
        QVERIFY2(content.has_value(), qPrintable(errorOf(content)));
        const std::string bytes = formatSafeTensors(*content);
        qInfo("320 graphs: %.2f MB", static_cast<double>(bytes.size()) * 1e-6);
        QVERIFY(bytes.size() < 1'500'000);
        const auto back = fromExchange(*parseSafeTensors(bytes));
        QVERIFY2(back.has_value(), qPrintable(errorOf(back)));
        QVERIFY(*back == set);
    }

    void damagedExchange()
    {
        const SafeTensors whole = *toExchange(makeDripleSynth(synthSettings[0]));
        const auto refused = [&whole](auto change, const char* sentence) {
            SafeTensors content = whole;
            change(content.tensors);
            const QString text = errorOf(fromExchange(content));
            QVERIFY2(text.contains(sentence), qPrintable(text));
        };
        const auto integers = [](NamedTensor & named) -> auto&
        {
            return std::get<Tensor::Integers>(named.tensor.values);
        };
        refused([](NamedTensors& all) { all.erase(all.begin()); }, "x or y is missing");
        refused([](NamedTensors& all) { all.pop_back(); }, "batch is missing");
        refused([](NamedTensors& all) { all[0].tensor.shape = {320, 300}; }, "[G, N, F]");
        refused([](NamedTensors& all) { all[2].tensor.shape = {12, 320}; }, "expected the shapes");
        refused([&](NamedTensors& all) { integers(all[1])[0] = 320; }, "of graph 320");
        refused([&](NamedTensors& all) { integers(all[1])[2] = 100; }, "joins 0 and 100");
        refused([&](NamedTensors& all) { integers(all[1])[2] = 0; }, "joins 0 and 0");
        refused([&](NamedTensors& all) { integers(all[3])[7] = 3; }, "graph 7 is in part 3");
        refused([&](NamedTensors& all) { integers(all[4])[7] = 3; }, "out of order");
        refused(
            [&](NamedTensors& all) {
                for (std::uint32_t& each : integers(all[3]))
                    each = 1;
                for (std::uint32_t& each : integers(all[4]))
                    each = 0;
            },
            "no graph to train with");
        DataSet directed = makeDripleSynth(synthSettings[0]);
        directed.of(Part::Train)[0].adjacency[1] = 0;
        QVERIFY(errorOf(toExchange(directed)).contains("from 0 to 1 has no reverse"));
        // A few bytes that describe a dense adjacency of 2^40 values.
        SafeTensors large;
        large.tensors = {{"x", {{1, 1u << 20, 0}, Tensor::Floats{}}},
                         {"edges", {{0, 3}, Tensor::Integers{}}},
                         {"y", {{1, metricCount}, Tensor::Floats(metricCount)}},
                         {"split", {{1}, Tensor::Integers{0}}},
                         {"batch", {{1}, Tensor::Integers{0}}}};
        QVERIFY(errorOf(fromExchange(large)).contains("divide the data set"));
    }
};

QTEST_APPLESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/predict/tensor_pickle.h"
#include "tests/core/predict/made_pickle.h"

#include <QtTest/QtTest>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>

using namespace millrace;
using namespace millrace::predict;
using namespace millrace::predict::test;

namespace {

std::filesystem::path checkpointFile()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    return (data.empty() ? std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data"
                         : std::filesystem::path(data))
        / "driple/pre-train.pkl";
}

QString errorOf(const Result<DataSet>& result)
{
    return result ? QString() : QString::fromStdString(result.error().text());
}
QString errorOf(const Result<NamedTensors>& result)
{
    return result ? QString() : QString::fromStdString(result.error().text());
}

/// A dictionary with one tensor, whose pickle `change` may alter.
template <typename Change>
Result<NamedTensors> stateWith(Change change)
{
    MadeTensor tensor{"0", {2, 3}, 0, {}, {}};
    std::vector<std::pair<std::string, std::string>> storages = {{"0", floatBytes({1, 2, 3, 4, 5, 6})}};
    PickleBytes pickle;
    pickle.op("}");
    change(tensor, storages);
    addTensor(pickle.text("w"), tensor);
    return parseStateDict(archiveOf(pickle.op("s").end(), storages));
}

/// Two tensors in one storage of 12 values, the second at `offset`.
Result<NamedTensors> sharedStorage(std::uint64_t offset)
{
    PickleBytes pickle;
    pickle.op("}(");
    addTensor(pickle.text("a"), {"0", {2, 3}, 0, 12, {}});
    addTensor(pickle.text("b"), {"0", {6}, offset, 12, {}});
    std::vector<float> values(12);
    std::iota(values.begin(), values.end(), 0.0f);
    return parseStateDict(archiveOf(pickle.op("u").end(), {{"0", floatBytes(values)}}));
}

Result<NamedTensors> pickled(const PickleBytes& pickle)
{
    return parseStateDict(archiveOf(pickle.end(), {}));
}

} // namespace

/// Files in the published form, made byte by byte, and the published checkpoint.
class TestTensorPickle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothContainers()
    {
        const DataSet set = smallSet();
        for (const std::string& bytes : {archiveOf(set), streamOf(set)}) {
            const auto read = parseDataSetPickle(bytes, "");
            QVERIFY2(read.has_value(), qPrintable(errorOf(read)));
            QVERIFY(*read == set);
        }
    }

    /// One batch is written with another opcode than several, and memo slots from 256 on with others than before.
    void listsOfEveryLength()
    {
        for (const DataSet& set : {smallSet(1, 1, 1), smallSet(2, 1, 0), smallSet(100, 7, 1)}) {
            const auto archive = parseDataSetPickle(archiveOf(set), "");
            QVERIFY2(archive.has_value(), qPrintable(errorOf(archive)));
            QVERIFY(*archive == set);
            const auto stream = parseDataSetPickle(streamOf(set), "");
            QVERIFY2(stream.has_value(), qPrintable(errorOf(stream)));
            QVERIFY(*stream == set);
        }
    }

    /// Sums of the published checkpoint.
    void publishedCheckpoint()
    {
        if (!std::filesystem::exists(checkpointFile()))
            QSKIP(
                "the published checkpoint is not here; set MILLRACE_STUDY_DATA to a folder with driple/pre-train.pkl");
        const auto tensors = readStateDict(checkpointFile());
        QVERIFY2(tensors.has_value(), qPrintable(errorOf(tensors)));
        QCOMPARE(tensors->size(), std::size_t(18));
        std::size_t values = 0;
        for (const NamedTensor& each : *tensors)
            values += each.tensor.floats()->size();
        QCOMPARE(values, std::size_t(92'236));
        struct Expected
        {
            const char* name;
            std::vector<std::size_t> shape;
            double sum;
        };
        const std::vector<Expected> list = {
            {"conv_layers.0.W", {3, 64}, 2.240658},
            {"conv_layers.1.W", {64, 64}, -56.645049},
            {"gru.gru.weight_ih_l0", {192, 64}, -4.837418},
            {"gru.gru.weight_hh_l0", {192, 64}, 13.545592},
            {"graph_read_out.set2set.lstm.weight_ih_l0", {256, 128}, -37.188518},
            {"graph_read_out.set2set.lstm.weight_hh_l0", {256, 64}, 5.925099},
            {"graph_read_out.mlp.fully_connected.0.linear.weight", {64, 128}, -12.491631},
            {"graph_read_out.mlp.fully_connected.1.linear.weight", {64, 64}, -30.003701},
            {"graph_read_out.mlp.fully_connected.2.linear.weight", {12, 64}, 0.646981},
            {"graph_read_out.mlp.fully_connected.2.linear.bias", {12}, 2.487516},
        };
        for (const Expected& expected : list) {
            const Tensor* tensor = findTensor(*tensors, expected.name);
            QVERIFY2(tensor != nullptr, expected.name);
            QCOMPARE(tensor->shape, expected.shape);
            const auto& floats = *tensor->floats();
            const double sum = std::accumulate(floats.begin(), floats.end(), 0.0);
            QVERIFY2(std::abs(sum - expected.sum) < 1e-6,
                     qPrintable(QString("%1: %2").arg(expected.name).arg(sum, 0, 'g', 12)));
        }
        // Norm of the rows of the first layer: element count, op count, op frequency.
        const auto& first = *findTensor(*tensors, "conv_layers.0.W")->floats();
        const std::array<double, 3> norms = {1.0042, 0.1611, 0.0085};
        for (std::size_t row = 0; row < 3; ++row)
            QVERIFY(std::abs(std::sqrt(std::inner_product(first.begin() + static_cast<long>(64 * row),
                                                          first.begin() + static_cast<long>(64 * row + 64),
                                                          first.begin() + static_cast<long>(64 * row), 0.0))
                             - norms[row])
                    < 5e-5);
        QVERIFY(errorOf(readDataSetPickle(checkpointFile())).contains("expected a tuple of adjacency"));
    }

    void damagedCheckpoint()
    {
        if (!std::filesystem::exists(checkpointFile()))
            QSKIP(
                "the published checkpoint is not here; set MILLRACE_STUDY_DATA to a folder with driple/pre-train.pkl");
        const std::string whole = *readFile(checkpointFile());
        for (std::size_t length = 0; length < whole.size(); length += 1009)
            QVERIFY(!parseStateDict(std::string_view(whole).substr(0, length)).has_value());
        std::string flipped = whole;
        flipped[whole.size() / 2] = static_cast<char>(flipped[whole.size() / 2] ^ 1);
        QVERIFY(errorOf(parseStateDict(flipped)).contains("checksum"));
    }

    /// Disjoint parts of one storage, as the recurrent layers of the checkpoint have.
    void sharedStorages()
    {
        const auto disjoint = sharedStorage(6);
        QVERIFY2(disjoint.has_value(), qPrintable(errorOf(disjoint)));
        QCOMPARE(*findTensor(*disjoint, "b")->floats(), std::vector<float>({6, 7, 8, 9, 10, 11}));
        const QString overlap = errorOf(sharedStorage(5));
        QVERIFY2(overlap.contains("two tensors overlap in storage \"0\" (values 0 to 6 and from 5)"),
                 qPrintable(overlap));
        QVERIFY(errorOf(sharedStorage(7)).contains("outside its storage of 12"));
    }

    void zip64()
    {
        PickleBytes pickle;
        addTensor(pickle.op("}").text("w"), {"0", {2}, 0, {}, {}});
        const std::string bytes =
            zipOf({{"x/data.pkl", pickle.op("s").end(), 0, {}, {}}, {"x/data/0", floatBytes({5, 7}), 0, {}, {}}}, true);
        const auto tensors = parseStateDict(bytes);
        QVERIFY2(tensors.has_value(), qPrintable(errorOf(tensors)));
        QCOMPARE(*tensors->front().tensor.floats(), std::vector<float>({5, 7}));
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY(!parseStateDict(std::string_view(bytes).substr(0, length)).has_value());
    }

    /// Nothing outside the three names that tensors need is read, let alone called.
    void otherGlobals_data()
    {
        QTest::addColumn<QString>("module");
        QTest::addColumn<QString>("name");
        QTest::newRow("shell") << "os"
                               << "system";
        QTest::newRow("posix") << "posix"
                               << "system";
        QTest::newRow("eval") << "builtins"
                              << "eval";
        QTest::newRow("other storage") << "torch"
                                       << "DoubleStorage";
        QTest::newRow("attribute path") << "torch._utils"
                                        << "_rebuild_tensor_v2.__globals__";
        QTest::newRow("split elsewhere") << "torch"
                                         << "_utils _rebuild_tensor_v2";
        QTest::newRow("empty") << ""
                               << "";
    }

    void otherGlobals()
    {
        QFETCH(QString, module);
        QFETCH(QString, name);
        PickleBytes pickle;
        pickle.global(module.toStdString(), name.toStdString()).op("(").text("true").op("tR");
        const auto result = pickled(pickle);
        QVERIFY(!result.has_value());
        QVERIFY(result.error().code == ErrorCode::Unsupported);
        const QString text = errorOf(result);
        QVERIFY2(text.contains("byte 2 of the pickle: the file calls \"" + module + "." + name + "\""),
                 qPrintable(text));
        QVERIFY(text.contains("nothing of it was executed"));
    }

    void calls()
    {
        QVERIFY(errorOf(pickled(PickleBytes().global("torch", "FloatStorage").op(")R")))
                    .contains("a call of \"torch FloatStorage\""));
        QVERIFY(errorOf(pickled(PickleBytes().global("collections", "OrderedDict").op("](K\1K\2eR")))
                    .contains("a call without"));
        QVERIFY(errorOf(pickled(PickleBytes().text("os").op(")R"))).contains("a call without"));
        QVERIFY(errorOf(pickled(PickleBytes().text("x").op("}b"))).contains("attributes of something else"));
    }

    void absurdSizes()
    {
        const auto refused = [](auto change, const char* sentence) {
            const QString text = errorOf(stateWith(change));
            QVERIFY2(text.contains(sentence), qPrintable(text));
        };
        QVERIFY(stateWith([](auto&, auto&) {}).has_value());
        refused([](MadeTensor& t, auto&) { t.shape = {1u << 20, 1u << 20}; }, "needs 4398046511104 bytes, found 24");
        refused([](MadeTensor& t, auto&) { t.storageValues = std::uint64_t(1) << 50; }, "is not plausible");
        refused([](MadeTensor& t, auto&) { t.storageValues = std::uint64_t(1) << 39; },
                "needs 2199023255552 bytes, found 24");
        refused(
            [](MadeTensor& t, auto&) {
                t.shape = {std::size_t(1) << 39, std::size_t(1) << 39};
                t.storageValues = 6;
            },
            "a size of a tensor is not plausible");
        refused([](MadeTensor& t, auto&) { t.shape = std::vector<std::size_t>(9, 1); }, "9 sizes");
        refused(
            [](MadeTensor& t, auto&) {
                t.offset = 1;
                t.storageValues = 6;
            },
            "outside its storage");
        refused([](MadeTensor& t, auto&) { t.offset = std::uint64_t(1) << 63; }, "outside its storage");
        refused([](MadeTensor& t, auto&) { t.storage = "HalfStorage"; }, "torch.HalfStorage");
        refused([](MadeTensor&, auto& storages) { storages.clear(); }, "needs 24 bytes, found 0");
        refused([](MadeTensor&, auto& storages) { storages[0].second.pop_back(); }, "needs 24 bytes, found 23");
        refused([](MadeTensor&, auto& storages) { storages[0].first = "1"; }, "needs 24 bytes, found 0");
    }

    /// A few bytes that describe much: repeated rows, repeated tensors, repeated lists.
    void bombs()
    {
        const QString rows = errorOf(stateWith([](MadeTensor& t, auto&) {
            t.shape = {std::size_t(1) << 30, 6};
            t.storageValues = 6;
            t.strides = {0, 1};
        }));
        QVERIFY2(rows.contains("not contiguous"), qPrintable(rows));
        PickleBytes same;
        addTensor(same.op("}(").text("a"), {"0", {2}, 0, {}, {}});
        same.put(0);
        for (int i = 0; i < 1000; ++i)
            same.text(std::to_string(i)).get(0);
        const QString repeated = errorOf(parseStateDict(archiveOf(same.op("u").end(), {{"0", floatBytes({1, 2})}})));
        QVERIFY2(repeated.contains("0: the same tensor as before"), qPrintable(repeated));
        // Each list has the one before twice: 2^40 elements for those who follow them.
        PickleBytes nested;
        nested.op("]").put(0);
        for (std::uint32_t i = 1; i <= 40; ++i)
            nested.op("](").get(i - 1).get(i - 1).op("e").put(i);
        QVERIFY(errorOf(pickled(nested)).contains("values are left over"));
        PickleBytes inItself;
        inItself.op("]").put(0).get(0).op("a");
        QVERIFY(errorOf(pickled(inItself)).contains("expected a dictionary"));
        QVERIFY(errorOf(pickled(PickleBytes().op(std::string(3'000'000, '}')))).contains("more than 1000000 values"));
        QVERIFY(errorOf(pickled(PickleBytes().op("}q").op(std::string_view("\0", 1)).op(std::string(20'000'000, ')'))))
                    .contains("more than"));
    }

    void damagedArchives()
    {
        const std::string pickle = PickleBytes().op("}").end();
        const auto refused = [](const std::vector<MadeEntry>& entries, const char* sentence) {
            const QString text = errorOf(parseStateDict(zipOf(entries)));
            QVERIFY2(text.contains(sentence), qPrintable(text));
        };
        QVERIFY(parseStateDict(zipOf({{"a/data.pkl", pickle, 0, {}, {}}})).has_value());
        refused({{"a\nb/data.pkl", pickle, 8, {}, {}}}, "\"a?b/data.pkl\" in the archive is compressed");
        refused({{"a/data.pkl", pickle, 8, {}, {}}}, "\"a/data.pkl\" in the archive is compressed");
        refused({{"a/data.pkl", pickle, 0, {}, {}}, {"a/x", "12", 0, 0, {}}}, "overlap");
        refused({{"a/data.pkl", pickle, 0, {}, 4'000'000'000u}}, "does not fit into the archive");
        refused({{"a/data.pkl", pickle, 0, 5, {}}}, "the header of \"a/data.pkl\" is missing");
        refused({{"a/data.pkl", pickle, 0, {}, {}}, {"a/data.pkl", pickle, 0, {}, {}}}, "duplicate file");
        refused({{"a/data.pkl", pickle, 0, {}, {}}, {"b/data.pkl", pickle, 0, {}, {}}}, "two files data.pkl");
        refused({{"a/b", pickle, 0, {}, {}}}, "without data.pkl");
        refused({{"a/data.pkl", pickle, 0, {}, {}}, {"a/byteorder", "big", 0, {}, {}}}, "big-endian");
    }

    void damagedStreams()
    {
        const std::string pickle = PickleBytes().op("}").end();
        QVERIFY(parseStateDict(streamOf(pickle, {})).has_value());
        QVERIFY(errorOf(parseStateDict(streamOf(pickle, {}, false))).contains("big-endian"));
        QVERIFY(errorOf(parseStateDict(streamOf(pickle, {}) + "x")).contains("1 bytes behind"));
        QVERIFY(
            errorOf(parseStateDict(streamOf(pickle, {{"0", "1234"}, {"0", "1234"}}))).contains("duplicate storage"));
        QVERIFY(errorOf(parseStateDict(PickleBytes().op("K\7").end())).contains("was not written by torch.save"));
        QVERIFY(errorOf(parseStateDict("x,y\n1,2\n")).contains("neither of the two kinds"));
        QVERIFY(errorOf(parseStateDict("")).contains("neither of the two kinds"));
        QVERIFY(errorOf(parseStateDict(std::string("\x80\x04K\1.", 5))).contains("pickle protocol 4 instead of 2"));
        QVERIFY(errorOf(parseStateDict(std::string("\x80\x02G12345678.", 12))).contains("opcode 0x47"));
    }

    void otherShapes()
    {
        const auto refused = [](auto change, const char* sentence) {
            DataSet set = smallSet();
            change(set);
            const QString text = errorOf(parseDataSetPickle(archiveOf(set), ""));
            QVERIFY2(text.contains(sentence), qPrintable(text));
        };
        refused([](DataSet& set) { set.of(Part::Test)[1].labels[13] = NAN; },
                "part test, batch 1: graph 1: gpu_memory_burst");
        refused([](DataSet& set) { set.of(Part::Train).clear(); }, "no graph to train with");
        refused(
            [](DataSet& set) {
                set.of(Part::Train)[1].nodes = 2;
                set.of(Part::Train)[1].adjacency.resize(8);
                set.of(Part::Train)[1].features.resize(12);
                set.of(Part::Train)[1].adjacency[0] = 3;
            },
            "expected adjacencies of 0 and 1, found 3");
        const auto tensors = archiveOf(NamedTensors{{"train", {{1}, Tensor::Floats{1}}}});
        QVERIFY(errorOf(parseDataSetPickle(tensors, "")).contains("expected a tuple"));
    }

    /// No part of a file is read as if it were whole; flipped bits are refused or give a file of the same size.
    void everyTruncationAndFlip()
    {
        const DataSet set = smallSet(2, 1, 1);
        for (const std::string& whole : {archiveOf(set), streamOf(set)}) {
            for (std::size_t length = 0; length < whole.size(); ++length)
                QVERIFY(!parseDataSetPickle(std::string_view(whole).substr(0, length), "").has_value());
            int read = 0;
            for (std::size_t i = 0; i < whole.size(); ++i)
                for (const int bit : {0, 3, 7}) {
                    std::string flipped = whole;
                    flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
                    const auto result = parseDataSetPickle(flipped, "");
                    read += result ? 1 : 0;
                    if (result)
                        QCOMPARE(result->graphCount(Part::Train), std::size_t(4));
                }
            qInfo("%d of %zu flips are read", read, 3 * whole.size());
        }
    }

    void files()
    {
        const auto folder = TemporaryFolder::make("predict");
        QVERIFY(folder.has_value());
        const std::filesystem::path file = folder->path() / "set.pkl";
        QVERIFY(readDataSetPickle(file).error().code == ErrorCode::NotFound);
        QVERIFY(writeFileAtomically(file, archiveOf(smallSet())).has_value());
        const auto set = readDataSetPickle(file);
        QVERIFY2(set.has_value(), qPrintable(errorOf(set)));
        QCOMPARE(set->name, std::string("set.pkl"));
        QVERIFY(writeFileAtomically(file, PickleBytes().global("os", "system").end()).has_value());
        QVERIFY(errorOf(readDataSetPickle(file))
                    .startsWith(QString::fromStdString(file.string()) + ": byte 2 of the pickle"));
    }
};

QTEST_APPLESS_MAIN(TestTensorPickle)
#include "tst_tensor_pickle.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/predict/tensor_pickle.h"

#include <QtTest/QtTest>

using namespace millrace;
using namespace millrace::predict;

namespace {

/// Debian's packages are for this one; another python3 may come first on PATH.
const QString python = "/usr/bin/python3";

constexpr const char* script = R"(
import collections, sys, torch
import torch.nn as nn
folder = sys.argv[1]
def batches(shape, counts, values):
    return {part: [values(shape) for _ in range(count)] for part, count in zip(("train", "val", "test"), counts)}
def ring(shape):
    adjacency = torch.zeros(shape)
    for i in range(shape[1]):
        adjacency[:, i, (i + 1) % shape[1]] = adjacency[:, (i + 1) % shape[1], i] = 1
    return adjacency
for name, counts in ("several", (6, 2, 2)), ("one", (1, 1, 1)):
    data = (batches((3, 5, 5), counts, ring), batches((3, 5, 3), counts, lambda s: torch.arange(45.).reshape(s)),
            batches((3, 12), counts, lambda s: torch.arange(36.).reshape(s)))
    torch.save(data, folder + "/" + name + ".zip.pkl")
    torch.save(data, folder + "/" + name + ".old.pkl", _use_new_zipfile_serialization=False)
torch.manual_seed(1)
network = nn.Sequential(nn.Linear(4, 3), nn.GRU(3, 2))
torch.save(network.state_dict(), folder + "/state.pkl")
torch.save(network, folder + "/module.pkl")
torch.save({"w": torch.arange(12.).reshape(3, 4).t()}, folder + "/transposed.pkl")
torch.save({"w": torch.zeros(1).expand(1000)}, folder + "/expanded.pkl")
torch.save({"w": torch.zeros(3, dtype=torch.float64)}, folder + "/double.pkl")
print(float(sum(value.double().sum() for value in network.state_dict().values())))
)";

} // namespace

/// Files that PyTorch itself writes.
class TestTorchFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto made = TemporaryFolder::make("predict");
        QVERIFY(made.has_value());
        m_folder.emplace(*std::move(made));
        QProcess process;
        process.start(python, {"-c", "import torch"});
        if (!process.waitForFinished(120'000) || process.exitCode() != 0)
            QSKIP("needs python3-torch");
        process.start(python, {"-c", script, path("")});
        QVERIFY(process.waitForFinished(120'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
        m_sum = process.readAllStandardOutput().trimmed().toDouble();
    }

    void dataSets_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("batches");
        QTest::newRow("archive") << "several.zip.pkl" << 6;
        QTest::newRow("stream") << "several.old.pkl" << 6;
        QTest::newRow("archive, one batch") << "one.zip.pkl" << 1;
        QTest::newRow("stream, one batch") << "one.old.pkl" << 1;
    }

    void dataSets()
    {
        QFETCH(QString, file);
        QFETCH(int, batches);
        const auto set = readDataSetPickle(path(file).toStdString());
        QVERIFY2(set.has_value(), set ? "" : set.error().text().c_str());
        QCOMPARE(static_cast<int>(set->of(Part::Train).size()), batches);
        const Batch& last = set->of(Part::Test).back();
        QCOMPARE(last.graphs, std::size_t(3));
        QCOMPARE(last.features.back(), 44.0f);
        QCOMPARE(last.labels[13], 13.0f);
        QCOMPARE(last.adjacency[4], 1.0f);
        QCOMPARE(last.adjacency[2], 0.0f);
    }

    void stateOfANetwork()
    {
        const auto tensors = readStateDict(path("state.pkl").toStdString());
        QVERIFY2(tensors.has_value(), tensors ? "" : tensors.error().text().c_str());
        QCOMPARE(tensors->front().name, std::string("0.weight"));
        QCOMPARE(tensors->front().tensor.shape, (std::vector<std::size_t>{3, 4}));
        QVERIFY(findTensor(*tensors, "1.weight_hh_l0") != nullptr);
        double sum = 0;
        for (const NamedTensor& each : *tensors)
            for (const float value : *each.tensor.floats())
                sum += value;
        QVERIFY(std::abs(sum - m_sum) < 1e-9);
    }

    void otherContent_data()
    {
        QTest::addColumn<QString>("sentence");
        QTest::newRow("module.pkl") << "the file calls \"torch.nn.modules.container.Sequential\"";
        QTest::newRow("transposed.pkl") << "not contiguous";
        QTest::newRow("expanded.pkl") << "not contiguous";
        QTest::newRow("double.pkl") << "the file calls \"torch.DoubleStorage\"";
    }

    void otherContent()
    {
        QFETCH(QString, sentence);
        const auto tensors = readStateDict(path(QTest::currentDataTag()).toStdString());
        QVERIFY(!tensors.has_value());
        const QString text = QString::fromStdString(tensors.error().text());
        QVERIFY2(text.contains(sentence), qPrintable(text));
    }

private:
    [[nodiscard]] QString path(const QString& file) const
    {
        return QString::fromStdString(m_folder->path().string()) + "/" + file;
    }

    std::optional<TemporaryFolder> m_folder;
    double m_sum = 0;
};

QTEST_GUILESS_MAIN(TestTorchFiles)
#include "tst_torch_files.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/predict/driple_synth.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::predict;

namespace {

/// SHA-256 of the float32 values of all batches, one after the other.
std::string hashOf(const DataSet& set, std::vector<float> Batch::*values)
{
    std::string bytes;
    for (const Part part : parts)
        for (const Batch& batch : set.of(part))
            bytes.append(reinterpret_cast<const char*>((batch.*values).data()), 4 * (batch.*values).size());
    return sha256(bytes);
}

} // namespace

class TestDripleSynth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hashes_data()
    {
        QTest::addColumn<char>("name");
        QTest::addColumn<QString>("adjacency");
        QTest::addColumn<QString>("features");
        QTest::addColumn<QString>("labels");
        QTest::newRow("A") << 'A' << "efbd7a8d56e2e65cd06f1939e3a307e70c79cb04fdc193031bb92e6c374ec678"
                           << "bc76fcc6a5d0576c432f90c5d83b57d470a615ff5b9c3853da55dadbd1a256f4"
                           << "c94ec3b5920769969767b0080f573834642b9794ca9568a4f7f1c004ae242678";
        QTest::newRow("B") << 'B' << "6f351558f871c6468cf4b46c2bc686240060ac10b161569138c0d32672beee77"
                           << "e1532ead64f03800ce4c2079b840669813a417c2b8148a9aec0a9d582b261dd6"
                           << "0dd27b27769e343133cb50400b3e4837e1da89d352583b1492c7feeb58bc77de";
        QTest::newRow("C") << 'C' << "e2c1dc6264a0cacdb23436a101eb50b3469d3e5010b227a61f1e1b3d9742096b"
                           << "32a69503dec71893ef6f8d4defa997126d1285f0b40e1aa7ce8375e7a11493b6"
                           << "3f2fd4af194d515b64d8c68f8a7d6d231a2dd164fe79061412f81a2fd2cd4faf";
    }

    void hashes()
    {
        QFETCH(char, name);
        QFETCH(QString, adjacency);
        QFETCH(QString, features);
        QFETCH(QString, labels);
        const DataSet set = makeDripleSynth(*findSynthSetting(name));
        QCOMPARE(QString::fromStdString(hashOf(set, &Batch::adjacency)), adjacency);
        QCOMPARE(QString::fromStdString(hashOf(set, &Batch::features)), features);
        QCOMPARE(QString::fromStdString(hashOf(set, &Batch::labels)), labels);
    }

    void shapesAndParts()
    {
        const DataSet set = makeDripleSynth(synthSettings[0]);
        QCOMPARE(set.of(Part::Train).size(), std::size_t(6));
        QCOMPARE(set.graphCount(Part::Train), std::size_t(192));
        QCOMPARE(set.graphCount(Part::Validation), std::size_t(64));
        QCOMPARE(set.graphCount(Part::Test), std::size_t(64));
        QVERIFY(check(set).has_value());
        QVERIFY(!findSynthSetting('D').has_value());
    }

    /// Label maxima of A as published with its results.
    void maxima()
    {
        const std::array<double, metricCount> expected = {1.6434808, 5.0725989, 83.760994,   0.33040059,
                                                          6.0104723, 90.798004, 4.8439140,   0.040206399,
                                                          12447.968, 5.6525974, 0.038049378, 12252.689};
        const auto maxima = labelMaxima(makeDripleSynth(synthSettings[0]));
        for (std::size_t i = 0; i < metricCount; ++i)
            QVERIFY2(std::abs(maxima[i] / expected[i] - 1) < 1e-7, metrics[i].id.data());
    }

    void damagedSetsAreRefused()
    {
        const DataSet whole = makeDripleSynth(synthSettings[0]);
        const auto refused = [&whole](auto change) {
            DataSet set = whole;
            change(set);
            const auto result = check(set);
            return result ? std::string() : result.error().text();
        };
        QCOMPARE(refused([](DataSet& set) { set.of(Part::Train).clear(); }), std::string("no graph to train with"));
        QCOMPARE(refused([](DataSet& set) { set.of(Part::Test)[1].labels[25] = -1; }),
                 std::string("part test, batch 1: graph 2: gpu_memory_burst is -1, but must not be "
                             "negative"));
        QVERIFY(!refused([](DataSet& set) { set.of(Part::Train)[0].features[7] = NAN; }).empty());
        QVERIFY(!refused([](DataSet& set) { set.of(Part::Train)[0].adjacency[7] = 0.5f; }).empty());
        QVERIFY(!refused([](DataSet& set) { set.of(Part::Train)[0].labels.pop_back(); }).empty());
        QVERIFY(!refused([](DataSet& set) {
                     set.of(Part::Test)[0].nodeFeatures = 1;
                     set.of(Part::Test)[0].features.resize(3200);
                 }).empty());
        QVERIFY(!refused([](DataSet& set) { set.of(Part::Validation)[0].graphs = 0; }).empty());
    }

    /// The table is in the order of its enumerations.
    void metricTable()
    {
        for (std::size_t i = 0; i < metricCount; ++i) {
            QCOMPARE(metricIndex(metrics[i].resource, metrics[i].quantity), i);
            QCOMPARE(findMetric(metrics[i].id).value(), i);
        }
        QVERIFY(!findMetric("gpu").has_value());
    }
};

QTEST_APPLESS_MAIN(TestDripleSynth)
#include "tst_driple_synth.moc"

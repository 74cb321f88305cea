// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/flumen/published_iterations.h"
#include "core/studies/study.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <filesystem>

using namespace millrace;
using namespace millrace::studies;

namespace {

std::filesystem::path studyData()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    return data.empty() ? std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data"
                        : std::filesystem::path(data);
}

} // namespace

/// The registered studies, and the files that only they have.
class TestStudyFormats : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void registered()
    {
        std::vector<std::string_view> names;
        for (const Study& study : studies::studies()) {
            QVERIFY(study.open != nullptr);
            QCOMPARE(findStudy(study.name), &study);
            names.push_back(study.name);
        }
        QVERIFY(
            (names
             == std::vector<std::string_view>{"multi-cloud", "flumen", "kungfu", "tum", "pollux", "vtrain", "files"}));
        QCOMPARE(findStudy("E"), findStudy("multi-cloud"));
        QVERIFY(findStudy("") == nullptr);
        QCOMPARE(openStudy("none", "/", {}).error().what,
                 std::string(
                     "unknown study \"none\"; available: multi-cloud, flumen, kungfu, tum, pollux, vtrain and files"));
        QCOMPARE(findStudy("files")->folder,
                 std::string("iperf3 JSON, Flent, nccl-tests, training logs, captures and tables"));
    }

    void formats_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("format");
        const auto row = [](const char* format, const QByteArray& text) {
            QTest::newRow(format) << text << QString(format);
        };
        row("wandb-csv", "_runtime,_step,_timestamp,loss\n1,0,1680000000,2.5\n2,1,1680000001,2.4\n");
        row("iperf-profile",
            "timestamp,local_hostname,target_hostname,target_ip,bandwidth,bandwidth_metric,avg_ping_ms\n"
            "2023-04-06_14-36-08,a,b,1.2.3.4,6.58,Gbits/sec,0.697\n");
        row("spot-prices", "InstanceType,Region,OnDemand Price,Spot Price,Savings (%),Date\nn1,us,0.4,0.04,90,x\n");
        row("flumen-table", "index, mean, samples, stdev, tail99\n23.0,1,2,3,4\n24.0,1,2,3,4\n");
        row("train-history", "Type,ID,Timestamp,Loss,Accuracy\nBatch,3,1626091385.4,2.88,0.11\n");
        QTest::newRow("rows of a train history")
            << QByteArray("Batch,3,1626091385.4,2.88,0.11\n") << QString("train-history");
    }
    void formats()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, format);
        const std::string bytes(text.constData(), static_cast<std::size_t>(text.size()));
        const auto file = importers::recogniseBytes(bytes, true, studyFormats());
        QCOMPARE(QString::fromUtf8(file.name().data(), static_cast<qsizetype>(file.name().size())), format);
        QVERIFY(importers::recogniseBytes(bytes).name() != file.name());
        for (std::size_t i = 0; i < bytes.size(); ++i)
            (void)importers::recogniseBytes(std::string_view(bytes).substr(0, i), false, studyFormats());
    }

    void publishedQuantile()
    {
        const std::vector<double> values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        QCOMPARE(flumen::publishedQuantile(values, 0.99), 10.0);
        QCOMPARE(flumen::publishedQuantile(values, 0.5), 6.0);
        QVERIFY(std::isnan(flumen::publishedQuantile({}, 0.5)));
    }

    /// Names say nothing: real files under other names.
    void studyFiles()
    {
        if (!std::filesystem::is_directory(studyData()))
            QSKIP("no study data: set MILLRACE_STUDY_DATA");
        QTemporaryDir folder;
        const auto of = [&](const std::string& path) {
            const auto copy = std::filesystem::path(folder.path().toStdString()) / "file";
            std::filesystem::copy_file(studyData() / path, copy, std::filesystem::copy_options::overwrite_existing);
            const auto file = importers::recogniseFile(copy, studyFormats());
            return file ? std::string(file->name()) : file.error().what;
        };
        QCOMPARE(of("multi-cloud/wandb/hivemind-112-aws-t4-1.csv"), std::string("wandb-csv"));
        QCOMPARE(of("multi-cloud/prices/aws-spot-pricing-25-april.csv"), std::string("spot-prices"));
        QCOMPARE(of("flumen/comparisons/processed_results/consist_data_TCP_reference.csv"),
                 std::string("flumen-table"));
        for (const auto& log : std::filesystem::directory_iterator(studyData() / "kungfu-logs"))
            QCOMPARE(of("kungfu-logs/" + log.path().filename().string()), std::string("framework-log"));
    }
};

QTEST_APPLESS_MAIN(TestStudyFormats)
#include "tst_study_formats.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/scaling/law.h"
#include "core/store/metric_kinds.h"
#include "core/studies/audit.h"
#include "core/studies/study.h"
#include "core/studies/study_import.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <fmt/format.h>
#include <map>

using namespace millrace;
using namespace millrace::studies;

namespace {

std::map<std::string, ImportedRun> runsOf(std::string_view study, const std::filesystem::path& folder)
{
    std::map<std::string, ImportedRun> runs;
    const auto source = openStudy(study, folder, {});
    if (!source)
        return runs;
    for (std::size_t i = 0; i < (*source)->entries().size(); ++i)
        if (auto run = (*source)->read(i, {}, {}))
            runs.insert_or_assign(run->name, *std::move(run));
    return runs;
}

double metricOf(const ImportedRun& run, std::string_view name)
{
    const auto found = std::ranges::find(run.metrics, name, &store::Metric::name);
    return found == run.metrics.end() ? std::nan("") : found->value;
}

std::filesystem::path dataFolder()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    return data.empty() ? std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data"
                        : std::filesystem::path(data);
}

} // namespace

/// The studies whose tables are step times by size: rows become runs, and laws are held against them.
class TestScalingStudies : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path folder() const { return m_folder.path().toStdString(); }

private Q_SLOTS:
    void placementsBecomeRuns()
    {
        // Steps of the ring law, so that the law of at most four GPUs says all of them.
        const std::vector<double> constants = {0.1, 0.01, 0.1, 0.05, 0.2, 0.3, 1, 0.05};
        std::string text = "placement,local_bsz,step_time,sync_time\n";
        for (const char* placement : {"1", "2", "3", "4", "11", "12", "22", "111", "1111", "44", "4444"})
            for (const double batch : {8.0, 32.0, 128.0}) {
                double gpus = 0;
                for (const char* digit = placement; *digit != '\0'; ++digit)
                    gpus += *digit - '0';
                const std::vector<double> at = {gpus, static_cast<double>(std::string_view(placement).size()), batch};
                text += fmt::format("{},{},{:.6f},0.01\n", placement, batch,
                                    scaling::slowestRingLaw().seconds(constants, at));
            }
        text += "22,nothing,0.5,0.01\n";
        QVERIFY(std::filesystem::create_directories(folder() / "made"));
        QVERIFY(bool(writeFileAtomically(folder() / "made" / "placements.csv", text)));
        QVERIFY(bool(writeFileAtomically(folder() / "made" / "scalability.csv",
                                         "num_nodes,num_replicas,local_bsz,step_time,sync_time\n6,12,8,0.9,0.1\n")));
        QVERIFY(bool(writeFileAtomically(folder() / "made" / "notes.txt", "nothing of the study\n")));
        QCOMPARE(*recogniseStudy(folder()), std::optional<std::string_view>("pollux"));
        const auto runs = runsOf("pollux", folder());
        QCOMPARE(runs.size(), std::size_t(34));
        const ImportedRun& asked = runs.at("made on 4444 32");
        QCOMPARE(asked.factors[2].level, std::string("asked"));
        QCOMPARE(asked.factors[4].number, std::optional<double>(16));
        QVERIFY(std::abs(metricOf(asked, "step_law") / metricOf(asked, "step_mean") - 1) < 0.05);
        QVERIFY(metricOf(asked, "step_law_published") > 1.2 * metricOf(asked, "step_mean"));
        QCOMPARE(runs.at("made scaled to 6x12 8").factors[1].level, std::string("scalability"));
        const Issues& issues = runs.at("made on 1 8").files[0].issues;
        QVERIFY(std::ranges::find(issues, "not-a-number", &Issue::kind) != issues.end());
    }

    void tablesWithoutTheirColumnsAreRefused()
    {
        const auto file = folder() / "half.csv";
        QVERIFY(bool(writeFileAtomically(file, "local_bsz,step_time,sync_time\n8,0.9,0.1\n")));
        QVERIFY(openStudy("pollux", file, {}).error().what.find("half.csv has no column \"num_replicas\"")
                != std::string::npos);
        QVERIFY(openStudy("vtrain", file, {}).error().what.find("has no ground_truth_single.csv") != std::string::npos);
    }

    void publishedTablesAreAudited()
    {
        for (const char* study : {"pollux", "vtrain"}) {
            if (!std::filesystem::is_directory(dataFolder() / study))
                QSKIP("no study data: set MILLRACE_STUDY_DATA to the folder that holds pollux and vtrain");
            auto database = store::Database::create(folder() / (std::string(study) + ".mrdb"));
            const auto outcome = importStudy({study, dataFolder() / study, {}, 2}, &*database, {});
            QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
            const auto audit = auditStudy(*database, study, {}, {});
            QVERIFY2(audit, audit ? "" : audit.error().text().c_str());
            QCOMPARE(audit->findings.size(), std::size_t(2));
            const auto law = std::ranges::find(audit->findings, "law-extrapolates", &Finding::name);
            QVERIFY(law != audit->findings.end());
            for (const report::PublishedFigure& figure : law->figures)
                QVERIFY2(figure.right < 0.09 && figure.asPublished > 0.2, figure.subject.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestScalingStudies)
#include "tst_scaling_studies.moc"

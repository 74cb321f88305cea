// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/store/database.h"
#include "core/studies/log_run.h"
#include "core/studies/study_figure.h"
#include "core/studies/study_import.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

using namespace millrace;
using namespace millrace::studies;

namespace {

constexpr double mebibyte = 8.0 * 1024 * 1024; ///< bits

std::filesystem::path logFolder()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    const auto folder = data.empty()
        ? std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data"
        : std::filesystem::path(data);
    return folder / "kungfu-logs";
}

double metricOf(const ImportedRun& run, const std::string& name, const std::string& subject = {})
{
    for (const store::Metric& metric : run.metrics)
        if (metric.name == name && metric.subject == subject)
            return metric.value;
    return std::nan("");
}

std::string factorOf(const ImportedRun& run, const std::string& name)
{
    const auto found = std::ranges::find(run.factors, name, &store::Factor::name);
    return found == run.factors.end() ? std::string() : found->level;
}

const analysis::Series* seriesOf(const ImportedRun& run, const std::string& name, const std::string& node)
{
    const auto found = std::ranges::find_if(
        run.series, [&](const analysis::Series& each) { return each.name == name && each.node == node; });
    return found == run.series.end() ? nullptr : &*found;
}

bool isNear(double found, double wanted, double tolerance = 1e-9)
{
    return std::abs(found - wanted) <= tolerance * std::max(1.0, std::abs(wanted));
}

std::map<std::string, ImportedRun> allRuns(const std::filesystem::path& folder)
{
    std::map<std::string, ImportedRun> runs;
    const auto source = openStudy("kungfu", folder, {});
    if (!source)
        return runs;
    for (std::size_t i = 0; i < (*source)->entries().size(); ++i)
        if (auto run = (*source)->read(i, {}, {}))
            runs.insert_or_assign(run->name, *std::move(run));
    return runs;
}

ImportedRun logOf(const std::string& text)
{
    QTemporaryDir folder;
    const auto file = std::filesystem::path(folder.path().toStdString()) / "a.log";
    if (!writeFileAtomically(file, text))
        return {};
    const LogFile log{file, "kungfu", -1};
    return readLogRun(std::span(&log, 1), file.parent_path()).value_or(ImportedRun{});
}

} // namespace

/// Logs of KungFu's figures: every expected number is in a line of the log.
class TestKungfuImport : public QObject
{
    Q_OBJECT

private:
    std::map<std::string, ImportedRun> m_runs;

private Q_SLOTS:
    void initTestCase()
    {
        if (!std::filesystem::is_directory(logFolder()))
            QSKIP("no study data: set MILLRACE_STUDY_DATA to the folder that holds kungfu-logs");
        m_runs = allRuns(logFolder());
        QCOMPARE(m_runs.size(), std::size_t(10));
    }

    /// By their lines alone: under other names they are of the same figures.
    void figures()
    {
        QTemporaryDir folder;
        for (const auto& log : std::filesystem::directory_iterator(logFolder()))
            std::filesystem::copy_file(log.path(),
                                       std::filesystem::path(folder.path().toStdString())
                                           / ("x" + sha256(log.path().filename().string()).substr(0, 8)));
        const auto renamed = allRuns(folder.path().toStdString());
        std::map<std::string, int> count;
        for (const auto& [name, run] : renamed)
            ++count[factorOf(run, "figure")];
        QCOMPARE(count,
                 (std::map<std::string, int>{
                     {"fig10", 1}, {"fig5", 1}, {"fig6", 1}, {"fig7", 1}, {"fig8", 4}, {"fig9", 2}}));
        for (const auto& [name, run] : m_runs)
            QCOMPARE(factorOf(run, "figure"), name.substr(0, name.find('-')));
        for (const auto& [name, run] : m_runs)
            QVERIFY(std::ranges::any_of(renamed, [&](const auto& each) { return each.second.key == run.key; }));
    }

    /// Votes 0, 0, 1, 0 … 7; the limit is 0.8 of the reference; iterations 20 to 35.
    void interference()
    {
        const ImportedRun& run = m_runs["fig5-adapt"];
        QCOMPARE(metricOf(run, "votes_max"), 7.0);
        QVERIFY(isNear(metricOf(run, "allreduce_limit"), 92.11 * mebibyte));
        QVERIFY(isNear(metricOf(run, "allreduce_reference"), 92.11 / 0.8 * mebibyte));
        QVERIFY(isNear(metricOf(run, "allreduce_rate_min"), 68.82 * mebibyte));
        const analysis::Series* rate = seriesOf(run, "throughput", "10.0.0.7.10000");
        QVERIFY(rate != nullptr);
        QCOMPARE(rate->values.size(), std::size_t(16));
        QCOMPARE(rate->values.at(11), 19.2);
        QCOMPARE(rate->times.at(11), 31'000'000'000);
        QCOMPARE(rate->values.back(), 26.9);
        QCOMPARE(seriesOf(run, "interference.votes", "10.0.0.7.10000")->values.size(), std::size_t(12));
        QCOMPARE(std::ranges::count(run.events, std::string("interference"), &store::Event::kind), 2);
        QCOMPARE(factorOf(run, "optimizer"), std::string("sync-sgd-monitor"));
    }

    /// Seven lines with examples/sec, four different reports of three workers.
    void doubledRates()
    {
        const ImportedRun& run = m_runs["fig6-bert"];
        QCOMPARE(metricOf(run, "rates"), 4.0);
        QCOMPARE(metricOf(run, "rates_published"), 7.0);
        QVERIFY(isNear(metricOf(run, "throughput"), (12.6664 + 12.6835) / 2 + 12.6851 + 12.6666));
        QVERIFY(
            isNear(metricOf(run, "throughput_published"), (12.6664 + 12.6835 * 2 + 12.6851 * 2 + 12.6666 * 2) * 3 / 4));
        QVERIFY(isNear(metricOf(run, "throughput_per_worker", "127.0.0.1.10001"), 12.6851));
        const auto repeated = std::ranges::find(run.files.front().issues, std::string("repeated-line"), &Issue::kind);
        QVERIFY(repeated != run.files.front().issues.end());
        QCOMPARE(repeated->count, 3);
    }

    void resizes()
    {
        const ImportedRun& run = m_runs["fig7-resize"];
        QVERIFY(isNear(metricOf(run, "resize_time", "1→2"), 20.39));
        QVERIFY(isNear(metricOf(run, "resize_time", "2→1"), 0.04012));
        QCOMPARE(metricOf(run, "resizes"), 2.0);
        QCOMPARE(std::ranges::count(run.events, std::string("resize"), &store::Event::kind), 2);
    }

    void monitoring()
    {
        const ImportedRun& plain = m_runs["fig8-sync-sgd"];
        QVERIFY(isNear(metricOf(plain, "throughput_per_worker_published"), (30.5 + 30.5 + 30.6 + 30.5) / 4));
        QVERIFY(isNear(metricOf(plain, "throughput_per_worker_published", "127.0.0.1.10000"), 30.6));
        QVERIFY(isNear(metricOf(plain, "throughput_published"), 30.5 + 30.5 + 30.6 + 30.5));
        QVERIFY(isNear(metricOf(plain, "throughput_interval_published"), (2.2 + 2.2 + 2.1 + 2.2) / 4));
        // Student's t of 9 degrees of freedom, 97.5 %: 2.262157; ÷ √9 for the sample deviation
        QVERIFY(isNear(metricOf(plain, "throughput_interval"), (2.2 + 2.1) / 2 / 1.96 * 2.2621572 / 3, 1e-6));
        QVERIFY(std::isnan(metricOf(plain, "throughput"))); // iterations 0 to 8 are not in the log
        QVERIFY(isNear(metricOf(plain, "runtime"), 116.574329056));
        QCOMPARE(factorOf(plain, "workers"), std::string("4"));
        QCOMPARE(factorOf(plain, "optimizer"), std::string("sync-sgd"));
        QCOMPARE(factorOf(plain, "model"), std::string()); // the log does not tell

        const ImportedRun& noise = m_runs["fig8-noise-scale"];
        QVERIFY(isNear(metricOf(noise, "throughput_per_worker_published"), (29.2 * 3 + 29.1) / 4));
        QVERIFY(isNear(metricOf(noise, "noise_scale"),
                       (-7.01199627 + 10.2202826 - 6.14511395 - 42.0077705 - 5.22375107) / 5));
        QVERIFY(isNear(metricOf(noise, "noise_scale_median"), -6.14511395));
        QCOMPARE(seriesOf(noise, "training.noise_scale", "127.0.0.1.10000")->values.size(), std::size_t(2));
        QVERIFY(isNear(metricOf(m_runs["fig8-variance-1"], "throughput_per_worker_published"), 24.3));
        QVERIFY(isNear(metricOf(m_runs["fig8-variance-8"], "throughput_per_worker_published"), 29.6));
        QVERIFY(isNear(metricOf(m_runs["fig8-variance-1"], "gradient_variance"),
                       (0.00236957218 * 2 + 0.00740549667 * 4) / 6));
        QCOMPARE(factorOf(m_runs["fig8-variance-8"], "optimizer"), std::string("variance"));
    }

    void scalability()
    {
        const ImportedRun& kungfu = m_runs["fig9-kungfu-32"];
        QCOMPARE(factorOf(kungfu, "framework"), std::string("kungfu"));
        QCOMPARE(factorOf(kungfu, "model"), std::string("ResNet50"));
        QCOMPARE(factorOf(kungfu, "workers"), std::string("32"));
        QCOMPARE(factorOf(kungfu, "batch"), std::string("32"));
        QCOMPARE(factorOf(kungfu, "strategy"), std::string("MULTI_BINARY_TREE_STAR"));
        QVERIFY(isNear(metricOf(kungfu, "throughput_per_worker_published"), 43.429020));
        QVERIFY(isNear(metricOf(kungfu, "throughput_interval_published"), 1.212320));
        const double harmonic = 4 / (1 / 44.4 + 1 / 42.8 + 1 / 43.3 + 1 / 43.1);
        QVERIFY(isNear(metricOf(kungfu, "throughput_per_worker"), harmonic));
        QVERIFY(isNear(metricOf(kungfu, "throughput"), harmonic * 32));
        // Student's t of 3 degrees of freedom, 97.5 %: 3.182446
        QVERIFY(isNear(metricOf(kungfu, "throughput_interval"), 1.212320 / 1.96 * 3.1824463 / std::sqrt(3), 1e-6));
        QVERIFY(isNear(metricOf(kungfu, "init_time"), 1.157));
        QCOMPARE(metricOf(kungfu, "warmup_steps"), 4.0);
        const ImportedRun& horovod = m_runs["fig9-horovod-32"];
        QCOMPARE(factorOf(horovod, "framework"), std::string("horovod"));
        QVERIFY(isNear(metricOf(horovod, "throughput_published"), 406.5));
        QVERIFY(isNear(metricOf(horovod, "throughput_per_worker_published"), 12.701925));
        const ImportedRun& nccl = m_runs["fig10-nccl"];
        QVERIFY(isNear(metricOf(nccl, "throughput_per_worker_published"), 181.336683));
        QCOMPARE(factorOf(nccl, "optimizer"), std::string("sync-sgd-nccl"));
        QVERIFY(isNear(metricOf(nccl, "runtime"), 55.146302161));
    }

    /// The slowest of the workers that stay says how long it took; what the summary repeats does not count.
    void resizeOfSeveral()
    {
        const ImportedRun run = logOf("[10.0.0.1.10000::stdout] resize 2 -> 3 took 1.50s\n"
                                      "[10.0.0.2.10000::stdout] resize 2 -> 3 took 2.50s\n"
                                      "[10.0.0.1.10000::stdout] resize 3 -> 2 took 40.00ms\n"
                                      "[10.0.0.1.10000::stdout] resize #0 2 -> 3 took 1.50s\n");
        QVERIFY(isNear(metricOf(run, "resize_time", "2→3"), 2.5));
        QCOMPARE(metricOf(run, "resizes"), 2.0);
    }

    /// Every recipe of the study has something to draw, and draws what the logs say.
    void recipes()
    {
        QTemporaryDir folder;
        auto database = store::Database::create(std::filesystem::path(folder.path().toStdString()) / "kungfu.mrdb");
        QVERIFY(database.has_value());
        const auto outcome = importStudy({"kungfu", logFolder(), {}, 2}, &*database, {});
        QVERIFY(outcome.has_value());
        Issues issues;
        const std::vector<Recipe> all = loadRecipes({}, issues);
        QVERIFY2(issues.empty(), issues.empty() ? "" : issueText(issues.front()).c_str());
        int figures = 0;
        for (const Recipe& recipe : all) {
            if (recipe.study != "kungfu" && recipe.name != "imported-throughput")
                continue;
            const auto figure = makeStudyFigure(*database, recipe, outcome->campaign);
            QVERIFY2(figure.has_value(), recipe.name.c_str());
            QVERIFY2(!figure->table.rows.empty(), recipe.name.c_str());
            if (recipe.kind != RecipeKind::Time)
                QVERIFY2(figure->published.has_value(), recipe.name.c_str());
            ++figures;
        }
        QCOMPARE(figures, 13);
        const auto drop = makeStudyFigure(*database, *findRecipe("kungfu", "fig8-drop", all), outcome->campaign);
        QCOMPARE(drop->table.rows.size(), std::size_t(3));
    }

    void damaged()
    {
        std::string text;
        for (const char* name : {"fig5-adapt.log", "fig6-bert.log", "fig9-kungfu-32.log", "fig8-variance-1.log"})
            text += readFile(logFolder() / name).value_or("");
        for (std::size_t i = 0; i < text.size(); i += 97) {
            (void)logOf(text.substr(0, i));
            std::string changed = text;
            changed[i] = "\0\xff#9e"[i % 5];
            (void)logOf(changed);
        }
        QVERIFY(logOf("").metrics.empty());
        const ImportedRun huge =
            logOf("[a::stdout] Iter #99999999999999: 1e308 img/sec per x\n[a::stdout] Iter #9: 0.0 img/sec per x\n");
        QVERIFY(std::isnan(metricOf(huge, "throughput")));
        QVERIFY(!openStudy("kungfu", logFolder().parent_path() / "multi-cloud/prices", {}));
    }
};

QTEST_APPLESS_MAIN(TestKungfuImport)
#include "tst_kungfu_import.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/collective/strategy.h"
#include "core/grid/grid_json.h"
#include "core/launch/frameworks.h"
#include "tests/core/report/made_store.h"

#include <QRegularExpression>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace millrace::report {

namespace {

std::filesystem::path sourceFolder()
{
    return qgetenv("MR_SOURCE").toStdString();
}

std::string pageText(const std::string& name)
{
    return need(readFile(sourceFolder() / "resources/manual" / name));
}

std::vector<std::string> codeBlocks(const std::string& page, const QString& language)
{
    std::vector<std::string> blocks;
    const QRegularExpression block("```" + language + "\n(.*?)```", QRegularExpression::DotMatchesEverythingOption);
    for (auto it = block.globalMatch(QString::fromStdString(page)); it.hasNext();)
        blocks.push_back(it.next().captured(1).toStdString());
    return blocks;
}

bool names(const std::string& page, std::string_view word)
{
    return page.find(fmt::format("`{}`", word)) != std::string::npos;
}

/// The names that stand in quotes after one of these words in a source file.
std::set<std::string> quotedAfter(const std::filesystem::path& file, const QString& pattern)
{
    std::set<std::string> found;
    const QString text = QString::fromStdString(need(readFile(file)));
    for (auto it = QRegularExpression(pattern).globalMatch(text); it.hasNext();)
        found.insert(it.next().captured(1).toStdString());
    return found;
}

} // namespace

/// The pages of the manual say what the program does.
class TestManual : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linksLeadSomewhere()
    {
        int links = 0;
        for (const auto& entry : std::filesystem::directory_iterator(sourceFolder() / "resources/manual")) {
            if (entry.path().extension() != ".md")
                continue;
            const QString page = QString::fromStdString(need(readFile(entry.path())));
            const QRegularExpression link("\\]\\(([^)#]+)\\)");
            for (auto it = link.globalMatch(page); it.hasNext(); ++links) {
                const std::string target = it.next().captured(1).toStdString();
                QVERIFY2(std::filesystem::exists(entry.path().parent_path() / target),
                         fmt::format("{}: {}", entry.path().string(), target).c_str());
            }
            QVERIFY2(page.startsWith("# "), entry.path().c_str());
        }
        QVERIFY(links > 10);
    }

    void everyFactorIsDescribed()
    {
        const std::string page = pageText("grids.md");
        for (const grid::KnownFactor& factor : grid::knownFactors())
            QVERIFY2(names(page, factor.name), std::string(factor.name).c_str());
    }

    void examplesOfGridsAreRight()
    {
        const std::string page = pageText("grids.md");
        Issues issues;
        const auto blocks = codeBlocks(page, "json");
        QVERIFY(!blocks.empty());
        const grid::GridSpec grid = grid::readGrid(Json::parse(blocks.front()), "grid", issues);
        for (const Issue& issue : grid::validate(grid))
            issues.push_back(issue);
        QVERIFY2(issues.empty(), issues.empty() ? "" : issueText(issues.front()).c_str());
        QCOMPARE(grid.factors.size(), std::size_t(3));
    }

    void everyStrategyAndFrameworkIsDescribed()
    {
        const std::string strategies = pageText("collectives.md");
        for (const collective::Strategy strategy : collective::allStrategies())
            QVERIFY2(names(strategies, collective::strategyName(strategy)),
                     std::string(collective::strategyName(strategy)).c_str());
        const std::string project = pageText("project-file.md");
        for (const launch::FrameworkTraits& framework : launch::frameworks())
            QVERIFY2(names(project, framework.name), framework.name.c_str());
        for (const std::string& model : launch::findFramework("builtin")->models)
            QVERIFY2(names(project, model), model.c_str());
    }

    void everyFieldOfAProjectIsDescribed()
    {
        const std::string page = pageText("project-file.md");
        int fields = 0;
        for (const char* file : {"core/cluster/cluster_json.cpp", "core/launch/workload_json.cpp",
                                 "core/grid/grid_json.cpp", "core/project/project_json.cpp"})
            for (const std::string& name :
                 quotedAfter(sourceFolder() / file,
                             "fields\\.(?:text|texts|boolean|integer|unsigned64|number|duration|"
                             "rate|size|fraction|choice|find|array|object)\\(\"([a-z_]+)\"")) {
                const bool isRule = name == "expression" || name == "reason" || name == "levels";
                QVERIFY2(names(isRule ? pageText("grids.md") : page, name), fmt::format("{}: {}", file, name).c_str());
                ++fields;
            }
        QVERIFY(fields > 40);
        const std::string captures = pageText("captures.md");
        for (const std::string& name :
             quotedAfter(sourceFolder() / "core/grid/capture_settings.cpp", "fields\\.[a-z]+\\(\"([a-z_]+)\"")) {
            QVERIFY2(names(captures, name), name.c_str());
            ++fields;
        }
        QVERIFY(fields > 48);
    }

    void theExampleOfARecordingIsRight()
    {
        const auto blocks = codeBlocks(pageText("captures.md"), "json");
        QVERIFY(!blocks.empty());
        Issues issues;
        const Json example = Json::parse("{" + blocks.front() + "}");
        const grid::CaptureSettings settings = grid::readCapture(example["capture"], "capture", issues);
        QVERIFY(issues.empty() && grid::validate(settings).empty());
        QVERIFY(settings.enabled && settings.maximumBytes == std::uint64_t(2) << 30);
    }

    void everyMetricAndSeriesIsDescribed()
    {
        const std::string page = pageText("metrics.md");
        std::set<std::string> all = quotedAfter(sourceFolder() / "core/run/run_summary.cpp", "add\\(\"([a-z_0-9]+)\"");
        all.merge(quotedAfter(sourceFolder() / "core/run/run_summary.cpp", "push_back\\(\\s*\\{\"([a-z_0-9]+)\""));
        all.merge(quotedAfter(sourceFolder() / "core/run/phase_metrics.cpp", "add\\(\\s*\"([a-z_0-9]+)\""));
        QVERIFY(all.size() > 40);
        std::set<std::string> series =
            quotedAfter(sourceFolder() / "core/run/recorder.cpp", "value\\(\\s*\"([a-z.]+)\"");
        series.merge(quotedAfter(sourceFolder() / "core/run/traffic_run.cpp", "value\\(\\s*\"([a-z.]+)\""));
        series.merge(
            quotedAfter(sourceFolder() / "core/run/iteration_samples.cpp", "push_back\\(\\s*\\{\"([a-z.]+)\""));
        QVERIFY(series.size() >= 13);
        all.merge(series);
        for (const std::string& name : all)
            QVERIFY2(names(page, name), name.c_str());
    }

    void everyOptionIsDescribed()
    {
        const std::string page = pageText("command-line.md");
        int options = 0;
        for (const auto& entry : std::filesystem::directory_iterator(sourceFolder() / "app/headless"))
            for (const std::string& option : quotedAfter(entry.path(), "add_(?:option|flag)\\(\"(--[a-z-]+)\"")) {
                QVERIFY2(page.find(option) != std::string::npos, option.c_str());
                ++options;
            }
        QVERIFY(options > 15);
        for (const std::string& command :
             quotedAfter(sourceFolder() / "app/headless/run_command.cpp", "add_subcommand\\(\"([a-z]+)\""))
            QVERIFY2(page.find("## " + command) != std::string::npos, command.c_str());
    }

    void theQueriesOfTheStoreWork()
    {
        const auto store = quickstartStore();
        const auto queries = codeBlocks(pageText("store.md"), "sql");
        QCOMPARE(queries.size(), std::size_t(2));
        auto means = need(store->database.prepare(QString::fromStdString(queries[0]).remove(';').toStdString()));
        QVERIFY(need(means.step()));
        QCOMPARE(means.text(0), std::string("strategy=CLIQUE loss=0%"));
        QCOMPARE(means.integer(1), std::int64_t(2));
        QVERIFY(std::abs(means.real(2) - 0.145 * 1.015) < 1e-9);
        store->sql("UPDATE gates SET verdict = 'fail' WHERE name = 'rate' AND subject = 'node0↔node1'");
        auto failed = need(store->database.prepare(QString::fromStdString(queries[1]).remove(';').toStdString()));
        QVERIFY(need(failed.step()));
        QCOMPARE(failed.text(0), std::string("rate"));
        QCOMPARE(failed.integer(2), std::int64_t(17));
        QVERIFY(std::abs(failed.real(3) - 0.987) < 1e-9);
        QVERIFY(!need(failed.step()));
        for (const std::string& table :
             quotedAfter(sourceFolder() / "resources/sql/0001_initial.sql", "CREATE TABLE ([a-z_]+)"))
            QVERIFY2(names(pageText("store.md"), table), table.c_str());
    }
};

} // namespace millrace::report

QTEST_APPLESS_MAIN(millrace::report::TestManual)
#include "tst_manual.moc"

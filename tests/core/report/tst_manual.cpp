// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/base/field_value.h"
#include "core/cluster/cluster.h"
#include "core/collective/strategy.h"
#include "core/crosstraffic/traffic_profile.h"
#include "core/grid/grid_json.h"
#include "core/launch/frameworks.h"
#include "core/store/event_kinds.h"
#include "core/store/metric_kinds.h"
#include "core/store/series_kinds.h"
#include "tests/core/report/made_store.h"

#include <QRegularExpression>
#include <array>
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

template <typename Fields>
void describes(const std::string& page, const Fields& fields)
{
    for (const auto& field : fields)
        QVERIFY2(names(page, field.key), std::string(field.key).c_str());
}

/// The rows "| `key` | default | meaning |" of the first table below a heading.
std::vector<std::array<QString, 3>> rowsBelow(const std::string& page, const QString& heading)
{
    std::vector<std::array<QString, 3>> rows;
    const QString text = QString::fromStdString(page);
    const QRegularExpression row("^\\| `([a-z_]+)` \\| (.*?) ?\\| (.*?) ?\\|$");
    const QStringList lines = text.mid(text.indexOf(heading + QLatin1Char('\n'))).split(QLatin1Char('\n'));
    for (const QString& line : lines.mid(1)) {
        if (line.startsWith(QLatin1String("## ")))
            break;
        if (const auto match = row.match(line); match.hasMatch())
            rows.push_back({match.captured(1), match.captured(2), match.captured(3)});
    }
    return rows;
}

/// Whether the manual's default is the member's: "10 s", "`sgd`", "true". Prose describes a default that is no value.
template <typename Struct>
bool isDefaultText(const Field<Struct>& field, QString text)
{
    const Struct usual;
    text.remove(QLatin1Char('`'));
    if (const auto number = shownNumber(field, usual)) {
        const auto read = parseQuantity(field.quantity, text.toStdString());
        return read && *read == *number;
    }
    if (const auto* flag = std::get_if<bool Struct::*>(&field.member))
        return text == QLatin1String(usual.**flag ? "true" : "false");
    const std::string value = textOf(field, usual);
    return value.empty() || text.toStdString() == value;
}

/// The manual has one row for each field, in any order, with its default and with how its meaning begins.
template <typename Struct, std::size_t count>
void compareRows(const std::string& page, const QString& heading, const std::array<Field<Struct>, count>& fields)
{
    const auto rows = rowsBelow(page, heading);
    QCOMPARE(rows.size(), count);
    for (const auto& [key, usual, meaning] : rows) {
        const auto* field = findField(fields, key.toStdString());
        QVERIFY2(field, qPrintable(key));
        QVERIFY2(isDefaultText(*field, usual), qPrintable(key + QLatin1String(": ") + usual));
        QVERIFY2(meaning.startsWith(QString::fromUtf8(field->options.manual.data())), qPrintable(key));
    }
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
        for (const launch::FrameworkTraits& framework : launch::Frameworks().all())
            QVERIFY2(names(project, framework.name), framework.name.c_str());
        for (const std::string& model : launch::Frameworks().find("builtin")->models)
            QVERIFY2(names(project, model), model.c_str());
    }

    void everyFieldOfAProjectIsDescribed()
    {
        const std::string page = pageText("project-file.md");
        for (const std::string& name : quotedAfter(sourceFolder() / "core/project/project_json.cpp",
                                                   "fields\\.(?:text|find|array|object)\\(\"([a-z_]+)\""))
            QVERIFY2(names(page, name), name.c_str());
        describes(page, launch::workloadFields);
        describes(page, cluster::clusterFields);
        describes(page, cluster::nodeFields);
        describes(page, cluster::nicFields);
        describes(page, cluster::linkFields);
        describes(page, cluster::bottleneckFields);
        describes(page, cluster::accessFields);
        describes(page, cluster::slurmFields);
        describes(page, grid::gridFields);
        describes(page, grid::stopRuleFields);
        describes(page, grid::gateFields);
        describes(pageText("captures.md"), grid::captureFields);
        const std::string traffic = pageText("cross-traffic.md");
        describes(traffic, crosstraffic::trafficFields);
        describes(traffic, crosstraffic::sizeFields);
        describes(traffic, crosstraffic::phaseFields);
        for (const char* rule : {"expression", "reason", "levels"})
            QVERIFY2(names(pageText("grids.md"), rule), rule);
    }

    void rowsOfTheManualAreThoseOfTheFields()
    {
        compareRows(pageText("project-file.md"), "## Workload", launch::workloadFields);
        compareRows(pageText("captures.md"), "## Switching it on", grid::captureFields);
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

    void everySeriesIsDescribed()
    {
        const std::string page = pageText("metrics.md");
        for (const store::SeriesKind& kind : store::series::all)
            QVERIFY2(names(page, kind.name), kind.name.data());
    }

    void metricsAreThoseOfTheStore()
    {
        const QString page = QString::fromStdString(pageText("metrics.md"));
        const QString metrics = page.left(page.indexOf("## Metrics of a node\n"));
        const QRegularExpression row("^\\| `([a-z_0-9]+)` \\| (.*?) ?\\| (.*) \\|$",
                                     QRegularExpression::MultilineOption);
        for (const store::MetricKind& kind : store::metrics::all) {
            bool described = false;
            for (auto it = row.globalMatch(page); it.hasNext();) {
                const auto match = it.next();
                described |= match.captured(1).toStdString() == kind.name
                    && match.captured(2).toStdString() == kind.unit
                    && match.captured(3).startsWith(QString::fromUtf8(kind.definition.data()));
            }
            QVERIFY2(described, kind.name.data());
        }
        for (auto it = row.globalMatch(metrics); it.hasNext();) {
            const std::string name = it.next().captured(1).toStdString();
            QVERIFY2(std::ranges::find(store::metrics::all, name, &store::MetricKind::name)
                         != store::metrics::all.end(),
                     name.c_str());
        }
    }

    void eventsAreThoseOfTheStore()
    {
        const QString page = QString::fromStdString(pageText("metrics.md"));
        const QRegularExpression row("^\\| `([a-z-]+)` \\| (.*) \\|$", QRegularExpression::MultilineOption);
        std::size_t rows = 0;
        for (auto it = row.globalMatch(page, page.indexOf("## Events\n")); it.hasNext(); ++rows) {
            const auto match = it.next();
            QVERIFY2(rows < store::events::all.size(), qPrintable(match.captured(1)));
            const store::EventKind& kind = store::events::all[rows];
            QCOMPARE(match.captured(1), QString::fromUtf8(kind.name.data()));
            QVERIFY2(match.captured(2).startsWith(QString::fromUtf8(kind.definition.data())), kind.name.data());
        }
        QCOMPARE(rows, store::events::all.size());
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

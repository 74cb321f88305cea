// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/campaign_figures.h"
#include "core/report/run_view.h"
#include "tests/core/report/made_store.h"
#include "tests/e2e/cli_runner.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace millrace;
using report::need;

/// `millrace-cli figure` and `compare`: what they write, and their exit codes.
class TestFigureCommands : public QObject
{
    Q_OBJECT

    std::unique_ptr<report::MadeStore> m_store = report::quickstartStore();

    [[nodiscard]] e2e::Finished run(const std::string& command, std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), {command, m_store->database.file().string()});
        return e2e::cli(m_store->folder.path(), std::move(arguments));
    }

private Q_SLOTS:
    void writesFigures()
    {
        const auto figure =
            run("figure",
                {"--kind", "box", "--metric", "step_mean", "--x", "strategy", "--series", "loss", "--output", "f.svg"});
        QCOMPARE(figure.code, 0);
        const std::string svg = need(readFile(m_store->folder.path() / "f.svg"));
        QVERIFY(svg.starts_with("<?xml") && svg.find("<metadata>") != std::string::npos);
        QVERIFY(svg.find("Step time by strategy and loss") != std::string::npos);
    }

    void barsHaveTheReportsNumbers()
    {
        const auto json = run("figure", {"--json"});
        QCOMPARE(json.code, 0);
        const auto rows = nlohmann::json::parse(json.out)["rows"];
        const auto data = need(report::loadCampaign(m_store->database, m_store->campaign));
        const auto figure = report::metricFigures(data, {}).front();
        std::size_t row = 0;
        for (const auto& series : figure.series)
            for (const auto& point : series.points)
                QCOMPARE(rows[row++][2].get<double>(), point.y);
        QCOMPARE(row, rows.size());
    }

    void aSavedViewGivesTheSame()
    {
        const auto first = run("figure", {"--kind", "cdf", "--steps", "--filter", "loss=0%", "--output", "a.csv"});
        QCOMPARE(first.code, 0);
        const auto metadata = nlohmann::json::parse(need(readFile(m_store->folder.path() / "a.csv-metadata.json")));
        const std::string view = metadata["millrace:provenance"]["view"].dump();
        need(writeFileAtomically(m_store->folder.path() / "view.json", view));
        QCOMPARE(run("figure", {"--view", "view.json", "--output", "b.csv"}).code, 0);
        QCOMPARE(need(readFile(m_store->folder.path() / "a.csv")), need(readFile(m_store->folder.path() / "b.csv")));
    }

    void drawsRecipes()
    {
        const auto list = run("figure", {"--list", "--json"});
        QCOMPARE(list.code, 0);
        const auto rows = nlohmann::json::parse(list.out)["rows"];
        QVERIFY(rows.size() >= 5);
        bool found = false;
        for (const auto& row : rows)
            found = found || (row[0] == "step-time" && row[4] == "yes");
        QVERIFY(found);
        const auto one = run("figure", {"step-time", "--svg", "r.svg", "--csv", "r.csv"});
        QVERIFY2(one.code == 0, one.text());
        QVERIFY(need(readFile(m_store->folder.path() / "r.svg")).find("Step time by setting") != std::string::npos);
        const std::string csv = need(readFile(m_store->folder.path() / "r.csv"));
        QVERIFY2(csv.starts_with("x,series,published,measured (s),ratio,n,low (s),high (s)"), csv.c_str());
        QVERIFY(csv.find("RING") != std::string::npos);
        QVERIFY(std::filesystem::exists(m_store->folder.path() / "r.csv-metadata.json"));
        const auto text = run("figure", {"runs"});
        QVERIFY2(text.code == 0 && text.out.find("All runs") != std::string::npos, text.text());
        const auto json = run("figure", {"step-time", "--json"});
        QCOMPARE(nlohmann::json::parse(json.out)["kind"].get<std::string>(), std::string("bars"));
        QCOMPARE(run("figure", {"--all", "every"}).code, 0);
        QVERIFY(std::filesystem::exists(m_store->folder.path() / "every/step-distribution.svg"));
        QVERIFY(std::filesystem::exists(m_store->folder.path() / "every/runs.csv"));
    }

    void drawsOwnRecipes()
    {
        std::filesystem::create_directories(m_store->folder.path() / "mine");
        const auto write = [this](const char* more) {
            need(
                writeFileAtomically(m_store->folder.path() / "mine/a.json",
                                    std::string(R"([{"name": "mine", "title": "Mine", "source": "me", "kind": "bars",)")
                                        + R"("x": "strategy", )" + more + R"("measured": {"value": "step_mean * 1000",)"
                                        + R"("unit": "ms", "definition": "Mean."}}])"));
        };
        write("");
        const auto mixed = run("figure", {"mine", "--recipes", "mine"});
        QVERIFY2(mixed.code == 1 && mixed.err.find("their runs differ in loss (0%, 1%)") != std::string::npos,
                 mixed.text());
        write(R"("pool": ["loss"], )");
        need(writeFileAtomically(m_store->folder.path() / "mine/b.json", "["));
        const auto one = run("figure", {"mine", "--recipes", "mine"});
        QVERIFY2(one.code == 0 && one.out.find("RING") != std::string::npos, one.text());
        QVERIFY2(one.err.find("b.json") != std::string::npos, one.text());
    }

    void compares()
    {
        const auto text = run("compare", {"--of", "strategy=RING", "--with", "strategy=STAR"});
        QCOMPARE(text.code, 0);
        QVERIFY2(text.out.starts_with("step time of strategy=RING is 46.3 % lower than of strategy=STAR"),
                 text.out.c_str());
        const auto json = run("compare", {"--of", "strategy=RING", "--with", "strategy=STAR", "--json"});
        QCOMPARE(nlohmann::json::parse(json.out)["pairs"].get<int>(), 4);
    }

    void complains_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const QStringList& arguments, int code, const char* words) {
            QTest::newRow(name) << arguments << code << QString(words);
        };
        row("kind", {"figure", "--kind", "pie"}, 2, "pie");
        row("metric", {"figure", "--metric", "nope"}, 2, "nope");
        row("factor", {"figure", "--x", "nope"}, 2, "nope");
        row("filter", {"figure", "--filter", "loss<"}, 2, "not finished");
        row("no run", {"figure", "--filter", "strategy=NONE", "--output", "e.svg"}, 1, "no run matches");
        row("recipe", {"figure", "stp-time"}, 2, "did you mean step-time?");
        row("variant", {"figure", "step-time", "--variant", "published", "--svg", "v.svg"}, 2, "no variant");
        row("png of a recipe", {"figure", "step-time", "--svg", "x.png"}, 2, "end the name with .svg");
        row("pdf of a recipe", {"figure", "step-time", "--svg", "x.PDF"}, 2, "end the name with .svg");
        row("png of a view", {"figure", "--output", "x.png"}, 2, "end the name with .svg");
        row("pdf of a comparison", {"compare", "--of", "strategy=RING", "--with", "strategy=STAR", "--figure", "x.pdf"},
            2, "end the name with .svg");
        row("table", {"figure", "runs", "--svg", "t.svg"}, 2, "is a table");
        row("empty recipe", {"figure", "slowdown"}, 1, "the figure is empty");
        row("no group", {"compare", "--of", "strategy=RING"}, 2, "--with");
        row("both", {"compare", "--of", "strategy=RING", "--with", "loss=1%"}, 2, "both groups");
        row("empty group", {"compare", "--of", "strategy=RING", "--with", "strategy=NONE"}, 1, "");
    }
    void complains()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, words);
        std::vector<std::string> rest;
        for (const QString& argument : arguments.mid(1))
            rest.push_back(argument.toStdString());
        const auto finished = run(arguments.first().toStdString(), rest);
        QVERIFY2(finished.code == code, finished.text());
        QVERIFY2(finished.err.find(words.toStdString()) != std::string::npos, finished.text());
    }
};

QTEST_GUILESS_MAIN(TestFigureCommands)
#include "tst_figure_commands.moc"

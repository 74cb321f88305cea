// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/need.h"

#include "core/studies/formula.h"
#include "core/studies/recipe.h"

#include <QtTest>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace millrace;
using namespace millrace::studies;

namespace {

using Json = nlohmann::ordered_json;

using tests::need;

double value(const std::string& text, const std::map<std::string, double>& given = {})
{
    Formula formula = need(Formula::parse(text));
    std::vector<double> values;
    for (const std::string& name : formula.names())
        values.push_back(given.at(name));
    return formula.evaluate(values);
}

std::string problem(const std::string& text)
{
    const auto formula = Formula::parse(text);
    return formula ? "" : formula.error().what;
}

Json sound()
{
    return Json::parse(R"({"name": "speedup", "title": "Speedup", "kind": "bars", "where": "set=A", "x": "experiment",
        "measured": {"value": "throughput / base", "unit": "",
                     "names": {"base": {"metric": "throughput", "where": "experiment=A-1", "match": ["task"]}}}})");
}

std::string problemOf(const Json& recipe)
{
    const auto recipes = parseRecipes(Json{{"study", "multi-cloud"}, {"recipes", {recipe}}}.dump(), "mine.json");
    return recipes ? "" : recipes.error().what;
}

} // namespace

class TestRecipes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void formulas_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("expected");
        const double notKnown = std::nan("");
        QTest::newRow("precedence") << "2 + 3 * 4 ^ 2" << 50.0;
        QTest::newRow("brackets") << "-(2 + 3) / 4" << -1.25;
        QTest::newRow("metric with a point") << "training.step_time * 2" << 0.5;
        QTest::newRow("digits and underscores") << "x_1 + x_1" << 6.0;
        QTest::newRow("min and max") << "min(4, 3, 5) + max(1, 7)" << 10.0;
        QTest::newRow("functions") << "abs(-2) + sqrt(9) + log(exp(4))" << 9.0;
        QTest::newRow("if") << "if(x_1 > 2, 10, 20)" << 10.0;
        QTest::newRow("question mark") << "x_1 <= 2 ? 10 : 20" << 20.0;
        QTest::newRow("round") << "round(2 / 3, 2)" << 0.67;
        QTest::newRow("exponent") << "1e3 + 1.5E-1" << 1000.15;
        QTest::newRow("not known") << "lost + 1" << notKnown;
        QTest::newRow("not known in min") << "min(lost, 1)" << notKnown;
        QTest::newRow("not known in max") << "max(1, lost)" << notKnown;
        QTest::newRow("condition not known") << "if(lost, 1, 2)" << notKnown;
        QTest::newRow("not needed") << "if(x_1, 1, lost)" << 1.0;
        QTest::newRow("division by zero") << "1 / (x_1 - 3)" << notKnown;
        QTest::newRow("root of a negative") << "sqrt(-1)" << notKnown;
        QTest::newRow("logarithm of zero") << "log(0)" << notKnown;
        QTest::newRow("too large") << "1e308 * 10" << notKnown;
    }
    void formulas()
    {
        QFETCH(QString, text);
        QFETCH(double, expected);
        const double got =
            value(text.toStdString(), {{"training.step_time", 0.25}, {"x_1", 3.0}, {"lost", std::nan("")}});
        if (std::isnan(expected))
            QVERIFY2(std::isnan(got), QByteArray::number(got).constData());
        else
            QVERIFY2(std::abs(got - expected) < 1e-12, QByteArray::number(got).constData());
    }

    void formulaNames()
    {
        const Formula formula = need(Formula::parse("b + a * training.step_time - a"));
        QCOMPARE(formula.names(), (std::vector<std::string>{"a", "b", "training.step_time"}));
        QCOMPARE(formula.indexOf("b"), std::size_t(1));
        QCOMPARE(formula.indexOf("min"), std::size_t(3));
        QVERIFY(need(Formula::parse("min(1, 2)")).names().empty());
    }

    void badFormulas_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("part");
        QTest::newRow("empty") << ""
                               << "empty";
        QTest::newRow("spaces") << "   "
                                << "empty";
        QTest::newRow("ends early") << "1 +"
                                    << "character 4: it ends too early";
        QTest::newRow("bracket open") << "(1 + 2"
                                      << "bracket";
        QTest::newRow("bracket closed") << "1 + 2)"
                                        << "character 6";
        QTest::newRow("two values") << "1 2"
                                    << "character 3";
        QTest::newRow("assignment") << "a = 3"
                                    << "character 3: \"=\" is not a comparison";
        QTest::newRow("several results") << "1, 2"
                                         << "character 2: a comma";
        QTest::newRow("text") << "\"a\""
                              << "character 1";
        QTest::newRow("arrow") << "a→b"
                               << "character 2";
        QTest::newRow("unknown function") << "sin(1)"
                                          << "character";
        QTest::newRow("too many values") << "sqrt(1, 2)"
                                         << "too many";
        QTest::newRow("too few values") << "if(1, 2)"
                                        << "too few";
        QTest::newRow("operator") << "* 2"
                                  << "character 1";
        QTest::newRow("line") << "1 +\n2"
                              << "character 4";
    }
    void badFormulas()
    {
        QFETCH(QString, text);
        QFETCH(QString, part);
        const QString got = QString::fromStdString(problem(text.toStdString()));
        QVERIFY2(got.contains(part), qPrintable(got));
    }

    void hostileFormulas()
    {
        QVERIFY(!problem(std::string(5000, '1')).empty());
        QVERIFY(!problem(std::string(3000, '(')).empty());
        QVERIFY(!problem(std::string(3000, '-')).empty());
        QVERIFY(!problem(std::string("a\0b", 3)).empty());
        const std::string text = "if(a > 2 && b <= 3, min(a, b) * 2 ^ c, sqrt(abs(-a)) / log(exp(1)))";
        for (std::size_t i = 0; i < text.size(); ++i) {
            (void)problem(text.substr(0, i));
            for (const char c : {'(', ')', ',', '=', '?', ':', '\xff', '9', '!'}) {
                std::string changed = text;
                changed[i] = c;
                (void)problem(changed);
            }
        }
    }

    void readsRecipes()
    {
        QCOMPARE(QString::fromStdString(problemOf(sound())), QString());
        const auto recipes = need(parseRecipes(Json{{"study", "multi-cloud"}, {"recipes", {sound()}}}.dump()));
        QCOMPARE(recipes.size(), std::size_t(1));
        const Recipe& recipe = recipes[0];
        QCOMPARE(recipe.study, std::string("multi-cloud"));
        QCOMPARE(recipe.name, std::string("speedup"));
        QCOMPARE(int(recipe.kind), int(RecipeKind::Bars));
        QVERIFY(recipe.measured && !recipe.published);
        const RecipeName& base = recipe.measured->names.at("base");
        QCOMPARE(base.metric, std::string("throughput"));
        QCOMPARE(base.match, std::vector<std::string>{"task"});
        QCOMPARE(base.reduce, std::string("mean"));
        QVERIFY(!base.otherwise);
        QCOMPARE(Json::parse(recipe.json), sound());
        QCOMPARE(need(parseRecipes(Json::array({sound()}).dump()))[0].study, std::string());
    }

    void badFields_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* pointer, const char* json, const char* part) {
            QTest::newRow((std::string(pointer) + "=" + json).c_str()) << pointer << json << part;
        };
        row("/name", "\"With Blank\"", "recipes[0].name: must be of");
        row("/name", "\"../up\"", "recipes[0].name");
        row("/name", "3", "recipes[0].name");
        row("/title", "\"\"", "recipes[0].title: is missing");
        row("/kind", "\"pie\"", "recipes[0].kind");
        row("/where", "\"loss<\"", "recipes[0].where");
        row("/x", "\"\"", "recipes[0].x: is missing");
        row("/x", "[1]", "recipes[0].x");
        row("/order", "\"A-1\"", "recipes[0].order");
        row("/labels", "[1]", "recipes[0].labels");
        row("/labels", "{\"A\": 1}", "recipes[0].labels.A");
        row("/log_x", "\"yes\"", "recipes[0].log_x");
        row("/bins", "-1", "recipes[0].bins");
        row("/capacity", "\"fast\"", "recipes[0].capacity");
        row("/remarks", "\"typing error\"", "did you mean \"remark\"?");
        row("/colour", "\"red\"", "unknown field \"colour\"");
        row("/measured", "\"throughput\"", "recipes[0].measured");
        row("/measured/value", "\"1 +\"", "recipes[0].measured.value: the formula \"1 +\" is wrong at character 4");
        row("/measured/value", "\"\"", "recipes[0].measured.value: ");
        row("/measured/value", "\"throughput\"", "recipes[0].measured.names.base: is used by no formula");
        row("/measured/value", "\"sample / base\"", "recipes[0].measured.series: ");
        row("/measured/skip", "1.5", "recipes[0].measured.skip");
        row("/measured/parts", "[{\"name\": \"a\", \"value\": \"1\"}]",
            "recipes[0].measured.value: \"parts\" is also given");
        row("/measured/names/base/reduce", "\"average\"", "recipes[0].measured.names.base.reduce");
        row("/measured/names/base/where", "\"x<\"", "recipes[0].measured.names.base.where");
        row("/measured/names/base/where", "\"\"", "recipes[0].measured.names.base.match: needs \"where\"");
        row("/measured/names/base/metric", "\"\"", "recipes[0].measured.names.base.metric: either");
        row("/measured/names/base/otherwise", "\"0\"", "recipes[0].measured.names.base.otherwise");
        row("/measured/names/base/levels", "{\"T4\": \"x\"}", "recipes[0].measured.names.base.levels.T4");
        row("/measured/names/base", "7", "recipes[0].measured.names.base");
    }
    void badFields()
    {
        QFETCH(QString, pointer);
        QFETCH(QString, json);
        QFETCH(QString, part);
        Json recipe = sound();
        recipe[Json::json_pointer(pointer.toStdString())] = Json::parse(json.toStdString());
        const QString got = QString::fromStdString(problemOf(recipe));
        QVERIFY2(got.startsWith("mine.json: ") && got.contains(part), qPrintable(got));
    }

    void needsOfKinds()
    {
        const auto of = [](const char* kind, auto change) {
            Json recipe = sound();
            recipe["kind"] = kind;
            change(recipe);
            return QString::fromStdString(problemOf(recipe));
        };
        const auto same = [](Json&) {};
        QVERIFY(of("stacked", same).contains("recipes[0].measured.parts: is missing"));
        QVERIFY(of("heat", same).contains("recipes[0].series: is missing"));
        QVERIFY(of("time", same).contains("recipes[0].measured.series: "));
        QVERIFY(of("scatter", [](Json& recipe) { recipe.erase("x"); }).contains("recipes[0].measured.x: is missing"));
        QVERIFY(of("bars", [](Json& recipe) { recipe.erase("measured"); }).contains("recipes[0].measured: is missing"));
        QVERIFY(of("bars", [](Json& recipe) { recipe.erase("kind"); }).contains("recipes[0].kind: is missing"));
        QVERIFY(of("table", [](Json& recipe) { recipe["_why"] = "a remark"; }).isEmpty());
    }

    void badFiles()
    {
        const std::string text = Json{{"study", "multi-cloud"}, {"recipes", {sound()}}}.dump();
        for (std::size_t i = 0; i < text.size(); ++i)
            QVERIFY(!parseRecipes(text.substr(0, i)));
        for (std::size_t i = 0; i < text.size(); ++i) {
            std::string flipped = text;
            flipped[i] = static_cast<char>(flipped[i] ^ 0x15);
            (void)parseRecipes(flipped); // must not fall over
        }
        QVERIFY(!parseRecipes(""));
        QVERIFY(!parseRecipes("{}"));
        QVERIFY(!parseRecipes("3"));
        QVERIFY(!parseRecipes("{\"recipes\": 3}"));
        QVERIFY(!parseRecipes("[3]"));
        QVERIFY(!parseRecipes(std::string(5 << 20, ' ')));
        QVERIFY(!parseRecipes(std::string(100'000, '[')));
        Json many = Json::array();
        for (int i = 0; i < 1001; ++i)
            many.push_back(sound());
        QVERIFY(!parseRecipes(many.dump()));
        const auto twice = parseRecipes(Json::array({sound(), sound()}).dump());
        QVERIFY(!twice && twice.error().what.find("recipes[1].name") != std::string::npos);
    }

    void examplesOfTheManual()
    {
        std::ifstream file(std::filesystem::path(qgetenv("MR_SOURCE").toStdString()) / "resources/manual/recipes.md");
        QVERIFY(file.good());
        std::string block, line;
        int examples = 0;
        const auto finish = [&] {
            if (block.starts_with("{\n")) {
                const auto recipes = parseRecipes(block);
                QVERIFY2(recipes && !recipes->empty(), recipes ? "" : recipes.error().what.c_str());
                ++examples;
            }
            block.clear();
        };
        while (std::getline(file, line)) {
            if (line.starts_with("    "))
                block += line.substr(4) + "\n";
            else
                finish();
        }
        finish();
        QCOMPARE(examples, 2);
    }

    void shippedAreSound()
    {
        Issues issues;
        const auto recipes = loadRecipes({}, issues);
        for (const Issue& issue : issues)
            QFAIL(issueText(issue).c_str());
        QVERIFY(!recipesOf("", recipes).empty());
        for (const Recipe& recipe : recipes) {
            QVERIFY(recipe.file.empty());
            QVERIFY2(!recipe.source.empty(), recipe.name.c_str());
            for (const auto* variant : {&recipe.published, &recipe.measured})
                QVERIFY2(!*variant || !(*variant)->definition.empty(), recipe.name.c_str());
        }
    }

    void foldersReplace()
    {
        QTemporaryDir folder;
        const std::filesystem::path path(folder.path().toStdString());
        Json mine = sound();
        mine["name"] = "step-time";
        mine["title"] = "Mine";
        std::ofstream(path / "a.json") << Json::array({mine}).dump();
        std::ofstream(path / "b.json") << "{";
        std::ofstream(path / "c.txt") << "{";
        Issues issues;
        const std::vector folders = {path, path / "not-there"};
        const auto recipes = loadRecipes(folders, issues);
        QCOMPARE(need(findRecipe("", "step-time", recipes)).title, std::string("Mine"));
        QCOMPARE(need(findRecipe("kungfu", "step-time", recipes)).file, (path / "a.json").string());
        QCOMPARE(issues.size(), std::size_t(1));
        QCOMPARE(issues[0].kind, std::string("bad-recipe"));
        QCOMPARE(issues[0].where, std::string("b.json"));
        const auto missing = findRecipe("", "stp-time", recipes);
        QVERIFY(!missing && missing.error().what.find("did you mean step-time?") != std::string::npos);
        QVERIFY(!findRecipe("", "nothing-like-it-at-all", recipes));
    }
};

QTEST_GUILESS_MAIN(TestRecipes)
#include "tst_recipes.moc"

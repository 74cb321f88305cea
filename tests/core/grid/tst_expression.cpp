// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/expression.h"

#include "core/base/random.h"

#include <QtTest>
#include <functional>

using namespace millrace;
using namespace millrace::grid;

namespace {

std::vector<Factor> someFactors()
{
    const auto texts = [](std::initializer_list<const char*> names) {
        std::vector<Level> levels;
        for (const char* name : names)
            levels.push_back(textLevel(name));
        return levels;
    };
    const auto numbers = [](Quantity quantity, std::initializer_list<double> values) {
        std::vector<Level> levels;
        for (const double value : values)
            levels.push_back(numberLevel(quantity, value));
        return levels;
    };
    return {{"framework", texts({"kungfu", "horovod", "tensorflow"}), false, "", {}},
            {"strategy", texts({"RING", "TREE", "STAR"}), false, "", {}},
            {"loss", numbers(Quantity::Fraction, {0, 0.01, 0.02}), false, "", {}},
            {"delay", numbers(Quantity::Duration, {0, 1e6, 1e7}), false, "", {}},
            {"batch", numbers(Quantity::Count, {4, 8}), false, "", {}},
            {"workers", numbers(Quantity::Count, {4, 6, 8}), false, "", {}},
            {"rate", numbers(Quantity::Rate, {1e8, 1e9}), false, "", {}},
            {"fused", {booleanLevel(false), booleanLevel(true)}, true, "", {}},
            {"schedule", texts({"a \"b\"", "c"}), true, "", {}}};
}

/// Calls `visit` with the level positions of every combination.
void eachCombination(const std::vector<Factor>& factors,
                     const std::function<void(const std::vector<std::uint32_t>&)>& visit)
{
    std::vector<std::uint32_t> levels(factors.size());
    for (;;) {
        visit(levels);
        std::size_t i = 0;
        while (i < levels.size() && ++levels[i] == factors[i].levels.size())
            levels[i++] = 0;
        if (i == levels.size())
            return;
    }
}

/// A random expression as text together with a function that computes it in another way than the program does.
struct Sample
{
    std::string text;
    std::function<bool(const std::vector<std::uint32_t>&)> value;
    int tightness = 0; ///< 4 comparison, 3 not, 2 and, 1 or, 0 implies
};

std::string bracketed(const Sample& sample, int least, Random& random)
{
    return sample.tightness < least || random.below(8) == 0 ? "(" + sample.text + ")" : sample.text;
}

Sample randomComparison(const std::vector<Factor>& factors, Random& random)
{
    const auto index = random.below(factors.size() - 1); // all but the one with quotes in its levels
    const Factor& factor = factors[index];
    const bool text = quantityOf(factor) == Quantity::Text;
    const bool boolean = quantityOf(factor) == Quantity::Boolean;
    const auto chosen = random.below(factor.levels.size());
    const std::string literal = text ? "\"" + factor.levels[chosen].text + "\"" : factor.levels[chosen].text;
    const char* signs[] = {"==", "!=", "<", "<=", ">", ">="};
    const auto sign = random.below(text || boolean ? 2 : 6);
    const bool turned = random.below(3) == 0;
    if (random.below(4) == 0) {
        const auto other = random.below(factor.levels.size());
        const std::string second = text ? "'" + factor.levels[other].text + "'" : factor.levels[other].text;
        const bool wanted = random.below(2) == 0;
        return {factor.name + (wanted ? " in [" : " not in [") + literal + ", " + second + "]",
                [=](const auto& levels) { return (levels[index] == chosen || levels[index] == other) == wanted; }, 4};
    }
    // Levels are listed in ascending order, so that positions compare like values.
    const auto compare = [=](const auto& levels) {
        const auto a = turned ? chosen : levels[index];
        const auto b = turned ? levels[index] : chosen;
        const bool results[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
        return results[sign];
    };
    const std::string left = turned ? literal : factor.name;
    const std::string right = turned ? factor.name : literal;
    return {left + (random.below(2) ? " " : "") + signs[sign] + (random.below(2) ? " " : "") + right, compare, 4};
}

Sample randomSample(const std::vector<Factor>& factors, Random& random, int depth)
{
    const auto choice = depth == 0 ? 0 : random.below(5);
    if (choice == 0)
        return randomComparison(factors, random);
    const Sample a = randomSample(factors, random, depth - 1);
    if (choice == 1)
        return {"not " + bracketed(a, 3, random), [=](const auto& levels) { return !a.value(levels); }, 3};
    const Sample b = randomSample(factors, random, depth - 1);
    if (choice == 2)
        return {bracketed(a, 2, random) + " and " + bracketed(b, 3, random),
                [=](const auto& levels) { return a.value(levels) && b.value(levels); }, 2};
    if (choice == 3)
        return {bracketed(a, 1, random) + " or " + bracketed(b, 2, random),
                [=](const auto& levels) { return a.value(levels) || b.value(levels); }, 1};
    return {bracketed(a, 1, random) + " implies " + bracketed(b, 0, random),
            [=](const auto& levels) { return !a.value(levels) || b.value(levels); }, 0};
}

} // namespace

class TestExpression : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void randomExpressionsAgreeWithAnotherEvaluation()
    {
        const auto factors = someFactors();
        Random random(11);
        int trueAndFalse = 0;
        for (int round = 0; round < 300; ++round) {
            const Sample sample = randomSample(factors, random, 4);
            const auto expression = Expression::parse(sample.text, factors);
            QVERIFY2(expression.has_value(),
                     (sample.text + ": " + (expression ? "" : expression.error().what)).c_str());
            bool agree = true;
            bool some = false;
            bool all = true;
            eachCombination(factors, [&](const auto& levels) {
                const bool value = expression->evaluate(levels);
                agree = agree && value == sample.value(levels);
                some = some || value;
                all = all && value;
            });
            QVERIFY2(agree, sample.text.c_str());
            trueAndFalse += some && !all ? 1 : 0;
        }
        QVERIFY(trueAndFalse > 100);
    }

    void numberOfCombinations_data()
    {
        // The factors have 3·3·3·3·2·3·2·2·2 = 3888 combinations.
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("count");
        QTest::newRow("equal") << "framework == \"kungfu\"" << 3888 / 3;
        QTest::newRow("single quotes") << "framework == 'kungfu'" << 3888 / 3;
        QTest::newRow("percent") << "loss == 1%" << 3888 / 3;
        QTest::newRow("number for percent") << "loss == 0.01" << 3888 / 3;
        QTest::newRow("text for percent") << "loss == \"1%\"" << 3888 / 3;
        QTest::newRow("no such level") << "loss == 1.5%" << 0;
        QTest::newRow("between") << "loss > 0.5% and loss < 15e-3" << 3888 / 3;
        QTest::newRow("duration") << "delay <= 1000us" << 3888 / 3 * 2;
        QTest::newRow("rate with slash") << "rate >= 1000Mbit/s" << 3888 / 2;
        QTest::newRow("literal first") << "10ms > delay" << 3888 / 3 * 2;
        QTest::newRow("implies") << "framework == \"kungfu\" implies strategy in [\"RING\", \"TREE\"]"
                                 << 3888 - 3888 / 9;
        QTest::newRow("implies to the right") << "loss == 0 implies loss == 1% implies loss == 2%" << 3888;
        QTest::newRow("and before or") << "loss == 0 or loss == 1% and batch == 4" << 3888 / 3 + 3888 / 6;
        QTest::newRow("not before and") << "not loss == 0 and batch == 4" << 3888 / 3;
        QTest::newRow("double not") << "not not loss == 0" << 3888 / 3;
        QTest::newRow("not in") << "loss not in [0, 1%]" << 3888 / 3;
        QTest::newRow("in with a comma at the end") << "loss in [0, 1%,]" << 3888 / 3 * 2;
        QTest::newRow("two factors") << "batch == workers" << 3888 / 3;
        QTest::newRow("two factors in order") << "batch < workers" << 3888 / 3;
        QTest::newRow("boolean alone") << "fused" << 3888 / 2;
        QTest::newRow("boolean compared") << "fused == false" << 3888 / 2;
        QTest::newRow("not boolean") << "not fused and loss == 0" << 3888 / 6;
        QTest::newRow("escaped quote") << "schedule == \"a \\\"b\\\"\"" << 3888 / 2;
        QTest::newRow("lines and tabs") << "loss ==\n\t0" << 3888 / 3;
        QTest::newRow("a factor with itself") << "batch == batch" << 3888;
        QTest::newRow("long") << QString("loss == 0") + QString(" or loss == 0").repeated(500) << 3888 / 3;
    }
    void numberOfCombinations()
    {
        QFETCH(QString, text);
        QFETCH(int, count);
        const auto factors = someFactors();
        const auto expression = Expression::parse(text.toStdString(), factors);
        QVERIFY2(expression.has_value(), expression ? "" : expression.error().what.c_str());
        int found = 0;
        eachCombination(factors, [&](const auto& levels) { found += expression->evaluate(levels) ? 1 : 0; });
        QCOMPARE(found, count);
    }

    void errors_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* text, const char* message) { QTest::newRow(text) << text << message; };
        row("", "column 1: the expression is empty");
        row("   ", "column 1: the expression is empty");
        row("los == 0", "column 1: this grid has no factor \"los\"; did you mean \"loss\"?");
        row("loss == 0 and colour == 1",
            "column 15: this grid has no factor \"colour\"; its factors are framework, strategy, loss, delay, batch, "
            "workers, "
            "rate, fused, schedule");
        row("strategy == RING", "column 13: the text RING needs quotes: \"RING\"");
        row("strategy in [RING]", "column 14: a value was expected; if RING is a text, write \"RING\"");
        row("loss == 1x", "column 9: \"1x\" is not a loss; write 1% or 0.01");
        row("delay == 10", "column 10: \"10\" is not a delay; write 10ms or 250us");
        row("strategy == 5", "column 13: strategy is a text; write \"5\" in quotes");
        row("strategy < \"RING\"", "column 10: strategy has no order; write ==, != or in");
        row("framework < strategy", "column 11: framework has no order; write ==, != or in");
        row("loss == delay", "column 9: loss is a share and delay is a duration: they cannot be compared");
        row("batch == true", "column 10: \"true\" is not a batch; write 32");
        row("fused == \"true\"", "column 10: \"true\" cannot be compared with fused, which is true or false");
        row("loss", "column 5: expected ==, !=, <, <=, >, >= or in after \"loss\", found the end");
        row("loss 0", "column 6: expected ==, !=, <, <=, >, >= or in after \"loss\", found \"0\"");
        row("loss = 0", "column 6: expected \"==\", found \"=\"");
        row("loss == 0 && batch == 4", "column 11: \"&\" is unknown here; write and, or, not");
        row("!fused", "column 1: \"!\" is unknown here; write and, or, not");
        row("loss == 0 batch == 4", "column 11: \"batch\" was not expected; write and, or, implies before it");
        row("(loss == 0", "column 11: expected \")\" for column 1, found the end");
        row("loss == 0)", "column 10: \")\" closes nothing");
        row("loss in 0", "column 9: a list in [ ] was expected after \"in\"");
        row("loss in []", "column 6: the list after \"in\" is empty");
        row("loss in [0", "column 11: expected \",\" or \"]\", found the end");
        row("loss in [0 1%]", "column 12: expected \",\" or \"]\", found \"1%\"");
        row("loss not 0", "column 10: expected \"in\", found \"0\"");
        row("1 == 1", "column 1: neither side of this comparison is a factor");
        row("0 in [0]", "column 1: a factor was expected before \"in\"");
        row("0 < loss < 1", "column 10: comparisons cannot be chained; join two with and");
        row("loss == ", "column 9: expected a factor or a value, found the end");
        row("and", "column 1: expected a factor or a value, found \"and\"");
        row("strategy == \"RING", "column 13: the text that starts here has no closing quote");
        row("delay == 10µs and $", "column 19: \"$\" is unknown here");
        row("ä == 1", "column 1: \"ä\" is unknown here");
    }
    void errors()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const auto expression = Expression::parse(text.toStdString(), someFactors());
        QVERIFY(!expression);
        QCOMPARE(QString::fromStdString(expression.error().what), message);
    }

    void textsThatLookLikeALevelAreWarnedOf()
    {
        Issues warnings;
        QVERIFY(
            Expression::parse("strategy in [\"RING\", \"TRE\"] or framework == \"pytorch\"", someFactors(), &warnings));
        QCOMPARE(warnings.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(warnings[0].example),
                 QString("column 22: strategy has no level \"TRE\"; did you mean \"TREE\"?"));
        QCOMPARE(warnings[0].severity, Severity::Warning);
    }

    void limits()
    {
        const auto factors = someFactors();
        const auto nested = [](int depth) {
            return std::string(std::size_t(depth), '(') + "loss == 0" + std::string(std::size_t(depth), ')');
        };
        QVERIFY(Expression::parse(nested(100), factors));
        QVERIFY(!Expression::parse(nested(101), factors));
        QVERIFY(!Expression::parse(nested(4000), factors));
        QVERIFY(!Expression::parse(std::string(20'000, ' '), factors));
        std::string chain = "loss == 0";
        for (int i = 0; i < 300; ++i)
            chain += " implies loss == 0";
        QVERIFY(!Expression::parse(chain, factors));
    }

    void factorsThatAreNamed()
    {
        const auto expression = Expression::parse("workers > 4 and batch < workers or loss == 0", someFactors());
        QVERIFY(expression.has_value());
        QCOMPARE(expression->factors(), (std::vector<std::uint32_t>{2, 4, 5}));
    }

    void mutatedExpressionsNeverCrash()
    {
        const auto factors = someFactors();
        Random random(3);
        const std::string alphabet = "()[],\"'=!<>%.&-+ \t\n01a_/\\\xc3\xb5\xff";
        int good = 0;
        for (int round = 0; round < 20'000; ++round) {
            std::string text = randomSample(factors, random, 3).text;
            for (auto changes = random.below(4); changes > 0 && !text.empty(); --changes) {
                const std::size_t place = random.below(text.size());
                switch (random.below(4)) {
                case 0: text.erase(place, 1 + random.below(5)); break;
                case 1: text.insert(place, 1, alphabet[random.below(alphabet.size())]); break;
                case 2: text[place] = static_cast<char>(random.below(256)); break;
                default: text = text.substr(place) + text.substr(0, place);
                }
            }
            const auto expression = Expression::parse(text, factors);
            if (expression) {
                ++good;
                (void)expression->evaluate(std::vector<std::uint32_t>(factors.size(), 1));
            } else {
                QVERIFY2(expression.error().what.starts_with("column ")
                             && expression.error().what.find('\n') == std::string::npos,
                         expression.error().what.c_str());
            }
        }
        QVERIFY(good > 1000 && good < 19'000);
    }

    void factorNames()
    {
        for (const char* name : {"loss", "_x", "A9_b"})
            QVERIFY2(isFactorName(name), name);
        for (const char* name : {"", "9a", "a-b", "a b", "in", "implies", "true", "ä"})
            QVERIFY2(!isFactorName(name), name);
    }
};

QTEST_APPLESS_MAIN(TestExpression)
#include "tst_expression.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/expression_completer.h"
#include "ui/grid/level_text.h"
#include "ui/grid/rule_text.h"

#include <QLineEdit>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

QString read(const QString& factor, const QString& text)
{
    const LevelReading reading = readLevels(factor, text);
    return reading.problems.isEmpty() ? levelsText(reading.levels) : reading.problems.join(QLatin1Char('|'));
}

std::vector<grid::Factor> factors()
{
    return {{"strategy", {grid::textLevel("RING"), grid::textLevel("STAR")}, false, {}, {}},
            {"loss",
             {grid::numberLevel(grid::Quantity::Fraction, 0), grid::numberLevel(grid::Quantity::Fraction, 0.01)},
             false,
             {},
             {}}};
}

} // namespace

class TestGridText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void levels_data()
    {
        QTest::addColumn<QString>("factor");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("levels");
        const auto row = [](const char* factor, const char* text, const char* levels) {
            QTest::newRow(text) << QString::fromUtf8(factor) << QString::fromUtf8(text) << QString::fromUtf8(levels);
        };
        row("loss", "0, 1%, 0.05", "0%, 1%, 5%");
        row("delay", "10ms..30ms step 10ms", "10ms, 20ms, 30ms");
        row("workers", "1..4, 8", "1, 2, 3, 4, 8");
        row("strategy", "RING\nSTAR\n", "RING, STAR");
        row("mine", "1, 2.5", "1, 2.5");
        row("mine", "true, false", "true, false");
        row("mine", "a, \"b, c\"", "a, \"b, c\"");
        row("mine", "", "A factor needs at least one level.");
        row("loss", "0, 0%", "Duplicate level “0%”.");
        row("workers", "4..1", "The range “4..1” runs backwards.");
        row("delay", "1ms..3ms", "The range “1ms..3ms” needs a step, for example “step 3ms”.");
        row("workers", "1..x", "“1..x” is not a range; write 1..5 or 10ms..50ms step 10ms.");
        row("workers", "1..1000000", "The range “1..1000000” has too many levels.");
    }
    void levels()
    {
        QFETCH(QString, factor);
        QFETCH(QString, text);
        QFETCH(QString, levels);
        QCOMPARE(read(factor, text), levels);
    }

    void everyBadLevelIsNamed()
    {
        const LevelReading reading = readLevels(QStringLiteral("loss"), QStringLiteral("1x, 1%, 7"));
        QCOMPARE(reading.problems.size(), 2);
        QVERIFY(reading.problems[0].contains(QLatin1String("1x")));
        QVERIFY(reading.problems[1].contains(QLatin1String("7")));
    }

    void conditionsInWords_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* expression, const char* words) {
            QTest::newRow(expression) << QString::fromUtf8(expression) << QString::fromUtf8(words);
        };
        row("strategy == \"RING\" implies loss == 0", "when strategy is RING, loss must be 0");
        row("loss >= 1% implies delay <= 10ms", "when loss is at least 1%, delay must be at most 10ms");
        row("strategy in [\"RING\", \"TREE\", \"STAR\"]", "strategy must be RING, TREE or STAR");
        row("a not in [1, 2]", "a must not be 1 or 2");
        row("not (loss > 1% and delay >= 10ms) or workers in [2, 4]",
            "it must not be that loss is above 1% and delay is at least 10ms or workers must be 2 or 4");
        row("(a == 1 implies b == 2) and (a != 1 implies b != 2)",
            "(when a is 1, b must be 2) and when a is not 1, b must not be 2");
        row("fast", "fast must be true");
        row("loss ==", "");
        row("loss == 1 loss", "");
    }
    void conditionsInWords()
    {
        QFETCH(QString, expression);
        QFETCH(QString, words);
        QCOMPARE(conditionWords(expression.toStdString()), words);
    }

    void exclusionsInWords()
    {
        const auto list = factors();
        const grid::Exclusion levels{{}, {{"strategy", list[0].levels}, {"loss", {list[1].levels[1]}}}, {}};
        QCOMPARE(exclusionText(levels), QStringLiteral("strategy in [\"RING\", \"STAR\"] and loss == 1%"));
        QCOMPARE(exclusionWords(levels), QStringLiteral("strategy is RING or STAR and loss is 1%"));
    }

    void completions()
    {
        const auto words = [](const char* text) {
            const QString expression = QString::fromUtf8(text);
            return completionsAt(expression, static_cast<int>(expression.size()), factors()).words;
        };
        QVERIFY(words("").contains(QLatin1String("strategy")));
        QVERIFY(words("str").contains(QLatin1String("strategy")));
        QCOMPARE(words("strategy == "), (QStringList{QStringLiteral("\"RING\""), QStringLiteral("\"STAR\"")}));
        QCOMPARE(words("strategy in [\"RING\", "),
                 (QStringList{QStringLiteral("\"RING\""), QStringLiteral("\"STAR\"")}));
        QCOMPARE(words("loss > "), (QStringList{QStringLiteral("0%"), QStringLiteral("1%")}));
        QVERIFY(words("loss ").contains(QLatin1String("==")));
        QVERIFY(words("loss == 1% ").contains(QLatin1String("implies")));
        QVERIFY(words("loss == 1% implies ").contains(QLatin1String("strategy")));
        QVERIFY(words("(").contains(QLatin1String("loss")));
    }

    void completingReplacesTheWord()
    {
        QLineEdit line;
        ExpressionCompleter completer(factors(), &line);
        line.show();
        QTest::keyClicks(&line, QStringLiteral("loss == 0 implies str"));
        QCOMPARE(completer.completionCount(), 1);
        Q_EMIT completer.activated(completer.currentCompletion());
        QCOMPARE(line.text(), QStringLiteral("loss == 0 implies strategy"));
        QVERIFY(line.isModified());
    }
};

QTEST_MAIN(TestGridText)
#include "tst_grid_text.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/extras_model.h"
#include "ui/grid/factor_model.h"
#include "ui/grid/level_text.h"
#include "ui/grid/rule_model.h"

#include "tests/ui/grid/grid_example.h"

#include <QAbstractItemModelTester>
#include <QUndoStack>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

using Mode = QAbstractItemModelTester::FailureReportingMode;

const grid::GridSpec& gridOf(const ProjectEditor& editor)
{
    return editor.project().grids[0];
}

/// Undoes everything and does it again; both ends must be what they were.
void undoAndRedo(ProjectEditor& editor, const project::Project& before)
{
    const project::Project after = editor.project();
    QVERIFY(!(after == before));
    while (editor.undoStack()->canUndo())
        editor.undoStack()->undo();
    QVERIFY(editor.project() == before);
    while (editor.undoStack()->canRedo())
        editor.undoStack()->redo();
    QVERIFY(editor.project() == after);
}

} // namespace

class TestGridModels : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<ProjectEditor> m_editor;
    project::Project m_before;

private Q_SLOTS:
    void init()
    {
        m_before = test::templateProject("traffic-study");
        m_editor = std::make_unique<ProjectEditor>();
        m_editor->reset(m_before);
    }

    void factorsAreShown()
    {
        FactorModel model(*m_editor);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        model.setIndex(0);
        QCOMPARE(model.rowCount(), 6);
        QCOMPARE(model.index(0, FactorModel::NameColumn).data().toString(), QStringLiteral("framework"));
        QCOMPARE(model.index(5, FactorModel::LevelsColumn).data().toString(),
                 QStringLiteral("0%, 0.05%, 0.1%, 0.2%, 0.5%, 1%, 2%"));
        model.setIndex(7);
        QCOMPARE(model.rowCount(), 0);
    }

    void levelsAreEditedWithUndo()
    {
        FactorModel model(*m_editor);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        model.setIndex(0);
        const QModelIndex cell = model.index(5, FactorModel::LevelsColumn);
        QVERIFY(model.setData(cell, QStringLiteral("0, 3%")));
        QCOMPARE(gridOf(*m_editor).factors[5].levels.size(), std::size_t(2));
        QCOMPARE(m_editor->undoStack()->count(), 1);
        undoAndRedo(*m_editor, m_before);
    }

    void impossibleLevelsStayVisible()
    {
        FactorModel model(*m_editor);
        model.setIndex(0);
        const QModelIndex cell = model.index(5, FactorModel::LevelsColumn);
        QVERIFY(model.check(cell, QStringLiteral("1%, 2x")).contains(QLatin1String("2x")));
        model.setData(cell, QStringLiteral("1%, 2x"));
        QCOMPARE(cell.data().toString(), QStringLiteral("1%, 2x"));
        QVERIFY(cell.data(FactorModel::ProblemRole).toString().contains(QLatin1String("2x")));
        QVERIFY(m_editor->project() == m_before);
        QCOMPARE(m_editor->undoStack()->count(), 0);
        QVERIFY(model.setData(cell, QStringLiteral("1%")));
        QVERIFY(cell.data(FactorModel::ProblemRole).toString().isEmpty());
    }

    void anotherNameMakesAnotherFactor()
    {
        FactorModel model(*m_editor);
        model.setIndex(0);
        model.setData(model.index(3, FactorModel::NameColumn), QStringLiteral("epochs"));
        QVERIFY(gridOf(*m_editor).factors[3].own);
        QCOMPARE(gridOf(*m_editor).factors[3].levels, m_before.grids[0].factors[3].levels);
        QVERIFY(model.flags(model.index(3, FactorModel::UnitColumn)) & Qt::ItemIsEditable);
        QVERIFY(!(model.flags(model.index(0, FactorModel::UnitColumn)) & Qt::ItemIsEditable));
        model.setData(model.index(3, FactorModel::UnitColumn), QStringLiteral("epochs"));
        model.setData(model.index(3, FactorModel::FormerColumn), QStringLiteral("64"));
        QCOMPARE(gridOf(*m_editor).factors[3].unit, std::string("epochs"));
        QVERIFY(gridOf(*m_editor).factors[3].formerLevel.has_value());
        model.setData(model.index(3, FactorModel::NameColumn), QStringLiteral("batch"));
        QVERIFY(!gridOf(*m_editor).factors[3].own);
        undoAndRedo(*m_editor, m_before);
    }

    void levelsThatCannotBelongToAFactorGo()
    {
        FactorModel model(*m_editor);
        model.setIndex(0);
        const auto levels = [&] { return levelsText(gridOf(*m_editor).factors[5].levels); };
        const QModelIndex name = model.index(5, FactorModel::NameColumn);
        const QModelIndex cell = model.index(5, FactorModel::LevelsColumn);
        QCOMPARE(name.data().toString(), QStringLiteral("loss"));
        model.setData(name, QStringLiteral("jitter"));
        model.setData(cell, QStringLiteral("0, 1ms"));
        model.setData(name, QStringLiteral("mode")); // a closed list of words
        QCOMPARE(levels(), QString());
        QVERIFY(!cell.data(FactorModel::PlaceholderRole).toString().isEmpty());
        model.setData(cell, QStringLiteral("fast, packet"));
        model.setData(name, QStringLiteral("delay")); // a quantity
        QCOMPARE(levels(), QString());
        m_editor->undoStack()->undo();
        QCOMPARE(levels(), QStringLiteral("fast, packet"));
        QCOMPARE(gridOf(*m_editor).factors[5].name, std::string("mode"));
        m_editor->undoStack()->redo();
        undoAndRedo(*m_editor, m_before);
    }

    void aDraftIsReadAgainForTheNewFactor()
    {
        FactorModel model(*m_editor);
        model.setIndex(0);
        const QModelIndex cell = model.index(5, FactorModel::LevelsColumn);
        model.setData(cell, QStringLiteral("10ms, 20ms")); // of loss
        QVERIFY(model.isDraft(cell));
        model.setData(model.index(5, FactorModel::NameColumn), QStringLiteral("delay"));
        QVERIFY(!model.isDraft(cell));
        QCOMPARE(gridOf(*m_editor).factors[5].levels.size(), std::size_t(2));
    }

    void factorsAreAddedMovedAndPasted()
    {
        FactorModel model(*m_editor);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        model.setIndex(0);
        model.addRow(6);
        QCOMPARE(gridOf(*m_editor).factors[6].name, std::string("delay"));
        model.duplicateRows({6});
        QCOMPARE(model.rowCount(), 8);
        model.shiftRows({7}, -1);
        model.removeRowList({6, 7});
        QCOMPARE(model.rowCount(), 6);
        model.paste(model.index(5, 0), QStringLiteral("loss\t0, 5%\nrate\t1Gbit"));
        QCOMPARE(model.rowCount(), 7);
        QCOMPARE(gridOf(*m_editor).factors[6].levels[0].text, std::string("1Gbit"));
        model.pasteLevels(5, QStringLiteral("0\n1%\n\n2%\n"));
        QCOMPARE(gridOf(*m_editor).factors[5].levels.size(), std::size_t(3));
        undoAndRedo(*m_editor, m_before);
    }

    void levelsAreSuggested()
    {
        const auto& grid = m_before.grids[0];
        QVERIFY(possibleLevels(m_before, grid, "framework").contains(QLatin1String("kungfu")));
        QVERIFY(possibleLevels(m_before, grid, "backend").contains(QLatin1String("mpi_nccl")));
        QVERIFY(possibleLevels(m_before, grid, "loss").isEmpty());
        project::Project project = m_before;
        project.traffic.emplace_back().name = "web search";
        QCOMPARE(possibleLevels(project, grid, "cross_traffic"),
                 QStringList({QStringLiteral("none"), QStringLiteral("web search")}));
    }

    void conditionsAreCheckedWhileTyped()
    {
        ConditionModel model(*m_editor);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        model.setIndex(0);
        QCOMPARE(model.rowCount(), 6);
        const QModelIndex cell = model.index(4, RuleExpressionColumn);
        QVERIFY(model.check(cell, QStringLiteral("los == 0")).contains(QLatin1String("loss")));
        QVERIFY(model.check(cell, QStringLiteral("loss == 0")).isEmpty());
        model.setData(cell, QStringLiteral("loss =="));
        QVERIFY(m_editor->project() == m_before);
        QVERIFY(!cell.data(ConditionModel::ProblemRole).toString().isEmpty());
        model.setData(cell, QStringLiteral("loss == 0"));
        QCOMPARE(gridOf(*m_editor).conditions[4].expression, std::string("loss == 0"));
        QCOMPARE(model.index(4, RuleWordsColumn).data().toString(), QStringLiteral("loss must be 0"));
        model.setData(model.index(4, RuleReasonColumn), QStringLiteral("because"));
        QCOMPARE(gridOf(*m_editor).conditions[4].reason, std::string("because"));
        QVERIFY(!(model.flags(model.index(4, RuleWordsColumn)) & Qt::ItemIsEditable));
        undoAndRedo(*m_editor, m_before);
    }

    void countsOfRules()
    {
        ConditionModel model(*m_editor);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        model.setIndex(0);
        model.setCounts({12, {}});
        QCOMPARE(model.index(0, RuleLeavesOutColumn).data().toString(), QStringLiteral("12"));
        QCOMPARE(model.index(1, RuleLeavesOutColumn).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.index(5, RuleLeavesOutColumn).data().toString(), QStringLiteral("–"));
    }

    void exclusionsByLevelsBecomeExpressions()
    {
        m_before.grids[0].exclusions = {{{}, {{"loss", {m_before.grids[0].factors[5].levels[6]}}}, "too slow"}};
        m_editor->reset(m_before);
        ExclusionModel model(*m_editor);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        model.setIndex(0);
        const QModelIndex cell = model.index(0, RuleExpressionColumn);
        QCOMPARE(cell.data().toString(), QStringLiteral("loss == 2%"));
        QCOMPARE(model.index(0, RuleWordsColumn).data().toString(), QStringLiteral("loss is 2%"));
        model.setData(cell, QStringLiteral("loss == 2%"));
        QVERIFY(m_editor->project() == m_before);
        model.setData(cell, QStringLiteral("loss >= 1%"));
        QCOMPARE(gridOf(*m_editor).exclusions[0].expression, std::string("loss >= 1%"));
        QVERIFY(gridOf(*m_editor).exclusions[0].assignment.empty());
        model.addRow(1);
        QCOMPARE(model.rowCount(), 2);
        undoAndRedo(*m_editor, m_before);
    }

    void extras()
    {
        ExtrasModel model(*m_editor);
        QAbstractItemModelTester tester(&model, Mode::QtTest);
        model.setIndex(0);
        model.addRow();
        QVERIFY(m_editor->project() == m_before); // without a name it is not there yet
        QVERIFY(!model.problemOf(0).isEmpty());
        model.setData(model.index(0, 1), QStringLiteral("tensor"));
        QVERIFY(m_editor->project() == m_before);
        model.setData(model.index(0, 0), QStringLiteral("--hash"));
        QCOMPARE(m_editor->project().workloads[0].extras.at("--hash"), std::string("tensor"));
        model.addRow();
        model.setData(model.index(1, 0), QStringLiteral("--hash"));
        QVERIFY(model.problemOf(1).contains(QLatin1String("Duplicate")));
        QCOMPARE(m_editor->project().workloads[0].extras.size(), std::size_t(1));
        model.removeRowAt(1);
        undoAndRedo(*m_editor, m_before);
    }
};

QTEST_MAIN(TestGridModels)
#include "tst_grid_models.moc"

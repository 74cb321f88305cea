// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/grid_editor.h"

#include "tests/ui/example_files.h"
#include "tests/ui/grid/grid_example.h"
#include "tests/ui/grid/shots.h"
#include "ui/base/settings.h"
#include "ui/edit/project_editor.h"
#include "ui/edit/word_completer.h"
#include "ui/grid/dry_run_view.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QUndoStack>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

class TestGridEditor : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<ProjectEditor> m_editor;
    std::unique_ptr<GridEditor> m_page;
    project::Project m_before;

    void open(project::Project project, const QString& store = {})
    {
        m_page.reset();
        m_before = std::move(project);
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
        m_editor = std::make_unique<ProjectEditor>();
        m_editor->reset(m_before);
        m_page = std::make_unique<GridEditor>(*m_editor, *m_settings);
        m_page->resize(1280, 800);
        m_page->show();
        if (!store.isEmpty())
            m_page->setStore(store.toStdString());
        QSignalSpy finished(m_page->dryRun(), &DryRunView::finished);
        m_page->setIndex(0);
        QVERIFY(finished.wait(20'000));
    }
    template <typename T>
    T* field(const char* name) const
    {
        return m_page->findChild<T*>(QLatin1String(name));
    }
    const grid::GridSpec& grid() const { return m_editor->project().grids[0]; }
    void type(const char* name, const QString& text)
    {
        auto* line = field<QLineEdit>(name);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
    }

private Q_SLOTS:
    void everyFieldIsEditedWithUndo()
    {
        open(test::templateProject("quickstart"));
        type("gridName", QStringLiteral("other"));
        type("gridRepetitions", QStringLiteral("7"));
        type("gridSeed", QStringLiteral("18446744073709551615"));
        type("gridWarmups", QStringLiteral("3"));
        field<QCheckBox>("gridPairedSeeds")->click();
        field<QComboBox>("gridOrder")->setCurrentIndex(2);
        field<QCheckBox>("gridStopRule")->click();
        field<QComboBox>("stopMetric")->setCurrentText(QStringLiteral("samples_per_second"));
        type("stopHalfWidth", QStringLiteral("2%"));
        type("stopAtLeast", QStringLiteral("4"));
        type("stopAtMost", QStringLiteral("12"));
        field<QCheckBox>("gateEnabled")->click();
        QCOMPARE(grid().name, std::string("other"));
        QCOMPARE(grid().repetitions, 7);
        QCOMPARE(grid().seed, std::uint64_t(18446744073709551615u));
        QCOMPARE(grid().warmupRuns, 3);
        QVERIFY(grid().pairedSeeds);
        QCOMPARE(grid().order, grid::Order::Shuffled);
        QCOMPARE(*grid().stopRule, (grid::StopRule{"samples_per_second", 0.02, 4, 12}));
        QVERIFY(!grid().gate.enabled);
        QCOMPARE(m_editor->undoStack()->count(), 12);
        const project::Project after = m_editor->project();
        while (m_editor->undoStack()->canUndo())
            m_editor->undoStack()->undo();
        QVERIFY(m_editor->project() == m_before);
        QCOMPARE(field<QLineEdit>("gridRepetitions")->text(), QStringLiteral("3"));
        QVERIFY(!field<QCheckBox>("gridStopRule")->isChecked());
        while (m_editor->undoStack()->canRedo())
            m_editor->undoStack()->redo();
        QVERIFY(m_editor->project() == after);
    }

    void factorsAndLevelsAreOffered()
    {
        open(test::templateProject("quickstart"));
        auto* table = field<QTableView>("gridFactors");
        const auto wordsAt = [&](int column) {
            table->setFocus();
            table->setCurrentIndex(table->model()->index(0, column));
            QTest::keyClick(table, Qt::Key_F2);
            auto* line = table->findChild<QLineEdit*>(QStringLiteral("cellEdit"));
            auto* completer = line->findChild<WordCompleter*>();
            QStringList words;
            if (QTest::qWaitFor([&] { return completer->popup()->isVisible(); }))
                for (int i = 0; i < completer->completionModel()->rowCount(); ++i)
                    words.append(completer->completionModel()->index(i, 0).data().toString());
            completer->popup()->hide();
            QTest::keyClick(line, Qt::Key_Escape);
            delete line;
            return words;
        };
        const QStringList factors = wordsAt(0);
        for (const grid::KnownFactor& known : grid::knownFactors())
            QVERIFY2(factors.contains(QString::fromStdString(std::string(known.name))), known.name.data());
        // Those of the framework that the factor does not have yet.
        const QStringList levels = wordsAt(1);
        QVERIFY(levels.contains(QStringLiteral("TREE")));
        QVERIFY(!levels.contains(QStringLiteral("RING")));
    }

    void theFormStaysWhereItIs()
    {
        open(test::templateProject("quickstart"));
        auto* table = field<QTableView>("gridFactors");
        const auto top = [&] { return table->mapTo(m_page.get(), QPoint()).y(); };
        const int before = top();
        auto* line = field<QLineEdit>("gridSeed");
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("many"));
        QTest::qWait(50);
        QVERIFY(!line->accessibleDescription().isEmpty());
        QCOMPARE(top(), before);
        const auto* below = field<QTableView>("gridConditions");
        const auto bottom = [&] { return below->mapTo(m_page.get(), QPoint()).y(); };
        const int rules = bottom();
        m_editor->change(QStringLiteral("x"), [](project::Project& project) {
            project.grids[0].factors[0].levels = {*grid::parseLevel(grid::Quantity::Text, "0%", "strategy")};
        });
        table->setCurrentIndex(table->model()->index(0, 1));
        QTRY_VERIFY(!field<QLabel>("gridFactorsLine")->text().isEmpty());
        QTest::qWait(50);
        QCOMPARE(bottom(), rules);
    }

    void tolerances()
    {
        open(test::templateProject("quickstart"));
        type("gate_delay_floor", QStringLiteral("1ms"));
        type("gate_rate", QStringLiteral("10%"));
        QCOMPARE(grid().gate.delayFloor, std::chrono::nanoseconds(1'000'000));
        QCOMPARE(grid().gate.rate, 0.1);
        m_editor->undoStack()->undo();
        m_editor->undoStack()->undo();
        QVERIFY(m_editor->project() == m_before);
    }

    void recording()
    {
        open(test::templateProject("quickstart"));
        QVERIFY(!field<QLineEdit>("captureFilter")->isEnabled());
        field<QCheckBox>("captureEnabled")->click();
        type("captureInterface", QStringLiteral("eth1"));
        type("captureFilter", QStringLiteral("tcp port 10000"));
        field<QComboBox>("captureDirection")->setCurrentIndex(2);
        type("captureSnapLength", QStringLiteral("128"));
        type("captureMaximum", QStringLiteral("2GiB"));
        field<QCheckBox>("captureKeep")->click();
        field<QCheckBox>("captureAnalyse")->click();
        const grid::CaptureSettings wanted{
            true, "eth1", "tcp port 10000", 128, grid::CaptureDirection::Out, std::uint64_t(2) << 30, false, true};
        QVERIFY(grid().capture == wanted);
        QCOMPARE(m_editor->undoStack()->count(), 8);
        field<QLineEdit>("captureMaximum")->selectAll();
        QTest::keyClick(field<QLineEdit>("captureMaximum"), Qt::Key_Delete);
        QCOMPARE(grid().capture.maximumBytes, std::uint64_t(0));
        type("captureSnapLength", QStringLiteral("3"));
        QCOMPARE(grid().capture.snapLength, 128);
        while (m_editor->undoStack()->canUndo())
            m_editor->undoStack()->undo();
        QVERIFY(m_editor->project() == m_before);
        QVERIFY(!field<QCheckBox>("captureEnabled")->isChecked());
    }

    void aWrongFilterIsMarked()
    {
        project::Project project = test::templateProject("quickstart");
        project.grids[0].capture.enabled = true;
        project.grids[0].capture.filter = "tcp prot 1";
        open(project);
        auto* filter = field<QLineEdit>("captureFilter");
        QTRY_VERIFY(filter->toolTip().contains(QStringLiteral("syntax error")));
        m_page->activateWindow();
        m_page->showField(QStringLiteral("grids[0].capture.filter"));
        QCOMPARE(m_page->focusWidget(), filter);
        auto* bar = field<QScrollArea>("gridScroll")->verticalScrollBar();
        bar->setValue(bar->maximum());
        test::shoot(*m_page, "grid-capture", QSize(1280, 900));
    }

    void impossibleTextStaysAndIsNotApplied()
    {
        open(test::templateProject("quickstart"));
        type("gridRepetitions", QStringLiteral("many"));
        type("gridSeed", QStringLiteral("-1"));
        QVERIFY(m_editor->project() == m_before);
        QCOMPARE(field<QLineEdit>("gridRepetitions")->text(), QStringLiteral("many"));
        QVERIFY(!field<QLineEdit>("gridRepetitions")->toolTip().isEmpty());
    }

    void showsTheFieldOfAProblem()
    {
        open(test::templateProject("traffic-study"));
        m_page->activateWindow();
        m_page->showField(QStringLiteral("grids[0].factors[2].levels[1]"));
        auto* factors = field<QTableView>("gridFactors");
        QCOMPARE(factors->currentIndex().row(), 2);
        QCOMPARE(factors->currentIndex().column(), 1);
        m_page->showField(QStringLiteral("grids[0].conditions[3]"));
        QCOMPARE(field<QTableView>("gridConditions")->currentIndex().row(), 3);
        m_page->showField(QStringLiteral("grids[0].gate.rate"));
        QCOMPARE(m_page->focusWidget(), field<QLineEdit>("gate_rate"));
        m_page->showField(QStringLiteral("grids[0].seed"));
        QCOMPARE(m_page->focusWidget(), field<QLineEdit>("gridSeed"));
    }

    void rulesSayWhatTheyLeaveOut()
    {
        open(test::templateProject("traffic-study"));
        auto* conditions = field<QTableView>("gridConditions");
        // Of 3 × 7 × … combinations, TensorFlow with five of the seven backends: 5/21.
        const auto& factors = m_before.grids[0].factors;
        std::size_t rest = 1;
        for (std::size_t i = 2; i < factors.size(); ++i)
            rest *= factors[i].levels.size();
        const QModelIndex cell = conditions->model()->index(0, 1);
        QCOMPARE(cell.data(Qt::UserRole).toULongLong(), static_cast<qulonglong>(5 * rest));
    }

    void fitsASmallWindow()
    {
        open(test::templateProject("traffic-study"));
        QVERIFY(m_page->minimumSizeHint().width() <= 1024);
        QVERIFY(m_page->minimumSizeHint().height() <= 600);
        auto* scroll = field<QScrollArea>("gridScroll");
        QVERIFY(scroll->widget()->minimumSizeHint().width() <= scroll->viewport()->width());
    }

    void screenshots()
    {
        const QString store = test::writeStore(m_folder.path(), 12);
        open(test::templateProject("quickstart"), store);
        test::shoot(*m_page, "grid-quickstart", QSize(1280, 800));
        open(test::templateProject("traffic-study"));
        test::shoot(*m_page, "grid-traffic-study", QSize(1280, 800));
        field<QScrollArea>("gridScroll")->verticalScrollBar()->setValue(400);
        test::shoot(*m_page, "grid-traffic-study-rules", QSize(1280, 800));
        project::Project project = test::templateProject("quickstart");
        project.grids[0].factors.clear();
        open(project);
        test::shoot(*m_page, "grid-empty", QSize(1280, 800));
        project = test::templateProject("quickstart");
        project.grids[0].stopRule = grid::StopRule{"step_mean"};
        project.grids[0].warmupRuns = 2;
        project.grids[0].exclusions = {{"strategy == \"RING\" and loss >= 1%", {}, "does not end in time"}};
        open(project);
        field<QTableView>("gridExclusions")->setCurrentIndex(field<QTableView>("gridExclusions")->model()->index(0, 0));
        test::shoot(*m_page, "grid-stop-rule", QSize(1280, 800));
        m_page->showField(QStringLiteral("grids[0].gate.lateness"));
        test::shoot(*m_page, "grid-gate", QSize(1024, 700));
        project = test::templateProject("quickstart");
        project.grids[0].cluster = "nowhere";
        project.grids[0].name = std::string(120, 'n');
        project.grids[0].factors[1].levels.push_back(grid::numberLevel(grid::Quantity::Fraction, 0));
        project.grids[0].conditions = {{"los == 0", std::string(150, 'r')}};
        open(project);
        QTest::qWait(500);
        test::shoot(*m_page, "grid-errors", QSize(1280, 800));
    }
};

QTEST_MAIN(TestGridEditor)
#include "tst_grid_editor.moc"

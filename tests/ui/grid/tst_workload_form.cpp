// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/workload_form.h"

#include "tests/ui/grid/grid_example.h"
#include "tests/ui/grid/shots.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QUndoStack>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

class TestWorkloadForm : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<ProjectEditor> m_editor;
    std::unique_ptr<WorkloadForm> m_form;
    project::Project m_before;

    void open(std::string_view name)
    {
        m_form.reset();
        m_before = test::templateProject(name);
        m_editor = std::make_unique<ProjectEditor>();
        m_editor->reset(m_before);
        m_form = std::make_unique<WorkloadForm>(*m_editor);
        m_form->setIndex(0);
        m_form->resize(760, 900);
        m_form->show();
    }
    template <typename T>
    T* field(const char* name) const
    {
        return m_form->findChild<T*>(QLatin1String(name));
    }
    const launch::Workload& workload() const { return m_editor->project().workloads[0]; }
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
        open("quickstart");
        type("workload_name", QStringLiteral("big model"));
        type("workload_batch", QStringLiteral("64"));
        type("workload_steps", QStringLiteral("100"));
        type("workload_warmup_steps", QStringLiteral("5"));
        type("workload_compute_time", QStringLiteral("5ms"));
        type("workload_compute_jitter", QStringLiteral("10%"));
        type("workload_verify_every", QStringLiteral("0"));
        type("workload_deadline", QStringLiteral("30s"));
        field<QComboBox>("workload_model")->setCurrentText(QStringLiteral("resnet50"));
        field<QComboBox>("workload_strategy")->setCurrentText(QStringLiteral("RING"));
        QCOMPARE(workload().name, std::string("big model"));
        QCOMPARE(m_editor->project().grids[0].workload, std::string("big model"));
        QCOMPARE(workload().batch, 64);
        QCOMPARE(workload().steps, 100);
        QCOMPARE(workload().warmupSteps, 5);
        QCOMPARE(*workload().computeTime, std::chrono::nanoseconds(5'000'000));
        QCOMPARE(workload().computeJitter, 0.1);
        QCOMPARE(workload().verifyEvery, 0);
        QCOMPARE(workload().deadline, std::chrono::nanoseconds(30'000'000'000));
        QCOMPARE(workload().model, std::string("resnet50"));
        QCOMPARE(workload().strategy, std::string("RING"));
        QCOMPARE(m_editor->undoStack()->count(), 10); // typing in one field is one edit
        type("workload_device_flops", QStringLiteral("1e13"));
        QVERIFY(!workload().computeTime);
        const project::Project after = m_editor->project();
        while (m_editor->undoStack()->canUndo())
            m_editor->undoStack()->undo();
        QVERIFY(m_editor->project() == m_before);
        QCOMPARE(field<QLineEdit>("workload_batch")->text(), QStringLiteral("32"));
        QCOMPARE(field<QComboBox>("workload_model")->currentText(), QStringLiteral("mobilenetv2"));
        while (m_editor->undoStack()->canRedo())
            m_editor->undoStack()->redo();
        QVERIFY(m_editor->project() == after);
    }

    void impossibleTextIsMarkedAndNotApplied()
    {
        open("quickstart");
        type("workload_steps", QStringLiteral("0"));
        QVERIFY(m_editor->project() == m_before);
        QCOMPARE(field<QLineEdit>("workload_steps")->text(), QStringLiteral("0"));
        QVERIFY(!field<QLineEdit>("workload_steps")->toolTip().isEmpty());
    }

    void whatHasNoEffectIsDisabledWithTheReason()
    {
        open("traffic-study");
        QVERIFY(!field<QLineEdit>("workload_compute_time")->isEnabled());
        QVERIFY(field<QLineEdit>("workload_command")->isEnabled());
        QVERIFY(field<QLabel>("workloadSupport")->isVisible());
        QVERIFY(!field<QLabel>("workloadModelFacts")->isVisible());
        QVERIFY(field<QComboBox>("workload_model")->isEditable());
        field<QComboBox>("workload_framework")->setCurrentText(QStringLiteral("builtin"));
        QVERIFY(field<QLineEdit>("workload_compute_time")->isEnabled());
        QVERIFY(!field<QLabel>("workloadSupport")->isVisible());
        QVERIFY(field<QLabel>("workloadModelFacts")->isVisible());
        QVERIFY(!field<QComboBox>("workload_model")->isEditable());
        QCOMPARE(m_editor->undoStack()->count(), 1);
    }

    void commandsKeepTheirWords()
    {
        open("traffic-study");
        type("workload_command", QStringLiteral("python3 train.py \"a b\""));
        QCOMPARE(workload().command, (std::vector<std::string>{"python3", "train.py", "a b"}));
        QCOMPARE(field<QLineEdit>("workload_command")->text(), QStringLiteral("python3 train.py \"a b\""));
    }

    void problemsAreMarkedAtTheirField()
    {
        open("quickstart");
        m_editor->change(QStringLiteral("x"), [](project::Project& project) {
            project.workloads[0].model = "nothing";
            project.workloads[0].strategy = "NONE";
        });
        QTRY_VERIFY(!field<QComboBox>("workload_model")->toolTip().isEmpty());
        QCOMPARE(field<QComboBox>("workload_model")->currentText(), QStringLiteral("nothing"));
        m_form->showField(QStringLiteral("workloads[0].strategy"));
        QCOMPARE(m_form->focusWidget(), field<QComboBox>("workload_strategy"));
    }

    void screenshots()
    {
        open("quickstart");
        test::shoot(*m_form, "workload-builtin", QSize(760, 900));
        open("traffic-study");
        test::shoot(*m_form, "workload-tensorflow", QSize(760, 900));
    }
};

QTEST_MAIN(TestWorkloadForm)
#include "tst_workload_form.moc"

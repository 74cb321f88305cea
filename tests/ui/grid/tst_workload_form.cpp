// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/workload_form.h"

#include "core/base/file_io.h"
#include "core/launch/frameworks.h"
#include "tests/ui/grid/grid_example.h"
#include "tests/ui/grid/shots.h"
#include "ui/grid/operations_field.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
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
        // A field that has no effect is shown only where it holds something.
        QVERIFY(!field<QLineEdit>("workload_compute_time")->isVisible());
        m_editor->change(QStringLiteral("x"), [](project::Project& project) {
            project.workloads[0].computeTime = std::chrono::milliseconds(1);
        });
        QVERIFY(field<QLineEdit>("workload_compute_time")->isVisible());
        QVERIFY(!field<QLineEdit>("workload_compute_time")->isEnabled());
        QVERIFY(field<QLineEdit>("workload_command")->isEnabled());
        QVERIFY(!field<QLabel>("workloadSupport")->isVisible()); // every framework has an adapter
        QVERIFY(field<QLabel>("workloadSummary")->isVisible());
        field<QComboBox>("workload_framework")->setCurrentText(QStringLiteral("builtin"));
        QVERIFY(field<QLineEdit>("workload_compute_time")->isEnabled());
        QVERIFY(!field<QLabel>("workloadSupport")->isVisible());
        QVERIFY(field<QLabel>("workloadModelFacts")->isVisible());
        QVERIFY(!field<QComboBox>("workload_model")->isEditable());
        QCOMPARE(m_editor->undoStack()->count(), 2);
    }

    void frameworksOfferWhatTheyHave()
    {
        open("quickstart");
        const project::Project before = m_editor->project();
        auto* framework = field<QComboBox>("workload_framework");
        for (const char* name : {"builtin", "pytorch-ddp", "horovod", "tensorflow", "kungfu", "hivemind", "command"})
            QVERIFY2(framework->findText(QLatin1String(name)) >= 0, name);
        QVERIFY(!field<QLineEdit>("workload_option_data")->isVisible());
        framework->setCurrentText(QStringLiteral("pytorch-ddp"));
        auto* backend = field<QComboBox>("workload_backend");
        QCOMPARE(backend->itemText(0), QStringLiteral("gloo"));
        QVERIFY(backend->findText(QStringLiteral("nccl")) >= 0);
        QVERIFY(!field<QComboBox>("workload_strategy")->isEnabled());
        QVERIFY(field<QLineEdit>("workload_command")->isEnabled());
        QVERIFY(field<QLabel>("workloadModelFacts")->text().contains(QStringLiteral("S = ")));
        // A model or optimizer that it does not have gives way, in the same edit.
        QCOMPARE(m_editor->undoStack()->count(), 1);
        m_editor->undoStack()->undo();
        QVERIFY(m_editor->project() == before);
        m_editor->change(QStringLiteral("x"), [](project::Project& p) { p.workloads[0].model = "custom:1000"; });
        framework->setCurrentText(QStringLiteral("pytorch-ddp"));
        const auto* traits = launch::Frameworks().find("pytorch-ddp");
        QCOMPARE(workload().model, traits->models.front());
    }

    void optionsWithFieldsOfTheirOwn()
    {
        open("quickstart");
        field<QComboBox>("workload_framework")->setCurrentText(QStringLiteral("pytorch-ddp"));
        m_editor->change(QStringLiteral("x"), [](project::Project& p) { p.workloads[0].extras["bucket_mb"] = "1"; });
        type("workload_option_data", QStringLiteral("cifar"));
        QVERIFY(!workload().extras.contains("data"));
        QVERIFY(field<QLineEdit>("workload_option_data")->accessibleDescription().contains(QLatin1String("absolute")));
        type("workload_option_data", QStringLiteral("/data/cifar"));
        type("workload_option_image_size", QStringLiteral("64"));
        QCOMPARE(
            workload().extras,
            (std::map<std::string, std::string>{{"bucket_mb", "1"}, {"data", "/data/cifar"}, {"image_size", "64"}}));
        // The table shows the others only, and keeps these.
        auto* table = m_form->findChild<QTableView*>(QStringLiteral("workload_extras_table"));
        QCOMPARE(table->model()->rowCount(), 1);
        QVERIFY(table->model()->setData(table->model()->index(0, 1), QStringLiteral("2")));
        QCOMPARE(workload().extras.at("bucket_mb"), std::string("2"));
        QCOMPARE(workload().extras.at("image_size"), std::string("64"));
        type("workload_option_image_size", QString(QLatin1Char(' ')));
        QVERIFY(!workload().extras.contains("image_size"));
        // A framework without them has them in the table.
        field<QComboBox>("workload_framework")->setCurrentText(QStringLiteral("command"));
        QVERIFY(!field<QLineEdit>("workload_option_data")->isVisible());
        QCOMPARE(table->model()->rowCount(), 2);
    }

    void globalBatch()
    {
        open("quickstart");
        int workers = 0;
        for (const cluster::Node& node : m_editor->project().clusters[0].nodes)
            workers += node.slots;
        type("workload_batch", QStringLiteral("10"));
        const QString text = field<QLabel>("workloadGlobalBatch")->text();
        QVERIFY2(text.contains(QString::number(10 * workers)), qPrintable(text));
    }

    void commandsKeepTheirWords()
    {
        open("traffic-study");
        type("workload_command", QStringLiteral("python3 train.py \"a b\""));
        QCOMPARE(workload().command, (std::vector<std::string>{"python3", "train.py", "a b"}));
        QCOMPARE(field<QLineEdit>("workload_command")->text(), QStringLiteral("python3 train.py \"a b\""));
    }

    void operationsAreReadFromFiles()
    {
        open("quickstart");
        auto* operations = field<OperationsField>("workload_operations");
        QVERIFY(operations->isHidden() || !operations->isVisible());
        field<QComboBox>("workload_framework")->setCurrentText(QStringLiteral("operations"));
        QVERIFY(operations->isVisible());
        QCOMPARE(field<QLabel>("operationsSummary")->text(), QStringLiteral("none"));
        QTemporaryDir folder;
        const QString good = folder.filePath(QStringLiteral("good.goal"));
        const QString bad = folder.filePath(QStringLiteral("bad.goal"));
        QVERIFY(bool(writeFileAtomically(
            good.toStdString(), "num_ranks 2\nrank 0 {\nsend 2048b to 1\n}\nrank 1 {\nrecv 2048b from 0\n}\n")));
        QVERIFY(bool(writeFileAtomically(bad.toStdString(), "num_ranks 2\n")));
        operations->readFiles({good});
        QCOMPARE(field<QLabel>("operationsSummary")->text(), QStringLiteral("2 ranks, 1 messages, 2\u00a0KiB"));
        QVERIFY(workload().operations.starts_with("num_ranks 2"));
        operations->readFiles({bad});
        QVERIFY(field<QLabel>("operationsSummary")->text().endsWith(QStringLiteral("rank 0 has no block")));
        QVERIFY(workload().operations.starts_with("num_ranks 2\n\nrank 0"));
        test::shoot(*m_form, "workload-operations", QSize(760, 700));
        m_editor->undoStack()->undo();
        QVERIFY(workload().operations.empty());
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
        field<QComboBox>("workload_framework")->setCurrentText(QStringLiteral("pytorch-ddp"));
        test::shoot(*m_form, "workload-pytorch", QSize(760, 1100));
    }
};

QTEST_MAIN(TestWorkloadForm)
#include "tst_workload_form.moc"

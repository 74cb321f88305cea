// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/studies/mapping_dialogs.h"
#include "ui/studies/mapping_editor.h"
#include "ui/studies/number_table.h"
#include "ui/studies/table_mapping_dialog.h"
#include "ui/studies/text_grid_model.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

class TestStudyMappings : public QObject
{
    Q_OBJECT

    void shoot(QWidget& page, const QString& name)
    {
        QTest::qWait(100);
        const QString shots = qEnvironmentVariable("MR_SHOTS");
        if (!shots.isEmpty())
            QVERIFY(page.grab().save(QDir(shots).filePath(name + QStringLiteral(".png"))));
    }
    [[nodiscard]] std::unique_ptr<MappingEditor> openEditor(const QString& file = {})
    {
        auto editor = std::make_unique<MappingEditor>(file, *m_settings);
        editor->show();
        QSignalSpy loaded(editor.get(), &MappingEditor::loaded);
        if (!loaded.wait())
            qFatal("not loaded");
        return editor;
    }
    QString writeTable(const QString& name, const QByteArray& text)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write");
        return file.fileName();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    int m_number = 0;

private Q_SLOTS:
    void init()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        applyTheme(*qApp, Theme::Light);
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("%1.ini").arg(++m_number)));
    }
    void cleanup() { QThreadPool::globalInstance()->waitForDone(); }

    void onlyWhatDiffersIsKept()
    {
        const auto editor = openEditor();
        TextGridModel& runs = editor->part(MappingEditor::RunPart);
        QVERIFY(runs.rowCount() > 20);
        QVERIFY(editor->mapping()
                == *studies::multi_cloud::parseMultiCloudMapping(studies::multi_cloud::shippedMultiCloudMapping()));
        QVERIFY(editor->ownPart().runs.empty());
        shoot(*editor, QStringLiteral("mapping-editor"));
        QVERIFY2(!runs.removeRowList({0}), "shipped rows stay");
        const int row = runs.addRow();
        QCOMPARE(runs.problemCount(), 1);
        QVERIFY(!editor->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->isEnabled());
        const QString known = runs.index(0, 0).data().toString();
        QVERIFY(runs.setData(runs.index(row, 0), known));
        QVERIFY2(runs.problem(row, 0).contains(QStringLiteral("Duplicate")), qPrintable(runs.problem(row, 0)));
        shoot(*editor, QStringLiteral("mapping-editor-problem"));
        QVERIFY(runs.setData(runs.index(row, 0), QStringLiteral("hivemind-9001")));
        QVERIFY(runs.setData(runs.index(row, 1), QStringLiteral("Z-8")));
        QVERIFY(runs.setData(runs.index(row, 7), QStringLiteral("eight")));
        QCOMPARE(runs.problemCount(), 1);
        QVERIFY(runs.setData(runs.index(row, 7), QStringLiteral("8")));
        QCOMPARE(runs.problemCount(), 0);
        QCOMPARE(editor->ownPart().runs.size(), std::size_t(1));

        QSignalSpy saved(editor.get(), &MappingEditor::saved);
        const QString file = m_folder.filePath(QStringLiteral("own.json"));
        editor->saveTo(file);
        QCOMPARE(saved.count(), 1);
        const auto read = studies::multi_cloud::loadMultiCloudMapping(file.toStdString());
        QVERIFY(bool(read));
        const studies::multi_cloud::MappedRun* run = read->findRun("hivemind-9001");
        QVERIFY(run != nullptr && run->experiment == "Z-8" && run->gpus == 8);
        QVERIFY2(*read == editor->mapping(), "nothing else has changed");

        const auto again = openEditor(file);
        QCOMPARE(again->ownPart().runs.size(), std::size_t(1));
        QVERIFY2(again->part(MappingEditor::RunPart).removeRowList({row}), "own rows can go");
        QVERIFY(again->ownPart().runs.empty());
    }

    void badFilesAreTold()
    {
        const auto editor = openEditor(writeTable(QStringLiteral("bad.json"), "{\"runs\": 7}"));
        QVERIFY(editor->findChild<QLabel*>(QStringLiteral("mappingLine"))->text().contains(QStringLiteral("runs")));
        QVERIFY(editor->part(MappingEditor::RunPart).rowCount() > 20);
        editor->saveTo(m_folder.filePath(QStringLiteral("no/such/folder/x.json")));
        QVERIFY(editor->isVisible());
        QVERIFY(!editor->findChild<QLabel*>(QStringLiteral("mappingLine"))->text().isEmpty());
    }

    void columnsAreGuessedAndEdited()
    {
        QByteArray text = "t (ms),host,rtt (ms),note\n";
        for (int i = 0; i < 20; ++i)
            text += QByteArray::number(i * 100) + ",node-" + QByteArray::number(i % 2) + ","
                + QByteArray::number(10 + i) + ",fine\n";
        const QString table = writeTable(QStringLiteral("pings.csv"), text);
        TableMappingDialog dialog({table, m_folder.filePath(QStringLiteral("x.pcap"))}, {}, *m_settings);
        QCOMPARE(dialog.findChild<QComboBox*>(QStringLiteral("tableFile"))->count(), 1);
        QSignalSpy previewed(&dialog, &TableMappingDialog::previewed);
        dialog.show();
        QVERIFY(previewed.wait());
        ColumnModel& columns = dialog.columns();
        QCOMPARE(columns.rowCount(), 4);
        QCOMPARE(columns.part(0), ColumnModel::Part::Time);
        QCOMPARE(columns.part(2), ColumnModel::Part::Series);
        QVERIFY(dialog.preview().table().rows.size() > 2);
        shoot(dialog, QStringLiteral("table-mapping"));
        columns.setPart(1, ColumnModel::Part::Time);
        QVERIFY2(columns.part(0) == ColumnModel::Part::Unused, "there is one time");
        columns.setPart(0, ColumnModel::Part::Time);
        columns.setPart(1, ColumnModel::Part::Node);
        QVERIFY(columns.setData(columns.index(2, ColumnModel::StoredColumn), QStringLiteral("net.rtt")));
        QVERIFY(!columns.setData(columns.index(2, ColumnModel::FactorColumn), QStringLiteral("none")));
        QVERIFY(columns.setData(columns.index(2, ColumnModel::UnitColumn), QStringLiteral("s")));
        QVERIFY(columns.setData(columns.index(2, ColumnModel::FactorColumn), QStringLiteral("0.001")));
        QVERIFY(previewed.wait());
        const auto& shown = dialog.preview().table().columns;
        QVERIFY(
            std::ranges::any_of(shown, [](const auto& each) { return each.name.find("net.rtt") != each.name.npos; }));

        QSignalSpy saved(&dialog, &TableMappingDialog::saved);
        const QString file = m_folder.filePath(QStringLiteral("columns.json"));
        dialog.saveTo(file);
        QCOMPARE(saved.count(), 1);
        const auto written = readFile(file.toStdString());
        QVERIFY(bool(written));
        const auto mappings = importers::parseTableMappings(*written, "columns.json");
        QVERIFY(mappings && mappings->size() == 1);
        QCOMPARE(mappings->front().series.front().name, std::string("net.rtt"));
        QCOMPARE(mappings->front().node, std::string("host"));

        TableMappingDialog again({table}, file, *m_settings);
        QSignalSpy shownAgain(&again, &TableMappingDialog::previewed);
        QVERIFY(shownAgain.wait());
        QVERIFY(again.mapping() == mappings->front());
    }

    void hasADialogForEachMapping()
    {
        QWidget parent;
        const auto none = [](const QString&) {};
        QVERIFY(makeMappingDialog(QStringLiteral("tum"), {}, {}, *m_settings, none, &parent) == nullptr);
        std::unique_ptr<QDialog> files(makeMappingDialog(QStringLiteral("files"), {}, {}, *m_settings, none, &parent));
        QVERIFY(files != nullptr);
        QVERIFY(files->findChild<QLabel*>(QStringLiteral("tableLine"))->text().contains(QStringLiteral("no table")));
        QVERIFY(!files->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->isEnabled());
    }
};

QTEST_MAIN(TestStudyMappings)
#include "tst_study_mappings.moc"

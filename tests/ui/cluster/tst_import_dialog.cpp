// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "tests/ui/cluster/clusters.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/cluster/host_model.h"
#include "ui/cluster/import_dialog.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QUndoStack>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

class TestImportDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void whatIsImported_data();
    void whatIsImported();
    void asTheCommandLineSays();
    void groupsAndTicks();
    void addedToWhatIsThere();
    void anotherKind();
    void whatCannotBeRead();
    void files();
    void shots_data();
    void shots();

private:
    template <typename T>
    T* find(const char* name) const
    {
        return m_dialog->findChild<T*>(QLatin1String(name));
    }
    void paste(const QString& text) const
    {
        const QSignalSpy read(m_dialog.get(), &ImportDialog::listRead);
        m_dialog->setText(text);
        QTRY_VERIFY(!read.isEmpty());
    }
    void open(cluster::Cluster cluster)
    {
        m_dialog.reset();
        m_editor->reset(test::projectWith(std::move(cluster)));
        m_dialog = std::make_unique<ImportDialog>(*m_editor, 0, *m_settings);
        m_dialog->show();
    }
    [[nodiscard]] QPushButton* importButton() const
    {
        return m_dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    }
    [[nodiscard]] const cluster::Cluster& edited() const { return m_editor->project().clusters.front(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<ProjectEditor> m_editor;
    std::unique_ptr<ImportDialog> m_dialog;
};

void TestImportDialog::init()
{
    m_settings.reset(); // writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("s.ini")));
    m_editor = std::make_unique<ProjectEditor>();
    cluster::Cluster cluster = test::makeCluster(2);
    cluster.kind = cluster::ClusterKind::Remote;
    open(cluster);
}

void TestImportDialog::cleanup()
{
    m_dialog.reset();
    m_editor.reset();
    QThreadPool::globalInstance()->waitForDone();
}

void TestImportDialog::whatIsImported_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QStringList>("nodes"); // name, destination, slots, address
    QTest::newRow("ssh") << QStringLiteral("Host a\n  HostName 10.0.0.1\nHost b*\n  User x\nHost c d\n  Port 2222\n")
                         << QStringLiteral("OpenSSH configuration")
                         << QStringList{QStringLiteral("a 10.0.0.1 1 "), QStringLiteral("c c:2222 1 "),
                                        QStringLiteral("d d:2222 1 ")};
    QTest::newRow("mpi") << QStringLiteral("# two machines\n10.0.0.1 slots=4\nb slots=2\n")
                         << QStringLiteral("MPI host file")
                         << QStringList{QStringLiteral("10.0.0.1 10.0.0.1 4 "), QStringLiteral("b b 2 ")};
    QTest::newRow("slurm") << QStringLiteral("gpu[01-03,7]") << QStringLiteral("Slurm list")
                           << QStringList{QStringLiteral("gpu01 gpu01 1 "), QStringLiteral("gpu02 gpu02 1 "),
                                          QStringLiteral("gpu03 gpu03 1 "), QStringLiteral("gpu7 gpu7 1 ")};
}

void TestImportDialog::whatIsImported()
{
    QFETCH(QString, text);
    QFETCH(QString, kind);
    QFETCH(QStringList, nodes);
    const project::Project before = m_editor->project();
    paste(text);
    QVERIFY2(find<QComboBox>("importKind")->itemText(0).endsWith(kind),
             qPrintable(find<QComboBox>("importKind")->itemText(0)));
    QVERIFY(find<QCheckBox>("importReplace")->isChecked()); // its two nodes cannot be reached
    QVERIFY(importButton()->text().contains(QString::number(nodes.size())));
    importButton()->click();
    QCOMPARE(m_dialog->result(), int(QDialog::Accepted));
    QStringList got;
    for (const cluster::Node& node : edited().nodes)
        got.append(QStringLiteral("%1 %2 %3 %4")
                       .arg(QString::fromStdString(node.name), QString::fromStdString(node.host))
                       .arg(node.slots)
                       .arg(QString::fromStdString(node.nics.at(0).address)));
    QCOMPARE(got, nodes);
    QCOMPARE(m_editor->undoStack()->count(), 1);
    m_editor->undoStack()->undo();
    QVERIFY(m_editor->project() == before);
}

void TestImportDialog::asTheCommandLineSays()
{
    // `millrace-cli hosts --as-cluster` prints toCluster() of what readHosts() gives.
    const char* texts[] = {"[web]\nw[1:3].example.org ansible_user=me ansible_port=2200\n[db]\nd1 slots=3\n",
                           ("all:\n  children:\n    east:\n      hosts:\n        e1:\n        e2:\n    west:\n"
                            "      hosts:\n        w1:\n"),
                           "10.0.0.1:4:host1,10.0.0.2:4:host2", "10.0.0.1 slots=4 public_addr=a.example.org\n"};
    for (const char* text : texts) {
        cluster::Cluster cluster = test::makeCluster(0);
        cluster.kind = cluster::ClusterKind::Remote;
        open(cluster);
        paste(QString::fromLatin1(text));
        auto list = hosts::readHosts(text);
        QVERIFY2(list, text);
        QVERIFY(!list->hosts.empty());
        m_dialog->accept();
        QVERIFY2(edited().nodes == hosts::toCluster(*list, "c").nodes, text);
    }
}

void TestImportDialog::groupsAndTicks()
{
    const QAbstractItemModelTester tester(&m_dialog->hosts(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    paste(QStringLiteral("[east]\ne1\ne2\n[west]\nw1\n"));
    HostModel& hosts = m_dialog->hosts();
    QCOMPARE(hosts.rowCount(), 3);
    QCOMPARE(hosts.tickedCount(), 3);
    auto* group = find<QComboBox>("importGroup");
    const int west = group->findText(QStringLiteral("west"));
    QVERIFY(west > 0);
    group->setCurrentIndex(west);
    Q_EMIT group->activated(west);
    QCOMPARE(hosts.tickedCount(), 1);
    QCOMPARE(hosts.index(2, HostModel::NameColumn).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QVERIFY(hosts.setData(hosts.index(0, HostModel::NameColumn), Qt::Checked, Qt::CheckStateRole));
    QVERIFY(!hosts.setData(hosts.index(0, HostModel::SlotsColumn), Qt::Checked, Qt::CheckStateRole));
    m_dialog->accept();
    QCOMPARE(edited().nodes.size(), std::size_t(2));
    QCOMPARE(edited().nodes[0].name, std::string("e1"));
    QCOMPARE(edited().nodes[1].zone, std::string("west"));
}

void TestImportDialog::addedToWhatIsThere()
{
    cluster::Cluster cluster = test::makeRemoteCluster(2);
    cluster.nodes[0].host = "b";
    cluster.nodes[1].name = "c";
    open(cluster);
    auto* replace = find<QCheckBox>("importReplace");
    QVERIFY(!replace->isChecked());
    paste(QStringLiteral("a slots=1\nb slots=1\nc slots=1\n"));
    QCOMPARE(m_dialog->hosts().tickedCount(), 2); // b is there
    m_dialog->accept();
    QCOMPARE(edited().nodes.size(), std::size_t(4));
    QCOMPARE(edited().nodes[2].name, std::string("a"));
    QVERIFY(edited().nodes[3].name != "c"); // taken
    QCOMPARE(edited().nodes[3].host, std::string("c"));
}

void TestImportDialog::anotherKind()
{
    paste(QStringLiteral("n1:4\nn2:4\n"));
    auto* kind = find<QComboBox>("importKind");
    const QSignalSpy read(m_dialog.get(), &ImportDialog::listRead);
    const int slurm = kind->findText(QStringLiteral("Slurm list"));
    kind->setCurrentIndex(slurm);
    Q_EMIT kind->activated(slurm);
    QTRY_VERIFY(!read.isEmpty());
    const auto expected = hosts::readHosts("n1:4\nn2:4\n", hosts::HostFormat::SlurmList);
    QCOMPARE(m_dialog->hosts().list().hosts.size(), expected ? expected->hosts.size() : 0);
}

void TestImportDialog::whatCannotBeRead()
{
    QVERIFY(!importButton()->isEnabled());
    paste(QStringLiteral("10.0.0.1 slots=4\n10.0.0.2 slots=many\n"));
    auto* issues = find<QListWidget>("importIssues");
    QVERIFY(issues->isVisible());
    QVERIFY2(issues->item(0)->text().contains(QStringLiteral("line 2")), qPrintable(issues->item(0)->text()));
    paste(QString());
    QVERIFY(!issues->isVisible());
    QCOMPARE(m_dialog->hosts().rowCount(), 0);
    QVERIFY(!importButton()->isEnabled());
    const QSignalSpy read(m_dialog.get(), &ImportDialog::listRead);
    m_dialog->setFile(m_folder->filePath(QStringLiteral("missing")));
    QTRY_VERIFY(!read.isEmpty());
    QVERIFY(issues->isVisible());
}

void TestImportDialog::files()
{
    const QString file = m_folder->filePath(QStringLiteral("hosts"));
    QVERIFY(writeFileAtomically(file.toStdString(), "a slots=2\nb slots=3\n"));
    {
        const QSignalSpy read(m_dialog.get(), &ImportDialog::listRead);
        m_dialog->setFile(file);
        QTRY_VERIFY(!read.isEmpty());
    }
    auto* text = find<QPlainTextEdit>("importText");
    QCOMPARE(text->toPlainText(), QStringLiteral("a slots=2\nb slots=3\n"));
    QCOMPARE(m_dialog->hosts().rowCount(), 2);
    // What the user adds counts, not the file.
    const QSignalSpy read(m_dialog.get(), &ImportDialog::listRead);
    text->moveCursor(QTextCursor::End);
    QTest::keyClicks(text, QStringLiteral("c slots=4"));
    QTRY_VERIFY(!read.isEmpty());
    QCOMPARE(m_dialog->hosts().rowCount(), 3);
}

void TestImportDialog::shots_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestImportDialog::shots()
{
    const QString folder = qEnvironmentVariable("MR_SHOTS");
    if (folder.isEmpty())
        QSKIP("MR_SHOTS names the folder for pictures");
    QFETCH(bool, dark);
    applyTheme(*qApp, dark ? Theme::Dark : Theme::Light);
    m_dialog->grab().save(
        QStringLiteral("%1/import-empty-%2.png").arg(folder, dark ? QStringLiteral("dark") : QStringLiteral("light")));
    paste(QStringLiteral("[workers]\nw[1:8].example.org ansible_user=me slots=4\n[masters]\nm1 slots=x\n"
                         "[workers:vars]\nansible_port=2222\n"));
    m_dialog->grab().save(
        QStringLiteral("%1/import-%2.png").arg(folder, dark ? QStringLiteral("dark") : QStringLiteral("light")));
    applyTheme(*qApp, Theme::Light);
}

QTEST_MAIN(TestImportDialog)
#include "tst_import_dialog.moc"

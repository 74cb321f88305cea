// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/network_matrix.h"
#include "tests/ui/cluster/clusters.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/cluster/cluster_editor.h"
#include "ui/cluster/machine_check.h"
#include "ui/cluster/topology_view.h"
#include "ui/edit/edit_table_model.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTabWidget>
#include <QTableView>
#include <QUndoStack>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

class TestClusterEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }
    void init();
    void cleanup();
    void everyFieldRoundTrips();
    void kindDecidesWhatIsShown();
    void accessRoundTrips();
    void namesThatCannotBe();
    void typingInACell();
    void pasteByKeys();
    void drawingFollowsAndLeads();
    void showsFields_data();
    void showsFields();
    void machineCheck();
    void shots_data();
    void shots();

private:
    template <typename T>
    T* find(const char* name) const
    {
        return m_widget->findChild<T*>(QLatin1String(name));
    }
    void choose(const char* name, int row) const
    {
        auto* box = find<QComboBox>(name);
        box->setCurrentIndex(row);
        Q_EMIT box->activated(row);
    }
    void type(QLineEdit* edit, const QString& text) const
    {
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }
    [[nodiscard]] const cluster::Cluster& edited() const { return m_editor->project().clusters.front(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<ProjectEditor> m_editor;
    std::unique_ptr<ClusterEditor> m_widget;
};

void TestClusterEditor::init()
{
    m_settings.reset(); // writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("s.ini")));
    m_editor = std::make_unique<ProjectEditor>();
    cluster::Cluster cluster = test::makeCluster(4);
    cluster.links = {test::makeLink("*", "*", 5e8)};
    project::Project project = test::projectWith(cluster);
    project.clusters.push_back(test::makeCluster(2));
    project.clusters.back().name = "other";
    grid::GridSpec grid;
    grid.name = "g";
    grid.cluster = "c";
    project.grids.push_back(grid);
    m_editor->reset(project);
    m_widget = std::make_unique<ClusterEditor>(*m_editor, *m_settings);
    m_widget->resize(1040, 700);
    m_widget->show();
    m_widget->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_widget.get()));
}

void TestClusterEditor::cleanup()
{
    m_widget.reset();
    m_editor.reset();
    QThreadPool::globalInstance()->waitForDone();
}

void TestClusterEditor::everyFieldRoundTrips()
{
    const project::Project before = m_editor->project();
    type(find<QLineEdit>("clusterName"), QStringLiteral("renamed"));
    QTest::keyClick(find<QLineEdit>("clusterName"), Qt::Key_Return);
    QCOMPARE(edited().name, std::string("renamed"));
    QCOMPARE(m_editor->project().grids.front().cluster, std::string("renamed"));
    choose("clusterMode", 2);
    choose("clusterBackend", 1);
    QLineEdit* control = find<QComboBox>("clusterControl")->lineEdit();
    type(control, QStringLiteral("bbr"));
    type(find<QLineEdit>("clusterMtu"), QStringLiteral("9000"));
    find<QCheckBox>("bottleneckOn")->click();
    type(find<QLineEdit>("bottleneckRate"), QStringLiteral("50Mbit"));
    type(find<QLineEdit>("bottleneckQueue"), QStringLiteral("64KiB"));
    find<QCheckBox>("bottleneckBothWays")->click();
    choose("bottleneckFrom", 2);
    const cluster::Cluster& now = edited();
    QCOMPARE(now.mode, cluster::SwitchMode::Packet);
    QCOMPARE(now.backend, cluster::EmulationBackend::Switch);
    QCOMPARE(now.congestionControl, std::string("bbr"));
    QCOMPARE(now.mtu, 9000);
    QVERIFY(now.bottleneck.has_value());
    QCOMPARE(now.bottleneck->bitsPerSecond, 5e7);
    QCOMPARE(now.bottleneck->queueBytes, std::uint64_t(65536));
    QCOMPARE(now.bottleneck->bothWays, false);
    QCOMPARE(now.bottleneck->from, std::string("node1"));
    const project::Project after = m_editor->project();
    // Typing is one step for each field.
    QCOMPARE(m_editor->undoStack()->count(), 10);
    while (m_editor->undoStack()->canUndo())
        m_editor->undoStack()->undo();
    QVERIFY(m_editor->project() == before);
    QCOMPARE(find<QLineEdit>("clusterName")->text(), QStringLiteral("c"));
    QCOMPARE(control->text(), QStringLiteral("cubic"));
    while (m_editor->undoStack()->canRedo())
        m_editor->undoStack()->redo();
    QVERIFY(m_editor->project() == after);
    QCOMPARE(find<QLineEdit>("bottleneckRate")->text(), QStringLiteral("50Mbit"));
}

void TestClusterEditor::kindDecidesWhatIsShown()
{
    type(find<QLineEdit>("clusterMtu"), QStringLiteral("9000"));
    find<QCheckBox>("bottleneckOn")->click();
    const project::Project before = m_editor->project();
    const QAbstractItemModel& nodes = *find<QTableView>("nodeTable")->model();
    auto* tabs = find<QTabWidget>("clusterTabs");
    const auto isShown = [&](const QString& start) {
        for (int i = 0; i < tabs->count(); ++i) {
            if (tabs->tabText(i).remove(QLatin1Char('&')).startsWith(start))
                return tabs->isTabVisible(i);
        }
        return false;
    };
    const auto hasColumn = [&](const QString& name) {
        for (int i = 0; i < nodes.columnCount(); ++i) {
            if (nodes.headerData(i, Qt::Horizontal).toString() == name)
                return true;
        }
        return false;
    };
    QVERIFY(hasColumn(QStringLiteral("Interface rate")) && !hasColumn(QStringLiteral("Reached by ssh as")));
    QVERIFY(isShown(QStringLiteral("This machine")) && !isShown(QStringLiteral("Access")));
    // A simulated cluster is the same network without a machine.
    choose("clusterKind", 2);
    QCOMPARE(edited().kind, cluster::ClusterKind::Simulated);
    cluster::Cluster likeBefore = edited();
    likeBefore.kind = cluster::ClusterKind::Emulated;
    QVERIFY(likeBefore == before.clusters.front());
    QVERIFY(hasColumn(QStringLiteral("Interface rate")) && isShown(QStringLiteral("Bottleneck")));
    QVERIFY(!isShown(QStringLiteral("This machine")) && !isShown(QStringLiteral("Access")));
    for (const char* name : {"clusterMode", "clusterBackend", "clusterControl"})
        QVERIFY(!find<QComboBox>(name)->isVisible());
    QVERIFY(find<QLineEdit>("clusterMtu")->isVisible());
    m_editor->undoStack()->undo();
    choose("clusterKind", 1);
    QCOMPARE(edited().kind, cluster::ClusterKind::Remote);
    // Nothing that is not shown has an effect.
    QVERIFY(!edited().bottleneck);
    QCOMPARE(edited().mtu, 1500);
    for (const cluster::Node& node : edited().nodes)
        QCOMPARE(node.nics, std::vector{cluster::Nic({"", "", 0, 0})});
    QVERIFY(!hasColumn(QStringLiteral("Interface rate")) && hasColumn(QStringLiteral("Reached by ssh as")));
    QVERIFY(!isShown(QStringLiteral("This machine")) && isShown(QStringLiteral("Access")));
    QVERIFY(!isShown(QStringLiteral("Bottleneck")) && isShown(QStringLiteral("Links")));
    for (const char* name : {"clusterMode", "clusterBackend"})
        QVERIFY(!find<QComboBox>(name)->isVisible());
    QVERIFY(!find<QLineEdit>("clusterMtu")->isVisible() && find<QComboBox>("clusterControl")->isVisible());
    // A node without a way to it is marked where it is missing.
    m_widget->showField(QStringLiteral("nodes[1].host"));
    QCOMPARE(find<QTableView>("nodeTable")->currentIndex().column(), 1);
    QTRY_VERIFY(!nodes.index(1, 1).data(EditTableModel::ProblemRole).toString().isEmpty());
    m_editor->undoStack()->undo();
    QVERIFY(m_editor->project() == before);
    QVERIFY(find<QLineEdit>("clusterMtu")->isVisible() && isShown(QStringLiteral("Bottleneck")));
    QVERIFY(hasColumn(QStringLiteral("Interface rate")));
}

void TestClusterEditor::accessRoundTrips()
{
    choose("clusterKind", 1);
    const project::Project before = m_editor->project();
    find<QTabWidget>("clusterTabs")->setCurrentIndex(4);
    find<QComboBox>("accessRights")->setCurrentIndex(1);
    find<QComboBox>("accessAgent")->setCurrentIndex(2);
    type(find<QLineEdit>("accessFolder"), QStringLiteral("scratch"));
    QCOMPARE(edited().access.folder, std::string());
    QCOMPARE(m_widget->draftCount(), 1);
    type(find<QLineEdit>("accessFolder"), QStringLiteral("/scratch/me"));
    QVERIFY(!find<QLineEdit>("slurm_login")->isVisible());
    find<QCheckBox>("accessSlurm")->click();
    QVERIFY(find<QLineEdit>("slurm_login")->isVisible());
    type(find<QLineEdit>("slurm_login"), QStringLiteral("login1"));
    type(find<QLineEdit>("slurm_partition"), QStringLiteral("gpu"));
    type(find<QLineEdit>("slurm_account"), QStringLiteral("us"));
    type(find<QLineEdit>("slurmTime"), QStringLiteral("90min"));
    type(find<QLineEdit>("slurmNodes"), QStringLiteral("8"));
    auto* options = find<QLineEdit>("slurmOptions");
    type(options, QStringLiteral("--exclusive --comment=\"a b\""));
    QTest::keyClick(options, Qt::Key_Return);
    const cluster::Access expected{
        cluster::Rights::Sudo, cluster::AgentUse::Never, "/scratch/me",
        cluster::SlurmAccess{"login1", 8, "gpu", "us", std::chrono::minutes(90), {"--exclusive", "--comment=a b"}}};
    QVERIFY(edited().access == expected);
    QCOMPARE(m_widget->draftCount(), 0);
    const project::Project after = m_editor->project();
    while (!(m_editor->project() == before) && m_editor->undoStack()->canUndo())
        m_editor->undoStack()->undo();
    QVERIFY(m_editor->project() == before);
    QCOMPARE(find<QLineEdit>("accessFolder")->text(), QString());
    while (m_editor->undoStack()->canRedo())
        m_editor->undoStack()->redo();
    QVERIFY(m_editor->project() == after);
    QCOMPARE(options->text(), QStringLiteral("--exclusive \"--comment=a b\""));
    type(find<QLineEdit>("slurmNodes"), QStringLiteral("2")); // fewer than the four that the cluster lists
    QTRY_VERIFY(find<QLineEdit>("slurmNodes")->accessibleDescription().contains(QStringLiteral("lists 4")));
}

void TestClusterEditor::namesThatCannotBe()
{
    auto* name = find<QLineEdit>("clusterName");
    type(name, QStringLiteral("other"));
    QVERIFY(name->accessibleDescription().contains(QStringLiteral("Another cluster")));
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(edited().name, std::string("c"));
    QCOMPARE(name->text(), QStringLiteral("other"));
    QCOMPARE(m_widget->draftCount(), 1);
    type(find<QLineEdit>("clusterMtu"), QStringLiteral("90"));
    QCOMPARE(edited().mtu, 1500);
    QCOMPARE(m_widget->draftCount(), 2);
    auto* control = find<QComboBox>("clusterControl")->lineEdit();
    type(control, QStringLiteral("Not A Name"));
    QCOMPARE(edited().congestionControl, std::string("cubic"));
    QVERIFY(!control->accessibleDescription().isEmpty());
    QCOMPARE(m_editor->undoStack()->count(), 0);
    // Another cluster shows its own values.
    m_widget->setIndex(1);
    QCOMPARE(name->text(), QStringLiteral("other"));
    QCOMPARE(control->text(), QStringLiteral("cubic"));
    QCOMPARE(m_widget->draftCount(), 1); // the MTU is the same value, so its text stays
}

void TestClusterEditor::typingInACell()
{
    m_widget->showField(QStringLiteral("links[0].rate"));
    auto* table = find<QTableView>("linkTable");
    QCOMPARE(table->currentIndex().column(), 3);
    QTest::keyClick(table, Qt::Key_F2);
    auto* edit = table->findChild<QLineEdit*>(QStringLiteral("cellEdit"));
    QVERIFY(edit != nullptr);
    QCOMPARE(edit->text(), QStringLiteral("500Mbit"));
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("fast"));
    QVERIFY(!edit->accessibleDescription().isEmpty()); // while typing
    QTest::keyClick(edit, Qt::Key_Return);
    const QModelIndex cell = table->model()->index(0, 3);
    QTRY_COMPARE(cell.data().toString(), QStringLiteral("fast"));
    QCOMPARE(edited().links[0].settings.bitsPerSecond, std::optional(5e8));
    QCOMPARE(m_widget->draftCount(), 1);
    table->setCurrentIndex(cell); // where Enter may have gone on from
    QTRY_VERIFY(!table->findChild<QLineEdit*>(QStringLiteral("cellEdit"))); // the closed one is gone
    QVERIFY(find<QLabel>("linkTableLine")->text().contains(QStringLiteral("fast")));
    QTest::keyClick(table, Qt::Key_F2);
    edit = table->findChild<QLineEdit*>(QStringLiteral("cellEdit"));
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("2Gbit"));
    QTest::keyClick(edit, Qt::Key_Return);
    QTRY_COMPARE(edited().links[0].settings.bitsPerSecond, std::optional(2e9));
    QCOMPARE(m_widget->draftCount(), 0);
}

void TestClusterEditor::pasteByKeys()
{
    auto* table = find<QTableView>("nodeTable");
    table->setFocus();
    table->setCurrentIndex(table->model()->index(2, 0));
    QApplication::clipboard()->setText(QStringLiteral("a\teurope\t2\nb\teurope\t4\nc\tamerica\tmany\n"));
    QTest::keySequence(table, QKeySequence::Paste);
    QCOMPARE(table->model()->rowCount(), 5);
    QCOMPARE(edited().nodes[4].name, std::string("c"));
    QCOMPARE(edited().nodes[3].slots, 4);
    QCOMPARE(m_editor->undoStack()->count(), 1);
    QVERIFY2(find<QLabel>("nodeTableLine")->text().contains(QStringLiteral("invalid text")),
             qPrintable(find<QLabel>("nodeTableLine")->text()));
    table->clearSelection();
    table->selectRow(0);
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(edited().nodes.size(), std::size_t(4));
    QTest::keyClick(table, Qt::Key_Insert);
    QCOMPARE(edited().nodes.size(), std::size_t(5));
    table->selectRow(1);
    QTest::keyClick(table, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(table->currentIndex().row(), 0);
    table->selectRow(0);
    QTest::keySequence(table, QKeySequence::Copy);
    QCOMPARE(QApplication::clipboard()->text().count(QLatin1Char('\t')), 8);
}

void TestClusterEditor::drawingFollowsAndLeads()
{
    auto* drawing = find<TopologyView>("topologyView");
    const QImage before = drawing->grab().toImage();
    auto* table = find<QTableView>("nodeTable");
    table->selectRow(2);
    QVERIFY(drawing->grab().toImage() != before);
    QTest::mouseClick(drawing, Qt::LeftButton, {}, drawing->topology().lanes[0].label.rect.center().toPoint());
    QCOMPARE(find<QTabWidget>("clusterTabs")->currentIndex(), 1);
    QVERIFY(find<QTableView>("linkTable")->selectionModel()->hasSelection());
}

void TestClusterEditor::showsFields_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("widget");
    QTest::newRow("MTU") << QStringLiteral("mtu") << QStringLiteral("clusterMtu");
    QTest::newRow("name") << QStringLiteral("name") << QStringLiteral("clusterName");
    QTest::newRow("node") << QStringLiteral("nodes[1].slots") << QStringLiteral("nodeTable");
    QTest::newRow("link") << QStringLiteral("links[0].loss") << QStringLiteral("linkTable");
    QTest::newRow("bottleneck") << QStringLiteral("bottleneck.rate") << QStringLiteral("bottleneckOn");
    QTest::newRow("anything else") << QStringLiteral("whatever") << QStringLiteral("clusterName");
}

void TestClusterEditor::showsFields()
{
    QFETCH(QString, field);
    QFETCH(QString, widget);
    m_widget->activateWindow();
    m_widget->showField(field);
    QTRY_VERIFY(m_widget->focusWidget() != nullptr);
    QCOMPARE(m_widget->focusWidget()->objectName(), widget);
}

void TestClusterEditor::machineCheck()
{
    auto* tabs = find<QTabWidget>("clusterTabs");
    auto* check = find<MachineCheck>("machineCheck");
    tabs->setCurrentWidget(check);
    QTRY_VERIFY_WITH_TIMEOUT(check->lines().size() >= 10, 20000);
    QVERIFY(check->accessibleDescription().contains(QStringLiteral("tcpdump")));
    MachineState state;
    state.facts = {{QStringLiteral("Emulated clusters"), MachineFact::Missing, QStringLiteral("not possible"),
                    QStringLiteral("Run as root.")}};
    check->setState(state);
    QCOMPARE(check->lines(), QStringList{QStringLiteral("Missing: Emulated clusters: not possible. Run as root.")});
}

void TestClusterEditor::shots_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("dark");
    for (const bool dark : {false, true}) {
        for (const char* name : {"four", "errors", "sixteen", "many", "long", "machine", "empty", "bottleneck",
                                 "remote", "access", "remote-empty", "matrix", "simulated"})
            QTest::addRow("%s%s", name, dark ? "-dark" : "") << QString::fromLatin1(name) << dark;
    }
}

void TestClusterEditor::shots()
{
    const QString folder = qEnvironmentVariable("MR_SHOTS");
    QFETCH(QString, name);
    QFETCH(bool, dark);
    applyTheme(*qApp, dark ? Theme::Dark : Theme::Light);
    cluster::Cluster cluster = test::makeCluster(4, {"europe", "america"});
    cluster.links = {test::makeLink("europe", "america", 5e8), test::makeLink("node0", "node1", 1e9)};
    if (name == QLatin1String("sixteen")) {
        cluster.nodes = test::makeCluster(16, {"a", "b", "c", "d"}).nodes;
        cluster.links = {test::makeLink("*", "*", 1e9), test::makeLink("a", "d", 1e8),
                         test::makeLink("node3", "*", 2e8), test::makeLink("node12", "node15", 2e8)};
        cluster.bottleneck = cluster::Bottleneck{"a", "c", true, 1e8, 0};
    } else if (name == QLatin1String("many")) {
        cluster.nodes = test::makeCluster(64, {"europe", "america", "asia"}).nodes;
        cluster.links = {test::makeLink("*", "*", 1e9), test::makeLink("europe", "asia", 1e8)};
    } else if (name == QLatin1String("long")) {
        for (cluster::Node& node : cluster.nodes) {
            node.name += "-with-quite-a-long-name.cluster.example.org";
            node.zone += " data centre number seven, second floor";
        }
        cluster.links = {test::makeLink(cluster.nodes[0].name, cluster.nodes[3].name, 1e9)};
        cluster.name = "a cluster whose name says everything that there is to say about it";
    } else if (name == QLatin1String("errors")) {
        cluster.nodes[1].slots = 0;
        cluster.nodes[2].name = "no name";
        cluster.links[0].from = "nowhere";
        cluster.mtu = 100;
    } else if (name == QLatin1String("empty")) {
        cluster = {};
        cluster.name = "empty";
    } else if (name == QLatin1String("remote") || name == QLatin1String("access")) {
        cluster = test::makeRemoteCluster(4);
        cluster.links = {test::makeLink("europe", "america", 5e8)};
        if (name == QLatin1String("access"))
            cluster.access.slurm = cluster::SlurmAccess{"login.example.org", 4, "gpu", "", std::chrono::hours(2), {}};
    } else if (name == QLatin1String("remote-empty")) {
        cluster = {};
        cluster.name = "empty";
        cluster.kind = cluster::ClusterKind::Remote;
    } else if (name == QLatin1String("simulated")) {
        cluster.kind = cluster::ClusterKind::Simulated;
    } else if (name == QLatin1String("matrix")) {
        (void)cluster::putMatrix(
            cluster,
            {{cluster.nodes[0].name, cluster.nodes[1].name, 9.4e8, std::chrono::milliseconds(1), {}, 4, "iperf3.json"},
             {cluster.nodes[1].name, cluster.nodes[0].name, 6.1e8, {}, {}, 4, "iperf3.json"},
             {cluster.nodes[0].name,
              cluster.nodes[2].name,
              5.2e6,
              {},
              {},
              1,
              "estimated: 1 × 64 KiB in flight ÷ 100 ms"}});
    } else if (name == QLatin1String("bottleneck")) {
        cluster.bottleneck = cluster::Bottleneck{"europe", "america", true, 1e8, 0};
    }
    m_editor->reset(test::projectWith(cluster));
    m_widget->setIndex(0);
    auto* tabs = find<QTabWidget>("clusterTabs");
    tabs->setCurrentIndex(name == QLatin1String("machine") ? 5 : name == QLatin1String("bottleneck") ? 3 : 0);
    if (name == QLatin1String("access"))
        tabs->setCurrentIndex(4);
    if (name == QLatin1String("matrix"))
        tabs->setCurrentIndex(2);
    QTRY_VERIFY(m_editor->problemsAreCurrent());
    if (name == QLatin1String("errors"))
        m_widget->showField(QStringLiteral("nodes[1].slots"));
    if (name == QLatin1String("sixteen"))
        find<QTableView>("nodeTable")->selectRow(3);
    if (name == QLatin1String("machine"))
        QTRY_VERIFY_WITH_TIMEOUT(find<MachineCheck>("machineCheck")->lines().size() >= 10, 20000);
    const QImage image = m_widget->grab().toImage();
    QCOMPARE(image.width(), 1040);
    if (!folder.isEmpty())
        image.save(QStringLiteral("%1/cluster-%2%3.png").arg(folder, name, dark ? QStringLiteral("-dark") : QString()));
    applyTheme(*qApp, Theme::Light);
}

QTEST_MAIN(TestClusterEditor)
#include "tst_cluster_editor.moc"

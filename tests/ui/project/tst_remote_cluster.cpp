// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/project/project_file.h"
#include "core/project/trusted_projects.h"
#include "tests/integration/ssh_bed.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/cluster/pair_matrix_panel.h"
#include "ui/cluster/preflight_model.h"
#include "ui/cluster/preflight_panel.h"
#include "ui/edit/project_editor.h"
#include "ui/project/node_checker.h"
#include "ui/remote/prompt_queue.h"
#include "ui/remote/remote_connector.h"
#include "ui/run/campaign_session.h"

#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;
using cluster::Light;
using tests::must;
using tests::SshBed;

/// The lights of a cluster, and questions at the window, with real OpenSSH servers.
class TestRemoteCluster : public QObject
{
    Q_OBJECT

    std::unique_ptr<SshBed> m_bed;
    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<PreflightPanel> m_panel;
    std::shared_ptr<const project::Project> m_project; ///< that the panel shows

    [[nodiscard]] std::string path(const char* name) const { return (m_bed->folder() / name).string(); }
    void showHosts(const std::vector<std::string>& hosts)
    {
        auto project = std::make_shared<project::Project>();
        cluster::Cluster& cluster = project->clusters.emplace_back();
        cluster.name = "machines";
        cluster.kind = cluster::ClusterKind::Remote;
        for (const std::string& host : hosts) {
            cluster::Node& node = cluster.nodes.emplace_back();
            node.name = "node-" + host;
            node.host = host;
            node.nics.front().name.clear();
        }
        m_project = project;
        m_panel->setCluster(project, 0);
    }
    void check()
    {
        const QSignalSpy finished(m_panel.get(), &PreflightPanel::finished);
        m_panel->check();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 90'000);
        QVERIFY2(m_panel->model().settledCount() == m_panel->model().nodeCount(), qPrintable(headline()));
    }
    [[nodiscard]] QString headline() const
    {
        return m_panel->findChild<QLabel*>(QStringLiteral("preflightHeadline"))->text();
    }
    /// What is said about how a node is reached: "green: reached".
    [[nodiscard]] QString reach(int node) const
    {
        return m_panel->model().index(node, 1).data(Qt::AccessibleTextRole).toString();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_bed = std::make_unique<SshBed>(3);
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("s.ini")));
    }
    void init()
    {
        m_panel = std::make_unique<PreflightPanel>(*m_settings);
        m_panel->setChecker(makeNodeChecker(std::getenv("MR_BIN"), {}, m_bed->configuration()));
        m_panel->resize(1000, 420);
        m_panel->show();
    }
    void cleanup() { m_panel.reset(); }

    void allNodes()
    {
        showHosts({"n1", "n2", "n3"});
        check();
        for (int node = 0; node < 3; ++node) {
            QVERIFY2(reach(node).startsWith(QStringLiteral("green")), qPrintable(reach(node)));
            // Every topic that one node can answer for has its light.
            const Details details = m_panel->model().details(m_panel->model().index(node, 0));
            QVERIFY2(details.sections.size() >= 10, qPrintable(QString::number(details.sections.size())));
        }
        const QString folder = qEnvironmentVariable("MR_SHOTS");
        if (!folder.isEmpty()) {
            m_panel->resize(1040, 560);
            m_panel->findChild<QTableView*>()->setCurrentIndex(m_panel->model().index(0, 3));
            m_panel->grab().save(folder + QStringLiteral("/preflight-real.png"));
        }
    }

    /// The button of the matrix, over ssh: the links of the new cluster are what the machines sent to each other.
    void ratesBetweenTheNodes()
    {
        showHosts({"n1", "n2"});
        ProjectEditor editor;
        editor.reset(*m_project);
        PairMatrixPanel matrix(editor, *m_settings);
        matrix.setMeasurer(makeMatrixMeasurer(std::getenv("MR_BIN"), {}, m_bed->configuration()));
        matrix.setIndex(0);
        matrix.findChild<QPushButton*>(QStringLiteral("measureMatrix"))->click();
        const auto* note = matrix.findChild<QLabel*>(QStringLiteral("matrixNote"));
        QTRY_VERIFY2_WITH_TIMEOUT(note->text().startsWith(QStringLiteral("2 pair(s) measured")),
                                  qPrintable(note->text()), 60'000);
        const auto& made = editor.project().clusters.at(1);
        QCOMPARE(made.name, std::string("machines, measured"));
        QVERIFY(made.kind == cluster::ClusterKind::Emulated && made.links.size() == 2);
        for (const cluster::Link& link : made.links)
            QVERIFY(*link.settings.bitsPerSecond > 50e6 && link.note.starts_with("measured 20"));
    }

    void aStrangersCommandIsNotStarted()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
        const QString trace = m_folder.filePath(QStringLiteral("trace"));
        auto project = std::make_shared<project::Project>();
        cluster::Cluster& cluster = project->clusters.emplace_back();
        cluster.name = "pods";
        cluster.kind = cluster::ClusterKind::Remote;
        cluster.nodes.emplace_back().name = "pod";
        cluster.nodes.front().host = "pod-0";
        cluster.access.command = {"/bin/sh", "-c", "touch " + trace.toStdString(), "{host}"};
        m_panel->setCluster(project, 0);
        const QSignalSpy finished(m_panel.get(), &PreflightPanel::finished);
        m_panel->check();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 10'000);
        const MatrixMeasurer measurer = makeMatrixMeasurer(std::getenv("MR_BIN"), {}, m_bed->configuration());
        QCOMPARE(measurer(*project, 0, 1, {}).error().code, ErrorCode::Denied);
        QVERIFY(!QFile::exists(trace));
        const project::RunningParts parts = project::runningParts(*project, {});
        QVERIFY(project::TrustedProjects::ofUser().add(parts, {}));
        m_panel->check();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, 30'000);
        QVERIFY(QFile::exists(trace));
        qunsetenv("XDG_DATA_HOME");
    }

    void oneThatIsNotReachedHidesNoOther()
    {
        m_bed->configure("Host shut\n  HostName 10.78.0.1\n  Port 9\n");
        showHosts({"n1", "shut", "n3"});
        check();
        QVERIFY2(reach(0).startsWith(QStringLiteral("green")), qPrintable(reach(0)));
        QVERIFY2(reach(1).startsWith(QStringLiteral("red")), qPrintable(reach(1)));
        QVERIFY2(reach(2).startsWith(QStringLiteral("green")), qPrintable(reach(2)));
    }

    void unknownMachinesAreAskedAbout()
    {
        const std::string known = path("window_known_hosts");
        for (const char* n : {"1", "2"})
            m_bed->configure(std::string("Host new") + n + "\n  HostName 10.78.0." + n
                             + "\n  StrictHostKeyChecking ask\n  UserKnownHostsFile " + known + "\n");
        showHosts({"new1", "new2"});
        const QSignalSpy finished(m_panel.get(), &PreflightPanel::finished);
        m_panel->check();
        PromptQueue& desk = PromptQueue::ofProgram();
        for (int asked = 0; asked < 2; ++asked) {
            QTRY_VERIFY_WITH_TIMEOUT(desk.dialog() != nullptr, 30'000);
            const QString shown = desk.dialog()->findChild<QLabel*>(QStringLiteral("hostKeyFingerprint"))->text();
            QString printed;
            for (const char* name : {"hostkey.n1.pub", "hostkey.n2.pub"})
                printed += QString::fromStdString(SshBed::here({"ssh-keygen", "-lf", path(name)}).out);
            QVERIFY2(printed.contains(shown), qPrintable(shown));
            const char* button = asked == 0 ? "hostKeyRemember" : "hostKeyCancel";
            desk.dialog()->findChild<QPushButton*>(QLatin1String(button))->click();
        }
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 90'000);
        const int refused = reach(0).startsWith(QStringLiteral("red")) ? 0 : 1;
        QVERIFY2(reach(refused).contains(QStringLiteral("refused")), qPrintable(reach(refused)));
        QVERIFY2(reach(1 - refused).startsWith(QStringLiteral("green")), qPrintable(reach(1 - refused)));
        QCOMPARE(split(trim(must(readFile(known), "known hosts")), '\n').size(), std::size_t(1));
    }

    void changedKeyIsExplained()
    {
        const std::string known = path("changed_known_hosts");
        const std::string other = must(readFile(path("hostkey.n2.pub")), "key");
        QVERIFY(writeFileAtomically(known, "10.78.0.1 " + other));
        m_bed->configure("Host changed\n  HostName 10.78.0.1\n  UserKnownHostsFile " + known + "\n");
        showHosts({"changed"});
        check();
        QVERIFY2(reach(0).contains(QStringLiteral("has changed")), qPrintable(reach(0)));
        m_panel->findChild<QTableView*>()->setCurrentIndex(m_panel->model().index(0, 1));
        bool selectable = false;
        for (const QLabel* label : m_panel->findChildren<QLabel*>())
            selectable |= label->text().contains(QStringLiteral("ssh-keygen"))
                && label->textInteractionFlags() & Qt::TextSelectableByMouse;
        QVERIFY(selectable);
    }

    void onePassphraseForAll()
    {
        const std::string key = path("id_locked");
        QVERIFY(SshBed::here({"cp", path("id_ed25519"), key}).succeeded());
        QVERIFY(SshBed::here({"ssh-keygen", "-q", "-p", "-P", "", "-N", "open sesame", "-f", key}).succeeded());
        for (const char* n : {"1", "2", "3"})
            m_bed->configure(std::string("Host locked") + n + "\n  HostName 10.78.0." + n + "\n  IdentityFile " + key
                             + "\n  IdentitiesOnly yes\n");
        showHosts({"locked1", "locked2", "locked3"});
        const QSignalSpy finished(m_panel.get(), &PreflightPanel::finished);
        PromptQueue& desk = PromptQueue::ofProgram();
        int dialogs = 0;
        const auto counting =
            connect(&desk, &PromptQueue::dialogChanged, &desk, [&] { dialogs += desk.dialog() != nullptr ? 1 : 0; });
        m_panel->check();
        QTRY_VERIFY_WITH_TIMEOUT(desk.dialog() != nullptr, 30'000);
        auto* field = desk.dialog()->findChild<QLineEdit*>(QStringLiteral("secretField"));
        QVERIFY(field != nullptr);
        QTest::keyClicks(field, QStringLiteral("open sesame"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 90'000);
        disconnect(counting);
        for (int node = 0; node < 3; ++node)
            QVERIFY2(reach(node).startsWith(QStringLiteral("green")), qPrintable(reach(node)));
        QCOMPARE(dialogs, 1);
    }

    void campaignOverSsh()
    {
        const auto file = project::ProjectFile::parse(R"({"format": "millrace-project", "version": 1, "name": "p",
            "clusters": [{"name": "machines", "kind": "remote", "nodes": [
                {"name": "a", "host": "n1", "nics": [{"name": ""}]}, {"name": "b", "host": "n2", "nics": [{"name": ""}]},
                {"name": "c", "host": "n3", "nics": [{"name": ""}]}]}],
            "workloads": [{"name": "w", "framework": "builtin", "model": "slp-mnist", "batch": 8, "steps": 5,
                "warmup_steps": 1, "compute_time": "2ms"}],
            "grids": [{"name": "g", "cluster": "machines", "workload": "w", "repetitions": 2}]})",
                                                      "remote");
        QVERIFY2(file, file ? "" : file.error().text().c_str());
        CampaignRequest request;
        request.project = std::make_shared<const project::Project>(file->project);
        request.store = m_folder.filePath(QStringLiteral("runs.mrdb")).toStdString();
        request.options.programs = std::getenv("MR_BIN");
        // As the session itself does it, with the bed's ssh configuration.
        request.options.connect =
            remoteConnector(request.options.programs, m_bed->configuration(), PromptQueue::ofProgram().prompts());
        CampaignSession session;
        QSignalSpy finished(&session, &CampaignSession::finished);
        std::string failure;
        connect(&session, &CampaignSession::failed, this, [&](const Error& error) { failure = error.text(); });
        QVERIFY(session.start(request));
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty() || !failure.empty(), 120'000);
        QVERIFY2(failure.empty(), failure.c_str());
        QCOMPARE(finished.front().front().value<SessionOutcome>().done, 2);
    }

    void cancelWhileAsking()
    {
        m_bed->configure("Host asks\n  HostName 10.78.0.3\n  StrictHostKeyChecking ask\n  UserKnownHostsFile "
                         + path("cancel_known_hosts") + "\n");
        showHosts({"asks"});
        m_panel->check();
        PromptQueue& desk = PromptQueue::ofProgram();
        QTRY_VERIFY_WITH_TIMEOUT(desk.dialog() != nullptr, 30'000);
        m_panel->cancel();
        QTRY_VERIFY(desk.dialog() == nullptr); // closed by itself
        QVERIFY(headline().contains(QStringLiteral("Cancelled")));
        QThreadPool::globalInstance()->waitForDone();
    }
};

int main(int argc, char** argv)
{
    if (!tests::enterOwnNetwork()) {
        std::puts("SKIP: this needs the right to make namespaces");
        return 0;
    }
    QApplication application(argc, argv);
    applyTheme(application, Theme::Light);
    TestRemoteCluster test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_remote_cluster.moc"

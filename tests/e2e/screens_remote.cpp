// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/screens.h"
#include "tests/ui/example_files.h"
#include "ui/cluster/cluster_editor.h"
#include "ui/cluster/import_dialog.h"
#include "ui/cluster/preflight_model.h"
#include "ui/cluster/preflight_panel.h"
#include "ui/project/project_page.h"
#include "ui/remote/host_key_dialog.h"
#include "ui/remote/secret_dialog.h"

#include <QAction>
#include <QTabWidget>
#include <QTableView>

#include <fmt/format.h>

namespace millrace::ui::screens {
namespace {

std::string remoteProject()
{
    std::string nodes;
    for (int i = 1; i <= 6; ++i)
        nodes += fmt::format(R"({}{{"name": "gpu-{:02}", "zone": "{}", "host": "anna@gpu-{:02}.cluster.example.org",
          "slots": 2, "nics": [{{"name": ""}}]}})",
                             i == 1 ? "" : ", ", i, i <= 3 ? "rack A" : "rack B", i);
    return R"({"format": "millrace-project", "version": 1, "name": "remote machines", "clusters": [
        {"name": "testbed", "kind": "remote", "nodes": [)"
        + nodes + R"(], "links": [{"from": "rack A", "to": "rack B", "rate": "1Gbit", "delay": "10ms"}],
         "access": {"rights": "sudo", "slurm": {"login": "login.example.org", "partition": "gpu", "time": "2h"}}}],
        "workloads": [{"name": "images", "framework": "pytorch-ddp", "model": "resnet50", "batch": 16}],
        "grids": [{"name": "delays", "cluster": "testbed", "workload": "images"}]})";
}

/// Lights as a check of six machines gives them.
Result<std::vector<cluster::Finding>> pretendedCheck(const project::Project& project, std::size_t index,
                                                     const std::function<void(NodeCheckResult)>& tell,
                                                     const JobContext&)
{
    using cluster::Light;
    for (std::size_t node = 0; node < project.clusters[index].nodes.size(); ++node) {
        std::vector<cluster::Finding> findings;
        for (const std::string& topic : cluster::preflightTopics())
            if (topic != "versions" && (node != 4 || topic == "reach"))
                findings.push_back({topic, Light::Green, "as it should be", ""});
        if (node == 4)
            findings[0] = {"reach", Light::Red, "gpu-05.cluster.example.org: the connection was refused",
                           "see whether its ssh server runs"};
        if (node == 1)
            findings[4] = {"clock", Light::Yellow, "the clock is 84 ms ahead and not synchronised",
                           "start an NTP client there, for example chrony"};
        if (node == 2)
            findings[7] = {"tcp", Light::Unknown, "it is unknown which congestion controls can be set", ""};
        tell({node, cluster::NodeFacts{}, findings});
    }
    return std::vector<cluster::Finding>{
        {"clock", Light::Yellow, "the clocks differ by up to 85 ms", "delays between nodes are not comparable"}};
}

} // namespace

void shootRemote(const Camera& camera)
{
    Session session(camera);
    session.open(test::writeBytes(session.folder(), QStringLiteral("remote.millrace"), remoteProject()));
    auto* page = session.page<ProjectPage>();
    page->showView(QStringLiteral("cluster:testbed"));
    page->showView(QStringLiteral("workload:images"));
    session.shoot(QStringLiteral("remote-workload"));
    page->showView(QStringLiteral("grid:delays"));
    wait(700);
    session.shoot(QStringLiteral("remote-grid"));
    page->showView(QStringLiteral("run"));
    session.shoot(QStringLiteral("remote-run"));
    page->showView(QStringLiteral("cluster:testbed"));
    auto* tabs = page->findChild<QTabWidget*>(QStringLiteral("clusterTabs"));
    auto* check = page->findChild<PreflightPanel*>();
    tabs->setCurrentIndex(0);
    session.shoot(QStringLiteral("remote-nodes"));
    page->showField(QStringLiteral("clusters[0].access.rights"));
    session.shoot(QStringLiteral("remote-access"));
    tabs->setCurrentWidget(check);
    session.shoot(QStringLiteral("remote-check-before"));
    page->findChild<ClusterEditor*>()->setNodeTools(pretendedCheck, {});
    check->check();
    wait(5000, [check] { return !check->isRunning(); });
    check->findChild<QTableView*>()->setCurrentIndex(check->model().index(1, 5));
    session.shoot(QStringLiteral("remote-check"));
    page->findChild<QAction*>(QStringLiteral("importNodes"))->trigger();
    auto* import = page->findChild<ImportDialog*>();
    import->setText(QStringLiteral("[workers]\nw[01:12].example.org ansible_user=anna ansible_port=2200\n"
                                   "[servers]\nstore1 ansible_host=10.0.0.9\nstore 2\n"));
    camera.shoot(*import, QStringLiteral("remote-import"));
    import->close();
    const remote::HostKeyQuestion key{"gpu-01.cluster.example.org",
                                      "gpu-01.cluster.example.org",
                                      22,
                                      "ssh-ed25519",
                                      "SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s",
                                      "/keys/known_hosts"};
    HostKeyDialog question(key, &session.window());
    question.setWaiting(5);
    question.show();
    camera.shoot(question, QStringLiteral("remote-host-key"));
    SecretDialog secret(remote::PassphraseQuestion{"gpu-01.cluster.example.org", "/keys/id_ed25519", 1},
                        &session.window());
    secret.show();
    camera.shoot(secret, QStringLiteral("remote-passphrase"));
}

} // namespace millrace::ui::screens

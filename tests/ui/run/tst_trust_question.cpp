// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/project/project_file.h"
#include "core/project/trusted_projects.h"
#include "ui/base/settings.h"
#include "ui/run/campaign_page.h"
#include "ui/run/trust_dialog.h"

#include <QAction>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

/// Names a program that is nowhere, so that an agreed run ends before it begins.
const char* const projectText = R"({
  "format": "millrace-project", "version": 1, "name": "stranger",
  "clusters": [{"name": "lab", "nodes": 2}],
  "workloads": [{"name": "job", "framework": "command", "command": ["no-such-program", "<b>x</b>"],
                 "extras": {"env:LD_PRELOAD": "evil.so"}}],
  "grids": [{"name": "grid", "cluster": "lab", "workload": "job"}]
})";

} // namespace

/// The window asks before it runs a project that was made elsewhere.
class TestTrustQuestion : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<CampaignPage> m_page;

    std::filesystem::path at(const char* name) const { return m_folder->filePath(QLatin1String(name)).toStdString(); }
    TrustDialog* dialog() const { return m_page->findChild<TrustDialog*>(); }
    void start() const { m_page->findChild<QAction*>(QStringLiteral("startCampaign"))->trigger(); }

    std::shared_ptr<project::Project> open(const char* text)
    {
        (void)writeFileAtomically(at("s.millrace"), text);
        auto file = project::ProjectFile::open(at("s.millrace"));
        auto project = std::make_shared<project::Project>(file->project);
        QSignalSpy loaded(m_page.get(), &CampaignPage::loaded);
        m_page->setProject(project, at("s.millrace"), at("s.mrdb"), false);
        m_page->show();
        (void)loaded.wait();
        return project;
    }

private Q_SLOTS:
    void init()
    {
        m_settings.reset(); // writes into the folder
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_folder->filePath(QStringLiteral("data")).toUtf8());
        m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
        m_page = std::make_unique<CampaignPage>(*m_settings);
    }
    void cleanup() { m_page.reset(); }

    void theListIsShownAndNoIsNo()
    {
        open(projectText);
        start();
        QVERIFY(dialog() != nullptr && dialog()->isVisible());
        QVERIFY(!m_page->isActive());
        const QString list = dialog()->findChild<QPlainTextEdit*>(QStringLiteral("trustList"))->toPlainText();
        QVERIFY2(list.contains(QStringLiteral("starts \"no-such-program\" \"<b>x</b>\" on this machine")),
                 qPrintable(list));
        QVERIFY2(list.contains(QStringLiteral("sets \"LD_PRELOAD\" = \"evil.so\"")), qPrintable(list));
        QVERIFY2(!dialog()->findChild<QPushButton*>(QStringLiteral("trustRun"))->isDefault(), "Return is not a yes");
        if (const QString shots = qEnvironmentVariable("MR_SHOTS"); !shots.isEmpty())
            QVERIFY(dialog()->grab().save(QDir(shots).filePath(QStringLiteral("trust.png"))));
        dialog()->reject();
        QVERIFY(!m_page->isActive());
        QTRY_VERIFY(dialog() == nullptr);
        QVERIFY(!std::filesystem::exists(at("data")));
        start();
        QVERIFY2(dialog() != nullptr, "asked again");
    }

    void yesRunsAndIsRemembered()
    {
        const auto project = open(projectText);
        start();
        QVERIFY(dialog() != nullptr);
        QSignalSpy failed(&m_page->session(), &CampaignSession::failed);
        dialog()->findChild<QPushButton*>(QStringLiteral("trustRun"))->click();
        QVERIFY(failed.wait(20'000));
        const Error error = failed.front().front().value<Error>();
        QVERIFY2(error.what.find("\"no-such-program\" is not in PATH") != std::string::npos, error.what.c_str());
        QVERIFY(project::TrustedProjects::ofUser().trusts(project::runningParts(*project, at(""))));
        QTRY_VERIFY(!m_page->isActive() && dialog() == nullptr);
    }

    /// Until a trusted project is saved, what its owner changes on the screen runs unasked.
    void editsOfATrustedProjectNeedNoQuestion()
    {
        const auto project = open(projectText);
        QVERIFY(
            bool(project::TrustedProjects::ofUser().add(project::runningParts(*project, at("")), at("s.millrace"))));
        auto edited = std::make_shared<project::Project>(*project);
        edited->workloads.front().command = {"no-such-program-either"};
        QSignalSpy loaded(m_page.get(), &CampaignPage::loaded);
        m_page->setProject(edited, at("s.millrace"), at("s.mrdb"), false);
        QVERIFY(loaded.wait());
        QSignalSpy failed(&m_page->session(), &CampaignSession::failed);
        start();
        QVERIFY(dialog() == nullptr);
        QVERIFY(failed.wait(20'000));
    }
};

QTEST_MAIN(TestTrustQuestion)
#include "tst_trust_question.moc"

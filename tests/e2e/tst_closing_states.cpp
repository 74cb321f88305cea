// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window is closed while it reads, runs and exports: it says what goes on, and ends cleanly.

#include "tests/core/report/made_store.h"
#include "tests/e2e/cli_runner.h"
#include "tests/ui/example_files.h"
#include "ui/base/error_banner.h"
#include "ui/base/settings.h"
#include "ui/main/main_window.h"
#include "ui/project/project_page.h"
#include "ui/results/result_exports.h"
#include "ui/results/result_page.h"
#include "ui/run/campaign_model.h"
#include "ui/run/campaign_page.h"

#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

class TestClosingStates : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;

    [[nodiscard]] QMessageBox* question() const
    {
        return m_window->findChild<QMessageBox*>(QStringLiteral("activityQuestion"));
    }
    void end()
    {
        m_window.reset();
        QThreadPool::globalInstance()->waitForDone();
    }
    /// A store with so many runs that reading and writing them takes a while.
    [[nodiscard]] QString largeStore()
    {
        static const report::MadeStore store = [] {
            std::vector<report::Made> runs(6000);
            for (std::size_t i = 0; i < runs.size(); ++i) {
                runs[i].factors = {report::textFactor("strategy", i % 2 == 0 ? "RING" : "STAR")};
                for (int m = 0; m < 10; ++m)
                    runs[i].metrics.push_back(report::metric("metric_" + std::to_string(m), double(i), "s"));
                runs[i].repetition = static_cast<int>(i / 2) + 1;
            }
            return report::MadeStore(runs);
        }();
        return QString::fromStdString(store.database.file().string());
    }

private Q_SLOTS:
    void init()
    {
        m_settings.reset(); // writes into the folder
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1280, 800);
        m_window->show();
    }
    void cleanup() { end(); }

    void whileReading()
    {
        m_window->openFile(largeStore());
        QVERIFY(!m_window->currentPage()->hasContent());
        m_window->close();
        QVERIFY(!m_window->isVisible());
        end();
    }

    void whileExporting()
    {
        m_window->openFile(largeStore());
        QTRY_VERIFY(m_window->currentPage()->hasContent());
        auto* page = qobject_cast<ResultPage*>(m_window->currentPage());
        const QString folder = m_folder->filePath(QStringLiteral("out"));
        page->exports().writeCampaignFolder(folder);
        QVERIFY(page->exports().isRunning());
        QVERIFY(!page->activities().isEmpty());
        m_window->close();
        QVERIFY(m_window->isVisible());
        QVERIFY(question());
        QVERIFY(!question()->text().isEmpty());
        question()->findChild<QPushButton*>(QStringLiteral("stopAndClose"))->click();
        QTRY_VERIFY(!m_window->isVisible());
        end();
        // No half of a file under its name.
        for (const QString& name : QDir(folder).entryList(QDir::Files)) {
            QFile file(QDir(folder).filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(file.readAll().endsWith('\n'), qPrintable(name));
        }
    }

    // One click from a fresh start to the quickstart running; then the window is closed.
    void whileRunning()
    {
        if (const std::string why = e2e::whyNotHere(); !why.empty())
            QSKIP(why.c_str());
        const auto before = e2e::footprint();
        qputenv("HOME", m_folder->path().toUtf8());
        qputenv("XDG_DOCUMENTS_DIR", m_folder->path().toUtf8());
        const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
        QVERIFY2(documents.startsWith(m_folder->path()), qPrintable(documents));
        auto* run = m_window->findChild<QPushButton*>(QStringLiteral("runQuickstart"));
        QTest::mouseClick(run, Qt::LeftButton);
        auto* page = qobject_cast<ProjectPage*>(m_window->currentPage());
        QVERIFY(page);
        auto* campaign = m_window->findChild<CampaignPage*>();
        QVERIFY(campaign);
        campaign->setPrograms(qEnvironmentVariable("MR_BIN").toStdString());
        QTRY_VERIFY2_WITH_TIMEOUT(campaign->isActive(), qPrintable(campaign->findChild<ErrorBanner*>()->text()), 10000);
        QTRY_VERIFY_WITH_TIMEOUT(campaign->model().counts().active > 0, 30'000);
        QVERIFY(QFile::exists(documents + QStringLiteral("/Millrace/quickstart.millrace")));
        QCOMPARE(page->currentView(), QStringLiteral("run"));
        m_window->close();
        QVERIFY(m_window->isVisible());
        QVERIFY(question());
        QVERIFY2(question()->text().contains(QStringLiteral("strategies under loss")), qPrintable(question()->text()));
        // Think again: it goes on.
        question()->defaultButton()->click();
        QTRY_VERIFY(!question());
        QVERIFY(campaign->isActive());
        m_window->close();
        QTRY_VERIFY(question());
        question()->findChild<QPushButton*>(QStringLiteral("stopAndClose"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 20'000);
        end();
        const std::string left = e2e::leftSince(before);
        QVERIFY2(left.empty(), left.c_str());
    }
};

QTEST_MAIN(TestClosingStates)
#include "tst_closing_states.moc"

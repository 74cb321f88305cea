// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/studies/imported_runs.h"
#include "ui/base/error_banner.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/main/main_window.h"
#include "ui/main/start_page.h"
#include "ui/main/study_card.h"
#include "ui/results/result_page.h"
#include "ui/results/run_panel.h"
#include "ui/studies/study_import_dialog.h"
#include "ui/studies/study_page.h"

#include <QAction>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

/// Studies from the start page, the menu and a drop to figures and audit, in the window.
class TestStudyWindow : public QObject
{
    Q_OBJECT

    [[nodiscard]] QString makeStore(const QString& name)
    {
        const QString file = m_folder->filePath(name);
        auto database = store::Database::openOrCreate(toPath(file));
        auto runs =
            studies::ImportedRuns::open(*database, "multi-cloud", toPath(m_folder->filePath(QStringLiteral("mc"))));
        for (int i = 0; i < 4; ++i) {
            studies::ImportedRun run;
            run.name = "hivemind-" + std::to_string(77 + i);
            run.key = sha256(run.name);
            run.factors = {{"kind", "hivemind", {}, {}}, {"experiment", "A-" + std::to_string(2 * i + 2), {}, {}}};
            run.metrics = {{"throughput", "", 100.0 + i, "samples/s", "samples over wall time"}};
            if (!runs->save(run))
                qFatal("not stored");
        }
        if (!runs->finish())
            qFatal("not finished");
        return file;
    }
    template <typename Page>
    Page* waitForPage()
    {
        Page* page = nullptr;
        const bool there = QTest::qWaitFor(
            [&] {
                page = qobject_cast<Page*>(m_window->currentPage());
                return page != nullptr && page->hasContent();
            },
            30'000);
        if (!there)
            qFatal("no such page");
        return page;
    }
    void shoot(QWidget& page, const QString& name)
    {
        QTest::qWait(200);
        const QString shots = qEnvironmentVariable("MR_SHOTS");
        if (!shots.isEmpty())
            QVERIFY(page.grab().save(QDir(shots).filePath(name + QStringLiteral(".png"))));
    }
    [[nodiscard]] StudyImportDialog* dialog() const
    {
        return m_window->findChild<StudyImportDialog*>(QStringLiteral("studyImportDialog"));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;

private Q_SLOTS:
    void init()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        applyTheme(*qApp, Theme::Light);
        m_settings.reset(); // writes into the folder
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
        m_settings->setValue(QStringLiteral("autosave/folder"), m_folder->filePath(QStringLiteral("autosave")));
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1280, 800);
        m_window->show();
    }
    void cleanup()
    {
        m_window.reset();
        QThreadPool::globalInstance()->waitForDone();
    }

    void everyStudyHasACard()
    {
        auto* start = m_window->findChild<StartPage*>();
        const auto cards = start->findChildren<StudyCard*>();
        QCOMPARE(std::size_t(cards.size()), studies::studies().size());
        shoot(*m_window, QStringLiteral("study-start"));
        for (StudyCard* card : cards) {
            QVERIFY(!card->accessibleName().isEmpty());
            QVERIFY(!card->accessibleDescription().isEmpty());
        }
        auto* card = start->findChild<StudyCard*>(QStringLiteral("study-kungfu"));
        card->setFocus();
        QTest::keyClick(card, Qt::Key_Return);
        QTRY_VERIFY(dialog() != nullptr && dialog()->isVisible());
        QCOMPARE(dialog()->study(), QStringLiteral("kungfu"));
        dialog()->reject();
        QTRY_VERIFY(dialog() == nullptr);
    }

    void foldersThatAreDroppedAreRecognised()
    {
        QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("nothing")));
        m_window->openFiles({m_folder->filePath(QStringLiteral("nothing"))});
        QTRY_VERIFY(m_window->banner()->isVisible());
        QVERIFY(m_window->banner()->text().contains(QStringLiteral("contains no captures")));
        QVERIFY(dialog() == nullptr);
    }

    void storesOfStudiesOpenTheirPage()
    {
        const QString file = makeStore(QStringLiteral("multi-cloud.mrdb"));
        m_window->openFile(file);
        auto* results = waitForPage<ResultPage>();
        auto* action = results->findChild<QAction*>(QStringLiteral("studies"));
        QTRY_VERIFY(action->isVisible());
        action->trigger();
        auto* page = waitForPage<StudyPage>();
        QCOMPARE(page->store(), file);
        QTRY_VERIFY(!page->isBusy());
        QCOMPARE(page->shelf().studies.size(), std::size_t(1));
        QCOMPARE(page->shelf().studies.front().stored.runs, std::int64_t(4));
        QVERIFY(page->shelf().studies.front().recipes.size() > 3);
        m_window->openFile(file);
        waitForPage<ResultPage>()->findChild<QAction*>(QStringLiteral("studies"))->trigger();
        QVERIFY2(waitForPage<StudyPage>() == page, "one page for each store");
        QCOMPARE(m_window->pages().size(), 2);

        Q_EMIT page->runRequested(file, store::RunId{2});
        results = waitForPage<ResultPage>();
        QTRY_VERIFY(results->runPanel().details() && results->runPanel().details()->run.id == store::RunId{2});
    }

    void storesWithoutStudiesOfferNone()
    {
        const QString file = m_folder->filePath(QStringLiteral("own.mrdb"));
        {
            auto database = store::Database::create(toPath(file));
            QVERIFY(bool(database));
        }
        m_window->openFile(file);
        auto* results = waitForPage<ResultPage>();
        QVERIFY(!results->findChild<QAction*>(QStringLiteral("studies"))->isVisible());
    }
};

QTEST_MAIN(TestStudyWindow)
#include "tst_study_window.moc"

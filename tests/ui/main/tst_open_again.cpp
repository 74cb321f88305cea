// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/predict/made_samples.h"
#include "tests/ui/example_files.h"
#include "tests/ui/trace/made_pcap.h"
#include "ui/base/error_banner.h"
#include "ui/base/settings.h"
#include "ui/edit/autosave_file.h"
#include "ui/interference/response_page.h"
#include "ui/main/file_tabs.h"
#include "ui/main/main_window.h"
#include "ui/main/start_page.h"
#include "ui/predict/predictor_page.h"
#include "ui/project/project_page.h"
#include "ui/results/result_page.h"
#include "ui/trace/trace_page.h"

#include <QAction>
#include <QProcess>
#include <QToolButton>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

/// What was open comes back: after a clean end and after a crash, as it was shown.
class TestOpenAgain : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;

    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    [[nodiscard]] ErrorBanner& banner() const { return *m_window->banner(); }
    [[nodiscard]] FileTabs& tabs() const { return *m_window->findChild<FileTabs*>(); }
    void makeWindow()
    {
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1280, 800);
        m_window->show();
    }
    void waitForPages(int count)
    {
        QTRY_COMPARE(m_window->pages().size(), count);
        for (DocumentPage* page : m_window->pages())
            QTRY_VERIFY(page->hasContent());
        QCoreApplication::processEvents();
    }
    void open(const QString& file, int pages)
    {
        m_window->openFile(file);
        waitForPages(pages);
    }
    /// The journals of sessions, with what they name.
    [[nodiscard]] QString noted() const
    {
        QString all;
        const QDir folder(path("autosave/session"));
        for (const QString& file : folder.entryList({QStringLiteral("*.journal")})) {
            QFile journal(folder.filePath(file));
            if (journal.open(QIODevice::ReadOnly))
                all += QString::fromUtf8(journal.readAll());
        }
        return all;
    }
    /// The journal of a process that has ended.
    void leaveCrashed(const QByteArray& session)
    {
        JournalEntry entry = newJournalEntry({}, {}, session.toStdString());
        entry.processStart -= 1;
        QVERIFY(writeJournal(entry, path("autosave/session/crashed.journal").toStdString()));
    }
    [[nodiscard]] static QByteArray sessionOf(const QString& file, bool afterCrash)
    {
        return QStringLiteral(R"({"pages":[{"kind":"file","files":["%1"],"shown":{}}],"front":0,"start":true,)"
                              R"("after_crash":%2})")
            .arg(file, afterCrash ? QStringLiteral("true") : QStringLiteral("false"))
            .toUtf8();
    }

private Q_SLOTS:
    void init()
    {
        m_settings.reset(); // writes into the folder
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CACHE_HOME", path("cache").toUtf8());
        m_settings = std::make_unique<Settings>(path("settings.ini"));
        m_settings->setValue(QStringLiteral("autosave/folder"), path("autosave"));
        makeWindow();
    }
    void cleanup()
    {
        m_window.reset();
        QThreadPool::globalInstance()->waitForDone();
    }

    void isWrittenAsItChanges()
    {
        open(test::writeProject(m_folder->path(), QStringLiteral("one.millrace")), 1);
        QTRY_VERIFY(noted().contains(QStringLiteral("one.millrace")));
        open(test::writeStore(m_folder->path(), 4, QStringLiteral("two.mrdb")), 2);
        QTRY_VERIFY(noted().contains(QStringLiteral("two.mrdb")));
        Q_EMIT tabs().tabCloseRequested(1);
        QTRY_VERIFY(!noted().contains(QStringLiteral("one.millrace")));
        QVERIFY(noted().contains(QStringLiteral("two.mrdb")));
        // A window that is closed leaves no journal.
        m_window->close();
        m_window.reset();
        QThreadPool::globalInstance()->waitForDone();
        QVERIFY2(noted().isEmpty(), qPrintable(noted()));
    }

    // The program itself, killed while it has a project and its store open.
    void killedProgramComesBack()
    {
        const QString project = test::writeProject(m_folder->path(), QStringLiteral("study.millrace"));
        const QString store = test::writeStore(m_folder->path(), 4, QStringLiteral("other.mrdb"));
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), path("config"));
        environment.insert(QStringLiteral("XDG_DATA_HOME"), path("data"));
        process.setProcessEnvironment(environment);
        process.start(qEnvironmentVariable("MR_BIN") + QStringLiteral("/millrace"), {project, store});
        const QDir sessions(path("data/millrace/autosave/session"));
        const auto text = [&] {
            QString all;
            for (const QString& name : sessions.entryList({QStringLiteral("*.journal")})) {
                QFile file(sessions.filePath(name));
                all += file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
            }
            return all;
        };
        QTRY_VERIFY_WITH_TIMEOUT(
            text().contains(QStringLiteral("other.mrdb")) && text().contains(QStringLiteral("study.millrace")), 30'000);
        process.kill();
        QVERIFY(process.waitForFinished());

        m_settings->setValue(QStringLiteral("autosave/folder"), path("data/millrace/autosave"));
        m_window->resume(true);
        waitForPages(2);
        QCOMPARE(m_window->pages().at(0)->file(), project);
        QCOMPARE(m_window->pages().at(1)->file(), store);
        QCOMPARE(banner().count(), 1);
        QVERIFY2(banner().text().contains(QStringLiteral("ended unexpectedly")), qPrintable(banner().text()));
        QVERIFY(banner().text().contains(QStringLiteral("2 page")));
        const QString shots = qEnvironmentVariable("MR_SHOTS");
        if (!shots.isEmpty())
            QVERIFY(m_window->grab().save(shots + QStringLiteral("/after-crash.png")));
        // It is said once.
        makeWindow();
        m_window->resume(true);
        QTest::qWait(200);
        QVERIFY(!banner().isVisible());
    }

    void isOfferedWhereItIsNotOpened()
    {
        const QString project = test::writeProject(m_folder->path());
        leaveCrashed(sessionOf(project, false));
        m_window->resume(false);
        QTRY_COMPARE(banner().count(), 1);
        QVERIFY(m_window->pages().isEmpty());
        for (auto* button : banner().findChildren<QToolButton*>())
            if (button->text() == QLatin1String("Open them again"))
                button->click();
        waitForPages(1);
        QCOMPARE(m_window->pages().front()->file(), project);
        QCOMPARE(banner().count(), 0);
    }

    // One of the files may be what the program dies of.
    void secondCrashInARowOnlyOffers()
    {
        leaveCrashed(sessionOf(test::writeProject(m_folder->path()), true));
        m_window->resume(true);
        QTRY_COMPARE(banner().count(), 1);
        QTest::qWait(100);
        QVERIFY(m_window->pages().isEmpty());
    }

    void filesThatHaveGoneAreTold()
    {
        leaveCrashed(sessionOf(path("gone.millrace"), false));
        m_window->resume(true);
        QTRY_VERIFY(banner().text().contains(QStringLiteral("gone.millrace")));
        QVERIFY(m_window->pages().isEmpty());
    }

    void pagesShowWhatTheyShowed()
    {
        open(test::writeProject(m_folder->path(), QStringLiteral("plan.millrace")), 1);
        qobject_cast<ProjectPage*>(m_window->currentPage())->showView(QStringLiteral("grid:strategies under loss"));
        const QString view = qobject_cast<ProjectPage*>(m_window->currentPage())->currentView();
        open(test::writeStore(m_folder->path(), 16, QStringLiteral("runs.mrdb")), 2);
        auto* results = qobject_cast<ResultPage*>(m_window->currentPage());
        report::RunView chosen = results->view();
        chosen.filter = "RING";
        results->setView(chosen);
        results->showPanel(ResultPage::GroupTab);
        QTRY_COMPARE(results->view().filter, std::string("RING"));
        Q_EMIT tabs().tabCloseRequested(0); // without the start page
        tabs().setCurrentIndex(1);
        m_window->close();

        m_settings->setValue(QStringLiteral("project/view"), QStringLiteral("overview")); // of another project
        makeWindow();
        m_window->openLastFiles();
        waitForPages(2);
        QCOMPARE(tabs().count(), 2);
        QCOMPARE(m_window->currentPage(), m_window->pages().at(1));
        QTRY_COMPARE(qobject_cast<ProjectPage*>(m_window->pages().at(0))->currentView(), view);
        results = qobject_cast<ResultPage*>(m_window->pages().at(1));
        QTRY_COMPARE(results->view().filter, std::string("RING"));
        QCOMPARE(results->findChild<QTabWidget*>(QStringLiteral("resultPanels"))->currentIndex(),
                 int(ResultPage::GroupTab));
    }

    void pagesOfAStoreComeBackButAreNoRecentFiles()
    {
        const QString store = test::writeStore(m_folder->path(), 16, QStringLiteral("runs.mrdb"));
        open(store, 1);
        auto* results = qobject_cast<ResultPage*>(m_window->currentPage());
        Q_EMIT results->reportRequested(QStringLiteral("response"), {store, results->view(), QStringLiteral("runs")});
        QTRY_COMPARE(m_window->pages().size(), 2);
        QTRY_VERIFY(m_window->currentPage()->hasContent());
        QVERIFY2(m_window->currentPage()->title().contains(QStringLiteral("runs")), "it names its store");
        Q_EMIT results->studiesRequested(store);
        QTRY_COMPARE(m_window->pages().size(), 3);
        QTRY_VERIFY(m_window->currentPage()->hasContent());
        const QString capture = path("0123456789abcdef");
        test::writeStar(capture.toStdString());
        Q_EMIT results->traceRequested({capture}, QStringLiteral("Packets of run 3"));
        waitForPages(4);
        QCOMPARE(m_window->currentPage()->title(), QStringLiteral("Packets of run 3 · runs"));
        QCOMPARE(m_settings->recentFiles(), QStringList{store});
        m_window->close();

        makeWindow();
        m_window->openLastFiles();
        waitForPages(4);
        QVERIFY(qobject_cast<ResponsePage*>(m_window->pages().at(1)));
        QCOMPARE(m_window->pages().at(3)->title(), QStringLiteral("Packets of run 3 · runs"));
        QCOMPARE(m_settings->recentFiles(), QStringList{store});
        QVERIFY(!banner().isVisible());
    }

    /// Of a store by its bookmark, of a saved predictor as a file.
    void pagesOfPredictors()
    {
        predict::TrainingOptions options;
        options.kinds = {predict::RegressorKind::Mean};
        const auto predictor = predict::UsagePredictor::train(predict::test::madeSamples(20, 0.1, 1), options);
        QVERIFY(predictor && predictor->save(path("predictor.json").toStdString()));
        const QString store = test::writeStore(m_folder->path(), 4, QStringLiteral("runs.mrdb"));
        open(store, 1);
        auto* results = qobject_cast<ResultPage*>(m_window->currentPage());
        results->findChild<QAction*>(QStringLiteral("predict"))->trigger();
        waitForPages(2);
        QCOMPARE(m_window->currentPage()->title(), QStringLiteral("Predictor · runs"));
        open(path("predictor.json"), 3);
        QVERIFY(qobject_cast<PredictorPage*>(m_window->currentPage()));
        QCOMPARE(m_settings->recentFiles(), (QStringList{path("predictor.json"), store}));
        m_window->openPredictor();
        waitForPages(4);
        m_window->close();

        makeWindow();
        m_window->openLastFiles();
        waitForPages(3); // one without a file has nothing to come back to
        QCOMPARE(m_window->pages().at(1)->title(), QStringLiteral("Predictor · runs"));
        QCOMPARE(m_window->pages().at(2)->title(), QStringLiteral("predictor.json"));
        QVERIFY(!banner().isVisible());
    }

    void savedUnderANewNameIsARecentFile()
    {
        m_window->newProject(QStringLiteral("quickstart"));
        waitForPages(1);
        const QString file = path("mine.millrace");
        auto* page = qobject_cast<ProjectPage*>(m_window->currentPage());
        bool saved = false;
        m_window->savePage(page, true, [&](bool done) { saved = done; });
        auto* dialog = m_window->findChild<QFileDialog*>(QStringLiteral("saveDialog"));
        QVERIFY(dialog);
        dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(file);
        dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->click();
        QTRY_VERIFY(saved);
        QCOMPARE(m_settings->recentFiles().value(0), file);
        QTRY_VERIFY(noted().contains(QStringLiteral("mine.millrace")));
    }
};

QTEST_MAIN(TestOpenAgain)
#include "tst_open_again.moc"

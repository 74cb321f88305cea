// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/example_files.h"
#include "ui/base/settings.h"
#include "ui/main/file_tabs.h"
#include "ui/main/main_window.h"
#include "ui/main/start_page.h"
#include "ui/project/project_page.h"

#include <QAction>
#include <QTabBar>
#include <QToolButton>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

/// The start page is a tab like the others, and tabs say what they show.
class TestStartTab : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;

    [[nodiscard]] FileTabs& tabs() const { return *m_window->findChild<FileTabs*>(); }
    [[nodiscard]] StartPage* start() const { return m_window->findChild<StartPage*>(); }
    [[nodiscard]] QString title(int place) const { return tabs().tabText(place); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QWidget* focus = QApplication::focusWidget();
        QTest::keyClick(focus != nullptr ? focus : m_window.get(), key, modifiers);
    }
    void open(const QString& file)
    {
        const auto count = m_window->pages().size();
        m_window->openFile(file);
        QTRY_COMPARE(m_window->pages().size(), count + 1);
        QTRY_VERIFY(m_window->currentPage() && m_window->currentPage()->hasContent());
    }
    [[nodiscard]] QString project(const QString& name) { return test::writeProject(m_folder->path(), name); }

private Q_SLOTS:
    void init()
    {
        m_settings.reset(); // writes into the folder
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
        m_settings->setValue(QStringLiteral("autosave/folder"), m_folder->filePath(QStringLiteral("autosave")));
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1280, 800);
        m_window->show();
        QApplication::setActiveWindow(m_window.get());
    }
    void cleanup()
    {
        m_window.reset();
        QThreadPool::globalInstance()->waitForDone();
    }

    void isTheOnlyTabAtFirst()
    {
        QCOMPARE(tabs().count(), 1);
        QCOMPARE(tabs().currentPage(), start());
        QVERIFY(start()->isVisible());
        Q_EMIT tabs().tabCloseRequested(0);
        QCOMPARE(tabs().count(), 1); // an empty window would offer nothing
        QVERIFY(!m_window->findChild<QAction*>(QStringLiteral("close"))->isEnabled());
    }

    void keysLeadThereAndBack()
    {
        open(project(QStringLiteral("one.millrace")));
        open(project(QStringLiteral("two.millrace")));
        QCOMPARE(tabs().count(), 3);
        DocumentPage* const one = m_window->pages().at(0);
        DocumentPage* const two = m_window->pages().at(1);
        press(Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(m_window->currentPage(), one);
        const auto goHome = [&] {
            press(Qt::Key_Home, Qt::AltModifier);
            QCOMPARE(tabs().currentPage(), start());
            QVERIFY(start()->isVisible());
            QCOMPARE(tabs().count(), 3); // the others are in sight
            QVERIFY(tabs().tabBar()->isVisible());
        };
        goHome();
        press(Qt::Key_Escape);
        QCOMPARE(m_window->currentPage(), one);
        goHome();
        press(Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(m_window->currentPage(), one);
        goHome();
        press(Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(m_window->currentPage(), two);
        press(Qt::Key_Tab, Qt::ControlModifier);
        QCOMPARE(tabs().currentPage(), start());
        press(Qt::Key_Tab, Qt::ControlModifier);
        QCOMPARE(m_window->currentPage(), one);
        press(Qt::Key_Backtab, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(tabs().currentPage(), start());
    }

    void closesAndComesBack()
    {
        open(project(QStringLiteral("one.millrace")));
        Q_EMIT tabs().tabCloseRequested(0);
        QCOMPARE(tabs().count(), 1);
        QVERIFY(m_window->currentPage());
        m_window->showStart();
        QCOMPARE(tabs().count(), 2);
        QCOMPARE(tabs().placeOf(start()), 0);
        QVERIFY(start()->isVisible());
        press(Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(tabs().count(), 1);
        // With the last file gone there is the start page again.
        Q_EMIT tabs().tabCloseRequested(0);
        QTRY_VERIFY(m_window->pages().isEmpty());
        QCOMPARE(tabs().currentPage(), start());
        QVERIFY(start()->isVisible());
    }

    void unsavedProjectStaysInSight()
    {
        m_window->newProject(QStringLiteral("quickstart"));
        QTRY_VERIFY(m_window->currentPage() && m_window->currentPage()->hasContent());
        auto* page = qobject_cast<ProjectPage*>(m_window->currentPage());
        page->session().editor().change(QStringLiteral("rename"),
                                        [](project::Project& edited) { edited.name = "changed"; });
        m_window->showStart();
        QTRY_VERIFY2(title(1).contains(QStringLiteral("•")), qPrintable(title(1)));
        QVERIFY(tabs().tabBar()->tabRect(1).width() > 50);
    }

    void titlesAreLimited()
    {
        open(project(QString(110, QLatin1Char('x')) + QStringLiteral("-end.millrace")));
        open(project(QString(110, QLatin1Char('y')) + QStringLiteral("-end.millrace")));
        open(project(QStringLiteral("short.millrace")));
        for (int place = 0; place < tabs().count(); ++place) {
            QVERIFY2(tabs().tabBar()->tabRect(place).width() < 400, qPrintable(title(place)));
            QVERIFY(!tabs().tabToolTip(place).isEmpty());
        }
        QVERIFY(tabs().tabBar()->tabRect(3).width() > 80);
        QVERIFY(tabs().tabToolTip(1).contains(QString(110, QLatin1Char('x'))));
        QCOMPARE(tabs().elideMode(), Qt::ElideMiddle);
    }

    void titlesTellPagesApart()
    {
        open(project(QStringLiteral("quickstart.millrace")));
        m_window->newProject(QStringLiteral("quickstart"));
        m_window->newProject(QStringLiteral("quickstart"));
        QTRY_COMPARE(m_window->pages().size(), 3);
        QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("copy")));
        open(test::writeProject(m_folder->filePath(QStringLiteral("copy"))));
        open(test::writeProject(m_folder->path()));
        QStringList titles;
        for (int place = 0; place < tabs().count(); ++place)
            titles.append(title(place));
        QStringList distinct = titles;
        distinct.removeDuplicates();
        QCOMPARE(distinct, titles);
        QVERIFY2(titles.contains(QStringLiteral("quickstart.millrace (not saved)")), qPrintable(titles.join(u'\n')));
        QVERIFY2(titles.contains(QStringLiteral("quick.millrace · copy")), qPrintable(titles.join(u'\n')));
    }

    void everyPageFitsASmallScreen()
    {
        open(project(QStringLiteral("one.millrace")));
        open(test::writeStore(m_folder->path(), 16));
        // 1920 × 1080 at 200 % is 960 × 540; title bar and panel need some of it.
        QVERIFY2(m_window->minimumSizeHint().height() <= 480,
                 qPrintable(QString::number(m_window->minimumSizeHint().height())));
        m_window->resize(940, 480);
        for (int place = 0; place < tabs().count(); ++place) {
            tabs().setCurrentIndex(place);
            QCoreApplication::processEvents();
            QCOMPARE(m_window->size(), QSize(940, 480));
        }
    }

    void firstSizeFitsTheScreen_data()
    {
        QTest::addColumn<QSize>("screen");
        QTest::newRow("1280 × 800") << QSize(1280, 800);
        QTest::newRow("1920 × 1080 at 200 %") << QSize(960, 540);
        QTest::newRow("large") << QSize(3840, 2160);
    }
    void firstSizeFitsTheScreen()
    {
        QFETCH(QSize, screen);
        const QSize size = MainWindow::firstSize(screen);
        const QSize framed = size + QSize(2, 30); // what a window manager adds
        QVERIFY(framed.width() <= screen.width() && framed.height() <= screen.height());
        QVERIFY(size.width() <= 1280 && size.height() <= 800);
        QVERIFY(screen.width() < 1400 || size == QSize(1280, 800));
    }
};

QTEST_MAIN(TestStartTab)
#include "tst_start_tab.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/example_files.h"
#include "translations/catalogues.h"
#include "ui/base/detail_view.h"
#include "ui/base/error_banner.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/main/main_window.h"
#include "ui/project/project_page.h"
#include "ui/results/result_page.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QScrollBar>
#include <QTabWidget>
#include <QTableView>
#include <QTreeView>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

/// Classes and names from the window down to a widget.
QString placeOf(const QWidget* widget)
{
    QStringList parts;
    for (; widget != nullptr; widget = widget->parentWidget())
        parts.prepend(QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName());
    return parts.join(QStringLiteral(" > "));
}

} // namespace

class TestMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void startsEmpty();
    void opensProjectAndItsStore();
    void opensRunsOfTheQueue();
    void opensStore();
    void reportsNameTheirStore();
    void emptyStore();
    void problemsOfAProject();
    void damagedFiles_data();
    void damagedFiles();
    void reloadThatFailsKeepsWhatIsShown();
    void dropsFiles();
    void recentFilesAndGeometry();
    void accessibleNames();
    void screenshots_data();
    void screenshots();
    void germanFits();

private:
    [[nodiscard]] QString path() const { return m_folder->path(); }
    void waitForContent(int pages);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

void TestMainWindow::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    installTranslations(*qApp, QLocale());
    applyTheme(*qApp, Theme::Light);
}

void TestMainWindow::init()
{
    m_settings.reset(); // writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
    m_settings->setValue(QStringLiteral("autosave/folder"), m_folder->filePath(QStringLiteral("autosave")));
    m_window = std::make_unique<MainWindow>(*m_settings);
    m_window->resize(1280, 800);
    m_window->show();
}

void TestMainWindow::cleanup()
{
    m_window.reset();
    QThreadPool::globalInstance()->waitForDone();
    m_settings.reset();
    m_folder.reset();
}

void TestMainWindow::waitForContent(int pages)
{
    QTRY_COMPARE(m_window->pages().size(), pages);
    for (DocumentPage* page : m_window->pages())
        QTRY_VERIFY(page->hasContent());
}

void TestMainWindow::startsEmpty()
{
    QVERIFY(m_window->currentPage() == nullptr);
    QVERIFY(!m_window->banner()->isVisible());
    QCOMPARE(m_window->windowTitle(), QStringLiteral("Millrace"));
    QVERIFY(!m_window->findChild<QListWidget*>(QStringLiteral("recentList"))->isVisible());
}

void TestMainWindow::opensProjectAndItsStore()
{
    const QString project = test::writeProject(path());
    test::writeStore(path(), 16);
    m_window->openFile(project);
    waitForContent(2);
    auto* page = qobject_cast<ProjectPage*>(m_window->currentPage());
    QVERIFY(page != nullptr);
    QVERIFY(page->hasStore());
    QCOMPARE(m_window->windowTitle(), QStringLiteral("quick.millrace[*] – Millrace"));

    auto* tree = page->findChild<QTreeView*>(QStringLiteral("projectTree"));
    QCOMPARE(page->currentView(), QStringLiteral("overview"));
    const QModelIndex clusters = tree->model()->index(1, 0);
    tree->setCurrentIndex(tree->model()->index(0, 0, clusters));
    QCOMPARE(page->currentView(), QStringLiteral("cluster:four nodes"));

    // Opening it again brings the same tab to the front.
    m_window->openFile(project);
    QCOMPARE(m_window->pages().size(), 2);
    waitForContent(2);
    // A store that was closed stays closed when the project is read again.
    m_window->findChild<QTabWidget*>()->tabCloseRequested(2); // behind the start page and the project
    QTRY_COMPARE(m_window->pages().size(), 1);
    m_window->currentPage()->reload();
    QTest::qWait(200);
    QCOMPARE(m_window->pages().size(), 1);
}

void TestMainWindow::opensRunsOfTheQueue()
{
    const QString project = test::writeProject(path());
    test::writeStore(path(), 16);
    m_window->openFile(project);
    waitForContent(2);
    auto* page = qobject_cast<ProjectPage*>(m_window->currentPage());
    Q_EMIT page->runRequested(page->storeFile(), store::RunId{3});
    auto* results = qobject_cast<ResultPage*>(m_window->currentPage());
    QVERIFY(results != nullptr);
    auto* details = results->findChild<DetailView*>();
    QTRY_COMPARE(details->details().title, QStringLiteral("Run 3"));
}

void TestMainWindow::opensStore()
{
    m_window->openFile(test::writeStore(path(), 16));
    waitForContent(1);
    auto* table = m_window->findChild<QTableView*>(QStringLiteral("runTable"));
    QVERIFY(table->isVisible());
    QCOMPARE(table->model()->rowCount(), 16);
    table->selectRow(13);
    auto* details = m_window->currentPage()->findChild<DetailView*>();
    QTRY_COMPARE(details->details().title, QStringLiteral("Run 14"));

    // The selection survives reading again.
    m_window->currentPage()->reload();
    QTest::qWait(200);
    QTRY_COMPARE(table->currentIndex().row(), 13);
    QCOMPARE(details->details().title, QStringLiteral("Run 14"));

    auto* states = m_window->findChild<QComboBox*>(QStringLiteral("stateFilter"));
    states->setCurrentText(QStringLiteral("failed"));
    QTRY_COMPARE(table->model()->rowCount(), 1);
    states->setCurrentText(QStringLiteral("cancelled"));
    QTRY_COMPARE(table->model()->rowCount(), 0);
    QTRY_VERIFY(!table->isVisible());
    states->setCurrentIndex(0);
    QTRY_COMPARE(table->model()->rowCount(), 16);
    QVERIFY(table->isVisible());
}

void TestMainWindow::reportsNameTheirStore()
{
    m_window->openFile(test::writeStore(path(), 16, QStringLiteral("wide area.mrdb")));
    waitForContent(1);
    auto* results = m_window->currentPage();
    for (const char* action : {"report-response", "report-score", "report-waits", "report-policy"}) {
        auto* found = results->findChild<QAction*>(QString::fromLatin1(action));
        QVERIFY2(found != nullptr, action);
        found->trigger();
        QTRY_VERIFY(m_window->currentPage() != results);
        QVERIFY2(m_window->currentPage()->title().endsWith(QStringLiteral(" · wide area")),
                 qPrintable(m_window->currentPage()->title()));
        m_window->findChild<QTabWidget*>()->setCurrentIndex(0);
    }
}

void TestMainWindow::emptyStore()
{
    m_window->openFile(test::writeStore(path(), 0));
    waitForContent(1);
    QVERIFY(!m_window->findChild<QTableView*>(QStringLiteral("runTable"))->isVisible());
    bool told = false;
    for (const QLabel* label : m_window->findChildren<QLabel*>())
        told = told || (label->isVisible() && label->text().startsWith(QStringLiteral("This store has no runs yet")));
    QVERIFY(told);
}

void TestMainWindow::problemsOfAProject()
{
    m_window->openFile(test::writeBytes(path(), QStringLiteral("bad.millrace"),
                                        R"({"format": "millrace-project", "version": 1, "name": "Bad", "grids": [
                                            {"name": "g", "cluster": "none", "workload": "none"}]})"));
    waitForContent(1);
    auto* table = m_window->findChild<QTableView*>(QStringLiteral("problemsTable"));
    QVERIFY(table->isVisible());
    QTRY_VERIFY(table->model()->rowCount() >= 2);
    QVERIFY(!m_window->banner()->isVisible());
}

void TestMainWindow::damagedFiles_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("nothing") << QStringLiteral("a.millrace") << QByteArray();
    QTest::newRow("text") << QStringLiteral("a.txt") << QByteArray("hello\n");
    QTest::newRow("half a project") << QStringLiteral("a.millrace") << QByteArray("{\"format\": \"millrace-pro");
    QTest::newRow("other JSON") << QStringLiteral("a.millrace") << QByteArray("{\"a\": 1}");
    QTest::newRow("newer project") << QStringLiteral("a.millrace")
                                   << QByteArray("{\"format\": \"millrace-project\", \"version\": 99}");
    QTest::newRow("damaged store") << QStringLiteral("a.mrdb") << QByteArray("SQLite format 3") + QByteArray(4000, 'x');
}

void TestMainWindow::damagedFiles()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    const QString file = test::writeBytes(path(), name, bytes.toStdString());
    m_window->openFile(file);
    QTRY_VERIFY(m_window->banner()->isVisible());
    QVERIFY2(m_window->banner()->text().contains(name), qPrintable(m_window->banner()->text()));
    QTRY_VERIFY(m_window->pages().isEmpty());
    QVERIFY(!m_settings->recentFiles().contains(file));
    QFile after(file);
    QVERIFY(after.open(QIODevice::ReadOnly));
    QCOMPARE(after.readAll(), bytes);

    m_window->openFile(test::writeProject(path(), QStringLiteral("good.millrace")));
    waitForContent(1);
    QVERIFY(m_window->banner()->isVisible()); // until it is dismissed
    QVERIFY(!m_window->banner()->text().contains(QStringLiteral("good.millrace")));
}

void TestMainWindow::reloadThatFailsKeepsWhatIsShown()
{
    const QString file = test::writeProject(path());
    m_window->openFile(file);
    waitForContent(1);
    test::writeBytes(path(), QStringLiteral("quick.millrace"), "{ broken");
    m_window->currentPage()->reload();
    QTRY_VERIFY(m_window->banner()->isVisible());
    QCOMPARE(m_window->pages().size(), 1);
    QVERIFY(m_window->currentPage()->hasContent());
    for (QAbstractButton* button : m_window->banner()->findChildren<QAbstractButton*>()) {
        if (button->accessibleName() == QStringLiteral("Dismiss the message"))
            button->click();
    }
    QVERIFY(!m_window->banner()->isVisible());
}

void TestMainWindow::dropsFiles()
{
    const QString project = test::writeProject(path(), QStringLiteral("one.millrace"));
    const QString store = test::writeStore(path(), 3, QStringLiteral("two.mrdb"));
    QMimeData mime;
    mime.setUrls({QUrl::fromLocalFile(project), QUrl::fromLocalFile(store)});
    QDragEnterEvent enter({100, 100}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({100, 100}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &drop);
    waitForContent(2);

    QMimeData other;
    other.setText(QStringLiteral("no file"));
    QDragEnterEvent refused({100, 100}, Qt::CopyAction, &other, Qt::LeftButton, Qt::NoModifier);
    refused.ignore();
    QCoreApplication::sendEvent(m_window.get(), &refused);
    QVERIFY(!refused.isAccepted());
}

void TestMainWindow::recentFilesAndGeometry()
{
    const QString file = test::writeProject(path());
    m_window->openFile(file);
    waitForContent(1);
    QCOMPARE(m_settings->recentFiles(), QStringList{file});
    m_window->resize(1000, 640);
    m_window->close();
    m_window = std::make_unique<MainWindow>(*m_settings);
    m_window->show();
    QCOMPARE(m_window->size(), QSize(1000, 640));
    auto* recent = m_window->findChild<QListWidget*>(QStringLiteral("recentList"));
    QVERIFY(recent->isVisible());
    QCOMPARE(recent->count(), 1);
    Q_EMIT recent->itemActivated(recent->item(0));
    waitForContent(1);

    // A recent file that no longer exists is reported and removed from the list.
    m_window->findChild<QTabWidget*>()->tabCloseRequested(1);
    QTRY_VERIFY(m_window->pages().isEmpty());
    QVERIFY(QFile::remove(file));
    Q_EMIT recent->itemActivated(recent->item(0));
    QVERIFY(m_window->banner()->isVisible());
    QVERIFY(m_settings->recentFiles().isEmpty());
}

void TestMainWindow::accessibleNames()
{
    const QString project = test::writeProject(path());
    test::writeStore(path(), 16);
    m_window->openFile(project);
    waitForContent(2);
    int operable = 0;
    for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool isOurs = qobject_cast<const QTreeView*>(widget) || qobject_cast<const QTableView*>(widget)
            || qobject_cast<const QComboBox*>(widget) || qobject_cast<const QListWidget*>(widget)
            || qobject_cast<const DetailView*>(widget) || (button && button->focusPolicy() != Qt::NoFocus);
        if (!isOurs || widget->objectName().startsWith(QStringLiteral("qt_")))
            continue;
        if (widget->parentWidget() && widget->parentWidget()->inherits("QComboBoxPrivateContainer"))
            continue;
        ++operable;
        const QString name = widget->accessibleName().isEmpty() && button ? button->text() : widget->accessibleName();
        QVERIFY2(!name.isEmpty(), qPrintable(placeOf(widget)));
    }
    QVERIFY(operable >= 8);
}

void TestMainWindow::screenshots_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

// Set MR_SCREENSHOTS to a folder to keep the pictures.
void TestMainWindow::screenshots()
{
    QFETCH(bool, dark);
    const Theme theme = dark ? Theme::Dark : Theme::Light;
    applyTheme(*qApp, theme);
    const QString keep = qEnvironmentVariable("MR_SCREENSHOTS");
    const auto shoot = [&](const QString& name) {
        QCoreApplication::processEvents();
        const QImage image = m_window->grab().toImage();
        if (!keep.isEmpty())
            image.save(
                keep + QStringLiteral("/%1-%2.png").arg(name, dark ? QStringLiteral("dark") : QStringLiteral("light")));
        QCOMPARE(image.size(), QSize(1280, 800));
        // Most of the window is background of the theme.
        int dim = 0;
        for (int y = 0; y < image.height(); y += 8) {
            for (int x = 0; x < image.width(); x += 8)
                dim += image.pixelColor(x, y).lightness() < 128 ? 1 : 0;
        }
        const int all = (image.height() / 8) * (image.width() / 8);
        QVERIFY(dark ? dim > all * 8 / 10 : dim < all * 2 / 10);
    };
    m_settings->addRecentFile(QStringLiteral("/srv/studies/loss and delay.millrace"));
    shoot(QStringLiteral("start"));
    const QString project = test::writeProject(path());
    test::writeStore(path(), 16);
    m_window->openFile(project);
    waitForContent(2);
    auto* tree = m_window->findChild<QTreeView*>(QStringLiteral("projectTree"));
    tree->setCurrentIndex(tree->model()->index(0, 0, tree->model()->index(3, 0)));
    shoot(QStringLiteral("project"));
    auto* tabs = m_window->findChild<QTabWidget*>();
    tabs->setCurrentIndex(2);
    m_window->findChild<QTableView*>(QStringLiteral("runTable"))->selectRow(13);
    QTRY_COMPARE(m_window->currentPage()->findChild<DetailView*>()->details().title, QStringLiteral("Run 14"));
    shoot(QStringLiteral("results"));
    m_window->openFile(test::writeBytes(path(), QStringLiteral("broken.millrace"), "{ broken"));
    QTRY_VERIFY(m_window->banner()->isVisible());
    shoot(QStringLiteral("error"));
    applyTheme(*qApp, Theme::Light);
}

// Last, because the application stays German.
void TestMainWindow::germanFits()
{
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    installTranslations(*qApp, QLocale());
    m_window = std::make_unique<MainWindow>(*m_settings);
    m_window->resize(1280, 800);
    m_window->show();
    const QString project = test::writeProject(path());
    test::writeStore(path(), 16);
    m_window->openFile(project);
    waitForContent(2);
    QCOMPARE(m_window->currentPage()->findChild<QTreeView*>()->model()->index(2, 0).data().toString(),
             QStringLiteral("Lasten"));
    m_window->findChild<QTabWidget*>()->setCurrentIndex(2);
    const auto* table = m_window->findChild<QTableView*>(QStringLiteral("runTable"));
    QTRY_COMPARE(table->model()->rowCount(), 16);
    QCOMPARE(table->model()->headerData(1, Qt::Horizontal).toString(), QStringLiteral("Zustand"));
    QCOMPARE(table->model()->index(1, 5).data().toString(), QStringLiteral("25,1\u00A0ms"));
    for (const QAbstractButton* button : m_window->findChildren<QAbstractButton*>()) {
        if (button->isVisible() && !button->text().isEmpty())
            QVERIFY2(button->width() >= button->minimumSizeHint().width(), qPrintable(button->text()));
    }
    const auto* details = m_window->currentPage()->findChild<DetailView*>();
    QTRY_VERIFY(!details->verticalScrollBar()->isVisible());
    const QString keep = qEnvironmentVariable("MR_SCREENSHOTS");
    if (!keep.isEmpty())
        m_window->grab().save(keep + QStringLiteral("/results-german.png"));
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"

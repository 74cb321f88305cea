// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/example_files.h"
#include "ui/base/error_banner.h"
#include "ui/base/export_event.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/main/main_window.h"
#include "ui/results/result_exports.h"
#include "ui/results/result_page.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

/// What the desktop was asked to open.
class OpenedUrls : public QObject
{
    Q_OBJECT
public:
    QList<QUrl> urls;

public Q_SLOTS:
    void open(const QUrl& url) { urls.append(url); }
};

} // namespace

/// Every message is seen: none takes the place of another.
class TestMessages : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;

    [[nodiscard]] ErrorBanner& banner() const { return *m_window->banner(); }
    [[nodiscard]] QToolButton* button(MessageBar* bar, const char* text) const
    {
        for (auto* each : bar->findChildren<QToolButton*>())
            if (each->text() == QLatin1String(text))
                return each;
        return nullptr;
    }
    /// Eight files that cannot be opened, each for a reason of its own kind.
    [[nodiscard]] QStringList badFiles()
    {
        const std::pair<const char*, std::string> contents[] = {
            {"empty.millrace", ""},
            {"junk.millrace", "no project at all"},
            {"half.millrace", "{\"format\": \"millrace-pro"},
            {"other.millrace", "{\"a\": 1}"},
            {"newer.millrace", "{\"format\": \"millrace-project\", \"version\": 99}"},
            {"damaged.mrdb", "SQLite format 3" + std::string(4000, 'x')},
            {"gzip.pcap", "\x1f\x8bgarbage"},
        };
        QStringList files;
        for (const auto& [name, bytes] : contents)
            files.append(test::writeBytes(m_folder->path(), QString::fromLatin1(name), bytes));
        files.append(m_folder->filePath(QStringLiteral("missing.mrdb")));
        return files;
    }

private Q_SLOTS:
    void init()
    {
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

    void everyBadFileHasItsMessage()
    {
        QStringList files = badFiles();
        files.insert(4, test::writeProject(m_folder->path(), QStringLiteral("good.millrace")));
        QSignalSpy failed(m_window.get(), &MainWindow::openFailed);
        m_window->openFiles(files);
        QTRY_COMPARE(banner().count(), 8);
        QCOMPARE(failed.count(), 8);
        QTRY_VERIFY(m_window->pages().size() == 1 && m_window->pages().front()->hasContent());
        QTest::qWait(100);
        QVERIFY(banner().isVisible());
        for (const QString& file : badFiles())
            QVERIFY2(banner().text().contains(QFileInfo(file).fileName()), qPrintable(file));
        QVERIFY(!banner().text().contains(QStringLiteral("good.millrace")));
        const QString shots = qEnvironmentVariable("MR_SHOTS");
        if (!shots.isEmpty())
            QVERIFY(m_window->grab().save(shots + QStringLiteral("/messages.png")));
        // Several are seen at once, and the pages below keep most of the window.
        QVERIFY2(banner().height() >= m_window->height() / 4, qPrintable(QString::number(banner().height())));
        QVERIFY(banner().height() <= m_window->height() / 2);

        MessageBar* const first = banner().bars().front();
        const QString gone = first->content().headline;
        button(first, "Copy")->click();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(gone));
        button(first, "Dismiss")->click();
        QCOMPARE(banner().count(), 7);
        QVERIFY(!banner().text().contains(gone));
        for (auto* each : banner().findChildren<QToolButton*>())
            if (each->text() == QLatin1String("Dismiss all"))
                each->click();
        QVERIFY(!banner().isVisible());
    }

    void laterFilesLeaveEarlierMessages()
    {
        m_window->openFile(badFiles().at(1));
        QCOMPARE(banner().count(), 1);
        QCoreApplication::processEvents();
        QVERIFY(!banner().bars().front()->visibleRegion().isEmpty());
        const int wanted = banner().bars().front()->layout()->totalHeightForWidth(banner().width());
        QVERIFY(wanted >= 2 * m_window->fontMetrics().lineSpacing());
        QTRY_COMPARE(banner().height(), wanted);
        m_window->openFile(test::writeProject(m_folder->path()));
        QTRY_VERIFY(m_window->currentPage() && m_window->currentPage()->hasContent());
        m_window->newProject(QStringLiteral("quickstart"));
        QCOMPARE(banner().count(), 1);
        // The same again is the same message.
        m_window->openFile(badFiles().at(1));
        QCOMPARE(banner().count(), 1);
    }

    void exportsSayWhereTheyAre()
    {
        m_window->openFile(test::writeStore(m_folder->path(), 16));
        QTRY_VERIFY(m_window->currentPage() && m_window->currentPage()->hasContent());
        auto* page = qobject_cast<ResultPage*>(m_window->currentPage());
        const QString table = m_folder->filePath(QStringLiteral("runs.csv"));
        page->exports().writeVisible(table);
        QTRY_COMPARE(banner().count(), 1);
        MessageBar* bar = banner().bars().front();
        QVERIFY2(bar->content().sentence.contains(table), qPrintable(bar->content().sentence));
        QVERIFY(bar->isVisible());
        QVERIFY(QFile::exists(table));
        const QString shots = qEnvironmentVariable("MR_SHOTS");
        if (!shots.isEmpty()) {
            QTest::qWait(50);
            QVERIFY(m_window->grab().save(shots + QStringLiteral("/written.png")));
        }
        OpenedUrls opened;
        QDesktopServices::setUrlHandler(QStringLiteral("file"), &opened, "open");
        button(bar, "Open")->click();
        button(bar, "Show in folder")->click();
        QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
        QCOMPARE(opened.urls, (QList<QUrl>{QUrl::fromLocalFile(table), QUrl::fromLocalFile(m_folder->path())}));

        const QString report = m_folder->filePath(QStringLiteral("report.html"));
        page->exports().writeReport(report);
        QTRY_COMPARE(banner().count(), 2);
        QVERIFY(banner().text().contains(report) && banner().text().contains(table));
        page->exports().writeCampaignFolder(m_folder->filePath(QStringLiteral("all")));
        QTRY_COMPARE(banner().count(), 3);
        QVERIFY(button(banner().bars().front(), "Open") == nullptr); // a folder is only shown
        // Failed writes are reported as well.
        page->exports().writeVisible(QStringLiteral("/no/such/folder/runs.csv"));
        QTRY_COMPARE(banner().count(), 4);
        QCOMPARE(banner().bars().front()->kind(), MessageBar::Kind::Failure);
    }

    void anythingBelowTheWindowCanAnnounce()
    {
        auto* deep = new QObject(m_window->centralWidget());
        announceWritten(deep, m_folder->filePath(QStringLiteral("a.svg")));
        announceWritten(
            deep,
            QStringList{m_folder->filePath(QStringLiteral("b.pcap")), m_folder->filePath(QStringLiteral("c.pcap"))});
        announceNotWritten(deep, QStringLiteral("/d.svg"), fail(ErrorCode::DiskFull, "the disk is full"));
        QCOMPARE(banner().count(), 3);
        QVERIFY(banner().text().contains(QStringLiteral("the disk is full")));
        QVERIFY(banner().text().contains(QStringLiteral("a.svg")));
    }

    void capturesAndStoresOpenHere()
    {
        const QString store = test::writeStore(m_folder->path(), 3, QStringLiteral("out.mrdb"));
        announceWritten(m_window->centralWidget(), store);
        button(banner().bars().front(), "Open")->click();
        QTRY_VERIFY(m_window->currentPage() && m_window->currentPage()->hasContent());
        QCOMPARE(m_window->currentPage()->file(), store);
    }
};

QTEST_MAIN(TestMessages)
#include "tst_messages.moc"

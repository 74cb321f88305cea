// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/trace/made_pcap.h"
#include "ui/base/error_banner.h"
#include "ui/base/settings.h"
#include "ui/main/file_kind.h"
#include "ui/main/main_window.h"
#include "ui/trace/trace_page.h"
#include "ui/trace/trace_session.h"

#include <QAction>
#include <QDropEvent>
#include <QFileDialog>
#include <QMimeData>
#include <QTabWidget>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

class TestOpenCaptures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void kindByContent_data();
    void kindByContent();
    void opensOne();
    void opensCompressed();
    void dropOfSeveralIsOnePage();
    void folderIsOnePage();
    void folderWithoutCaptures();
    void dialogOffersCaptures();
    void textFileSaysWhatToDo();
    void openAgainAfterRestart();
    void closedWhileReading();

private:
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    QString star(const char* name) const
    {
        test::writeStar(path(name).toStdString());
        return path(name);
    }
    void drop(const QStringList& files);
    [[nodiscard]] TracePage* page() const { return qobject_cast<TracePage*>(m_window->currentPage()); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

void TestOpenCaptures::init()
{
    m_settings.reset(); // writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", path("cache").toUtf8());
    m_settings = std::make_unique<Settings>(path("settings.ini"));
    m_window = std::make_unique<MainWindow>(*m_settings);
    m_window->show();
}

void TestOpenCaptures::cleanup()
{
    m_window.reset();
    QThreadPool::globalInstance()->waitForDone();
}

void TestOpenCaptures::drop(const QStringList& files)
{
    QMimeData mime;
    QList<QUrl> urls;
    for (const QString& file : files)
        urls.append(QUrl::fromLocalFile(file));
    mime.setUrls(urls);
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event({10, 10}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &event);
}

void TestOpenCaptures::kindByContent_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("capture");
    const auto bytes = [](const test::Bytes& made) {
        return QByteArray(reinterpret_cast<const char*>(made.data()), static_cast<qsizetype>(made.size()));
    };
    for (const bool bigEndian : {false, true})
        for (const bool nanoseconds : {false, true})
            QTest::addRow("pcap %d %d", bigEndian, nanoseconds)
                << bytes(test::pcapFile({bigEndian, nanoseconds}, {})) << true;
    QTest::newRow("pcapng") << bytes(test::mixedPcapng()) << true;
    QTest::newRow("gzip") << bytes(test::gzipped(test::pcapFile({}, {}))) << true;
    QTest::newRow("zstd") << bytes(test::zstdCompressed(test::pcapFile({}, {}))) << true;
    QTest::newRow("project") << QByteArray("{\"format\": \"millrace-project\"}") << false;
    QTest::newRow("text") << QByteArray("Lorem ipsum") << false;
    QTest::newRow("empty") << QByteArray() << false;
}

void TestOpenCaptures::kindByContent()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, capture);
    QFile file(path("file"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    const auto kind = fileKind(path("file").toStdString());
    QCOMPARE(kind && *kind == FileKind::Capture, capture);
}

void TestOpenCaptures::opensOne()
{
    const QString file = star("one.pcap");
    m_window->openFiles({file});
    QTRY_VERIFY(page() && page()->hasContent());
    QCOMPARE(page()->title(), QStringLiteral("one.pcap"));
    QTRY_VERIFY(m_settings->recentFiles().contains(file));
    // Opening it again activates its tab.
    m_window->showStart();
    m_window->openFile(file);
    QCOMPARE(m_window->pages().size(), 1);
    QVERIFY(page());
}

void TestOpenCaptures::opensCompressed()
{
    const test::Bytes plain = test::pcapFile({}, test::madeStar(20));
    test::writeBytes(path("star.pcap.gz").toStdString(), test::gzipped(plain));
    test::writeBytes(path("star.pcap.zst").toStdString(), test::zstdCompressed(plain));
    for (const char* name : {"star.pcap.gz", "star.pcap.zst"}) {
        m_window->openFiles({path(name)});
        QTRY_VERIFY(page() && page()->hasContent());
        QCOMPARE(page()->session().trace()->summary.packets.all, std::uint64_t(92));
    }
    QCOMPARE(m_window->pages().size(), 2);
}

void TestOpenCaptures::dropOfSeveralIsOnePage()
{
    drop({star("a.pcap"), star("b.pcap")});
    QCOMPARE(m_window->pages().size(), 1);
    QTRY_VERIFY(page() && page()->hasContent());
    QCOMPARE(page()->files().size(), 2);
    // One of them by itself is another page.
    drop({path("a.pcap")});
    QCOMPARE(m_window->pages().size(), 2);
    QCOMPARE(page()->files().size(), 1);
}

void TestOpenCaptures::folderIsOnePage()
{
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("run")));
    star("run/node1.pcap");
    star("run/node2.pcap");
    QFile notes(path("run/notes.txt"));
    QVERIFY(notes.open(QIODevice::WriteOnly) && notes.write("about this run") > 0);
    notes.close();
    drop({path("run")});
    QCOMPARE(m_window->pages().size(), 1);
    QCOMPARE(page()->files(), (QStringList{path("run/node1.pcap"), path("run/node2.pcap")}));
}

void TestOpenCaptures::folderWithoutCaptures()
{
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("none")));
    drop({path("none")});
    QVERIFY(m_window->pages().isEmpty());
    QTRY_VERIFY(m_window->banner()->isVisible()); // it is looked for a study first
    QVERIFY2(m_window->banner()->text().contains(QStringLiteral("contains no captures")),
             qPrintable(m_window->banner()->text()));
}

void TestOpenCaptures::dialogOffersCaptures()
{
    m_window->findChild<QAction*>(QStringLiteral("open"))->trigger();
    auto* dialog = m_window->findChild<QFileDialog*>(QStringLiteral("openDialog"));
    QVERIFY(dialog);
    QVERIFY(dialog->nameFilters().filter(QStringLiteral("Captures (")).size() == 1);
    QVERIFY(dialog->nameFilters().front().contains(QStringLiteral("*.pcapng.zst")));
    const QString file = star("chosen.pcap");
    Q_EMIT dialog->filesSelected({file});
    dialog->close();
    QTRY_VERIFY(page() && page()->hasContent());
}

void TestOpenCaptures::textFileSaysWhatToDo()
{
    QFile file(path("notes.pcap"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no capture at all, but a text") > 0);
    file.close();
    m_window->openFiles({path("notes.pcap")});
    QVERIFY(m_window->pages().isEmpty());
    QVERIFY(m_window->banner()->text().contains(QStringLiteral("or a capture")));
    // Looks like one by its first bytes, but is none: the page goes away again.
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("\x1f\x8bgarbage", 9) > 0);
    file.close();
    m_window->openFiles({path("notes.pcap")});
    QTRY_VERIFY(m_window->pages().isEmpty());
    QVERIFY(m_window->banner()->isVisible());
}

void TestOpenCaptures::openAgainAfterRestart()
{
    const QStringList files{star("a.pcap"), star("b.pcap")};
    m_window->openFiles(files);
    QTRY_VERIFY(page() && page()->hasContent());
    m_window->close();
    m_window = std::make_unique<MainWindow>(*m_settings);
    m_window->show();
    m_window->openLastFiles();
    QCOMPARE(m_window->pages().size(), 1);
    QCOMPARE(page()->files(), files);
}

void TestOpenCaptures::closedWhileReading()
{
    m_window->openFiles({star("a.pcap")});
    QVERIFY(page());
    Q_EMIT m_window->findChild<QTabWidget*>()->tabCloseRequested(1);
    QTRY_VERIFY(m_window->pages().isEmpty());
    QThreadPool::globalInstance()->waitForDone();
    QTest::qWait(20);
}

QTEST_MAIN(TestOpenCaptures)
#include "tst_open_captures.moc"

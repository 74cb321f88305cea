// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "ui/edit/autosave_file.h"
#include "ui/edit/autosave_journal.h"

#include <QProcess>
#include <QSignalSpy>
#include <QtTest>

#include <atomic>

using namespace millrace;
using namespace millrace::ui;

class TestAutosave : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void writesAndClears();
    void severalChangesAreOneWrite();
    void clearWinsOverALateWrite();
    void ownJournalsAreNotAbandoned();
    void damagedJournals();
    void unwritableFolder();
    void killedProcess();

private:
    [[nodiscard]] std::filesystem::path folder() const { return m_folder->path().toStdString() + "/autosave"; }
    [[nodiscard]] int journalCount() const
    {
        return static_cast<int>(QDir(QString::fromStdString(folder().string())).entryList(QDir::Files).size());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAutosave::writesAndClears()
{
    AutosaveJournal journal(folder());
    journal.setDocument(QStringLiteral("/srv/größe.millrace"), QStringLiteral("größe"));
    QSignalSpy written(&journal, &AutosaveJournal::written);
    journal.noteChange([]() -> Result<std::string> { return std::string("{\"a\": \"ü\n\"}"); });
    QTRY_COMPARE(written.size(), 1);
    const auto entry = readJournal(journal.journal());
    QVERIFY(entry);
    QCOMPARE(entry->text, std::string("{\"a\": \"ü\n\"}"));
    QCOMPARE(entry->file, std::string("/srv/größe.millrace"));
    QCOMPARE(entry->pid, std::int64_t(QCoreApplication::applicationPid()));
    const auto rights = std::filesystem::status(folder()).permissions();
    QCOMPARE(rights & std::filesystem::perms::all, std::filesystem::perms::owner_all);
    journal.clear();
    QTRY_COMPARE(journalCount(), 0);
}

void TestAutosave::severalChangesAreOneWrite()
{
    AutosaveJournal journal(folder());
    QSignalSpy written(&journal, &AutosaveJournal::written);
    for (int i = 0; i < 100; ++i)
        journal.noteChange([i]() -> Result<std::string> { return std::to_string(i); });
    QTRY_COMPARE(written.size(), 1);
    QTest::qWait(100);
    QCOMPARE(written.size(), 1);
    QCOMPARE(readJournal(journal.journal())->text, std::string("99"));
}

void TestAutosave::clearWinsOverALateWrite()
{
    AutosaveJournal journal(folder());
    std::atomic<bool> begun = false;
    std::atomic<bool> go = false;
    journal.noteChange([&]() -> Result<std::string> {
        begun = true;
        while (!go)
            QThread::msleep(1);
        return std::string("late");
    });
    QTRY_VERIFY(begun);
    journal.clear();
    QTest::qWait(50);
    go = true;
    QThreadPool::globalInstance()->waitForDone();
    QCOMPARE(journalCount(), 0);
}

void TestAutosave::ownJournalsAreNotAbandoned()
{
    const JournalEntry mine = newJournalEntry("/a", {}, "mine");
    QVERIFY(writeJournal(mine, folder() / "a.journal"));
    JournalEntry gone = mine;
    gone.processStart += 1; // the same number, another process
    gone.text = "gone";
    QVERIFY(writeJournal(gone, folder() / "b.journal"));
    JournalEntry older = gone;
    older.time -= 1'000'000'000;
    older.text = "older";
    QVERIFY(writeJournal(older, folder() / "c.journal"));
    JournalEntry unsaved = gone;
    unsaved.file.clear();
    QVERIFY(writeJournal(unsaved, folder() / "d.journal"));
    const auto found = abandonedJournals(folder(), "/a");
    QCOMPARE(found.size(), std::size_t(2));
    QCOMPARE(found[0].text, std::string("gone"));
    QCOMPARE(found[1].text, std::string("older"));
    QCOMPARE(abandonedJournals(folder(), "").size(), std::size_t(1));
    QCOMPARE(abandonedJournals(folder()).size(), std::size_t(3));
}

void TestAutosave::damagedJournals()
{
    QVERIFY(writeJournal(newJournalEntry("/a", {}, "text"), folder() / "a.journal"));
    const std::string bytes = *readFile(folder() / "a.journal");
    for (std::size_t length = 0; length < bytes.size() - 2; ++length) {
        QVERIFY(writeFileAtomically(folder() / "a.journal", bytes.substr(0, length)));
        QVERIFY(!readJournal(folder() / "a.journal"));
    }
    for (const char* odd : {"[]", "7", R"({"format": 3})", R"({"format": "millrace-autosave", "version": 9})"}) {
        QVERIFY(writeFileAtomically(folder() / "a.journal", odd));
        QVERIFY(!readJournal(folder() / "a.journal"));
    }
    QVERIFY(abandonedJournals(folder()).empty());
    QVERIFY(abandonedJournals("/does/not/exist").empty());
}

void TestAutosave::unwritableFolder()
{
    QVERIFY(writeFileAtomically(m_folder->path().toStdString() + "/file", "x"));
    AutosaveJournal journal(m_folder->path().toStdString() + "/file/autosave");
    QSignalSpy failed(&journal, &AutosaveJournal::failed);
    journal.noteChange([]() -> Result<std::string> { return std::string("x"); });
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(!failed[0][0].toString().isEmpty());
}

/// Nothing is lost but what was done in the last second before kill -9.
void TestAutosave::killedProcess()
{
    QProcess victim;
    const QString program = QCoreApplication::applicationDirPath() + QStringLiteral("/autosave_victim");
    const QString file = QStringLiteral("/srv/a.millrace");
    victim.start(program, {QString::fromStdString(folder().string()), file});
    QVERIFY(victim.waitForStarted());
    QList<std::pair<qint64, int>> edits; // time of its output line, number
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < 2300 && victim.waitForReadyRead(1000)) {
        for (const QByteArray& line : victim.readAllStandardOutput().split('\n')) {
            if (!line.isEmpty())
                edits.append({clock.elapsed(), line.toInt()});
        }
    }
    QVERIFY(abandonedJournals(folder(), file.toStdString()).empty()); // it still lives
    const qint64 killed = clock.elapsed();
    victim.kill();
    QVERIFY(victim.waitForFinished());
    const auto found = abandonedJournals(folder(), file.toStdString());
    QCOMPARE(found.size(), std::size_t(1));
    const int kept = std::stoi(found[0].text);
    int due = 0;
    for (const auto& [time, number] : edits)
        due = time <= killed - 1000 ? number : due;
    QVERIFY(due > 10);
    QVERIFY2(kept >= due, qPrintable(QStringLiteral("%1 kept, %2 due").arg(kept).arg(due)));
}

QTEST_GUILESS_MAIN(TestAutosave)
#include "tst_autosave.moc"

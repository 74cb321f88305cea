// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "tests/ui/example_files.h"
#include "ui/base/settings.h"
#include "ui/project/project_session.h"

#include <QSignalSpy>
#include <QUndoStack>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

class TestProjectSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void editsAndSaves();
    void unknownFieldsSurvive();
    void valuesThatCannotBeRead();
    void editsDuringASave();
    void savesAs();
    void newProject();
    void secondSessionIsLockedOut();
    void readOnlyFile();
    void changedByOthers();
    void keepsMine();
    void recovery();
    void recoveryOfWhatWasNeverSaved();
    void journalGoesWithTheEdits();

private:
    std::unique_ptr<ProjectSession> open(const QString& file);
    void rename(ProjectSession& session, const char* name)
    {
        session.editor().change(QStringLiteral("rename"), [&](project::Project& project) { project.name = name; });
    }
    void saveAndWait(ProjectSession& session, const QString& file = {})
    {
        QSignalSpy saved(&session, &ProjectSession::saved);
        session.save(file);
        QTRY_COMPARE(saved.size(), 1);
    }
    [[nodiscard]] std::filesystem::path journals() const { return m_folder->path().toStdString() + "/autosave"; }
    [[nodiscard]] std::string bytes(const QString& file) const { return readFile(file.toStdString()).value_or(""); }
    [[nodiscard]] JournalEntry abandoned(const QString& file, std::string text) const
    {
        JournalEntry entry = newJournalEntry(file.toStdString(), "new.millrace", std::move(text));
        entry.processStart += 1;
        return entry;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
};

void TestProjectSession::init()
{
    m_settings.reset(); // writes into the folder
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("s.ini")));
    m_settings->setValue(QStringLiteral("autosave/folder"), QString::fromStdString(journals().string()));
}

void TestProjectSession::cleanup()
{
    QThreadPool::globalInstance()->waitForDone();
}

std::unique_ptr<ProjectSession> TestProjectSession::open(const QString& file)
{
    auto session = std::make_unique<ProjectSession>(*m_settings);
    QSignalSpy loaded(session.get(), &ProjectSession::loaded);
    session->open(file);
    if (!QTest::qWaitFor([&] { return loaded.size() == 1; }))
        qFatal("the project was not loaded");
    return session;
}

void TestProjectSession::editsAndSaves()
{
    const QString file = test::writeProject(m_folder->path());
    auto session = open(file);
    QVERIFY(!session->isModified());
    QVERIFY(!session->lockProblem());
    const std::string before = bytes(file);
    rename(*session, "other");
    QVERIFY(session->isModified());
    session->editor().undoStack()->undo();
    QVERIFY(!session->isModified());
    session->editor().undoStack()->redo();
    saveAndWait(*session);
    QVERIFY(!session->isModified());
    QVERIFY(session->editor().undoStack()->isClean());
    QVERIFY(bytes(file) != before);
    session->editor().undoStack()->undo();
    QVERIFY(session->isModified());
    saveAndWait(*session);
    QCOMPARE(bytes(file), before);
}

void TestProjectSession::unknownFieldsSurvive()
{
    const QString file = test::writeBytes(m_folder->path(), QStringLiteral("a.millrace"), R"({
  "format": "millrace-project",
  "version": 1,
  "name": "a",
  "colour": {"red": 3},
  "clusters": [
    {"name": "c", "nodes": [{"name": "n0", "rack": 7}, {"name": "n1"}], "owner": "me"}
  ]
}
)");
    auto session = open(file);
    session->editor().change(QStringLiteral("x"), [](project::Project& project) {
        project.clusters[0].nodes[1].slots = 4;
        project.clusters[0].mtu = 9000;
    });
    saveAndWait(*session);
    const std::string text = bytes(file);
    for (const char* part : {"\"red\": 3", "\"rack\": 7", "\"owner\": \"me\"", "9000", "\"slots\": 4"})
        QVERIFY2(text.find(part) != std::string::npos, text.c_str());
    QTRY_VERIFY(session->editor().problemsAreCurrent());
    QVERIFY(!session->editor().problems().empty());
}

/// A parse error is shown at its field until the field gets a value.
void TestProjectSession::valuesThatCannotBeRead()
{
    const QString file = test::writeBytes(
        m_folder->path(), QStringLiteral("a.millrace"),
        R"({"format": "millrace-project", "version": 1, "clusters": [{"name": "c", "nodes": 2, "mtu": "big"}]})");
    auto session = open(file);
    QTRY_VERIFY(session->editor().problemsAreCurrent());
    QVERIFY(hasErrors(session->editor().problemsAt("clusters[0].mtu")));
    session->editor().change(QStringLiteral("mtu"), [](project::Project& project) { project.clusters[0].mtu = 9000; });
    QTRY_VERIFY(session->editor().problemsAreCurrent());
    QVERIFY(session->editor().problemsAt("clusters[0].mtu").empty());
    saveAndWait(*session);
    QVERIFY(bytes(file).find("big") == std::string::npos);
}

void TestProjectSession::editsDuringASave()
{
    const QString file = test::writeProject(m_folder->path());
    auto session = open(file);
    rename(*session, "first");
    QSignalSpy saved(session.get(), &ProjectSession::saved);
    session->save({});
    rename(*session, "second");
    session->save({}); // waits for the first one
    QTRY_COMPARE(saved.size(), 2);
    QVERIFY(!session->isModified());
    QVERIFY(bytes(file).find("\"second\"") != std::string::npos);
    session->editor().undoStack()->undo();
    QVERIFY(session->isModified());
}

void TestProjectSession::savesAs()
{
    const QString file = test::writeProject(m_folder->path());
    auto session = open(file);
    const QString other = m_folder->filePath(QStringLiteral("other.millrace"));
    rename(*session, "other");
    saveAndWait(*session, other);
    QCOMPARE(session->file(), other);
    QVERIFY(bytes(other).find("\"other\"") != std::string::npos);
    QVERIFY(bytes(file).find("\"other\"") == std::string::npos);
    QVERIFY(session->store().string().ends_with("other.mrdb"));
    // The lock went along.
    QVERIFY(!open(file)->lockProblem());
    QVERIFY(open(other)->lockProblem());
}

void TestProjectSession::newProject()
{
    ProjectSession session(*m_settings);
    QSignalSpy loaded(&session, &ProjectSession::loaded);
    session.openText(R"({"format": "millrace-project", "version": 1, "name": "n", "own": 1})", QStringLiteral("n"));
    QTRY_COMPARE(loaded.size(), 1);
    QVERIFY(!session.isModified());
    QVERIFY(session.store().empty());
    session.save({}); // nowhere to: nothing happens
    const QString file = m_folder->filePath(QStringLiteral("n.millrace"));
    saveAndWait(session, file);
    QVERIFY(bytes(file).find("\"own\"") != std::string::npos);
    QVERIFY(session.store().string().ends_with("n.mrdb"));
}

void TestProjectSession::secondSessionIsLockedOut()
{
    const QString file = test::writeProject(m_folder->path());
    auto first = open(file);
    auto second = open(file);
    QVERIFY(second->lockProblem());
    QCOMPARE(second->lockProblem()->code, ErrorCode::Locked);
    rename(*second, "mine");
    QSignalSpy failed(second.get(), &ProjectSession::failed);
    second->save({});
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(second->isModified());
    saveAndWait(*second, m_folder->filePath(QStringLiteral("copy.millrace")));

    auto third = open(file);
    QVERIFY(third->lockProblem());
    first.reset();
    third->retryLock();
    QTRY_VERIFY(!third->lockProblem());
    saveAndWait(*third);
}

void TestProjectSession::readOnlyFile()
{
    const QString file = test::writeProject(m_folder->path());
    QVERIFY(QFile::setPermissions(file, QFile::ReadOwner));
    auto session = open(file);
    QVERIFY(session->isReadOnlyFile());
    rename(*session, "x");
    QSignalSpy failed(session.get(), &ProjectSession::failed);
    const std::string before = bytes(file);
    session->save({});
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(bytes(file), before);
    saveAndWait(*session, m_folder->filePath(QStringLiteral("copy.millrace")));
    QVERIFY(!session->isReadOnlyFile());
}

void TestProjectSession::changedByOthers()
{
    const QString file = test::writeProject(m_folder->path());
    auto session = open(file);
    rename(*session, "mine");
    std::string theirs = bytes(file);
    theirs.replace(theirs.find("Quickstart"), 10, "Theirs");
    test::writeBytes(m_folder->path(), QStringLiteral("quick.millrace"), theirs);
    QTRY_VERIFY(session->isChangedOnDisk());
    // A save does not overwrite it by accident.
    QSignalSpy failed(session.get(), &ProjectSession::failed);
    session->save({});
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(bytes(file), theirs);
    QSignalSpy loaded(session.get(), &ProjectSession::loaded);
    session->open(file); // does not throw the edits away
    QTRY_COMPARE(loaded.size(), 1);
    QCOMPARE(session->editor().project().name, std::string("mine"));

    session->takeFromDisk();
    QTRY_COMPARE(session->editor().project().name, std::string("Theirs"));
    QTRY_VERIFY(!session->isChangedOnDisk());
    QVERIFY(!session->isModified());
    session->editor().undoStack()->undo();
    QCOMPARE(session->editor().project().name, std::string("mine"));
    QVERIFY(session->isModified());
}

void TestProjectSession::keepsMine()
{
    const QString file = test::writeProject(m_folder->path());
    auto session = open(file);
    rename(*session, "mine");
    test::writeBytes(m_folder->path(), QStringLiteral("quick.millrace"), bytes(file) + "\n");
    QTRY_VERIFY(session->isChangedOnDisk());
    session->keepMine();
    QVERIFY(!session->isChangedOnDisk());
    saveAndWait(*session);
    QVERIFY(bytes(file).find("\"mine\"") != std::string::npos);
}

void TestProjectSession::recovery()
{
    const QString file = test::writeProject(m_folder->path());
    std::string text = bytes(file);
    text.replace(text.find("four nodes"), 10, "five nodes");
    QVERIFY(writeJournal(abandoned(file, text), journals() / "a.journal"));
    // One that says nothing new goes without a word.
    QVERIFY(writeJournal(abandoned(file, bytes(file)), journals() / "b.journal"));
    auto session = open(file);
    QCOMPARE(session->offers().size(), std::size_t(1));
    QVERIFY(!std::filesystem::exists(journals() / "b.journal"));
    QVERIFY(std::ranges::find(session->offers()[0].parts, "five nodes") != session->offers()[0].parts.end());
    const project::Project before = session->editor().project();
    session->recover();
    QVERIFY(session->isModified());
    QCOMPARE(session->editor().project().clusters[0].name, std::string("five nodes"));
    QCOMPARE(session->editor().undoStack()->count(), 1);
    QVERIFY(session->offers().empty());
    // The old journal goes once the new one is there.
    QTRY_VERIFY(!std::filesystem::exists(journals() / "a.journal"));
    session->editor().undoStack()->undo();
    QVERIFY(session->editor().project() == before);

    session.reset();
    QVERIFY(writeJournal(abandoned(file, text), journals() / "a.journal"));
    session = open(file);
    session->discardOffer();
    QVERIFY(session->offers().empty());
    QTRY_VERIFY(!std::filesystem::exists(journals() / "a.journal"));
    QVERIFY(!session->isModified());
}

void TestProjectSession::recoveryOfWhatWasNeverSaved()
{
    const JournalEntry entry = abandoned({}, R"({"format": "millrace-project", "version": 1, "name": "draft"})");
    QVERIFY(writeJournal(entry, journals() / "a.journal"));
    const auto found = abandonedJournals(journals(), "");
    QCOMPARE(found.size(), std::size_t(1));
    ProjectSession session(*m_settings);
    QSignalSpy loaded(&session, &ProjectSession::loaded);
    session.openText(found[0].text, QStringLiteral("new.millrace"), found[0]);
    QTRY_COMPARE(loaded.size(), 1);
    QVERIFY(session.isModified());
    QCOMPARE(session.editor().project().name, std::string("draft"));
    QTRY_VERIFY(!std::filesystem::exists(journals() / "a.journal"));
    QVERIFY(!std::filesystem::is_empty(journals())); // its own
}

void TestProjectSession::journalGoesWithTheEdits()
{
    const QString file = test::writeProject(m_folder->path());
    auto session = open(file);
    const auto count = [&] {
        std::error_code none;
        return std::distance(std::filesystem::directory_iterator(journals(), none), {});
    };
    rename(*session, "x");
    QTRY_COMPARE(count(), 1);
    saveAndWait(*session);
    QTRY_COMPARE(count(), 0);
    rename(*session, "y");
    QTRY_COMPARE(count(), 1);
    session->editor().undoStack()->undo();
    QTRY_COMPARE(count(), 0);
    rename(*session, "z");
    QTRY_COMPARE(count(), 1);
    session.reset(); // closed in good order
    QTRY_COMPARE(count(), 0);
}

QTEST_MAIN(TestProjectSession)
#include "tst_project_session.moc"

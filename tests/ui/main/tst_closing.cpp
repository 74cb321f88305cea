// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/document_page.h"
#include "ui/base/settings.h"
#include "ui/main/closing_sequence.h"
#include "ui/main/main_window.h"

#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QUndoStack>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

namespace {

/// A page that has edits and work going on as the test says.
class PretendedPage : public DocumentPage
{
public:
    explicit PretendedPage(const QString& file) : DocumentPage(file), m_undo(new QUndoStack(this)) { }
    void reload() override { Q_EMIT loaded(); }
    [[nodiscard]] bool hasContent() const override { return true; }
    [[nodiscard]] QUndoStack* undoStack() const override { return m_undo; }
    [[nodiscard]] bool isModified() const override { return modified; }
    void save() override
    {
        if (failing) {
            Q_EMIT failed(fail(ErrorCode::Denied, "the file cannot be written"));
            return;
        }
        modified = false;
        Q_EMIT stateChanged();
    }
    [[nodiscard]] QStringList activities() const override { return busy; }
    void stopActivities() override
    {
        stops += 1;
        QTimer::singleShot(50, this, [this] {
            busy.clear();
            Q_EMIT stateChanged();
            Q_EMIT idle();
        });
    }

    bool modified = false;
    bool failing = false;
    int stops = 0;
    QStringList busy;

private:
    QUndoStack* m_undo;
};

} // namespace

class TestClosing : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<PretendedPage> m_page;
    int m_closed = 0;
    int m_abandoned = 0;

    void close()
    {
        auto* sequence = new ClosingSequence(*m_window, {m_page.get()}, [this] { ++m_closed; });
        connect(sequence, &ClosingSequence::abandoned, this, [this] { ++m_abandoned; });
        sequence->start();
    }
    [[nodiscard]] QMessageBox* question(const char* name) const
    {
        return m_window->findChild<QMessageBox*>(QString::fromLatin1(name));
    }

private Q_SLOTS:
    void init()
    {
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("s.ini")));
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->show();
        m_page = std::make_unique<PretendedPage>(m_folder.filePath(QStringLiteral("a.millrace")));
        m_closed = 0;
        m_abandoned = 0;
    }
    void cleanup()
    {
        m_page.reset();
        m_window.reset();
    }

    void idlePageClosesAtOnce()
    {
        close();
        QCOMPARE(m_closed, 1);
        QVERIFY(!question("saveQuestion"));
    }

    void savesFirst()
    {
        m_page->modified = true;
        close();
        QVERIFY(question("saveQuestion"));
        QVERIFY(question("saveQuestion")->text().contains(QStringLiteral("a.millrace")));
        QSet<QChar> letters; // one for each answer
        for (const QAbstractButton* button : question("saveQuestion")->buttons()) {
            const qsizetype mark = button->text().indexOf(QLatin1Char('&'));
            QVERIFY2(mark >= 0, qPrintable(button->text()));
            letters.insert(button->text().at(mark + 1).toUpper());
        }
        QCOMPARE(letters.size(), qsizetype(3));
        question("saveQuestion")->button(QMessageBox::Save)->click();
        QTRY_COMPARE(m_closed, 1);
        QVERIFY(!m_page->modified);
    }

    void failedSaveStays()
    {
        m_page->modified = true;
        m_page->failing = true;
        close();
        question("saveQuestion")->button(QMessageBox::Save)->click();
        QTRY_COMPARE(m_abandoned, 1);
        QCOMPARE(m_closed, 0);
    }

    void discards()
    {
        m_page->modified = true;
        close();
        question("saveQuestion")->button(QMessageBox::Discard)->click();
        QTRY_COMPARE(m_closed, 1);
        QVERIFY(m_page->modified);
    }

    void cancelStays()
    {
        m_page->modified = true;
        close();
        question("saveQuestion")->button(QMessageBox::Cancel)->click();
        QTRY_COMPARE(m_abandoned, 1);
        QCOMPARE(m_closed, 0);
    }

    void saysWhatGoesOnAndStopsIt()
    {
        m_page->busy = QStringList{QStringLiteral("The campaign runs: 3 of 20.")};
        m_page->modified = true;
        close();
        auto* box = question("activityQuestion");
        QVERIFY(box);
        QVERIFY(box->text().contains(QStringLiteral("3 of 20")));
        box->findChild<QPushButton*>(QStringLiteral("stopAndClose"))->click();
        QTRY_COMPARE(m_page->stops, 1);
        QCOMPARE(m_closed, 0);
        QTRY_VERIFY(question("saveQuestion"));
        question("saveQuestion")->button(QMessageBox::Save)->click();
        QTRY_COMPARE(m_closed, 1);
        QCOMPARE(m_page->stops, 1);
    }

    void keepsRunning()
    {
        m_page->busy = QStringList{QStringLiteral("Exporting.")};
        close();
        question("activityQuestion")->defaultButton()->click();
        QTRY_COMPARE(m_abandoned, 1);
        QCOMPARE(m_page->stops, 0);
        QCOMPARE(m_closed, 0);
    }

    void pageThatGoesMeanwhile()
    {
        m_page->busy = QStringList{QStringLiteral("Exporting.")};
        close();
        m_page.reset();
        question("activityQuestion")->findChild<QPushButton*>(QStringLiteral("stopAndClose"))->click();
        QTRY_COMPARE(m_closed, 1);
    }
};

QTEST_MAIN(TestClosing)
#include "tst_closing.moc"

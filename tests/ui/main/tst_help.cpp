// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/example_files.h"
#include "ui/base/settings.h"
#include "ui/main/about_dialog.h"
#include "ui/main/command_palette.h"
#include "ui/main/main_window.h"
#include "ui/main/manual_window.h"
#include "ui/main/preferences_dialog.h"
#include "ui/main/shortcut_sheet.h"
#include "ui/project/project_page.h"

#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDirIterator>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QTextBrowser>
#include <QTextTable>
#include <QtTest>

using namespace millrace::ui;

class TestHelp : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;

private Q_SLOTS:
    void init() { m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("s.ini"))); }

    // Every page is listed by the first one, and every link and picture is there.
    void manualHoldsTogether()
    {
        const QDir folder(QStringLiteral(":/manual"));
        const QStringList pages = folder.entryList({QStringLiteral("*.md")});
        QVERIFY(pages.size() >= 10);
        const QRegularExpression link(QStringLiteral("\\]\\(([^)#:]+)\\)"));
        QSet<QString> listed;
        for (const QString& page : pages) {
            QFile file(folder.filePath(page));
            QVERIFY(file.open(QIODevice::ReadOnly));
            auto matches = link.globalMatch(QString::fromUtf8(file.readAll()));
            while (matches.hasNext()) {
                const QString target = matches.next().captured(1);
                QVERIFY2(QFile::exists(folder.filePath(target)), qPrintable(page + QStringLiteral(" → ") + target));
                if (page == QLatin1String("index.md"))
                    listed.insert(target);
            }
        }
        for (const QString& page : pages)
            QVERIFY2(page == QLatin1String("index.md") || listed.contains(page), qPrintable(page));
    }

    // F1 never leads to a page that is not there.
    void helpPagesExist()
    {
        const QRegularExpression answer(QStringLiteral("helpPage\\(\\) const[^{;]*\\{([^}]*)\\}"));
        const QRegularExpression name(QStringLiteral("QStringLiteral\\(\"([a-z-]+)\"\\)"));
        QDirIterator sources(qEnvironmentVariable("MR_SOURCE") + QStringLiteral("/ui"),
                             {QStringLiteral("*.h"), QStringLiteral("*.cpp")}, QDir::Files,
                             QDirIterator::Subdirectories);
        int seen = 0;
        while (sources.hasNext()) {
            QFile file(sources.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            auto bodies = answer.globalMatch(QString::fromUtf8(file.readAll()));
            while (bodies.hasNext()) {
                auto names = name.globalMatch(bodies.next().captured(1));
                while (names.hasNext()) {
                    const QString page = names.next().captured(1);
                    ++seen;
                    QVERIFY2(QFile::exists(QStringLiteral(":/manual/%1.md").arg(page)), qPrintable(page));
                }
            }
        }
        QVERIFY(seen >= 2);
    }

    // The first F1 of a session, too, in a window that has the keyboard.
    void firstHelpIsOfThePage()
    {
        QTemporaryDir folder;
        MainWindow window(*m_settings);
        window.show();
        QApplication::setActiveWindow(&window);
        window.openFile(millrace::test::writeProject(folder.path()));
        QTRY_VERIFY(window.currentPage() && window.currentPage()->hasContent());
        qobject_cast<ProjectPage*>(window.currentPage())->showView(QStringLiteral("run"));
        QTest::keyClick(&window, Qt::Key_F1);
        auto* manual = window.findChild<ManualWindow*>();
        QVERIFY(manual && manual->isVisible());
        QApplication::setActiveWindow(manual);
        auto* contents = manual->findChild<QListWidget*>(QStringLiteral("manualContents"));
        const auto highlighted = [contents] {
            const auto selected = contents->selectedItems();
            return selected.size() == 1 ? selected.front()->data(Qt::UserRole).toString() : QString();
        };
        QTest::qWait(600);
        QCOMPARE(manual->page(), QStringLiteral("running"));
        QCOMPARE(highlighted(), QStringLiteral("running"));
        const auto* text = manual->findChild<QTextBrowser*>(QStringLiteral("manualText"));
        QVERIFY2(text->toPlainText().startsWith(contents->currentItem()->text()),
                 qPrintable(text->toPlainText().left(80)));
        manual->close();
        QApplication::setActiveWindow(&window);
        qobject_cast<ProjectPage*>(window.currentPage())->showView(QStringLiteral("overview"));
        QTest::keyClick(&window, Qt::Key_F1);
        QTest::qWait(100);
        QCOMPARE(manual->page(), QStringLiteral("editing"));
        QCOMPARE(highlighted(), QStringLiteral("editing"));
        QThreadPool::globalInstance()->waitForDone();
    }

    // Links have the titles of pages, tables the thin lines of the theme.
    void manualReadsWell()
    {
        ManualWindow manual(*m_settings);
        manual.showPage(QStringLiteral("index"));
        auto* text = manual.findChild<QTextBrowser*>(QStringLiteral("manualText"));
        QVERIFY2(!text->toPlainText().contains(QStringLiteral(".md\n")), qPrintable(text->toPlainText()));
        QVERIFY(text->toPlainText().contains(manual.findChild<QListWidget*>()->item(2)->text()));
        int tables = 0;
        for (QTextFrame* frame : text->document()->rootFrame()->childFrames()) {
            if (const auto* table = qobject_cast<QTextTable*>(frame)) {
                ++tables;
                QVERIFY(table->format().borderCollapse());
                QCOMPARE(table->format().borderStyle(), QTextFrameFormat::BorderStyle_Solid);
            }
        }
        QVERIFY(tables >= 2);
        const QString shots = qEnvironmentVariable("MR_SHOTS");
        if (!shots.isEmpty())
            QVERIFY(manual.grab().save(shots + QStringLiteral("/manual.png")));
    }

    void showsAndSearches()
    {
        ManualWindow manual(*m_settings);
        manual.showPage(QStringLiteral("grids"));
        QCOMPARE(manual.page(), QStringLiteral("grids"));
        auto* text = manual.findChild<QTextBrowser*>(QStringLiteral("manualText"));
        QVERIFY(text->toPlainText().contains(QStringLiteral("factor"), Qt::CaseInsensitive));
        manual.showPage(QStringLiteral("no-such-page"));
        QCOMPARE(manual.page(), QStringLiteral("index"));
        auto* contents = manual.findChild<QListWidget*>(QStringLiteral("manualContents"));
        const auto shown = [contents] {
            int count = 0;
            for (int row = 0; row < contents->count(); ++row)
                count += contents->item(row)->isHidden() ? 0 : 1;
            return count;
        };
        const int all = shown();
        auto* search = manual.findChild<QLineEdit*>();
        QTest::keyClicks(search, QStringLiteral("halving_doubling"));
        QTRY_VERIFY(shown() < all);
        QVERIFY(shown() > 0);
        QTest::keyClick(search, Qt::Key_Escape);
        QCOMPARE(shown(), all);
    }

    void paletteFindsAndCarriesOut()
    {
        MainWindow window(*m_settings);
        window.show();
        CommandPalette palette(&window);
        palette.openWith(window.commands());
        auto* line = palette.findChild<QLineEdit*>();
        auto* list = palette.findChild<QListWidget*>();
        const int all = list->count();
        QVERIFY(all > 12);
        QTest::keyClicks(line, QStringLiteral("dark"));
        QCOMPARE(list->count(), 1);
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(!palette.isVisible());
        QCOMPARE(m_settings->theme(), Theme::Dark);
        palette.openWith(window.commands());
        QTest::keyClicks(line, QStringLiteral("zzz"));
        QCOMPARE(list->count(), 0);
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(palette.isVisible());
    }

    void shortcutsAreUnique()
    {
        MainWindow window(*m_settings);
        QSet<QString> keys;
        for (const QAction* action : window.commands()) {
            for (const QKeySequence& shortcut : action->shortcuts()) {
                QVERIFY2(!keys.contains(shortcut.toString()), qPrintable(action->text()));
                keys.insert(shortcut.toString());
            }
        }
        QVERIFY(keys.size() > 10);
    }

    void preferencesHoldAtOnce()
    {
        PreferencesDialog* dialog = new PreferencesDialog(*m_settings, nullptr);
        m_settings->setTheme(Theme::Light);
        auto* theme = dialog->findChild<QComboBox*>(QStringLiteral("themeChoice"));
        theme->setCurrentIndex(1);
        Q_EMIT theme->activated(1);
        QCOMPARE(m_settings->theme(), Theme::Dark);
        auto* language = dialog->findChild<QComboBox*>(QStringLiteral("languageChoice"));
        language->setCurrentIndex(2);
        Q_EMIT language->activated(2);
        QCOMPARE(m_settings->language(), QStringLiteral("de"));
        delete dialog;
    }

    // Enter closes the preferences; what is set is lost only after a question.
    void preferencesAreResetOnlyAfterAQuestion()
    {
        m_settings->setTheme(Theme::Dark);
        m_settings->setValue(QStringLiteral("results/views"), QStringList{QStringLiteral("mine")});
        m_settings->addRecentFile(QStringLiteral("/srv/a.mrdb"));
        const QStringList recent = m_settings->recentFiles();
        QPointer<PreferencesDialog> dialog = new PreferencesDialog(*m_settings, nullptr);
        dialog->show();
        QApplication::setActiveWindow(dialog);
        QTest::keyClick(dialog->focusWidget() ? dialog->focusWidget() : dialog.data(), Qt::Key_Return);
        QTRY_VERIFY(!dialog);
        QCOMPARE(m_settings->theme(), Theme::Dark);

        dialog = new PreferencesDialog(*m_settings, nullptr);
        dialog->show();
        auto* reset = dialog->findChild<QPushButton*>(QStringLiteral("resetPreferences"));
        for (auto* button : dialog->findChildren<QPushButton*>())
            QVERIFY2(button == dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Close)
                         || (!button->isDefault() && !button->autoDefault()),
                     qPrintable(button->text()));
        reset->click();
        auto* question = dialog->findChild<QMessageBox*>(QStringLiteral("resetQuestion"));
        QVERIFY(question && question->isVisible());
        QVERIFY(question->button(QMessageBox::Cancel)->text().contains(QLatin1Char('&')));
        QTest::keyClick(question, Qt::Key_Return); // Cancel
        QTRY_VERIFY(!dialog->findChild<QMessageBox*>(QStringLiteral("resetQuestion")));
        QCOMPARE(m_settings->theme(), Theme::Dark);

        reset->click();
        dialog->findChild<QPushButton*>(QStringLiteral("confirmReset"))->click();
        QCOMPARE(m_settings->theme(), Theme::Light);
        QCOMPARE(m_settings->recentFiles(), recent);
        QCOMPARE(m_settings->value(QStringLiteral("results/views"), {}).toStringList(),
                 QStringList{QStringLiteral("mine")});
        delete dialog;
    }

    void systemInformationNamesVersionsOnly()
    {
        const QString text = AboutDialog::systemInformation();
        QVERIFY(text.contains(QLatin1String(qVersion())));
        QVERIFY(!text.contains(QSysInfo::machineHostName()));
    }
};

QTEST_MAIN(TestHelp)
#include "tst_help.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/templates.h"
#include "ui/base/settings.h"
#include "ui/main/card_grid.h"
#include "ui/main/start_page.h"
#include "ui/main/template_card.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

using namespace millrace::ui;

class TestStartPage : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void everyTemplateHasACard()
    {
        Settings settings(m_folder.filePath(QStringLiteral("a.ini")));
        StartPage page(settings);
        page.resize(1280, 740);
        page.show();
        const auto cards = page.findChildren<TemplateCard*>();
        QCOMPARE(std::size_t(cards.size()), millrace::project::templates().size());
        QSignalSpy chosen(&page, &StartPage::templateChosen);
        for (TemplateCard* card : cards) {
            QVERIFY2(QFile::exists(QStringLiteral(":/pictures/%1.svg").arg(card->name())), qPrintable(card->name()));
            QVERIFY(!card->accessibleDescription().isEmpty());
            card->setFocus();
            for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return, Qt::Key_Enter}) {
                chosen.clear();
                QTest::keyClick(card, key);
                QCOMPARE(chosen.count(), 1);
                QCOMPARE(chosen.last().front().toString(), card->name());
            }
        }
        QTRY_VERIFY(!page.verticalScrollBar()->isVisible());
    }

    void aNarrowWindowHasFewerCardsInARow()
    {
        Settings settings(m_folder.filePath(QStringLiteral("n.ini")));
        StartPage page(settings);
        const auto* cards = page.findChild<CardGrid*>();
        page.show();
        int before = 0;
        for (const int width : {640, 800, 1280, 1920}) {
            page.resize(width, 740);
            QCoreApplication::processEvents();
            const int columns = cards->columns();
            QVERIFY2(columns > before, qPrintable(QStringLiteral("%1: %2 columns").arg(width).arg(columns)));
            before = columns;
            for (const TemplateCard* card : page.findChildren<TemplateCard*>()) {
                QVERIFY(card->height() >= card->heightForWidth(card->width()));
                QVERIFY(cards->rect().contains(card->geometry()));
            }
        }
    }

    void oneClickRunsTheQuickstart()
    {
        Settings settings(m_folder.filePath(QStringLiteral("b.ini")));
        StartPage page(settings);
        QSignalSpy run(&page, &StartPage::templateRunRequested);
        QTest::mouseClick(page.findChild<QPushButton*>(QStringLiteral("runQuickstart")), Qt::LeftButton);
        QCOMPARE(run.count(), 1);
        QCOMPARE(run.front().front().toString(), QStringLiteral("quickstart"));
    }

    void nextStepsFollowWhatIsThere()
    {
        Settings settings(m_folder.filePath(QStringLiteral("c.ini")));
        StartPage page(settings);
        auto* next = page.findChild<QLabel*>(QStringLiteral("nextSteps"));
        QVERIFY(next->text().contains(QStringLiteral("run:quickstart")));
        settings.addRecentFile(QStringLiteral("/srv/a b.mrdb"));
        QVERIFY(!next->text().contains(QStringLiteral("run:quickstart")));
        QSignalSpy chosen(&page, &StartPage::fileChosen);
        Q_EMIT next->linkActivated(QStringLiteral("file:/srv/a b.mrdb"));
        QCOMPARE(chosen.last().front().toString(), QStringLiteral("/srv/a b.mrdb"));
        auto* recent = page.findChild<QListWidget*>(QStringLiteral("recentList"));
        QCOMPARE(recent->count(), 1);
        settings.clearRecentFiles();
        QCOMPARE(recent->count(), 0);
    }
};

QTEST_MAIN(TestStartPage)
#include "tst_start_page.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "translations/catalogues.h"
#include "ui/base/issue_model.h"
#include "ui/base/run_text.h"

#include <QtTest>

using namespace millrace;

class TestTranslations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void germanAndEnglish();
};

void TestTranslations::germanAndEnglish()
{
    ui::IssueModel model;
    model.setIssues({{"a", Severity::Error, 2, "Text.", "here"}});
    const auto sentence = [&] { return model.index(0, ui::IssueModel::SentenceColumn).data().toString(); };
    const auto header = [&] { return model.headerData(ui::IssueModel::WhereColumn, Qt::Horizontal, Qt::DisplayRole); };
    QCOMPARE(sentence(), QStringLiteral("Text. (2 time(s))"));

    installTranslations(*QCoreApplication::instance(), QLocale(QLocale::English));
    QCOMPARE(sentence(), QStringLiteral("Text. (2 times)"));
    QCOMPARE(header().toString(), QStringLiteral("Place"));

    // A language that is not translated stays English, plurals included.
    installTranslations(*QCoreApplication::instance(), QLocale(QLocale::Icelandic));
    QCOMPARE(sentence(), QStringLiteral("Text. (2 times)"));

    installTranslations(*QCoreApplication::instance(), QLocale(QLocale::German, QLocale::Austria));
    QCOMPARE(sentence(), QStringLiteral("Text. (2 Mal)"));
    QCOMPARE(header().toString(), QStringLiteral("Stelle"));
    QCOMPARE(ui::runStateText(store::RunState::Failed), QStringLiteral("fehlgeschlagen"));
}

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/studies/study_examples.h"
#include "ui/base/empty_state.h"
#include "ui/base/search_line.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/figures/figure_view.h"
#include "ui/studies/audit_panel.h"
#include "ui/studies/number_table.h"
#include "ui/studies/study_figure_panel.h"
#include "ui/studies/study_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QSplitter>
#include <QToolButton>
#include <QtTest>

#include <atomic>
#include <thread>

using namespace millrace;
using namespace millrace::ui;
using namespace millrace::test;
using namespace std::chrono_literals;

class TestStudyPage : public QObject
{
    Q_OBJECT

    [[nodiscard]] static StudyReader madeReader()
    {
        StudyReader reader;
        reader.shelf = [](const JobContext&) { return Result<StudyShelf>(madeShelf()); };
        reader.figure = [](const studies::Recipe& recipe, const std::string&, const JobContext&) {
            studies::StudyFigure figure = madeFigure(recipe);
            if (recipe.name == "b-8") {
                figure.published->series.clear();
                figure.measured->series.clear();
                figure.table.rows.clear();
                figure.notes = {"no run has set=B"};
            } else if (recipe.kind == studies::RecipeKind::Table) {
                figure.published.reset();
                figure.measured.reset();
            }
            return Result<studies::StudyFigure>(std::move(figure));
        };
        reader.audit = [](const std::string&, const std::string&, const JobContext&) {
            return Result<studies::Audit>(madeAudit());
        };
        return reader;
    }
    [[nodiscard]] std::unique_ptr<StudyPage> makePage(StudyReader reader)
    {
        auto page = std::make_unique<StudyPage>(m_folder.filePath(QStringLiteral("multi-cloud.mrdb")),
                                                std::move(reader), *m_settings);
        page->resize(1280, 720);
        page->show();
        return page;
    }
    [[nodiscard]] std::unique_ptr<StudyPage> openPage(StudyReader reader = madeReader())
    {
        auto page = makePage(std::move(reader));
        page->reload();
        if (!QTest::qWaitFor([&] { return page->hasContent() && !page->isBusy(); }))
            qFatal("not loaded");
        return page;
    }
    static void settle(StudyPage& page)
    {
        QVERIFY(QTest::qWaitFor([&page] { return !page.isBusy(); }));
    }
    void shoot(QWidget& page, const QString& name)
    {
        QTest::qWait(100);
        const QString shots = qEnvironmentVariable("MR_SHOTS");
        if (!shots.isEmpty())
            QVERIFY(page.grab().save(QDir(shots).filePath(name + QStringLiteral(".png"))));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    int m_number = 0;

private Q_SLOTS:
    void init()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        applyTheme(*qApp, Theme::Light);
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("%1.ini").arg(++m_number)));
    }
    void cleanup() { QThreadPool::globalInstance()->waitForDone(); }

    void showsBothVariantsAndTheNumbers()
    {
        const auto page = openPage();
        StudyFigurePanel& panel = page->figure();
        QVERIFY2(panel.showsFigure(), "the first recipe with data is chosen");
        QCOMPARE(panel.pair().published().figure().name, std::string("a8-scalability-published"));
        QCOMPARE(panel.pair().measured().figure().name, std::string("a8-scalability-measured"));
        QCOMPARE(panel.numbers().table().rows.size(), std::size_t(10));
        QVERIFY(panel.words().contains(QStringLiteral("over the wall time")));
        QVERIFY(panel.words().contains(QStringLiteral("The timers of the study cover")));
        QVERIFY(panel.words().contains(QStringLiteral("95 % intervals")));
        shoot(*page, QStringLiteral("study-figure-light"));
        auto* measured = page->findChild<QToolButton*>(QStringLiteral("showMeasured"));
        measured->click();
        QVERIFY(!panel.pair().published().isVisible());
        QVERIFY(panel.pair().measured().isVisible());
        shoot(*page, QStringLiteral("study-figure-measured"));
        page->findChild<QToolButton*>(QStringLiteral("showBoth"))->click();
        QVERIFY(panel.pair().published().isVisible());
        applyTheme(*qApp, Theme::Dark);
        shoot(*page, QStringLiteral("study-figure-dark"));
    }

    void standsAboveEachOtherWhereItIsNarrow()
    {
        const auto page = openPage();
        auto* splitter = page->findChild<QSplitter*>(QStringLiteral("studyFigurePair"));
        QCOMPARE(splitter->orientation(), Qt::Horizontal);
        page->resize(860, 900);
        QTRY_COMPARE(splitter->orientation(), Qt::Vertical);
        shoot(*page, QStringLiteral("study-figure-narrow"));
    }

    void searchesAndMarks()
    {
        const auto page = openPage();
        RecipeList& list = page->recipes();
        auto* line = list.findChild<SearchLine*>(QStringLiteral("recipeSearch"));
        QCOMPARE(list.shownCount(), 5);
        line->search(QStringLiteral("scalability set"));
        QCOMPARE(list.shownCount(), 2);
        line->search(QStringLiteral("nothing like this"));
        QCOMPARE(list.shownCount(), 0);
        QVERIFY(page->findChild<QLabel*>(QStringLiteral("recipeNone"))->isVisible());
        shoot(*page, QStringLiteral("study-search-none"));
        line->search({});
        QCOMPARE(list.shownCount(), 5);
    }

    void saysWhichRunsAreNeeded()
    {
        const auto page = openPage();
        page->recipes().choose({0, 2});
        settle(*page);
        QVERIFY(!page->figure().showsFigure());
        QVERIFY(page->figure().empty().text().contains(QStringLiteral("set=B")));
        QVERIFY(page->figure().empty().text().contains(QStringLiteral("No run has set=B.")));
        shoot(*page, QStringLiteral("study-figure-empty"));
    }

    void tablesStandAlone()
    {
        const auto page = openPage();
        page->recipes().choose({0, 3});
        settle(*page);
        QVERIFY(page->figure().showsFigure());
        QVERIFY(!page->figure().pair().isVisible());
        page->figure().numbers().copyTable();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("x,series,")));
        shoot(*page, QStringLiteral("study-table"));
    }

    void anotherChoiceCancels()
    {
        auto cancelled = std::make_shared<std::atomic<int>>(0);
        StudyReader reader = madeReader();
        reader.figure = [cancelled](const studies::Recipe& recipe, const std::string&,
                                    const JobContext& job) -> Result<studies::StudyFigure> {
            if (recipe.name != "granularity")
                return madeFigure(recipe);
            while (!job.cancelled())
                std::this_thread::sleep_for(2ms);
            ++*cancelled;
            return fail(ErrorCode::Cancelled, "cancelled");
        };
        const auto page = openPage(reader);
        page->recipes().choose({0, 1});
        QTest::qWait(300);
        QVERIFY2(!page->figure().showsFigure(), "another recipe's figure is gone");
        shoot(*page, QStringLiteral("study-figure-busy"));
        page->recipes().choose({0, 4});
        QTRY_COMPARE(cancelled->load(), 1);
        settle(*page);
        QCOMPARE(page->figure().figure()->recipe.name, std::string("coverage"));
    }

    void failuresAreTold()
    {
        StudyReader reader = madeReader();
        reader.figure = [](const auto&, const auto&, const auto&) -> Result<studies::StudyFigure> {
            return fail(ErrorCode::InvalidInput, "the formula \"throughput /\" ends too early");
        };
        reader.audit = [](const auto&, const auto&, const auto&) -> Result<studies::Audit> {
            return fail(ErrorCode::Io, "the store cannot be read");
        };
        const auto page = openPage(reader);
        QVERIFY(page->figure().empty().text().contains(QStringLiteral("ends too early")));
        QVERIFY(page->figure().empty().findChild<QToolButton*>() != nullptr);
        shoot(*page, QStringLiteral("study-figure-error"));
        page->showTab(StudyPage::AuditTab);
        settle(*page);
        QVERIFY(page->audit().empty().text().contains(QStringLiteral("The store cannot be read.")));

        StudyReader none = madeReader();
        none.shelf = [](const JobContext&) -> Result<StudyShelf> { return fail(ErrorCode::Corrupt, "not a store"); };
        const auto broken = makePage(none);
        QSignalSpy failed(broken.get(), &DocumentPage::failed);
        broken->reload();
        QVERIFY(failed.wait());
        QVERIFY(!broken->hasContent());
    }

    void storesWithoutStudiesSaySo()
    {
        StudyReader reader = madeReader();
        reader.shelf = [](const JobContext&) {
            StudyShelf shelf;
            shelf.studies.push_back({{}, {}});
            return Result<StudyShelf>(shelf);
        };
        const auto page = openPage(reader);
        QVERIFY(page->figure().empty().text().contains(QStringLiteral("import a study")));
        shoot(*page, QStringLiteral("study-none"));
        page->showTab(StudyPage::AuditTab);
        QVERIFY(page->audit().empty().text().contains(QStringLiteral("No published study")));
        QSignalSpy asked(page.get(), &StudyPage::importRequested);
        page->audit().empty().findChild<QToolButton*>()->click();
        QCOMPARE(asked.count(), 1);
    }

    void auditShowsFindingsAndTheirEvidence()
    {
        const auto page = openPage();
        page->showTab(StudyPage::AuditTab);
        settle(*page);
        AuditPanel& panel = page->audit();
        QVERIFY(panel.showsAudit());
        QCOMPARE(
            page->findChild<QLabel*>(QStringLiteral("auditSummary"))->text(),
            QStringLiteral("1 error(s) · 1 warning(s) · 1 note(s) · 24 claim(s): 8 match, 8 do not, 8 not decided"));
        QCOMPARE(panel.evidence().table().rows.size(), std::size_t(30));
        QCOMPARE(panel.values().table().rows.size(), std::size_t(2));
        shoot(*page, QStringLiteral("study-audit-light"));
        QSignalSpy runs(page.get(), &StudyPage::runRequested);
        Q_EMIT panel.evidence().view().activated(panel.evidence().view().model()->index(2, 0));
        QCOMPARE(runs.count(), 1);
        QVERIFY(runs.front().at(1).value<store::RunId>() == store::RunId{3});
        QVERIFY(panel.chooseFinding("gigabytes"));
        QCOMPARE(panel.evidence().table().rows.size(), std::size_t(1));
        QSignalSpy noticed(page.get(), &DocumentPage::noticed);
        Q_EMIT panel.evidence().view().activated(panel.evidence().view().model()->index(0, 0));
        QCOMPARE(runs.count(), 1);
        QCOMPARE(noticed.count(), 1);
        applyTheme(*qApp, Theme::Dark);
        shoot(*page, QStringLiteral("study-audit-dark"));
    }

    void claimsAreFiltered()
    {
        const auto page = openPage();
        page->showTab(StudyPage::AuditTab);
        settle(*page);
        AuditPanel& panel = page->audit();
        page->findChild<QTabWidget*>(QStringLiteral("auditTabs"))->setCurrentIndex(1);
        QCOMPARE(panel.claims().table().rows.size(), std::size_t(24));
        shoot(*page, QStringLiteral("study-claims"));
        auto* mismatch = page->findChild<QToolButton*>(QStringLiteral("claimsMismatch"));
        QCOMPARE(mismatch->text(), QStringLiteral("Mismatch 8"));
        mismatch->click();
        QCOMPARE(panel.claims().table().rows.size(), std::size_t(8));
        for (const auto& row : panel.claims().table().rows)
            QCOMPARE(std::get<std::string>(row[2]), std::string("mismatch"));
    }

    void auditsAreExported()
    {
        const auto page = openPage();
        page->showTab(StudyPage::AuditTab);
        settle(*page);
        QSignalSpy noticed(page.get(), &DocumentPage::noticed);
        const QString html = m_folder.filePath(QStringLiteral("audit.html"));
        page->audit().exportTo(html);
        QTRY_COMPARE(noticed.count(), 1);
        QFile written(html);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray text = written.readAll();
        QVERIFY(text.contains("The timers cover a part of the run only"));
        QVERIFY(text.contains("hivemind-77"));
        const QString csv = m_folder.filePath(QStringLiteral("audit.csv"));
        page->audit().exportTo(csv);
        QTRY_COMPARE(noticed.count(), 2);
        QFile table(csv);
        QVERIFY(table.open(QIODevice::ReadOnly));
        QCOMPARE(table.readAll().count("\r\n"), 1 + 3 + 24);
        QSignalSpy failed(page.get(), &DocumentPage::failed);
        page->audit().exportTo(m_folder.filePath(QStringLiteral("no/such/folder/audit.html")));
        QTRY_COMPARE(failed.count(), 1);
    }

    void everythingHasAName()
    {
        const auto page = openPage();
        page->showTab(StudyPage::AuditTab);
        settle(*page);
        for (const QAbstractButton* button : page->findChildren<QAbstractButton*>()) {
            if (button->focusPolicy() != Qt::NoFocus && !button->objectName().startsWith(QLatin1String("qt_")))
                QVERIFY2(!button->accessibleName().isEmpty() || !button->text().isEmpty(),
                         qPrintable(button->objectName()));
        }
        for (const QAbstractItemView* view : page->findChildren<QAbstractItemView*>())
            if (view->focusPolicy() != Qt::NoFocus && !view->objectName().isEmpty() && view->parentWidget() != nullptr
                && !view->parentWidget()->inherits("QComboBoxPrivateContainer"))
                QVERIFY2(!view->accessibleName().isEmpty(), qPrintable(view->objectName()));
    }
};

QTEST_MAIN(TestStudyPage)
#include "tst_study_page.moc"

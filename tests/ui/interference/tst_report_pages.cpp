// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/interference/report_examples.h"
#include "ui/base/empty_state.h"
#include "ui/base/quantity_edit.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/base/theme.h"
#include "ui/figures/figure_view.h"
#include "ui/interference/report_browser.h"
#include "ui/interference/report_sources.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include <atomic>
#include <mutex>
#include <thread>

using namespace millrace;
using namespace millrace::ui;
using namespace millrace::test;
using namespace std::chrono_literals;

namespace {

const std::vector<std::string> detectorNames{"change-point", "kungfu", "ewma", "cusum", "page-hinkley"};

/// What a source was asked for, last.
template <typename Asked>
struct Record
{
    std::mutex mutex;
    std::vector<Asked> asked;

    Asked last()
    {
        const std::lock_guard lock(mutex);
        return asked.back();
    }
    /// A job that was given up may begin after the one that took its place.
    void add(const Asked& one, const JobContext& job)
    {
        const std::lock_guard lock(mutex);
        if (!job.cancelled())
            asked.push_back(one);
    }
};

} // namespace

class TestReportPages : public QObject
{
    Q_OBJECT

    [[nodiscard]] ReportSubject subject() const
    {
        return {m_folder.filePath(QStringLiteral("flumen.mrdb")), {}, QStringLiteral("loads")};
    }
    void open(ReportPage& page)
    {
        page.resize(1280, 720);
        page.show();
        QSignalSpy loaded(&page, &DocumentPage::loaded);
        page.reload();
        QVERIFY(loaded.wait());
    }
    void shoot(QWidget& page, const QString& name)
    {
        QTest::qWait(100);
        const QString shots = qEnvironmentVariable("MR_SHOTS");
        if (!shots.isEmpty())
            QVERIFY(page.grab().save(QDir(shots).filePath(name + QStringLiteral(".png"))));
    }
    template <typename T>
    T* child(QWidget& page, const char* name)
    {
        T* found = page.findChild<T*>(QLatin1String(name));
        if (found == nullptr)
            qFatal("no %s", name);
        return found;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;

private Q_SLOTS:
    void init()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        applyTheme(*qApp, Theme::Light);
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("%1.ini").arg(nextNumber())));
    }
    void cleanup() { QThreadPool::globalInstance()->waitForDone(); }

    void responseFollowsTheChoices()
    {
        auto record = std::make_shared<Record<report::ResponseChoice>>();
        const ResponseSource source = [record](const report::ResponseChoice& choice, const JobContext& job) {
            record->add(choice, job);
            return Result<report::ResponseReport>(madeResponse(choice));
        };
        ResponsePage page(subject(), source, *m_settings);
        open(page);
        QVERIFY(page.showsReport());
        QCOMPARE(child<QLabel>(page, "responseSummary")->text(), QStringLiteral("4 curve(s) · 24 run(s) · 2 note(s)"));
        const report::ResponseChoice usual = record->last();
        QVERIFY(usual.axis == report::ResponseAxis::Achieved);
        QVERIFY(usual.logarithmic);

        QSignalSpy loaded(&page, &DocumentPage::loaded);
        const auto pick = [&](const char* name, int data) {
            auto* box = child<QComboBox>(page, name);
            box->setCurrentIndex(box->findData(data));
            Q_EMIT box->activated(box->currentIndex());
            QVERIFY(loaded.wait());
        };
        pick("responseAxis", static_cast<int>(report::ResponseAxis::Available));
        QVERIFY(record->last().axis == report::ResponseAxis::Available);
        pick("responseValue", static_cast<int>(report::ResponseValue::P99));
        QVERIFY(record->last().value == report::ResponseValue::P99);
        pick("responseScale", 1);
        QVERIFY(record->last().relative);
        pick("responseDomain", static_cast<int>(analysis::FitDomain::Linear));
        QVERIFY(record->last().domain == analysis::FitDomain::Linear);
        child<QCheckBox>(page, "responseLog")->click();
        QVERIFY(loaded.wait());
        QVERIFY(!record->last().logarithmic);
        auto* capacity = child<QuantityEdit>(page, "responseCapacity");
        capacity->setFocus();
        QTest::keyClicks(capacity, QStringLiteral("25Gbit"));
        QTRY_COMPARE_WITH_TIMEOUT(record->last().capacity, 25e9, 20'000);

        ResponsePage again(subject(), source, *m_settings);
        QVERIFY(again.choice().axis == report::ResponseAxis::Available);
        QVERIFY(again.choice().relative);
        QVERIFY2(again.choice().capacity == 0, "the capacity is that of the runs");
    }

    void browsesFiguresTablesAndNotes()
    {
        ResponsePage page(
            subject(),
            [](const auto& choice, const JobContext&) { return Result<report::ResponseReport>(madeResponse(choice)); },
            *m_settings);
        open(page);
        ReportBrowser& browser = page.browser();
        QCOMPARE(browser.chosen(), QStringLiteral("response"));
        QCOMPARE(browser.figureView().figure().name, std::string("response"));
        shoot(page, QStringLiteral("response-light"));
        browser.choose(QStringLiteral("response-cdf"));
        QCOMPARE(browser.figureView().figure().name, std::string("response-cdf"));
        QSignalSpy loaded(&page, &DocumentPage::loaded);
        page.reload();
        QVERIFY(loaded.wait());
        QVERIFY2(browser.chosen() == QStringLiteral("response-cdf"), "stays chosen");
        browser.choose(QStringLiteral("Points"));
        QCOMPARE(browser.tableView().model()->rowCount(), 24);
        QVERIFY(browser.tableView().isVisible());
        shoot(page, QStringLiteral("response-table"));
        child<QToolButton>(page, "responseCopyTable")->click();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("model=vgg16")));
        QSignalSpy noticed(&page, &DocumentPage::noticed);
        const QString file = m_folder.filePath(QStringLiteral("points.csv"));
        browser.exportTable(file);
        QCOMPARE(noticed.size(), 1);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll().count('\n'), 25);
        QSignalSpy failed(&page, &DocumentPage::failed);
        browser.exportTable(m_folder.filePath(QStringLiteral("no/such/folder/points.csv")));
        QCOMPARE(failed.size(), 1);
        browser.choose(QStringLiteral("notes"));
        auto* notes = child<QPlainTextEdit>(page, "responseNotes");
        QVERIFY(notes->isVisible());
        QVERIFY(notes->toPlainText().contains(QStringLiteral("vgg16")));
        applyTheme(*qApp, Theme::Dark);
        browser.choose(QStringLiteral("response"));
        shoot(page, QStringLiteral("response-dark"));
    }

    void saysHowToGetRuns()
    {
        ResponsePage page(
            subject(),
            [](const auto&, const JobContext&) -> Result<report::ResponseReport> {
                return fail(ErrorCode::InvalidInput, "no run of this campaign has cross traffic");
            },
            *m_settings);
        open(page);
        QVERIFY(!page.showsReport());
        QVERIFY(page.empty().text().contains(QStringLiteral("No run of this campaign has cross traffic")));
        QVERIFY(page.empty().text().contains(QStringLiteral("Add a profile")));
        shoot(page, QStringLiteral("response-empty"));
    }

    void failuresAreTold()
    {
        ResponsePage page(
            subject(),
            [](const auto&, const JobContext&) -> Result<report::ResponseReport> {
                return fail(ErrorCode::Io, "the disk cannot be read");
            },
            *m_settings);
        page.resize(1280, 720);
        page.show();
        QSignalSpy failed(&page, &DocumentPage::failed);
        page.reload();
        QVERIFY(failed.wait());
        QVERIFY(page.empty().text().contains(QStringLiteral("the disk cannot be read")));
        QVERIFY(page.empty().findChild<QToolButton*>() != nullptr);
    }

    void canBeCancelled()
    {
        auto ended = std::make_shared<std::atomic<int>>(0);
        auto quick = std::make_shared<std::atomic<bool>>(false);
        ResponsePage page(
            subject(),
            [ended, quick](const report::ResponseChoice& choice,
                           const JobContext& job) -> Result<report::ResponseReport> {
                if (*quick)
                    return madeResponse(choice);
                job.progress(3, 10, "fitting");
                while (!job.cancelled())
                    std::this_thread::sleep_for(5ms);
                ++*ended;
                return fail(ErrorCode::Cancelled, "cancelled");
            },
            *m_settings);
        page.resize(1280, 720);
        page.show();
        page.reload();
        auto* cancel = child<QToolButton>(page, "cancelJob");
        const auto strips = page.findChildren<QToolButton*>(QStringLiteral("cancelJob"));
        const auto visible = [&strips]() -> QToolButton* {
            const auto found = std::ranges::find_if(strips, [](const QToolButton* each) { return each->isVisible(); });
            return found == strips.end() ? nullptr : *found;
        };
        QTRY_VERIFY(visible() != nullptr);
        cancel = visible();
        QTest::qWait(50);
        shoot(page, QStringLiteral("response-busy"));
        cancel->click();
        QTRY_COMPARE(ended->load(), 1);
        QVERIFY(page.empty().text().startsWith(QStringLiteral("Cancelled")));
        *quick = true;
        QSignalSpy loaded(&page, &DocumentPage::loaded);
        auto* again = page.empty().findChild<QToolButton*>();
        QVERIFY(again != nullptr);
        again->click();
        QVERIFY(loaded.wait());
        QVERIFY(page.showsReport());
    }

    /// A page that is closed while it computes leaves nothing behind.
    void canBeClosedWhileComputing()
    {
        auto ended = std::make_shared<std::atomic<int>>(0);
        {
            ResponsePage page(
                subject(),
                [ended](const auto&, const JobContext& job) -> Result<report::ResponseReport> {
                    while (!job.cancelled())
                        std::this_thread::sleep_for(5ms);
                    ++*ended;
                    return fail(ErrorCode::Cancelled, "cancelled");
                },
                *m_settings);
            page.reload();
            page.reload();
        }
        QTRY_COMPARE(ended->load(), 2);
    }

    void scoresTheCheckedDetectors()
    {
        auto record = std::make_shared<Record<std::vector<std::string>>>();
        const ScoreSource source = [record](const std::vector<std::string>& detectors, const JobContext& job) {
            record->add(detectors, job);
            return Result<report::ScoreReport>(madeScores(detectors));
        };
        ScorePage page(subject(), source, detectorNames, *m_settings);
        open(page);
        QCOMPARE(record->last(), detectorNames);
        const QString summary = child<QLabel>(page, "scoreSummary")->text();
        QVERIFY2(
            summary.startsWith(QStringLiteral("13 run(s) · 3 of them clean · F1 over all levels: page-hinkley 0.82")),
            qPrintable(summary));
        shoot(page, QStringLiteral("score-light"));
        QSignalSpy loaded(&page, &DocumentPage::loaded);
        child<QCheckBox>(page, "detector-ewma")->click();
        QVERIFY(loaded.wait());
        QCOMPARE(record->last(), (std::vector<std::string>{"change-point", "kungfu", "cusum", "page-hinkley"}));
        page.browser().choose(QStringLiteral("Levels"));
        QCOMPARE(page.browser().tableView().model()->rowCount(), 20);
        shoot(page, QStringLiteral("score-table"));
        ScorePage again(subject(), source, detectorNames, *m_settings);
        QVERIFY2(again.detectors().size() == 4, "what is left out is remembered");
        const std::size_t asked = record->asked.size();
        for (const char* name : {"change-point", "kungfu", "cusum", "page-hinkley"})
            child<QCheckBox>(page, (std::string("detector-") + name).c_str())->setChecked(false);
        QVERIFY(!page.showsReport());
        QVERIFY(page.empty().text().contains(QStringLiteral("Check at least one")));
        QThreadPool::globalInstance()->waitForDone();
        QTest::qWait(20);
        QVERIFY2(!page.showsReport(), "a result that comes late does not show");
        QVERIFY2(record->asked.size() <= asked + 3, "nothing is asked without a detector");
    }

    void pagesOfOneStoreAreTold()
    {
        const ScoreSource scores = [](const auto& detectors, const JobContext&) {
            return Result<report::ScoreReport>(madeScores(detectors));
        };
        const ResponseSource curves = [](const auto& choice, const JobContext&) {
            return Result<report::ResponseReport>(madeResponse(choice));
        };
        ReportSubject other = subject();
        other.view.filter = "model=vgg16";
        const ResponsePage all(subject(), curves, *m_settings), same(subject(), curves, *m_settings);
        const ResponsePage some(other, curves, *m_settings);
        const ScorePage score(subject(), scores, detectorNames, *m_settings);
        QCOMPARE(all.files(), same.files());
        QVERIFY(all.files() != some.files());
        QVERIFY(all.files() != score.files());
        QVERIFY2(!QFileInfo(all.files().front()).isFile(), "is not opened again as a file");
    }

    void policiesAreThoseThatAreTyped()
    {
        auto record = std::make_shared<Record<std::vector<std::string>>>();
        const PolicySource source = [record](const std::vector<policy::PolicySpec>& policies, const JobContext& job) {
            std::vector<std::string> names;
            for (const policy::PolicySpec& spec : policies)
                names.push_back(spec.text());
            record->add(names, job);
            replay::PolicyReport report;
            report.runs = {"Policies replayed over stored steps", {{"run", "Run"}}, {{std::string("1")}}};
            report.decisions = {"Decisions", {{"run", "Run"}}, {{std::string("1")}}};
            report.compared = names.empty() ? 1 : 0;
            report.same = report.compared;
            return Result<replay::PolicyReport>(std::move(report));
        };
        PolicyPage page(subject(), source, *m_settings);
        open(page);
        QVERIFY(record->last().empty());
        QCOMPARE(child<QLabel>(page, "policySummary")->text(),
                 QStringLiteral("1 run(s) · 1 of 1 decided the same as when they were made"));
        auto* field = child<QComboBox>(page, "policies")->lineEdit();
        QSignalSpy loaded(&page, &DocumentPage::loaded);
        field->setText(QStringLiteral("kungfu-workers(window=10)+goodput-batch"));
        Q_EMIT field->editingFinished();
        QVERIFY(loaded.wait());
        QCOMPARE(record->last(), (std::vector<std::string>{"kungfu-workers(window=10)", "goodput-batch"}));
        QCOMPARE(child<QLabel>(page, "policySummary")->text(), QStringLiteral("1 run(s)"));
        shoot(page, QStringLiteral("policy-light"));
        field->setText(QStringLiteral("kungfu-batsh"));
        Q_EMIT field->editingFinished();
        QVERIFY(!page.showsReport());
        QVERIFY2(page.empty().text().contains(QStringLiteral("kungfu-batch")), qPrintable(page.empty().text()));
        PolicyPage again(subject(), source, *m_settings);
        QCOMPARE(child<QComboBox>(again, "policies")->currentText(), QStringLiteral("kungfu-batsh"));
    }

    void aPolicyPageClosesWhileOneIsTyped()
    {
        const PolicySource source = [](const std::vector<policy::PolicySpec>&, const JobContext&) {
            return Result<replay::PolicyReport>(replay::PolicyReport{});
        };
        auto page = std::make_unique<PolicyPage>(subject(), source, *m_settings);
        open(*page);
        auto* field = child<QComboBox>(*page, "policies")->lineEdit();
        const QString chosen = field->text();
        page->activateWindow();
        field->setFocus();
        QTRY_VERIFY(field->hasFocus());
        field->setText(QStringLiteral("cost-workers"));
        page.reset();
        PolicyPage again(subject(), source, *m_settings);
        QCOMPARE(child<QComboBox>(again, "policies")->currentText(), chosen);
    }

    void waitsAreDrawn()
    {
        const WaitSource source = [](const JobContext&) {
            report::WaitReport report;
            report.runs = 3;
            report::FigureSpec figure;
            figure.name = "waits-run-1";
            figure.title = "Waits between workers: run 1";
            figure.kind = report::FigureKind::Heat;
            figure.x.label = "waits for";
            figure.y.label = "share of the time";
            figure.seriesLabel = "worker";
            for (int rank = 0; rank < 8; ++rank) {
                figure.x.categories.push_back("rank " + std::to_string(rank));
                report::FigureSeries line;
                line.name = figure.x.categories.back();
                for (int peer = 0; peer < 8; ++peer)
                    if (peer != rank)
                        line.points.push_back({.x = double(peer), .y = peer == 2 ? 0.31 : 0.01 * peer});
                figure.series.push_back(std::move(line));
            }
            figure.caption = "Share of the time in which the worker of a row could move nothing.";
            report.figures.push_back(std::move(figure));
            report.tables.push_back({"Waits by worker", {{"worker", "Worker"}}, {{std::string("rank 0")}}});
            return Result<report::WaitReport>(std::move(report));
        };
        WaitPage page(subject(), source, *m_settings);
        open(page);
        QCOMPARE(child<QLabel>(page, "waitsSummary")->text(), QStringLiteral("3 run(s)"));
        QVERIFY(page.showsReport());
        page.browser().choose(QStringLiteral("waits-run-1"));
        shoot(page, QStringLiteral("waits-light"));
        applyTheme(*qApp, Theme::Dark);
        shoot(page, QStringLiteral("waits-dark"));
        WaitPage none(
            subject(),
            [](const JobContext&) { return Result<report::WaitReport>(fail(ErrorCode::InvalidInput, "no reports")); },
            *m_settings);
        open(none);
        QVERIFY(none.empty().text().contains(QStringLiteral("elastic")));
    }

    void accessibleNames()
    {
        ScorePage score(
            subject(),
            [](const auto& names, const JobContext&) { return Result<report::ScoreReport>(madeScores(names)); },
            detectorNames, *m_settings);
        ResponsePage response(
            subject(),
            [](const auto& choice, const JobContext&) { return Result<report::ResponseReport>(madeResponse(choice)); },
            *m_settings);
        PolicyPage policies(
            subject(),
            [](const auto&, const JobContext&) { return Result<replay::PolicyReport>(replay::PolicyReport()); },
            *m_settings);
        for (ReportPage* page : std::initializer_list<ReportPage*>{&score, &response, &policies})
            for (QWidget* widget : page->findChildren<QWidget*>())
                if (qobject_cast<QComboBox*>(widget) || qobject_cast<QListWidget*>(widget)
                    || qobject_cast<QuantityEdit*>(widget) || qobject_cast<TableView*>(widget))
                    QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
    }

private:
    [[nodiscard]] static int nextNumber()
    {
        static int next = 0;
        return ++next;
    }
};

QTEST_MAIN(TestReportPages)
#include "tst_report_pages.moc"

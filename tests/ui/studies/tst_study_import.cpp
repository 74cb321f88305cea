// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/studies/imported_runs.h"
#include "ui/base/format.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/studies/audit_panel.h"
#include "ui/studies/import_model.h"
#include "ui/studies/number_table.h"
#include "ui/studies/study_figure_panel.h"
#include "ui/studies/study_import_dialog.h"
#include "ui/studies/study_page.h"

#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include <atomic>
#include <thread>

using namespace millrace;
using namespace millrace::ui;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t runCount = 12;

studies::ImportedRun madeRun(std::size_t number)
{
    studies::ImportedRun run;
    run.name = "hivemind-" + std::to_string(77 + number);
    run.key = sha256(run.name);
    run.factors = {{"kind", "hivemind", {}, {}}, {"set", "A", {}, {}}};
    run.metrics = {{"throughput", "", 120.0 + static_cast<double>(number), "samples/s", "samples over wall time"}};
    run.files = {{run.name + ".csv", "wandb-csv", sha256(run.name), 2'000'000, 100, {}}};
    if (number == 3)
        run.files[0].issues = {{"short-row", Severity::Warning, 7, "5 fields instead of 9", run.name + ".csv:17"}};
    return run;
}

/// Like the calls of core, over runs that are made here; waits before each until `gate` lets it through.
ImportSession::Calls madeCalls(std::shared_ptr<std::atomic<std::size_t>> gate)
{
    ImportSession::Calls calls;
    calls.scan = [](const auto& paths, const std::string& study, const auto&, const JobContext&) -> Result<ImportScan> {
        if (paths.front().filename() == "nothing")
            return fail(ErrorCode::NotFound, "nothing of a study was found there");
        ImportScan scan;
        scan.study = study.empty() ? "multi-cloud" : study;
        for (std::size_t i = 0; i < runCount; ++i) {
            scan.entries.push_back({madeRun(i).name, {madeRun(i).name + ".csv"}, 2'000'000});
            scan.sources.push_back(0);
            scan.bytes += 2'000'000;
        }
        scan.issues = {{"not-of-this-study", Severity::Note, 3, "README.md belongs to no run", "README.md"}};
        return scan;
    };
    calls.import = [gate](const studies::StudyImportRequest& request, store::Database& database, const auto& onRun,
                          const JobContext& job) -> Result<studies::StudyImportOutcome> {
        studies::StudyImportOutcome outcome;
        MR_TRY(runs, studies::ImportedRuns::open(database, request.study, request.folder));
        for (std::size_t i = 0; i < runCount; ++i) {
            while (*gate <= i && !job.cancelled())
                std::this_thread::sleep_for(2ms);
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "cancelled");
            const studies::ImportedRun run = madeRun(i);
            studies::StudyImportedRun told;
            told.name = run.name;
            told.files = 1;
            told.bytes = 2'000'000;
            told.issues = run.files[0].issues;
            told.fate = runs.find(run.key) ? studies::RunFate::AlreadyThere : studies::RunFate::Stored;
            if (told.fate == studies::RunFate::Stored) {
                MR_TRY(id, runs.save(run));
                told.run = id;
            }
            onRun(told);
            outcome.bytes += told.bytes;
            job.progress(static_cast<long long>(outcome.bytes), 24'000'000, "");
        }
        MR_CHECK(runs.finish());
        return outcome;
    };
    return calls;
}

std::int64_t storedRuns(const QString& file)
{
    auto database = store::Database::openReadOnly(toPath(file));
    if (!database)
        return -1;
    const auto found = studies::storedStudies(*database);
    return found && !found->empty() ? found->front().runs : 0;
}

} // namespace

class TestStudyImport : public QObject
{
    Q_OBJECT

    [[nodiscard]] std::unique_ptr<StudyImportDialog> makeDialog()
    {
        m_gate = std::make_shared<std::atomic<std::size_t>>(runCount);
        auto dialog = std::make_unique<StudyImportDialog>(*m_settings, madeCalls(m_gate));
        dialog->show();
        return dialog;
    }
    static void scan(StudyImportDialog& dialog, const QString& folder)
    {
        QSignalSpy ended(&dialog.session(), &ImportSession::scanEnded);
        dialog.setSource({folder});
        QVERIFY(ended.wait());
    }
    void shoot(QWidget& page, const QString& name)
    {
        QTest::qWait(100);
        const QString shots = qEnvironmentVariable("MR_SHOTS");
        if (!shots.isEmpty())
            QVERIFY(page.grab().save(QDir(shots).filePath(name + QStringLiteral(".png"))));
    }
    template <typename T>
    static T* child(QWidget& page, const char* name)
    {
        T* found = page.findChild<T*>(QLatin1String(name));
        if (found == nullptr)
            qFatal("no %s", name);
        return found;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::shared_ptr<std::atomic<std::size_t>> m_gate;
    int m_number = 0;

private Q_SLOTS:
    void init()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        applyTheme(*qApp, Theme::Light);
        m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("%1.ini").arg(++m_number)));
    }
    void cleanup() { QThreadPool::globalInstance()->waitForDone(); }

    void showsWhatItWouldImport()
    {
        const auto dialog = makeDialog();
        QVERIFY(!child<QPushButton>(*dialog, "importStart")->isEnabled());
        shoot(*dialog, QStringLiteral("import-empty"));
        scan(*dialog, m_folder.filePath(QStringLiteral("multi-cloud")));
        QCOMPARE(dialog->study(), QStringLiteral("multi-cloud"));
        QCOMPARE(dialog->store(), m_folder.filePath(QStringLiteral("multi-cloud.mrdb")));
        QCOMPARE(dialog->runs().rowCount(), int(runCount));
        QVERIFY(child<QLabel>(*dialog, "importCounts")->text().startsWith(QStringLiteral("12 run(s) · 12 file(s)")));
        QCOMPARE(child<QListWidget>(*dialog, "importIssues")->count(), 1);
        QVERIFY(child<QPushButton>(*dialog, "importStart")->isEnabled());
        QVERIFY(child<QComboBox>(*dialog, "importStudy")->itemText(0).contains(QStringLiteral("Training across")));
        shoot(*dialog, QStringLiteral("import-ready"));
        child<QComboBox>(*dialog, "importStudy")->setCurrentIndex(2);
        Q_EMIT child<QComboBox>(*dialog, "importStudy")->activated(2);
        QTRY_VERIFY(!dialog->session().isScanning());
        QCOMPARE(dialog->study(), QStringLiteral("flumen"));
        QCOMPARE(dialog->store(), m_folder.filePath(QStringLiteral("flumen.mrdb")));
    }

    // Typed, or pasted as file managers and terminals have it.
    void pathsAreTypedAndPasted()
    {
        const QString folder = m_folder.filePath(QStringLiteral("typed study"));
        QVERIFY(QDir().mkpath(folder));
        const auto dialog = makeDialog();
        auto* line = child<QLineEdit>(*dialog, "importSource");
        QVERIFY(!line->isReadOnly() && line->isEnabled());
        QSignalSpy ended(&dialog->session(), &ImportSession::scanEnded);
        QTest::keyClicks(line, folder);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(dialog->runs().rowCount(), int(runCount));
        QVERIFY(!dialog->session().isImporting()); // Return has taken the path, nothing more
        QCOMPARE(dialog->store(), m_folder.filePath(QStringLiteral("multi-cloud.mrdb")));
        const QString pasted[] = {QUrl::fromLocalFile(folder).toString(QUrl::FullyEncoded),
                                  QStringLiteral("\"%1\"").arg(folder), QStringLiteral("  %1\n").arg(folder)};
        for (const QString& text : pasted) {
            ended.clear();
            QGuiApplication::clipboard()->setText(text);
            line->selectAll();
            line->paste();
            QVERIFY2(ended.wait(5000), qPrintable(text)); // without a key
            QCOMPARE(line->text(), QDir::toNativeSeparators(folder));
            QCOMPARE(dialog->runs().rowCount(), int(runCount));
        }
        QTest::keyClick(line, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(line, m_folder.filePath(QStringLiteral("nothing")));
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(child<QListWidget>(*dialog, "importIssues")->count(), 1);
        QVERIFY(child<QListWidget>(*dialog, "importIssues")->isVisible());
    }

    void importsAndOpens()
    {
        const auto dialog = makeDialog();
        scan(*dialog, m_folder.filePath(QStringLiteral("whole")));
        dialog->setStore(m_folder.filePath(QStringLiteral("whole.mrdb")));
        QSignalSpy ended(&dialog->session(), &ImportSession::ended);
        *m_gate = 5;
        dialog->import();
        QTRY_COMPARE(dialog->runs().importedCount(), std::size_t(5));
        QVERIFY(child<QProgressBar>(*dialog, "importBar")->isVisible());
        QVERIFY(!child<QComboBox>(*dialog, "importStudy")->isEnabled());
        QTRY_VERIFY(child<QLabel>(*dialog, "importProgress")->text().contains(QStringLiteral("5 of 12")));
        shoot(*dialog, QStringLiteral("import-running"));
        *m_gate = runCount;
        QVERIFY(ended.wait());
        QCOMPARE(storedRuns(dialog->store()), std::int64_t(runCount));
        const QString words = child<QLabel>(*dialog, "importProgress")->text();
        QVERIFY2(words.contains(QStringLiteral("12 run(s) stored")) && words.contains(QStringLiteral("7 issue(s)")),
                 qPrintable(words));
        QVERIFY(dialog->runs().index(3, ImportModel::IssueColumn).data().toString() == QStringLiteral("7"));
        QVERIFY(dialog->runs()
                    .index(3, ImportModel::NameColumn)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("csv:17")));
        shoot(*dialog, QStringLiteral("import-done"));
        applyTheme(*qApp, Theme::Dark);
        shoot(*dialog, QStringLiteral("import-done-dark"));
        QSignalSpy opened(dialog.get(), &StudyImportDialog::openRequested);
        child<QPushButton>(*dialog, "importOpen")->click();
        QCOMPARE(opened.front().front().toString(), dialog->store());
        QVERIFY(!dialog->isVisible());
    }

    void cancellingKeepsWhatIsStored()
    {
        const auto dialog = makeDialog();
        scan(*dialog, m_folder.filePath(QStringLiteral("part")));
        dialog->setStore(m_folder.filePath(QStringLiteral("part.mrdb")));
        *m_gate = 4;
        dialog->import();
        QTRY_COMPARE(dialog->runs().importedCount(), std::size_t(4));
        QSignalSpy ended(&dialog->session(), &ImportSession::ended);
        child<QPushButton>(*dialog, "importClose")->click();
        QVERIFY2(dialog->isVisible(), "it waits for the end of the import");
        QVERIFY(ended.count() == 1 || ended.wait());
        QVERIFY(child<QLabel>(*dialog, "importProgress")->text().startsWith(QStringLiteral("Cancelled: 4 run(s)")));
        QCOMPARE(storedRuns(dialog->store()), std::int64_t(4));
        shoot(*dialog, QStringLiteral("import-cancelled"));
        *m_gate = runCount;
        QVERIFY(child<QPushButton>(*dialog, "importStart")->isVisible());
        dialog->import();
        QTRY_COMPARE(ended.count(), 2);
        QVERIFY(child<QLabel>(*dialog, "importProgress")->text().contains(QStringLiteral("4 were there already")));
        QCOMPARE(storedRuns(dialog->store()), std::int64_t(runCount));
    }

    void failuresAreTold()
    {
        const auto dialog = makeDialog();
        scan(*dialog, m_folder.filePath(QStringLiteral("nothing")));
        QCOMPARE(dialog->runs().rowCount(), 0);
        QVERIFY(
            child<QListWidget>(*dialog, "importIssues")->item(0)->text().contains(QStringLiteral("was found there")));
        QVERIFY(!child<QPushButton>(*dialog, "importStart")->isEnabled());
        shoot(*dialog, QStringLiteral("import-nothing"));
        scan(*dialog, m_folder.filePath(QStringLiteral("good")));
        dialog->setStore(m_folder.filePath(QStringLiteral("no/such/folder/x.mrdb")));
        QSignalSpy ended(&dialog->session(), &ImportSession::ended);
        dialog->import();
        QVERIFY(ended.wait());
        QCOMPARE(child<QListWidget>(*dialog, "importIssues")->count(), 1);
        QVERIFY(child<QPushButton>(*dialog, "importStart")->isVisible());
    }

    void goingAwayStopsTheImport()
    {
        auto dialog = makeDialog();
        scan(*dialog, m_folder.filePath(QStringLiteral("gone")));
        dialog->setStore(m_folder.filePath(QStringLiteral("gone.mrdb")));
        *m_gate = 2;
        dialog->import();
        QTRY_COMPARE(dialog->runs().importedCount(), std::size_t(2));
        dialog.reset();
        QThreadPool::globalInstance()->waitForDone();
        QCOMPARE(storedRuns(m_folder.filePath(QStringLiteral("gone.mrdb"))), std::int64_t(2));
    }

    void theWholeWayOnRealData()
    {
        const QString set = qEnvironmentVariable("MILLRACE_STUDY_DATA");
        const QString data =
            (set.isEmpty() ? qEnvironmentVariable("MR_SOURCE") + QStringLiteral("/../shared/data") : set)
            + QStringLiteral("/multi-cloud");
        if (!QFileInfo(data).isDir())
            QSKIP("no study data: set MILLRACE_STUDY_DATA to the folder that holds multi-cloud");
        StudyImportDialog import(*m_settings, coreImportCalls());
        import.show();
        import.setSource({data});
        QTRY_VERIFY_WITH_TIMEOUT(import.runs().rowCount() > 0, 60'000);
        QCOMPARE(import.study(), QStringLiteral("multi-cloud"));
        const QString file = m_folder.filePath(QStringLiteral("multi-cloud.mrdb"));
        import.setStore(file);
        shoot(import, QStringLiteral("real-import-ready"));
        QSignalSpy ended(&import.session(), &ImportSession::ended);
        import.import();
        QTRY_VERIFY_WITH_TIMEOUT(import.runs().importedCount() > 3 || ended.count() > 0, 100'000);
        shoot(import, QStringLiteral("real-import-running"));
        QVERIFY(ended.count() > 0 || ended.wait(200'000));
        QCOMPARE(import.runs().importedCount(), std::size_t(import.runs().rowCount()));
        QCOMPARE(storedRuns(file), std::int64_t(import.runs().rowCount()));
        shoot(import, QStringLiteral("real-import-done"));
        import.hide();

        StudyPage page(file, storeReader(toPath(file), {}), *m_settings);
        page.resize(1280, 800);
        page.show();
        page.reload();
        QTRY_VERIFY_WITH_TIMEOUT(page.hasContent() && !page.isBusy(), 60'000);
        const auto& recipes = page.shelf().studies.front().recipes;
        int drawn = 0;
        for (std::size_t i = 0; i < recipes.size(); ++i) {
            page.recipes().choose({0, i});
            QTRY_VERIFY_WITH_TIMEOUT(!page.isBusy(), 60'000);
            drawn += page.figure().showsFigure() ? 1 : 0;
            shoot(page, QStringLiteral("real-figure-") + toQString(recipes[i].recipe.name));
        }
        QVERIFY(drawn > 3);
        page.showTab(StudyPage::AuditTab);
        QTRY_VERIFY_WITH_TIMEOUT(page.audit().showsAudit(), 100'000);
        QVERIFY(page.audit().findings().table().rows.size() > 3);
        QVERIFY(page.audit().claims().table().rows.size() > 3);
        shoot(page, QStringLiteral("real-audit"));
        page.findChild<QTabWidget*>(QStringLiteral("auditTabs"))->setCurrentIndex(1);
        shoot(page, QStringLiteral("real-claims"));
    }
};

QTEST_MAIN(TestStudyImport)
#include "tst_study_import.moc"

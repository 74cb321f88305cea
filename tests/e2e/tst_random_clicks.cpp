// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The real window, with a store of runs of every fate and a campaign on an emulated cluster, is clicked at random.
// MR_MONKEY_SECONDS: for how long; MR_MONKEY_SEED: which clicks; MR_MONKEY_LOG: a file for all of them.

#include "tests/e2e/cli_runner.h"
#include "tests/e2e/made_campaigns.h"
#include "tests/e2e/random_clicks.h"
#include "tests/e2e/watched_application.h"
#include "translations/catalogues.h"
#include "ui/base/document_page.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/main/main_window.h"
#include "ui/project/project_page.h"
#include "ui/run/campaign_page.h"

#include <QDesktopServices>
#include <QtTest>
#include <QtWidgets>

#include <array>
#include <csignal>
#include <cstdio>
#include <execinfo.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::ui;

namespace {

/// The last actions, in memory that a signal handler may read.
class History
{
public:
    void add(const QString& action)
    {
        const QByteArray text = action.toUtf8().left(length - 2) + '\n';
        std::array<char, length>& line = m_lines[m_next++ % m_lines.size()];
        line.fill('\0');
        std::copy(text.begin(), text.end(), line.begin());
    }
    void write(int file) const noexcept
    {
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            const std::array<char, length>& line = m_lines[(m_next + i) % m_lines.size()];
            std::size_t size = 0;
            while (size < length && line[size] != '\0')
                ++size;
            if (::write(file, line.data(), size) < 0)
                return;
        }
    }

private:
    static constexpr std::size_t length = 256;
    std::array<std::array<char, length>, 60> m_lines{};
    std::size_t m_next = 0;
};

History history;
unsigned seed = 0;

/// What the test itself does to the window is no stall.
const QString keeping = QStringLiteral("keeping");

void onCrash(int signal)
{
    char text[128];
    const int size =
        std::snprintf(text, sizeof text, "\ncrash: signal %d, seed %u; the last actions, newest last:\n", signal, seed);
    if (size > 0 && ::write(STDERR_FILENO, text, static_cast<std::size_t>(size)) > 0)
        history.write(STDERR_FILENO);
    void* frames[64];
    ::backtrace_symbols_fd(frames, ::backtrace(frames, 64), STDERR_FILENO);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// Reports, replies and files are not given to other programs.
class NoPrograms : public QObject
{
    Q_OBJECT
public Q_SLOTS:
    void open(const QUrl&) { }
};

} // namespace

class TestRandomClicks : public QObject
{
    Q_OBJECT

public:
    static inline test::WatchedApplication* application = nullptr;

private Q_SLOTS:
    void initTestCase();
    void neitherCrashesNorStalls();
    void cleanupTestCase();

private:
    void open(const QString& file);
    bool keep(std::int64_t step);
    void witness(const QString& action);

    QTemporaryDir m_folder;
    test::FakeRuns m_runs;
    NoPrograms m_programs;
    QFile m_log;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
    QStringList m_files;
    QString m_liveProject;
    std::vector<std::string> m_footprint;
    int m_campaigns = 0;
};

void TestRandomClicks::initTestCase()
{
    if (const std::string why = e2e::whyNotHere(); !why.empty())
        QSKIP(why.c_str());
    m_footprint = e2e::footprint();
    QVERIFY(m_folder.isValid());
    QVERIFY(QDir::setCurrent(m_folder.path()));
    for (const char* place : {"HOME", "XDG_DOCUMENTS_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(place, m_folder.path().toUtf8());
    for (const char* scheme : {"file", "http", "https", "mailto"})
        QDesktopServices::setUrlHandler(QLatin1String(scheme), &m_programs, "open");
    if (qEnvironmentVariableIsSet("MR_MONKEY_LOG")) {
        m_log.setFileName(qEnvironmentVariable("MR_MONKEY_LOG"));
        QVERIFY(m_log.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    }
    m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
    const e2e::MadeCampaigns made = e2e::makeCampaigns(m_folder.path().toStdString(), m_runs);
    m_runs.usual.time = std::chrono::milliseconds(1500);
    m_runs.usual.steps = 20;
    m_runs.special[3].end = store::RunState::Failed;
    m_runs.special[5].end = store::RunState::Invalid;
    m_liveProject = m_folder.filePath(QStringLiteral("live.millrace"));
    e2e::SmallProject live;
    live.repetitions = 50;
    live.steps = 60;
    live.computeTime = "20ms";
    const auto written = writeFileAtomically(m_liveProject.toStdString(), e2e::projectText(live));
    QVERIFY2(written, written ? "" : written.error().text().c_str());
    m_files = {QString::fromStdString(made.project.string()), QString::fromStdString(made.store.string()),
               m_liveProject};
    installTranslations(*application, QLocale());
    applyTheme(*application, Theme::Light);
    m_window = std::make_unique<MainWindow>(*m_settings);
    m_window->resize(1280, 800);
    m_window->show();
    QApplication::setActiveWindow(m_window.get());
    m_window->findChild<QAction*>(QStringLiteral("quit"))->setEnabled(false); // never leaves the program
    for (const QString& file : m_files)
        open(file);
}

void TestRandomClicks::open(const QString& file)
{
    m_window->openFile(file);
}

/// What the clicks close is opened again, what they stop is started again. True: that was this step's action.
bool TestRandomClicks::keep(std::int64_t step)
{
    for (CampaignPage* page : m_window->findChildren<CampaignPage*>()) {
        if (page->property("prepared").toBool())
            continue;
        page->setProperty("prepared", true);
        connect(&page->session(), &CampaignSession::stateChanged, this, [this, session = &page->session()] {
            m_campaigns += session->state() == CampaignSession::State::Checking ? 1 : 0;
        });
        const auto* document = [page] {
            QWidget* each = page;
            while (each != nullptr && qobject_cast<DocumentPage*>(each) == nullptr)
                each = each->parentWidget();
            return qobject_cast<DocumentPage*>(each);
        }();
        if (document != nullptr && document->file() == m_liveProject)
            page->setPrograms(qEnvironmentVariable("MR_BIN").toStdString());
        else
            page->setExecutor(m_runs.executor());
    }
    if (!m_window->isVisible())
        m_window->show();
    if (step % 400 != 1 || QApplication::activeModalWidget() != nullptr || QApplication::activePopupWidget() != nullptr)
        return false;
    application->setDoing(keeping);
    const auto pages = m_window->pages();
    for (const QString& file : m_files)
        if (std::ranges::none_of(pages, [&file](const DocumentPage* page) { return page->file() == file; }))
            open(file);
    for (qsizetype i = 0; i < pages.size() - 9; ++i)
        if (!m_files.contains(pages[pages.size() - 1 - i]->file()))
            m_window->findChild<QAction*>(QStringLiteral("close"))->trigger();
    for (auto* page : m_window->findChildren<ProjectPage*>())
        if (auto* campaign = page->findChild<CampaignPage*>();
            m_files.contains(page->file()) && !campaign->isActive()) {
            while (page->undoStack()->canUndo()) // what was typed may forbid every run
                page->undoStack()->undo();
            page->startCampaign();
        }
    return true;
}

void TestRandomClicks::witness(const QString& action)
{
    history.add(action);
    application->setDoing(action);
    if (m_log.isOpen())
        m_log.write(action.toUtf8() + '\n');
}

void TestRandomClicks::neitherCrashesNorStalls()
{
    const int seconds = std::max(1, qEnvironmentVariableIntValue("MR_MONKEY_SECONDS"));
    test::RandomClicks clicks(seed);
    clicks.setWatchdog([this](std::int64_t step) { return keep(step); });
    clicks.setWitness([this](const QString& action) { witness(action); });
    clicks.run(std::chrono::seconds(seconds));
    const double slowness = test::WatchedApplication::slowness();
    const auto limit = std::chrono::milliseconds(std::lround(100 * slowness));
    QStringList lines;
    int overLimit = 0;
    bool stalled = false;
    for (const auto& stall : application->stallsOver(std::chrono::milliseconds(50))) {
        if (stall.during == keeping)
            continue;
        // One pause may be the machine's: its speed is only known from the end of the clicks.
        overLimit += stall.time > limit;
        stalled = stalled || overLimit > 1 || stall.time > 2 * limit;
        lines.append(QStringLiteral("%1 ms %2 (after %3)")
                         .arg(static_cast<double>(stall.time.count()) / 1000)
                         .arg(stall.what, stall.during));
    }
    const QString summary =
        QStringLiteral("seed %1: %2 actions, %3 campaigns, %4 events; slowness %5, limit %6 ms; longest:\n  %7\n")
            .arg(seed)
            .arg(clicks.steps())
            .arg(m_campaigns)
            .arg(application->eventCount())
            .arg(slowness)
            .arg(limit.count())
            .arg(lines.mid(0, 40).join(QStringLiteral("\n  ")));
    std::fputs(summary.toUtf8().constData(), stderr); // the number of messages is limited
    QVERIFY2(clicks.steps() > seconds * 5, "so few actions prove nothing");
    QVERIFY(m_campaigns > 0);
#ifndef MR_SANITIZED
    QVERIFY2(!stalled, qPrintable(lines.mid(0, 10).join(QLatin1Char('\n'))));
#endif
}

void TestRandomClicks::cleanupTestCase()
{
    if (!m_window)
        return;
    for (CampaignPage* page : m_window->findChildren<CampaignPage*>())
        page->stopActivities();
    m_window.reset();
    for (const char* scheme : {"file", "http", "https", "mailto"})
        QDesktopServices::unsetUrlHandler(QLatin1String(scheme));
    QThreadPool::globalInstance()->waitForDone();
    QDir::setCurrent(QStringLiteral("/"));
    const std::string left = e2e::leftSince(m_footprint);
    QVERIFY2(left.empty(), left.c_str());
}

int main(int argc, char* argv[])
{
    if (!qEnvironmentVariableIsSet("MR_MONKEY_SECONDS"))
        qputenv("MR_MONKEY_SECONDS", "20");
    seed = qEnvironmentVariableIsSet("MR_MONKEY_SEED") ? qEnvironmentVariable("MR_MONKEY_SEED").toUInt() : 1;
    qputenv("QTEST_FUNCTION_TIMEOUT", "2147483647");
    QStandardPaths::setTestModeEnabled(true);
    test::WatchedApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("millrace"));
    QApplication::setQuitOnLastWindowClosed(false);
    TestRandomClicks::application = &application;
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL})
        std::signal(signal, onCrash);
    TestRandomClicks test;
    QStringList arguments = QApplication::arguments();
    arguments << QStringLiteral("-nocrashhandler") << QStringLiteral("-maxwarnings") << QStringLiteral("20");
    return QTest::qExec(&test, arguments);
}

#include "tst_random_clicks.moc"

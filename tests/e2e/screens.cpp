// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures of every page in many states, for the manual and for looking at them: millrace_screens FOLDER [--run].
// With --run a real campaign is executed on the emulated cluster, which takes some minutes and root's rights.

#include "tests/e2e/screens.h"
#include "core/base/file_io.h"
#include "tests/core/report/made_store.h"
#include "tests/ui/example_files.h"
#include "tests/ui/trace/made_pcap.h"
#include "translations/catalogues.h"
#include "ui/project/project_page.h"
#include "ui/results/compare_panel.h"
#include "ui/results/figure_panel.h"
#include "ui/results/result_page.h"
#include "ui/run/campaign_model.h"
#include "ui/run/campaign_page.h"
#include "ui/run/replay_page.h"
#include "ui/trace/trace_page.h"
#include "ui/trace/trace_session.h"

#include <QAction>
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include <fmt/format.h>
#include <functional>
#include <random>

using namespace millrace;
using namespace millrace::ui;
using namespace millrace::ui::screens;

namespace {

/// Strategies × loss × delay × batch, twenty times each; for looks only, never for figures in the manual.
std::vector<report::Made> pretendedRuns(int count)
{
    std::mt19937 random(1);
    std::normal_distribution<double> noise(1, 0.05);
    const char* strategies[] = {"STAR", "RING", "CLIQUE", "BINARY_TREE_STAR", "RING_ALLREDUCE"};
    std::vector<report::Made> runs;
    for (int i = 0; i < count; ++i) {
        report::Made& run = runs.emplace_back();
        const double loss = 0.005 * (i / 5 % 4);
        run.repetition = i / 100 + 1;
        run.factors = {report::textFactor("strategy", strategies[i % 5]),
                       report::numberFactor("loss", fmt::format("{}%", loss * 100), loss),
                       report::numberFactor("batch", std::to_string(8 << (i / 20 % 5)), 8 << (i / 20 % 5)),
                       report::textFactor("model", "resnet50")};
        const double step = 0.2 * noise(random) * (1 + 60 * loss) * (1 + 0.1 * (i % 5));
        run.metrics = {report::metric("step_mean", step, "s"),
                       report::metric("samples_per_second", 128 / step, "samples/s"),
                       report::metric("bus_bandwidth", 4e8 / step, "bit/s")};
        if (i % 97 == 0) {
            run.state = store::RunState::Failed;
            run.error = "rank 2 closed its connection while rank 0 waited for 65 536 bytes of tensor 14";
        }
    }
    return runs;
}

void shootStart(const Camera& camera)
{
    Session session(camera);
    session.shoot(QStringLiteral("start-first"));
    session.settings().addRecentFile(QStringLiteral("/srv/studies/loss and delay.millrace"));
    session.settings().addRecentFile(
        QStringLiteral("/srv/experiments/anna/2026/november/a-rather-long-name-of-a-store-with-results.mrdb"));
    session.shoot(QStringLiteral("start-again"));
    for (const char* name : {"preferences", "shortcuts", "palette", "manual", "about"}) {
        session.window().findChild<QAction*>(QString::fromLatin1(name))->trigger();
        wait(200);
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            if (widget->isVisible() && widget != &session.window() && widget->isWindow()) {
                camera.shoot(*widget, QStringLiteral("dialog-") + QString::fromLatin1(name));
                widget->close();
            }
        }
    }
}

void shootProject(const Camera& camera, const QString& name, const std::function<void(Session&)>& open)
{
    Session session(camera);
    open(session);
    session.ready();
    auto* page = session.page<ProjectPage>();
    if (!page)
        qFatal("no project");
    const auto& project = page->session().editor().project();
    const auto view = [](const char* kind, const std::string& item) {
        return QStringLiteral("%1:%2").arg(QString::fromLatin1(kind), QString::fromStdString(item));
    };
    QList<std::pair<QString, QString>> views{{QStringLiteral("overview"), QStringLiteral("overview")}};
    if (!project.clusters.empty())
        views.append({QStringLiteral("cluster"), view("cluster", project.clusters.front().name)});
    if (!project.workloads.empty())
        views.append({QStringLiteral("workload"), view("workload", project.workloads.front().name)});
    if (!project.grids.empty())
        views.append({QStringLiteral("grid"), view("grid", project.grids.front().name)});
    views.append({QStringLiteral("run"), QStringLiteral("run")});
    for (const auto& [label, where] : views) {
        page->showView(where);
        wait(700);
        session.shoot(name + QLatin1Char('-') + label);
    }
}

void shootResults(const Camera& camera, const QString& name, const QString& file)
{
    Session session(camera);
    session.open(file);
    auto* page = session.page<ResultPage>();
    auto* table = page->findChild<QTableView*>(QStringLiteral("runTable"));
    wait(2000, [table] { return table->model()->rowCount() > 0; });
    if (table->model()->rowCount() == 0) {
        session.shoot(name);
        return;
    }
    table->selectRow(1);
    wait(500);
    session.shoot(name + QStringLiteral("-run"));
    auto* tabs = page->findChild<QTabWidget*>(QStringLiteral("runTabs"));
    for (int tab = 1; tabs && tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        wait(500);
        session.shoot(QStringLiteral("%1-run-%2").arg(name).arg(tab));
    }
    page->showPanel(ResultPage::GroupTab);
    wait(500);
    session.shoot(name + QStringLiteral("-groups"));
    for (const auto kind : {report::FigureKind::Bars, report::FigureKind::Lines, report::FigureKind::Box,
                            report::FigureKind::Cdf, report::FigureKind::Scatter}) {
        page->plot(kind);
        wait(700);
        session.shoot(
            QStringLiteral("%1-figure-%2").arg(name, QString::fromStdString(std::string(report::kindName(kind)))));
    }
    page->showPanel(ResultPage::CompareTab);
    wait(700);
    session.shoot(name + QStringLiteral("-compare"));
}

/// A replay of a run: in progress and at its end.
void shootReplay(const Camera& camera, const QString& store)
{
    Session session(camera);
    session.settings().setValue(QStringLiteral("replay/speed"), 0);
    session.open(store);
    auto* page = session.page<ResultPage>();
    auto* table = page->findChild<QTableView*>(QStringLiteral("runTable"));
    wait(2000, [table] { return table->model()->rowCount() > 0; });
    table->selectRow(0);
    wait(500);
    page->findChild<QToolButton*>(QStringLiteral("replayRun"))->click();
    auto* replay = session.page<ReplayPage>();
    if (!replay)
        qFatal("no replay");
    wait(3000);
    session.shoot(QStringLiteral("replay-live"));
    replay->findChild<QToolButton*>(QStringLiteral("replayEnd"))->click();
    wait(10000, [replay] { return replay->report().has_value(); });
    wait(300);
    session.shoot(QStringLiteral("replay-end"));
}

void shootErrors(const Camera& camera)
{
    Session session(camera);
    session.window().openFile(test::writeBytes(session.folder(), QStringLiteral("broken.millrace"),
                                               "{\n  \"format\": \"millrace-project\",\n  broken"));
    wait(800);
    session.shoot(QStringLiteral("error-damaged"));
    session.window().openFile(QStringLiteral("/no/such/file.mrdb"));
    wait(300);
    session.shoot(QStringLiteral("error-missing"));
}

void shootTrace(const Camera& camera, const QString& name, const QStringList& files)
{
    Session session(camera);
    session.window().openFiles(files);
    session.ready();
    wait(900);
    session.shoot(name);
    auto* page = session.page<TracePage>();
    if (!page || page->session().trace()->summary.packets.all == 0)
        return;
    const Trace& trace = *page->session().trace();
    const TimeRange all = trace.range();
    TraceFocus focus;
    focus.time = snapToBins(trace, {all.begin + all.length() / 3, all.begin + all.length() / 2});
    focus.kind = TraceFocus::Kind::Flows;
    focus.rows = {0, std::min(2u, static_cast<std::uint32_t>(trace.summary.flows.size()) - 1)};
    page->setFocus(focus);
    wait(700);
    session.shoot(name + QStringLiteral("-selection"));
    page->showTab(TracePage::PacketTab);
    wait(1000);
    session.shoot(name + QStringLiteral("-packets"));
    page->setFocus({});
    const std::pair<TracePage::Tab, const char*> tabs[] = {{TracePage::PairTab, "pairs"},
                                                           {TracePage::NodeTab, "nodes"},
                                                           {TracePage::BurstTab, "bursts"},
                                                           {TracePage::MatrixTab, "matrix"},
                                                           {TracePage::LaneTab, "lanes"},
                                                           {TracePage::StepTab, "steps"},
                                                           {TracePage::DistributionTab, "distributions"},
                                                           {TracePage::IssueTab, "problems"}};
    for (const auto& [tab, label] : tabs) {
        page->showTab(tab);
        wait(1200);
        session.shoot(QStringLiteral("%1-%2").arg(name, QString::fromLatin1(label)));
    }
}

/// A page that never gets further than the beginning.
void shootReading(const Camera& camera)
{
    Session session(camera);
    TracePage page({QStringLiteral("/srv/captures/all-nodes.pcap.zst")}, session.settings());
    page.session().setReader([](const auto&, const auto&, const JobContext& job) -> Result<analysis::TrafficSummary> {
        while (!job.cancelled()) {
            job.progress(2, 5, "");
            QThread::msleep(5);
        }
        return fail(ErrorCode::Cancelled, "");
    });
    page.resize(size);
    page.show();
    page.reload();
    wait(500);
    camera.shoot(page, QStringLiteral("trace-reading"));
    page.session().cancel();
    camera.shoot(page, QStringLiteral("trace-cancelled"));
}

void shootTraces(const Camera& camera, const QString& real)
{
    const QTemporaryDir folder;
    const auto write = [&](const char* name, test::Bytes bytes) {
        const QString file = folder.filePath(QString::fromLatin1(name));
        test::writeBytes(file.toStdString(), bytes);
        return file;
    };
    const test::Bytes training = test::pcapFile({}, test::madeTraining());
    shootTrace(camera, QStringLiteral("trace"), {write("training.pcap", training)});
    test::Bytes cut = training;
    cut.resize(cut.size() - 100);
    shootTrace(camera, QStringLiteral("trace-damaged"), {write("cut.pcap", std::move(cut))});
    shootTrace(camera, QStringLiteral("trace-nothing"), {write("nothing.pcap", test::pcapFile({}, {}))});
    shootReading(camera);
    if (!real.isEmpty())
        shootTrace(camera, QStringLiteral("trace-real"), real.split(QLatin1Char(',')));
}

/// The quickstart, watched; returns the store.
QString shootRun(const Camera& camera, const QString& folder, const QString& programs)
{
    Session session(camera);
    const QString file = test::writeProject(folder, QStringLiteral("quickstart.millrace"));
    session.open(file);
    auto* page = session.page<ProjectPage>();
    page->showView(QStringLiteral("run"));
    wait(800);
    auto* campaign = page->findChild<CampaignPage*>();
    campaign->setPrograms(programs.toStdString());
    session.shoot(QStringLiteral("run-before"));
    campaign->start();
    wait(120'000, [campaign] { return campaign->model().counts().ended() >= 3; });
    wait(6500);
    session.shoot(QStringLiteral("run-monitor"));
    if (auto* tabs = page->findChild<CampaignPage*>()->findChild<QTabWidget*>()) {
        tabs->setCurrentIndex(1);
        session.shoot(QStringLiteral("run-log"));
        tabs->setCurrentIndex(0);
    }
    wait(400000, [campaign] { return !campaign->isActive() || campaign->model().counts().failed > 2; });
    wait(1'000);
    session.shoot(QStringLiteral("run-finished"));
    return folder + QStringLiteral("/quickstart.mrdb");
}

std::string withErrors()
{
    return R"({"format": "millrace-project", "version": 1, "name": "A project whose name is rather long, longer than what fits",
  "clusters": [{"name": "a cluster with a very long name that does not fit into the tree at the left", "nodes": [
    {"name": "node-in-the-first-rack-of-the-building-0"}, {"name": "node-in-the-first-rack-of-the-building-1", "slots": 0}],
    "links": [{"from": "nowhere", "to": "*", "loss": 0.01}]}],
  "workloads": [{"name": "resnet50 with a batch that is varied", "batch": 0}],
  "grids": [{"name": "all strategies under loss, delay and jitter", "cluster": "none", "workload": "none",
    "factors": [{"name": "strategy", "levels": ["RING", "TREEE"]}, {"name": "lsos", "levels": [0]}]}]})";
}

} // namespace

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("millrace"));
    QCommandLineParser options;
    options.addHelpOption();
    options.addOption({QStringLiteral("run"), QStringLiteral("Execute a real campaign, too.")});
    options.addOption(
        {QStringLiteral("store"), QStringLiteral("A store with a real campaign."), QStringLiteral("file")});
    options.addOption(
        {QStringLiteral("capture"), QStringLiteral("Real captures of one measurement."), QStringLiteral("file,file…")});
    options.addOption({QStringLiteral("only-traces"), QStringLiteral("The pages of captures alone.")});
    options.addOption({QStringLiteral("only-replay"), QStringLiteral("A replay of the store alone.")});
    options.addOption({QStringLiteral("only-remote"), QStringLiteral("Remote clusters alone.")});
    options.addOption({QStringLiteral("only-predictor"), QStringLiteral("The page of predictors alone.")});
    options.addOption({QStringLiteral("only-studies"), QStringLiteral("Published studies alone.")});
    options.addOption(
        {QStringLiteral("studies"), QStringLiteral("A store with imported studies."), QStringLiteral("file")});
    options.addOption({QStringLiteral("study"), QStringLiteral("The folder of a study."), QStringLiteral("folder")});
    options.addOption(
        {QStringLiteral("language"), QStringLiteral("en or de."), QStringLiteral("code"), QStringLiteral("en")});
    options.addPositionalArgument(QStringLiteral("folder"), QStringLiteral("Where the pictures go."));
    options.process(application);
    const QString folder = options.positionalArguments().value(0, QStringLiteral("."));
    QDir().mkpath(folder);
    QLocale::setDefault(options.value(QStringLiteral("language")) == QLatin1String("de")
                            ? QLocale(QLocale::German, QLocale::Germany)
                            : QLocale(QLocale::English, QLocale::UnitedStates));
    installTranslations(application, QLocale());

    const QTemporaryDir cache;
    qputenv("XDG_CACHE_HOME", cache.path().toUtf8());
    const report::MadeStore many(pretendedRuns(2000));
    const QTemporaryDir scratch;
    QString real = options.value(QStringLiteral("store"));
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        applyTheme(application, theme);
        const Camera camera(folder, theme);
        if (options.isSet(QStringLiteral("only-traces"))) {
            shootTraces(camera, options.value(QStringLiteral("capture")));
            continue;
        }
        if (options.isSet(QStringLiteral("only-replay"))) {
            shootReplay(camera, real);
            continue;
        }
        if (options.isSet(QStringLiteral("only-predictor"))) {
            shootPredictor(camera);
            continue;
        }
        if (!options.isSet(QStringLiteral("only-remote")))
            shootStudies(camera, options.value(QStringLiteral("studies")), options.value(QStringLiteral("study")));
        if (options.isSet(QStringLiteral("only-studies")))
            continue;
        shootRemote(camera);
        if (options.isSet(QStringLiteral("only-remote")))
            continue;
        shootStart(camera);
        shootProject(camera, QStringLiteral("empty"), [](Session& s) { s.window().newProject({}); });
        shootProject(camera, QStringLiteral("quickstart"),
                     [](Session& s) { s.window().newProject(QStringLiteral("quickstart")); });
        shootProject(camera, QStringLiteral("wan"),
                     [](Session& s) { s.window().newProject(QStringLiteral("loss-and-delay")); });
        shootProject(camera, QStringLiteral("problems"), [](Session& s) {
            s.open(test::writeBytes(s.folder(), QStringLiteral("problems.millrace"), withErrors()));
        });
        shootErrors(camera);
        shootPredictor(camera);
        shootTraces(camera, options.value(QStringLiteral("capture")));
        if (options.isSet(QStringLiteral("run")) && theme == Theme::Light)
            real = shootRun(camera, scratch.path(),
                            QDir::cleanPath(QCoreApplication::applicationDirPath() + QStringLiteral("/../bin")));
        shootResults(camera, QStringLiteral("nothing"),
                     test::writeStore(scratch.path(), 0, QStringLiteral("empty%1.mrdb").arg(int(theme))));
        shootResults(camera, QStringLiteral("many"), QString::fromStdString(many.database.file().string()));
        if (!real.isEmpty()) {
            shootResults(camera, QStringLiteral("results"), real);
            shootReplay(camera, real);
        }
    }
    return 0;
}

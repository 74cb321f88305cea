// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The result browser with a large store: how long until what was asked for is to be seen, and the longest time in which
// the window answered nothing. Needs no screen.

#include "core/store/result_query.h"
#include "tests/core/report/made_store.h"
#include "ui/base/search_line.h"
#include "ui/base/settings.h"
#include "ui/base/table_view.h"
#include "ui/results/compare_panel.h"
#include "ui/results/figure_panel.h"
#include "ui/results/group_panel.h"
#include "ui/results/result_model.h"
#include "ui/results/result_page.h"

#include <CLI/CLI.hpp>
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>
#include <fmt/format.h>
#include <random>

using namespace millrace;
using namespace millrace::ui;

namespace {

/// Strategies × loss × delay × batch, with the metrics that a real run has.
std::vector<report::Made> madeRuns(int count)
{
    std::mt19937 random(1);
    std::normal_distribution<double> noise(1, 0.05);
    std::vector<report::Made> runs;
    const char* strategies[] = {"STAR", "RING", "CLIQUE", "BINARY_TREE_STAR", "RING_ALLREDUCE"};
    for (int i = 0; i < count; ++i) {
        report::Made& run = runs.emplace_back();
        const double loss = 0.005 * (i / 5 % 4);
        const int batch = 8 << (i / 20 % 5);
        run.repetition = i / 500 + 1;
        run.factors = {report::textFactor("strategy", strategies[i % 5]),
                       report::numberFactor("loss", fmt::format("{}%", loss * 100), loss),
                       report::numberFactor("batch", std::to_string(batch), batch),
                       report::numberFactor("delay", fmt::format("{}ms", i / 100 % 5), i / 100 % 5 * 1e6, "ns"),
                       report::textFactor("model", "resnet50"),
                       report::numberFactor("workers", "4", 4)};
        for (int m = 0; m < 20; ++m)
            run.metrics.push_back(report::metric(fmt::format("metric_{}", m), noise(random), "s"));
        run.metrics.push_back(report::metric("step_mean", 0.2 * noise(random) * (1 + 60 * loss), "s"));
        run.metrics.push_back(report::metric("samples_per_second", 600 * noise(random), "samples/s"));
        if (i % 97 == 0) {
            run.state = store::RunState::Failed;
            run.error = "rank 2 closed its connection";
        }
    }
    return runs;
}

/// The longest time between two looks at the clock of an event loop that is asked every millisecond.
class StallWatch
{
public:
    StallWatch()
    {
        m_since.start();
        QObject::connect(&m_timer, &QTimer::timeout, [this] { m_longest = std::max(m_longest, m_since.restart()); });
        m_timer.start(1);
    }
    qint64 take()
    {
        m_since.restart();
        return std::exchange(m_longest, 0);
    }

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    qint64 m_longest = 0;
};

template <typename Sender, typename Signal>
double millisecondsUntil(Sender* sender, Signal signal, const std::function<void()>& start)
{
    QEventLoop loop;
    QObject::connect(sender, signal, &loop, &QEventLoop::quit);
    QElapsedTimer timer;
    timer.start();
    start();
    loop.exec();
    return static_cast<double>(timer.nsecsElapsed()) * 1e-6;
}

struct Bench
{
    StallWatch& stalls;
    template <typename Sender, typename Signal>
    void measure(const char* what, double bar, Sender* sender, Signal signal, const std::function<void(int)>& start)
    {
        std::vector<double> times;
        (void)stalls.take();
        for (int i = 0; i < 7; ++i)
            times.push_back(millisecondsUntil(sender, signal, [&] { start(i); }));
        QEventLoop rest;
        QTimer::singleShot(50, &rest, &QEventLoop::quit);
        rest.exec();
        std::ranges::sort(times);
        const double median = times[times.size() / 2];
        fmt::print("{:<44} {:>8.1f} {:>8.1f} {:>10} {:>8} {}\n", what, median, times.back(),
                   bar > 0 ? fmt::format("{:.0f}", bar) : "-", stalls.take(),
                   bar <= 0 || median <= bar ? "" : "SLOWER THAN THE BAR");
    }
};

} // namespace

int main(int argc, char** argv)
{
    int runs = 10'000;
    CLI::App options("Times of the result browser");
    options.add_option("--runs", runs, "Runs in the store")->capture_default_str();
    CLI11_PARSE(options, argc, argv);
    qputenv("QT_QPA_PLATFORM", qEnvironmentVariable("QT_QPA_PLATFORM", QStringLiteral("offscreen")).toUtf8());
    QApplication application(argc, argv);
    const report::MadeStore store(madeRuns(runs));
    const QString file = QString::fromStdString(store.database.file().string());
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    StallWatch stalls;
    Bench bench{stalls};
    fmt::print("{} runs with 6 factors and 22 metrics; times in ms until it is to be seen, of 7 tries\n\n", runs);
    fmt::print("{:<44} {:>8} {:>8} {:>10} {:>8}\n", "", "median", "longest", "bar", "stall");

    std::unique_ptr<ResultPage> page;
    std::vector<double> makes, shows;
    const auto open = [&](int) {
        page.reset();
        QElapsedTimer timer;
        timer.start();
        page = std::make_unique<ResultPage>(file, settings);
        makes.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
        page->resize(1280, 720);
        page->show();
        shows.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
        page->reload();
    };
    std::vector<double> opens;
    for (int i = 0; i < 5; ++i) {
        QElapsedTimer timer;
        timer.start();
        open(i);
        QEventLoop loop;
        QObject::connect(page.get(), &DocumentPage::loaded, &loop, &QEventLoop::quit);
        loop.exec();
        opens.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    }
    std::ranges::sort(opens);
    fmt::print("{:<44} {:>8.1f} {:>8.1f} {:>10} {:>8}\n", "open and list", opens[2], opens.back(), 500, stalls.take());

    for (const auto& [what, times] :
         {std::pair{"  of it: making the page", &makes}, {"  of it: until shown", &shows}}) {
        std::ranges::sort(*times);
        fmt::print("{:<44} {:>8.1f} {:>8.1f} {:>10}\n", what, (*times)[2], times->back(), "-");
    }

    ResultPage* shown = page.get();
    auto* filter = page->findChild<SearchLine*>(QStringLiteral("runFilter"));
    const char* typed[] = {"R", "RI", "RIN", "RING", "RING l", "RING loss=1%", "RING loss=1% step_mean<0.4"};
    bench.measure("filter keystroke", 50, shown, &DocumentPage::loaded,
                  [&](int i) { filter->search(QString::fromLatin1(typed[i])); });
    bench.measure("all again", 0, shown, &DocumentPage::loaded,
                  [&](int i) { filter->search(i % 2 == 0 ? QString() : QStringLiteral("RING")); });
    bench.measure("sort by a metric", 0, shown, &DocumentPage::loaded, [&](int i) {
        const auto& columns = shown->model().columns();
        const auto step = std::ranges::find(columns, "step_mean", &ResultColumn::name) - columns.begin();
        shown->model().sort(static_cast<int>(step), i % 2 == 0 ? Qt::DescendingOrder : Qt::AscendingOrder);
    });
    bench.measure("group by four factors", 0, &shown->groups(), &GroupPanel::shown,
                  [&](int) { shown->showPanel(ResultPage::GroupTab); });
    bench.measure("bars of all runs", 0, &shown->figure(), &FigurePanel::shown,
                  [&](int) { shown->plot(report::FigureKind::Bars); });
    bench.measure("scatter of all runs", 0, &shown->figure(), &FigurePanel::shown,
                  [&](int) { shown->plot(report::FigureKind::Scatter); });
    bench.measure("compare two strategies", 0, &shown->comparison(), &ComparePanel::shown, [&](int) {
        shown->comparison().setGroups("strategy=RING", "strategy=STAR");
        shown->showPanel(ResultPage::CompareTab);
    });
    return 0;
}

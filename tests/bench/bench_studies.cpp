// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// bench_studies [--quick] [--peer] [--data DIR]: a store with 1 000 runs (10 factors, 20 metrics) of which 100 have ten
// series of 10 000 points: how long until the runs are listed, until a keystroke in the filter is answered, and until
// the curves of the 100 runs can be compared; and the import of the multi-cloud study, where its data are. Each with
// its goal; the exit code is 1 when one was missed. --peer reads the same numbers from CSV with Python's own modules,
// as somebody does who exported them from a tracking service. Needs no screen.

#include "core/report/run_curves.h"
#include "core/studies/study_import.h"
#include "tests/core/report/made_store.h"
#include "ui/base/search_line.h"
#include "ui/base/settings.h"
#include "ui/results/curves_panel.h"
#include "ui/results/result_model.h"
#include "ui/results/result_page.h"

#include <CLI/CLI.hpp>
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>
#include <cmath>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <random>
#include <sys/resource.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::ui;
using report::need;

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr int factorCount = 10, metricCount = 20;

struct Size
{
    int runs = 1000;
    int withSeries = 100;
    int series = 10;
    int points = 10'000;
};

bool missed = false;

void print(std::string_view what, double median, double worst, double goal)
{
    const bool good = goal <= 0 || median <= goal;
    missed = missed || !good;
    fmt::print("{:<58} {:>9.1f} {:>9.1f} {:>7} {}\n", what, median, worst, goal > 0 ? fmt::format("{:.0f}", goal) : "-",
               good ? "" : "GOAL MISSED");
    std::fflush(stdout);
}

void print(std::string_view what, std::vector<double> times, double goal)
{
    std::ranges::sort(times);
    print(what, times[times.size() / 2], times.back(), goal);
}

/// Of all threads of this program; on a busy machine the wall clock counts the work of others as well.
double processorMilliseconds()
{
    rusage usage = {};
    (void)::getrusage(RUSAGE_SELF, &usage);
    const auto of = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) * 1e-3;
    };
    return of(usage.ru_utime) + of(usage.ru_stime);
}

double millisecondsOf(const std::function<void()>& work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return static_cast<double>(timer.nsecsElapsed()) * 1e-6;
}

template <typename Sender, typename Signal>
double millisecondsUntil(Sender* sender, Signal signal, const std::function<void()>& start)
{
    QEventLoop loop;
    QObject::connect(sender, signal, &loop, &QEventLoop::quit);
    return millisecondsOf([&] {
        start();
        loop.exec();
    });
}

/// Takes a file out of the page cache; what was written is written back before.
void evict(const std::filesystem::path& file)
{
    const int descriptor = ::open(file.c_str(), O_RDONLY);
    if (descriptor < 0)
        return;
    (void)::fdatasync(descriptor);
    (void)::posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
    (void)::close(descriptor);
}

void evictAll(const std::filesystem::path& folder)
{
    std::error_code code;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, code))
        if (entry.is_regular_file(code))
            evict(entry.path());
}

double valueAt(int run, int series, int point)
{
    return 0.2 + 0.01 * run + series + 0.1 * std::sin(0.002 * point * (series + 1)) + 1e-4 * (point * 7919 % 101);
}

std::string seriesName(int series)
{
    return fmt::format("metric.{}", series);
}

report::MadeStore makeStore(const Size& size)
{
    std::mt19937 random(1);
    std::normal_distribution<double> noise(1, 0.05);
    std::vector<report::Made> runs;
    const char* strategies[] = {"STAR", "RING", "CLIQUE", "BINARY_TREE_STAR", "RING_ALLREDUCE"};
    for (int i = 0; i < size.runs; ++i) {
        report::Made& run = runs.emplace_back();
        const double loss = 0.005 * (i / 5 % 4);
        run.factors = {report::textFactor("strategy", strategies[i % 5]),
                       report::numberFactor("loss", fmt::format("{}%", loss * 100), loss)};
        for (int f = 2; f < factorCount; ++f)
            run.factors.push_back(
                report::numberFactor(fmt::format("factor_{}", f), std::to_string(i / (f + 1) % 7), i / (f + 1) % 7));
        run.metrics = {report::metric("step_mean", 0.2 * noise(random) * (1 + 60 * loss), "s")};
        for (int m = 1; m < metricCount; ++m)
            run.metrics.push_back(report::metric(fmt::format("metric_{}", m), noise(random), "s"));
        run.repetition = i + 1;
    }
    report::MadeStore store(runs);
    for (int i = 0; i < size.withSeries; ++i) {
        std::vector<analysis::Series> all;
        for (int s = 0; s < size.series; ++s) {
            analysis::Series& series = all.emplace_back(analysis::Series{seriesName(s), "", "s", {}, {}});
            const std::int64_t start = store.clock.wall().count() + i * 10 * second;
            for (int p = 0; p < size.points; ++p) {
                series.times.push_back(start + p * second + (p * 104'729LL % 1000) * 1000);
                series.values.push_back(valueAt(i, s, p));
            }
        }
        (void)need(store::SeriesRepository(store.database).saveNew(store.ids[static_cast<std::size_t>(i)], all));
    }
    store.sql("PRAGMA wal_checkpoint(TRUNCATE)");
    return store;
}

void listAndFilter(const QString& file, Settings& settings, const Size& size)
{
    std::vector<double> opens, alls;
    std::unique_ptr<ResultPage> page;
    for (int i = 0; i < 5; ++i) {
        page.reset();
        evict(file.toStdString());
        QElapsedTimer timer;
        timer.start();
        page = std::make_unique<ResultPage>(file, settings);
        page->resize(1280, 720);
        page->show();
        opens.push_back(millisecondsUntil(page.get(), &DocumentPage::loaded, [&] { page->reload(); }));
        ResultModel& model = page->model();
        for (int row = 0; row < model.rowCount(); row += static_cast<int>(ResultModel::pageSize))
            if (model.rowAt(row) == nullptr)
                (void)millisecondsUntil(&model, &ResultModel::pagesRead, [&] { (void)model.index(row, 0).data(); });
        alls.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
        if (model.rowCount() != size.runs)
            qFatal("%d of %d runs are listed", model.rowCount(), size.runs);
    }
    print(fmt::format("open the store, first page of {} runs, page cache cold", size.runs), opens, 500);
    print("  all of them fetched, with making the window", alls, 500);

    auto* filter = page->findChild<SearchLine*>(QStringLiteral("runFilter"));
    const QString typed = QStringLiteral("RING loss=1% step_mean<0.4");
    std::vector<double> worst;
    for (qsizetype length = 1; length <= typed.size(); ++length) {
        const QString text = typed.left(length);
        if (!store::parseConditions(text.toStdString()))
            continue; // half a condition causes no query
        std::vector<double> times;
        // The page queries the store again only if the conditions change: from none to these and back.
        for (int i = 0; i < 3; ++i) {
            times.push_back(millisecondsUntil(page.get(), &DocumentPage::loaded, [&] { filter->search(text); }));
            (void)millisecondsUntil(page.get(), &DocumentPage::loaded, [&] { filter->search(QString()); });
        }
        std::ranges::sort(times);
        worst.push_back(times[times.size() / 2]);
    }
    std::ranges::sort(worst);
    print(fmt::format("a keystroke in the filter, the slowest of {}", worst.size()), worst.back(), worst.back(), 50);
    print("  the middle one of them", worst[worst.size() / 2], worst.back(), 50);
}

void checkCurves(const std::vector<report::SeriesCurves>& curves, const Size& size)
{
    const auto expected = static_cast<std::int64_t>(size.withSeries) * size.points;
    for (int s = 0; s < size.series; ++s) {
        const report::SeriesCurves& one = curves[static_cast<std::size_t>(s)];
        if (one.samples != expected || static_cast<int>(one.lines.size()) != size.withSeries)
            qFatal("%lld samples instead of %lld", static_cast<long long>(one.samples),
                   static_cast<long long>(expected));
        for (int run = 0; run < size.withSeries; run += 17) {
            double sum = 0, plain = 0;
            for (const report::CurveColumn& column : one.lines[static_cast<std::size_t>(run)].columns)
                sum += column.value * static_cast<double>(column.column.count);
            for (int p = 0; p < size.points; ++p)
                plain += valueAt(run, s, p);
            if (std::abs(sum - plain) > 1e-9 * std::abs(plain))
                qFatal("the columns hold %.17g instead of %.17g", sum, plain);
        }
    }
}

void compare(report::MadeStore& store, const Size& size, Settings& settings)
{
    const auto file = store.database.file();
    std::vector<std::string> names;
    for (int s = 0; s < size.series; ++s)
        names.push_back(seriesName(s));
    report::CurveOptions options;
    options.width = 800;
    const auto read = [&](const report::CurveOptions& wanted) {
        store::Database database = need(store::Database::openReadOnly(file));
        const report::CurveSubject subject = need(report::curveSubject(database, {}));
        return need(report::readCurves(file, subject.runs, names, wanted));
    };
    checkCurves(read(options), size);
    const std::string what =
        fmt::format("compare {} runs x {} series x {} points", size.withSeries, size.series, size.points);
    std::vector<double> cold, warm, grouped, processor;
    for (int i = 0; i < 5; ++i) {
        evict(file);
        cold.push_back(millisecondsOf([&] { (void)read(options); }));
        const double before = processorMilliseconds();
        warm.push_back(millisecondsOf([&] { (void)read(options); }));
        processor.push_back(processorMilliseconds() - before);
    }
    print(what + ", cold", cold, 1000);
    print(what + ", warm", warm, 1000);
    print("  processor time of it, all threads", processor, 0);
    options.groupBy = {"strategy"};
    for (int i = 0; i < 3; ++i)
        grouped.push_back(millisecondsOf([&] { (void)read(options); }));
    print("  as medians of 5 groups with quartiles", grouped, 1000);

    std::vector<double> shown;
    for (int i = 0; i < 3; ++i) {
        CurvesPanel panel(QString::fromStdString(file.string()), settings);
        panel.resize(640, 900);
        panel.setVisible(true);
        panel.chooseSeries(names);
        shown.push_back(millisecondsUntil(&panel, &CurvesPanel::shown, [&] { panel.show({}); }));
    }
    print("  in the window, one plot after the other", shown, 0);
}

void import(const std::filesystem::path& data)
{
    const auto folder = data / "multi-cloud";
    if (!std::filesystem::is_directory(folder)) {
        fmt::print("import of multi-cloud: left out, as there is no folder of its data\n");
        return;
    }
    std::vector<double> times;
    std::size_t runs = 0;
    for (int i = 0; i < 3; ++i) {
        const TemporaryFolder target = need(TemporaryFolder::make("bench-studies"));
        evictAll(folder);
        store::Database database = need(store::Database::create(target.path() / "study.mrdb"));
        Result<studies::StudyImportOutcome> outcome = fail(ErrorCode::Internal, "not imported");
        studies::StudyImportRequest request;
        request.study = "multi-cloud";
        request.folder = folder;
        times.push_back(millisecondsOf([&] { outcome = studies::importStudy(request, &database, {}); }));
        if (!outcome || outcome->runs.empty()) {
            fmt::print("import of multi-cloud: left out: {}\n",
                       outcome ? std::string("no runs were found") : outcome.error().text());
            return;
        }
        runs = outcome->runs.size();
    }
    print(fmt::format("import of multi-cloud, {} runs, cold", runs), times, 3000);
}

/// One file for each run, a row for each point, as tracking services export them.
void writeCsv(const std::filesystem::path& folder, const Size& size)
{
    for (int run = 0; run < size.withSeries; ++run) {
        std::ofstream out(folder / fmt::format("run-{}.csv", run));
        out << "time";
        for (int s = 0; s < size.series; ++s)
            out << ',' << seriesName(s);
        for (int p = 0; p < size.points; ++p) {
            out << '\n' << p;
            for (int s = 0; s < size.series; ++s)
                out << ',' << fmt::format("{}", valueAt(run, s, p));
        }
    }
}

void peer(const Size& size)
{
    const TemporaryFolder folder = need(TemporaryFolder::make("bench-studies-peer"));
    writeCsv(folder.path(), size);
    QProcess python;
    python.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    python.start(
        QStringLiteral("python3"),
        {QStringLiteral(MR_PEER_SCRIPT), QString::fromStdString(folder.path().string()), QStringLiteral("800")});
    if (!python.waitForFinished(-1) || python.exitCode() != 0) {
        fmt::print("python3 with the same numbers from CSV: left out, as it did not run\n");
        return;
    }
    for (const QByteArray& line : python.readAllStandardOutput().split('\n'))
        if (const auto parts = line.split('\t'); parts.size() == 2)
            print("  " + parts[0].toStdString(), parts[1].toDouble(), parts[1].toDouble(), 0);
}

} // namespace

int main(int argc, char** argv)
{
    Size size;
    bool quick = false, withPeer = false;
    std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    CLI::App options("Times of comparing many runs");
    options.add_flag("--quick", quick, "A tenth of the runs and of the points, without the import");
    options.add_flag("--peer", withPeer, "Python beside it");
    options.add_option("--data", data, "Folder of the studies' data");
    options.add_option("--runs", size.runs)->capture_default_str();
    options.add_option("--points", size.points)->capture_default_str();
    CLI11_PARSE(options, argc, argv);
    if (quick)
        size = {100, 10, 10, 1000};
    qputenv("QT_QPA_PLATFORM", qEnvironmentVariable("QT_QPA_PLATFORM", QStringLiteral("offscreen")).toUtf8());
    QApplication application(argc, argv);
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    fmt::print("{} runs with {} factors and {} metrics; {} of them with {} series of {} points\n", size.runs,
               factorCount, metricCount, size.withSeries, size.series, size.points);
    std::optional<report::MadeStore> made;
    const double making = millisecondsOf([&] { made.emplace(makeStore(size)); });
    const auto file = made->database.file();
    fmt::print("made in {:.1f} s; the store has {:.1f} MB\n\n", making * 1e-3,
               static_cast<double>(std::filesystem::file_size(file)) * 1e-6);
    fmt::print("{:<58} {:>9} {:>9} {:>7}\n", "ms", "median", "worst", "goal");
    listAndFilter(QString::fromStdString(file.string()), settings, size);
    compare(*made, size, settings);
    if (withPeer)
        peer(size);
    if (!quick && !data.empty())
        import(data);
    return missed ? 1 : 0;
}

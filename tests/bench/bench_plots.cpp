// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Time per frame of the timeline, compared with Qt Charts and QCustomPlot for the same data, size and lines of one
// pixel. "window" is the CPU time of the GUI thread, "picture" the time until new data or a new view is on the screen.
// 60 frames per second leave 16.7 ms.

#include "core/analysis/series_pyramid.h"
#include "tests/bench/plot_peers.h"
#include "ui/plots/live_series.h"
#include "ui/plots/timeline_canvas.h"
#include "ui/plots/timeline_plot.h"

#include <QApplication>
#include <QEventLoop>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

using namespace millrace;
using namespace millrace::ui;

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t start = 1'790'000'000 * second;
constexpr int lines = 32;
constexpr std::size_t manyPoints = 10'000'000;
constexpr std::int64_t manyStep = 100'000; ///< ns: 10 kHz
const QSize size(1000, 600);

double seconds(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double residentMegabytes()
{
    long total = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> total >> resident;
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

double valueAt(int line, std::size_t i)
{
    const double t = static_cast<double>(i) * 0.01;
    const bool busy = std::fmod(t + 0.07 * line, 1.3) < 0.8;
    return (busy ? 8e8 : 5e7) + 2e7 * line + 3e7 * std::sin(7 * t) + 2e7 * static_cast<double>(i * 7919 % 97) / 97;
}

struct Times
{
    std::vector<double> window, all, wait;

    /// Takes the times of one picture.
    template <typename Draw>
    void measure(Draw draw)
    {
        const double began = seconds(CLOCK_MONOTONIC), thread = seconds(CLOCK_THREAD_CPUTIME_ID),
                     process = seconds(CLOCK_PROCESS_CPUTIME_ID);
        draw();
        window.push_back(seconds(CLOCK_THREAD_CPUTIME_ID) - thread);
        all.push_back(seconds(CLOCK_PROCESS_CPUTIME_ID) - process);
        wait.push_back(seconds(CLOCK_MONOTONIC) - began);
    }
};

double quantile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void printHead()
{
    fmt::print("{:<46}{:>6} |{:>24} |{:>24} |{:>24} | pictures/s\n", "milliseconds", "", "window ", "all ", "wait ");
    fmt::print("{:<46}{:>6} |", "", "number");
    for (int i = 0; i < 3; ++i)
        fmt::print("{:>8}{:>8}{:>8} |", "min", "p50", "p99");
    fmt::print(" by all p50\n");
}

void print(const std::string& what, const Times& times)
{
    fmt::print("{:<46}{:>6} |", what, times.wait.size());
    for (const auto* values : {&times.window, &times.all, &times.wait})
        fmt::print("{:>8.2f}{:>8.2f}{:>8.2f} |", quantile(*values, 0) * 1e3, quantile(*values, 0.5) * 1e3,
                   quantile(*values, 0.99) * 1e3);
    fmt::print("{:>7.1f}\n", 1 / quantile(times.all, 0.5));
    std::fflush(stdout);
}

/// Our plot, and a clock around its pictures.
class OurPlot
{
public:
    explicit OurPlot(std::vector<TimelineSeries> series)
    {
        m_plot.setTitle(QStringLiteral("Throughput"));
        m_plot.setLegendVisible(false);
        m_plot.setOrigin(start);
        m_plot.setSeries(std::move(series));
        m_plot.setPaused(true); // pictures are made when this program asks for them
        m_plot.resize(size);
        m_plot.show();
        m_canvas = m_plot.findChild<TimelineCanvas*>();
    }

    /// Until the new view is drawn from the data.
    void show(TimeRange view, Times& times)
    {
        times.measure([&] {
            m_plot.setView(view);
            while (!m_canvas->frame() || m_canvas->frame()->view != m_plot.view())
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            m_canvas->repaint();
        });
    }

    /// Until the last picture is drawn where the new view wants it: what the hand feels.
    void moveAtOnce(TimeRange view, Times& times)
    {
        times.measure([&] {
            m_plot.setView(view);
            m_canvas->repaint();
        });
        QCoreApplication::processEvents();
    }

private:
    TimelinePlot m_plot;
    TimelineCanvas* m_canvas = nullptr;
};

void appendTo(std::vector<std::shared_ptr<LiveSeries>>& live, std::size_t from, std::size_t count)
{
    std::vector<std::int64_t> times(count);
    std::vector<double> values(count);
    for (int line = 0; line < lines; ++line) {
        for (std::size_t i = 0; i < count; ++i) {
            times[i] = start + static_cast<std::int64_t>(from + i) * second / 100;
            values[i] = valueAt(line, from + i);
        }
        live[static_cast<std::size_t>(line)]->append(times, values);
    }
}

/// 10 minutes of 32 series at 100 Hz, 0.3 s more in each picture. Shows the last minute, or all of it.
void liveOurs(bool all)
{
    std::vector<std::shared_ptr<LiveSeries>> live;
    std::vector<TimelineSeries> series;
    for (int line = 0; line < lines; ++line) {
        live.push_back(std::make_shared<LiveSeries>());
        series.push_back({QStringLiteral("node%1").arg(line), QStringLiteral("bit/s"), live.back(), line, true});
    }
    OurPlot plot(series);
    Times times;
    std::string memory = fmt::format("{:.0f} MB", residentMegabytes());
    constexpr std::size_t perFrame = 30;
    for (std::size_t at = 0; at < 60'000; at += perFrame) {
        appendTo(live, at, perFrame);
        const std::int64_t end = start + static_cast<std::int64_t>(at + perFrame) * second / 100;
        plot.show({all ? start : end - 60 * second, end}, times);
        if ((at + perFrame) % 15'000 == 0)
            memory += fmt::format(" {:.0f}", residentMegabytes());
    }
    print(all ? "live 32 x 100 Hz, all 10 min: Millrace" : "live 32 x 100 Hz, last 60 s: Millrace", times);
    std::string later;
    for (std::size_t minute = 10; minute < 360; ++minute) {
        appendTo(live, minute * 6000, 6000);
        if ((minute + 1) % 60 == 0)
            later += fmt::format(" {:.0f}", residentMegabytes());
    }
    if (!all)
        fmt::print("  resident at 0, 2.5, 5, 7.5, 10 min: {}; after 1, 2, … 6 h:{} MB\n", memory, later);
}

void livePeer(const bench::PeerKind& kind)
{
    const auto plot = kind.make(lines, size);
    Times times;
    constexpr std::size_t perFrame = 30;
    for (std::size_t at = 0; at < 60'000; at += perFrame) {
        const bool measured = at % 3000 == 0; // 20 of them: they take long
        for (int line = 0; line < lines; ++line) {
            QVector<QPointF> points;
            for (std::size_t i = at; i < at + perFrame; ++i)
                points << QPointF(static_cast<double>(i) * 0.01, valueAt(line, i));
            plot->append(line, points);
        }
        if (!measured || at < 6000)
            continue;
        const double end = static_cast<double>(at + perFrame) * 0.01;
        times.measure([&] { plot->show(end - 60, end, 0, 1.6e9); });
    }
    print("live 32 x 100 Hz, last 60 s: " + kind.name, times);
}

/// A whole series in memory.
class WholeSeries : public SeriesSource
{
public:
    analysis::SeriesPyramid pyramid;

    TimeRange range() const override { return {pyramid.times().front(), pyramid.times().back() + 1}; }
    std::vector<analysis::SeriesColumn> columns(std::int64_t begin, std::int64_t end, std::size_t width) const override
    {
        std::vector<analysis::SeriesColumn> columns = pyramid.columns(begin, end, width);
        addNeighbours(pyramid, begin, end, columns);
        return columns;
    }
    std::uint64_t revision() const noexcept override { return 0; }
};

/// 300 views: zooming in from all to 1000 samples about a place, panning there, zooming out again.
std::vector<TimeRange> journey()
{
    std::vector<TimeRange> views;
    const double all = static_cast<double>(manyPoints) * static_cast<double>(manyStep);
    const auto add = [&views](double middle, double length) {
        const auto begin = start + static_cast<std::int64_t>(middle - length / 2);
        views.push_back({begin, begin + static_cast<std::int64_t>(length)});
    };
    for (int i = 0; i < 100; ++i)
        add(all * 0.41, all * std::pow(1e-4, i / 99.0));
    for (int i = 0; i < 100; ++i)
        add(all * (0.3 + 0.004 * i), all * 0.05);
    for (int i = 0; i < 100; ++i)
        add(all * 0.6, all * std::pow(1e-4, 1 - i / 99.0));
    return views;
}

void manyOurs()
{
    auto series = std::make_shared<WholeSeries>();
    {
        std::vector<std::int64_t> times(manyPoints);
        std::vector<double> values(manyPoints);
        for (std::size_t i = 0; i < manyPoints; ++i) {
            times[i] = start + static_cast<std::int64_t>(i) * manyStep;
            values[i] = valueAt(0, i);
        }
        series->pyramid.append(times, values);
    }
    OurPlot plot({{QStringLiteral("node0"), QStringLiteral("bit/s"), series, 0, true}});
    Times fresh, atOnce;
    for (const TimeRange& view : journey())
        plot.show(view, fresh);
    for (const TimeRange& view : journey())
        plot.moveAtOnce(view, atOnce);
    print("zoom and pan over 10 M: Millrace, drawn anew", fresh);
    print("zoom and pan over 10 M: Millrace, at once", atOnce);
}

void manyPeer(const bench::PeerKind& kind)
{
    const auto plot = kind.make(1, size);
    {
        QVector<QPointF> points;
        points.reserve(manyPoints);
        for (std::size_t i = 0; i < manyPoints; ++i)
            points << QPointF(static_cast<double>(i) * static_cast<double>(manyStep) * 1e-9, valueAt(0, i));
        plot->append(0, points);
    }
    Times times;
    const std::vector<TimeRange> views = journey();
    const bool slow = kind.name == "Qt Charts";
    for (std::size_t i = 0; i < views.size(); i += slow ? 150 : 3) {
        const double begin = static_cast<double>(views[i].begin - start) * 1e-9;
        const double end = static_cast<double>(views[i].end - start) * 1e-9;
        times.measure([&] { plot->show(begin, end, 0, 1e9); });
    }
    print("zoom and pan over 10 M: " + kind.name, times);
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    printHead();
    liveOurs(false);
    liveOurs(true);
    const std::vector<bench::PeerKind> peers = argc > 1 ? std::vector<bench::PeerKind>() : bench::peerKinds();
    for (const bench::PeerKind& kind : peers)
        livePeer(kind);
    manyOurs();
    for (const bench::PeerKind& kind : peers)
        manyPeer(kind);
    return 0;
}

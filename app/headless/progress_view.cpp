// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/progress_view.h"

#include "app/headless/common.h"
#include "core/base/json_fields.h"
#include "core/base/units.h"
#include "core/report/usual_metrics.h"
#include "core/store/metric_kinds.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace millrace::headless {

namespace {

using store::RunState;

std::size_t errorWidth()
{
    winsize size{};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

const store::Metric* findMetric(const run::RunOutcome& outcome, std::string_view name)
{
    const auto it = std::ranges::find_if(
        outcome.metrics, [name](const auto& each) { return each.name == name && each.subject.empty(); });
    return it == outcome.metrics.end() ? nullptr : &*it;
}

Json headingJson(const run::RunRef& heading, std::string_view event)
{
    return {{"event", event},           {"run", heading.run.value},         {"position", heading.position},
            {"total", heading.total},   {"repetition", heading.repetition}, {"attempt", heading.attempt},
            {"warmup", heading.warmup}, {"factors", heading.label}};
}

} // namespace

ProgressStyle chooseProgressStyle(bool json, bool quiet)
{
    if (json)
        return ProgressStyle::Json;
    if (quiet)
        return ProgressStyle::Quiet;
    const char* terminal = std::getenv("TERM");
    const bool plain = ::isatty(STDERR_FILENO) == 0 || std::getenv("NO_COLOR") != nullptr || terminal == nullptr
        || std::string_view(terminal) == "dumb";
    return plain ? ProgressStyle::Plain : ProgressStyle::Terminal;
}

void ProgressView::showLine(const std::string& text)
{
    clearStatus();
    fmt::print(stderr, "{}\n", text);
}

void ProgressView::clearStatus()
{
    if (m_statusShown)
        fmt::print(stderr, "\r\x1b[K");
    m_statusShown = false;
}

void ProgressView::showStatus()
{
    if (m_style != ProgressStyle::Terminal)
        return;
    std::string text = fmt::format("[{}/{}] {}", m_progress.finished, m_progress.total, m_doing);
    if (m_progress.failed + m_progress.invalid > 0)
        text += fmt::format(" | {} failed, {} invalid", m_progress.failed, m_progress.invalid);
    if (m_progress.left > Nanoseconds(0))
        text +=
            fmt::format(" | about {} left", humanDuration(std::chrono::ceil<std::chrono::seconds>(m_progress.left)));
    fmt::print(stderr, "\r\x1b[K{}", text.substr(0, errorWidth() - 1));
    std::fflush(stderr);
    m_statusShown = true;
    m_lastStatus = monotonicNow();
}

void ProgressView::campaignMoved(const run::CampaignProgress& progress)
{
    m_progress = progress;
    if (m_style == ProgressStyle::Json)
        printLine({{"event", "campaign"},
                   {"project", progress.project},
                   {"grid", progress.grid},
                   {"total", progress.total},
                   {"finished", progress.finished},
                   {"failed", progress.failed},
                   {"invalid", progress.invalid},
                   {"elapsed_s", std::chrono::duration<double>(progress.elapsed).count()},
                   {"left_s", std::chrono::duration<double>(progress.left).count()}});
    showStatus();
}

void ProgressView::runMoved(const run::RunRef& heading, RunState state)
{
    m_doing = fmt::format("{}: {}", heading.label, store::stateName(state));
    if (m_style == ProgressStyle::Json && !store::isFinal(state)) {
        Json object = headingJson(heading, "state");
        object["state"] = store::stateName(state);
        printLine(std::move(object));
    }
    if (!store::isFinal(state))
        showStatus();
}

void ProgressView::iteration(const run::RunRef& heading, const monitor::IterationEvent& event)
{
    if (event.origin.rank != 0)
        return;
    if (m_style == ProgressStyle::Json) {
        Json object = headingJson(heading, "step");
        object["step"] = event.iteration;
        object["warmup_step"] = event.warmup;
        if (event.duration)
            object["step_s"] = std::chrono::duration<double>(*event.duration).count();
        if (event.samplesPerSecond)
            object["samples_per_second"] = *event.samplesPerSecond;
        printLine(std::move(object));
    }
    const std::string pace = event.duration ? humanDuration(*event.duration)
        : event.samplesPerSecond            ? fmt::format("{:.1f} samples/s", *event.samplesPerSecond)
                                            : "";
    m_doing =
        fmt::format("{}: {} {}, {}", heading.label, event.warmup ? "warm-up step" : "step", event.iteration, pace);
    if (monotonicNow() - m_lastStatus > std::chrono::milliseconds(100))
        showStatus();
}

void ProgressView::runEnded(const run::RunRef& heading, const run::RunOutcome& outcome)
{
    if (m_style == ProgressStyle::Json) {
        Json object = headingJson(heading, "run");
        object["state"] = store::stateName(outcome.state);
        if (!outcome.error.what.empty())
            object["error"] = {{"code", errorCodeName(outcome.error.code)}, {"text", outcome.error.text()}};
        for (const store::Metric& metric : outcome.metrics)
            if (metric.subject.empty())
                object["metrics"][metric.name] = {{"value", metric.value}, {"unit", metric.unit}};
        printLine(std::move(object));
        return;
    }
    const bool good = outcome.state == RunState::Done;
    if (m_style == ProgressStyle::Quiet && good)
        return;
    std::string text = fmt::format("{:>{}}/{} {:<9} {}", heading.position, std::to_string(heading.total).size(),
                                   heading.total, store::stateName(outcome.state), heading.label);
    if (heading.warmup)
        text += " (warm-up)";
    const report::ShownStep step = report::shownStep(outcome.metrics);
    const auto time = [](double seconds) {
        return humanDuration(Nanoseconds(static_cast<std::int64_t>(seconds * 1e9)));
    };
    if (step.isLoaded())
        text += fmt::format("  step under load {}, before {}", time(step.time), time(step.baseline));
    else if (std::isfinite(step.time))
        text += fmt::format("  step {}", time(step.time));
    if (const auto* rate = findMetric(outcome, store::metrics::samplesPerSecond.name);
        rate != nullptr && !step.isLoaded())
        text += fmt::format("  {:.1f} samples/s", rate->value);
    if (!good)
        text += "\n    " + outcome.error.text();
    showLine(text);
}

void ProgressView::notice(std::string_view text)
{
    if (m_style == ProgressStyle::Json)
        printLine({{"event", "notice"}, {"text", text}});
    else
        showLine(std::string(text));
}

} // namespace millrace::headless

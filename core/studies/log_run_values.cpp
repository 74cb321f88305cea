// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/log_run_values.h"

#include "core/base/json_fields.h"
#include "core/base/seconds.h"
#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/store/printed_series.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies {

namespace {

constexpr std::int64_t oneSecond = 1'000'000'000;
constexpr std::int64_t latest = 9'000'000'000'000'000'000;
constexpr std::size_t mostEvents = 100'000;

/// Names that the framework spells differently.
std::string factorName(const std::string& setting)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> names = {
        {{"np", "workers"}, {"bs", "batch"}, {"kf-opt", "optimizer"}, {"nccl_built", "nccl"}}};
    for (const auto& [theirs, ours] : names)
        if (theirs == setting)
            return std::string(ours);
    return setting;
}

} // namespace

std::string LogRunValues::nodeOf(const monitor::EventOrigin& origin)
{
    std::string node = !origin.worker.empty() ? origin.worker.substr(0, 64)
        : origin.rank >= 0                    ? fmt::format("rank {}", origin.rank)
                                              : std::string();
    if (m_speakers.contains(node) || m_speakers.size() < mostSpeakers)
        return node;
    countIssue(m_issues, {"speakers-beyond", Severity::Warning, 1, "more than 4096 workers speak", node});
    return {};
}

void LogRunValues::add(const std::string& series, const std::string& node, std::string_view unit, std::int64_t time,
                       double value)
{
    if (++m_samples > mostSamples) {
        countIssue(m_issues, {"samples-beyond", Severity::Warning, 1, "more than 5 000 000 values", series});
        return;
    }
    const auto [known, isNew] = m_places.try_emplace({series, node}, SeriesState{m_series.size(), -1});
    if (isNew)
        m_series.push_back({series, node, std::string(unit), {}, {}});
    time = std::clamp<std::int64_t>(std::max(time, known->second.last), 0, latest);
    known->second.last = time;
    m_series[known->second.place].times.push_back(time);
    m_series[known->second.place].values.push_back(std::isfinite(value) ? value : unknown);
}

std::int64_t LogRunValues::timeOf(const std::string& series, const std::string& node,
                                  const monitor::EventOrigin& origin)
{
    if (origin.timedByWorker)
        return std::clamp<std::int64_t>(origin.wall.count(), 0, latest);
    const Speaker& who = speaker(node);
    const auto known = m_places.find({series, node});
    const std::int64_t last = known == m_places.end() ? -1 : known->second.last;
    if (!who.hasIteration)
        return last < 0 ? 0 : last + oneSecond;
    return who.now.count() > last ? who.now.count() : last + oneSecond / 1000;
}

void LogRunValues::addEvent(const store::EventKind& kind, const monitor::EventOrigin& origin, std::string text,
                            std::string json)
{
    if (m_events.size() == mostEvents) {
        countIssue(m_issues,
                   {"events-beyond", Severity::Warning, 1, "more than 100 000 events", std::string(kind.name)});
        return;
    }
    const std::string node = nodeOf(origin);
    const Nanoseconds time = origin.timedByWorker ? origin.wall : speaker(node).now;
    m_events.push_back({time, {}, std::string(kind.name), node, std::move(text), std::move(json)});
}

void LogRunValues::setting(const std::string& name, const std::string& value)
{
    if (!value.empty() && value.size() < 256 && (m_settings.size() < 64 || m_settings.contains(name)))
        m_settings.insert_or_assign(factorName(name), value);
}

void LogRunValues::take(const monitor::IterationEvent& event)
{
    if (event.warmup) {
        ++m_warmups;
        return;
    }
    const std::string node = nodeOf(event.origin);
    Speaker& who = speaker(node);
    const double duration = event.duration ? seconds(*event.duration) : 0;
    const Nanoseconds numbered{std::clamp<std::int64_t>(event.iteration, 0, latest / oneSecond) * oneSecond};
    if (event.origin.timedByWorker)
        who.now = event.origin.wall;
    else if (duration > 0)
        who.now += std::min<Nanoseconds>(*event.duration, std::chrono::hours(24));
    else
        who.now = who.hasIteration && numbered <= who.now ? who.now + std::chrono::seconds(1) : numbered;
    who.now = std::clamp(who.now, Nanoseconds(0), Nanoseconds(latest));
    who.hasIteration = true;
    const std::int64_t time = who.now.count();
    double rate = event.samplesPerSecond.value_or(unknown);
    if (duration > 0 && event.samples)
        rate = static_cast<double>(*event.samples) / duration;
    if (std::isfinite(rate)) {
        add("throughput", node, "samples/s", time, rate);
        if (who.rates.size() < mostSamples) {
            who.rates.push_back(rate);
            who.numbers.push_back(event.iteration);
        }
    }
    if (duration > 0) {
        add("training.step_time", node, "s", time, duration);
        if (m_steps.size() < mostSamples)
            m_steps[event.iteration] = std::max(m_steps[event.iteration], duration);
    }
    if (event.compute)
        add("step.compute", node, "s", time, seconds(*event.compute));
    if (event.communication)
        add("step.communication", node, "s", time, seconds(*event.communication));
    if (event.loss)
        add("training.loss", node, "", time, *event.loss);
    if (event.workers)
        add("cluster.size", "", "", time, *event.workers);
}

void LogRunValues::take(const monitor::MetricEvent& event)
{
    const store::PrintedSeries* kind = store::findPrintedSeries(event.name);
    if (event.name == "reference-throughput")
        m_reference = event.value * 8;
    if (kind == nullptr)
        return;
    const std::string node = kind->ofJob ? std::string() : nodeOf(event.origin);
    const std::string series(kind->series.name);
    std::int64_t time = timeOf(series, node, event.origin);
    if (event.iteration && event.name != "cluster-size" && !event.origin.timedByWorker)
        time = std::clamp<std::int64_t>(*event.iteration, 0, latest / oneSecond) * oneSecond;
    add(series, node, kind->series.unit, time, event.value * kind->factor);
    if (event.limit)
        add("allreduce.limit", node, "bit/s", time, *event.limit * 8);
    if (event.name == "samples-per-second" && speaker(node).reports.size() < mostSamples)
        speaker(node).reports.push_back(event.value);
}

void LogRunValues::take(const monitor::ResizeEvent& event, const std::string& file, std::uint64_t line)
{
    if (event.summary || !event.duration || m_resizes.size() >= mostEvents)
        return;
    const std::string node = nodeOf(event.origin);
    const double duration = seconds(*event.duration);
    // Each remaining worker prints its own line; the resize takes as long as the slowest reports.
    if (m_resizes.empty() || m_resizes.back().from != event.from || m_resizes.back().to != event.to
        || m_resizes.back().speakers.contains(node)) {
        m_resizes.push_back({event.from, event.to, 0, {}});
        add("cluster.size", "", "", timeOf("cluster.size", {}, event.origin), event.to);
    }
    m_resizes.back().seconds = std::max(m_resizes.back().seconds, duration);
    m_resizes.back().speakers.insert(node);
    const Json json{{"from", event.from}, {"to", event.to}, {"seconds", duration}, {"line", line}, {"file", file}};
    addEvent(store::events::resize, event.origin,
             fmt::format("{} → {} workers in {} s", event.from, event.to, shortest(duration)),
             json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void LogRunValues::take(const monitor::ResultEvent& event)
{
    if (event.unit == "B/s")
        m_bytes = event.mean;
    if (event.unit == "samples/s in total")
        m_total = event.mean;
    if (event.workers > 0)
        setting("workers", std::to_string(event.workers));
    for (const auto& [name, value] : event.settings)
        setting(name, value);
    if (event.unit != "samples/s")
        return;
    Speaker& who = speaker(nodeOf(event.origin));
    if (who.isFinal && !event.final)
        return;
    who.printed = event.mean;
    who.spread = event.spread;
    who.isFinal = event.final;
}

void LogRunValues::take(const monitor::StartEvent& event)
{
    if (event.workers > 0)
        setting("workers", std::to_string(event.workers));
    if (event.batch > 0)
        setting("batch", std::to_string(event.batch));
    setting("model", event.model);
    setting("strategy", event.strategy);
}

void LogRunValues::take(const monitor::SettingEvent& event)
{
    if (event.group == "workload")
        setting(event.name, event.value);
}

void LogRunValues::take(const monitor::PhaseEvent& event)
{
    if (event.duration)
        m_phases[event.phase] = std::max(m_phases[event.phase], seconds(*event.duration));
}

void LogRunValues::take(const monitor::LogEvent& event, const std::string& file, std::uint64_t line)
{
    if (const auto* iteration = std::get_if<monitor::IterationEvent>(&event))
        take(*iteration);
    else if (const auto* figure = std::get_if<monitor::MetricEvent>(&event))
        take(*figure);
    else if (const auto* resize = std::get_if<monitor::ResizeEvent>(&event))
        take(*resize, file, line);
    else if (const auto* result = std::get_if<monitor::ResultEvent>(&event))
        take(*result);
    else if (const auto* start = std::get_if<monitor::StartEvent>(&event))
        take(*start);
    else if (const auto* set = std::get_if<monitor::SettingEvent>(&event))
        take(*set);
    else if (const auto* phase = std::get_if<monitor::PhaseEvent>(&event))
        take(*phase);
    else if (const auto* change = std::get_if<monitor::SwitchEvent>(&event))
        addEvent(store::events::interference, change->origin, change->stage, {});
    else if (const auto* failure = std::get_if<monitor::FailureEvent>(&event))
        addEvent(store::events::workerError, failure->origin, failure->what, {});
    else if (const auto* finish = std::get_if<monitor::FinishEvent>(&event)) {
        if (finish->duration)
            m_runtime = std::max(m_runtime.value_or(0), seconds(*finish->duration));
        if (finish->workers > 0 && !m_settings.contains("workers"))
            setting("workers", std::to_string(finish->workers));
    }
}

void LogRunValues::repeated(double rate)
{
    if (std::isfinite(rate) && m_repeated.size() < mostSamples)
        m_repeated.push_back(rate);
}

} // namespace millrace::studies

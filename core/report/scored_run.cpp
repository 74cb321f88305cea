// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/scored_run.h"

#include "core/base/seconds.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/base/unknown.h"
#include "core/monitor/iteration_time.h"
#include "core/report/campaign_data.h"
#include "core/store/event_kinds.h"
#include "core/store/event_repository.h"
#include "core/store/metric_kinds.h"
#include "core/store/series_kinds.h"
#include "core/store/series_repository.h"
#include "core/store/series_subject.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>

namespace millrace::report {

namespace {

using ScoreJson = nlohmann::json;

constexpr int mostRanks = 4096;

/// "rank 12" → 12
std::optional<int> rankOf(std::string_view text)
{
    const auto subject = store::parseSubject(text);
    return subject && !subject->peer && subject->rank < mostRanks ? std::optional(subject->rank) : std::nullopt;
}

/// "worker 12" → 12
std::optional<int> workerOf(std::string_view text)
{
    constexpr std::string_view word = "worker ";
    if (!text.starts_with(word))
        return std::nullopt;
    const auto number = parseInteger(text.substr(word.size()));
    return number && *number >= 0 && *number < mostRanks ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

double numberAt(const ScoreJson& object, const char* key)
{
    const auto it = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && it != object.end() && it->is_number() ? it->get<double>() : unknown;
}

std::int64_t integerAt(const ScoreJson& object, const char* key)
{
    const double value = numberAt(object, key);
    return std::abs(value) < 9e18 ? static_cast<std::int64_t>(value) : 0;
}

int smallAt(const ScoreJson& value)
{
    const double number = value.is_number() ? value.get<double>() : unknown;
    return std::abs(number) < mostRanks ? static_cast<int>(number) : -1;
}

using Samples = std::map<std::int64_t, double>; ///< by time

/// Collects the parts of a run.
class Reader
{
public:
    Reader(store::Database& database, const store::ResultRow& row) : m_database(database), m_row(row) { }

    Result<ScoredRun> read(const JobContext& job)
    {
        MR_CHECK(readEvents());
        MR_CHECK(readSeries(job));
        makeSteps();
        if (m_run.job.steps.empty()) {
            m_run.problem = "no iterations reported";
            return std::move(m_run);
        }
        makeTruth();
        std::ranges::stable_sort(m_run.job.links, {}, &monitor::LinkSample::wall);
        std::ranges::stable_sort(m_run.job.nodes, {}, &monitor::NodeSight::wall);
        return std::move(m_run);
    }

private:
    Result<void> readEvents();
    void take(const store::Event& event);
    void takePhase(const store::Event& event);
    void takeTraffic(const std::string& text);
    void takeLaunch(std::string_view commands);
    Result<void> readSeries(const JobContext& job);
    Result<Samples> samplesOf(store::SeriesId id);
    Result<void> readLinks(const store::SeriesRecord& record, int from, int to);
    Result<void> readNode(const store::SeriesRecord& record, int rank);
    void makeSteps();
    struct PhaseTimes
    {
        std::vector<double> before, loaded, after; ///< s
    };
    [[nodiscard]] PhaseTimes phaseTimes(monitor::InjectedSlowdown& truth) const;
    void makeTruth();
    /// Nothing was injected: no phases, or a slow-down of 0.
    [[nodiscard]] bool isControl() const;
    [[nodiscard]] double asked() const; ///< slow-down; NaN: only a rate was
    [[nodiscard]] int rankOn(const std::string& node) const;

    store::Database& m_database;
    const store::ResultRow& m_row;
    ScoredRun m_run;
    std::int64_t m_benchmark = 0, m_baseline = 0, m_loaded = 0, m_recovery = 0; ///< wall clock
    double m_asked = unknown; ///< slow-down of the profile
    std::set<std::string> m_sources; ///< nodes
    std::set<std::string> m_destinations;
    std::map<std::string, int, std::less<>> m_rankOnNode;
    std::map<int, Samples> m_time, m_compute, m_communication; ///< by rank
};

Result<void> Reader::readEvents()
{
    store::EventRepository repository(m_database);
    for (const store::EventKind& kind : {store::events::phase, store::events::crossTraffic, store::events::workerStart,
                                         store::events::alarm, store::events::launchPlan}) {
        store::EventQuery query;
        query.kind = kind.name;
        for (bool more = true; more;) {
            MR_TRY(page, repository.events(m_row.run.id, query));
            for (const store::Event& event : page.events)
                take(event);
            query.after = page.next;
            more = !page.atEnd;
        }
    }
    return {};
}

void Reader::take(const store::Event& event)
{
    if (event.kind == store::events::phase) {
        takePhase(event);
    } else if (event.kind == store::events::crossTraffic) {
        takeTraffic(event.json);
    } else if (event.kind == store::events::launchPlan) {
        takeLaunch(event.text);
    } else if (event.kind == store::events::workerStart) {
        if (const auto rank = workerOf(event.text))
            m_rankOnNode.emplace(event.node, *rank);
    } else {
        std::string detector;
        monitor::Alarm alarm = parseAlarm(event.json, detector);
        alarm.wall = event.wall;
        alarm.sentence = event.text;
        m_run.live[detector].push_back(std::move(alarm));
    }
}

void Reader::takePhase(const store::Event& event)
{
    const std::int64_t wall = event.wall.count();
    if (event.text == "benchmark")
        m_benchmark = m_benchmark == 0 ? wall : std::min(m_benchmark, wall);
    else if (event.text == "baseline")
        m_baseline = wall;
    else if (event.text == "loaded")
        m_loaded = wall;
    else if (event.text == "recovery")
        m_recovery = wall;
}

/// The strategy that the workers were started with.
void Reader::takeLaunch(std::string_view commands)
{
    constexpr std::string_view option = "--strategy ";
    const std::size_t at = commands.find(option);
    if (at == commands.npos)
        return;
    const std::string_view rest = commands.substr(at + option.size());
    if (const auto strategy = collective::parseStrategy(rest.substr(0, rest.find_first_of(" \n"))))
        m_run.strategy = *strategy;
}

void Reader::takeTraffic(const std::string& text)
{
    const ScoreJson details = ScoreJson::parse(text, nullptr, false);
    if (!details.is_object())
        return;
    m_asked = numberAt(details, "slowdown");
    if (const auto it = details.find("slowdown"); it != details.end() && it->is_string())
        if (const auto fraction = parseFraction(it->get<std::string>()))
            m_asked = *fraction;
    for (const auto& [key, into] : {std::pair{"sources", &m_sources}, std::pair{"destinations", &m_destinations}})
        if (const auto it = details.find(key); it != details.end() && it->is_array())
            for (const ScoreJson& node : *it)
                if (node.is_string())
                    into->insert(node.get<std::string>());
    // Without a matrix, the first source sends only to the first destination.
    if (!details.contains("matrix"))
        if (const auto it = details.find("destinations"); it != details.end() && it->is_array() && !it->empty())
            if (it->front().is_string())
                m_destinations = {it->front().get<std::string>()};
}

Result<Samples> Reader::samplesOf(store::SeriesId id)
{
    Issues issues;
    MR_TRY(series, store::SeriesRepository(m_database).read(id, issues));
    Samples samples;
    for (std::size_t i = 0; i < series.times.size(); ++i)
        samples.emplace(series.times[i], series.values[i]);
    return samples;
}

Result<void> Reader::readSeries(const JobContext& job)
{
    MR_TRY(all, store::SeriesRepository(m_database).list(m_row.run.id));
    for (const store::SeriesRecord& record : all) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled while iterations were read");
        auto* into = record.name == store::series::stepTime.name   ? &m_time
            : record.name == store::series::stepCompute.name       ? &m_compute
            : record.name == store::series::stepCommunication.name ? &m_communication
                                                                   : nullptr;
        if (const auto rank = rankOf(record.node); into != nullptr && rank) {
            MR_TRY(samples, samplesOf(record.id));
            (*into)[*rank] = std::move(samples);
        } else if (record.name == store::series::linkAcked.name) {
            if (const auto link = store::parseSubject(record.node); link && link->peer)
                MR_CHECK(readLinks(record, link->rank, *link->peer));
        } else if (record.name == store::series::netReceived.name) {
            if (const int first = rankOn(record.node); first >= 0)
                MR_CHECK(readNode(record, first));
        }
    }
    return {};
}

Result<void> Reader::readLinks(const store::SeriesRecord& record, int from, int to)
{
    store::SeriesRepository repository(m_database);
    MR_TRY(acked, samplesOf(record.id));
    namespace series = store::series;
    std::map<std::string_view, Samples> others;
    for (const std::string_view name :
         {series::linkRtt.name, series::linkRetransmissions.name, series::linkDelivery.name}) {
        MR_TRY(found, repository.find(m_row.run.id, name, record.node));
        if (found) {
            MR_TRY(samples, samplesOf(found->id));
            others[name] = std::move(samples);
        }
    }
    const auto at = [&](std::string_view name, std::int64_t time, double otherwise) {
        const auto it = others[name].find(time);
        return it == others[name].end() ? otherwise : it->second;
    };
    for (const auto& [time, bytes] : acked)
        m_run.job.links.push_back({Nanoseconds(time), from, to, bytes, at(series::linkRtt.name, time, unknown),
                                   at(series::linkRetransmissions.name, time, 0),
                                   at(series::linkDelivery.name, time, unknown)});
    return {};
}

Result<void> Reader::readNode(const store::SeriesRecord& record, int rank)
{
    store::SeriesRepository repository(m_database);
    MR_TRY(received, samplesOf(record.id));
    namespace series = store::series;
    std::map<std::string_view, Samples> others;
    for (const std::string_view name : {series::netSent.name, series::cpuWaiting.name, series::cpuStopped.name}) {
        MR_TRY(found, repository.find(m_row.run.id, name, record.node));
        if (found) {
            MR_TRY(samples, samplesOf(found->id));
            others[name] = std::move(samples);
        }
    }
    const auto at = [&](std::string_view name, std::int64_t time) {
        const auto it = others[name].find(time);
        return it == others[name].end() ? unknown : it->second;
    };
    std::int64_t last = 0;
    for (const auto& [time, rate] : received) {
        if (last > 0)
            m_run.job.nodes.push_back({Nanoseconds(time), rank, seconds(time - last), rate,
                                       at(series::netSent.name, time), at(series::cpuWaiting.name, time),
                                       at(series::cpuStopped.name, time)});
        last = time;
    }
    return {};
}

void Reader::makeSteps()
{
    if (m_time.empty())
        return;
    const int ranks = m_time.rbegin()->first + 1;
    m_run.job.ranks = ranks;
    const std::vector<double> nothing(static_cast<std::size_t>(ranks), unknown);
    std::vector<monitor::StepSight>& steps = m_run.job.steps;
    for (const auto& [rank, times] : m_time) {
        const auto position = static_cast<std::size_t>(rank);
        std::size_t iteration = 0;
        for (auto it = times.upper_bound(m_benchmark); it != times.end(); ++it, ++iteration) {
            if (iteration == steps.size())
                steps.push_back({static_cast<std::int64_t>(iteration), {}, {}, nothing, nothing, nothing, nothing});
            monitor::StepSight& step = steps[iteration];
            step.wall = step.monotonic = std::max(step.wall, Nanoseconds(it->first));
            step.duration[position] = it->second;
            const auto put = [&](const std::map<int, Samples>& from, std::vector<double>& into) {
                if (const auto samples = from.find(rank); samples != from.end())
                    if (const auto value = samples->second.find(it->first); value != samples->second.end())
                        into[position] = value->second;
            };
            put(m_compute, step.compute);
            put(m_communication, step.communication);
        }
    }
}

int Reader::rankOn(const std::string& node) const
{
    const auto it = m_rankOnNode.find(node);
    return it == m_rankOnNode.end() ? -1 : it->second;
}

double Reader::asked() const
{
    for (const store::Factor& factor : m_row.run.factors)
        if (factor.name == "cross_slowdown" && factor.number && *factor.number > 0)
            return *factor.number;
    return m_asked > 0 ? m_asked : unknown;
}

bool Reader::isControl() const
{
    const auto isZero = [](const store::Factor& factor) {
        return factor.name == "cross_slowdown" && factor.number == 0.0;
    };
    return m_loaded == 0 || std::ranges::any_of(m_row.run.factors, isZero);
}

/// Also sets onset and end of the truth.
Reader::PhaseTimes Reader::phaseTimes(monitor::InjectedSlowdown& truth) const
{
    truth.end = static_cast<std::int64_t>(m_run.job.steps.size());
    truth.onset = truth.end;
    PhaseTimes times;
    for (const monitor::StepSight& step : m_run.job.steps) {
        const double time = monitor::iterationTime(step);
        const std::int64_t end = step.wall.count();
        const double longest = 1e9; // s: a damaged store may contain anything
        const std::int64_t begin =
            end - (std::isfinite(time) ? static_cast<std::int64_t>(1e9 * std::clamp(time, 0.0, longest)) : 0);
        if (end > m_loaded)
            truth.onset = std::min(truth.onset, step.iteration);
        if (m_recovery > 0 && begin >= m_recovery)
            truth.end = std::min(truth.end, step.iteration);
        if (!std::isfinite(time))
            continue;
        if (begin >= m_baseline && end <= m_loaded)
            times.before.push_back(time);
        else if (begin >= m_loaded && (m_recovery == 0 || end <= m_recovery))
            times.loaded.push_back(time);
        else if (truth.end + monitor::graceIterations <= step.iteration)
            times.after.push_back(time);
    }
    return times;
}

void Reader::makeTruth()
{
    if (isControl())
        return;
    monitor::InjectedSlowdown truth;
    const PhaseTimes times = phaseTimes(truth);
    MeasuredTruth measured;
    measured.cell = m_row.run.cell;
    measured.requested = truth.requested = asked();
    measured.effect = loadEffect(times.before, times.loaded, times.after);
    measured.runDelayShare = metricOf(m_row, store::metrics::runDelayShare.name);
    measured.steal = metricOf(m_row, store::metrics::machineSteal.name);
    truth.measured = measured.effect.size;
    truth.uncertainty = measured.effect.uncertainty;
    truth.level = truth.requested > 0 ? truth.requested : nearestLevel(truth.measured);
    const auto soleRank = [this](const std::set<std::string>& nodes) {
        return nodes.size() == 1 ? rankOn(*nodes.begin()) : -1;
    };
    if (const std::pair link{soleRank(m_sources), soleRank(m_destinations)}; link.first >= 0 || link.second >= 0)
        truth.link = link;
    m_run.job.truth = truth;
    m_run.truth = measured;
    if (times.before.empty() || times.loaded.empty())
        m_run.problem = "no iteration within the baseline or none within the load";
}

} // namespace

Result<ScoredRun> readScoredRun(store::Database& database, const store::ResultRow& row, const JobContext& job)
{
    return Reader(database, row).read(job);
}

monitor::Alarm parseAlarm(const std::string& text, std::string& detector)
{
    monitor::Alarm alarm;
    alarm.size = alarm.confidence = unknown;
    const ScoreJson fields = ScoreJson::parse(text, nullptr, false);
    if (!fields.is_object())
        return alarm;
    if (const auto it = fields.find("detector"); it != fields.end() && it->is_string())
        detector = it->get<std::string>();
    if (const auto it = fields.find("over"); it != fields.end() && it->is_boolean())
        alarm.over = it->get<bool>();
    if (const auto it = fields.find("worse"); it != fields.end() && it->is_boolean())
        alarm.worse = it->get<bool>();
    alarm.raised = integerAt(fields, "raised");
    alarm.onset = integerAt(fields, "onset");
    alarm.onsetWall = Nanoseconds(integerAt(fields, "onset_wall_ns"));
    alarm.size = numberAt(fields, "size");
    alarm.confidence = numberAt(fields, "confidence");
    if (const auto it = fields.find("workers"); it != fields.end() && it->is_array())
        for (const ScoreJson& worker : *it)
            if (alarm.workers.size() < static_cast<std::size_t>(mostRanks))
                alarm.workers.push_back(smallAt(worker));
    if (const auto it = fields.find("cause"); it != fields.end() && it->is_string()) {
        alarm.cause = monitor::parseCause(it->get<std::string>());
        alarm.causeBefore = numberAt(fields, "cause_before");
        alarm.causeSince = numberAt(fields, "cause_since");
    }
    if (const auto it = fields.find("link"); it != fields.end() && it->is_array() && it->size() == 2)
        alarm.link = std::pair{smallAt((*it)[0]), smallAt((*it)[1])};
    return alarm;
}

} // namespace millrace::report

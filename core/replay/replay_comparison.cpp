// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/replay/replay_comparison.h"

#include "core/base/text.h"
#include "core/replay/run_source.h"
#include "core/store/event_kinds.h"
#include "core/store/event_repository.h"
#include "core/store/log_repository.h"
#include "core/store/run_repository.h"
#include "core/store/series_kinds.h"
#include "core/store/series_repository.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::replay {
namespace {

/// Sums of many doubles differ in their last digits when they are added in another order.
bool equal(double a, double b)
{
    return (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

std::string number(double value, const std::string& unit)
{
    const std::string text = std::isnan(value) ? "unknown" : fmt::format("{:.6g}", value);
    return unit.empty() || std::isnan(value) ? text : text + " " + unit;
}

void addRow(ReplayReport& report, std::string what, std::string stored, std::string now, bool same)
{
    report.rows.push_back(
        {std::move(what), std::move(stored), std::move(now), same ? Agreement::Same : Agreement::Different});
}

void addCount(ReplayReport& report, std::string what, std::uint64_t stored, std::uint64_t now)
{
    addRow(report, std::move(what), std::to_string(stored), std::to_string(now), stored == now);
}

/// Of the stored series that are made from lines. Units by name.
struct StoredTallies
{
    RunFeed::Tallies tallies;
    std::map<std::string, std::string> units;
};

Result<StoredTallies> storedTallies(store::Database& database, store::RunId run, Issues& issues)
{
    store::SeriesRepository repository(database);
    MR_TRY(records, repository.list(run));
    StoredTallies stored;
    for (const store::SeriesRecord& record : records) {
        const bool isTotal = record.node.empty() && record.name == store::series::throughput.name;
        if (!isMadeFromLines(record.name) || isTotal)
            continue;
        MR_TRY(series, repository.read(record.id, issues));
        SeriesTally& tally = stored.tallies[{record.name, record.node}];
        for (const double value : series.values)
            if (!std::isnan(value))
                tally.add(value);
        stored.units[record.name] = record.unit;
    }
    return stored;
}

SeriesTally sumOf(const RunFeed::Tallies& tallies, const std::string& name)
{
    SeriesTally all;
    for (const auto& [key, tally] : tallies)
        if (key.first == name) {
            all.samples += tally.samples;
            all.sum += tally.sum;
        }
    return all;
}

bool sameTally(const SeriesTally& a, const SeriesTally& b)
{
    return a.samples == b.samples && equal(a.mean(), b.mean());
}

std::string tallyText(const SeriesTally& tally, const std::string& unit)
{
    return fmt::format("{} values, mean {}", tally.samples, tally.samples == 0 ? "–" : number(tally.mean(), unit));
}

/// All ranks together, and each rank that differs.
void compareSeries(ReplayReport& report, const StoredTallies& stored, const RunFeed::Tallies& now)
{
    std::set<std::string> names;
    for (const auto* tallies : {&stored.tallies, &now})
        for (const auto& [key, tally] : *tallies)
            names.insert(key.first);
    for (const std::string& name : names) {
        const auto unit = stored.units.contains(name) ? stored.units.at(name) : std::string();
        const SeriesTally before = sumOf(stored.tallies, name);
        const SeriesTally after = sumOf(now, name);
        addRow(report, "series " + name, tallyText(before, unit), tallyText(after, unit), sameTally(before, after));
        std::set<std::string> subjects;
        for (const auto* tallies : {&stored.tallies, &now})
            for (const auto& [key, tally] : *tallies)
                if (key.first == name)
                    subjects.insert(key.second);
        for (const std::string& subject : subjects) {
            const auto find = [&](const RunFeed::Tallies& tallies) {
                const auto found = tallies.find({name, subject});
                return found == tallies.end() ? SeriesTally() : found->second;
            };
            const SeriesTally one = find(stored.tallies), other = find(now);
            if (!sameTally(one, other))
                addRow(report, fmt::format("series {} of {}", name, subject), tallyText(one, unit),
                       tallyText(other, unit), false);
        }
    }
}

Result<void> compareEvents(ReplayReport& report, store::Database& database, store::RunId run, const RunFeed& feed)
{
    std::map<std::string, std::uint64_t> stored;
    std::map<std::string, std::string> issues;
    store::EventRepository repository(database);
    for (store::EventQuery query;;) {
        MR_TRY(page, repository.events(run, query));
        for (const store::Event& event : page.events) {
            if (!isEventMadeFromLines(event))
                continue;
            if (event.kind.ends_with("-line"))
                issues[event.kind] = event.text;
            else
                ++stored[event.kind];
        }
        if (page.atEnd)
            break;
        query.after = page.next;
    }
    std::set<std::string> kinds;
    for (const auto& [kind, count] : stored)
        kinds.insert(kind);
    for (const auto& [kind, count] : feed.events())
        kinds.insert(kind);
    for (const std::string& kind : kinds)
        addCount(report, "events " + kind, stored.contains(kind) ? stored[kind] : 0,
                 feed.events().contains(kind) ? feed.events().at(kind) : 0);
    const std::pair<std::string, const char*> kindsOfLines[] = {
        {std::string(store::events::unknownLine.name), "unknown lines"},
        {std::string(store::events::damagedLine.name), "damaged lines"},
        {std::string(store::events::longLine.name), "overlong lines"}};
    for (const auto& [kind, words] : kindsOfLines) {
        const auto found = std::ranges::find(feed.record().issues, kind, &Issue::kind);
        const std::string now = found == feed.record().issues.end() ? "none" : issueText(*found);
        const std::string before = issues.contains(kind) ? issues[kind] : "none";
        addRow(report, words, before, now, before == now);
    }
    return {};
}

/// "step_mean" and "node0: sent_bytes"
template <typename Value>
std::string nameOf(const char* sort, const Value& value)
{
    return value.subject.empty() ? fmt::format("{} {}", sort, value.name)
                                 : fmt::format("{} {} of {}", sort, value.name, value.subject);
}

template <typename Value>
const Value* counterpart(const std::vector<Value>& all, const Value& wanted)
{
    const auto found = std::ranges::find_if(
        all, [&](const Value& each) { return each.name == wanted.name && each.subject == wanted.subject; });
    return found == all.end() ? nullptr : &*found;
}

void compareMetrics(ReplayReport& report, const std::vector<store::Metric>& stored,
                    const std::vector<store::Metric>& now)
{
    for (const store::Metric& metric : now) {
        const store::Metric* before = counterpart(stored, metric);
        addRow(report, nameOf("metric", metric), before == nullptr ? "" : number(before->value, before->unit),
               number(metric.value, metric.unit), before != nullptr && equal(before->value, metric.value));
    }
}

void compareGates(ReplayReport& report, const std::vector<store::GateResult>& stored,
                  const std::vector<store::GateResult>& now)
{
    for (const store::GateResult& gate : now) {
        const store::GateResult* before = counterpart(stored, gate);
        const auto text = [](const store::GateResult& each) {
            return fmt::format("{}: {}", store::verdictName(each.verdict), each.sentence);
        };
        addRow(report, nameOf("gate", gate), before == nullptr ? "" : text(*before), text(gate),
               before != nullptr && before->verdict == gate.verdict);
    }
}

} // namespace

Result<void> compareWithStore(ReplayReport& report, store::Database& database, store::RunId run, const RunFeed& feed,
                              const std::vector<store::Metric>& metrics, const std::vector<store::GateResult>& gates)
{
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    MR_TRY(tallies, storedTallies(database, run, report.issues));
    compareSeries(report, tallies, feed.tallies());
    MR_CHECK(compareEvents(report, database, run, feed));
    MR_TRY(storedMetrics, repository.metrics(run));
    MR_TRY(storedGates, repository.gates(run));
    compareMetrics(report, storedMetrics, metrics);
    compareGates(report, storedGates, gates);
    const auto others = [](const auto& stored, const auto& now) {
        return std::ranges::count_if(stored, [&](const auto& each) { return counterpart(now, each) == nullptr; });
    };
    if (const auto count = others(storedMetrics, metrics); count > 0)
        report.notes.push_back(
            fmt::format("{} stored metrics come from counters and probes of the moment, which cannot "
                        "be taken again.",
                        count));
    if (const auto count = others(storedGates, gates); count > 0)
        report.notes.push_back(
            fmt::format("{} stored gates rest on measurements of the moment, which cannot be taken again.", count));
    return {};
}

void describe(ReplayReport& report, const RunFeed& feed)
{
    const auto found = [&](std::string what, std::string now) {
        report.rows.push_back({std::move(what), {}, std::move(now), Agreement::NotCompared});
    };
    found("iterations", std::to_string(feed.iterations()));
    std::set<std::string> names;
    for (const auto& [key, tally] : feed.tallies())
        names.insert(key.first);
    for (const std::string& name : names) {
        const auto kind = std::ranges::find(store::series::all, name, &store::SeriesKind::name);
        found("series " + name,
              tallyText(sumOf(feed.tallies(), name),
                        std::string(kind == store::series::all.end() ? std::string_view() : kind->unit)));
    }
    for (const auto& [kind, count] : feed.events())
        found("events " + kind, std::to_string(count));
    for (const auto& [name, tally] : feed.figures())
        found(name, tallyText(tally, name == "resize" ? "s" : ""));
    for (const monitor::ResultEvent& result : feed.results())
        if (result.final)
            found(result.origin.worker.empty() ? "result" : "result of " + result.origin.worker,
                  number(result.mean, result.unit)
                      + (result.spread ? fmt::format(" ± {:.6g}", *result.spread) : std::string())
                      + (result.workers > 0 ? fmt::format(", {} workers", result.workers) : std::string()));
}

} // namespace millrace::replay

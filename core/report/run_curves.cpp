// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/run_curves.h"

#include "core/report/campaign_data.h"
#include "core/report/curve_columns.h"
#include "core/store/series_scan.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace millrace::report {

namespace {

constexpr std::size_t mostThreads = 8;
/// Number of items that justify another thread.
constexpr std::size_t itemsForThread = 16;
/// Maximum number of columns that smoothing reads before the range, as a multiple of the width.
constexpr std::size_t mostLead = 4;

Error cancelled()
{
    return fail(ErrorCode::Cancelled, "Reading the curves was cancelled.");
}

/// Connections to one store, one per thread.
class Readers
{
public:
    static Result<Readers> open(const std::filesystem::path& file, std::size_t items)
    {
        const std::size_t cores = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, mostThreads);
        Readers readers;
        for (std::size_t i = 0; i < std::min(cores, items / itemsForThread + 1); ++i) {
            MR_TRY(database, store::Database::openReadOnly(file));
            MR_TRY(scan, store::SeriesScan::make(database));
            readers.m_all.push_back({std::move(database), std::move(scan)});
        }
        return readers;
    }

    /// Calls work(scan, item) for all items, in order on each thread, until one fails. The calling thread works too.
    template <typename Work>
    Result<void> each(std::size_t items, const JobContext& job, std::string_view step, const Work& work)
    {
        std::atomic<std::size_t> next = 0;
        std::atomic<bool> stop = false;
        std::mutex mutex;
        std::optional<Error> error;
        const auto run = [&](store::SeriesScan& scan, bool reports) {
            for (std::size_t item = next++; item < items && !stop; item = next++) {
                Result<void> done = job.cancelled() ? Result<void>(cancelled()) : work(scan, item);
                if (!done) {
                    const std::lock_guard lock(mutex);
                    if (!error)
                        error = std::move(done).error();
                    stop = true;
                }
                if (reports)
                    job.progress(static_cast<long long>(item), static_cast<long long>(items), step);
            }
        };
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 1; i < m_all.size(); ++i)
                threads.emplace_back([&, i] { run(m_all[i].scan, false); });
            run(m_all.front().scan, true);
        }
        return error ? Result<void>(*std::move(error)) : Result<void>();
    }

private:
    struct Reader
    {
        store::Database database;
        store::SeriesScan scan; ///< ends before its connection
    };
    std::vector<Reader> m_all;
};

/// A series to be read, and its line.
struct Part
{
    store::SeriesRecord record;
    std::size_t run = 0; ///< position
    std::size_t line = 0;
    std::vector<CurveColumn> columns;
    std::int64_t samples = 0;
};

/// Lines and settings of one series name.
struct Work
{
    SeriesCurves result;
    std::vector<std::vector<store::SeriesRecord>> records; ///< of each run
    std::vector<Part> parts; ///< in order of run and node
    std::vector<std::int64_t> shifts; ///< of each run: its time zero, nanoseconds since the epoch
    CurveGrid grid; ///< with the columns that smoothing needs before and after
    store::TimeRange range{0, 0}; ///< the requested range
};

std::int64_t zeroOf(const CurveRun& run, const std::vector<store::SeriesRecord>& records, CurveTime time)
{
    if (time == CurveTime::Absolute)
        return 0;
    if (time == CurveTime::SinceStart && run.started > 0)
        return run.started;
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (const store::SeriesRecord& record : records)
        if (record.samples > 0)
            first = std::min(first, record.firstTime);
    return first == std::numeric_limits<std::int64_t>::max() ? 0 : first;
}

std::int64_t plus(std::int64_t time, std::int64_t by) noexcept
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(time) + static_cast<std::uint64_t>(by));
}

std::int64_t shifted(std::int64_t time, std::int64_t zero) noexcept
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(zero));
}

/// Assigns series to lines: those with other units and those beyond the limit are left out.
void chooseLines(Work& work, const std::vector<std::size_t>& groupOf, const CurveOptions& options)
{
    std::map<std::pair<std::size_t, std::string>, std::size_t> lines;
    bool hasUnit = false;
    for (std::size_t run = 0; run < work.records.size(); ++run) {
        std::vector<std::size_t> leftOut;
        for (store::SeriesRecord& record : work.records[run]) {
            if (record.samples == 0)
                continue;
            if (!std::exchange(hasUnit, true))
                work.result.unit = record.unit;
            if (record.unit != work.result.unit) {
                ++work.result.otherUnit;
                continue;
            }
            const bool each = options.nodes == NodeCombination::Each;
            const auto [line, isNew] =
                lines.try_emplace({groupOf[run], each ? record.node : std::string()}, lines.size());
            if (isNew)
                work.result.lines.push_back({groupOf[run], line->first.second, {}});
            if (line->second < options.mostLines)
                work.parts.push_back({std::move(record), run, line->second, {}, 0});
        }
    }
    if (work.result.lines.size() > options.mostLines) {
        work.result.leftOut = work.result.lines.size() - options.mostLines;
        work.result.lines.resize(options.mostLines);
    }
    work.records.clear();
}

/// Columns before the range that influence smoothed values at its beginning.
std::size_t leadOf(const CurveOptions& options, const CurveGrid& grid)
{
    double lead = 1;
    if (options.smoothing == CurveSmoothing::Median)
        lead = static_cast<double>(options.medianColumns / 2 + 1);
    if (options.smoothing == CurveSmoothing::Ewma)
        lead = std::ceil(5e9 * std::max(options.timeConstant, 0.0) / static_cast<double>(grid.step)) + 1;
    return static_cast<std::size_t>(std::min(lead, static_cast<double>(mostLead * options.width)));
}

void layOut(Work& work, const CurveOptions& options)
{
    store::TimeRange& data = work.result.data;
    for (const Part& part : work.parts) {
        const std::int64_t first = shifted(part.record.firstTime, work.shifts[part.run]);
        const std::int64_t last = shifted(part.record.lastTime, work.shifts[part.run]);
        const std::int64_t end = last < std::numeric_limits<std::int64_t>::max() ? last + 1 : last;
        const bool isFirst = data.end <= data.begin;
        data.begin = isFirst ? first : std::min(data.begin, first);
        data.end = isFirst ? end : std::max(data.end, end);
    }
    work.range = options.range.value_or(data);
    work.grid = gridOver(work.range, options.width);
    work.result.begin = work.grid.begin;
    work.result.step = work.grid.step;
    if (!options.range)
        return;
    const std::size_t lead = leadOf(options, work.grid);
    work.grid.begin = static_cast<std::int64_t>(static_cast<std::uint64_t>(work.grid.begin)
                                                - static_cast<std::uint64_t>(work.grid.step) * lead);
    work.grid.count += 2 * lead;
}

Result<void> readPart(store::SeriesScan& scan, const Work& work, Part& part, bool whole, Issues& issues,
                      const JobContext& job)
{
    CurveBins bins;
    const std::int64_t shift = work.shifts[part.run];
    bins.begin(work.grid, shift);
    store::TimeRange range;
    if (!whole)
        range = {plus(work.grid.begin, shift), plus(work.grid.beginOf(work.grid.count), shift)};
    if (range.end <= range.begin) // beyond the time range
        range = {};
    bool stopped = false;
    MR_CHECK(scan.read(part.record.id, range, issues, [&](auto times, auto values) {
        bins.add(times, values);
        part.samples += static_cast<std::int64_t>(times.size());
        stopped = job.cancelled();
        return !stopped;
    }));
    if (stopped)
        return cancelled();
    part.columns = bins.take();
    return {};
}

std::vector<CurveColumn> smoothed(std::vector<CurveColumn> line, const CurveOptions& options)
{
    switch (options.smoothing) {
    case CurveSmoothing::Median: return movingMedian(line, options.medianColumns);
    case CurveSmoothing::Ewma: return movingMean(line, options.timeConstant * 1e9);
    case CurveSmoothing::None: break;
    }
    return line;
}

/// Nodes to runs, runs to groups.
void makeLines(Work& work, const CurveOptions& options)
{
    std::vector<std::vector<std::vector<CurveColumn>>> runs(work.result.lines.size());
    for (std::size_t at = 0; at < work.parts.size();) {
        // A line's parts of one run are adjacent, unless every node has its own line.
        const Part& first = work.parts[at];
        LineList nodes;
        std::size_t end = at;
        for (; end < work.parts.size() && work.parts[end].run == first.run && work.parts[end].line == first.line; ++end)
            nodes.push_back(&work.parts[end].columns);
        runs[first.line].push_back(smoothed(combined(nodes, work.grid, options.nodes), options));
        at = end;
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        LineList members;
        for (const auto& run : runs[i])
            members.push_back(&run);
        auto& columns = work.result.lines[i].columns;
        if (!options.groupBy.empty())
            columns = medianLine(members, work.grid);
        else if (!runs[i].empty())
            columns = std::move(runs[i].front());
        if (options.range)
            trim(columns, work.range);
    }
    for (const Part& part : work.parts)
        work.result.samples += part.samples;
    work.parts.clear();
}

bool isBefore(const store::Factor* a, const store::Factor* b)
{
    if (a == nullptr || b == nullptr)
        return a != nullptr && b == nullptr;
    if (a->number.has_value() != b->number.has_value())
        return a->number.has_value();
    if (a->number && *a->number != *b->number)
        return *a->number < *b->number;
    return a->level < b->level;
}

const store::Factor* findFactor(const CurveRun& run, const std::string& name)
{
    const auto found = std::ranges::find(run.factors, name, &store::Factor::name);
    return found == run.factors.end() ? nullptr : &*found;
}

/// Runs of several campaigns get the factor "campaign", as in tables and figures.
void tellCampaignsApart(CurveSubject& subject)
{
    std::set<std::int64_t> campaigns;
    for (const CurveRun& run : subject.runs)
        campaigns.insert(run.campaign.value);
    subject.campaigns = campaigns.size();
    const std::string name(campaignFactor);
    if (campaigns.size() < 2 || std::ranges::find(subject.factors, name) != subject.factors.end())
        return;
    subject.factors.insert(subject.factors.begin(), name);
    for (CurveRun& run : subject.runs)
        run.factors.insert(run.factors.begin(), {name, std::to_string(run.campaign.value), {}, {}});
}

} // namespace

Result<CurveSubject> curveSubject(store::Database& database, const store::ResultFilter& filter, const JobContext& job)
{
    store::ResultQuery query(database);
    CurveSubject subject;
    MR_TRY(series, query.series(filter));
    subject.series = std::move(series);
    if (job.cancelled())
        return cancelled();
    MR_TRY(factors, query.onlyWhatDiffers(filter));
    for (const store::FactorSummary& factor : factors)
        subject.factors.push_back(factor.name);
    if (job.cancelled())
        return cancelled();
    const SystemClock clock;
    MR_TRY(campaigns, store::RunRepository(database, clock).campaigns());
    MR_TRY(ids, query.runsWithSeries(filter));
    MR_TRY(rows, query.all(filter));
    for (store::ResultRow& row : rows) {
        if (!std::ranges::binary_search(ids, row.run.id)) {
            ++subject.without;
            continue;
        }
        const auto campaign = std::ranges::find(campaigns, row.run.campaign, &store::CampaignRecord::id);
        subject.runs.push_back({row.run.id, std::move(row.run.uuid), row.run.campaign,
                                campaign == campaigns.end() ? std::string() : campaign->uuid, row.run.position,
                                row.run.repetition, row.run.started.count(), std::move(row.run.factors)});
    }
    tellCampaignsApart(subject);
    return subject;
}

std::vector<CurveGroup> curveGroups(const std::vector<CurveRun>& runs, const std::vector<std::string>& factors)
{
    std::vector<CurveGroup> groups;
    std::map<std::vector<std::string>, std::size_t> known;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        std::vector<std::string> levels;
        for (const std::string& name : factors) {
            const store::Factor* factor = findFactor(runs[i], name);
            levels.push_back(factor ? factor->level : std::string());
        }
        const auto [at, isNew] = known.try_emplace(levels, groups.size());
        if (isNew || factors.empty())
            groups.push_back({std::move(levels), {i}});
        else
            groups[at->second].runs.push_back(i);
    }
    std::ranges::stable_sort(groups, [&](const CurveGroup& a, const CurveGroup& b) {
        for (const std::string& name : factors) {
            const store::Factor *left = findFactor(runs[a.runs.front()], name),
                                *right = findFactor(runs[b.runs.front()], name);
            if (isBefore(left, right) || isBefore(right, left))
                return isBefore(left, right);
        }
        return false;
    });
    return groups;
}

Result<std::vector<SeriesCurves>> readCurves(const std::filesystem::path& file, const std::vector<CurveRun>& runs,
                                             const std::vector<std::string>& names, const CurveOptions& options,
                                             const JobContext& job)
{
    MR_TRY(readers, Readers::open(file, runs.size() * names.size()));
    std::vector<Work> works(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        works[i].result.name = names[i];
        works[i].records.resize(runs.size());
    }
    MR_CHECK(readers.each(runs.size(), job, "looking for series", [&](store::SeriesScan& scan, std::size_t run) {
        for (Work& work : works)
            if (auto done = scan.list(runs[run].id, work.result.name, work.records[run]); !done)
                return done;
        return Result<void>();
    }));

    std::vector<std::size_t> groupOf(runs.size());
    const std::vector<CurveGroup> groups = curveGroups(runs, options.groupBy);
    for (std::size_t group = 0; group < groups.size(); ++group)
        for (const std::size_t run : groups[group].runs)
            groupOf[run] = group;
    std::vector<std::pair<Work*, Part*>> parts;
    for (Work& work : works) {
        for (std::size_t run = 0; run < runs.size(); ++run)
            work.shifts.push_back(zeroOf(runs[run], work.records[run], options.time));
        chooseLines(work, groupOf, options);
        layOut(work, options);
        for (Part& part : work.parts)
            parts.emplace_back(&work, &part);
    }
    // In file order.
    std::ranges::sort(parts, {}, [](const auto& each) { return each.second->record.id.value; });
    std::mutex mutex;
    MR_CHECK(readers.each(parts.size(), job, "reading series", [&](store::SeriesScan& scan, std::size_t i) {
        Issues issues;
        auto done = readPart(scan, *parts[i].first, *parts[i].second, !options.range, issues, job);
        const std::lock_guard lock(mutex);
        for (const Issue& issue : issues)
            countIssue(parts[i].first->result.issues, issue);
        return done;
    }));
    MR_CHECK(readers.each(works.size(), job, "drawing lines", [&](store::SeriesScan&, std::size_t i) {
        makeLines(works[i], options);
        return Result<void>();
    }));
    std::vector<SeriesCurves> curves;
    for (Work& work : works) {
        // Lines are in the order of groups and nodes, whatever the order of the runs.
        std::ranges::stable_sort(work.result.lines, {},
                                 [](const Curve& line) { return std::pair(line.group, line.node); });
        curves.push_back(std::move(work.result));
    }
    return curves;
}

} // namespace millrace::report

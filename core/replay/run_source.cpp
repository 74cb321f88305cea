// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/replay/run_source.h"

#include "core/store/event_kinds.h"
#include "core/store/printed_series.h"
#include "core/store/series_kinds.h"

#include <algorithm>
#include <limits>

namespace millrace::replay {
namespace {

constexpr std::int64_t blockSamples = 4096;

namespace series = store::series;

constexpr std::string_view madeSeries[] = {
    series::stepTime.name,     series::stepCommunication.name, series::stepCompute.name,   series::throughput.name,
    series::trainingLoss.name, series::clusterSize.name,       series::trainingBatch.name, series::strategyRate.name,
    series::peerSent.name,     series::peerReceived.name,      series::peerWaiting.name};
constexpr store::EventKind madeEvents[] = {
    store::events::connected,   store::events::phase,       store::events::wrongSum, store::events::workerError,
    store::events::unknownLine, store::events::damagedLine, store::events::longLine, store::events::resize,
    store::events::noticed,     store::events::decision};

} // namespace

bool isMadeFromLines(std::string_view seriesName) noexcept
{
    const auto isPrinted = [seriesName](const store::PrintedSeries& printed) {
        return printed.series.name == seriesName;
    };
    return std::ranges::find(madeSeries, seriesName) != std::end(madeSeries)
        || std::ranges::any_of(store::printedSeries, isPrinted);
}

bool isEventMadeFromLines(const store::Event& event) noexcept
{
    // Phases without a node are those of cross traffic; no worker logs them.
    return std::ranges::find(madeEvents, event.kind, &store::EventKind::name) != std::end(madeEvents)
        && !(event.kind == store::events::phase && event.node.empty());
}

Result<RunSource> RunSource::open(store::Database& database, store::RunId run)
{
    RunSource source(database, run);
    source.m_span = {Nanoseconds::max(), Nanoseconds::min()};
    MR_TRY(records, store::SeriesRepository(database).list(run));
    for (store::SeriesRecord& record : records) {
        if (isMadeFromLines(record.name) || record.samples == 0)
            continue;
        source.include(Nanoseconds(record.firstTime), Nanoseconds(record.lastTime));
        const std::int64_t blocks = std::max<std::int64_t>(1, record.samples / blockSamples);
        const std::int64_t blockTime = std::max<std::int64_t>(1, (record.lastTime - record.firstTime) / blocks + 1);
        source.m_series.push_back({record, record.firstTime, blockTime, {}});
    }
    MR_CHECK(source.fillLines({}));
    MR_CHECK(source.fillEvents());
    for (const store::LogLine& line : source.m_lines)
        source.include(line.wall, line.wall);
    for (const store::Event& event : source.m_events)
        source.include(event.wall, event.wall);
    MR_TRY(count, store::LogRepository(database).lineCount(run));
    if (count > 0) {
        store::LogQuery query;
        query.from = count - 1;
        MR_TRY(last, store::LogRepository(database).lines(run, query, source.m_issues));
        for (const auto& entry : last.entries)
            source.include(entry.line.wall, entry.line.wall);
    }
    if (source.m_span.begin > source.m_span.end)
        source.m_span = {};
    return source;
}

void RunSource::include(Nanoseconds first, Nanoseconds last)
{
    m_span.begin = std::min(m_span.begin, first);
    m_span.end = std::max(m_span.end, last);
}

Result<void> RunSource::fillLines(const JobContext& job)
{
    store::LogRepository repository(*m_database);
    while (m_lines.empty() && !m_linesEnd) {
        store::LogQuery query;
        query.from = m_nextLine;
        MR_TRY(page, repository.lines(m_run, query, m_issues, job));
        for (store::LogPage::Entry& entry : page.entries)
            m_lines.push_back(std::move(entry.line));
        m_linesEnd = page.atEnd || page.next <= m_nextLine;
        m_nextLine = page.next;
    }
    return {};
}

Result<void> RunSource::fillEvents()
{
    store::EventRepository repository(*m_database);
    while (m_events.empty() && !m_eventsEnd) {
        MR_TRY(page, repository.events(m_run, {{}, {}, m_afterEvent, 1000}));
        for (store::Event& event : page.events)
            if (!isEventMadeFromLines(event))
                m_events.push_back(std::move(event));
        m_eventsEnd = page.atEnd;
        m_afterEvent = page.next;
    }
    return {};
}

Result<void> RunSource::fill(SeriesCursor& cursor)
{
    store::SeriesRepository repository(*m_database);
    while (cursor.ahead.empty() && cursor.from <= cursor.record.lastTime) {
        const std::int64_t room = std::numeric_limits<std::int64_t>::max() - cursor.from;
        const std::int64_t end = cursor.from + std::min(cursor.step, room);
        MR_TRY(series, repository.read(cursor.record.id, m_issues, {cursor.from, end}));
        for (std::size_t i = 0; i < series.times.size(); ++i)
            cursor.ahead.emplace_back(series.times[i], series.values[i]);
        std::ranges::stable_sort(cursor.ahead, {}, &std::pair<std::int64_t, double>::first);
        if (end <= cursor.from)
            break;
        cursor.from = end;
    }
    return {};
}

Result<std::optional<ReplayItem>> RunSource::next(const JobContext& job)
{
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the replay was stopped");
    MR_CHECK(fillLines(job));
    MR_CHECK(fillEvents());
    constexpr Nanoseconds never = Nanoseconds::max();
    SeriesCursor* earliest = nullptr;
    Nanoseconds sample = never;
    for (SeriesCursor& cursor : m_series) {
        MR_CHECK(fill(cursor));
        if (!cursor.ahead.empty() && Nanoseconds(cursor.ahead.front().first) < sample) {
            sample = Nanoseconds(cursor.ahead.front().first);
            earliest = &cursor;
        }
    }
    const Nanoseconds line = m_lines.empty() ? never : m_lines.front().wall;
    const Nanoseconds event = m_events.empty() ? never : m_events.front().wall;
    std::optional<ReplayItem> item;
    if (!m_events.empty() && event <= line && event <= sample) {
        item = ReplayItem{event, std::move(m_events.front())};
        m_events.pop_front();
    } else if (!m_lines.empty() && line <= sample) {
        item = ReplayItem{line, std::move(m_lines.front())};
        m_lines.pop_front();
    } else if (earliest != nullptr) {
        item = ReplayItem{sample,
                          SeriesValue{earliest->record.name, earliest->record.node, earliest->record.unit,
                                      earliest->ahead.front().second}};
        earliest->ahead.pop_front();
    }
    return item;
}

} // namespace millrace::replay

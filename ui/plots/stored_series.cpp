// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/stored_series.h"

#include "core/analysis/recent_series.h"
#include "core/store/series_repository.h"

#include <algorithm>
#include <mutex>

namespace millrace::ui {

using analysis::SeriesColumn;

namespace {

/// Up to here a series is read whole: it takes a few milliseconds, and drawing is exact from then on.
constexpr std::int64_t wholeSamples = std::int64_t(1) << 17;

} // namespace

struct StoredSeries::Reader
{
    std::filesystem::path file;
    store::SeriesId series;
    std::int64_t samples = 0;
    TimeRange all;

    std::mutex mutex;
    std::optional<store::Database> database;
    std::string problem;
    std::optional<analysis::SeriesPyramid> whole;
    TimeRange cached;
    std::size_t cachedWidth = 0;
    std::vector<SeriesColumn> cachedColumns;

    Result<void> open();
    Result<void> readWhole();
    /// The sample nearest to a time on one side of it.
    Result<std::optional<SeriesColumn>> nearest(std::int64_t time, int direction);
    Result<std::vector<SeriesColumn>> columns(TimeRange range, std::size_t width);
};

Result<void> StoredSeries::Reader::open()
{
    if (database)
        return {};
    MR_TRY(opened, store::Database::openReadOnly(file));
    database.emplace(std::move(opened));
    return {};
}

Result<void> StoredSeries::Reader::readWhole()
{
    Issues issues;
    MR_TRY(read, store::SeriesRepository(*database).read(series, issues));
    if (!issues.empty())
        problem = issueText(issues.front());
    whole.emplace();
    whole->append(read.times, read.values);
    database.reset();
    return {};
}

Result<std::optional<SeriesColumn>> StoredSeries::Reader::nearest(std::int64_t time, int direction)
{
    constexpr std::size_t few = 64;
    const std::int64_t farthest = direction < 0 ? time - all.begin : all.end - time;
    std::int64_t reach = 4 * std::max<std::int64_t>(all.length() / std::max<std::int64_t>(samples, 1), 1);
    for (bool last = farthest <= 0; !last; reach *= 16) {
        last = reach >= farthest;
        const std::int64_t end = last ? farthest : reach;
        const store::TimeRange range =
            direction < 0 ? store::TimeRange{time - end, time} : store::TimeRange{time, time + end};
        Issues issues;
        MR_TRY(overview, store::SeriesRepository(*database).overview(series, few, issues, range));
        if (overview.columns.empty())
            continue;
        const SeriesColumn& found = direction < 0 ? overview.columns.back() : overview.columns.front();
        const std::int64_t at = direction < 0 ? found.lastTime : found.firstTime;
        const double value = direction < 0 ? found.last : found.first;
        return std::optional(analysis::columnOf(std::span(&at, 1), std::span(&value, 1)));
    }
    return std::optional<SeriesColumn>();
}

Result<std::vector<SeriesColumn>> StoredSeries::Reader::columns(TimeRange range, std::size_t width)
{
    if (samples <= wholeSamples) {
        if (!whole) {
            MR_CHECK(open());
            MR_CHECK(readWhole());
        }
        std::vector<SeriesColumn> columns = whole->columns(range.begin, range.end, width);
        addNeighbours(*whole, range.begin, range.end, columns);
        return columns;
    }
    if (range == cached && width == cachedWidth)
        return cachedColumns;
    MR_CHECK(open());
    Issues issues;
    MR_TRY(overview, store::SeriesRepository(*database).overview(series, width, issues, {range.begin, range.end}));
    if (!issues.empty())
        problem = issueText(issues.front());
    if (overview.exact) {
        MR_TRY(before, nearest(range.begin, -1));
        MR_TRY(after, nearest(range.end, 1));
        if (before)
            overview.columns.insert(overview.columns.begin(), *before);
        if (after)
            overview.columns.push_back(*after);
    }
    cached = range;
    cachedWidth = width;
    cachedColumns = overview.columns;
    return cachedColumns;
}

StoredSeries::StoredSeries(std::filesystem::path store, store::SeriesId series, std::int64_t samples, TimeRange range)
    : m_range(range), m_reader(std::make_unique<Reader>())
{
    m_reader->file = std::move(store);
    m_reader->series = series;
    m_reader->samples = samples;
    m_reader->all = range;
}

StoredSeries::~StoredSeries() = default;

std::vector<SeriesColumn> StoredSeries::columns(std::int64_t begin, std::int64_t end, std::size_t width) const
{
    if (end <= begin || width == 0)
        return {};
    const std::lock_guard lock(m_reader->mutex);
    auto columns = m_reader->columns({begin, end}, width);
    if (columns)
        return *std::move(columns);
    m_reader->problem = columns.error().text();
    return {};
}

std::string StoredSeries::problem() const
{
    const std::lock_guard lock(m_reader->mutex);
    return m_reader->problem;
}

} // namespace millrace::ui

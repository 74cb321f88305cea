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

    std::mutex mutex;
    std::optional<store::Database> database;
    std::string problem;
    std::optional<analysis::SeriesPyramid> whole;
    TimeRange cached;
    std::size_t cachedWidth = 0;
    std::vector<SeriesColumn> cachedColumns;

    Result<void> open();
    Result<void> readWhole();
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
    MR_TRY(all, store::SeriesRepository(*database).read(series, issues));
    if (!issues.empty())
        problem = issueText(issues.front());
    whole.emplace();
    whole->append(all.times, all.values);
    database.reset();
    return {};
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
    // A little more than what is seen, so that lines reach the edges.
    const std::int64_t more = range.length() / 4;
    Issues issues;
    MR_TRY(overview,
           store::SeriesRepository(*database).overview(series, width + width / 2, issues,
                                                       {range.begin - more, range.end + more}));
    if (!issues.empty())
        problem = issueText(issues.front());
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

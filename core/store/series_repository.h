// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"
#include "core/base/issue.h"
#include "core/store/database.h"
#include "core/store/records.h"

#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace millrace::store {

struct SeriesRecord
{
    SeriesId id;
    RunId run;
    std::string name;
    std::string node;
    std::string unit;
    std::int64_t samples = 0;
    std::int64_t firstTime = 0; ///< nanoseconds since the epoch; minimum and maximum of the samples
    std::int64_t lastTime = 0;

    bool operator==(const SeriesRecord&) const = default;
};

/// Half-open time range, nanoseconds since the epoch.
struct TimeRange
{
    std::int64_t begin = std::numeric_limits<std::int64_t>::min();
    std::int64_t end = std::numeric_limits<std::int64_t>::max();
    bool operator==(const TimeRange&) const = default;
};

struct Overview
{
    std::vector<analysis::SeriesColumn> columns; ///< at most as many as requested, in order of time
    bool exact = true; ///< false: blocks of up to 256 samples are assigned to the column of their first sample
};

/// Time series of runs. Damaged chunks are counted in `issues` ("damaged-chunk"); the rest is returned.
class SeriesRepository
{
public:
    explicit SeriesRepository(Database& database) : m_database(database) { }

    /// Writes a whole series, for importers and computed results. AlreadyExists for the same run, name and node.
    [[nodiscard]] Result<SeriesId> save(RunId run, const analysis::Series& series);
    /// Writes many at once, all or none; skips those that the run has already. Returns the number written.
    [[nodiscard]] Result<std::size_t> saveNew(RunId run, std::span<const analysis::Series> series);
    /// Returns the series ordered by name and node.
    [[nodiscard]] Result<std::vector<SeriesRecord>> list(RunId run);
    [[nodiscard]] Result<std::optional<SeriesRecord>> find(RunId run, std::string_view name, std::string_view node);
    /// Returns the samples of a time range, in the order of appending.
    [[nodiscard]] Result<analysis::Series> read(SeriesId id, Issues& issues, const TimeRange& range = {});
    /// Returns the range (cut to the data) for drawing, in at most `width` columns, without reading all samples.
    [[nodiscard]] Result<Overview> overview(SeriesId id, std::size_t width, Issues& issues,
                                            const TimeRange& range = {});

private:
    Database& m_database;
};

} // namespace millrace::store

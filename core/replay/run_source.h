// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/replay/replay_source.h"
#include "core/store/event_repository.h"
#include "core/store/log_repository.h"
#include "core/store/series_repository.h"

#include <deque>
#include <vector>

namespace millrace::replay {

/// The names of the series and the kinds of the events that the parsers create from lines: a replay recreates them.
[[nodiscard]] bool isMadeFromLines(std::string_view seriesName) noexcept;
[[nodiscard]] bool isEventMadeFromLines(const store::Event& event) noexcept;

/// Lines, events and series of a stored run, read in pages.
class RunSource final : public ReplaySource
{
public:
    /// The database must outlive it.
    [[nodiscard]] static Result<RunSource> open(store::Database& database, store::RunId run);
    [[nodiscard]] Result<std::optional<ReplayItem>> next(const JobContext& job) override;
    [[nodiscard]] Span span() const override { return m_span; }
    /// Damage in the store.
    [[nodiscard]] const Issues& issues() const noexcept { return m_issues; }

private:
    struct SeriesCursor
    {
        store::SeriesRecord record;
        std::int64_t from = 0; ///< time of the next block
        std::int64_t step = 1; ///< length of a block
        std::deque<std::pair<std::int64_t, double>> ahead;
    };
    RunSource(store::Database& database, store::RunId run) : m_database(&database), m_run(run) { }
    [[nodiscard]] Result<void> fillLines(const JobContext& job);
    [[nodiscard]] Result<void> fillEvents();
    [[nodiscard]] Result<void> fill(SeriesCursor& cursor);
    void include(Nanoseconds first, Nanoseconds last);

    store::Database* m_database;
    store::RunId m_run;
    Span m_span;
    std::deque<store::LogLine> m_lines;
    std::int64_t m_nextLine = 0;
    bool m_linesEnd = false;
    std::deque<store::Event> m_events;
    std::int64_t m_afterEvent = 0;
    bool m_eventsEnd = false;
    std::vector<SeriesCursor> m_series;
    Issues m_issues;
};

} // namespace millrace::replay

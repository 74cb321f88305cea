// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/database.h"
#include "core/store/records.h"

#include <span>
#include <vector>

namespace millrace::store {

/// Filter of events; empty fields match all.
struct EventQuery
{
    std::string_view kind;
    std::string node;
    std::int64_t after = 0; ///< number of the last event of the previous page
    std::size_t limit = 1000;
};

struct EventPage
{
    std::vector<Event> events; ///< in the order of writing
    std::int64_t next = 0; ///< `after` of the next page
    bool atEnd = true;
};

class EventRepository
{
public:
    explicit EventRepository(Database& database) : m_database(database) { }

    /// Writes events of a run that is not live, for importers.
    [[nodiscard]] Result<void> save(RunId run, std::span<const Event> events);
    [[nodiscard]] Result<EventPage> events(RunId run, const EventQuery& query = {});

private:
    Database& m_database;
};

} // namespace millrace::store

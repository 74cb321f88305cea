// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/event_repository.h"

#include "core/store/run_data_rows.h"

namespace millrace::store {

Result<void> EventRepository::save(RunId run, std::span<const Event> events)
{
    MR_TRY(transaction, m_database.begin());
    MR_CHECK(writeEvents(m_database, run, events));
    return transaction.commit();
}

Result<EventPage> EventRepository::events(RunId run, const EventQuery& query)
{
    MR_TRY(row,
           m_database.prepare("SELECT id, wall_ns, monotonic_ns, kind, node, text, json FROM events "
                              "WHERE run_id = ?1 AND id > ?2 AND (?3 = '' OR kind = ?3) "
                              "AND (?4 = '' OR node = ?4) ORDER BY id LIMIT ?5"));
    row.bindAll(run, query.after, query.kind, query.node, static_cast<std::int64_t>(query.limit) + 1);
    EventPage page;
    page.next = query.after;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return page;
        if (page.events.size() == query.limit) {
            page.atEnd = false;
            return page;
        }
        page.next = row.integer(0);
        page.events.push_back({row.time(1), row.time(2), row.text(3), row.text(4), row.text(5), row.text(6)});
    }
}

} // namespace millrace::store

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/phase_times.h"

#include "core/store/event_kinds.h"
#include "core/store/event_repository.h"

#include <algorithm>

namespace millrace::report {

Result<PhaseTimes> phaseTimesOf(store::Database& database, const store::RunRecord& run)
{
    PhaseTimes phases;
    store::EventQuery query{store::events::phase.name, {}, 0, 1000};
    store::EventRepository repository(database);
    for (bool more = true; more;) {
        MR_TRY(page, repository.events(run.id, query));
        for (const store::Event& event : page.events) {
            const std::int64_t wall = event.wall.count();
            if (event.text == "baseline")
                phases.baseline = std::min(phases.baseline, wall);
            else if (event.text == "loaded")
                phases.loaded = std::min(phases.loaded, wall);
            else if ((event.text == "drain" || event.text == "recovery" || event.text == "end") && phases.known())
                phases.drained = std::min(phases.drained, wall);
        }
        more = !page.atEnd;
        query.after = page.next;
    }
    return phases;
}

} // namespace millrace::report

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/run_marks.h"

#include "core/store/event_kinds.h"
#include "ui/base/format.h"
#include "ui/interference/run_phases.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

struct EventText
{
    store::EventKind kind;
    store::EventKind mark; ///< whose mark it gets in the plot
    const char* text;
};

constexpr EventText eventWords[] = {
    {store::events::workerStart, store::events::phase, QT_TRANSLATE_NOOP("EventText", "started: %1")},
    {store::events::connected, store::events::phase, QT_TRANSLATE_NOOP("EventText", "connected: %1")},
    {store::events::phase, store::events::phase, QT_TRANSLATE_NOOP("EventText", "phase: %1")},
    {store::events::workerExit, store::events::phase, QT_TRANSLATE_NOOP("EventText", "ended: %1")},
    {store::events::resize, store::events::phase, QT_TRANSLATE_NOOP("EventText", "members: %1")},
    {store::events::decision, store::events::phase, QT_TRANSLATE_NOOP("EventText", "decision: %1")},
    {store::events::noticed, store::events::alarm, QT_TRANSLATE_NOOP("EventText", "failure: %1")},
    {store::events::wrongSum, store::events::alarm, QT_TRANSLATE_NOOP("EventText", "wrong sum: %1")},
    {store::events::workerError, store::events::alarm, QT_TRANSLATE_NOOP("EventText", "error: %1")},
    {store::events::processFailed, store::events::alarm, QT_TRANSLATE_NOOP("EventText", "failed: %1")},
};

constexpr std::int64_t atOnce = 200'000'000; // ns

} // namespace

void addEventMark(std::vector<TimelineEvent>& marks, const store::Event& event)
{
    for (const EventText& words : eventWords) {
        if (event.kind != words.kind)
            continue;
        const QString frame = QCoreApplication::translate("EventText", words.text);
        const QString begin = frame.arg(QString());
        TimelineEvent mark{event.wall.count(), frame.arg(toQString(event.text)), toQString(words.mark.name)};
        for (auto last = marks.rbegin(); last != marks.rend() && mark.time - last->time < atOnce; ++last)
            if (last->text.startsWith(begin)) {
                const QString subject = toQString(event.text);
                if (!last->text.endsWith(subject) && last->text.size() < 200)
                    last->text += QStringLiteral(", ") + subject;
                return;
            }
        marks.push_back(std::move(mark));
        return;
    }
}

bool RunMarks::add(const store::Event& event)
{
    if (addPhase(phases, event))
        return true;
    if (events.size() >= most)
        return false;
    if (auto alarm = alarmOf(event)) {
        events.push_back(alarmMark(*alarm, QLocale()));
        alarms.push_back(*std::move(alarm));
        return true;
    }
    const std::size_t before = events.size();
    const QString last = events.empty() ? QString() : events.back().text;
    addEventMark(events, event);
    return events.size() != before || (before > 0 && events.back().text != last);
}

} // namespace millrace::ui

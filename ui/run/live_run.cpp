// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/live_run.h"

#include "ui/base/format.h"
#include "ui/interference/run_phases.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

struct EventWords
{
    const char* kind; ///< of the store
    const char* mark; ///< of the plot
    const char* text;
};

constexpr EventWords eventWords[] = {
    {"worker-start", "phase", QT_TRANSLATE_NOOP("EventWords", "started: %1")},
    {"connected", "phase", QT_TRANSLATE_NOOP("EventWords", "connected: %1")},
    {"phase", "phase", QT_TRANSLATE_NOOP("EventWords", "phase: %1")},
    {"worker-exit", "phase", QT_TRANSLATE_NOOP("EventWords", "ended: %1")},
    {"wrong-sum", "alarm", QT_TRANSLATE_NOOP("EventWords", "wrong sum: %1")},
    {"worker-error", "alarm", QT_TRANSLATE_NOOP("EventWords", "error: %1")},
    {"process-failed", "alarm", QT_TRANSLATE_NOOP("EventWords", "failed: %1")},
};

constexpr std::int64_t atOnce = 200'000'000; // ns

} // namespace

void addEventMark(std::vector<TimelineEvent>& marks, const store::Event& event)
{
    for (const EventWords& words : eventWords) {
        if (event.kind != words.kind)
            continue;
        const QString frame = QCoreApplication::translate("EventWords", words.text);
        const QString begin = frame.arg(QString());
        TimelineEvent mark{event.wall.count(), frame.arg(toQString(event.text)), QString::fromLatin1(words.mark)};
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

LiveSeries* LiveRun::find(const std::string& name, const std::string& subject, const std::string& unit, bool& isNew)
{
    const auto found = m_series.find({name, subject});
    if (found != m_series.end())
        return found->second.series.get();
    if (m_series.size() >= mostSeries)
        return nullptr;
    isNew = true;
    auto series = std::make_shared<LiveSeries>();
    m_series.emplace(std::pair(name, subject), Entry{unit, series});
    return series.get();
}

bool LiveRun::add(const RunBatch::Samples& samples)
{
    bool isNew = false;
    LiveSeries* series = find(samples.name, samples.subject, samples.unit, isNew);
    if (series == nullptr)
        return false;
    series->append(samples.times, samples.values);
    return isNew;
}

bool LiveRun::add(const store::Event& event)
{
    return m_marks.add(event);
}

void LiveRun::addMark(TimelineEvent mark)
{
    if (m_marks.events.size() < RunMarks::most)
        m_marks.events.push_back(std::move(mark));
}

void LiveRun::finish()
{
    m_finished = true;
    for (auto& [key, entry] : m_series)
        entry.series->finish();
}

std::vector<MonitorSeries> LiveRun::series() const
{
    std::vector<MonitorSeries> all;
    for (const auto& [key, entry] : m_series)
        all.push_back({key.first, key.second, entry.unit, entry.series});
    return all;
}

std::size_t LiveRun::memory() const
{
    std::size_t bytes = 0;
    for (const auto& [key, entry] : m_series)
        bytes += entry.series->memory();
    return bytes;
}

} // namespace millrace::ui

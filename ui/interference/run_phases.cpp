// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/interference/run_phases.h"

#include "core/store/event_kinds.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

constexpr std::size_t mostPhases = 1000;

struct PhaseText
{
    const char* phase; ///< text of the event
    const char* name; ///< nullptr: ends the one before
    TimelineBand::Tone tone;
};

constexpr PhaseText phaseWords[] = {
    {"baseline", QT_TRANSLATE_NOOP("RunPhases", "baseline"), TimelineBand::Tone::Plain},
    {"loaded", QT_TRANSLATE_NOOP("RunPhases", "loaded"), TimelineBand::Tone::Warning},
    {"recovery", QT_TRANSLATE_NOOP("RunPhases", "recovery"), TimelineBand::Tone::Good},
    {"end", nullptr, TimelineBand::Tone::Plain},
};

} // namespace

bool addPhase(std::vector<TimelineBand>& bands, const store::Event& event)
{
    if (event.kind != store::events::phase || !event.node.empty())
        return false;
    const auto* words = std::ranges::find(phaseWords, event.text, &PhaseText::phase);
    if (words == std::end(phaseWords))
        return false;
    const std::int64_t time = event.wall.count();
    if (!bands.empty() && bands.back().end == TimelineBand::open)
        bands.back().end = std::max(bands.back().begin, time);
    if (words->name != nullptr && bands.size() < mostPhases)
        bands.push_back({time, TimelineBand::open, QCoreApplication::translate("RunPhases", words->name), words->tone});
    return true;
}

} // namespace millrace::ui

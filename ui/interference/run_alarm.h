// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/detector.h"
#include "core/store/run_data.h"
#include "ui/plots/timeline_series.h"

#include <QLocale>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace millrace::ui {

/// An alarm of a detector on a run, from its event "alarm". Unknown numbers are NaN, unknown iterations negative.
struct RunAlarm
{
    Nanoseconds wall{0}; ///< when it was decided
    Nanoseconds onsetWall{0}; ///< since when it is believed to hold; 0: not known
    bool over = false; ///< back to the reference
    bool worse = false; ///< an active one has grown
    std::string detector;
    std::int64_t raised = -1; ///< iterations, from 0
    std::int64_t onset = -1;
    double size = 0; ///< relative: 0.1 when steps take 10 % longer
    double confidence = 0; ///< 0 to 1
    std::vector<int> workers; ///< ranks
    std::optional<std::pair<int, int>>
        link; ///< ranks, from and to; -1: whatever comes in to the other, or goes out of it
    monitor::Cause cause = monitor::Cause::Unknown;
    double causeBefore = 0; ///< as monitor::Alarm has them
    double causeSince = 0;
    std::string sentence; ///< the event's own
};

/// None for events of other kinds. Details that cannot be read are unknown.
[[nodiscard]] std::optional<RunAlarm> alarmOf(const store::Event& event);

/// "Steps take 31 % longer since step 121", "Steps take 52 % longer since step 140, worse than before".
[[nodiscard]] QString alarmHeadline(const RunAlarm& alarm, const QLocale& locale);
/// The headline, then detector, step at which it was noticed, confidence and who is to blame.
[[nodiscard]] QString alarmSentence(const RunAlarm& alarm, const QLocale& locale);
/// "rank 1 → rank 2", "into rank 2", "out of rank 1", "rank 0, rank 3"; empty when nobody is named.
[[nodiscard]] QString blamedText(const RunAlarm& alarm);
/// "losses: 0.1 % before, 1.4 % since"; empty when the cause is unknown.
[[nodiscard]] QString causeText(const RunAlarm& alarm, const QLocale& locale);
/// "+31 %"; empty when it was not estimated.
[[nodiscard]] QString sizeText(const RunAlarm& alarm, const QLocale& locale);
/// "98 %"; empty when the detector has none.
[[nodiscard]] QString confidenceText(const RunAlarm& alarm, const QLocale& locale);
[[nodiscard]] TimelineEvent alarmMark(const RunAlarm& alarm, const QLocale& locale);
/// The alarm as a line of the log, so that it is read where it happened.
[[nodiscard]] store::LogLine alarmLine(const RunAlarm& alarm, const QLocale& locale);

} // namespace millrace::ui

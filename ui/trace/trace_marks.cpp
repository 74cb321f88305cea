// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/trace_marks.h"

#include "ui/interference/run_marks.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

struct TraceMarkText
{
    Q_DECLARE_TR_FUNCTIONS(TraceMarks)
};

} // namespace

TraceMarks marksOf(const report::RecordedRun& run)
{
    RunMarks happened;
    for (const store::Event& event : run.events)
        happened.add(event);
    TraceMarks marks{std::move(happened.events), std::move(happened.phases)};
    for (const report::RecordedStep& step : run.steps)
        marks.bands.push_back(
            {step.begin, step.end,
             (step.warmup ? TraceMarkText::tr("warm-up step %1") : TraceMarkText::tr("step %1")).arg(step.number),
             TimelineBand::Tone::Step});
    return marks;
}

} // namespace millrace::ui

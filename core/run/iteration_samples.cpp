// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/iteration_samples.h"

namespace millrace::run {

std::vector<IterationSample> samplesOf(const monitor::IterationEvent& event)
{
    const auto seconds = [](Nanoseconds time) { return std::chrono::duration<double>(time).count(); };
    std::vector<IterationSample> samples;
    if (event.duration) {
        samples.push_back({"step.time", "s", seconds(*event.duration)});
        if (event.samples && event.duration->count() > 0)
            samples.push_back(
                {"throughput", "samples/s", static_cast<double>(*event.samples) / seconds(*event.duration)});
    }
    if (event.communication)
        samples.push_back({"step.communication", "s", seconds(*event.communication)});
    if (!event.duration && event.samplesPerSecond)
        samples.push_back({"throughput", "samples/s", *event.samplesPerSecond});
    if (event.loss)
        samples.push_back({"training.loss", "", *event.loss});
    if (event.compute)
        samples.push_back({"step.compute", "s", seconds(*event.compute)});
    return samples;
}

} // namespace millrace::run

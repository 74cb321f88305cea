// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/workload_record.h"

#include "core/base/overloaded.h"

namespace millrace::run {

void AdaptationRecord::take(const monitor::LogEvent& event)
{
    std::visit(Overloaded{[this](const monitor::StartEvent& start) {
                              if (begun == Nanoseconds(0) || start.origin.wall < begun)
                                  begun = start.origin.wall;
                              payload = start.bytes;
                              batch = start.batch;
                          },
                          [this](const monitor::ConnectedEvent& connected) {
                              if (strategy.empty())
                                  strategy = connected.strategy;
                          },
                          [this](const monitor::DecisionEvent& decision) { decisions.push_back(decision); },
                          [this](const monitor::ResizeEvent& resize) { resizes.push_back(resize); },
                          [this](const monitor::NoticedEvent& each) { noticed.push_back(each); },
                          [this](const monitor::MetricEvent& metric) {
                              if (metric.name == "gradient-noise-scale")
                                  noiseScales.push_back(metric);
                          },
                          [](const auto&) {}},
               event);
}

} // namespace millrace::run

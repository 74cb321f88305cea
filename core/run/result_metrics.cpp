// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/result_metrics.h"

#include "core/base/seconds.h"
#include "core/base/statistics.h"
#include "core/run/run_plan.h"
#include "core/run/workload_record.h"
#include "core/store/metric_kinds.h"
#include "core/store/printed_metric.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace millrace::run {

namespace metrics = store::metrics;

namespace {

/// Last value of each process for one metric.
struct Printed
{
    std::string unit;
    std::map<std::string, double> bySpeaker; ///< "worker 1", "rank 0"
    bool final = false; ///< a final line was found, so that earlier ones do not count
};

class ResultList
{
public:
    explicit ResultList(const RunPlan& plan, bool hasThroughput) : m_plan(plan), m_hasThroughput(hasThroughput) { }

    void take(const PrintedResult& printed)
    {
        const monitor::ResultEvent& event = printed.event;
        const std::string speaker =
            event.origin.rank >= 0 ? fmt::format("rank {}", event.origin.rank) : printed.process;
        if (event.duration)
            add(metrics::resultTime, speaker, seconds(*event.duration), event.final);
        if (!std::isfinite(event.mean))
            return;
        if (!event.metric.empty())
            add(event.metric, event.unit, speaker, event.mean, event.final);
        else if (event.unit == metrics::resultRate.unit)
            add(metrics::resultRate, speaker, event.mean, event.final);
        else if (event.unit == "samples/s in total" && !m_hasThroughput)
            add(metrics::samplesPerSecond, speaker, event.mean, event.final);
        else if (event.unit == "samples/s" && !m_hasThroughput)
            add(metrics::samplesPerSecond, speaker, event.mean * m_plan.network.workers(), event.final);
    }

    std::vector<store::Metric> metrics() const
    {
        std::vector<store::Metric> all;
        for (const auto& [name, printed] : m_all) {
            std::vector<double> values;
            for (const auto& [speaker, value] : printed.bySpeaker)
                values.push_back(value);
            all.push_back({name,
                           {},
                           mean(values),
                           printed.unit,
                           values.size() == 1
                               ? fmt::format("what {} {}", printed.bySpeaker.begin()->first, store::printedAtTheEnd)
                               : fmt::format("mean of what {} processes {}", values.size(), store::printedAtTheEnd)});
            if (values.size() > 1)
                for (const auto& [speaker, value] : printed.bySpeaker)
                    all.push_back(
                        {name, speaker, value, printed.unit, fmt::format("what it {}", store::printedAtTheEnd)});
        }
        return all;
    }

private:
    void add(const store::MetricKind& kind, const std::string& speaker, double value, bool final)
    {
        add(std::string(kind.name), std::string(kind.unit), speaker, value, final);
    }
    void add(const std::string& name, const std::string& unit, const std::string& speaker, double value, bool final)
    {
        Printed& printed = m_all[name];
        if (printed.final && !final)
            return;
        if (final && !printed.final)
            printed.bySpeaker.clear();
        printed.final = final;
        printed.unit = unit;
        printed.bySpeaker[speaker] = value;
    }

    const RunPlan& m_plan;
    bool m_hasThroughput;
    std::map<std::string, Printed> m_all;
};

/// The mean of the ranks; above one rank also the value of each.
void addLastPrinted(const WorkloadRecord& record, std::vector<store::Metric>& all)
{
    for (const auto& [name, bySubject] : record.lastPrinted) {
        const auto* kind = std::ranges::find(metrics::all, name, &store::MetricKind::name);
        std::vector<double> values;
        for (const auto& [subject, value] : bySubject)
            values.push_back(value);
        all.push_back(kind->with(mean(values)));
        if (values.size() > 1)
            for (const auto& [subject, value] : bySubject)
                all.push_back(kind->with(value, "its last value", subject));
    }
}

} // namespace

std::vector<store::Metric> resultMetrics(const RunPlan& plan, const WorkloadRecord& record, bool hasThroughput)
{
    ResultList list(plan, hasThroughput);
    for (const PrintedResult& printed : record.results)
        list.take(printed);
    std::vector<store::Metric> all = list.metrics();
    addLastPrinted(record, all);
    return all;
}

} // namespace millrace::run

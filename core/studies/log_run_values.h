// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/log_event.h"
#include "core/store/event_kinds.h"
#include "core/studies/imported_run.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace::studies {

/// Collects the values in the lines of a run.
class LogRunValues
{
public:
    /// `place`: file and line, for events.
    void take(const monitor::LogEvent& event, const std::string& file, std::uint64_t line);
    /// A rate of TensorFlow that its line repeats in the other spelling; the parsers do not report the repetition.
    void repeated(double rate);
    /// Adds factors, metrics, series, events and times to `run`.
    void finish(ImportedRun& run, const std::string& framework);

    static constexpr std::size_t mostSpeakers = 4096;
    static constexpr std::size_t mostSamples = 5'000'000;

private:
    /// A worker that printed something.
    struct Speaker
    {
        bool hasIteration = false;
        Nanoseconds now{0};
        std::vector<double> rates; ///< samples/s of the measured iterations
        std::vector<std::int64_t> numbers; ///< of those
        std::vector<double> reports; ///< samples/s as TensorFlow reports them
        std::optional<double> printed; ///< mean as printed
        std::optional<double> spread;
        bool isFinal = false;
    };
    struct Resize
    {
        int from = 0;
        int to = 0;
        double seconds = 0;
        std::set<std::string> speakers;
    };
    struct SeriesState
    {
        std::size_t place = 0; ///< in m_series
        std::int64_t last = -1;
    };

    void take(const monitor::IterationEvent& event);
    void take(const monitor::MetricEvent& event);
    void take(const monitor::ResizeEvent& event, const std::string& file, std::uint64_t line);
    void take(const monitor::ResultEvent& event);
    void take(const monitor::StartEvent& event);
    void take(const monitor::SettingEvent& event);
    void take(const monitor::PhaseEvent& event);

    [[nodiscard]] std::string nodeOf(const monitor::EventOrigin& origin);
    [[nodiscard]] Speaker& speaker(const std::string& node) { return m_speakers[node]; }
    void add(const std::string& series, const std::string& node, std::string_view unit, std::int64_t time,
             double value);
    /// The time of a value without a time of its own.
    [[nodiscard]] std::int64_t timeOf(const std::string& series, const std::string& node,
                                      const monitor::EventOrigin& origin);
    void addEvent(const store::EventKind& kind, const monitor::EventOrigin& origin, std::string text, std::string json);
    void setting(const std::string& name, const std::string& value);

    void metric(std::string_view name, std::string subject, double value, std::string unit, std::string how);
    void rateMetrics();
    void reportMetrics();
    void stepMetrics();
    void figureMetrics();
    void resizeMetrics();

    std::map<std::string, Speaker> m_speakers;
    std::map<std::pair<std::string, std::string>, SeriesState> m_places;
    std::vector<analysis::Series> m_series;
    std::size_t m_samples = 0;
    std::vector<store::Event> m_events;
    std::vector<store::Metric> m_metrics;
    std::map<std::int64_t, double> m_steps; ///< longest duration of any worker by iteration, s
    std::vector<Resize> m_resizes;
    std::map<std::string, std::string> m_settings; ///< framework, model, batch, workers, optimizer, …
    std::optional<double> m_total; ///< samples/s of all workers, as printed
    std::optional<double> m_reference; ///< of the monitored throughput, bit/s
    std::set<std::pair<std::string, std::string>> m_named; ///< name and subject of m_metrics
    std::optional<double> m_bytes; ///< all-reduce in B/s, as printed
    std::vector<double> m_repeated;
    double m_warmups = 0;
    std::map<std::string, double> m_phases; ///< s
    std::optional<double> m_runtime;
    Issues m_issues;
};

} // namespace millrace::studies

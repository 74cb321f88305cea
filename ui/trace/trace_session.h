// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic_pass.h"
#include "ui/base/job_runner.h"
#include "ui/trace/trace.h"

#include <QStringList>

#include <mutex>

namespace millrace::ui {

/// Request for reading captures.
struct TraceRequest
{
    QStringList files; ///< of one measurement, on one clock
    QString filter; ///< in libpcap's language
    analysis::TrafficOptions options;
    std::vector<analysis::ClockCorrection> clocks = {}; ///< of the files; empty: no correction
    bool oneClock = false; ///< read the files as one, in order of time

    bool operator==(const TraceRequest&) const = default;
};

/// Reads the captures of a page in the background and publishes partial results.
class TraceSession : public QObject
{
    Q_OBJECT
public:
    using Reader = std::function<Result<analysis::TrafficSummary>(
        const std::filesystem::path& file, const analysis::AnalysisRequest& request, const JobContext& job)>;

    explicit TraceSession(QObject* parent = nullptr);

    /// Replaces analysis::analyseCached with the user's cache, for tests.
    void setReader(Reader reader) { m_reader = std::move(reader); }
    /// Cancels the current reading; the current trace stays until the first packets of the new one have arrived.
    void read(const TraceRequest& request);
    /// Cancels; the partial trace stays.
    void cancel();

    /// Sets the naming of nodes in trace(). Emits changed() if that makes another trace.
    void setNaming(Naming naming);

    /// Returns nullptr before the first packets.
    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const noexcept { return m_trace; }
    /// Request of the current trace or reading.
    [[nodiscard]] const TraceRequest& request() const noexcept { return m_request; }
    [[nodiscard]] bool isReading() const noexcept { return m_job.isRunning(); }
    [[nodiscard]] JobRunner& job() noexcept { return m_job; }

Q_SIGNALS:
    /// Emitted for a new trace(), complete or not.
    void changed();
    /// Emitted when trace() is complete.
    void finished();
    void failed(const millrace::Error& error);
    /// Emitted when libpcap rejects the filter; nothing was read.
    void filterRejected(const QString& sentence);
    void readingChanged(bool reading);

private:
    struct Mailbox;
    struct Outcome
    {
        std::shared_ptr<const Trace> trace;
        std::optional<Error> filterError;
    };
    struct Work;

    void takePartial(quint64 generation, const std::shared_ptr<Mailbox>& mailbox);
    void take(Result<Outcome> outcome);
    void show(std::shared_ptr<const Trace> trace);

    Reader m_reader;
    JobRunner m_job;
    TraceRequest m_request;
    std::shared_ptr<const Trace> m_trace;
    Naming m_naming = Naming::Nodes;
    quint64 m_generation = 0;
};

} // namespace millrace::ui

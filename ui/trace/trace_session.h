// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/traffic_pass.h"
#include "ui/base/job_runner.h"
#include "ui/trace/trace.h"

#include <QStringList>

#include <mutex>

namespace millrace::ui {

/// What is read, and how.
struct TraceRequest
{
    QStringList files; ///< of one measurement, on one clock
    QString filter; ///< in libpcap's language
    analysis::TrafficOptions options;
    std::vector<analysis::ClockCorrection> clocks = {}; ///< of the files; empty: their times are as they are
    bool oneClock = false; ///< the files are read as one, in order of time

    bool operator==(const TraceRequest&) const = default;
};

/// Reads the captures of a page in the background and hands out what is known while it reads.
class TraceSession : public QObject
{
    Q_OBJECT
public:
    using Reader = std::function<Result<analysis::TrafficSummary>(
        const std::filesystem::path& file, const analysis::AnalysisRequest& request, const JobContext& job)>;

    explicit TraceSession(QObject* parent = nullptr);

    /// Instead of analysis::analyseCached with the user's cache, for tests.
    void setReader(Reader reader) { m_reader = std::move(reader); }
    /// Cancels what is being read; the trace that is shown stays until the first packets of this have arrived.
    void read(const TraceRequest& request);
    /// What has been read so far stays.
    void cancel();

    /// What nodes are called in trace(), from now on. Emits changed() when that makes another trace.
    void setNaming(Naming naming);

    /// nullptr before the first packets.
    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const noexcept { return m_trace; }
    /// Of the trace that is shown or being read.
    [[nodiscard]] const TraceRequest& request() const noexcept { return m_request; }
    [[nodiscard]] bool isReading() const noexcept { return m_job.isRunning(); }
    [[nodiscard]] JobRunner& job() noexcept { return m_job; }

Q_SIGNALS:
    /// There is a new trace(), complete or not.
    void changed();
    /// trace() is complete.
    void finished();
    void failed(const millrace::Error& error);
    /// libpcap does not understand the filter; nothing was read.
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

// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/trace_session.h"

#include "core/analysis/trace_cache.h"
#include "core/capture/packet_filter.h"
#include "ui/base/format.h"

namespace millrace::ui {
namespace {

constexpr std::uint16_t ethernet = 1;

std::uint16_t linkTypeOf(const Trace* trace)
{
    if (!trace || trace->summary.sources.empty() || trace->summary.sources.front().info.interfaces.empty())
        return ethernet;
    return trace->summary.sources.front().info.interfaces.front().linkType;
}

} // namespace

/// Latest partial trace, passed from the job's thread to the GUI thread.
struct TraceSession::Mailbox
{
    std::mutex mutex;
    std::shared_ptr<const Trace> trace;
};

/// Input of a job, by value.
struct TraceSession::Work
{
    TraceRequest request;
    std::uint16_t linkType = ethernet;
    Reader reader;
    std::shared_ptr<Mailbox> mailbox;
    std::function<void()> notify;
    Naming naming = Naming::Nodes;
    std::shared_ptr<const report::RecordedRun> record = {};
    Issues issues = {}; ///< about the files, in addition to those in them

    void post(analysis::TrafficSummary summary) const
    {
        auto trace = makeTrace(std::move(summary), false, record, naming);
        {
            const std::lock_guard lock(mailbox->mutex);
            mailbox->trace = std::move(trace);
        }
        notify();
    }
    Result<analysis::TrafficSummary> readOne(int number, const std::optional<analysis::TrafficSummary>& before,
                                             const JobContext& job) const;
    /// Looks up the run of the captures in the store, if any.
    void findRun(const JobContext& job);
    /// Reads all files as one stream.
    Result<Outcome> readAsOne(const JobContext& job) const;
    Result<Outcome> run(const JobContext& job) const;
    Result<Outcome> readAll(const JobContext& job) const;
};

void TraceSession::Work::findRun(const JobContext& job)
{
    std::vector<std::filesystem::path> files;
    for (const QString& file : request.files)
        files.push_back(toPath(file));
    auto found = report::recordedRunOf(files, job);
    if (!found)
        countIssue(issues,
                   {"run-not-read", Severity::Note, 1, "Nodes are shown by their addresses: " + found.error().text(),
                    request.files.constFirst().toStdString()});
    else if (*found)
        record = std::make_shared<const report::RecordedRun>(**std::move(found));
}

Result<analysis::TrafficSummary> TraceSession::Work::readOne(int number,
                                                             const std::optional<analysis::TrafficSummary>& before,
                                                             const JobContext& job) const
{
    const QString& file = request.files.at(number);
    const auto count = static_cast<int>(request.files.size());
    analysis::AnalysisRequest asked;
    asked.traffic = request.options;
    asked.filter = request.filter.toStdString();
    if (request.clocks.size() == static_cast<std::size_t>(request.files.size()))
        asked.clock = request.clocks[static_cast<std::size_t>(number)];
    asked.onPartial = [this, &before, &job](analysis::TrafficSummary partial) {
        if (job.cancelled())
            return;
        if (before) {
            std::vector<analysis::TrafficSummary> both{*before};
            both.push_back(std::move(partial));
            partial = analysis::mergeTraffic(std::move(both));
        }
        post(std::move(partial));
    };
    const std::string name = report::captureName(record.get(), toPath(file));
    const JobContext inner{job.stop, [&](long long done, long long total, std::string_view) {
                               const long long share = total > 0 ? 1000 * std::min(done, total) / total : 0;
                               job.progress(1000LL * number + share, 1000LL * count, name);
                           }};
    return reader(toPath(file), asked, inner);
}

Result<TraceSession::Outcome> TraceSession::Work::readAsOne(const JobContext& job) const
{
    std::vector<std::filesystem::path> files;
    for (const QString& file : request.files)
        files.push_back(toPath(file));
    analysis::AnalysisRequest asked;
    asked.traffic = request.options;
    asked.filter = request.filter.toStdString();
    asked.onPartial = [this, &job](analysis::TrafficSummary partial) {
        if (!job.cancelled())
            post(std::move(partial));
    };
    MR_TRY(summary, analysis::analyseAsOne(files, asked, job, request.clocks));
    summary.issues.insert(summary.issues.end(), issues.begin(), issues.end());
    return Outcome{makeTrace(std::move(summary), true, record, naming), {}};
}

Result<TraceSession::Outcome> TraceSession::Work::run(const JobContext& job) const
{
    if (!request.filter.isEmpty()) {
        const auto filter = capture::PacketFilter::compile(request.filter.toStdString(), linkType);
        if (!filter)
            return Outcome{nullptr, filter.error()};
    }
    Work known = *this;
    known.findRun(job);
    return known.readAll(job);
}

Result<TraceSession::Outcome> TraceSession::Work::readAll(const JobContext& job) const
{
    if (request.oneClock && request.files.size() > 1)
        return readAsOne(job);
    std::vector<analysis::TrafficSummary> parts;
    std::optional<analysis::TrafficSummary> merged;
    Issues unread = issues;
    std::optional<Error> firstError;
    for (int i = 0; i < request.files.size(); ++i) {
        auto one = readOne(i, merged, job);
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "The captures were not read to the end: cancelled.");
        if (!one) {
            firstError = firstError ? firstError : one.error();
            countIssue(unread,
                       {"file-not-read", Severity::Error, 1, one.error().text(), request.files.at(i).toStdString()});
            continue;
        }
        parts.push_back(*std::move(one));
        if (request.files.size() > 1 && i + 1 < request.files.size())
            merged = analysis::mergeTraffic(parts);
    }
    if (parts.empty())
        return firstError ? *firstError : fail(ErrorCode::InvalidInput, "There is no capture to read.");
    analysis::TrafficSummary all =
        parts.size() == 1 ? std::move(parts.front()) : analysis::mergeTraffic(std::move(parts));
    all.issues.insert(all.issues.end(), unread.begin(), unread.end());
    return Outcome{makeTrace(std::move(all), true, record, naming), {}};
}

TraceSession::TraceSession(QObject* parent)
    : QObject(parent),
      m_reader([](const std::filesystem::path& file, const analysis::AnalysisRequest& request, const JobContext& job) {
          const analysis::TraceCache cache(analysis::TraceCache::standardFolder());
          return analysis::analyseCached(file, request, cache, job);
      })
{
    connect(&m_job, &JobRunner::runningChanged, this, &TraceSession::readingChanged);
}

void TraceSession::read(const TraceRequest& request)
{
    m_request = request;
    auto mailbox = std::make_shared<Mailbox>();
    const quint64 generation = ++m_generation;
    const QPointer<TraceSession> self(this);
    Work work{request, linkTypeOf(m_trace.get()), m_reader, mailbox, {}, m_naming};
    work.notify = [self, generation, mailbox] {
        QMetaObject::invokeMethod(QCoreApplication::instance(), [=] {
            if (self)
                self->takePartial(generation, mailbox);
        });
    };
    m_job.start([work = std::move(work)](const JobContext& job) { return work.run(job); },
                [this](Result<Outcome> outcome) { take(std::move(outcome)); });
}

void TraceSession::cancel()
{
    if (!isReading())
        return;
    ++m_generation;
    m_job.cancel();
}

void TraceSession::setNaming(Naming naming)
{
    m_naming = naming;
    if (m_trace && m_trace->naming != naming)
        show(m_trace);
}

void TraceSession::show(std::shared_ptr<const Trace> trace)
{
    m_trace = trace->naming == m_naming ? std::move(trace) : renamed(*trace, m_naming);
    Q_EMIT changed();
}

void TraceSession::takePartial(quint64 generation, const std::shared_ptr<Mailbox>& mailbox)
{
    if (generation != m_generation || !isReading())
        return;
    std::shared_ptr<const Trace> trace;
    {
        const std::lock_guard lock(mailbox->mutex);
        trace = std::move(mailbox->trace);
        mailbox->trace.reset();
    }
    if (trace)
        show(std::move(trace));
}

void TraceSession::take(Result<Outcome> outcome)
{
    ++m_generation;
    if (!outcome) {
        Q_EMIT failed(outcome.error());
        return;
    }
    if (outcome->filterError) {
        Q_EMIT filterRejected(toQString(outcome->filterError->text()));
        return;
    }
    show(std::move(outcome->trace));
    Q_EMIT finished();
}

} // namespace millrace::ui

#include "moc_trace_session.cpp"

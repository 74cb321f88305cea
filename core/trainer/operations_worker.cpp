// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/operations_worker.h"

#include "core/base/file_io.h"
#include "core/base/socket.h"
#include "core/collective/mailbox.h"
#include "core/operations/goal_text.h"
#include "core/trainer/step_totals.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace millrace::trainer {

namespace {

using collective::Mailbox;
using collective::Session;
using operations::Kind;
using operations::Operation;

constexpr std::size_t largestFile = std::size_t(1) << 30;

/// What the thread of the mailbox reports to that of the operations.
class Finished
{
public:
    explicit Finished(const Session& session) : m_session(session) { }

    void add(std::uint32_t operation)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_operations.push_back(operation);
        }
        m_session.wakeUp();
    }
    void add(Error error)
    {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_error)
                m_error = std::move(error);
        }
        m_session.wakeUp();
    }
    Result<std::vector<std::uint32_t>> take()
    {
        const std::lock_guard lock(m_mutex);
        if (m_error)
            return *m_error;
        return std::exchange(m_operations, {});
    }

private:
    const Session& m_session;
    std::mutex m_mutex;
    std::vector<std::uint32_t> m_operations;
    std::optional<Error> m_error;
};

/// The operations of one rank, once after another.
class Performance
{
public:
    Performance(const std::vector<Operation>& list, Session& session, Mailbox& mailbox)
        : m_list(list), m_session(session), m_mailbox(mailbox), m_finished(session), m_onEnd(list.size()),
          m_onStart(list.size())
    {
        std::int64_t most = 0;
        for (std::uint32_t i = 0; i < list.size(); ++i) {
            for (const operations::Dependency& dependency : list[i].after)
                (dependency.started ? m_onStart : m_onEnd)[dependency.on].push_back(i);
            if (list[i].kind != Kind::Compute)
                most = std::max(most, list[i].amount);
            if (list[i].kind == Kind::Send)
                m_sentBytes += static_cast<std::uint64_t>(list[i].amount);
            if (list[i].kind == Kind::Receive)
                m_receivedBytes += static_cast<std::uint64_t>(list[i].amount);
        }
        m_data.resize(static_cast<std::size_t>(most));
        m_received.resize(static_cast<std::size_t>(most));
    }

    Result<StepReport> step()
    {
        const auto begin = std::chrono::steady_clock::now();
        m_computed = Nanoseconds(0);
        m_computing = 0;
        m_open = m_list.size();
        m_awaited.clear();
        for (const Operation& operation : m_list)
            m_awaited.push_back(operation.after.size());
        for (std::uint32_t i = 0; i < m_list.size(); ++i)
            if (m_list[i].after.empty())
                m_ready.push_back(i);
        while (m_open > 0) {
            beginReady();
            endComputing();
            MR_TRY(finished, m_finished.take());
            for (const std::uint32_t operation : finished)
                end(operation);
            if (m_open > 0 && m_ready.empty() && finished.empty())
                MR_CHECK(m_session.sleepUntilWoken(nextEnd()));
        }
        StepReport report;
        report.total = std::chrono::steady_clock::now() - begin;
        report.compute = m_computed;
        report.communication = std::max(Nanoseconds(0), report.total - m_computed);
        report.sentBytes = m_sentBytes;
        report.receivedBytes = m_receivedBytes;
        return report;
    }

private:
    struct Processor
    {
        std::optional<std::uint32_t> current;
        Deadline until;
        std::deque<std::uint32_t> waiting;
    };

    void beginReady()
    {
        while (!m_ready.empty()) {
            const std::uint32_t number = m_ready.front();
            m_ready.pop_front();
            const Operation& operation = m_list[number];
            if (operation.kind == Kind::Compute) {
                Processor& processor = m_processors[operation.processor];
                processor.waiting.push_back(number);
                if (!processor.current)
                    compute(processor);
                continue;
            }
            release(m_onStart[number]);
            const auto bytes = static_cast<std::size_t>(operation.amount);
            if (operation.kind == Kind::Send)
                m_mailbox.send(operation.peer, operation.tag, std::span(m_data).first(bytes),
                               [this, number](Result<void> sent) {
                                   sent ? m_finished.add(number) : m_finished.add(std::move(sent).error());
                               });
            else
                m_mailbox.receive(operation.peer, operation.tag, std::span(m_received).first(bytes),
                                  [this, number](Result<int> from) {
                                      from ? m_finished.add(number) : m_finished.add(std::move(from).error());
                                  });
        }
    }

    void compute(Processor& processor)
    {
        const auto now = std::chrono::steady_clock::now();
        const std::uint32_t number = processor.waiting.front();
        processor.waiting.pop_front();
        processor.current = number;
        processor.until = now + Nanoseconds(m_list[number].amount);
        if (m_computing++ == 0)
            m_computingSince = now;
        release(m_onStart[number]);
    }

    void endComputing()
    {
        const auto now = std::chrono::steady_clock::now();
        for (auto& [number, processor] : m_processors)
            while (processor.current && processor.until <= now) {
                const std::uint32_t done = *std::exchange(processor.current, std::nullopt);
                if (--m_computing == 0)
                    m_computed += now - m_computingSince;
                end(done);
                if (!processor.waiting.empty())
                    compute(processor);
            }
    }

    [[nodiscard]] std::optional<Deadline> nextEnd() const
    {
        std::optional<Deadline> next;
        for (const auto& [number, processor] : m_processors)
            if (processor.current && (!next || processor.until < *next))
                next = processor.until;
        return next;
    }

    void end(std::uint32_t operation)
    {
        --m_open;
        release(m_onEnd[operation]);
    }

    void release(const std::vector<std::uint32_t>& operations)
    {
        for (const std::uint32_t operation : operations)
            if (--m_awaited[operation] == 0)
                m_ready.push_back(operation);
    }

    const std::vector<Operation>& m_list;
    Session& m_session;
    Mailbox& m_mailbox;
    Finished m_finished;
    std::vector<std::vector<std::uint32_t>> m_onEnd; ///< by operation, those that wait for its end
    std::vector<std::vector<std::uint32_t>> m_onStart;
    std::vector<char> m_data; ///< of all messages that are sent
    std::vector<char> m_received; ///< of all that are received, one over the other
    std::uint64_t m_sentBytes = 0;
    std::uint64_t m_receivedBytes = 0;

    std::size_t m_open = 0; ///< not ended yet
    std::vector<std::size_t> m_awaited; ///< dependencies
    std::deque<std::uint32_t> m_ready;
    std::map<int, Processor> m_processors;
    int m_computing = 0; ///< processors
    std::chrono::steady_clock::time_point m_computingSince;
    Nanoseconds m_computed{0};
};

Result<std::unique_ptr<Mailbox>> openMailbox(const TrainSpec& spec)
{
    std::vector<Endpoint> endpoints;
    for (int rank = 0; rank < spec.peers.size(); ++rank) {
        Endpoint endpoint = spec.peers[rank];
        endpoint.port = static_cast<std::uint16_t>(endpoint.port + operations::messagePortDistance);
        endpoints.push_back(endpoint);
    }
    MR_TRY(listener, listenTcp(endpoints[static_cast<std::size_t>(spec.rank)]));
    return Mailbox::start(std::move(listener), collective::PeerList(std::move(endpoints)), spec.rank,
                          spec.session.deadline);
}

Result<TrainReport> perform(Session& session, Mailbox& mailbox, const TrainSpec& spec,
                            const operations::Operations& operations, TrainingLog& log)
{
    Performance performance(operations.ranks[static_cast<std::size_t>(spec.rank)], session, mailbox);
    StepTotals totals;
    for (int step = 0; step < spec.warmupSteps + spec.steps; ++step) {
        const bool warmup = step < spec.warmupSteps;
        MR_CHECK(session.barrier());
        if (step == 0 || step == spec.warmupSteps)
            MR_CHECK(log.phase(warmup));
        MR_TRY(report, performance.step());
        report.step = warmup ? step : step - spec.warmupSteps;
        report.warmup = warmup;
        report.samples = spec.batch;
        MR_CHECK(log.step(report));
        if (!warmup)
            totals.add(report);
    }
    MR_CHECK(session.barrier());
    const TrainReport report = totals.report();
    MR_CHECK(log.end(report, spec, session.strategy()));
    return report;
}

Result<TrainReport> connectAndPerform(const TrainSpec& spec, const operations::Operations& operations, TrainingLog& log,
                                      const JobContext& job)
{
    MR_CHECK(log.start(spec, Nanoseconds(0)));
    // Before the session connects, so that no message comes too early.
    MR_TRY(mailbox, openMailbox(spec));
    const Nanoseconds begin = monotonicNow();
    MR_TRY(session, Session::connect(spec.peers, spec.rank, spec.session, job));
    MR_CHECK(log.connected(*session, monotonicNow() - begin));
    auto report = perform(*session, *mailbox, spec, operations, log);
    if (report) {
        session->close();
        return report;
    }
    mailbox->fail(report.error());
    static_cast<void>(log.error(report.error(), spec.peers, session->culprit()));
    return report;
}

} // namespace

Result<operations::Operations> readOperations(const std::filesystem::path& file, int ranks)
{
    MR_TRY(text, readFile(file, largestFile));
    auto read = operations::parseGoal(text);
    if (!read)
        return within(fmt::format("reading {}", file.string()), std::move(read).error());
    if (read->ranks.size() != static_cast<std::size_t>(ranks))
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("{} has the operations of {} ranks, not of {}", file.string(), read->ranks.size(), ranks));
    return read;
}

Result<TrainReport> performOperations(const TrainSpec& spec, const operations::Operations& operations, TrainingLog& log,
                                      const JobContext& job)
{
    return connectAndPerform(spec, operations, log, job);
}

} // namespace millrace::trainer

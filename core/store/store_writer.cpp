// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/store_writer.h"

#include "core/store/group_writer.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <fmt/format.h>
#include <functional>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_set>

namespace millrace::store {

namespace {

constexpr std::size_t sampleBytes = sizeof(std::int64_t) + sizeof(double);
constexpr Nanoseconds answerLimit = std::chrono::seconds(30);

/// Task of the writing thread.
struct Request
{
    std::function<Result<std::int64_t>(GroupWriter&)> work;
    bool afterWriting = false; ///< only after everything accepted before was written
    std::optional<Result<std::int64_t>> answer;
};

using Requests = std::deque<std::shared_ptr<Request>>;

std::size_t sizeOf(const Event& event)
{
    return sizeof event + event.kind.size() + event.node.size() + event.text.size() + event.json.size();
}
std::size_t sizeOf(const LogLine& line)
{
    return sizeof line + line.node.size() + line.process.size() + line.stream.size() + line.text.size();
}
std::size_t sizeOf(const Metric& metric)
{
    return sizeof metric + metric.name.size() + metric.subject.size() + metric.unit.size() + metric.how.size();
}

} // namespace

struct StoreWriter::Impl
{
    Impl(Database database, const Options& chosen) : options(chosen), group(std::move(database)) { }

    void work();
    /// Encoded bytes that trigger an early write.
    [[nodiscard]] std::size_t early() const { return std::min(options.queueBytes / 4, std::size_t(1) << 20); }
    Result<void> writeGroup();
    void answer(const Requests& asked, const Result<void>& written);
    [[nodiscard]] Result<std::int64_t> ask(Request question, Nanoseconds limit);
    /// Returns under `lock`, with room for `bytes`.
    [[nodiscard]] Result<void> makeRoom(std::unique_lock<std::mutex>& lock, std::size_t bytes);
    [[nodiscard]] Result<void> checkRun(RunId run);

    const Options options;
    GroupWriter group; ///< of the writing thread

    std::mutex mutex; ///< guards all below
    std::condition_variable wake;
    std::condition_variable room;
    std::condition_variable answered;
    Intake intake;
    std::size_t writing = 0; ///< taken by the thread and not yet written
    Requests requests;
    std::optional<Error> error; ///< of the last write
    std::unordered_set<std::int64_t> series;
    std::set<RunId> runs;
    bool stopping = false;

    std::jthread thread; ///< last member: started after and joined before all others are destroyed
};

void StoreWriter::Impl::work()
{
    Deadline due = deadlineIn(options.commitEvery);
    Intake taken;
    for (;;) {
        Requests asked;
        bool last = false;
        bool mustWrite = false;
        {
            std::unique_lock lock(mutex);
            wake.wait_until(lock, due, [this] { return stopping || !requests.empty() || intake.bytes >= early(); });
            std::swap(taken, intake);
            std::swap(asked, requests);
            writing += taken.bytes;
            last = stopping;
            mustWrite = last || writing >= options.queueBytes / 2 || timeLeft(due).count() == 0;
        }
        group.take(taken);
        Result<void> written;
        for (const auto& request : asked)
            mustWrite = mustWrite || request->afterWriting;
        if (mustWrite) {
            written = writeGroup();
            due = deadlineIn(options.commitEvery);
        }
        answer(asked, written);
        if (last)
            return;
    }
}

Result<void> StoreWriter::Impl::writeGroup()
{
    Result<void> written = group.write();
    {
        const std::lock_guard lock(mutex);
        error = written ? std::nullopt : std::optional(written.error());
        if (written)
            writing = 0;
    }
    room.notify_all();
    return written;
}

void StoreWriter::Impl::answer(const Requests& asked, const Result<void>& written)
{
    for (const auto& request : asked) {
        auto result = request->afterWriting && !written ? Result<std::int64_t>(written.error()) : request->work(group);
        const std::lock_guard lock(mutex);
        request->answer = std::move(result);
    }
    if (!asked.empty())
        answered.notify_all();
}

Result<std::int64_t> StoreWriter::Impl::ask(Request question, Nanoseconds limit)
{
    const auto request = std::make_shared<Request>(std::move(question));
    std::unique_lock lock(mutex);
    if (error && !request->afterWriting)
        return *error;
    requests.push_back(request);
    wake.notify_one();
    if (!answered.wait_until(lock, deadlineIn(limit), [&] { return request->answer.has_value(); }))
        return fail(ErrorCode::Timeout,
                    fmt::format("the store did not take in the data within {} ms; the disk may be too slow",
                                std::chrono::duration_cast<std::chrono::milliseconds>(limit).count()));
    return *request->answer;
}

Result<void> StoreWriter::Impl::makeRoom(std::unique_lock<std::mutex>& lock, std::size_t bytes)
{
    const bool there = room.wait_until(lock, deadlineIn(options.waitForRoom), [&] {
        const std::size_t queued = intake.bytes + writing;
        return error || queued == 0 || queued + bytes <= options.queueBytes;
    });
    if (error)
        return *error;
    if (!there)
        return fail(ErrorCode::Timeout, "the store takes in data more slowly than it comes; the disk may be too slow");
    intake.bytes += bytes;
    if (intake.bytes >= early())
        wake.notify_one();
    return {};
}

Result<void> StoreWriter::Impl::checkRun(RunId run)
{
    {
        const std::lock_guard lock(mutex);
        if (runs.contains(run))
            return {};
    }
    const auto question = [this, run](GroupWriter& writer) -> Result<std::int64_t> {
        MR_CHECK(writer.checkRun(run));
        const std::lock_guard lock(mutex);
        runs.insert(run);
        return 0;
    };
    MR_CHECK(ask({question, false, {}}, answerLimit));
    return {};
}

StoreWriter::StoreWriter(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) { }

Result<std::unique_ptr<StoreWriter>> StoreWriter::start(const Database& database)
{
    return start(database, Options());
}

Result<std::unique_ptr<StoreWriter>> StoreWriter::start(const Database& database, const Options& options)
{
    if (database.isReadOnly())
        return fail(ErrorCode::Denied, fmt::format("{} is open for reading only", database.file().string()));
    MR_TRY(own, database.another());
    auto impl = std::make_unique<Impl>(std::move(own), options);
    impl->thread = std::jthread([raw = impl.get()] { raw->work(); });
    return std::unique_ptr<StoreWriter>(new StoreWriter(std::move(impl)));
}

StoreWriter::~StoreWriter()
{
    const std::lock_guard lock(m_impl->mutex);
    m_impl->stopping = true;
    m_impl->wake.notify_one();
}

Result<SeriesId> StoreWriter::addSeries(RunId run, std::string_view name, std::string_view node, std::string_view unit)
{
    MR_CHECK(m_impl->checkRun(run));
    const std::function<Result<std::int64_t>(GroupWriter&)> question =
        [impl = m_impl.get(), run, name = std::string(name), node = std::string(node),
         unit = std::string(unit)](GroupWriter& writer) -> Result<std::int64_t> {
        MR_TRY(id, writer.addSeries(run, name, node, unit));
        const std::lock_guard lock(impl->mutex);
        impl->series.insert(id.value);
        return id.value;
    };
    MR_TRY(id, m_impl->ask({question, false, {}}, answerLimit));
    return SeriesId{id};
}

Result<void> StoreWriter::append(SeriesId series, std::int64_t time, double value)
{
    return append(series, std::span(&time, 1), std::span(&value, 1));
}

Result<void> StoreWriter::append(SeriesId series, std::span<const std::int64_t> times, std::span<const double> values)
{
    if (times.size() != values.size())
        return fail(ErrorCode::InvalidInput, fmt::format("{} timestamps but {} values", times.size(), values.size()));
    std::unique_lock lock(m_impl->mutex);
    if (!m_impl->series.contains(series.value))
        return fail(ErrorCode::NotFound, fmt::format("series {} is not open for writing", series.value));
    MR_CHECK(m_impl->makeRoom(lock, times.size() * sampleBytes));
    auto& samples = m_impl->intake.series[series.value];
    samples.times.insert(samples.times.end(), times.begin(), times.end());
    samples.values.insert(samples.values.end(), values.begin(), values.end());
    return {};
}

Result<void> StoreWriter::addEvent(RunId run, const Event& event)
{
    MR_CHECK(m_impl->checkRun(run));
    std::unique_lock lock(m_impl->mutex);
    MR_CHECK(m_impl->makeRoom(lock, sizeOf(event)));
    m_impl->intake.events.emplace_back(run, event);
    return {};
}

Result<void> StoreWriter::addLine(RunId run, const LogLine& line)
{
    MR_CHECK(m_impl->checkRun(run));
    std::unique_lock lock(m_impl->mutex);
    MR_CHECK(m_impl->makeRoom(lock, sizeOf(line)));
    m_impl->intake.lines[run].push_back(line);
    return {};
}

Result<void> StoreWriter::addMetric(RunId run, const Metric& metric)
{
    MR_CHECK(m_impl->checkRun(run));
    std::unique_lock lock(m_impl->mutex);
    MR_CHECK(m_impl->makeRoom(lock, sizeOf(metric)));
    m_impl->intake.metrics.emplace_back(run, metric);
    return {};
}

Result<void> StoreWriter::flush(Nanoseconds limit)
{
    MR_CHECK(m_impl->ask({[](GroupWriter&) -> Result<std::int64_t> { return 0; }, true, {}}, limit));
    return {};
}

Result<void> StoreWriter::finishRun(RunId run, Nanoseconds limit)
{
    const auto question = [impl = m_impl.get(), run](GroupWriter& writer) -> Result<std::int64_t> {
        const std::vector<SeriesId> finished = writer.finish(run);
        {
            const std::lock_guard lock(impl->mutex);
            impl->runs.erase(run);
            for (const SeriesId id : finished)
                impl->series.erase(id.value);
        }
        MR_CHECK(writer.write());
        return 0;
    };
    MR_CHECK(m_impl->ask({question, true, {}}, limit));
    return {};
}

} // namespace millrace::store

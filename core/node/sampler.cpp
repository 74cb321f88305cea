// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/sampler.h"

#include "core/agent/node_values_json.h"
#include "core/node/counter_source.h"

#include <cerrno>
#include <poll.h>
#include <sys/prctl.h>
#include <time.h>

namespace millrace::node {

namespace {

constexpr auto batchTime = std::chrono::milliseconds(100);

Nanoseconds threadCpu()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

} // namespace

Result<std::unique_ptr<Sampler>> Sampler::start(agent::AgentServer& server, agent::SamplingId id,
                                                const agent::SamplingSpec& spec,
                                                std::shared_ptr<ProcessTable> processes)
{
    if (spec.interval < std::chrono::milliseconds(10) || spec.interval > std::chrono::hours(1))
        return fail(ErrorCode::InvalidInput, "counters are sampled every 10 ms at most and every hour at least");
    if (spec.ports.first > spec.ports.last)
        return fail(ErrorCode::InvalidInput, "the first port of the sampled range is above its last");
    MR_TRY(source, CounterSource::open(spec, std::move(processes)));
    return std::unique_ptr<Sampler>(new Sampler(server, id, spec, std::move(source)));
}

Sampler::Sampler(agent::AgentServer& server, agent::SamplingId id, const agent::SamplingSpec& spec,
                 std::unique_ptr<CounterSource> source)
    : m_server(server), m_spec(spec), m_source(std::move(source)),
      m_start(deadlineIn(Nanoseconds(0))), m_batch{id, 0, {}}
{
    // The first one now and the last one at the end, so that the differences cover the whole time.
    take();
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Sampler::~Sampler()
{
    m_thread.request_stop();
    m_wake.notify();
}

agent::SamplingEnd Sampler::stop()
{
    m_thread.request_stop();
    m_wake.notify();
    if (m_thread.joinable())
        m_thread.join();
    return m_end;
}

void Sampler::run(const std::stop_token& stop)
{
    ::prctl(PR_SET_TIMERSLACK, 1UL);
    for (std::int64_t tick = 1; sleepUntil(m_start + tick * m_spec.interval, stop); ++tick) {
        // Ticks in the past are missed; later ones keep their instants.
        const std::int64_t due = (std::chrono::steady_clock::now() - m_start) / m_spec.interval;
        m_batch.missed += due - tick;
        tick = due;
        take();
        if (static_cast<std::int64_t>(m_batch.samples.size()) * m_spec.interval >= batchTime)
            flush();
    }
    take();
    flush();
    m_end.missed = m_batch.missed;
    m_end.cpu = threadCpu();
}

void Sampler::take()
{
    m_batch.samples.push_back(m_source->read());
    ++m_end.taken;
}

bool Sampler::sleepUntil(Deadline instant, const std::stop_token& stop) const
{
    while (!stop.stop_requested()) {
        const Nanoseconds left = timeLeft(instant);
        if (left == Nanoseconds(0))
            return true;
        const timespec limit{left.count() / 1'000'000'000, left.count() % 1'000'000'000};
        pollfd entry{m_wake.fd(), POLLIN, 0};
        ::ppoll(&entry, 1, &limit, nullptr);
    }
    return false;
}

void Sampler::flush()
{
    if (m_batch.samples.empty())
        return;
    m_server.send(agent::toJson(m_batch));
    m_batch.samples.clear();
}

} // namespace millrace::node
